/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/noise_view.h"

#include <math.h>

/* ---- what takes part ---- */

static bool is_sampled(const struct column_cell *cell)
{
	return cell->boots != NULL && cell->n > 0 && !metric_is_duration(&cell->metric);
}

/* The samples of the boot that begins at value from. */
static struct verdict_side boot_at(const struct column_cell *cell, size_t from)
{
	struct verdict_side boot = { .values = cell->values + from };

	while (from + boot.n < cell->n && cell->boots[from + boot.n] == cell->boots[from])
		boot.n++;
	return boot;
}

/* ---- spreads: one run ---- */

/* Spread of samples around their boots, over the mean of all. */
static double within_boots(const struct column_cell *cell, double mean)
{
	double sum = 0, m, s;
	size_t df = 0;
	struct verdict_side boot;

	for (size_t i = 0; i < cell->n; i += boot.n) {
		boot = boot_at(cell, i);
		if (boot.n < 2)
			continue;
		stats_moments(boot.values, boot.n, &m, &s);
		sum += s * s * (double)(boot.n - 1);
		df += boot.n - 1;
	}
	return df > 0 ? sqrt(sum / (double)df) / mean : NAN;
}

static double between_boots(struct arena *arena, const struct column_cell *cell, double mean)
{
	double *medians = ARENA_ARRAY(arena, cell->n, double), m, s;
	struct verdict_side boot;
	size_t count = 0;

	for (size_t i = 0; i < cell->n; i += boot.n) {
		boot = boot_at(cell, i);
		medians[count++] = stats_median(arena, boot.values, boot.n);
	}
	if (count < 2)
		return NAN;
	stats_moments(medians, count, &m, &s);
	return s / mean;
}

static double median_or_nan(struct arena *arena, const double *values, size_t n)
{
	return n > 0 ? stats_median(arena, values, n) : NAN;
}

static struct noise_spread spread_of(struct arena *arena, const struct column *column)
{
	double *within = ARENA_ARRAY(arena, column->cell_count + 1, double);
	double *between = ARENA_ARRAY(arena, column->cell_count + 1, double);
	size_t within_count = 0, between_count = 0;
	struct noise_spread out = { 0 };

	for (size_t i = 0; i < column->cell_count; i++) {
		const struct column_cell *cell = &column->cells[i];
		double mean, stddev, value;

		if (!is_sampled(cell))
			continue;
		stats_moments(cell->values, cell->n, &mean, &stddev);
		if (!(mean > 0))
			continue;
		out.metrics++;
		value = within_boots(cell, mean);
		if (!isnan(value))
			within[within_count++] = value;
		value = between_boots(arena, cell, mean);
		if (!isnan(value))
			between[between_count++] = value;
	}
	out.within = median_or_nan(arena, within, within_count);
	out.between = median_or_nan(arena, between, between_count);
	return out;
}

/* ---- A/A ---- */

/* What is gathered of a benchmark, before medians and shares are made of it. */
struct gathering {
	struct noise_pairs *out;
	double *sizes; /* |ratio - 1| of each pair */
	size_t count, capacity;
	size_t low_p, decided;
};

struct builder {
	struct arena *arena;
	struct noise_view *view;
	struct gathering *gatherings;
	size_t count, pairs_capacity, gatherings_capacity, floors_capacity;
};

static struct gathering *gathering_of(struct builder *b, struct slice machine,
				      struct slice benchmark)
{
	struct noise_pairs pairs = { .machine = machine, .benchmark = benchmark };

	for (size_t i = 0; i < b->count; i++)
		if (slice_eq(b->view->pairs[i].machine, machine) &&
		    slice_eq(b->view->pairs[i].benchmark, benchmark))
			return &b->gatherings[i];
	ARENA_PUSH(b->arena, b->view->pairs, b->view->pairs_count, b->pairs_capacity, pairs);
	ARENA_PUSH(b->arena, b->gatherings, b->count, b->gatherings_capacity,
		   (struct gathering){ 0 });
	return &b->gatherings[b->count - 1];
}

/* One metric in two boots. */
struct pair {
	const struct column *column;
	const struct column_cell *cell;
	struct verdict verdict;
};

static void gather(struct builder *b, const struct pair *pair)
{
	const struct metric *metric = &pair->cell->metric;
	struct gathering *g = gathering_of(b, pair->column->machine, metric->benchmark);
	struct noise_pairs *out = &b->view->pairs[g - b->gatherings];
	double size = fabs(pair->verdict.effect);

	g->low_p += pair->verdict.p <= VERDICT_ALPHA;
	g->decided += verdict_mark(pair->verdict.word) == '*';
	ARENA_PUSH(b->arena, g->sizes, g->count, g->capacity, size);
	if (out->worst_metric.n > 0 && size <= out->worst)
		return;
	out->worst = size;
	out->worst_metric = metric_title(b->arena, metric);
	out->worst_run = pair->column->name;
}

/* The same metric in another run; NULL = it is not there. */
static const struct column_cell *cell_of(const struct column *column,
					 const struct column_cell *like)
{
	for (size_t i = 0; i < column->cell_count; i++)
		if (is_sampled(&column->cells[i]) &&
		    metric_cmp(&column->cells[i].metric, &like->metric) == 0)
			return &column->cells[i];
	return NULL;
}

/* Boots of a metric in a run, the first from its start; nothing where they are fewer. */
static struct verdict_side nth_boot(const struct column_cell *cell, size_t n)
{
	struct verdict_side boot = { 0 };

	for (size_t i = 0, k = 0; cell != NULL && i < cell->n; i += boot.n, k++) {
		boot = boot_at(cell, i);
		if (k == n)
			return boot;
	}
	return (struct verdict_side){ 0 };
}

static size_t boots_in(const struct column *column)
{
	size_t most = 0;

	for (size_t i = 0; i < column->cell_count; i++) {
		const struct column_cell *cell = &column->cells[i];
		size_t boots = 0;

		for (size_t k = 0; is_sampled(cell) && k < cell->n; k += boot_at(cell, k).n)
			boots++;
		most = boots > most ? boots : most;
	}
	return most;
}

struct boot {
	const struct column *column;
	size_t index;
};

/* One family: all metrics of two boots. */
static void hold_against(struct builder *b, struct boot first, struct boot second)
{
	size_t most = first.column->cell_count, count = 0;
	struct pair *pairs = ARENA_ARRAY(b->arena, most + 1, struct pair);
	struct verdict **rows = ARENA_ARRAY(b->arena, most + 1, struct verdict *);

	for (size_t i = 0; i < most; i++) {
		const struct column_cell *cell = &first.column->cells[i];
		struct verdict_side x, y;

		if (!is_sampled(cell))
			continue;
		x = nth_boot(cell, first.index);
		y = nth_boot(second.column == first.column ? cell : cell_of(second.column, cell),
			     second.index);
		if (x.n < VERDICT_LEAST || y.n < VERDICT_LEAST)
			continue;
		pairs[count] =
			(struct pair){ second.column, cell,
				       verdict_of(b->arena, &x, &y, cell->metric.better, NAN) };
		if (pairs[count].verdict.method == VERDICT_NO_TEST ||
		    pairs[count].verdict.is_difference)
			continue;
		rows[count] = &pairs[count].verdict;
		count++;
	}
	verdict_decide(b->arena, rows, count);
	for (size_t i = 0; i < count; i++)
		gather(b, &pairs[i]);
}

static bool are_alike(const struct column *a, const struct column *b)
{
	return slice_eq(a->machine, b->machine) && slice_eq(a->kernel, b->kernel) &&
	       slice_eq(a->config.key, b->config.key);
}

/* The next older run of the same kernel and config; NULL = none. */
static const struct column *older(const struct noise_run *runs, size_t count, size_t i)
{
	for (size_t k = i + 1; k < count; k++)
		if (are_alike(&runs[k].column, &runs[i].column))
			return &runs[k].column;
	return NULL;
}

static void hold_run(struct builder *b, const struct noise_run *runs, size_t count, size_t i)
{
	const struct column *column = &runs[i].column, *before = older(runs, count, i);
	size_t boots = boots_in(column);

	for (size_t k = 0; k + 1 < boots; k++)
		hold_against(b, (struct boot){ column, k }, (struct boot){ column, k + 1 });
	if (before != NULL && boots > 0)
		hold_against(b, (struct boot){ before, boots_in(before) - 1 },
			     (struct boot){ column, 0 });
}

static void finish_pairs(struct builder *b)
{
	struct noise_view *view = b->view;
	size_t low_p = 0, decided = 0, capacity = 0;
	double *sizes = NULL;

	for (size_t i = 0; i < b->count; i++) {
		const struct gathering *g = &b->gatherings[i];
		struct noise_pairs *out = &view->pairs[i];

		out->pairs = g->count;
		out->low_p = share_of((double)g->low_p, (double)g->count);
		out->decided = share_of((double)g->decided, (double)g->count);
		out->median = stats_median(b->arena, g->sizes, g->count);
		low_p += g->low_p;
		decided += g->decided;
		for (size_t k = 0; k < g->count; k++)
			ARENA_PUSH(b->arena, sizes, view->tested, capacity, g->sizes[k]);
	}
	view->low_p = share_of((double)low_p, (double)view->tested);
	view->decided = share_of((double)decided, (double)view->tested);
	view->median = median_or_nan(b->arena, sizes, view->tested);
}

/* ---- floors ---- */

static bool has_benchmark(const struct column *column, struct slice benchmark)
{
	for (size_t i = 0; i < column->cell_count; i++)
		if (is_sampled(&column->cells[i]) &&
		    slice_eq(column->cells[i].metric.benchmark, benchmark))
			return true;
	return false;
}

/* No newer run of its machine and config line has the benchmark. */
static bool is_newest_of(const struct noise_run *runs, size_t i, struct slice benchmark)
{
	for (size_t k = 0; k < i; k++)
		if (slice_eq(runs[k].column.machine, runs[i].column.machine) &&
		    slice_eq(runs[k].column.config.line, runs[i].column.config.line) &&
		    has_benchmark(&runs[k].column, benchmark))
			return false;
	return true;
}

/* The next cell from *at on whose floor counts; cells of one benchmark stand together. */
static const struct column_cell *next_floor(const struct noise_run *runs, size_t i, size_t *at,
					    struct slice *newest)
{
	const struct column *column = &runs[i].column;

	while (*at < column->cell_count) {
		const struct column_cell *cell = &column->cells[(*at)++];

		if (!is_sampled(cell))
			continue;
		if (slice_eq(cell->metric.benchmark, *newest))
			return cell;
		if (!is_newest_of(runs, i, cell->metric.benchmark))
			continue;
		*newest = cell->metric.benchmark;
		return cell;
	}
	return NULL;
}

bool noise_view_takes_floors(const struct noise_run *runs, size_t i)
{
	struct slice newest = SLICE_NONE;
	size_t at = 0;

	return next_floor(runs, i, &at, &newest) != NULL;
}

static struct noise_floors *floors_of(struct builder *b, struct slice machine,
				      struct slice benchmark)
{
	struct noise_view *view = b->view;
	struct noise_floors floors = { .machine = machine, .benchmark = benchmark, .worst = NAN };

	for (size_t i = 0; i < view->floors_count; i++)
		if (slice_eq(view->floors[i].machine, machine) &&
		    slice_eq(view->floors[i].benchmark, benchmark))
			return &view->floors[i];
	ARENA_PUSH(b->arena, view->floors, view->floors_count, b->floors_capacity, floors);
	return &view->floors[view->floors_count - 1];
}

static void add_floors(struct builder *b, const struct noise_run *runs, size_t i)
{
	struct slice newest = SLICE_NONE;
	const struct column_cell *cell;

	for (size_t at = 0; (cell = next_floor(runs, i, &at, &newest)) != NULL;) {
		struct noise_floors *floors =
			floors_of(b, runs[i].column.machine, cell->metric.benchmark);

		floors->series++;
		if (!(cell->noise > 0))
			continue;
		floors->known++;
		if (isnan(floors->worst) || cell->noise > floors->worst) {
			floors->worst = cell->noise;
			floors->worst_metric = metric_title(b->arena, &cell->metric);
		}
	}
}

/* The median of the known floors, which are read once more. */
static double median_floor(struct builder *b, const struct noise_floors *floors)
{
	double *known = ARENA_ARRAY(b->arena, floors->known + 1, double);
	const struct noise_run *runs = b->view->runs;
	size_t count = 0;

	for (size_t i = 0; i < b->view->run_count; i++) {
		struct slice newest = SLICE_NONE;
		const struct column_cell *cell;

		if (!slice_eq(runs[i].column.machine, floors->machine))
			continue;
		for (size_t at = 0; (cell = next_floor(runs, i, &at, &newest)) != NULL;)
			if (cell->noise > 0 && slice_eq(cell->metric.benchmark, floors->benchmark))
				known[count++] = cell->noise;
	}
	return median_or_nan(b->arena, known, count);
}

void noise_view_build(struct arena *arena, const struct noise_run *runs, size_t count,
		      struct noise_view *out)
{
	struct builder b = { .arena = arena, .view = out };

	*out = (struct noise_view){ .runs = runs, .run_count = count };
	out->spreads = ARENA_ARRAY(arena, count + 1, struct noise_spread);
	for (size_t i = 0; i < count; i++) {
		out->spreads[i] = spread_of(arena, &runs[i].column);
		hold_run(&b, runs, count, i);
		add_floors(&b, runs, i);
	}
	finish_pairs(&b);
	for (size_t i = 0; i < out->floors_count; i++)
		out->floors[i].median = median_floor(&b, &out->floors[i]);
}
