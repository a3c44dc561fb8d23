/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/verdict.h"

#include <math.h>
#include <string.h>

#include "lib/num.h"
#include "tests/unit/check.h"

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

static void near(const char *what, double got, double want, double least)
{
	if (isnan(want) ? isnan(got) : fabs(got - want) <= 1e-9 * fmax(fabs(want), least))
		return;
	fail_msg("%s: got %.17g, R says %.17g", what, got, want);
}

static struct verdict_side side_of(struct slice text)
{
	struct verdict_side side = { NULL };
	double *values = NULL;
	size_t capacity = 0;
	struct slice word;

	while ((word = slice_field(&text)).n > 0) {
		double value;

		assert_true(num_double(word, &value));
		ARENA_PUSH(&arena, values, side.n, capacity, value);
	}
	side.values = values;
	return side;
}

static double number(struct slice *rest)
{
	struct slice part;
	double value = NAN;

	assert_true(slice_split(rest, '\t', &part));
	if (!slice_is(part, "NaN"))
		assert_true(num_double(part, &value));
	return value;
}

static void check_case(struct slice line)
{
	struct slice a, b, method, rest = line;
	struct verdict_side sides[2];
	struct verdict v;

	assert_true(slice_split(&rest, '\t', &a) && slice_split(&rest, '\t', &b) &&
		    slice_split(&rest, '\t', &method));
	sides[0] = side_of(a);
	sides[1] = side_of(b);
	v = verdict_of(&arena, &sides[0], &sides[1], BETTER_LOWER, NAN);
	check_text(slice_str(verdict_method_name(v.method)), arena_cstr(&arena, method));
	near("p", v.p, number(&rest), 0);
	near("effect", v.effect, number(&rest), 1e-3);
	near("lo", v.lo, number(&rest), 1e-3);
	near("hi", v.hi, number(&rest), 1e-3);
	near("A12", v.a12, number(&rest), 0);
}

/* n from 2 to 60, ties, zeros, signs, ratios of 1e12: tests/oracle/check.R wrote what R says. */
static void every_number_is_that_of_r(void **state)
{
	struct slice text = check_data(&arena, "tests/data/statistics/verdicts.tsv"), line;
	size_t count = 0;

	(void)state;
	while (slice_line(&text, &line))
		if (!slice_starts(line, "#")) {
			check_case(line);
			count++;
		}
	assert_true(count > 40);
}

static struct verdict against(const double *a, const double *b, size_t n, enum better better)
{
	struct verdict_side sides[2] = { { a, NULL, n }, { b, NULL, n } };

	return verdict_of(&arena, &sides[0], &sides[1], better, NAN);
}

/* docs/statistics.md has this example: R 4.2.2. */
static const double a5[] = { 101.2, 99.8, 100.5, 102.1, 98.9 };
static const double b5[] = { 106.0, 104.4, 107.3, 105.1, 103.2 };

static void the_direction_makes_the_word(void **state)
{
	(void)state;
	assert_int_equal(against(a5, b5, 5, BETTER_HIGHER).word, VERDICT_BETTER);
	assert_int_equal(against(a5, b5, 5, BETTER_LOWER).word, VERDICT_WORSE);
	assert_int_equal(against(b5, a5, 5, BETTER_LOWER).word, VERDICT_BETTER);
	assert_int_equal(against(a5, b5, 5, BETTER_NONE).word, VERDICT_CHANGED);
	near("p", against(a5, b5, 5, BETTER_LOWER).p, 0.00793650793651, 1);
	near("ratio", against(a5, b5, 5, BETTER_LOWER).effect, 0.04609218436874, 1);
}

static void a_floor_turns_a_verdict_small(void **state)
{
	struct verdict_side sides[2] = { { a5, NULL, 5 }, { b5, NULL, 5 } };
	struct verdict v = verdict_of(&arena, &sides[0], &sides[1], BETTER_LOWER, 0.05);

	(void)state;
	assert_int_equal(v.word, VERDICT_SMALL);
	assert_true(v.floor == 0.05);
	v = verdict_of(&arena, &sides[0], &sides[1], BETTER_LOWER, 0.08);
	assert_int_equal(v.word, VERDICT_SAME);
}

static void few_samples_give_no_verdict(void **state)
{
	struct verdict v = against(a5, b5, 2, BETTER_LOWER);

	(void)state;
	assert_int_equal(v.word, VERDICT_NONE);
	assert_true(isnan(v.p) && isnan(v.lo) && isnan(v.needed));
	near("effect", v.effect, sqrt(106.0 * 104.4) / sqrt(101.2 * 99.8) - 1, 1);
	v = against(a5, b5, 1, BETTER_LOWER);
	assert_int_equal(v.word, VERDICT_NONE);
	near("effect", v.effect, 106.0 / 101.2 - 1, 1);
	assert_true(isnan(against(a5, b5, 0, BETTER_LOWER).effect));
}

static void an_unclear_row_tells_what_it_needs(void **state)
{
	const double a[] = { 100, 104, 96, 103, 98 }, b[] = { 101, 105, 95, 99, 104 };
	struct verdict v = against(a, b, 5, BETTER_LOWER);
	double half = (log1p(v.hi) - log1p(v.lo)) / 2;

	(void)state;
	assert_int_equal(v.word, VERDICT_UNCLEAR);
	near("needed", v.needed, ceil(5 * pow(half / log(1.01), 2)), 1);
	near("detectable", v.detectable, expm1(half), 1);
}

/* With three boots or more a side their medians count; with fewer the samples do. */
static void boots_are_the_replicates(void **state)
{
	const double a[] = { 1, 2, 9, 2, 3, 4, 1, 4, 8, 4, 4, 4 };
	const double b[] = { 2, 4, 9, 5, 5, 5, 6, 7, 8, 9, 9, 9 };
	const int32_t boots[] = { 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4 };
	struct verdict_side sides[2] = { { a, boots, 12 }, { b, boots, 12 } };
	struct verdict v = verdict_of(&arena, &sides[0], &sides[1], BETTER_LOWER, NAN);

	(void)state;
	assert_true(v.by_boots && v.n_a == 4 && v.boots_a == 4 && v.method == VERDICT_TIES);
	sides[0].n = 6;
	v = verdict_of(&arena, &sides[0], &sides[1], BETTER_LOWER, NAN);
	assert_true(!v.by_boots && v.n_a == 6 && v.n_b == 12 && v.boots_a == 2);
	sides[1].boots = NULL;
	v = verdict_of(&arena, &sides[0], &sides[1], BETTER_LOWER, NAN);
	assert_int_equal(v.boots_b, 0);
}

static void values_without_deviation_are_told(void **state)
{
	const double same[] = { 5, 5, 5, 5 }, other[] = { 6, 6, 6, 6 };
	struct verdict v = against(same, same, 4, BETTER_LOWER);

	(void)state;
	assert_true(v.constant && v.word == VERDICT_SAME && v.p == 1 && v.lo == 0 && v.hi == 0);
	v = against(same, other, 4, BETTER_LOWER);
	assert_true(v.constant && v.word == VERDICT_WORSE);
	v = against(same, other, 3, BETTER_LOWER);
	assert_true(v.constant && v.word == VERDICT_WORSE && v.p == 0);
	near("effect", v.effect, 0.2, 1);
	assert_false(against(a5, b5, 5, BETTER_LOWER).constant);
}

static void zeros_are_compared_by_difference(void **state)
{
	const double a[] = { 0, 0, 1, 0, 1 }, b[] = { 9, 8, 9, 7, 9 };
	const double none[] = { 0, 0, 0, 0, 0 };
	struct verdict v = against(a, b, 5, BETTER_LOWER);

	(void)state;
	assert_true(v.is_difference && v.word == VERDICT_WORSE && v.effect == 8 && v.floor == 0);
	assert_int_equal(against(none, none, 5, BETTER_LOWER).word, VERDICT_SAME);
}

/* R: p.adjust(c(.001, .008, .039, .041, .042, .06, .074, .205, .212, .216), "BH"). */
static void families_are_adjusted_as_r_does(void **state)
{
	static const double p[] = { .216, .001, .039, .008, .041, .042, .06, .074, .205, .212 };
	static const double q[] = { .216, .01, .084, .04, .084, .084, .1, .105714285714286,
				    .216, .216 };
	struct verdict rows[11], *refs[11];

	(void)state;
	for (size_t i = 0; i < 11; i++) {
		rows[i] = against(a5, b5, i == 10 ? 2 : 5, BETTER_LOWER);
		if (i < 10)
			rows[i].p = p[i];
		refs[i] = &rows[i];
	}
	verdict_decide(&arena, refs, 11);
	for (size_t i = 0; i < 10; i++) {
		near("q", rows[i].q, q[i], 1);
		assert_int_equal(rows[i].family, 10);
		assert_int_equal(rows[i].word, q[i] <= 0.05 ? VERDICT_WORSE : VERDICT_UNCLEAR);
	}
	assert_int_equal(rows[10].word, VERDICT_NONE);
}

/* 2 * 100,000 values: the interval must not take all their differences. */
static void many_samples_are_quick(void **state)
{
	enum { MANY = 100000 };
	double *a = ARENA_ARRAY(&arena, MANY, double), *b = ARENA_ARRAY(&arena, MANY, double);
	struct verdict v;

	(void)state;
	for (size_t i = 0; i < MANY; i++) {
		a[i] = 1000 + (double)(i * 7919 % 1009);
		b[i] = 1.03 * a[i];
	}
	v = against(a, b, MANY, BETTER_LOWER);
	assert_int_equal(v.method, VERDICT_NORMAL);
	assert_int_equal(v.word, VERDICT_WORSE);
	assert_true(v.lo < 0.03 && v.hi > 0.03);
}

static void marks_and_names(void **state)
{
	(void)state;
	for (enum verdict_word word = VERDICT_NONE; word <= VERDICT_UNCLEAR; word++)
		assert_int_equal(verdict_mark(word), word == VERDICT_NONE      ? ' '
						     : word <= VERDICT_CHANGED ? '*'
									       : '~');
	check_text(slice_str(verdict_name(VERDICT_SMALL)), "small");
	check_text(slice_str(verdict_name(VERDICT_NONE)), "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(every_number_is_that_of_r, set_up, tear_down),
		cmocka_unit_test_setup_teardown(the_direction_makes_the_word, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_floor_turns_a_verdict_small, set_up, tear_down),
		cmocka_unit_test_setup_teardown(few_samples_give_no_verdict, set_up, tear_down),
		cmocka_unit_test_setup_teardown(an_unclear_row_tells_what_it_needs, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(boots_are_the_replicates, set_up, tear_down),
		cmocka_unit_test_setup_teardown(values_without_deviation_are_told, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(zeros_are_compared_by_difference, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(families_are_adjusted_as_r_does, set_up, tear_down),
		cmocka_unit_test_setup_teardown(many_samples_are_quick, set_up, tear_down),
		cmocka_unit_test_setup_teardown(marks_and_names, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
