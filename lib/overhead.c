/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/overhead.h"

#include <math.h>
#include <stdlib.h>

#include "lib/buf.h"
#include "lib/noise.h"

/* A line and the order of its making, to number configs by it. */
struct line_ref {
	const struct config *config;
	size_t index;
};

static bool in_root(const struct config *config)
{
	return slice_is(config->placement, "root");
}

/* Lines in root first, then as their labels sort for people. */
static int line_cmp(const struct config *a, const struct config *b)
{
	int order = in_root(b) - in_root(a);

	if (order == 0)
		order = slice_cmp_natural(a->label, b->label);
	if (order == 0)
		order = slice_cmp(a->words, b->words);
	if (order == 0)
		order = slice_cmp(a->variant, b->variant);
	return order != 0 ? order : slice_cmp(a->line, b->line);
}

static int line_ref_cmp(const void *a, const void *b)
{
	return line_cmp(((const struct line_ref *)a)->config, ((const struct line_ref *)b)->config);
}

/* Lines of equal label are told apart by their variant and boot words. */
static struct slice label_of(struct arena *arena, const struct config *config, bool alone)
{
	struct buf buf;
	struct slice out;

	if (alone)
		return config->label;
	buf_init(&buf);
	buf_add(&buf, config->label);
	if (slice_find(config->label, arena_cstr(arena, config->variant)) == config->label.n)
		buf_addf(&buf, " %.*s", SLICE_FMT(config->variant));
	if (config->words.n > 0)
		buf_addf(&buf, " %.*s", SLICE_FMT(config->words));
	out = arena_slice(arena, buf_slice(&buf));
	buf_release(&buf);
	return out;
}

/* Some off serves it: the others have no costs that could be mistaken for its own. */
static bool has_off(const struct overhead_input *input, const struct config *config)
{
	for (size_t i = 0; i < input->config_count; i++)
		if (overhead_fit(config, &input->configs[i]) >= 0)
			return true;
	return false;
}

static bool line_is_alone(const struct overhead_input *input, const struct line_ref *refs,
			  size_t count, size_t i)
{
	struct slice label = refs[i].config->label;

	for (size_t k = 0; k < count; k++)
		if (slice_eq(refs[k].config->label, label) &&
		    !slice_eq(refs[k].config->line, refs[i].config->line) &&
		    has_off(input, refs[k].config))
			return false;
	return true;
}

/* Makes the lines and returns the line of each config; what is off has none. */
static uint32_t *lines_build(struct arena *arena, struct overhead *out)
{
	const struct overhead_input *input = &out->input;
	struct line_ref *refs = ARENA_ARRAY(arena, input->config_count + 1, struct line_ref);
	uint32_t *line_of = ARENA_ARRAY(arena, input->config_count + 1, uint32_t);
	size_t count = 0, capacity = 0;

	for (size_t i = 0; i < input->config_count; i++)
		if (!config_is_off(&input->configs[i]))
			refs[count++] = (struct line_ref){ &input->configs[i], i };
	qsort(refs, count, sizeof(*refs), line_ref_cmp);
	for (size_t i = 0; i < count; i++) {
		const struct config *config = refs[i].config;
		struct overhead_line line = { .key = config->line };

		if (i == 0 || !slice_eq(config->line, refs[i - 1].config->line)) {
			line.label = label_of(arena, config, line_is_alone(input, refs, count, i));
			ARENA_PUSH(arena, out->lines, out->line_count, capacity, line);
		}
		line_of[refs[i].index] = (uint32_t)out->line_count - 1;
	}
	return line_of;
}

static int point_cmp(const void *a, const void *b)
{
	const struct overhead_point *x = *(const struct overhead_point *const *)a;
	const struct overhead_point *y = *(const struct overhead_point *const *)b;

	if (x->machine != y->machine)
		return x->machine < y->machine ? -1 : 1;
	if (x->metric != y->metric)
		return x->metric < y->metric ? -1 : 1;
	if (x->kernel != y->kernel)
		return x->kernel < y->kernel ? -1 : 1;
	return (x->config > y->config) - (x->config < y->config);
}

int overhead_fit(const struct config *on, const struct config *off)
{
	bool same_place = slice_eq(on->placement, off->placement);

	if (!config_is_off(off) || !slice_eq(on->words, off->words) ||
	    (!same_place && !in_root(off)))
		return -1;
	return same_place * 4 + slice_eq(on->variant, off->variant) * 2 +
	       slice_eq(on->options, off->options);
}

static int series_cmp(const void *a, const void *b, void *data)
{
	const struct overhead_input *input = data;
	const struct overhead_point *x = &input->points[*(const size_t *)a];
	const struct overhead_point *y = &input->points[*(const size_t *)b];
	int order = slice_cmp(input->configs[x->config].line, input->configs[y->config].line);

	if (x->machine != y->machine)
		return x->machine < y->machine ? -1 : 1;
	if (x->metric != y->metric)
		return x->metric < y->metric ? -1 : 1;
	if (order != 0)
		return order;
	return (x->kernel > y->kernel) - (x->kernel < y->kernel);
}

static bool same_series(const struct overhead_input *input, size_t a, size_t b)
{
	const struct overhead_point *x = &input->points[a], *y = &input->points[b];

	return x->machine == y->machine && x->metric == y->metric &&
	       slice_eq(input->configs[x->config].line, input->configs[y->config].line);
}

/* The noise floor of one series, whose points stand in the order of kernels. */
static double noise_of_series(struct arena *arena, const struct overhead_input *input,
			      const size_t *places, size_t count)
{
	struct arena_mark mark = arena_mark(arena);
	double *medians = ARENA_ARRAY(arena, count, double), *pairs = NULL, floor;
	size_t n = 0, capacity = 0;

	for (size_t i = 0; i < count; i++) {
		const struct overhead_point *point = &input->points[places[i]];

		medians[i] = point->stats.median;
		for (int k = 1; point->run_medians != NULL && k < point->runs; k++)
			ARENA_PUSH(
				arena, pairs, n, capacity,
				noise_difference(point->run_medians[k - 1], point->run_medians[k]));
	}
	floor = noise_of(arena, pairs, n, medians, count).floor;
	arena_rewind(arena, mark);
	return floor;
}

static double *noise_build(struct arena *arena, const struct overhead_input *input)
{
	size_t *places = ARENA_ARRAY(arena, input->point_count + 1, size_t);
	double *out = ARENA_ARRAY(arena, input->point_count + 1, double);

	for (size_t i = 0; i < input->point_count; i++)
		places[i] = i;
	qsort_r(places, input->point_count, sizeof(*places), series_cmp, (void *)input);
	for (size_t i = 0, end; i < input->point_count; i = end) {
		double floor;

		for (end = i + 1; end < input->point_count; end++)
			if (!same_series(input, places[i], places[end]))
				break;
		floor = noise_of_series(arena, input, &places[i], end - i);
		for (size_t k = i; k < end; k++)
			out[places[k]] = floor;
	}
	return out;
}

/* The points of one machine, metric and kernel. */
struct peers {
	const struct overhead_point **points;
	size_t count;
};

static const struct overhead_point *off_for(const struct overhead_input *input,
					    const struct peers *peers,
					    const struct overhead_point *on)
{
	const struct overhead_point *best = NULL;
	int best_fit = -1;

	for (size_t i = 0; i < peers->count; i++) {
		const struct overhead_point *off = peers->points[i];
		int now = overhead_fit(&input->configs[on->config], &input->configs[off->config]);

		if (now < 0 || now < best_fit || (now == best_fit && off->stats.n <= best->stats.n))
			continue;
		best = off;
		best_fit = now;
	}
	return best;
}

double overhead_saved(double cost)
{
	return cost / (1 + cost);
}

/* A change of the metric as a cost. */
static double as_cost(double effect, enum better better)
{
	return better == BETTER_HIGHER ? 1 / (1 + effect) - 1 : effect;
}

/* Sets cost, interval and verdict; false when there is no such number. */
static bool cell_cost(struct arena *arena, struct overhead_cell *cell, enum better better,
		      double noise)
{
	struct verdict *v = &cell->verdict;

	if (better != BETTER_HIGHER && better != BETTER_LOWER)
		return false;
	*v = verdict_of(arena, &cell->off->samples, &cell->on->samples, better, noise);
	if (v->is_difference)
		return false;
	cell->cost = as_cost(v->effect, better);
	cell->lo = as_cost(better == BETTER_HIGHER ? v->hi : v->lo, better);
	cell->hi = as_cost(better == BETTER_HIGHER ? v->lo : v->hi, better);
	return isfinite(cell->cost);
}

/* Of several builds on one line the one with most samples stands for it. */
static bool is_outdone(const struct peers *peers, const uint32_t *line_of,
		       const struct config *configs, size_t i)
{
	const struct overhead_point *point = peers->points[i];

	for (size_t k = 0; k < peers->count; k++) {
		const struct overhead_point *other = peers->points[k];

		if (k == i || config_is_off(&configs[other->config]) ||
		    line_of[other->config] != line_of[point->config])
			continue;
		if (other->stats.n > point->stats.n || (other->stats.n == point->stats.n && k < i))
			return true;
	}
	return false;
}

struct builder {
	struct arena *arena;
	struct overhead *out;
	const uint32_t *line_of;
	const double *noise; /* of each point's series; NaN = not known */
	size_t cell_capacity, mean_capacity, now_capacity;
};

static void cells_of_peers(struct builder *b, const struct peers *peers)
{
	const struct overhead_input *input = &b->out->input;

	for (size_t i = 0; i < peers->count; i++) {
		const struct overhead_point *on = peers->points[i];
		struct overhead_cell cell = { on->kernel, b->line_of[on->config], on->machine,
					      on->metric };

		if (config_is_off(&input->configs[on->config]) ||
		    is_outdone(peers, b->line_of, input->configs, i))
			continue;
		cell.on = on;
		cell.off = off_for(input, peers, on);
		if (cell.off == NULL ||
		    !cell_cost(
			    b->arena, &cell, input->metrics[on->metric].better,
			    fmax(b->noise[on - input->points], b->noise[cell.off - input->points])))
			continue;
		cell.off_in_root = !slice_eq(input->configs[on->config].placement,
					     input->configs[cell.off->config].placement);
		ARENA_PUSH(b->arena, b->out->cells, b->out->cell_count, b->cell_capacity, cell);
	}
}

static void cells_build(struct builder *b)
{
	const struct overhead_input *input = &b->out->input;
	const struct overhead_point **points =
		ARENA_ARRAY(b->arena, input->point_count + 1, const struct overhead_point *);

	for (size_t i = 0; i < input->point_count; i++)
		points[i] = &input->points[i];
	qsort(points, input->point_count, sizeof(*points), point_cmp);
	for (size_t i = 0, end; i < input->point_count; i = end) {
		for (end = i + 1; end < input->point_count; end++)
			if (points[end]->machine != points[i]->machine ||
			    points[end]->metric != points[i]->metric ||
			    points[end]->kernel != points[i]->kernel)
				break;
		cells_of_peers(b, &(struct peers){ &points[i], end - i });
	}
}

static int cell_cmp_table(const void *a, const void *b)
{
	const struct overhead_cell *x = a, *y = b;

	if (x->machine != y->machine)
		return x->machine < y->machine ? -1 : 1;
	if (x->metric != y->metric)
		return x->metric < y->metric ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return (x->kernel > y->kernel) - (x->kernel < y->kernel);
}

static int cell_cmp_mean(const void *a, const void *b)
{
	const struct overhead_cell *x = *(const struct overhead_cell *const *)a;
	const struct overhead_cell *y = *(const struct overhead_cell *const *)b;

	if (x->machine != y->machine)
		return x->machine < y->machine ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return (x->kernel > y->kernel) - (x->kernel < y->kernel);
}

/* The replicates of one side, whose logarithm goes into the mean with this weight. */
static struct bootstrap_group logs_of(struct arena *arena, const struct overhead_point *point,
				      bool by_boots, double weight)
{
	struct bootstrap_group out = { .weights = { weight } };

	out.values = verdict_replicates(arena, &point->samples, by_boots, true, &out.n);
	return out;
}

static struct overhead_mean mean_of(struct builder *b, const struct overhead_cell *const *cells,
				    size_t count)
{
	struct arena_mark mark = arena_mark(b->arena);
	struct bootstrap_group *groups = ARENA_ARRAY(b->arena, 2 * count, struct bootstrap_group);
	struct overhead_mean mean = { cells[0]->kernel, cells[0]->line, cells[0]->machine };
	struct bootstrap interval;

	for (size_t i = 0; i < count; i++) {
		const struct overhead_cell *cell = cells[i];
		enum better better = b->out->input.metrics[cell->metric].better;
		double weight = (better == BETTER_HIGHER ? -1 : 1) / (double)count;
		bool by_boots = cell->verdict.by_boots;

		groups[2 * i] = logs_of(b->arena, cell->off, by_boots, -weight);
		groups[2 * i + 1] = logs_of(b->arena, cell->on, by_boots, weight);
	}
	interval = bootstrap_of(b->arena, groups, 2 * count, bootstrap_ratio);
	arena_rewind(b->arena, mark);
	mean.cost = interval.value;
	mean.lo = interval.lo;
	mean.hi = interval.hi;
	mean.metrics = count;
	return mean;
}

static void means_build(struct builder *b)
{
	struct overhead *out = b->out;
	const struct overhead_cell **cells =
		ARENA_ARRAY(b->arena, out->cell_count + 1, const struct overhead_cell *);
	size_t count = 0;

	for (size_t i = 0; i < out->cell_count; i++)
		if (!metric_is_duration(&out->input.metrics[out->cells[i].metric]))
			cells[count++] = &out->cells[i];
	qsort(cells, count, sizeof(*cells), cell_cmp_mean);
	for (size_t i = 0, end; i < count; i = end) {
		struct overhead_mean mean;

		for (end = i + 1; end < count && cell_cmp_mean(&cells[i], &cells[end]) == 0; end++)
			continue;
		mean = mean_of(b, &cells[i], end - i);
		ARENA_PUSH(b->arena, out->means, out->mean_count, b->mean_capacity, mean);
	}
}

static bool same_family(const struct overhead *o, const struct overhead_cell *a,
			const struct overhead_cell *b)
{
	const struct metric *x = &o->input.metrics[a->metric], *y = &o->input.metrics[b->metric];

	return cell_cmp_mean(&a, &b) == 0 && slice_eq(x->benchmark, y->benchmark) &&
	       metric_is_duration(x) == metric_is_duration(y);
}

static int cell_cmp_family(const void *a, const void *b, void *data)
{
	const struct overhead *o = data;
	const struct metric *x = &o->input.metrics[(*(struct overhead_cell *const *)a)->metric];
	const struct metric *y = &o->input.metrics[(*(struct overhead_cell *const *)b)->metric];
	int order = cell_cmp_mean(a, b);

	if (order == 0)
		order = slice_cmp(x->benchmark, y->benchmark);
	return order != 0 ? order : metric_is_duration(x) - metric_is_duration(y);
}

static void families_decide(struct arena *arena, struct overhead *o)
{
	struct overhead_cell **cells =
		ARENA_ARRAY(arena, o->cell_count + 1, struct overhead_cell *);
	struct verdict **family = ARENA_ARRAY(arena, o->cell_count + 1, struct verdict *);

	for (size_t i = 0; i < o->cell_count; i++)
		cells[i] = &o->cells[i];
	qsort_r(cells, o->cell_count, sizeof(*cells), cell_cmp_family, o);
	for (size_t i = 0, end; i < o->cell_count; i = end) {
		for (end = i; end < o->cell_count && same_family(o, cells[i], cells[end]); end++)
			family[end - i] = &cells[end]->verdict;
		verdict_decide(arena, family, end - i);
	}
}

/* Cells of the newest kernel that a machine has any of; durations are none. */
static size_t newest_cells(const struct overhead *o, const struct overhead_cell **out,
			   uint32_t *newest)
{
	size_t count = 0;

	for (size_t i = 0; i < o->cell_count; i++)
		if (o->cells[i].kernel > newest[o->cells[i].machine])
			newest[o->cells[i].machine] = o->cells[i].kernel;
	for (size_t i = 0; i < o->cell_count; i++)
		if (o->cells[i].kernel == newest[o->cells[i].machine] &&
		    !metric_is_duration(&o->input.metrics[o->cells[i].metric]))
			out[count++] = &o->cells[i];
	return count;
}

static void now_build(struct builder *b)
{
	struct overhead *out = b->out;
	const struct overhead_cell **cells =
		ARENA_ARRAY(b->arena, out->cell_count + 1, const struct overhead_cell *);
	size_t count = newest_cells(out, cells,
				    ARENA_ARRAY(b->arena, out->input.machine_count + 1, uint32_t));

	qsort_r(cells, count, sizeof(*cells), cell_cmp_family, out);
	for (size_t i = 0, end; i < count; i = end) {
		struct overhead_mean mean;

		for (end = i + 1; end < count && same_family(out, cells[i], cells[end]); end++)
			continue;
		mean = mean_of(b, &cells[i], end - i);
		mean.benchmark = out->input.metrics[cells[i]->metric].benchmark;
		ARENA_PUSH(b->arena, out->now, out->now_count, b->now_capacity, mean);
	}
}

void overhead_build(struct arena *arena, const struct overhead_input *input, struct overhead *out)
{
	struct builder b = { .arena = arena, .out = out };

	*out = (struct overhead){ .input = *input };
	b.line_of = lines_build(arena, out);
	b.noise = noise_build(arena, input);
	cells_build(&b);
	if (out->cell_count > 0)
		qsort(out->cells, out->cell_count, sizeof(*out->cells), cell_cmp_table);
	families_decide(arena, out);
	means_build(&b);
	now_build(&b);
}
