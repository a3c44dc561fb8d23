/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/peer_math.h"

#include <math.h>

#include "tests/unit/check.h"

#define SAME(got, wanted) assert_true((got) == (wanted))

/* What R 4.2.2 prints for qnorm(1-0.05/2, mean=0, sd=...): 7 digits, or all before a point. */
static void half_widths_are_what_r_prints(void **state)
{
	static const struct {
		double stddev, half;
	} cases[] = {
		{ 0.158113883008419, 0.3098975 },
		{ 123456789.123, 241970860 },
		{ 1e-5, 1.959964e-05 },
		{ 20000001, 39199282 },
		{ 5e20, 9.79982e+20 },
		{ 51021.3, 99999.91 },
		{ 0.000051021, 9.999932e-05 },
		{ 510213.4567, 1e6 },
		{ 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct peer_interval interval = peer_mean_interval(0, cases[i].stddev);

		assert_true(interval.known);
		SAME(interval.high, cases[i].half);
		SAME(interval.low, -cases[i].half);
	}
	assert_false(peer_mean_interval(1, NAN).known);
	assert_false(peer_mean_interval(NAN, 1).known);
}

/* R: qbinom(c(0.025, 0.975), 999, 0.95) is 935 962; with 19 it is 16 19. */
static void percentiles_have_binomial_intervals(void **state)
{
	double xs[1000];

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(xs); i++)
		xs[i] = (double)i;
	SAME(peer_percentile_interval(xs, 1000, 95).low, 935);
	SAME(peer_percentile_interval(xs, 1000, 95).high, 962);
	SAME(peer_percentile_interval(xs, 20, 95).low, 16);
	SAME(peer_percentile_interval(xs, 20, 95).high, 19);
	SAME(peer_percentile_interval(xs, 1, 95).high, 0);
	assert_true(peer_percentile_interval(xs, 0, 95).known);
}

static void differences_have_their_odd_rules(void **state)
{
	(void)state;
	SAME(peer_pdiff(3, 2), 50);
	SAME(peer_pdiff(0, 2), 0);
	SAME(peer_pdiff(2, 0), 100);
	SAME(peer_pdiff(2, NAN), 100);
	SAME(peer_pndiff(3, 2), -50);
	SAME(peer_pndiff(0, 2), 100);
	SAME(peer_pndiff(2, 0), -99);
	assert_true(isnan(peer_pndiff(2, NAN)));
	SAME(peer_rdiff(0, 2), 1);
	SAME(peer_rdiff(2, 0), 0);
	SAME(peer_rdiff(3, 2), 1.5);
}

static void distances_are_between_facing_ends(void **state)
{
	const struct peer_interval low = { true, 9, 11 }, high = { true, 18, 22 }, none = { 0 };

	(void)state;
	SAME(peer_cidiff(10, low, 20, high), -10.0 / 3);
	SAME(peer_cidiff(20, high, 10, low), 10.0 / 3);
	SAME(peer_cidiff(5, (struct peer_interval){ true, 5, 5 }, 3,
			 (struct peer_interval){ true, 3, 3 }),
	     2);
	SAME(peer_cidiff(10, low, 0, none), 10);
}

static void means_without_values_are_none(void **state)
{
	const double xs[] = { 1, 2, 4 }, with_zero[] = { 4, 0 };

	(void)state;
	SAME(peer_amean(xs, 3), 7.0 / 3);
	SAME(peer_hmean(xs, 3), 3 / 1.75);
	SAME(peer_geomean(xs, 3), 2);
	assert_true(isnan(peer_amean(xs, 0)));
	assert_true(isnan(peer_hmean(with_zero, 2)));
	assert_true(isnan(peer_stddev(xs, 1, 1, false)));
	SAME(peer_coeffvar(NAN, 5), 0);
	SAME(peer_coeffvar(5, NAN), 0);
	assert_true(signbit(peer_coeffvar(NAN, -5)));
}

static void samples_are_counted_by_bisection(void **state)
{
	const double xs[] = { 1, 2, 3, 5, 8 };

	(void)state;
	SAME(peer_samples_in(xs, 5, 2, 5), 3);
	SAME(peer_samples_in(xs, 5, 4, 4), 0);
	SAME(peer_samples_in(xs, 5, 0, 100), 5);
	assert_int_equal(peer_percent_count(20, 95), 19);
	assert_int_equal(peer_percent_count(1, 50), 1);
	assert_int_equal(peer_percent_count(0, 50), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(half_widths_are_what_r_prints),
		cmocka_unit_test(percentiles_have_binomial_intervals),
		cmocka_unit_test(differences_have_their_odd_rules),
		cmocka_unit_test(distances_are_between_facing_ends),
		cmocka_unit_test(means_without_values_are_none),
		cmocka_unit_test(samples_are_counted_by_bisection),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
