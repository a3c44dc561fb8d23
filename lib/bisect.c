/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/bisect.h"

#include <assert.h>
#include <math.h>

#include "lib/ranksum.h"
#include "lib/stats.h"

/* Of the spread of U, what separates a change that is found nine times out of ten at the end. */
static const double RESOLUTION = 4.5;

/* ------------------------------------------------------------------ when it looks */

static size_t next_look(size_t n)
{
	return n < BISECT_FIRST ? BISECT_FIRST : n + (n < 10 ? 1 : n / 5);
}

/* What may be used up by a look at n values, of which spent is. */
static size_t rank_at(struct arena *arena, const struct bisect *bisect, size_t reference, size_t n,
		      double *spent)
{
	double level = bisect->error * (double)n / (double)bisect->max - *spent, tail;
	size_t rank = ranksum_rank(arena, reference, n, level, &tail);

	*spent += tail;
	return rank;
}

static void plan_looks(struct arena *arena, struct bisect *bisect)
{
	double bad_spent = 0, good_spent = 0;
	struct arena scratch;
	size_t capacity = 0;

	arena_init(&scratch);
	for (size_t n = next_look(0);; n = next_look(n)) {
		struct bisect_rank look = { .n = n < bisect->max ? n : bisect->max };

		look.bad_rank = rank_at(&scratch, bisect, bisect->good_n, look.n, &bad_spent);
		look.good_rank = rank_at(&scratch, bisect, bisect->bad_n, look.n, &good_spent);
		ARENA_PUSH(arena, bisect->looks, bisect->look_count, capacity, look);
		arena_reset(&scratch);
		if (n >= bisect->max)
			break;
	}
	arena_release(&scratch);
}

/* ------------------------------------------------------------------ references */

static double on_scale(const struct bisect *bisect, double value)
{
	if (bisect->is_difference)
		return bisect->sign * value;
	return bisect->sign * (value > 0 ? log(value) : -INFINITY);
}

/* b / a - 1 or b - a of a distance on the scale. */
static double effect_of(const struct bisect *bisect, double distance)
{
	return bisect->is_difference ? bisect->sign * distance : expm1(bisect->sign * distance);
}

static bool is_positive(const struct verdict_side *side)
{
	for (size_t i = 0; side != NULL && i < side->n; i++)
		if (!(side->values[i] > 0))
			return false;
	return true;
}

/* The replicates, of too many an even choice, turned so that more is worse. */
static enum err take_reference(struct arena *arena, const struct bisect *bisect, const char *name,
			       const struct verdict_side *side, const double **out, size_t *count,
			       struct error *err)
{
	size_t all;
	double *values = verdict_replicates(arena, side, bisect->by_boots, false, &all);

	*count = all < BISECT_REFERENCE_MOST ? all : BISECT_REFERENCE_MOST;
	if (*count < BISECT_REFERENCE_LEAST)
		return error_set(
			err, ERR_INPUT, "%s has %zu %s, at least %d are needed and 20 recommended",
			name, all, bisect->by_boots ? "boots" : "samples", BISECT_REFERENCE_LEAST);
	for (size_t i = 0; i < *count; i++)
		values[i] = on_scale(bisect, values[i * all / *count]);
	stats_sort(values, *count);
	*out = values;
	return OK;
}

/* The two must differ, or every kernel would be either. */
static enum err tell_apart(struct arena *arena, struct bisect *bisect,
			   const struct verdict_side *good, const struct verdict_side *bad,
			   struct error *err)
{
	struct verdict v = verdict_of(arena, good, bad, BETTER_NONE, NAN);

	if (v.word != VERDICT_CHANGED)
		return error_set(err, ERR_INPUT,
				 "good and bad cannot be told apart by %zu and %zu samples: "
				 "measure more of them, or another metric",
				 v.n_a, v.n_b);
	bisect->sign = v.effect > 0 ? 1 : -1;
	return OK;
}

static enum err take_bad(struct arena *arena, struct bisect *bisect, const struct verdict_side *bad,
			 struct error *err)
{
	enum err e = take_reference(arena, bisect, "bad", bad, &bisect->bad, &bisect->bad_n, err);

	if (e == OK)
		bisect->border =
			ranksum_shift(bisect->good, bisect->good_n, bisect->bad, bisect->bad_n) / 2;
	return e;
}

/* ------------------------------------------------------------------ one reference */

/*
 * What max values can tell from good, by its own spread. With the shift x added, the share of pairs
 * in which the new value is the larger is that of good's own differences below x; it must be
 * RESOLUTION standard deviations of U / (m n) above one half.
 */
static double resolution_of(const struct bisect *bisect)
{
	double m = (double)bisect->good_n, n = (double)bisect->max;
	double share = 0.5 + RESOLUTION * sqrt((m + n + 1) / (12 * m * n));

	if (share >= 1)
		return INFINITY;
	return ranksum_difference(bisect->good, bisect->good_n, bisect->good, bisect->good_n,
				  (size_t)ceil(share * m * m));
}

/* The distance on the scale of a worsening by that part. */
static double distance_of(const struct bisect *bisect, double change)
{
	if (bisect->is_difference)
		return change * fabs(stats_median_sorted(bisect->good, bisect->good_n));
	return bisect->sign > 0 ? log1p(change) : -log1p(-change);
}

static enum err shift_good(struct arena *arena, struct bisect *bisect, double change,
			   struct error *err)
{
	double *bad = ARENA_ARRAY(arena, bisect->good_n, double), distance;

	if (change > 0)
		distance = distance_of(bisect, change);
	else
		distance =
			fmin(fmax(resolution_of(bisect), distance_of(bisect, BISECT_CHANGE_LEAST)),
			     distance_of(bisect, BISECT_CHANGE_MOST));
	if (!(distance > 0))
		return error_set(err, ERR_INPUT,
				 "good's median is 0, so no part of it can be looked for: measure "
				 "bad as well");
	assert(bisect->good != NULL);
	for (size_t i = 0; i < bisect->good_n; i++)
		bad[i] = bisect->good[i] + distance;
	bisect->bad = bad;
	bisect->bad_n = bisect->good_n;
	bisect->border = distance / 2;
	return OK;
}

/* ------------------------------------------------------------------ beginning */

/* By medians of boots where all references have enough of them. */
static bool has_boots(const struct verdict_side *good, const struct verdict_side *bad)
{
	return verdict_boots(good) >= VERDICT_BOOTS_LEAST &&
	       (bad == NULL || verdict_boots(bad) >= VERDICT_BOOTS_LEAST);
}

static enum err take_direction(struct arena *arena, struct bisect *bisect,
			       const struct verdict_side *good, const struct verdict_side *bad,
			       enum better better, struct error *err)
{
	if (bad != NULL)
		return tell_apart(arena, bisect, good, bad, err);
	if (better != BETTER_HIGHER && better != BETTER_LOWER)
		return error_set(err, ERR_INPUT,
				 "nothing says whether more or less of it is better: say it with "
				 "--better, or measure bad as well");
	bisect->sign = better == BETTER_LOWER ? 1 : -1;
	return OK;
}

/* Some look must be able to say either, were all pairs for it. */
static enum err check_looks(const struct bisect *bisect, struct error *err)
{
	const struct bisect_rank *last = &bisect->looks[bisect->look_count - 1];

	if (last->bad_rank > 0 && last->good_rank > 0)
		return OK;
	return error_set(err, ERR_INPUT,
			 "%zu of the reference and at most %zu of a kernel can never decide: "
			 "measure the reference 20 times, or raise --max or --error",
			 bisect->good_n < bisect->bad_n ? bisect->good_n : bisect->bad_n,
			 bisect->max);
}

enum err bisect_begin(struct arena *arena, const struct verdict_side *good,
		      const struct verdict_side *bad, const struct bisect_options *options,
		      struct bisect *out, struct error *err)
{
	struct bisect bisect = {
		.is_difference = !is_positive(good) || !is_positive(bad),
		.by_boots = has_boots(good, bad),
		.has_bad = bad != NULL,
		.error = options->error,
		.max = options->max,
	};
	enum err e = take_direction(arena, &bisect, good, bad, options->better, err);

	if (e == OK)
		e = take_reference(arena, &bisect, "good", good, &bisect.good, &bisect.good_n, err);
	if (e == OK)
		e = bad != NULL ? take_bad(arena, &bisect, bad, err)
				: shift_good(arena, &bisect, options->change, err);
	if (e != OK)
		return e;
	bisect.change = effect_of(&bisect, 2 * bisect.border);
	plan_looks(arena, &bisect);
	e = check_looks(&bisect, err);
	if (e == OK)
		*out = bisect;
	return e;
}

/* ------------------------------------------------------------------ looking */

/* Pairs with a <= b: ties count. Both are sorted. */
static size_t pairs_not_above(const double *a, size_t m, const double *b, size_t n)
{
	size_t count = 0;

	for (size_t i = 0, k = 0; k < n; k++) {
		while (i < m && a[i] <= b[k])
			i++;
		count += i;
	}
	return count;
}

/* What the values say: pairs against bad, and against good, where ties are against either. */
struct seen {
	size_t against_bad, against_good;
	double distance; /* from good, on the scale */
};

static struct seen see(struct arena *arena, const struct bisect *bisect, const double *values,
		       size_t n)
{
	double *here = ARENA_ARRAY(arena, n, double);

	for (size_t i = 0; i < n; i++)
		here[i] = on_scale(bisect, values[i]);
	stats_sort(here, n);
	return (struct seen){
		.against_bad = pairs_not_above(here, n, bisect->good, bisect->good_n),
		.against_good = pairs_not_above(bisect->bad, bisect->bad_n, here, n),
		.distance = ranksum_shift(bisect->good, bisect->good_n, here, n),
	};
}

static enum bisect_word word_of(const struct bisect *bisect, const struct bisect_rank *look,
				const struct seen *seen)
{
	if (seen->against_bad < look->bad_rank && seen->distance >= bisect->border)
		return BISECT_BAD;
	if (seen->against_good < look->good_rank && seen->distance < bisect->border)
		return BISECT_GOOD;
	return BISECT_UNSURE;
}

/* The last look at no more than n values; NULL = none. */
static const struct bisect_rank *look_at(const struct bisect *bisect, size_t n)
{
	const struct bisect_rank *look = NULL;

	for (size_t i = 0; i < bisect->look_count && bisect->looks[i].n <= n; i++)
		look = &bisect->looks[i];
	return look;
}

struct bisect_answer bisect_look(struct arena *arena, const struct bisect *bisect,
				 const double *values, size_t n)
{
	const struct bisect_rank *look = look_at(bisect, n);
	struct bisect_answer answer = { .n = look != NULL ? look->n : n, .effect = NAN };
	struct seen seen;

	if (answer.n == 0)
		return answer;
	seen = see(arena, bisect, values, answer.n);
	answer.effect = effect_of(bisect, seen.distance);
	if (look != NULL)
		answer.word = word_of(bisect, look, &seen);
	return answer;
}

/* Whether n values would say it, if the share of pairs against it stays: past max, by its last. */
static bool would_say(struct arena *arena, const struct bisect *bisect, bool bad, size_t n,
		      double share)
{
	const struct bisect_rank *look = look_at(bisect, n);
	size_t reference = bad ? bisect->good_n : bisect->bad_n;
	size_t rank = bad ? look->bad_rank : look->good_rank;
	double tail;

	if (n > bisect->max)
		rank = ranksum_rank(arena, reference, n, bisect->error * 0.1, &tail);
	return share * (double)n <= (double)rank - 1;
}

size_t bisect_needed(struct arena *arena, const struct bisect *bisect, const double *values,
		     size_t n)
{
	struct seen seen;
	double share;
	bool bad;

	if (n == 0)
		return BISECT_FIRST;
	seen = see(arena, bisect, values, n);
	bad = seen.distance >= bisect->border; /* that is nearer */
	share = (double)(bad ? seen.against_bad : seen.against_good) / (double)n;
	for (size_t more = next_look(0); more <= 4 * bisect->max; more = next_look(more))
		if (more > n && would_say(arena, bisect, bad, more, share))
			return more;
	return 0;
}

const char *bisect_name(enum bisect_word word)
{
	static const char *const names[] = { "unsure", "good", "bad" };

	return names[word];
}
