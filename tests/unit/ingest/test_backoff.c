/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/backoff.h"

#include "tests/unit/check.h"

static void doubles_up_to_the_longest(void **state)
{
	(void)state;
	assert_int_equal(backoff_ms(1, BACKOFF_NO_WISH, 0), 1000);
	assert_int_equal(backoff_ms(2, BACKOFF_NO_WISH, 0), 2000);
	assert_int_equal(backoff_ms(5, BACKOFF_NO_WISH, 0), 16000);
	assert_int_equal(backoff_ms(6, BACKOFF_NO_WISH, 0), 32000);
	assert_int_equal(backoff_ms(7, BACKOFF_NO_WISH, 0), 60000);
	assert_int_equal(backoff_ms(UINT32_MAX, BACKOFF_NO_WISH, 0), 60000);
}

static void chance_takes_up_to_half(void **state)
{
	(void)state;
	assert_int_equal(backoff_ms(1, BACKOFF_NO_WISH, UINT32_MAX), 500);
	assert_int_equal(backoff_ms(1, BACKOFF_NO_WISH, UINT32_MAX / 2 + 1), 750);
	assert_int_equal(backoff_ms(7, BACKOFF_NO_WISH, UINT32_MAX), 30000);
}

static void a_wish_is_never_undercut(void **state)
{
	(void)state;
	assert_int_equal(backoff_ms(1, 0, 0), 0);
	assert_int_equal(backoff_ms(1, 7, 0), 7000);
	assert_int_equal(backoff_ms(1, 7, UINT32_MAX), 7500);
	assert_int_equal(backoff_ms(5, 2, 0), 2000);
	assert_true(backoff_ms(1, INT64_MAX, UINT32_MAX) > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(doubles_up_to_the_longest),
		cmocka_unit_test(chance_takes_up_to_half),
		cmocka_unit_test(a_wish_is_never_undercut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
