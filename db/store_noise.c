/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The noise floor of each metric of a column: of its series over the kernels of one machine and
 * config line, from the medians that stand beside the samples. At most the 40 latest runs of its
 * benchmarks are looked at, so that a comparison costs the same however much is stored.
 */
#include "db/packed.h"
#include "db/store_private.h"

#include <stdlib.h>
#include <string.h>

#include "lib/noise.h"

enum { RUNS_MAX = 40 };

struct line_run {
	int64_t rowid;
	struct store_kernel kernel; /* its row and what puts it in order */
	size_t place;               /* of its start, latest first */
};

/* What is known of one metric: medians in the order of kernels, and differences between runs. */
struct series {
	size_t cell;
	double medians[RUNS_MAX], pairs[RUNS_MAX];
	size_t median_count, pair_count;
	int64_t kernel; /* of the last median */
};

static void run_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct line_run *run = element;

	run->rowid = db_int(stmt, 0);
	run->kernel.rowid = db_int(stmt, 1);
	run->kernel.order = db_text(arena, stmt, 2);
	run->kernel.release = db_text(arena, stmt, 3);
}

/* Those that are like a run. */
static enum err read_runs(struct store *store, struct arena *arena, int64_t run, struct slice line,
			  struct line_run **out, size_t *count, struct error *err)
{
	static const struct store_shape shape = { sizeof(struct line_run), run_at };
	struct store_refs refs;
	struct stmt *stmt;
	enum err e = store_run_refs(store, run, &refs, err);

	if (e == OK)
		e = db_prepare(store->db, "noise_runs", &stmt, err);
	if (e != OK)
		return e;
	db_bind_int(stmt, 1, refs.machine);
	db_bind_text(stmt, 2, line);
	db_bind_int(stmt, 3, run);
	db_bind_int(stmt, 4, RUNS_MAX);
	e = store_list(arena, stmt, &shape, out, count, err);
	for (size_t i = 0; i < *count && e == OK; i++)
		(*out)[i].place = i;
	return e;
}

/* Whether they can give a floor at all. */
static bool is_enough(const struct line_run *runs, size_t count)
{
	size_t again = 0;

	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < i; k++)
			if (runs[k].kernel.rowid == runs[i].kernel.rowid) {
				again++;
				break;
			}
	return again >= NOISE_PAIRS_LEAST || count - again >= NOISE_POINTS_LEAST;
}

/* Oldest kernel first, then the oldest run. */
static int run_cmp(const void *a, const void *b)
{
	const struct line_run *x = a, *y = b;
	int order = store_kernel_cmp(&x->kernel, &y->kernel);

	if (order == 0)
		order = (x->kernel.rowid > y->kernel.rowid) - (x->kernel.rowid < y->kernel.rowid);
	return order != 0 ? order : (x->place < y->place) - (x->place > y->place);
}

static void add_median(struct series *series, int64_t kernel, double median)
{
	size_t n = series->median_count;

	if (n > 0 && series->kernel == kernel) {
		series->pairs[series->pair_count++] =
			noise_difference(series->medians[n - 1], median);
		series->medians[n - 1] = median; /* the latest stands for the kernel */
		return;
	}
	series->kernel = kernel;
	series->medians[series->median_count++] = median;
}

/* Adds those of a run to the series of their metrics. */
static enum err add_medians(struct arena *arena, const struct line_run *run, struct slice packed,
			    struct series *const *by_metric, size_t metrics, struct error *err)
{
	struct arena_mark mark = arena_mark(arena);
	size_t n = packed_count(packed);
	double *medians = ARENA_ARRAY(arena, n, double);
	int32_t *of = ARENA_ARRAY(arena, n, int32_t);
	bool whole = packed_read(packed, medians, of);

	for (size_t i = 0; whole && i < n; i++)
		if ((size_t)of[i] < metrics && by_metric[of[i]] != NULL && medians[i] > 0)
			add_median(by_metric[of[i]], run->kernel.rowid, medians[i]);
	arena_rewind(arena, mark);
	return whole ? OK : store_damaged(err);
}

static enum err read_medians(struct store *store, struct arena *arena, const struct line_run *run,
			     struct series *const *by_metric, size_t metrics, struct error *err)
{
	bool row = false;
	struct stmt *stmt;
	enum err e = db_prepare(store->db, "noise_medians", &stmt, err);

	if (e != OK)
		return e;
	db_bind_int(stmt, 1, run->rowid);
	e = db_step(stmt, &row, err);
	if (e == OK && row)
		e = add_medians(arena, run, db_bytes(stmt, 0), by_metric, metrics, err);
	db_reset(stmt);
	return e;
}

/* Series by the row of their metric; *count is one more than the highest. */
static struct series **series_of(struct arena *arena, const struct column *column, size_t *count)
{
	struct series **out;

	*count = 0;
	for (size_t i = 0; i < column->cell_count; i++)
		if (column->cells[i].boots != NULL && (size_t)column->cells[i].key >= *count)
			*count = (size_t)column->cells[i].key + 1;
	out = ARENA_ARRAY(arena, *count + 1, struct series *);
	for (size_t i = 0; i < column->cell_count; i++) {
		if (column->cells[i].boots == NULL)
			continue;
		out[column->cells[i].key] = ARENA_NEW(arena, struct series);
		out[column->cells[i].key]->cell = i;
	}
	return out;
}

enum err store_noise(struct store *store, struct arena *arena, int64_t run, struct column *column,
		     struct error *err)
{
	struct line_run *runs = NULL;
	struct series **by_metric;
	size_t count = 0, metrics;
	enum err e = read_runs(store, arena, run, column->config.line, &runs, &count, err);

	if (e != OK || !is_enough(runs, count))
		return e;
	by_metric = series_of(arena, column, &metrics);
	qsort(runs, count, sizeof(*runs), run_cmp);
	for (size_t i = 0; i < count && e == OK; i++)
		e = read_medians(store, arena, &runs[i], by_metric, metrics, err);
	for (size_t i = 0; i < metrics && e == OK; i++) {
		const struct series *s = by_metric[i];
		struct noise noise;

		if (s == NULL)
			continue;
		noise = noise_of(arena, s->pairs, s->pair_count, s->medians, s->median_count);
		if (noise.source != NOISE_UNKNOWN)
			column->cells[s->cell].noise = noise.floor;
	}
	return e;
}

enum err store_noise_runs(struct store *store, struct arena *arena, struct slice machine,
			  struct slice benchmark, struct noise_run **out, size_t *count,
			  struct error *err)
{
	const struct store_filter filter = { .machine = machine,
					     .benchmark = benchmark,
					     .limit = STORE_NOISE_RUNS };
	struct noise_run *runs = ARENA_ARRAY(arena, STORE_NOISE_RUNS, struct noise_run);
	struct store_runs found;
	size_t n = 0;
	enum err e = store_runs(store, arena, &filter, &found, err);

	for (size_t i = 0; e == OK && i < found.count; i++) {
		if (found.runs[i].transcribed || found.runs[i].samples == 0)
			continue;
		e = store_column_bare(store, arena, &found.runs[i].rowid, 1, &runs[n].column, err);
		if (e == OK && noise_view_takes_floors(runs, n))
			e = store_noise(store, arena, found.runs[i].rowid, &runs[n].column, err);
		runs[n++].start_s = found.runs[i].start_s;
	}
	if (e == OK) {
		*out = runs;
		*count = n;
	}
	return e;
}
