/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/num.h"

#include <float.h>

#include "tests/unit/check.h"

static void test_doubles(void **data)
{
	static const struct {
		const char *text;
		double value;
	} good[] = { { "0", 0 },
		     { "-12.5e3", -12500 },
		     { "+.5", 0.5 },
		     { "1443258.1051", 1443258.1051 },
		     { "5.", 5 },
		     { "1E-2", 0.01 },
		     { "0.1", 0.1 },
		     { "-0.3", -0.3 },
		     { "123456789.012345", 123456789.012345 },
		     { "999999999999999", 999999999999999 },
		     { ".000000000000007", .000000000000007 },
		     { "9007199254740993", 9007199254740993. },
		     { "1234567.8901234567", 1234567.8901234567 },
		     { "1.7976931348623157e308", DBL_MAX } };
	static const char *const bad[] = { "",     ".",   "-",   "e5",    "1e",     "1e+",
					   "0x10", "nan", "inf", "1e999", "-1e999", "1.2.3",
					   "12 ",  " 12", "1,5", "5%",    "--1" };
	double value = 42;

	(void)data;
	for (size_t i = 0; i < ARRAY_SIZE(good); i++) {
		assert_true(num_double(slice_str(good[i].text), &value));
		assert_true(value == good[i].value);
	}
	value = 42;
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		assert_false(num_double(slice_str(bad[i]), &value));
	assert_true(value == 42);
}

/* A slice ends where it ends, whatever stands behind it in memory. */
static void test_a_slice_ends(void **data)
{
	double value;
	int64_t count;

	(void)data;
	assert_true(num_double(slice_head(SLICE("12.75"), 4), &value));
	assert_true(value == 12.7);
	assert_true(num_int(slice_head(SLICE("1234"), 2), &count));
	assert_int_equal(count, 12);
}

static void test_integers(void **data)
{
	uint64_t big;
	int64_t value;

	(void)data;
	assert_true(num_int(SLICE("9223372036854775807"), &value) && value == INT64_MAX);
	assert_true(num_int(SLICE("-9223372036854775808"), &value) && value == INT64_MIN);
	assert_false(num_int(SLICE("9223372036854775808"), &value));
	assert_false(num_int(SLICE("-9223372036854775809"), &value));
	assert_false(num_int(SLICE("-"), &value) || num_int(SLICE("1.0"), &value));
	assert_true(num_uint(SLICE("18446744073709551615"), &big) && big == UINT64_MAX);
	assert_false(num_uint(SLICE("18446744073709551616"), &big));
	assert_false(num_uint(SLICE("+1"), &big) || num_uint(SLICE(""), &big));
}

static void test_grouped(void **data)
{
	static const char *const bad[] = { "",          ",123",   "1,23",   "1,2345",
					   "12345,678", "1,,234", "1,234,", "1.234" };
	int64_t value;

	(void)data;
	assert_true(num_grouped(SLICE("1,234,567"), &value) && value == 1234567);
	assert_true(num_grouped(SLICE("567"), &value) && value == 567);
	assert_true(num_grouped(SLICE("1234567"), &value) && value == 1234567);
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		assert_false(num_grouped(slice_str(bad[i]), &value));
}

static void test_decimals(void **data)
{
	(void)data;
	assert_int_equal(num_decimals(SLICE("12.50")), 2);
	assert_int_equal(num_decimals(SLICE("12.")), 0);
	assert_int_equal(num_decimals(SLICE("12")), 0);
	assert_int_equal(num_decimals(SLICE("0.125e3")), 3);
}

static void test_printing_reads_back(void **data)
{
	static const double values[] = { 0.1, 1.0 / 3, 1530574.6033, 1e300, 5e-324, -0.0, DBL_MAX };
	struct buf buf;

	(void)data;
	buf_init(&buf);
	num_print(&buf, 0.1);
	check_text(buf_slice(&buf), "0.1");
	for (size_t i = 0; i < ARRAY_SIZE(values); i++) {
		double back;

		buf_clear(&buf);
		num_print(&buf, values[i]);
		assert_true(num_double(buf_slice(&buf), &back));
		assert_true(back == values[i]);
	}
	buf_release(&buf);
}

static void test_significant_digits(void **data)
{
	static const struct {
		double value;
		const char *text;
	} cases[] = { { 0, "0.000" },
		      { 1, "1.000" },
		      { 12.3456, "12.35" },
		      { 1530574.6, "1530575" },
		      { 0.001234567, "0.001235" },
		      { -3.14159, "-3.142" } };
	struct buf buf;

	(void)data;
	buf_init(&buf);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		buf_clear(&buf);
		num_print_digits(&buf, cases[i].value, 4);
		check_text(buf_slice(&buf), cases[i].text);
	}
	buf_release(&buf);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_doubles),
		cmocka_unit_test(test_a_slice_ends),
		cmocka_unit_test(test_integers),
		cmocka_unit_test(test_grouped),
		cmocka_unit_test(test_decimals),
		cmocka_unit_test(test_printing_reads_back),
		cmocka_unit_test(test_significant_digits),
	};

	return cmocka_run_group_tests_name("lib/num", tests, NULL, NULL);
}
