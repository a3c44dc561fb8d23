/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/verdict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/ranksum.h"
#include "lib/stats.h"

/* Both sides' replicates, sorted, on the scale on which they are compared. */
struct pair {
	double *a, *b;
	size_t m, n;
};

int verdict_boots(const struct verdict_side *side)
{
	int boots = 0;

	for (size_t i = 0; side->boots != NULL && i < side->n; i++)
		boots += i == 0 || side->boots[i] != side->boots[i - 1];
	return boots;
}

/* The medians of the boots, in their order. */
static size_t boot_medians(struct arena *arena, const struct verdict_side *side, double *out)
{
	size_t count = 0;

	for (size_t i = 0, end; i < side->n; i = end) {
		for (end = i + 1; end < side->n && side->boots[end] == side->boots[i]; end++)
			continue;
		out[count++] = stats_median(arena, side->values + i, end - i);
	}
	return count;
}

double *verdict_replicates(struct arena *arena, const struct verdict_side *side, bool by_boots,
			   bool logs, size_t *count)
{
	double *out = ARENA_ARRAY(arena, side->n + 1, double);

	*count = side->n;
	if (by_boots)
		*count = boot_medians(arena, side, out);
	else if (side->n > 0)
		memcpy(out, side->values, side->n * sizeof(*out));
	for (size_t i = 0; logs && i < *count; i++)
		out[i] = log(out[i]);
	stats_sort(out, *count);
	return out;
}

static bool is_positive(const struct verdict_side *side)
{
	for (size_t i = 0; i < side->n; i++)
		if (!(side->values[i] > 0))
			return false;
	return true;
}

/* On the scale of the comparison: the effect, as a fraction or a difference. */
static double effect_of(const struct verdict *v, double shift)
{
	return v->is_difference ? shift : expm1(shift);
}

static void by_t(struct verdict *v, const struct pair *pair, double *shift, double *half)
{
	double mean_a, mean_b, stddev_a, stddev_b;
	struct welch welch;

	stats_moments(pair->a, pair->m, &mean_a, &stddev_a);
	stats_moments(pair->b, pair->n, &mean_b, &stddev_b);
	if (v->constant) /* means of equal numbers may differ from them in the last bit */
		welch = stats_welch(pair->a[0], 0, pair->m, pair->b[0], 0, pair->n);
	else
		welch = stats_welch(mean_a, stddev_a, pair->m, mean_b, stddev_b, pair->n);
	v->method = VERDICT_T;
	v->p = welch.p;
	v->a12 = ranksum_u(pair->a, pair->m, pair->b, pair->n) / (double)pair->m / (double)pair->n;
	*shift = welch.difference;
	*half = welch.half_width;
	v->lo = effect_of(v, *shift - *half);
	v->hi = effect_of(v, *shift + *half);
}

static void by_ranks(struct arena *arena, struct verdict *v, const struct pair *pair, double *shift,
		     double *half)
{
	struct ranksum test = ranksum_test(arena, pair->a, pair->m, pair->b, pair->n);
	size_t first = test.interval_rank, last = pair->m * pair->n + 1 - first;
	double lo = ranksum_difference(pair->a, pair->m, pair->b, pair->n, first);
	double hi = ranksum_difference(pair->a, pair->m, pair->b, pair->n, last);

	v->method = test.approx ? VERDICT_NORMAL : test.ties ? VERDICT_TIES : VERDICT_RANKS;
	v->p = test.p;
	v->a12 = test.u / (double)pair->m / (double)pair->n;
	*shift = ranksum_shift(pair->a, pair->m, pair->b, pair->n);
	*half = (hi - lo) / 2;
	v->lo = effect_of(v, lo);
	v->hi = effect_of(v, hi);
}

static void test_pair(struct arena *arena, struct verdict *v, const struct pair *pair)
{
	bool is_t = pair->m == VERDICT_LEAST || pair->n == VERDICT_LEAST;
	double floor = v->is_difference ? v->floor : log1p(v->floor);
	double shift, half, needed;

	v->constant = pair->a[0] == pair->a[pair->m - 1] && pair->b[0] == pair->b[pair->n - 1];
	if (is_t)
		by_t(v, pair, &shift, &half);
	else
		by_ranks(arena, v, pair, &shift, &half);
	v->effect = effect_of(v, shift);
	v->detectable = effect_of(v, half);
	needed = (double)(pair->m < pair->n ? pair->m : pair->n) * pow(half / floor, 2);
	if (half > floor && isfinite(needed))
		v->needed = ceil(needed);
}

/* Effect alone, where there are too few for more. */
static void describe(struct verdict *v, const struct pair *pair)
{
	if (pair->m > 0 && pair->n > 0)
		v->effect = effect_of(v, stats_median_sorted(pair->b, pair->n) -
						 stats_median_sorted(pair->a, pair->m));
}

static double floor_of(const struct verdict *v, double noise_floor, const struct pair *pair)
{
	double floor = noise_floor > VERDICT_FLOOR ? noise_floor : VERDICT_FLOOR;

	if (!v->is_difference)
		return floor;
	return pair->m == 0 ? 0 : floor * fabs(stats_median_sorted(pair->a, pair->m));
}

struct verdict verdict_none(void)
{
	return (struct verdict){
		.effect = NAN,
		.lo = NAN,
		.hi = NAN,
		.p = NAN,
		.q = NAN,
		.a12 = NAN,
		.needed = NAN,
		.detectable = NAN,
	};
}

struct verdict verdict_of(struct arena *arena, const struct verdict_side *a,
			  const struct verdict_side *b, enum better better, double noise_floor)
{
	struct arena_mark mark = arena_mark(arena);
	struct verdict v = verdict_none();
	struct verdict *self = &v;
	struct pair pair;

	v.better = better;
	v.boots_a = verdict_boots(a);
	v.boots_b = verdict_boots(b);
	v.by_boots = v.boots_a >= VERDICT_BOOTS_LEAST && v.boots_b >= VERDICT_BOOTS_LEAST;
	v.is_difference = !is_positive(a) || !is_positive(b);
	pair.a = verdict_replicates(arena, a, v.by_boots, !v.is_difference, &v.n_a);
	pair.b = verdict_replicates(arena, b, v.by_boots, !v.is_difference, &v.n_b);
	pair.m = v.n_a;
	pair.n = v.n_b;
	v.floor = floor_of(&v, noise_floor, &pair);
	if (pair.m >= VERDICT_LEAST && pair.n >= VERDICT_LEAST)
		test_pair(arena, &v, &pair);
	else
		describe(&v, &pair);
	verdict_decide(arena, &self, 1);
	arena_rewind(arena, mark);
	return v;
}

static enum verdict_word direction_of(const struct verdict *v)
{
	if (v->better == BETTER_HIGHER)
		return v->effect > 0 ? VERDICT_BETTER : VERDICT_WORSE;
	if (v->better == BETTER_LOWER)
		return v->effect < 0 ? VERDICT_BETTER : VERDICT_WORSE;
	return VERDICT_CHANGED;
}

/* The rule. */
static enum verdict_word word_of(const struct verdict *v)
{
	bool significant = (v->lo > 0 || v->hi < 0) && v->q <= VERDICT_ALPHA;
	double below = v->is_difference ? -v->floor : 1 / (1 + v->floor) - 1;

	if (v->method == VERDICT_NO_TEST)
		return VERDICT_NONE;
	if (significant && fabs(v->effect) >= v->floor)
		return direction_of(v);
	if (v->lo >= below && v->hi <= v->floor)
		return VERDICT_SAME;
	return significant ? VERDICT_SMALL : VERDICT_UNCLEAR;
}

static int by_p(const void *a, const void *b)
{
	double x = (*(struct verdict *const *)a)->p, y = (*(struct verdict *const *)b)->p;

	return (x > y) - (x < y);
}

void verdict_decide(struct arena *arena, struct verdict **rows, size_t count)
{
	struct arena_mark mark = arena_mark(arena);
	struct verdict **tested = ARENA_ARRAY(arena, count + 1, struct verdict *);
	size_t tests = 0;
	double q = 1;

	for (size_t i = 0; i < count; i++)
		if (rows[i]->method != VERDICT_NO_TEST)
			tested[tests++] = rows[i];
	qsort(tested, tests, sizeof(*tested), by_p);
	for (size_t i = tests; i-- > 0;) {
		q = fmin(q, tested[i]->p * (double)tests / (double)(i + 1));
		tested[i]->q = q;
		tested[i]->family = tests;
	}
	for (size_t i = 0; i < count; i++)
		rows[i]->word = word_of(rows[i]);
	arena_rewind(arena, mark);
}

const char *verdict_name(enum verdict_word word)
{
	static const char *const names[] = { "",     "better", "worse",  "changed",
					     "same", "small",  "unclear" };

	return names[word];
}

const char *verdict_method_name(enum verdict_method method)
{
	static const char *const names[] = { "", "welch-t", "rank-sum", "rank-sum-ties",
					     "rank-sum-normal" };

	return names[method];
}

char verdict_mark(enum verdict_word word)
{
	static const char marks[] = { ' ', '*', '*', '*', '~', '~', '~' };

	return marks[word];
}
