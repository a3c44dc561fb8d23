/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>

#include "lib/report_series.h"
#include "tests/unit/check.h"

static struct series_value value_of(const double *values, const int32_t *boots, size_t n)
{
	struct arena arena;
	struct overhead_point point = { .samples = { values, boots, n } };
	struct series_value out;

	arena_init(&arena);
	point.stats = stats_of(&arena, values, n);
	out = series_value_of(&arena, &point);
	arena_release(&arena);
	return out;
}

/* R: t.test(x)$conf.int */
static void a_value_is_the_mean_with_its_t_interval(void **state)
{
	static const double samples[] = { 10, 12, 11, 15.5 };
	struct series_value value = value_of(samples, NULL, 4);

	(void)state;
	assert_false(value.by_boots);
	assert_int_equal(value.replicates, 4);
	assert_true(fabs(value.mean - (12.125)) < 1e-9);
	assert_true(fabs(value.lo - (8.31629954792797)) < 1e-9);
	assert_true(fabs(value.hi - (15.93370045207203)) < 1e-9);
}

/* Medians 10.5, 13 and 21. */
static void three_boots_are_the_replicates(void **state)
{
	static const double samples[] = { 10, 11, 13, 20, 21, 40 };
	static const int32_t boots[] = { 0, 0, 1, 2, 2, 2 };
	struct series_value value = value_of(samples, boots, 6);

	(void)state;
	assert_true(value.by_boots);
	assert_int_equal(value.replicates, 3);
	assert_true(fabs(value.mean - (44.5 / 3)) < 1e-9);
	assert_true(fabs(value.lo - (1.20826635579337)) < 1e-9);
	assert_true(fabs(value.hi - (28.4584003108733)) < 1e-9);
}

static void two_samples_have_no_interval(void **state)
{
	static const double samples[] = { 10, 20 };
	struct series_value value = value_of(samples, NULL, 2);

	(void)state;
	assert_true(fabs(value.mean - (15)) < 1e-9);
	assert_true(isnan(value.lo));
	assert_true(isnan(value.hi));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_value_is_the_mean_with_its_t_interval),
		cmocka_unit_test(three_boots_are_the_replicates),
		cmocka_unit_test(two_samples_have_no_interval),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
