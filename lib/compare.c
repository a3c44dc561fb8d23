/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/compare.h"

#include <math.h>
#include <stdlib.h>

/* A cell of some column, on its way into a row. */
struct cell_ref {
	const struct column_cell *cell;
	size_t column;
};

/*
 * Columns of time(1): a benchmark's results when it has no others, else durations. Elapsed holds
 * the others, so that no mean over them says anything.
 */
static bool is_clock(const struct metric *metric)
{
	return slice_is(metric->name, "User") || slice_is(metric->name, "System") ||
	       slice_is(metric->name, "Elapsed") || slice_is(metric->name, "CPU");
}

/* Durations stand behind the test's own results, as User, System, Elapsed. */
static int row_cmp(const struct column_cell *a, const struct column_cell *b)
{
	bool duration_a = metric_is_duration(&a->metric) || is_clock(&a->metric);
	bool duration_b = metric_is_duration(&b->metric) || is_clock(&b->metric);
	int order = slice_cmp(a->metric.benchmark, b->metric.benchmark);

	if (order == 0)
		order = duration_a - duration_b;
	if (order == 0)
		order = duration_a ? metric_cmp(&b->metric, &a->metric)
				   : metric_cmp(&a->metric, &b->metric);
	return order != 0 ? order : slice_cmp(a->statistic, b->statistic);
}

static int ref_cmp(const void *a, const void *b)
{
	const struct cell_ref *x = a, *y = b;
	int order = row_cmp(x->cell, y->cell);

	return order != 0 ? order : (x->column > y->column) - (x->column < y->column);
}

static struct cell_ref *refs_sorted(struct arena *arena, const struct column *columns, size_t count,
				    size_t *out_count)
{
	struct cell_ref *refs;
	size_t n = 0;

	for (size_t i = 0; i < count; i++)
		n += columns[i].cell_count;
	refs = ARENA_ARRAY(arena, n + 1, struct cell_ref);
	n = 0;
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < columns[i].cell_count; k++)
			refs[n++] = (struct cell_ref){ &columns[i].cells[k], i };
	qsort(refs, n, sizeof(*refs), ref_cmp);
	*out_count = n;
	return refs;
}

static struct compare_cell cell_absent(void)
{
	return (struct compare_cell){
		.summary_n = RECORD_NO_COUNT,
		.delta = NAN,
		.delta_lo = NAN,
		.delta_hi = NAN,
		.welch_p = NAN,
		.verdict = verdict_none(),
	};
}

static struct verdict_side side_of(const struct compare_cell *cell)
{
	return (struct verdict_side){ cell->values, cell->sample_boots, cell->n };
}

static struct compare_cell cell_of(struct arena *arena, const struct column_cell *cell)
{
	struct compare_cell out = cell_absent();
	struct verdict_side side;

	out.present = cell->n > 0;
	out.stats = stats_of(arena, cell->values, cell->n);
	out.values = cell->values;
	out.sample_boots = cell->boots;
	out.n = cell->n;
	side = side_of(&out);
	out.boots = verdict_boots(&side);
	out.summary_n = cell->summary_n;
	out.sem_percent = cell->sem_percent;
	out.noise = cell->noise;
	return out;
}

/*
 * The standard deviation and n behind a cell: of its samples, or of a summary that tells its
 * standard error. n = 1 when neither is known, so that there is no interval.
 */
static double spread_of(const struct compare_cell *cell, size_t *n)
{
	*n = cell->stats.n;
	if (cell->sample_boots != NULL)
		return cell->stats.stddev;
	if (!(cell->sem_percent > 0) || cell->summary_n < 2)
		return NAN;
	*n = (size_t)cell->summary_n;
	return fabs(cell->stats.mean) * cell->sem_percent / 100 * sqrt((double)*n);
}

static void cell_against(struct arena *arena, struct compare_cell *cell,
			 const struct compare_cell *base, enum better better)
{
	struct verdict_side base_side = side_of(base), side = side_of(cell);
	const struct stats *a = &base->stats, *b = &cell->stats;
	size_t n_a, n_b;
	double stddev_a = spread_of(base, &n_a), stddev_b = spread_of(cell, &n_b);
	struct welch welch = stats_welch(a->mean, stddev_a, n_a, b->mean, stddev_b, n_b);
	double half = welch.half_width / fabs(a->mean);

	cell->verdict =
		verdict_of(arena, &base_side, &side, better, fmax(base->noise, cell->noise));
	cell->welch_p = welch.p;
	if (a->mean == 0 || !isfinite(welch.difference))
		return;
	cell->delta = welch.difference / a->mean;
	cell->delta_lo = cell->delta - half;
	cell->delta_hi = cell->delta + half;
}

/* One row of the refs of one metric and statistic; false when it compares nothing. */
static bool row_build(struct arena *arena, const struct cell_ref *refs, size_t count,
		      const struct comparison *comparison, struct compare_row *out)
{
	struct compare_row row = { refs[0].cell->metric, refs[0].cell->statistic };
	struct compare_cell *base;
	size_t others = 0;

	row.cells = ARENA_ARRAY(arena, comparison->column_count, struct compare_cell);
	for (size_t i = 0; i < comparison->column_count; i++)
		row.cells[i] = cell_absent();
	for (size_t i = 0; i < count; i++) {
		row.cells[refs[i].column] = cell_of(arena, refs[i].cell);
		if (row.metric.better == BETTER_UNKNOWN)
			row.metric.better = refs[i].cell->metric.better;
	}
	base = &row.cells[comparison->baseline];
	for (size_t i = 0; base->present && i < comparison->column_count; i++) {
		if (i == comparison->baseline || !row.cells[i].present)
			continue;
		cell_against(arena, &row.cells[i], base, row.metric.better);
		others++;
	}
	*out = row;
	return others > 0 || comparison->column_count == 1;
}

static void rows_build(struct arena *arena, struct comparison *out)
{
	size_t count, capacity = 0;
	struct cell_ref *refs = refs_sorted(arena, out->columns, out->column_count, &count);

	for (size_t i = 0, end; i < count; i = end) {
		struct compare_row row;

		for (end = i + 1; end < count && row_cmp(refs[i].cell, refs[end].cell) == 0; end++)
			continue;
		if (row_build(arena, &refs[i], end - i, out, &row))
			ARENA_PUSH(arena, out->rows, out->row_count, capacity, row);
		else
			out->left_out++;
	}
}

static bool is_spread(struct slice statistic)
{
	static const char *const spreads[] = { "stddev", "coeffvar", "min",  "max",
					       "lower",  "upper",    "range" };

	for (size_t i = 0; i < ARRAY_SIZE(spreads); i++)
		if (slice_is(statistic, spreads[i]))
			return true;
	return false;
}

static bool may_count(const struct compare_row *row)
{
	return row->metric.benchmark.n > 0 &&
	       (row->metric.better == BETTER_HIGHER || row->metric.better == BETTER_LOWER) &&
	       !row->duration && !is_clock(&row->metric) && !is_spread(row->statistic);
}

static void rows_find_durations(struct compare_row *rows, size_t count)
{
	bool has_results = false;

	for (size_t i = 0; i < count; i++) {
		rows[i].duration = metric_is_duration(&rows[i].metric);
		has_results = has_results || (!rows[i].duration && !is_clock(&rows[i].metric));
	}
	for (size_t i = 0; i < count; i++)
		rows[i].duration = rows[i].duration || (has_results && is_clock(&rows[i].metric));
}

static void rows_count(struct compare_row *rows, size_t count)
{
	const struct compare_row *first = NULL;

	for (size_t i = 0; i < count; i++) {
		struct compare_row *row = &rows[i];

		if (!may_count(row))
			continue;
		if (first == NULL)
			first = row;
		row->counts = row->metric.better == first->metric.better &&
			      slice_eq(row->statistic, first->statistic);
	}
}

/* Replicates of a row's side, as logarithms. */
static struct bootstrap_group logs_of(struct arena *arena, const struct compare_cell *cell,
				      bool by_boots, double weight)
{
	struct verdict_side side = side_of(cell);
	struct bootstrap_group out = { .weights = { weight } };

	out.values = verdict_replicates(arena, &side, by_boots, true, &out.n);
	return out;
}

static bool has_ratio(const struct compare_row *row, size_t baseline, size_t column)
{
	return row->counts && row->cells[column].present && row->cells[baseline].present &&
	       !row->cells[column].verdict.is_difference;
}

static struct bootstrap geomean_of(struct arena *arena, const struct comparison *comparison,
				   const struct compare_group *group, size_t column)
{
	const struct compare_row *rows = &comparison->rows[group->first];
	struct bootstrap_group *sides =
		ARENA_ARRAY(arena, 2 * group->count, struct bootstrap_group);
	double count = 0;
	size_t n = 0;

	for (size_t i = 0; i < group->count; i++)
		count += has_ratio(&rows[i], comparison->baseline, column);
	for (size_t i = 0; i < group->count; i++) {
		const struct compare_cell *cells = rows[i].cells;
		bool by_boots = cells[column].verdict.by_boots;

		if (!has_ratio(&rows[i], comparison->baseline, column))
			continue;
		sides[n++] = logs_of(arena, &cells[comparison->baseline], by_boots, -1 / count);
		sides[n++] = logs_of(arena, &cells[column], by_boots, 1 / count);
	}
	if (n == 0 || column == comparison->baseline)
		return (struct bootstrap){ NAN, NAN, NAN };
	return bootstrap_of(arena, sides, n, bootstrap_ratio);
}

/* The rows of a column that are durations, or those that are none, as one family. */
static void family_decide(struct arena *arena, struct compare_row *rows, size_t count,
			  size_t column, bool durations)
{
	struct verdict **family = ARENA_ARRAY(arena, count, struct verdict *);
	size_t n = 0;

	for (size_t i = 0; i < count; i++)
		if (rows[i].cells[column].present && rows[i].duration == durations)
			family[n++] = &rows[i].cells[column].verdict;
	verdict_decide(arena, family, n);
}

static void group_judge(struct arena *arena, struct comparison *out, struct compare_group *group)
{
	struct compare_row *rows = &out->rows[group->first];

	group->geomean = ARENA_ARRAY(arena, out->column_count, struct bootstrap);
	for (size_t i = 0; i < out->column_count; i++) {
		if (i != out->baseline) {
			family_decide(arena, rows, group->count, i, false);
			family_decide(arena, rows, group->count, i, true);
		}
		group->geomean[i] = geomean_of(arena, out, group, i);
	}
}

static void groups_build(struct arena *arena, struct comparison *out)
{
	size_t capacity = 0;

	for (size_t i = 0, end; i < out->row_count; i = end) {
		struct compare_group group = { out->rows[i].metric.benchmark, i, 0, NULL };

		for (end = i + 1; end < out->row_count &&
				  slice_eq(out->rows[end].metric.benchmark, group.benchmark);
		     end++)
			continue;
		group.count = end - i;
		rows_find_durations(&out->rows[i], group.count);
		rows_count(&out->rows[i], group.count);
		group_judge(arena, out, &group);
		ARENA_PUSH(arena, out->groups, out->group_count, capacity, group);
	}
}

/* When something ran, and how it ended, differs always and tells nothing. */
static bool fact_tells(struct slice key)
{
	return !slice_is(key, "run.start") && !slice_is(key, "boot.time") &&
	       !slice_starts(key, "test.status.");
}

struct fact_ref {
	const struct label *fact;
	size_t column;
};

static int fact_ref_cmp(const void *a, const void *b)
{
	const struct fact_ref *x = a, *y = b;
	int order = slice_cmp(x->fact->key, y->fact->key);

	return order != 0 ? order : (x->column > y->column) - (x->column < y->column);
}

static struct fact_ref *facts_sorted(struct arena *arena, const struct comparison *comparison,
				     size_t *count)
{
	struct fact_ref *refs = NULL;
	size_t n = 0, capacity = 0;

	for (size_t i = 0; i < comparison->column_count; i++) {
		const struct column *column = &comparison->columns[i];

		for (size_t k = 0; k < column->fact_count; k++) {
			struct fact_ref ref = { &column->facts[k], i };

			if (fact_tells(ref.fact->key))
				ARENA_PUSH(arena, refs, n, capacity, ref);
		}
	}
	if (n > 0)
		qsort(refs, n, sizeof(*refs), fact_ref_cmp);
	*count = n;
	return refs;
}

static void differences_build(struct arena *arena, struct comparison *out)
{
	size_t count, capacity = 0;
	struct fact_ref *refs = facts_sorted(arena, out, &count);

	for (size_t i = 0, end; i < count; i = end) {
		struct compare_difference row = { refs[i].fact->key, NULL };
		bool differs = false;

		row.values = ARENA_ARRAY(arena, out->column_count, struct slice);
		for (end = i; end < count && slice_eq(refs[end].fact->key, row.key); end++)
			row.values[refs[end].column] = refs[end].fact->value;
		for (size_t k = 1; k < out->column_count; k++)
			differs = differs || !slice_eq(row.values[k], row.values[0]);
		if (differs)
			ARENA_PUSH(arena, out->differences, out->difference_count, capacity, row);
	}
}

double compare_recovered(const struct compare_row *row, size_t baseline, size_t bad, size_t fix)
{
	const struct compare_cell *cells = row->cells;
	double lost = cells[bad].stats.median - cells[baseline].stats.median;
	double back = cells[bad].stats.median - cells[fix].stats.median;

	if (cells[bad].verdict.word != VERDICT_WORSE || !cells[fix].present || lost == 0)
		return NAN;
	return back / lost;
}

enum err compare_build(struct arena *arena, const struct column *columns, size_t count,
		       size_t baseline, struct comparison *out, struct error *err)
{
	struct comparison comparison = {
		.columns = columns,
		.column_count = count,
		.baseline = baseline,
	};

	if (count == 0)
		return error_set(err, ERR_INPUT, "there is no run with numbers to compare");
	if (count > COMPARE_COLUMNS_MAX)
		return error_set(err, ERR_LIMIT, "%zu runs to compare, at most %d", count,
				 COMPARE_COLUMNS_MAX);
	if (baseline >= count)
		return error_set(err, ERR_BUG, "no column %zu for a baseline", baseline);
	rows_build(arena, &comparison);
	if (comparison.row_count == 0)
		return error_set(err, ERR_INPUT, "no metric in common with the baseline '%.*s'",
				 SLICE_FMT(columns[baseline].name));
	groups_build(arena, &comparison);
	differences_build(arena, &comparison);
	*out = comparison;
	return OK;
}
