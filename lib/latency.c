/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/latency.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/kver.h"

const double latency_percentiles[] = { 0.5, 0.9, 0.99, 0.999 };

/* The top bucket of 32 bits, and the first bpftrace that counts with 64. */
#define CUT_LO    2147483648.0
#define CUT_HI    4294967296.0
#define CUT_FIXED "0.20"

/* A histogram and the run that has it. */
struct found {
	const struct traced_histogram *histogram;
	size_t run;
};

struct finds {
	struct found *list; /* by metric, run, then as they came */
	size_t count, capacity;
};

static int found_cmp(const void *a, const void *b)
{
	const struct found *x = a, *y = b;
	int order = metric_cmp(&x->histogram->metric, &y->histogram->metric);

	if (order == 0)
		order = (x->run > y->run) - (x->run < y->run);
	return order != 0 ? order : (x->histogram > y->histogram) - (x->histogram < y->histogram);
}

static void find_all(struct arena *arena, const struct traced *runs, size_t run_count,
		     struct slice name, struct finds *finds)
{
	for (size_t run = 0; run < run_count; run++)
		for (size_t i = 0; i < runs[run].histogram_count; i++) {
			struct found found = { &runs[run].histograms[i], run };

			if (name.n == 0 || slice_eq(found.histogram->metric.name, name))
				ARENA_PUSH(arena, finds->list, finds->count, finds->capacity,
					   found);
		}
	if (finds->count > 0)
		qsort(finds->list, finds->count, sizeof(*finds->list), found_cmp);
}

/* Of the finds of one metric: drops all but the last of each run. */
static size_t keep_last(struct found *finds, size_t count)
{
	size_t n = 0;

	for (size_t i = 0; i < count; i++)
		if (i + 1 == count || finds[i + 1].run != finds[i].run)
			finds[n++] = finds[i];
	return n;
}

static int range_cmp(const void *a, const void *b)
{
	const struct latency_range *x = a, *y = b;

	if (x->lo < y->lo || x->lo > y->lo)
		return x->lo < y->lo ? -1 : 1;
	return (x->hi > y->hi) - (x->hi < y->hi);
}

static void collect_bounds(struct arena *arena, const struct found *finds, size_t count,
			   struct latency_row *row)
{
	size_t all = 0, n = 0;

	for (size_t i = 0; i < count; i++)
		all += finds[i].histogram->bucket_count;
	row->bounds = ARENA_ARRAY(arena, all + 1, struct latency_range);
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < finds[i].histogram->bucket_count; k++) {
			const struct bucket *bucket = &finds[i].histogram->buckets[k];

			row->bounds[n++] = (struct latency_range){ bucket->lo, bucket->hi };
		}
	qsort(row->bounds, n, sizeof(*row->bounds), range_cmp);
	for (size_t i = 0; i < n; i++)
		if (i == 0 || range_cmp(&row->bounds[row->bound_count - 1], &row->bounds[i]) != 0)
			row->bounds[row->bound_count++] = row->bounds[i];
}

/* Both are in order. */
static void add_counts(const struct latency_row *row, struct latency_cell *cell,
		       const struct traced_histogram *histogram)
{
	size_t at = 0;

	for (size_t i = 0; i < histogram->bucket_count; i++) {
		const struct bucket *bucket = &histogram->buckets[i];
		struct latency_range range = { bucket->lo, bucket->hi };

		while (range_cmp(&row->bounds[at], &range) != 0)
			at++;
		if (cell->counts[at] == LATENCY_NOT_PRINTED)
			cell->counts[at] = 0;
		cell->counts[at] += bucket->count;
		cell->total += bucket->count;
	}
	cell->prints++;
}

static bool may_be_cut(const struct traced *run)
{
	return run->tool.n == 0 || kver_cmp(run->tool, slice_str(CUT_FIXED)) < 0;
}

/* Whether the last bucket that has anything is the top one of 32 bits. */
static bool is_cut(const struct latency_row *row, const struct latency_cell *cell)
{
	for (size_t i = row->bound_count; i > 0; i--)
		if (cell->counts[i - 1] > 0)
			return row->bounds[i - 1].lo >= CUT_LO && row->bounds[i - 1].hi <= CUT_HI;
	return false;
}

static void build_row(struct arena *arena, const struct latency *latency, const struct found *finds,
		      size_t count, struct latency_row *row)
{
	row->metric = finds[0].histogram->metric;
	collect_bounds(arena, finds, count, row);
	row->cells = ARENA_ARRAY(arena, latency->run_count, struct latency_cell);
	for (size_t run = 0; run < latency->run_count; run++) {
		row->cells[run].counts = ARENA_ARRAY(arena, row->bound_count + 1, int64_t);
		for (size_t i = 0; i < row->bound_count; i++)
			row->cells[run].counts[i] = LATENCY_NOT_PRINTED;
	}
	for (size_t i = 0; i < count; i++)
		add_counts(row, &row->cells[finds[i].run], finds[i].histogram);
	for (size_t run = 0; run < latency->run_count; run++)
		row->cells[run].open_top = slice_starts(row->metric.name, "@") &&
					   may_be_cut(&latency->runs[run]) &&
					   is_cut(row, &row->cells[run]);
}

enum err latency_build(struct arena *arena, const struct traced *runs, size_t run_count,
		       struct slice name, enum latency_prints prints, struct latency *out,
		       struct error *err)
{
	struct finds finds = { NULL };

	*out = (struct latency){ .runs = runs, .run_count = run_count };
	if (run_count > TRACED_RUNS_MAX)
		return error_set(err, ERR_LIMIT, "%zu runs, at most %d", run_count,
				 TRACED_RUNS_MAX);
	find_all(arena, runs, run_count, name, &finds);
	if (finds.count == 0)
		return error_set(err, ERR_NOT_FOUND, "no histogram%s%.*s%s in these runs",
				 name.n > 0 ? " '" : "", SLICE_FMT(name), name.n > 0 ? "'" : "");
	out->rows = ARENA_ARRAY(arena, finds.count, struct latency_row);
	for (size_t i = 0, end; i < finds.count; i = end) {
		for (end = i + 1; end < finds.count; end++)
			if (!metric_eq(&finds.list[i].histogram->metric,
				       &finds.list[end].histogram->metric))
				break;
		build_row(arena, out, &finds.list[i],
			  prints == LATENCY_ALL ? end - i : keep_last(&finds.list[i], end - i),
			  &out->rows[out->row_count++]);
	}
	return OK;
}

struct latency_range latency_percentile(const struct latency_row *row,
					const struct latency_cell *cell, double fraction)
{
	int64_t rank = (int64_t)ceil(fraction * (double)cell->total), seen = 0;

	for (size_t i = 0; i < row->bound_count; i++) {
		if (cell->counts[i] > 0)
			seen += cell->counts[i];
		if (cell->total > 0 && seen >= rank)
			return (struct latency_range){
				row->bounds[i].lo,
				cell->open_top && row->bounds[i].lo >= CUT_LO ? INFINITY
									      : row->bounds[i].hi,
			};
	}
	return (struct latency_range){ NAN, NAN };
}
