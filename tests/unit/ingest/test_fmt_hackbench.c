/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/ingest/told.h"

static struct slice told(void **state, const char *text)
{
	return told_prose(*state, NULL, slice_str(text));
}

static void without_messages(void **state)
{
	check_text(told(state, "Running in process mode with 2 groups using 40 file descriptors "
			       "each (== 80 tasks)\nTime: 0.123\n"),
		   "2 time[mode=process,groups=2,fds=40] =0.123 s lower (hackbench)\n");
}

static void several_times(void **state)
{
	check_text(told(state, "Running in process mode with 2 groups using 40 file descriptors "
			       "each (== 80 tasks)\nTime: 0.123\nTime: 0.124\n"),
		   "2 time[mode=process,groups=2,fds=40] =0.123 s lower (hackbench)\n3 "
		   "time[mode=process,groups=2,fds=40] =0.124 s lower (hackbench)\n");
}

static void a_time_alone_is_none(void **state)
{
	check_text(told(state, "Time: 0.123\n"), "");
	check_text(told(state, "see\nTime: 10:20\n"), "");
	check_text(told(state, "Running in process mode with 2 groups using 40 file descriptors "
			       "each (== 80 tasks)\nTime: 10\n"),
		   "");
	check_text(told(state, "Running in process mode with many groups\nTime: 0.123\n"), "");
}

static void far_below_is_none(void **state)
{
	check_text(told(state, "Running in process mode with 2 groups using 40 file descriptors "
			       "each (== 80 tasks)\na\nb\nc\nd\ne\nf\nTime: 0.123\n"),
		   "");
}

static void hostile(void **state)
{
	told_survives(*state, NULL,
		      "Running in process mode with 2 groups using 40 file descriptors each (== 80 "
		      "tasks) Time: 0.123");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TOLD_TEST(without_messages),
		TOLD_TEST(several_times),
		TOLD_TEST(a_time_alone_is_none),
		TOLD_TEST(far_below_is_none),
		TOLD_TEST(hostile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
