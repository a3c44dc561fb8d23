/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "lib/compare.h"
#include "lib/profile.h"

/* Cells being collected. */
struct cells {
	struct column_cell *list;
	size_t count, capacity;
};

static int cell_cmp(const struct column_cell *a, const struct column_cell *b)
{
	int order = metric_cmp(&a->metric, &b->metric);

	return order != 0 ? order : slice_cmp(a->statistic, b->statistic);
}

/* Equal ones stay in the order of the input: summaries' values stand in one array. */
static int cell_cmp_stable(const void *a, const void *b)
{
	const struct column_cell *x = a, *y = b;
	int order = cell_cmp(x, y);

	return order != 0 ? order : (x->values > y->values) - (x->values < y->values);
}

/* The first sample of a run at least this one: samples are in order of runs. */
static size_t samples_begin(const struct batch *batch, size_t run)
{
	size_t lo = 0, hi = batch->sample_count;

	while (lo < hi) {
		size_t middle = lo + (hi - lo) / 2;

		if (batch->samples[middle].run < run)
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo;
}

static void cells_of_samples(struct arena *arena, const struct batch *batch, size_t run,
			     struct cells *cells)
{
	size_t end_of_run = samples_begin(batch, run + 1);

	for (size_t i = samples_begin(batch, run), end; i < end_of_run; i = end) {
		uint32_t metric = batch->samples[i].metric;
		struct column_cell cell = { .metric = batch->metrics[metric],
					    .summary_n = RECORD_NO_COUNT };
		double *values;
		int32_t *boots;

		for (end = i + 1; end < end_of_run && batch->samples[end].metric == metric; end++)
			continue;
		cell.n = end - i;
		cell.values = values = ARENA_ARRAY(arena, cell.n, double);
		cell.boots = boots = ARENA_ARRAY(arena, cell.n, int32_t);
		for (size_t k = 0; k < cell.n; k++) {
			values[k] = batch->samples[i + k].value;
			boots[k] = batch->samples[i + k].boot;
		}
		ARENA_PUSH(arena, cells->list, cells->count, cells->capacity, cell);
	}
}

static void cells_of_summaries(struct arena *arena, const struct batch *batch, size_t run,
			       struct cells *cells)
{
	for (size_t i = 0; i < batch->summary_count; i++) {
		const struct batch_summary *summary = &batch->summaries[i];
		struct column_cell cell = {
			.metric = batch->metrics[summary->metric],
			.statistic = summary->statistic,
			.values = &summary->value,
			.n = 1,
			.summary_n = summary->n,
			.sem_percent = isnan(summary->sem_percent) ? 0 : summary->sem_percent,
		};

		if (summary->run == run && isfinite(summary->value))
			ARENA_PUSH(arena, cells->list, cells->count, cells->capacity, cell);
	}
}

/* In order, the first of each. */
static void cells_sort(struct cells *cells)
{
	size_t n = 0;

	if (cells->count > 0)
		qsort(cells->list, cells->count, sizeof(*cells->list), cell_cmp_stable);
	for (size_t i = 0; i < cells->count; i++)
		if (n == 0 || cell_cmp(&cells->list[n - 1], &cells->list[i]) != 0)
			cells->list[n++] = cells->list[i];
	cells->count = n;
}

static int fact_cmp(const void *a, const void *b)
{
	const struct batch_fact *x = *(const struct batch_fact *const *)a;
	const struct batch_fact *y = *(const struct batch_fact *const *)b;
	int order = slice_cmp(x->key, y->key);

	return order != 0 ? order : (x > y) - (x < y);
}

/* One value a key: the latest, as config_derive reads them. */
static void facts_of(struct arena *arena, const struct batch *batch, size_t run, struct column *out)
{
	const struct batch_fact **facts = NULL;
	size_t count = 0, capacity = 0;

	for (size_t i = 0; i < batch->fact_count; i++)
		if (batch->facts[i].run == run)
			ARENA_PUSH(arena, facts, count, capacity, &batch->facts[i]);
	if (count == 0)
		return;
	qsort(facts, count, sizeof(*facts), fact_cmp);
	out->facts = ARENA_ARRAY(arena, count, struct label);
	for (size_t i = 0; i < count; i++)
		if (i + 1 == count || !slice_eq(facts[i]->key, facts[i + 1]->key))
			out->facts[out->fact_count++] =
				(struct label){ facts[i]->key, facts[i]->value };
}

void compare_column_of_batch(struct arena *arena, const struct batch *batch, size_t run,
			     struct column *out)
{
	const struct batch_run *from = &batch->runs[run];
	struct cells cells = { NULL };

	*out = (struct column){
		.name = from->name,
		.kernel = from->kernel_level.n > 0 ? from->kernel_level : from->kernel,
		.config = from->config,
		.machine =
			from->machine.name.n > 0 ? from->machine.name : from->machine.fingerprint,
		.runs = 1,
		.boots = from->boots,
		.transcribed = from->transcribed,
		.memcg_percent = profile_memcg_percent_of_run(arena, batch, run),
	};
	cells_of_samples(arena, batch, run, &cells);
	cells_of_summaries(arena, batch, run, &cells);
	cells_sort(&cells);
	out->cells = cells.list;
	out->cell_count = cells.count;
	facts_of(arena, batch, run, out);
}
