/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/ingest/told.h"

static struct slice told(void **state, const char *text)
{
	return told_prose(*state, NULL, slice_str(text));
}

static void on_one_line(void **state)
{
	check_text(
		told(state, "real 0m5.3s user 1m1.0s sys 0m2s\n"),
		"1 real =5.3 s lower (time)\n1 user =61 s lower (time)\n1 sys =2 s lower (time)\n");
}

static void a_format_of_its_own(void **state)
{
	check_text(told(state, "real: 300.5s\nuser: 16611.25s\nsys: 3s\n"),
		   "1 real =300.5 s lower (time)\n2 user =16611.25 s lower (time)\n"
		   "3 sys =3 s lower (time)\n");
	check_text(told(state, "real: 3m\nuser: 4m\n"), "");
}

static void double_spaced(void **state)
{
	check_text(told(state, "real\t0m1.5s\n\nuser\t0m1.0s\n\nsys\t0m0.5s\n"),
		   "1 real =1.5 s lower (time)\n3 user =1 s lower (time)\n"
		   "5 sys =0.5 s lower (time)\n");
}

static void words_of_prose_are_none(void **state)
{
	check_text(told(state, "real 10\nand 20\n"), "");
	check_text(told(state, "user 1.0\nsys 2.0\n"), "");
	check_text(told(state, "real 1.0 percent\nuser 2.0\n"), "");
	check_text(told(state, "real 0m1.5s\n> user 0m1.0s\n"), "");
	check_text(told(state, "real life\nuser 3\n"), "");
	check_text(told(state, "1 user 2 system 3 elapsed x\n"), "");
}

static void what_gnu_does_not_know(void **state)
{
	check_text(told(state, "0.00user 0.00system 0:00.00elapsed ?%CPU (0avgtext+0avgdata "
			       "0maxresident)k\n"),
		   "1 user =0 s lower (time)\n1 system =0 s lower (time)\n1 elapsed =0 s lower "
		   "(time)\n1 maximum resident set size =0 KiB lower (time)\n");
}

static void hours(void **state)
{
	check_text(told(state, "\tElapsed (wall clock) time (h:mm:ss or m:ss): 1:02:03\n\tUser "
			       "time (seconds): 1.25\n"),
		   "2 user =1.25 s lower (time)\n");
	check_text(told(state, "\tCommand being timed: \"make -j4\"\n\tElapsed (wall clock) time "
			       "(h:mm:ss or m:ss): 1:02:03\n"),
		   "2 elapsed[command=make -j4] =3723 s lower (time)\n");
}

static void hostile(void **state)
{
	told_survives(*state, NULL, "real 0m1.5s user 1m1.0s sys 12.34user 5.67system 1:02elapsed");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TOLD_TEST(on_one_line),
		TOLD_TEST(double_spaced),
		TOLD_TEST(a_format_of_its_own),
		TOLD_TEST(words_of_prose_are_none),
		TOLD_TEST(what_gnu_does_not_know),
		TOLD_TEST(hours),
		TOLD_TEST(hostile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
