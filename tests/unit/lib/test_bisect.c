/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/bisect.h"

#include <math.h>

#include "lib/ranksum.h"
#include "tests/unit/check.h"

enum { N = 20 };

static struct arena arena;

static int set_up(void **state)
{
	(void)state;
	arena_init(&arena);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	arena_release(&arena);
	return 0;
}

static void near(double got, double wanted, double within)
{
	if (!(fabs(got - wanted) <= within))
		fail_msg("got %.17g, wanted %.17g", got, wanted);
}

/* Evenly from level - 1 % to level + 1 %, in no order. */
static struct verdict_side side_at(double level, size_t n)
{
	double *values = ARENA_ARRAY(&arena, n, double);

	for (size_t i = 0; i < n; i++)
		values[i] =
			level * (0.99 + 0.02 * (double)(i * 7 % n) / (double)(n > 1 ? n - 1 : 1));
	return (struct verdict_side){ .values = values, .n = n };
}

static struct bisect begin(const struct verdict_side *good, const struct verdict_side *bad,
			   enum better better, double change)
{
	struct bisect_options options = {
		.better = better, .error = 0.01, .max = 50, .change = change
	};
	struct bisect bisect;
	struct error err;

	assert_int_equal(bisect_begin(&arena, good, bad, &options, &bisect, &err), OK);
	return bisect;
}

static struct bisect_answer look(const struct bisect *bisect, double level, size_t n)
{
	struct verdict_side here = side_at(level, n);

	return bisect_look(&arena, bisect, here.values, n);
}

static enum bisect_word word_at(const struct bisect *bisect, double level, size_t n)
{
	return look(bisect, level, n).word;
}

static size_t needed_at(const struct bisect *bisect, double level, size_t n)
{
	return bisect_needed(&arena, bisect, side_at(level, n).values, n);
}

/* R: pwilcox(0, 10, 4) = 1 / 1001, pwilcox(19, 10, 10) = 0.009272. */
static void ranks_of_any_level(void **state)
{
	double tail;

	(void)state;
	assert_int_equal(ranksum_rank(&arena, 10, 4, 0.001, &tail), 1);
	near(tail, 1 / 1001.0, 1e-12);
	assert_int_equal(ranksum_rank(&arena, 10, 4, 0.0009, &tail), 0);
	near(tail, 0, 0);
	assert_int_equal(ranksum_rank(&arena, 10, 10, 0.01, &tail), 20);
	near(tail, 0.00927168806425772, 1e-12);
	/* By the normal distribution: counted out it would be 1179, with a tail of 0.000492. */
	assert_int_equal(ranksum_rank(&arena, 60, 60, 0.0005, &tail), 1173);
	assert_true(tail <= 0.0005 && tail > 0.00048);
}

static void all_looks_together_keep_the_error(void **state)
{
	struct verdict_side good = side_at(100, N);
	struct bisect bisect = begin(&good, NULL, BETTER_LOWER, 0.05);
	double sum = 0, tail;

	(void)state;
	for (size_t i = 0; i < bisect.look_count; i++) {
		const struct bisect_rank *at = &bisect.looks[i];

		assert_true(i == 0 || at->n > bisect.looks[i - 1].n);
		/* The least level that gives this rank is what the look may be wrong by. */
		for (double level = 0; at->bad_rank > 0; level += 1e-6)
			if (ranksum_rank(&arena, N, at->n, level, &tail) == at->bad_rank)
				break;
		sum += at->bad_rank > 0 ? tail : 0;
		assert_true(sum <= 0.01 * (double)at->n / 50 + 1e-12);
	}
	assert_int_equal(bisect.looks[0].n, BISECT_FIRST);
	assert_int_equal(bisect.looks[bisect.look_count - 1].n, 50);
}

static void two_references_tell_the_direction(void **state)
{
	struct verdict_side low = side_at(100, N), high = side_at(105, N);
	struct bisect rising = begin(&low, &high, BETTER_HIGHER, 0);
	struct bisect falling = begin(&high, &low, BETTER_UNKNOWN, 0);

	(void)state;
	near(rising.change, 0.05, 1e-3);
	near(falling.change, -0.0476, 1e-3);
	assert_int_equal(word_at(&rising, 105, 6), BISECT_BAD);
	assert_int_equal(word_at(&rising, 110, 6), BISECT_BAD);
	assert_int_equal(word_at(&rising, 100, 6), BISECT_GOOD);
	assert_int_equal(word_at(&rising, 90, 6), BISECT_GOOD);
	assert_int_equal(word_at(&falling, 100, 6), BISECT_BAD);
	assert_int_equal(word_at(&falling, 105, 6), BISECT_GOOD);
}

static void one_reference_takes_the_direction_of_its_metric(void **state)
{
	struct verdict_side good = side_at(100, N);
	struct bisect less = begin(&good, NULL, BETTER_LOWER, 0.05);
	struct bisect more = begin(&good, NULL, BETTER_HIGHER, 0.05);

	(void)state;
	near(less.change, 0.05, 1e-9);
	near(more.change, -0.05, 1e-9);
	assert_int_equal(word_at(&less, 106, 8), BISECT_BAD);
	assert_int_equal(word_at(&less, 94, 8), BISECT_GOOD);
	assert_int_equal(word_at(&more, 94, 8), BISECT_BAD);
	assert_int_equal(word_at(&more, 106, 8), BISECT_GOOD);
}

/* Of 1 % noise 2 % is looked for, of very much 5 % and no more. */
static void what_is_looked_for_follows_the_noise(void **state)
{
	struct verdict_side quiet = side_at(100, N), loud = side_at(100, N);
	double *values = (double *)loud.values;
	struct bisect bisect = begin(&quiet, NULL, BETTER_LOWER, 0);

	(void)state;
	near(bisect.change, BISECT_CHANGE_LEAST, 1e-9);
	for (size_t i = 0; i < N; i++)
		values[i] = 100 + 20 * (values[i] - 100);
	bisect = begin(&loud, NULL, BETTER_LOWER, 0);
	near(bisect.change, BISECT_CHANGE_MOST, 1e-9);
}

static void what_is_too_few_asks_for_more(void **state)
{
	struct verdict_side good = side_at(100, N), bad = side_at(105, N);
	struct bisect bisect = begin(&good, &bad, BETTER_LOWER, 0);
	struct bisect fine = begin(&good, NULL, BETTER_LOWER, 0.005);
	struct bisect_answer none = bisect_look(&arena, &bisect, NULL, 0);
	struct bisect_answer between = look(&bisect, 102.45, 50);

	(void)state;
	assert_int_equal(none.word, BISECT_UNSURE);
	assert_int_equal(bisect_needed(&arena, &bisect, NULL, 0), BISECT_FIRST);
	assert_true(isnan(none.effect));
	assert_int_equal(look(&bisect, 105, 3).word, BISECT_UNSURE);
	assert_int_equal(needed_at(&bisect, 105, 3), 4);
	assert_int_equal(needed_at(&fine, 100.25, 8), 0);
	near(look(&bisect, 105, 3).effect, 0.05, 2e-3);
	/* Between the looks at 16 and 19 it is looked at the first 16. */
	assert_int_equal(look(&bisect, 105, 18).n, 16);
	/* Ranks are decided before the border is. */
	assert_int_equal(between.n, 50);
	assert_int_equal(between.word, BISECT_GOOD);
}

static void equal_values_are_for_neither(void **state)
{
	const double same[N] = { 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5 };
	const double more[N] = { 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6 };
	struct verdict_side good = { .values = same, .n = N }, bad = { .values = more, .n = N };
	struct bisect bisect = begin(&good, &bad, BETTER_LOWER, 0);

	(void)state;
	assert_int_equal(bisect_look(&arena, &bisect, same, 4).word, BISECT_GOOD);
	assert_int_equal(bisect_look(&arena, &bisect, more, 4).word, BISECT_BAD);
	/* 4 and 6 are on both sides of good, and 5 is half of it. */
	assert_int_equal(
		bisect_look(&arena, &bisect, (const double[]){ 5, 6, 5, 6, 5, 6, 5, 6 }, 8).word,
		BISECT_UNSURE);
}

static void values_with_zeros_are_compared_by_difference(void **state)
{
	const double few[N] = { 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1 };
	const double many[N] = { 7, 8, 9, 7, 8, 9, 7, 8, 9, 7, 8, 9, 7, 8, 9, 7, 8, 9, 7, 8 };
	struct verdict_side good = { .values = few, .n = N }, bad = { .values = many, .n = N };
	struct bisect bisect = begin(&good, &bad, BETTER_LOWER, 0);
	struct bisect_answer answer = bisect_look(&arena, &bisect, many, 5);

	(void)state;
	assert_true(bisect.is_difference);
	near(bisect.change, 7, 1e-9);
	assert_int_equal(answer.word, BISECT_BAD);
	near(answer.effect, 7, 1e-9);
}

/* A crash shows as 0: it is worse than anything where more is better, and no logarithm. */
static void zero_beside_positive_references(void **state)
{
	struct verdict_side good = side_at(100, N);
	struct bisect more = begin(&good, NULL, BETTER_HIGHER, 0.05);
	struct bisect less = begin(&good, NULL, BETTER_LOWER, 0.05);
	const double zeros[6] = { 0 };

	(void)state;
	assert_int_equal(bisect_look(&arena, &more, zeros, 6).word, BISECT_BAD);
	assert_int_equal(bisect_look(&arena, &less, zeros, 6).word, BISECT_GOOD);
}

static void boots_are_the_replicates(void **state)
{
	struct verdict_side good = side_at(100, N), bad = side_at(105, N);
	int32_t boots[N];
	struct bisect bisect;

	(void)state;
	for (int i = 0; i < N; i++)
		boots[i] = i / 2;
	good.boots = boots;
	bisect = begin(&good, &bad, BETTER_LOWER, 0);
	assert_false(bisect.by_boots);
	assert_int_equal(bisect.good_n, N);
	bad.boots = boots;
	bisect = begin(&good, &bad, BETTER_LOWER, 0);
	assert_true(bisect.by_boots);
	assert_int_equal(bisect.good_n, N / 2);
}

static void refused(const struct verdict_side *good, const struct verdict_side *bad,
		    enum better better, size_t max, const char *wanted)
{
	struct bisect_options options = { .better = better, .error = 0.01, .max = max };
	struct bisect bisect;
	struct error err = { .code = OK };

	assert_int_equal(bisect_begin(&arena, good, bad, &options, &bisect, &err), ERR_INPUT);
	if (slice_find(slice_str(err.text), wanted) == slice_str(err.text).n)
		fail_msg("'%s' does not hold '%s'", err.text, wanted);
}

static void references_that_cannot_decide(void **state)
{
	const double zeros[N] = { 0 };
	struct verdict_side good = side_at(100, N), same = side_at(100.1, N), two = side_at(100, 2),
			    three = side_at(100, 3), none = { .values = zeros, .n = N };

	(void)state;
	refused(&good, &same, BETTER_LOWER, 50, "cannot be told apart");
	refused(&two, NULL, BETTER_LOWER, 50, "good has 2 samples, at least 3");
	refused(&good, NULL, BETTER_UNKNOWN, 50, "--better");
	refused(&three, NULL, BETTER_LOWER, 5, "can never decide");
	refused(&none, NULL, BETTER_LOWER, 50, "median is 0");
}

static void of_too_many_an_even_choice(void **state)
{
	struct verdict_side good = side_at(100, 5003);
	struct bisect bisect = begin(&good, NULL, BETTER_LOWER, 0.05);

	(void)state;
	assert_int_equal(bisect.good_n, BISECT_REFERENCE_MOST);
	near(bisect.good[500], log(100), 1e-3);
	assert_int_equal(word_at(&bisect, 105, 5), BISECT_BAD);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ranks_of_any_level),
		cmocka_unit_test(all_looks_together_keep_the_error),
		cmocka_unit_test(two_references_tell_the_direction),
		cmocka_unit_test(one_reference_takes_the_direction_of_its_metric),
		cmocka_unit_test(what_is_looked_for_follows_the_noise),
		cmocka_unit_test(what_is_too_few_asks_for_more),
		cmocka_unit_test(equal_values_are_for_neither),
		cmocka_unit_test(values_with_zeros_are_compared_by_difference),
		cmocka_unit_test(zero_beside_positive_references),
		cmocka_unit_test(boots_are_the_replicates),
		cmocka_unit_test(references_that_cannot_decide),
		cmocka_unit_test(of_too_many_an_even_choice),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
