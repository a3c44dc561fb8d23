/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "lib/batch.h"
#include "lib/batch_state.h"

static int number_cmp(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

/* ------------------------------------------------------------------ order */

/* Where the entries of an array go: entry i to place[i]; BATCH_NONE = it goes away. */
struct order {
	uint32_t *place;
	size_t kept;
};

/* Entries compare by the words in turn, or by what the batch holds at index. */
struct key {
	const struct batch *batch;
	uint64_t words[3];
	uint32_t index;
};

typedef int (*key_cmp)(const void *a, const void *b);

static struct key *keys_new(const struct batch *batch, size_t count)
{
	struct key *keys = ARENA_ARRAY(batch->arena, count, struct key);

	for (size_t i = 0; i < count; i++)
		keys[i] = (struct key){ .batch = batch, .index = (uint32_t)i };
	return keys;
}

/* Sorts `kept` keys that stand for some of `count` entries. */
static struct order order_new(struct arena *arena, struct key *keys, size_t kept, size_t count,
			      key_cmp cmp)
{
	struct order order = { ARENA_ARRAY(arena, count, uint32_t), kept };

	size_t sorted = 1;

	while (sorted < kept && cmp(&keys[sorted - 1], &keys[sorted]) <= 0)
		sorted++;
	if (sorted < kept)
		qsort(keys, kept, sizeof(*keys), cmp);
	for (size_t i = 0; i < count; i++)
		order.place[i] = BATCH_NONE;
	for (size_t i = 0; i < kept; i++)
		order.place[keys[i].index] = (uint32_t)i;
	return order;
}

static void *reordered(struct arena *arena, const void *from, size_t count, size_t element_bytes,
		       const struct order *order)
{
	char *to = arena_array(arena, order->kept, element_bytes);

	for (size_t i = 0; i < count; i++)
		if (order->place[i] != BATCH_NONE)
			memcpy(to + order->place[i] * element_bytes,
			       (const char *)from + i * element_bytes, element_bytes);
	return to;
}

/* Puts list, an array of count entries, into its order. */
#define REORDER(arena, list, count, order) \
	((list) = reordered(arena, list, count, sizeof(*(list)), order), (count) = (order)->kept)

static uint64_t pair(uint32_t high, uint32_t low)
{
	return (uint64_t)high << 32 | low;
}

/* Words, then the order of arrival. */
static int by_words(const void *a, const void *b)
{
	const struct key *x = a, *y = b;

	for (size_t i = 0; i < ARRAY_SIZE(x->words); i++)
		if (x->words[i] != y->words[i])
			return number_cmp(x->words[i], y->words[i]);
	return number_cmp(x->index, y->index);
}

/* ------------------------------------------------------------------ runs, metrics, files */

/* Runs with a tree by name; then those that a text names, in the order of the text. */
static int by_run(const void *a, const void *b)
{
	const struct key *x = a, *y = b;
	const struct batch *batch = x->batch;
	const struct batch_run_state *p = &batch->state->runs[x->index];
	const struct batch_run_state *q = &batch->state->runs[y->index];
	int order = (int)q->has_tree - (int)p->has_tree;

	if (order == 0 && !p->has_tree)
		order = slice_cmp_natural(p->first_path, q->first_path);
	if (order == 0 && !p->has_tree)
		order = number_cmp(p->first_line, q->first_line);
	if (order == 0 && !p->has_tree)
		order = number_cmp(x->index, y->index); /* columns of one table */
	return order != 0
		       ? order
		       : slice_cmp_natural(batch->runs[x->index].name, batch->runs[y->index].name);
}

static void find_first_lines(struct batch *batch)
{
	for (size_t i = 0; i < batch->file_count; i++) {
		const struct batch_file *file = &batch->files[i];
		const struct batch_file_state *state = &batch->state->files[i];
		struct batch_run_state *run = &batch->state->runs[file->run];

		if (!state->read || (run->first_path.p != NULL &&
				     slice_cmp_natural(file->path, run->first_path) >= 0))
			continue;
		run->first_path = file->path;
		run->first_line = state->first_line;
	}
}

static struct order order_runs(struct batch *batch)
{
	struct key *keys = keys_new(batch, batch->run_count);
	size_t kept = 0;

	find_first_lines(batch);
	for (size_t i = 0; i < batch->run_count; i++)
		if (batch->state->runs[i].has_records)
			keys[kept++].index = (uint32_t)i;
	return order_new(batch->arena, keys, kept, batch->run_count, by_run);
}

static int by_metric(const void *a, const void *b)
{
	const struct key *x = a, *y = b;

	return metric_cmp(&x->batch->metrics[x->index], &y->batch->metrics[y->index]);
}

static struct order order_metrics(const struct batch *batch)
{
	return order_new(batch->arena, keys_new(batch, batch->metric_count), batch->metric_count,
			 batch->metric_count, by_metric);
}

/* Run, path, content. */
static int by_file(const void *a, const void *b)
{
	const struct key *x = a, *y = b;
	const struct batch_file *p = &x->batch->files[x->index];
	const struct batch_file *q = &y->batch->files[y->index];
	int order = number_cmp(p->run, q->run);

	if (order == 0)
		order = slice_cmp_natural(p->path, q->path);
	if (order == 0)
		order = memcmp(p->sha256, q->sha256, SHA256_SIZE);
	return order != 0 ? order : number_cmp(x->index, y->index);
}

/* The run that keeps what no record came from: the upload's own, else the first. */
static uint32_t keeper(const struct batch *batch, const struct order *runs)
{
	for (size_t i = 0; i < batch->run_count; i++)
		if (batch->runs[i].name.n == 0 && runs->place[i] != BATCH_NONE)
			return runs->place[i];
	return 0;
}

/* Whether a file's entry stays with the run that it has. */
static bool has_place(const struct batch *batch, const struct order *runs, size_t file)
{
	const struct batch_file_state *state = &batch->state->files[file];

	return runs->place[batch->files[file].run] != BATCH_NONE && (state->read || state->in_tree);
}

/* For each entry the one that is kept in its stead: itself, or one of another run for the file. */
static uint32_t *find_stand_ins(const struct batch *batch, const struct order *runs)
{
	uint32_t *stand_in = ARENA_ARRAY(batch->arena, batch->file_count, uint32_t);

	for (size_t i = 0; i < batch->file_count; i++)
		stand_in[i] = (uint32_t)i;
	for (size_t i = 0; i < batch->file_count; i++) {
		uint32_t original = batch->state->files[i].original;

		if (original != i && stand_in[original] == original &&
		    !has_place(batch, runs, original))
			stand_in[original] = (uint32_t)i;
	}
	return stand_in;
}

/* Also renumbers their runs. In the order, an entry that goes has the place of its stand-in. */
static struct order order_files(struct batch *batch, const struct order *runs)
{
	struct key *keys = keys_new(batch, batch->file_count);
	uint32_t *stand_in = find_stand_ins(batch, runs);
	uint32_t rest = keeper(batch, runs);
	size_t kept = 0, states = batch->file_count, count = batch->file_count;
	struct order order;

	for (size_t i = 0; i < count; i++) {
		struct batch_file *file = &batch->files[i];

		if (stand_in[i] != i)
			continue;
		keys[kept++].index = (uint32_t)i;
		if (has_place(batch, runs, i)) {
			file->run = runs->place[file->run];
		} else {
			file->run = rest;
			batch->state->files[i].in_tree = false;
		}
	}
	order = order_new(batch->arena, keys, kept, count, by_file);
	REORDER(batch->arena, batch->files, batch->file_count, &order);
	REORDER(batch->arena, batch->state->files, states, &order);
	for (size_t i = 0; i < count; i++)
		order.place[i] = order.place[stand_in[i]];
	return order;
}

/* ------------------------------------------------------------------ rows */

struct orders {
	struct order runs, metrics, files, profiles;
};

/* Where a kind of row has its fields, so that all kinds are treated by one function. */
struct layout {
	size_t bytes, run, file, line;
	size_t second; /* what rows of one run are ordered by first */
	bool has_metric;
};

#define LAYOUT(type, field, with_metric)                   \
	((struct layout){ .bytes = sizeof(type),           \
			  .run = offsetof(type, run),      \
			  .file = offsetof(type, file),    \
			  .line = offsetof(type, line),    \
			  .second = offsetof(type, field), \
			  .has_metric = (with_metric) })

static uint32_t *field_at(void *rows, size_t i, const struct layout *layout, size_t offset)
{
	return (uint32_t *)(void *)((char *)rows + i * layout->bytes + offset);
}

static void renumber(void *rows, size_t count, const struct layout *layout,
		     const struct orders *orders)
{
	for (size_t i = 0; i < count; i++) {
		uint32_t *run = field_at(rows, i, layout, layout->run);
		uint32_t *file = field_at(rows, i, layout, layout->file);
		uint32_t *second = field_at(rows, i, layout, layout->second);

		*run = orders->runs.place[*run];
		*file = orders->files.place[*file];
		if (layout->has_metric)
			*second = orders->metrics.place[*second];
	}
}

/* By run, second field, file and line. */
static void *order_rows(const struct batch *batch, void *rows, size_t count, struct layout layout,
			const struct orders *orders)
{
	struct key *keys = keys_new(batch, count);
	struct order order;

	renumber(rows, count, &layout, orders);
	for (size_t i = 0; i < count; i++) {
		keys[i].words[0] = pair(*field_at(rows, i, &layout, layout.run),
					*field_at(rows, i, &layout, layout.second));
		keys[i].words[1] = pair(*field_at(rows, i, &layout, layout.file),
					*field_at(rows, i, &layout, layout.line));
	}
	order = order_new(batch->arena, keys, count, count, by_words);
	return reordered(batch->arena, rows, count, layout.bytes, &order);
}

static void order_diagnostics(struct batch *batch, const struct orders *orders)
{
	struct key *keys = keys_new(batch, batch->diagnostic_count);
	struct order order;

	for (size_t i = 0; i < batch->diagnostic_count; i++) {
		struct batch_diagnostic *diagnostic = &batch->diagnostics[i];

		diagnostic->file = orders->files.place[diagnostic->file];
		keys[i].words[0] = pair(diagnostic->file, diagnostic->line);
	}
	order = order_new(batch->arena, keys, batch->diagnostic_count, batch->diagnostic_count,
			  by_words);
	REORDER(batch->arena, batch->diagnostics, batch->diagnostic_count, &order);
}

/* Nodes of a profile stand together, in the order in which they came: callers first. */
static void order_nodes(struct batch *batch, const struct order *profiles)
{
	size_t count = batch->node_count, next = 0;
	uint32_t *place = ARENA_ARRAY(batch->arena, count, uint32_t);
	struct order order = { place, count };

	for (size_t i = 0; i < count; i++) {
		batch->nodes[i].profile = profiles->place[batch->nodes[i].profile];
		batch->profiles[batch->nodes[i].profile].node_count++;
	}
	for (size_t i = 0; i < batch->profile_count; i++) {
		batch->profiles[i].first_node = (uint32_t)next;
		next += batch->profiles[i].node_count;
		batch->profiles[i].node_count = 0;
	}
	for (size_t i = 0; i < count; i++) {
		struct batch_profile *profile = &batch->profiles[batch->nodes[i].profile];
		uint32_t *caller = &batch->nodes[i].caller;

		place[i] = profile->first_node + profile->node_count++;
		*caller = *caller == BATCH_NONE ? BATCH_NONE : place[*caller];
	}
	REORDER(batch->arena, batch->nodes, batch->node_count, &order);
}

/* What a run's profiles stand first for: 0 = stacks, 1 = functions, 2 = instructions alone. */
static unsigned char *rank_profiles(const struct batch *batch)
{
	unsigned char *ranks = ARENA_ARRAY(batch->arena, batch->profile_count, unsigned char);

	if (batch->profile_count > 0)
		memset(ranks, 2, batch->profile_count);
	for (size_t i = 0; i < batch->symbol_count; i++)
		if (batch->symbols[i].profile != BATCH_NONE)
			ranks[batch->symbols[i].profile] = 1;
	for (size_t i = 0; i < batch->node_count; i++)
		ranks[batch->nodes[i].profile] = 0;
	return ranks;
}

/* Profiles by run, what they hold, file and line. */
static void order_profiles(struct batch *batch, struct orders *orders)
{
	struct key *keys = keys_new(batch, batch->profile_count);
	const unsigned char *ranks = rank_profiles(batch);
	struct order *order = &orders->profiles;

	for (size_t i = 0; i < batch->profile_count; i++) {
		struct batch_profile *profile = &batch->profiles[i];

		profile->run = orders->runs.place[profile->run];
		profile->file = orders->files.place[profile->file];
		keys[i].words[0] = pair(profile->run, ranks[i]);
		keys[i].words[1] = pair(profile->file, profile->line);
	}
	*order =
		order_new(batch->arena, keys, batch->profile_count, batch->profile_count, by_words);
	REORDER(batch->arena, batch->profiles, batch->profile_count, order);
	order_nodes(batch, order);
	for (size_t i = 0; i < batch->instruction_count; i++)
		batch->instructions[i].profile = order->place[batch->instructions[i].profile];
	for (size_t i = 0; i < batch->symbol_count; i++)
		if (batch->symbols[i].profile != BATCH_NONE)
			batch->symbols[i].profile = order->place[batch->symbols[i].profile];
}

static void order_all_rows(struct batch *batch, const struct orders *orders)
{
	batch->samples = order_rows(batch, batch->samples, batch->sample_count,
				    LAYOUT(struct batch_sample, metric, true), orders);
	batch->summaries = order_rows(batch, batch->summaries, batch->summary_count,
				      LAYOUT(struct batch_summary, metric, true), orders);
	batch->notes = order_rows(batch, batch->notes, batch->note_count,
				  LAYOUT(struct batch_note, metric, true), orders);
	batch->histograms = order_rows(batch, batch->histograms, batch->histogram_count,
				       LAYOUT(struct batch_histogram, metric, true), orders);
	batch->symbols = order_rows(batch, batch->symbols, batch->symbol_count,
				    LAYOUT(struct batch_symbol, file, false), orders);
	batch->instructions = order_rows(batch, batch->instructions, batch->instruction_count,
					 LAYOUT(struct batch_instruction, profile, false), orders);
	batch->facts = order_rows(batch, batch->facts, batch->fact_count,
				  LAYOUT(struct batch_fact, iteration, false), orders);
	batch->mails = order_rows(batch, batch->mails, batch->mail_count,
				  LAYOUT(struct batch_mail, file, false), orders);
	order_diagnostics(batch, orders);
}

/* By run, metric, boot, iteration, file and line; then counts them within each iteration. */
static void order_samples(struct batch *batch)
{
	struct key *keys = keys_new(batch, batch->sample_count);
	struct order order;

	for (size_t i = 0; i < batch->sample_count; i++) {
		const struct batch_sample *sample = &batch->samples[i];

		keys[i].words[0] = pair(sample->run, sample->metric);
		keys[i].words[1] = pair((uint32_t)sample->boot, (uint32_t)sample->iteration);
		keys[i].words[2] = pair(sample->file, sample->line);
	}
	order = order_new(batch->arena, keys, batch->sample_count, batch->sample_count, by_words);
	REORDER(batch->arena, batch->samples, batch->sample_count, &order);
	for (size_t i = 0; i < batch->sample_count; i++) {
		struct batch_sample *sample = &batch->samples[i];
		bool first = i == 0 || sample[-1].run != sample->run ||
			     sample[-1].metric != sample->metric ||
			     sample[-1].boot != sample->boot ||
			     sample[-1].iteration != sample->iteration;

		sample->seq = first ? 1 : sample[-1].seq + 1;
	}
}

/* ------------------------------------------------------------------ finish */

/* Mails that the options tell, of each run. */
static void add_told_mails(struct batch *batch)
{
	size_t capacity = batch->mail_count;

	for (size_t run = 0; run < batch->run_count; run++)
		for (size_t i = 0; i < batch->options.mail_count; i++) {
			struct batch_mail mail = batch->options.mails[i];

			mail.run = (uint32_t)run;
			ARENA_PUSH(batch->arena, batch->mails, batch->mail_count, capacity, mail);
		}
}

static void order_batch(struct batch *batch)
{
	struct orders orders = { .runs = order_runs(batch), .metrics = order_metrics(batch) };
	size_t states = batch->run_count;

	orders.files = order_files(batch, &orders.runs);
	REORDER(batch->arena, batch->runs, batch->run_count, &orders.runs);
	REORDER(batch->arena, batch->state->runs, states, &orders.runs);
	REORDER(batch->arena, batch->metrics, batch->metric_count, &orders.metrics);
	order_profiles(batch, &orders);
	order_all_rows(batch, &orders);
}

enum err batch_finish(struct batch *batch, struct error *err)
{
	if (batch->state->too_many_runs)
		return batch_too_many_runs(err);
	if (batch->state->keep_errno != 0)
		return error_set(err, ERR_IO, "cannot keep the raw files: %s",
				 strerror(batch->state->keep_errno));
	if (batch->sample_count + batch->summary_count + batch->note_count + batch->symbol_count +
		    batch->histogram_count + batch->node_count + batch->instruction_count ==
	    0)
		return error_set(err, ERR_INPUT, "no measurement in it");
	order_batch(batch);
	batch_derive(batch);
	order_samples(batch);
	batch_trace(batch);
	add_told_mails(batch);
	return OK;
}
