/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/perf_number.h"

#include "tests/unit/check.h"

static void check_number(const char *text, char decimal, bool whole, double wanted)
{
	double got = -1;

	if (!perf_number(slice_str(text), decimal, whole, &got) || got != wanted)
		fail_msg("'%s' is %.17g, not %.17g", text, got, wanted);
}

static void marks_that_tell_themselves(void **state)
{
	(void)state;
	check_number("42", '\0', true, 42);
	check_number("1,234,567", '\0', true, 1234567);
	check_number("1.234.567", '\0', true, 1234567);
	check_number("1,78,86,31,500", '\0', true, 1788631500);
	check_number("1.234,5", '\0', false, 1234.5);
	check_number("1,234.5", '\0', false, 1234.5);
	check_number("1 234,5", '\0', false, 1234.5);
	check_number("1'234.5", '\0', false, 1234.5);
	check_number("-0.25", '\0', false, -0.25);
}

static void one_mark_alone(void **state)
{
	(void)state;
	check_number("163,898", '\0', true, 163898);
	check_number("163.898", '\0', true, 163898);
	check_number("293,64", '\0', true, 293.64);
	check_number("163.898", '\0', false, 163.898);
	check_number("163.898", ',', true, 163898);
	check_number("163.898", '.', true, 163.898);
	check_number("1,077970892", ',', false, 1.077970892);
}

static void no_numbers(void **state)
{
	static const char *const texts[] = {
		"",    "-",   ".",    ",5",   "1,23,4", "12.5%",         "1e5",      "0x10",
		"nan", "inf", "1..2", "1.5x", "--1",    "<not counted>", "1,2345.5", "1.5,5.5"
	};
	double value;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		if (perf_number(slice_str(texts[i]), '.', false, &value))
			fail_msg("'%s' is no number, not %g", texts[i], value);
}

static void last_mark(void **state)
{
	(void)state;
	assert_int_equal(perf_decimal_mark(SLICE("1.234,5")), ',');
	assert_int_equal(perf_decimal_mark(SLICE("12.5")), '.');
	assert_int_equal(perf_decimal_mark(SLICE("125")), '\0');
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(marks_that_tell_themselves),
		cmocka_unit_test(one_mark_alone),
		cmocka_unit_test(no_numbers),
		cmocka_unit_test(last_mark),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
