/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers that a mail quotes from another mail are there already. */
#include "db/store_save.h"

/* A stored run that may hold what a new one quotes. */
struct transcript {
	int64_t run;
	struct slice id;
};

static void transcript_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct transcript *transcript = element;

	transcript->run = db_int(stmt, 0);
	transcript->id = db_text(arena, stmt, 1);
}

static const struct store_shape transcript_shape = { sizeof(struct transcript), transcript_at };

static enum err find_transcripts(struct save *save, const struct batch_run *run,
				 struct transcript **out, size_t *count, struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(save->db, "transcript_list", &stmt, err);

	if (e != OK)
		return e;
	db_bind_text(stmt, 1, run->name);
	db_bind_text(stmt, 2, run->kernel);
	db_bind_text(stmt, 3, run->config.key);
	db_bind_text(stmt, 4, save_machine_identity(save->arena, &run->machine));
	return store_list(save->arena, stmt, &transcript_shape, out, count, err);
}

static void bind_number(struct stmt *stmt, int64_t run, const struct metric *metric, double value)
{
	db_bind_int(stmt, 1, run);
	db_bind_text(stmt, 2, metric->benchmark);
	db_bind_text(stmt, 3, metric->name);
	db_bind_text(stmt, 4, metric->labels);
	db_bind_text(stmt, 5, metric->unit);
	db_bind_double(stmt, 6, value);
}

/* Each of these takes *held away when the stored run lacks something of the batch's run. */
static enum err holds_samples(struct save *save, size_t run, int64_t stored, bool *held,
			      struct error *err)
{
	const struct batch *batch = save->batch;
	struct stmt *stmt;
	enum err e = OK;

	for (size_t i = 0; i < batch->sample_count && e == OK && *held; i++) {
		const struct batch_sample *sample = &batch->samples[i];

		if (sample->run != run)
			continue;
		e = db_prepare(save->db, "transcript_sample", &stmt, err);
		if (e != OK)
			break;
		bind_number(stmt, stored, &batch->metrics[sample->metric], sample->value);
		e = db_step(stmt, held, err);
		db_reset(stmt);
	}
	return e;
}

static enum err holds_summaries(struct save *save, size_t run, int64_t stored, bool *held,
				struct error *err)
{
	const struct batch *batch = save->batch;
	struct stmt *stmt;
	enum err e = OK;

	for (size_t i = 0; i < batch->summary_count && e == OK && *held; i++) {
		const struct batch_summary *summary = &batch->summaries[i];

		if (summary->run != run)
			continue;
		e = db_prepare(save->db, "transcript_summary", &stmt, err);
		if (e != OK)
			break;
		bind_number(stmt, stored, &batch->metrics[summary->metric], summary->value);
		db_bind_text(stmt, 7, summary->statistic);
		e = db_step(stmt, held, err);
		db_reset(stmt);
	}
	return e;
}

static enum err holds_symbols(struct save *save, size_t run, int64_t stored, bool *held,
			      struct error *err)
{
	const struct batch *batch = save->batch;
	struct stmt *stmt;
	enum err e = OK;

	for (size_t i = 0; i < batch->symbol_count && e == OK && *held; i++) {
		const struct batch_symbol *symbol = &batch->symbols[i];

		if (symbol->run != run)
			continue;
		e = db_prepare(save->db, "transcript_symbol", &stmt, err);
		if (e != OK)
			break;
		db_bind_int(stmt, 1, stored);
		db_bind_text(stmt, 2, symbol->symbol);
		db_bind_text(stmt, 3, symbol->source_file);
		db_bind_double(stmt, 4, symbol->percent);
		e = db_step(stmt, held, err);
		db_reset(stmt);
	}
	return e;
}

/*
 * What is not looked for makes a run new: notes, histograms, stacks and instructions; and so does
 * having nothing that could be looked for.
 */
static bool only_numbers(const struct batch *batch, size_t run)
{
	size_t numbers = 0;

	for (size_t i = 0; i < batch->note_count; i++)
		if (batch->notes[i].run == run)
			return false;
	for (size_t i = 0; i < batch->histogram_count; i++)
		if (batch->histograms[i].run == run)
			return false;
	for (size_t i = 0; i < batch->profile_count; i++)
		if (batch->profiles[i].run == run && batch->profiles[i].node_count > 0)
			return false;
	for (size_t i = 0; i < batch->instruction_count; i++)
		if (batch->instructions[i].run == run)
			return false;
	for (size_t i = 0; i < batch->sample_count; i++)
		numbers += batch->samples[i].run == run;
	for (size_t i = 0; i < batch->summary_count; i++)
		numbers += batch->summaries[i].run == run;
	for (size_t i = 0; i < batch->symbol_count; i++)
		numbers += batch->symbols[i].run == run;
	return numbers > 0;
}

enum err save_find_quoted(struct save *save, size_t index, struct slice *id, struct error *err)
{
	const struct batch_run *run = &save->batch->runs[index];
	struct transcript *list = NULL;
	size_t count = 0;
	enum err e;

	if (!run->transcribed || !only_numbers(save->batch, index))
		return OK;
	e = find_transcripts(save, run, &list, &count, err);
	for (size_t i = 0; i < count && e == OK; i++) {
		bool held = true;

		e = holds_samples(save, index, list[i].run, &held, err);
		if (e == OK)
			e = holds_summaries(save, index, list[i].run, &held, err);
		if (e == OK)
			e = holds_symbols(save, index, list[i].run, &held, err);
		if (e != OK || !held)
			continue;
		*id = list[i].id;
		break;
	}
	return e;
}
