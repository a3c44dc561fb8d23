/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/changes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/buf.h"
#include "lib/sha256.h"

static const double DETECTOR_P = 0.001;

struct finder {
	struct arena *arena;
	const struct overhead_input *input;
	struct changes *out;
	size_t series_capacity, capacity;
};

static const char *const state_names[] = { "new", "acknowledged", "expected", "fixed",
					   "dismissed" };

const char *change_state_name(enum change_state state)
{
	return state_names[state];
}

bool change_state_parse(struct slice text, enum change_state *out)
{
	for (size_t i = 0; i < ARRAY_SIZE(state_names); i++)
		if (slice_is(text, state_names[i])) {
			*out = (enum change_state)i;
			return true;
		}
	return false;
}

static bool passes(struct arena *arena, const struct changes *changes, const struct change *change,
		   const struct changes_filter *filter)
{
	const struct change_series *series = &changes->series[change->series];
	const struct overhead_input *input = changes->input;

	if (filter->metric.n > 0 &&
	    !slice_eq(metric_title(arena, &input->metrics[series->metric]), filter->metric))
		return false;
	if (filter->line.n > 0 && !slice_eq(input->configs[series->config].label, filter->line))
		return false;
	if (change->triage.state == CHANGE_DISMISSED && !filter->with_dismissed)
		return false;
	return filter->with_weak || change_is_confirmed(change) ||
	       change->triage.state != CHANGE_NEW;
}

void changes_narrow(struct arena *arena, struct changes *changes,
		    const struct changes_filter *filter)
{
	size_t n = 0;

	for (size_t i = 0; i < changes->count; i++)
		if (passes(arena, changes, &changes->list[i], filter))
			changes->list[n++] = changes->list[i];
	changes->count = n;
}

static bool is_in(struct kernel_range range, uint32_t kernel)
{
	return kernel >= range.first && kernel < range.end;
}

/* Copies the points of those kernels, in their order; sets *count. */
static struct overhead_point *points_in(struct arena *arena, const struct overhead_input *input,
					struct kernel_range range, size_t *count)
{
	struct overhead_point *out = ARENA_ARRAY(arena, input->point_count, struct overhead_point);

	*count = 0;
	for (size_t i = 0; i < input->point_count; i++)
		if (is_in(range, input->points[i].kernel))
			out[(*count)++] = input->points[i];
	return out;
}

/* Series lead to their points in another array, where those are that are in the range. */
static void lead_to(struct arena *arena, struct changes *changes, const struct overhead_point *kept,
		    struct kernel_range range)
{
	const struct overhead_input *input = changes->input;
	size_t *place = ARENA_ARRAY(arena, input->point_count, size_t), n = 0;

	for (size_t i = 0; i < input->point_count; i++) {
		place[i] = n;
		n += is_in(range, input->points[i].kernel);
	}
	for (size_t i = 0; i < changes->series_count; i++)
		for (size_t k = 0; k < changes->series[i].count; k++) {
			const struct overhead_point **point = &changes->series[i].points[k];

			if (is_in(range, (*point)->kernel))
				*point = &kept[place[*point - input->points]];
		}
}

void changes_narrow_kernels(struct arena *arena, struct changes *changes, struct kernel_range range)
{
	struct overhead_input *input = ARENA_NEW(arena, struct overhead_input);
	struct overhead_point *points;
	size_t n = 0;

	*input = *changes->input;
	input->points = points = points_in(arena, changes->input, range, &input->point_count);
	for (size_t i = 0; i < changes->count; i++)
		if (is_in(range, change_point(changes, &changes->list[i])->kernel))
			changes->list[n++] = changes->list[i];
	changes->count = n;
	lead_to(arena, changes, points, range);
	changes->input = input;
}

const struct overhead_point *change_point(const struct changes *changes,
					  const struct change *change)
{
	return changes->series[change->series].points[change->at];
}

bool change_is_confirmed(const struct change *change)
{
	return verdict_mark(change->verdict.word) == '*';
}

static int point_cmp(const void *a, const void *b, void *data)
{
	const struct overhead_point *x = *(const struct overhead_point *const *)a;
	const struct overhead_point *y = *(const struct overhead_point *const *)b;
	const struct overhead_input *input = data;
	int order;

	if (x->machine != y->machine)
		return x->machine < y->machine ? -1 : 1;
	order = slice_cmp(input->configs[x->config].line, input->configs[y->config].line);
	if (order != 0)
		return order;
	if (x->metric != y->metric)
		return x->metric < y->metric ? -1 : 1;
	if (x->kernel != y->kernel)
		return x->kernel < y->kernel ? -1 : 1;
	return (x->stats.n < y->stats.n) - (x->stats.n > y->stats.n);
}

static bool same_series(const struct overhead_input *input, const struct overhead_point *a,
			const struct overhead_point *b)
{
	return a->machine == b->machine && a->metric == b->metric &&
	       slice_eq(input->configs[a->config].line, input->configs[b->config].line);
}

static bool is_positive(const struct overhead_point *point)
{
	for (size_t i = 0; i < point->samples.n; i++)
		if (!(point->samples.values[i] > 0))
			return false;
	return point->samples.n > 0;
}

static double median_of(const struct overhead_point *point)
{
	return point->stats.median;
}

static struct noise noise_of_series(struct arena *arena, const struct change_series *series)
{
	struct arena_mark mark = arena_mark(arena);
	double *medians = ARENA_ARRAY(arena, series->count, double), *pairs = NULL;
	size_t count = 0, capacity = 0;
	struct noise noise;

	for (size_t i = 0; i < series->count; i++) {
		const struct overhead_point *point = series->points[i];

		medians[i] = median_of(point);
		for (int k = 1; point->run_medians != NULL && k < point->runs; k++)
			ARENA_PUSH(
				arena, pairs, count, capacity,
				noise_difference(point->run_medians[k - 1], point->run_medians[k]));
	}
	noise = noise_of(arena, pairs, count, medians, series->count);
	arena_rewind(arena, mark);
	return noise;
}

/* Of several builds on one kernel the one with most samples, which comes first. */
static void add_series(struct finder *f, const struct overhead_point **points, size_t count,
		       uint32_t newest)
{
	struct change_series series = { points[0]->machine, points[0]->metric, .points = points };

	if (metric_is_duration(&f->input->metrics[series.metric]))
		return;
	for (size_t i = 0; i < count; i++) {
		if (!is_positive(points[i]))
			return;
		if (series.count == 0 || points[series.count - 1]->kernel != points[i]->kernel)
			points[series.count++] = points[i];
	}
	series.config = points[series.count - 1]->config;
	series.noise = noise_of_series(f->arena, &series);
	series.newest = points[series.count - 1]->kernel == newest;
	ARENA_PUSH(f->arena, f->out->series, f->out->series_count, f->series_capacity, series);
}

static void series_build(struct finder *f)
{
	const struct overhead_input *input = f->input;
	const struct overhead_point **points =
		ARENA_ARRAY(f->arena, input->point_count + 1, const struct overhead_point *);
	uint32_t *newest = ARENA_ARRAY(f->arena, input->machine_count + 1, uint32_t);

	for (size_t i = 0; i < input->point_count; i++) {
		const struct overhead_point *point = &input->points[i];

		points[i] = point;
		if (point->kernel > newest[point->machine])
			newest[point->machine] = point->kernel;
	}
	qsort_r(points, input->point_count, sizeof(*points), point_cmp, (void *)input);
	for (size_t i = 0, end; i < input->point_count; i = end) {
		uint32_t machine = points[i]->machine;

		for (end = i + 1; end < input->point_count; end++)
			if (!same_series(input, points[i], points[end]))
				break;
		add_series(f, &points[i], end - i, newest[machine]);
	}
}

/* The samples of the points [from, to) as one side, each kernel's boots being others. */
static struct verdict_side pooled(struct arena *arena, const struct change_series *series,
				  size_t from, size_t to)
{
	struct verdict_side out = { NULL };
	double *values;
	int32_t *boots, before = 0;
	size_t n = 0;

	for (size_t i = from; i < to; i++)
		out.n += series->points[i]->samples.n;
	out.values = values = ARENA_ARRAY(arena, out.n + 1, double);
	out.boots = boots = ARENA_ARRAY(arena, out.n + 1, int32_t);
	for (size_t i = from; i < to; i++) {
		const struct verdict_side *side = &series->points[i]->samples;

		for (size_t k = 0; k < side->n; k++) {
			values[n] = side->values[k];
			boots[n++] = before + (side->boots == NULL ? 1 : side->boots[k]);
		}
		before = n > 0 ? boots[n - 1] : before;
	}
	return out;
}

static struct verdict verdict_at(const struct finder *f, const struct change_series *series,
				 size_t from, size_t at, size_t to)
{
	struct arena_mark mark = arena_mark(f->arena);
	struct verdict_side a = pooled(f->arena, series, from, at);
	struct verdict_side b = pooled(f->arena, series, at, to);
	struct verdict verdict = verdict_of(
		f->arena, &a, &b, f->input->metrics[series->metric].better, series->noise.floor);

	arena_rewind(f->arena, mark);
	return verdict;
}

static void identify(const struct finder *f, const struct change_series *series,
		     struct change *change)
{
	const struct overhead_input *input = f->input;
	const struct metric *metric = &input->metrics[series->metric];
	const struct slice *machines =
		input->machine_slugs ? input->machine_slugs : input->machines;
	const struct slice *kernels = input->kernel_slugs ? input->kernel_slugs : input->kernels;
	const struct slice parts[] = { machines[series->machine],
				       metric->benchmark,
				       metric->name,
				       metric->labels,
				       metric->unit,
				       input->configs[series->config].line,
				       kernels[series->points[change->at]->kernel] };
	unsigned char hash[SHA256_SIZE];
	struct buf key;

	buf_init(&key);
	for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
		buf_add(&key, parts[i]);
		buf_addc(&key, '\n');
	}
	sha256(buf_slice(&key), hash);
	buf_release(&key);
	id_from_hash(hash, CHANGE_ID_SIZE - 1, change->id);
}

static size_t more(size_t a, size_t b)
{
	return a > b ? a : b;
}

static size_t less(size_t a, size_t b)
{
	return a < b ? a : b;
}

static double level(const struct change_series *series, size_t from, size_t to)
{
	double sum = 0;

	for (size_t i = from; i < to; i++)
		sum += log(median_of(series->points[i]));
	return exp(sum / (double)(to - from));
}

/* What the detector found in one series. */
static void add_found(struct finder *f, size_t index, const struct ediv_point *points, size_t count)
{
	const struct change_series *series = &f->out->series[index];

	for (size_t i = 0; i < count; i++) {
		size_t at = points[i].at;
		size_t start = i == 0 ? 0 : points[i - 1].at;
		size_t end = i + 1 == count ? series->count : points[i + 1].at;
		struct change change = {
			.series = index, .at = at, .p = points[i].p, .recovered = NAN
		};

		change.from = more(start, at < CHANGE_NEIGHBOURS ? 0 : at - CHANGE_NEIGHBOURS);
		change.to = less(end, at + CHANGE_NEIGHBOURS);
		change.before = level(series, start, at);
		change.after = level(series, at, end);
		change.verdict = verdict_at(f, series, change.from, at, change.to);
		identify(f, series, &change);
		ARENA_PUSH(f->arena, f->out->list, f->out->count, f->capacity, change);
	}
}

/* The verdicts on the newest kernels of series, by one family's rows. */
struct newest {
	struct verdict *previous; /* by series; against the kernel before */
	struct verdict **family;
};

static bool same_family(const struct finder *f, const struct change_series *a,
			const struct change_series *b)
{
	const struct overhead_input *input = f->input;

	return a->machine == b->machine &&
	       slice_eq(input->configs[a->config].line, input->configs[b->config].line) &&
	       slice_eq(input->metrics[a->metric].benchmark, input->metrics[b->metric].benchmark);
}

static void newest_decide(struct finder *f, struct newest *n)
{
	const struct changes *out = f->out;

	for (size_t i = 0, end; i < out->series_count; i = end) {
		size_t count = 0;

		for (end = i;
		     end < out->series_count && same_family(f, &out->series[i], &out->series[end]);
		     end++) {
			const struct change_series *s = &out->series[end];

			if (!s->newest || s->count < 2)
				continue;
			n->previous[end] = verdict_at(f, s, s->count - 2, s->count - 1, s->count);
			n->family[count++] = &n->previous[end];
		}
		verdict_decide(f->arena, n->family, count);
	}
}

static bool is_decided(const struct verdict *verdict)
{
	return verdict_mark(verdict->word) == '*';
}

/* Adds or marks the newest kernel's change: decided against the one before, and its level. */
static void judge_newest(struct finder *f, size_t index, const struct verdict *previous,
			 size_t level_start, size_t first)
{
	const struct change_series *series = &f->out->series[index];
	size_t at = series->count - 1;
	struct change change = { .series = index,
				 .at = at,
				 .p = NAN,
				 .is_new = true,
				 .verdict = *previous,
				 .from = at - 1,
				 .to = at + 1,
				 .recovered = NAN };
	struct change *last = f->out->count > first ? &f->out->list[f->out->count - 1] : NULL;
	struct verdict whole;

	if (!series->newest || series->count < 2 || !is_decided(previous))
		return;
	if (last != NULL && last->at == at) {
		last->is_new = true;
		last->verdict = *previous;
		last->from = at - 1;
		last->to = at + 1;
		last->before = level(series, at - 1, at);
		last->after = level(series, at, series->count);
		return;
	}
	whole = verdict_at(f, series, level_start, at, series->count);
	if (!is_decided(&whole) || (whole.effect > 0) != (previous->effect > 0))
		return;
	change.before = level(series, at - 1, at);
	change.after = level(series, at, series->count);
	identify(f, series, &change);
	ARENA_PUSH(f->arena, f->out->list, f->out->count, f->capacity, change);
}

/* What a later change of the series took back of an earlier one. */
static void recover(struct finder *f, size_t first)
{
	struct change *list = f->out->list;

	for (size_t i = first; i + 1 < f->out->count; i++) {
		double there = list[i].after - list[i].before;
		double back = list[i].after - list[i + 1].after;

		if (there * back <= 0)
			continue;
		list[i].recovered = back / there;
		list[i].fixed_at = list[i + 1].at;
	}
}

static void find(struct finder *f, size_t index, const struct verdict *previous)
{
	const struct change_series *series = &f->out->series[index];
	double *logs = ARENA_ARRAY(f->arena, series->count, double);
	const struct ediv_options options = { DETECTOR_P,
					      fmax(VERDICT_FLOOR, series->noise.floor) };
	size_t count, first = f->out->count, start = 0;
	struct ediv_point *points;

	for (size_t i = 0; i < series->count; i++)
		logs[i] = log(median_of(series->points[i]));
	points = ediv_find(f->arena, logs, series->count, &options, &count);
	add_found(f, index, points, count);
	if (count > 0)
		start = points[count - 1].at == series->count - 1
				? (count > 1 ? points[count - 2].at : 0)
				: points[count - 1].at;
	judge_newest(f, index, previous, start, first);
	recover(f, first);
}

static int change_cmp(const void *a, const void *b, void *data)
{
	const struct change *x = a, *y = b;
	const struct changes *changes = data;
	uint32_t i = change_point(changes, x)->kernel, k = change_point(changes, y)->kernel;
	double size_x = fabs(log(x->after / x->before)), size_y = fabs(log(y->after / y->before));

	if (i != k)
		return i > k ? -1 : 1;
	if (size_x != size_y)
		return size_x > size_y ? -1 : 1;
	return (x->series > y->series) - (x->series < y->series);
}

void changes_build(struct arena *arena, const struct overhead_input *input, struct changes *out)
{
	struct finder f = { .arena = arena, .input = input, .out = out };
	struct newest newest;

	*out = (struct changes){ .input = input };
	series_build(&f);
	newest.previous = ARENA_ARRAY(arena, out->series_count + 1, struct verdict);
	newest.family = ARENA_ARRAY(arena, out->series_count + 1, struct verdict *);
	newest_decide(&f, &newest);
	for (size_t i = 0; i < out->series_count; i++)
		find(&f, i, &newest.previous[i]);
	if (out->count > 0)
		qsort_r(out->list, out->count, sizeof(*out->list), change_cmp, out);
}
