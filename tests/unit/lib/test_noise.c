/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/noise.h"

#include <math.h>

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

/* R: x <- c(100,101,100,102,101,100,103,102); d <- abs(diff(x))/head(x,-1); median(d) + 3 * mad(d)
 */
static void the_floor_is_that_of_successive_kernels(void **state)
{
	const double medians[] = { 100, 101, 100, 102, 101, 100, 103, 102 };
	struct noise noise = noise_of(&arena, NULL, 0, medians, 8);

	(void)state;
	assert_int_equal(noise.source, NOISE_KERNEL);
	assert_int_equal(noise.differences, 7);
	assert_true(fabs(noise.floor - 0.0103413663366) < 1e-12);
	noise = noise_of(&arena, NULL, 0, medians, 7);
	assert_true(noise.source == NOISE_UNKNOWN && isnan(noise.floor));
}

static void pairs_of_runs_come_first(void **state)
{
	const double medians[] = { 1, 2, 3, 4, 5, 6, 7, 8 }, pairs[] = { 0.01, 0.02, 0.03 };
	struct noise noise = noise_of(&arena, pairs, 3, medians, 8);

	(void)state;
	assert_int_equal(noise.source, NOISE_PAIRS);
	assert_true(fabs(noise.floor - (0.02 + 3 * 1.4826 * 0.01)) < 1e-12);
	assert_int_equal(noise_of(&arena, pairs, 2, medians, 8).source, NOISE_KERNEL);
}

static void old_kernels_do_not_count(void **state)
{
	double medians[40];

	(void)state;
	for (size_t i = 0; i < 40; i++)
		medians[i] = i < 10 ? (double)(1 + i % 2) : 100;
	assert_true(noise_of(&arena, NULL, 0, medians, 40).floor == 0);
	assert_int_equal(noise_of(&arena, NULL, 0, medians, 40).differences, NOISE_KERNELS - 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(the_floor_is_that_of_successive_kernels, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(pairs_of_runs_come_first, set_up, tear_down),
		cmocka_unit_test_setup_teardown(old_kernels_do_not_count, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
