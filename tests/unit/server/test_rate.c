/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>

#include "server/rate.h"
#include "tests/unit/check.h"

static void test_a_minutes_worth(void **state)
{
	struct rate *rate = rate_new(60);

	(void)state;
	for (int i = 0; i < 60; i++)
		assert_int_equal(rate_take(rate, SLICE("a"), 1000), 0);
	assert_int_equal(rate_take(rate, SLICE("a"), 1000), 2);
	assert_int_equal(rate_take(rate, SLICE("b"), 1000), 0);
	assert_int_equal(rate_take(rate, SLICE("a"), 2001), 0);
	assert_int_not_equal(rate_take(rate, SLICE("a"), 2001), 0);
	for (int i = 0; i < 60; i++)
		assert_int_equal(rate_take(rate, SLICE("a"), 10000000), 0);
	assert_int_not_equal(rate_take(rate, SLICE("a"), 10000000), 0);
	rate_free(rate);
}

static void test_any_number(void **state)
{
	struct rate *rate = rate_new(0);

	(void)state;
	for (int i = 0; i < 1000; i++)
		assert_int_equal(rate_take(rate, SLICE("a"), 0), 0);
	rate_free(rate);
}

/* Many others do not open the door again for one who comes all the time. */
static void test_crowd(void **state)
{
	struct rate *rate = rate_new(1);
	char name[16];

	(void)state;
	assert_int_equal(rate_take(rate, SLICE("a"), 0), 0);
	for (int i = 0; i < 100000; i++) {
		(void)snprintf(name, sizeof(name), "%d", i);
		assert_int_equal(rate_take(rate, slice_str(name), i / 1000), 0);
		assert_int_not_equal(rate_take(rate, SLICE("a"), i / 1000 + 1), 0);
	}
	rate_free(rate);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_minutes_worth),
		cmocka_unit_test(test_any_number),
		cmocka_unit_test(test_crowd),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
