/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "db/store_save.h"

#include <math.h>

#include "lib/stats.h"

static enum err metric_id(struct save *save, uint32_t index, int64_t *out, struct error *err)
{
	const struct metric *metric = &save->batch->metrics[index];
	struct stmt *stmt;
	enum err e;

	*out = save->metrics[index];
	if (*out != 0)
		return OK;
	e = db_prepare(save->db, "metric_save", &stmt, err);
	if (e != OK)
		return e;
	db_bind_text(stmt, 1, metric->benchmark);
	db_bind_text(stmt, 2, metric->name);
	db_bind_text(stmt, 3, metric->labels);
	db_bind_text(stmt, 4, metric->unit);
	db_bind_text(stmt, 5, slice_str(better_name(metric->better)));
	e = store_step_id(stmt, out, err);
	save->metrics[index] = *out;
	return e;
}

static enum err save_aggregate(struct save *save, const struct batch_sample *samples, size_t n,
			       int64_t metric, struct error *err)
{
	double *values;
	struct stats stats;
	int64_t boots = 1;
	struct stmt *stmt;
	enum err e = db_prepare(save->db, "aggregate_save", &stmt, err);

	if (e != OK)
		return e;
	arena_reset(&save->scratch);
	values = ARENA_ARRAY(&save->scratch, n, double);
	for (size_t i = 0; i < n; i++) {
		values[i] = samples[i].value;
		packing_add(&save->packing, samples[i].boot, samples[i].value);
		boots += i > 0 && samples[i].boot != samples[i - 1].boot;
	}
	stats = stats_of(&save->scratch, values, n);
	db_bind_int(stmt, 1, save->runs[samples->run]);
	db_bind_int(stmt, 2, metric);
	db_bind_int(stmt, 3, (int64_t)n);
	db_bind_int(stmt, 4, boots);
	db_bind_double(stmt, 5, stats.mean);
	db_bind_double(stmt, 6, stats.hmean);
	db_bind_double(stmt, 7, stats.stddev);
	db_bind_double(stmt, 8, stats.min);
	db_bind_double(stmt, 9, stats.max);
	db_bind_double(stmt, 10, stats.median);
	db_bind_blob(stmt, 11, packing_end(&save->packing));
	return db_run(stmt, err);
}

/* Samples of one run and metric, and their aggregate. */
static enum err save_group(struct save *save, const struct batch_sample *samples, size_t n,
			   struct error *err)
{
	int64_t metric = 0;
	struct stmt *stmt;
	enum err e = metric_id(save, samples->metric, &metric, err);

	if (e == OK)
		e = db_prepare(save->db, "sample_save", &stmt, err);
	if (e != OK)
		return e;
	db_bind_int(stmt, 1, save->runs[samples->run]);
	db_bind_int(stmt, 2, metric);
	for (size_t i = 0; i < n && e == OK; i++) {
		const struct batch_sample *sample = &samples[i];

		db_bind_int(stmt, 3, sample->boot);
		db_bind_int(stmt, 4, sample->iteration);
		db_bind_int(stmt, 5, sample->seq);
		db_bind_double(stmt, 6, sample->value);
		db_bind_double(stmt, 7, sample->time_s);
		save_bind_count(stmt, 8, sample->print);
		db_bind_int(stmt, 9, save->files[sample->file]);
		db_bind_int(stmt, 10, sample->line);
		e = db_run(stmt, err);
	}
	return e == OK ? save_aggregate(save, samples, n, metric, err) : e;
}

static enum err save_samples(struct save *save, struct error *err)
{
	const struct batch_sample *all = save->batch->samples;
	size_t count = save->batch->sample_count;
	enum err e = OK;

	for (size_t i = 0, end; i < count && e == OK; i = end) {
		for (end = i + 1; end < count; end++)
			if (all[end].run != all[i].run || all[end].metric != all[i].metric)
				break;
		if (save->runs[all[i].run] != 0)
			e = save_group(save, &all[i], end - i, err);
	}
	return e;
}

static enum err save_summary(struct save *save, size_t index, struct error *err)
{
	const struct batch_summary *summary = &save->batch->summaries[index];
	int64_t metric = 0;
	struct stmt *stmt;
	enum err e = metric_id(save, summary->metric, &metric, err);

	if (e == OK)
		e = db_prepare(save->db, "summary_save", &stmt, err);
	if (e != OK)
		return e;
	db_bind_int(stmt, 1, save->runs[summary->run]);
	db_bind_int(stmt, 2, metric);
	db_bind_text(stmt, 3, summary->statistic);
	db_bind_int(stmt, 4, (int64_t)index);
	db_bind_double(stmt, 5, summary->value);
	save_bind_count(stmt, 6, summary->n);
	db_bind_double(stmt, 7, summary->total);
	db_bind_double(stmt, 8, summary->sem_percent);
	save_bind_count(stmt, 9, summary->print);
	db_bind_int(stmt, 10, save->files[summary->file]);
	db_bind_int(stmt, 11, summary->line);
	return db_run(stmt, err);
}

static enum err save_note(struct save *save, size_t index, struct error *err)
{
	const struct batch_note *note = &save->batch->notes[index];
	int64_t metric = 0;
	struct stmt *stmt;
	enum err e = metric_id(save, note->metric, &metric, err);

	if (e == OK)
		e = db_prepare(save->db, "note_save", &stmt, err);
	if (e != OK)
		return e;
	db_bind_int(stmt, 1, save->runs[note->run]);
	db_bind_int(stmt, 2, (int64_t)index);
	db_bind_int(stmt, 3, metric);
	db_bind_text(stmt, 4, note->status);
	db_bind_text(stmt, 5, note->text);
	save_bind_count(stmt, 6, note->print);
	db_bind_int(stmt, 7, save->files[note->file]);
	db_bind_int(stmt, 8, note->line);
	return db_run(stmt, err);
}

static void bind_bound(struct stmt *stmt, int place, double bound)
{
	if (isinf(bound))
		db_bind_null(stmt, place);
	else
		db_bind_double(stmt, place, bound);
}

static enum err save_buckets(struct save *save, const struct batch_histogram *histogram,
			     struct error *err)
{
	int64_t id = db_last_id(save->db);
	struct stmt *stmt;
	enum err e = db_prepare(save->db, "bucket_save", &stmt, err);

	for (size_t i = 0; i < histogram->bucket_count && e == OK; i++) {
		const struct bucket *bucket = &histogram->buckets[i];

		db_bind_int(stmt, 1, id);
		db_bind_int(stmt, 2, (int64_t)i);
		bind_bound(stmt, 3, bucket->lo);
		bind_bound(stmt, 4, bucket->hi);
		db_bind_int(stmt, 5, bucket->count);
		e = db_run(stmt, err);
	}
	return e;
}

static enum err save_histogram(struct save *save, size_t index, struct error *err)
{
	const struct batch_histogram *histogram = &save->batch->histograms[index];
	int64_t metric = 0;
	struct stmt *stmt;
	enum err e = metric_id(save, histogram->metric, &metric, err);

	if (e == OK)
		e = db_prepare(save->db, "histogram_save", &stmt, err);
	if (e != OK)
		return e;
	db_bind_int(stmt, 1, save->runs[histogram->run]);
	db_bind_int(stmt, 2, metric);
	save_bind_count(stmt, 3, histogram->print);
	db_bind_int(stmt, 4, save->files[histogram->file]);
	db_bind_int(stmt, 5, histogram->line);
	e = db_run(stmt, err);
	return e == OK ? save_buckets(save, histogram, err) : e;
}

static enum err save_fact(struct save *save, size_t index, struct error *err)
{
	const struct batch_fact *fact = &save->batch->facts[index];
	struct stmt *stmt;
	enum err e = db_prepare(save->db, "fact_save", &stmt, err);

	if (e != OK)
		return e;
	db_bind_int(stmt, 1, save->runs[fact->run]);
	db_bind_text(stmt, 2, fact->key);
	db_bind_int(stmt, 3, fact->iteration);
	db_bind_text(stmt, 4, fact->value);
	db_bind_int(stmt, 5, save->files[fact->file]);
	db_bind_int(stmt, 6, fact->line);
	return db_run(stmt, err);
}

static enum err save_diagnostic(struct save *save, size_t index, struct error *err)
{
	const struct batch_diagnostic *diagnostic = &save->batch->diagnostics[index];
	struct stmt *stmt;
	enum err e = db_prepare(save->db, "diagnostic_save", &stmt, err);

	if (e != OK)
		return e;
	db_bind_int(stmt, 1, save->runs[save->batch->files[diagnostic->file].run]);
	db_bind_int(stmt, 2, (int64_t)index);
	db_bind_int(stmt, 3, save->files[diagnostic->file]);
	db_bind_int(stmt, 4, diagnostic->line);
	db_bind_text(stmt, 5, diagnostic->message);
	return db_run(stmt, err);
}

/* Adds the bytes of a file, or gives them to its row, which has come without them. */
static enum err keep_content(struct save *save, const struct batch_file *file, struct slice zstd,
			     int64_t *id, struct error *err)
{
	struct slice hash = { (const char *)file->sha256, SHA256_SIZE };
	struct stmt *stmt;
	enum err e = db_prepare(save->db, *id != 0 ? "content_keep" : "content_save", &stmt, err);

	if (e != OK)
		return e;
	if (*id != 0) {
		db_bind_int(stmt, 1, *id);
		db_bind_blob(stmt, 2, zstd);
		return db_run(stmt, err);
	}
	db_bind_blob(stmt, 1, hash);
	db_bind_int(stmt, 2, (int64_t)file->size_bytes);
	if (zstd.n > 0)
		db_bind_blob(stmt, 3, zstd);
	e = db_run(stmt, err);
	*id = db_last_id(save->db);
	return e;
}

static enum err content_id(struct save *save, const struct batch_file *file, int64_t *out,
			   struct error *err)
{
	struct slice hash = { (const char *)file->sha256, SHA256_SIZE }, zstd;
	bool row = false, kept = false;
	struct stmt *stmt;
	struct buf buf;
	enum err e = db_prepare(save->db, "content_find", &stmt, err);

	if (e != OK)
		return e;
	db_bind_blob(stmt, 1, hash);
	e = db_step(stmt, &row, err);
	*out = e == OK && row ? db_int(stmt, 0) : 0;
	kept = e == OK && row && db_int(stmt, 1) != 0;
	db_reset(stmt);
	if (e != OK || kept || (row && file->kept.bytes == 0))
		return e;
	buf_init(&buf);
	e = batch_kept_bytes(save->batch, &file->kept, &buf, &zstd, err);
	if (e == OK)
		e = keep_content(save, file, zstd, out, err);
	buf_release(&buf);
	return e;
}

static enum err file_again(struct save *save, int64_t id, int64_t content, struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(save->db, "file_again", &stmt, err);

	if (e != OK)
		return e;
	db_bind_int(stmt, 1, id);
	db_bind_int(stmt, 2, content);
	return db_run(stmt, err);
}

/* A batch has the files of a run by their paths, so that equal ones stand together. */
static enum err save_file(struct save *save, size_t index, struct error *err)
{
	const struct batch_file *file = &save->batch->files[index];
	int64_t content = 0;
	struct stmt *stmt;
	enum err e = content_id(save, file, &content, err);

	if (e != OK)
		return e;
	if (index > 0 && file[-1].run == file->run && slice_eq(file[-1].path, file->path)) {
		save->files[index] = save->files[index - 1];
		return file_again(save, save->files[index], content, err);
	}
	e = db_prepare(save->db, "file_save", &stmt, err);
	if (e != OK)
		return e;
	db_bind_int(stmt, 1, save->runs[file->run]);
	db_bind_text(stmt, 2, file->path);
	db_bind_int(stmt, 3, content);
	e = db_run(stmt, err);
	save->files[index] = db_last_id(save->db);
	return e;
}

/* What one row of the batch is, and how it is saved; rows of runs that are known are left out. */
struct row_kind {
	size_t count;
	uint32_t (*run)(const struct batch *batch, size_t index);
	enum err (*save)(struct save *save, size_t index, struct error *err);
};

#define RUN_OF(list)                                                           \
	static uint32_t run_of_##list(const struct batch *batch, size_t index) \
	{                                                                      \
		return batch->list[index].run;                                 \
	}
RUN_OF(files)
RUN_OF(summaries)
RUN_OF(notes)
RUN_OF(symbols)
RUN_OF(instructions)
RUN_OF(histograms)
RUN_OF(facts)

static uint32_t run_of_diagnostics(const struct batch *batch, size_t index)
{
	return batch->files[batch->diagnostics[index].file].run;
}

static enum err save_kind(struct save *save, const struct row_kind *kind, struct error *err)
{
	enum err e = OK;

	for (size_t i = 0; i < kind->count && e == OK; i++)
		if (save->runs[kind->run(save->batch, i)] != 0)
			e = kind->save(save, i, err);
	return e;
}

enum err save_rows(struct save *save, struct error *err)
{
	const struct batch *batch = save->batch;
	const struct row_kind files = { batch->file_count, run_of_files, save_file };
	const struct row_kind kinds[] = {
		{ batch->summary_count, run_of_summaries, save_summary },
		{ batch->note_count, run_of_notes, save_note },
		{ batch->symbol_count, run_of_symbols, save_symbol },
		{ batch->instruction_count, run_of_instructions, save_instruction },
		{ batch->histogram_count, run_of_histograms, save_histogram },
		{ batch->fact_count, run_of_facts, save_fact },
		{ batch->diagnostic_count, run_of_diagnostics, save_diagnostic },
	};
	enum err e = save_kind(save, &files, err);

	if (e == OK)
		e = save_samples(save, err);
	if (e == OK)
		e = save_profiles(save, err);
	for (size_t i = 0; i < ARRAY_SIZE(kinds) && e == OK; i++)
		e = save_kind(save, &kinds[i], err);
	return e;
}
