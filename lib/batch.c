/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/batch.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "lib/batch_state.h"

static void table_insert(struct batch_table *table, uint64_t hash, uint32_t index)
{
	size_t at = hash & (table->capacity - 1);

	while (table->slots[at].index != BATCH_NONE)
		at = (at + 1) & (table->capacity - 1);
	table->slots[at] = (struct batch_slot){ hash, index };
	table->count++;
}

static void table_grow(struct arena *arena, struct batch_table *table)
{
	struct batch_table old = *table;

	table->capacity = old.capacity == 0 ? 64 : old.capacity * 4;
	table->count = 0;
	table->slots = ARENA_ARRAY(arena, table->capacity, struct batch_slot);
	for (size_t i = 0; i < table->capacity; i++)
		table->slots[i].index = BATCH_NONE;
	for (size_t i = 0; i < old.capacity; i++)
		if (old.slots[i].index != BATCH_NONE)
			table_insert(table, old.slots[i].hash, old.slots[i].index);
}

uint32_t batch_table_find(const struct batch_state *state, const struct batch_table *table,
			  uint64_t hash, batch_same same, const void *wanted)
{
	if (table->capacity == 0)
		return BATCH_NONE;
	for (size_t at = hash & (table->capacity - 1);; at = (at + 1) & (table->capacity - 1)) {
		const struct batch_slot *slot = &table->slots[at];

		if (slot->index == BATCH_NONE ||
		    (slot->hash == hash && same(state, slot->index, wanted)))
			return slot->index;
	}
}

void batch_table_add(struct arena *arena, struct batch_table *table, uint64_t hash, size_t index)
{
	if (table->count * 2 >= table->capacity)
		table_grow(arena, table);
	table_insert(table, hash, (uint32_t)index);
}

static bool text_same(const struct batch_state *state, uint32_t index, const void *wanted)
{
	return slice_eq(state->text[index], *(const struct slice *)wanted);
}

struct slice batch_text(struct batch_state *state, struct slice text)
{
	struct arena *arena = state->batch->arena;
	uint64_t hash = slice_hash(text);
	uint32_t found;
	struct slice copy;

	if (text.n == 0)
		return SLICE_NONE;
	found = batch_table_find(state, &state->texts, hash, text_same, &text);
	if (found != BATCH_NONE)
		return state->text[found];
	copy = arena_slice(arena, text);
	batch_table_add(arena, &state->texts, hash, state->text_count);
	ARENA_PUSH(arena, state->text, state->text_count, state->capacity.text, copy);
	return copy;
}

struct slice batch_rename_target(const struct batch_rename *rename)
{
	return rename->name.n > 0 ? rename->name : rename->run;
}

static struct slice renamed(const struct batch_options *options, struct slice run)
{
	for (size_t i = 0; i < options->rename_count; i++)
		if (slice_eq(options->renames[i].run, run))
			return batch_rename_target(&options->renames[i]);
	return run;
}

static uint32_t run_named(const struct batch *batch, struct slice name)
{
	for (size_t i = 0; i < batch->run_count; i++)
		if (slice_eq(batch->runs[i].name, name))
			return (uint32_t)i;
	return BATCH_NONE;
}

static uint32_t run_add(struct batch_state *state, struct slice name)
{
	struct batch *batch = state->batch;
	struct batch_run run = { .name = batch_text(state, name), .boots = 1 };
	struct batch_run_state run_state = { .copied_from = BATCH_NONE };
	size_t states = batch->run_count;

	ARENA_PUSH(batch->arena, state->runs, states, state->capacity.run_states, run_state);
	ARENA_PUSH(batch->arena, batch->runs, batch->run_count, state->capacity.runs, run);
	return (uint32_t)(batch->run_count - 1);
}

/* The run that a spelling met for the first time means. */
static uint32_t run_of_spelling(struct batch_state *state, struct slice spelling)
{
	struct slice name = renamed(&state->batch->options, spelling);
	uint32_t run = run_named(state->batch, name);

	return run != BATCH_NONE ? run : run_add(state, name);
}

static bool spelling_same(const struct batch_state *state, uint32_t index, const void *wanted)
{
	return slice_eq(state->spelling[index].name, *(const struct slice *)wanted);
}

enum err batch_too_many_runs(struct error *err)
{
	return error_set(err, ERR_LIMIT, "more than %d runs in one upload", BATCH_RUNS_MAX);
}

/* The run that name means; BATCH_NONE when there are too many. */
static uint32_t run_intern(struct batch_state *state, struct slice name)
{
	struct arena *arena = state->batch->arena;
	uint64_t hash = slice_hash(name);
	uint32_t found = batch_table_find(state, &state->spellings, hash, spelling_same, &name);
	struct batch_spelling spelling;

	if (found != BATCH_NONE)
		return state->spelling[found].run;
	if (state->spelling_count >= BATCH_RUNS_MAX)
		return BATCH_NONE;
	spelling = (struct batch_spelling){ batch_text(state, name), run_of_spelling(state, name) };
	batch_table_add(arena, &state->spellings, hash, state->spelling_count);
	ARENA_PUSH(arena, state->spelling, state->spelling_count, state->capacity.spelling,
		   spelling);
	return spelling.run;
}

static bool metric_same(const struct batch_state *state, uint32_t index, const void *wanted)
{
	return metric_eq(&state->batch->metrics[index], wanted);
}

static uint64_t metric_hash(const struct metric *metric)
{
	uint64_t hash = slice_hash(metric->benchmark);

	hash = hash * 31 + slice_hash(metric->name);
	hash = hash * 31 + slice_hash(metric->labels);
	return hash * 31 + slice_hash(metric->unit);
}

static uint32_t metric_intern(struct batch_state *state, const struct record *r)
{
	struct batch *batch = state->batch;
	struct metric metric = {
		.benchmark = r->benchmark,
		.name = r->metric,
		.labels = metric_labels(batch->arena, r->labels, r->label_count),
		.unit = r->unit,
		.better = r->better,
	};
	uint64_t hash = metric_hash(&metric);
	uint32_t found = batch_table_find(state, &state->metrics, hash, metric_same, &metric);

	if (found != BATCH_NONE) {
		if (batch->metrics[found].better == BETTER_UNKNOWN)
			batch->metrics[found].better = r->better;
		return found;
	}
	metric.benchmark = batch_text(state, metric.benchmark);
	metric.name = batch_text(state, metric.name);
	metric.unit = batch_text(state, metric.unit);
	batch_table_add(batch->arena, &state->metrics, hash, batch->metric_count);
	ARENA_PUSH(batch->arena, batch->metrics, batch->metric_count, state->capacity.metrics,
		   metric);
	return (uint32_t)(batch->metric_count - 1);
}

static uint32_t file_add(struct batch_state *state, struct batch_file file, bool in_tree)
{
	struct batch *batch = state->batch;
	struct batch_file_state file_state = { .in_tree = in_tree };
	size_t states = batch->file_count;

	file_state.original = state->file == BATCH_NONE ? (uint32_t)states : state->file;
	ARENA_PUSH(batch->arena, state->files, states, state->capacity.file_states, file_state);
	ARENA_PUSH(batch->arena, batch->files, batch->file_count, state->capacity.files, file);
	return (uint32_t)(batch->file_count - 1);
}

/* The current file's entry for a run: each run that it speaks of has one. */
static uint32_t file_of_run(struct batch_state *state, uint32_t run)
{
	const struct batch_file *current = &state->batch->files[state->file];
	struct batch_run_state *run_state = &state->runs[run];

	if (current->run == run)
		return state->file;
	if (run_state->copied_from != state->file) {
		struct batch_file copy = { .path = current->path, .run = run };

		run_state->copy = file_add(state, copy, false);
		run_state->copied_from = state->file;
	}
	return run_state->copy;
}

static uint32_t line_of(const struct record *r)
{
	return r->line < UINT32_MAX ? (uint32_t)r->line : UINT32_MAX;
}

static enum err origin_of(struct batch_state *state, const struct record *r,
			  struct batch_origin *out, struct error *err)
{
	uint32_t run = state->batch->files[state->file].run;
	struct batch_file_state *file_state;

	if (r->run.n > 0)
		run = run_intern(state, r->run);
	if (run == BATCH_NONE)
		return batch_too_many_runs(err);
	*out = (struct batch_origin){ run, file_of_run(state, run), line_of(r) };
	file_state = &state->files[out->file];
	if (!file_state->read || out->line < file_state->first_line)
		file_state->first_line = out->line;
	file_state->read = true;
	state->runs[run].has_records = true;
	return OK;
}

static void add_note(struct batch_state *state, const struct record *r, struct batch_origin o)
{
	struct batch *batch = state->batch;
	struct batch_note note = {
		.run = o.run,
		.metric = metric_intern(state, r),
		.file = o.file,
		.line = o.line,
		.status = batch_text(state, r->status),
		.text = batch_text(state, r->text),
		.print = r->print,
	};

	ARENA_PUSH(batch->arena, batch->notes, batch->note_count, state->capacity.notes, note);
}

static void add_summary(struct batch_state *state, const struct record *r, struct batch_origin o)
{
	struct batch *batch = state->batch;
	struct batch_summary summary = {
		.run = o.run,
		.metric = metric_intern(state, r),
		.file = o.file,
		.line = o.line,
		.statistic = batch_text(state, r->statistic),
		.value = r->value,
		.total = r->total,
		.sem_percent = r->sem_percent,
		.n = r->n,
		.print = r->print,
	};

	ARENA_PUSH(batch->arena, batch->summaries, batch->summary_count, state->capacity.summaries,
		   summary);
}

static void add_sample(struct batch_state *state, const struct record *r, struct batch_origin o)
{
	struct batch *batch = state->batch;
	struct batch_sample sample = {
		.run = o.run,
		.metric = metric_intern(state, r),
		.file = o.file,
		.line = o.line,
		.boot = 1,
		.iteration = r->iteration,
		.value = r->value,
		.time_s = r->time_s,
		.print = r->print,
	};

	ARENA_PUSH(batch->arena, batch->samples, batch->sample_count, state->capacity.samples,
		   sample);
}

static void add_measurement(struct batch_state *state, const struct record *r,
			    struct batch_origin o)
{
	if (r->status.n > 0 || r->text.n > 0)
		add_note(state, r, o);
	else if (r->statistic.n > 0)
		add_summary(state, r, o);
	else
		add_sample(state, r, o);
}

static void add_histogram(struct batch_state *state, const struct record *r, struct batch_origin o)
{
	struct batch *batch = state->batch;
	struct bucket *buckets = ARENA_ARRAY(batch->arena, r->bucket_count, struct bucket);
	struct batch_histogram histogram = {
		.run = o.run,
		.metric = metric_intern(state, r),
		.file = o.file,
		.line = o.line,
		.print = r->print,
		.buckets = buckets,
		.bucket_count = r->bucket_count,
	};

	for (size_t i = 0; i < r->bucket_count; i++)
		buckets[i] = r->buckets[i];
	ARENA_PUSH(batch->arena, batch->histograms, batch->histogram_count,
		   state->capacity.histograms, histogram);
}

static void add_fact(struct batch_state *state, const struct record *r, struct batch_origin o)
{
	struct batch *batch = state->batch;
	struct batch_fact fact = {
		.run = o.run,
		.file = o.file,
		.line = o.line,
		.iteration = r->iteration,
		.source = batch_text(state, r->source),
		.key = batch_text(state, r->key),
		.value = batch_text(state, r->value_text),
	};

	ARENA_PUSH(batch->arena, batch->facts, batch->fact_count, state->capacity.facts, fact);
}

static void add_mail(struct batch_state *state, const struct record *r, struct batch_origin o)
{
	struct batch *batch = state->batch;
	struct batch_mail mail = {
		.run = o.run,
		.file = o.file,
		.line = o.line,
		.id = batch_text(state, r->mail_id),
		.subject = batch_text(state, r->subject),
		.author = batch_text(state, r->author),
		.date_s = r->date_s,
	};

	ARENA_PUSH(batch->arena, batch->mails, batch->mail_count, state->capacity.mails, mail);
}

static void add_diagnostic(struct batch_state *state, const struct record *r)
{
	struct batch *batch = state->batch;
	struct batch_diagnostic diagnostic = {
		.file = state->file,
		.line = line_of(r),
		.message = arena_slice(batch->arena, r->message),
	};

	ARENA_PUSH(batch->arena, batch->diagnostics, batch->diagnostic_count,
		   state->capacity.diagnostics, diagnostic);
}

static enum err add_kept(struct batch_state *state, const struct record *r, struct error *err)
{
	static void (*const add[])(struct batch_state *, const struct record *,
				   struct batch_origin) = {
		[RECORD_META] = add_fact,           [RECORD_SAMPLE] = add_measurement,
		[RECORD_HISTOGRAM] = add_histogram, [RECORD_STACK] = batch_add_stack,
		[RECORD_SYMBOL] = batch_add_symbol, [RECORD_INSTRUCTION] = batch_add_instruction,
		[RECORD_MAIL] = add_mail,
	};
	struct batch_origin o = { 0 };
	enum err e;

	if (r->kind >= ARRAY_SIZE(add) || add[r->kind] == NULL)
		return OK;
	e = origin_of(state, r, &o, err);
	if (e == OK)
		add[r->kind](state, r, o);
	return e;
}

static enum err batch_emit(struct sink *sink, const struct record *r, struct error *err)
{
	struct batch_state *state = CONTAINER_OF(sink, struct batch_state, sink);

	if (state->too_many_runs)
		return batch_too_many_runs(err);
	assert(state->file != BATCH_NONE);
	if (++state->rows > BATCH_ROWS_MAX)
		return error_set(err, ERR_LIMIT, "more than %d records in one upload",
				 BATCH_ROWS_MAX);
	if (state->batch->node_count > BATCH_NODES_MAX)
		return error_set(err, ERR_LIMIT,
				 "more than %d distinct frames in call chains in one upload",
				 BATCH_NODES_MAX);
	if (r->kind != RECORD_DIAGNOSTIC)
		return add_kept(state, r, err);
	add_diagnostic(state, r);
	return OK;
}

void batch_init(struct batch *batch, struct arena *arena, const struct batch_options *options)
{
	struct batch_state *state = ARENA_NEW(arena, struct batch_state);

	*batch = (struct batch){ .arena = arena, .options = *options, .state = state };
	state->sink.emit = batch_emit;
	state->batch = batch;
	state->file = BATCH_NONE;
}

struct sink *batch_sink(struct batch *batch)
{
	return &batch->state->sink;
}

void batch_file_begin(struct batch *batch, struct slice run, struct slice path)
{
	struct batch_state *state = batch->state;
	struct batch_file file = {
		.path = arena_slice(batch->arena, path),
		.run = run_intern(state, run),
	};

	state->file = BATCH_NONE;
	if (file.run == BATCH_NONE) {
		state->too_many_runs = true;
		return;
	}
	state->file = file_add(state, file, run.n > 0);
	if (run.n > 0)
		state->runs[file.run].has_tree = true;
}

void batch_file_end(struct batch *batch, uint64_t size_bytes,
		    const unsigned char sha256[SHA256_SIZE], struct slice zstd)
{
	struct batch_state *state = batch->state;
	struct batch_kept kept = batch_keep(state, zstd);

	for (size_t i = state->file; i < batch->file_count; i++) {
		batch->files[i].size_bytes = size_bytes;
		batch->files[i].kept = kept;
		memcpy(batch->files[i].sha256, sha256, SHA256_SIZE);
	}
}
