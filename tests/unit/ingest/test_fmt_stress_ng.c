/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/ingest/told.h"

static struct slice told(void **state, const char *text)
{
	return told_prose(*state, NULL, slice_str(text));
}

static void numbers_behind_other_words_are_none(void **state)
{
	check_text(told(state, "stress-ng: info:  [1] for a 60.06s run time:\nrow 1 2 3 4 5 6\nx "
			       "1.0 of it (total)\n"),
		   "");
}

static void a_row_that_is_cut(void **state)
{
	check_text(told(state, "stress-ng: info:  [1] vm 1 2 3\n"), "");
}

static void levels(void **state)
{
	check_text(
		told(state,
		     "stress-ng: warn:  [1] vm 1 2 3 4 5 6\nstress-ng: fail:  [1] vm: no memory\n"),
		"2 ! vm: no memory\n2 run ='failed none (stress-ng)\n");
}

static void yaml_in_a_mail(void **state)
{
	check_text(told(state, "> metrics:\n>     - stressor: vm\n>       bogo-ops: 7\n>       "
			       "nanosecs-per-call: 1.5e+02\n>       oops: x\n"),
		   "3 bogo-ops[stressor=vm] =7 none (stress-ng)\n4 nanosecs-per-call[stressor=vm] "
		   "=150 lower (stress-ng)\n5 ! expected a number as oops\n");
}

static void a_dash_alone_is_none(void **state)
{
	check_text(told(state, "- stressor: vm\nand more: 3\n"), "");
}

static void hostile(void **state)
{
	told_survives(*state, NULL,
		      "stress-ng: metrc: [4382] flock 171659332 60.00 44.80 771.49 2860967.69 "
		      "210292.23 226.75 2564");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TOLD_TEST(numbers_behind_other_words_are_none),
		TOLD_TEST(a_row_that_is_cut),
		TOLD_TEST(levels),
		TOLD_TEST(yaml_in_a_mail),
		TOLD_TEST(a_dash_alone_is_none),
		TOLD_TEST(hostile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
