/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/ingest/told.h"

static struct slice told(void **state, const char *text)
{
	return told_prose(*state, NULL, slice_str(text));
}

static void quoted(void **state)
{
	check_text(
		told(state, "> tasks,processes,processes_idle,threads,threads_idle,linear\n> "
			    "1,5,98.5,4,98.0,5\n"),
		"2 processes[tasks=1] =5 ops/s higher (will-it-scale)\n2 processes_idle[tasks=1] "
		"=98.5 % none (will-it-scale)\n2 threads[tasks=1] =4 ops/s higher "
		"(will-it-scale)\n2 threads_idle[tasks=1] =98 % none (will-it-scale)\n");
}

static void rows_without_a_header_are_none(void **state)
{
	check_text(told(state, "1,5,98.5,4,98.0,5\n2,5,98.5,4,98.0,5\n"), "");
}

static void ends_with_its_rows(void **state)
{
	check_text(told(state, "tasks,processes,processes_idle,threads,threads_idle,linear\nand so "
			       "on\n1,5,98.5,4,98.0,5\n"),
		   "");
}

static void a_cut_row(void **state)
{
	check_text(told(state, "tasks,processes,processes_idle,threads,threads_idle,linear\n1,5,98."
			       "5,4\n1,5,98.5,4,98.0,5,6\n"),
		   "2 ! expected six numbers\n3 ! expected six numbers\n");
}

static void hostile(void **state)
{
	told_survives(*state, NULL,
		      "tasks,processes,processes_idle,threads,threads_idle,linear "
		      "1,512345,98.40,498120,98.41,512345");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TOLD_TEST(quoted),
		TOLD_TEST(rows_without_a_header_are_none),
		TOLD_TEST(ends_with_its_rows),
		TOLD_TEST(a_cut_row),
		TOLD_TEST(hostile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
