/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/ediv.h"

#include <math.h>

#include "lib/base.h"
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

static const double step[] = { 100.1, 99.7,  100.4, 99.9,  100.2, 100.0, 99.8,  100.3,
			       105.2, 104.9, 105.4, 105.1, 104.8, 105.0, 105.3, 104.7 };

static struct ediv_point *find(const double *values, size_t n, double magnitude, size_t *count)
{
	const struct ediv_options options = { 0.001, magnitude };
	double *logs = ARENA_ARRAY(&arena, n + 1, double);

	for (size_t i = 0; i < n; i++)
		logs[i] = log(values[i]);
	return ediv_find(&arena, logs, n, &options, count);
}

/* Values by Apache Otava, given in docs/statistics.md. */
static void the_statistic_is_that_of_e_divisive(void **state)
{
	double levels[20], q;

	(void)state;
	assert_int_equal(ediv_candidate(step, ARRAY_SIZE(step), &q), 8);
	assert_true(fabs(q - 37.6) < 1e-9);
	for (size_t i = 0; i < 20; i++)
		levels[i] = i < 10 ? 1 : 2;
	assert_int_equal(ediv_candidate(levels, 20, &q), 10);
	assert_true(fabs(q - 10) < 1e-12);
}

/* Q by its definition, all sums written out. */
static double slow_q(const double *xs, size_t start, size_t at, size_t end)
{
	double n = (double)(at - start), m = (double)(end - at), across = 0, left = 0, right = 0;

	for (size_t i = start; i < end; i++)
		for (size_t k = i + 1; k < end; k++) {
			double away = fabs(xs[i] - xs[k]);

			if (i < at && k >= at)
				across += away;
			else if (k < at)
				left += away;
			else
				right += away;
		}
	return 2 / (m + n) * across - (n > 1 ? 2 * m / ((m + n) * (n - 1)) * left : 0) -
	       (m > 1 ? 2 * n / ((m + n) * (m - 1)) * right : 0);
}

static void the_candidate_is_that_of_brute_force(void **state)
{
	double xs[40];
	unsigned seed = 1;

	(void)state;
	for (int round = 0; round < 30; round++) {
		size_t n = 2 + (size_t)round, best = 0, got;
		double most = -INFINITY, q;

		for (size_t i = 0; i < n; i++) {
			seed = seed * 1103515245 + 12345;
			xs[i] = (double)(seed >> 16 & 0x3ff) + (i > n / 2 ? 300 : 0);
		}
		for (size_t at = 1; at < n; at++)
			for (size_t end = at + 1; end <= n; end++)
				if (slow_q(xs, 0, at, end) > most + 1e-9) {
					most = slow_q(xs, 0, at, end);
					best = at;
				}
		got = ediv_candidate(xs, n, &q);
		assert_true(got == best || fabs(q - most) < 1e-9);
		assert_true(fabs(q - most) < 1e-9);
	}
}

static void a_step_is_found_with_its_levels(void **state)
{
	size_t count;
	struct ediv_point *points = find(step, ARRAY_SIZE(step), 0.01, &count);

	(void)state;
	assert_int_equal(count, 1);
	assert_int_equal(points[0].at, 8);
	assert_true(fabs(exp(points[0].before) - 100.05) < 0.01);
	assert_true(fabs(exp(points[0].after) - 105.05) < 0.01);
	assert_true(points[0].p < 1e-12);
	(void)find(step, ARRAY_SIZE(step), 0.06, &count);
	assert_int_equal(count, 0); /* below the magnitude that matters */
}

static void a_series_without_changes_has_none(void **state)
{
	const double flat[] = { 5, 5, 5, 5, 5, 5 };
	size_t count;

	(void)state;
	for (size_t n = 0; n <= ARRAY_SIZE(flat); n++) {
		(void)find(flat, n, 0, &count);
		assert_int_equal(count, 0);
	}
	(void)find(step, 2, 0, &count);
	assert_int_equal(count, 0);
}

/* Up and back, beyond one window, at places that windows begin and end at, too. */
static void changes_of_a_long_series_are_found(void **state)
{
	static const size_t places[] = { 25, 49, 120, 150, 151 + 60, 999 - 4 };
	double xs[1000];
	size_t count;
	struct ediv_point *points;
	double level = 100;

	(void)state;
	for (size_t i = 0, k = 0; i < 1000; i++) {
		if (k < ARRAY_SIZE(places) && i == places[k]) {
			level = k % 2 == 0 ? 110 : 100;
			k++;
		}
		xs[i] = level + (double)(i * 7 % 5) / 10;
	}
	points = find(xs, 1000, 0.01, &count);
	assert_int_equal(count, ARRAY_SIZE(places));
	for (size_t i = 0; i < count; i++)
		assert_int_equal(points[i].at, places[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(the_statistic_is_that_of_e_divisive, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(the_candidate_is_that_of_brute_force, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(a_step_is_found_with_its_levels, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_series_without_changes_has_none, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(changes_of_a_long_series_are_found, set_up,
						tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
