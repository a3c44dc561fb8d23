/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/ingest/told.h"

static struct slice told(void **state, const char *text)
{
	return told_prose(*state, "ministat", slice_str(text));
}

static void two_sets(void **state)
{
	check_text(told(state, "x a\n+ b\n    N           Min           Max        Median          "
			       " Avg        Stddev\nx   3             1             3             "
			       "2             2             1\nNo difference\n"),
		   "4 value min=1 none @a\n4 value max=3 none @a\n4 value median=2 none @a\n4 "
		   "value mean=2 none @a\n4 value stddev=1 none @a\n");
}

static void numbers_a_line(void **state)
{
	check_text(told(state, "# s\n1.5 x\n\n 2e3\nthree\n"),
		   "2 value =1.5 none\n4 value =2000 none\n");
}

static void hostile(void **state)
{
	told_survives(
		*state, "ministat",
		"x   4           1.4           1.6          1.55        1.5125   0.085391256");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TOLD_TEST(two_sets),
		TOLD_TEST(numbers_a_line),
		TOLD_TEST(hostile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
