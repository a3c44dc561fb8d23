/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/share.h"

#include <math.h>

#include "tests/unit/check.h"

/* Published values have four decimals. */
static void check4(double got, double wanted)
{
	if (!(fabs(got - wanted) <= 0.00005 + 1e-12))
		fail_msg("%.6f is not %.4f", got, wanted);
}

/* Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3. */
static void test_wilson(void **data)
{
	static const struct {
		double count, total, lo, hi;
	} known[] = {
		{ 81, 263, 0.2553, 0.3662 },
		{ 15, 148, 0.0624, 0.1605 },
		{ 0, 20, 0.0000, 0.1611 },
		{ 1, 29, 0.0061, 0.1718 },
	};

	(void)data;
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		struct share share = share_of(known[i].count, known[i].total);

		check4(share.lo, known[i].lo);
		check4(share.hi, known[i].hi);
	}
	check4(share_of(29, 29).hi, 1);
}

/* Newcombe 1998, "Interval estimation for the difference between independent proportions", table
 * II, method 10. */
static void test_newcombe(void **data)
{
	static const struct {
		double a, m, b, n, lo, hi;
	} known[] = {
		{ 56, 70, 48, 80, 0.0524, 0.3339 }, { 9, 10, 3, 10, 0.1705, 0.8090 },
		{ 6, 7, 2, 7, 0.0582, 0.8062 },     { 5, 56, 0, 29, -0.0381, 0.1926 },
		{ 0, 10, 0, 20, -0.1611, 0.2775 },
	};

	(void)data;
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		struct share a = share_of(known[i].a, known[i].m);
		struct share b = share_of(known[i].b, known[i].n);
		struct share difference = share_difference(b, a);

		check4(difference.lo, known[i].lo);
		check4(difference.hi, known[i].hi);
	}
}

static void test_without_samples_there_is_no_interval(void **data)
{
	struct share known = share_of(5, 100), only = share_only(0.25);

	(void)data;
	assert_true(isnan(share_of(0, 0).part));
	assert_true(isnan(only.lo) && isnan(only.hi));
	assert_true(isnan(share_difference(known, only).lo));
	check4(share_difference(known, only).part, 0.2);
	assert_false(share_moved(share_difference(known, only), 5, 25));
}

static void test_support(void **data)
{
	(void)data;
	assert_true(share_moved((struct share){ 0.02, 0.01, 0.03 }, 3, 10));
	assert_true(share_moved((struct share){ -0.02, -0.03, -0.01 }, 10, 0));
	assert_false(share_moved((struct share){ 0.02, 0.01, 0.03 }, 9, 9));
	assert_false(share_moved((struct share){ 0.0009, 0.0005, 0.002 }, 900, 900));
	assert_false(share_moved((struct share){ 0.02, -0.01, 0.03 }, 900, 900));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_wilson),
		cmocka_unit_test(test_newcombe),
		cmocka_unit_test(test_without_samples_there_is_no_interval),
		cmocka_unit_test(test_support),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
