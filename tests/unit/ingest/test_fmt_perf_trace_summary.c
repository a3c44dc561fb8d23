/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/ingest/told.h"

#define HEAD_8                                                                                    \
	"   syscall            calls  errors  total       min       avg       max       stddev\n" \
	"                                     (msec)    (msec)    (msec)    (msec)        (%)\n"  \
	"   --------------- --------  ------ -------- --------- --------- ---------     ------\n"

static struct slice told(void **state, const char *text)
{
	return told_prose(*state, "perf-trace-summary", slice_str(text));
}

static void thread_with_errors(void **state)
{
	check_text(told(state,
			" Summary of events:\n\n (sd-pam) (31371), 4076 events, 50.4%\n\n" HEAD_8
			"   openat   32   1   0.109  0.002  0.003  0.011   9.36%\n"
			"\t\t\t\tENOENT: 1\n\n"),
		   "3 events[comm=(sd-pam),tid=31371] =4076\n"
		   "8 calls[comm=(sd-pam),tid=31371,syscall=openat] =32\n"
		   "8 errors[comm=(sd-pam),tid=31371,syscall=openat] =1\n"
		   "8 total[comm=(sd-pam),tid=31371,syscall=openat] =0.109 msec lower\n"
		   "8 min[comm=(sd-pam),tid=31371,syscall=openat] =0.002 msec lower\n"
		   "8 avg[comm=(sd-pam),tid=31371,syscall=openat] =0.003 msec lower\n"
		   "8 max[comm=(sd-pam),tid=31371,syscall=openat] =0.011 msec lower\n"
		   "8 stddev[comm=(sd-pam),tid=31371,syscall=openat] =9.36 %\n"
		   "9 errno[comm=(sd-pam),tid=31371,syscall=openat,errno=ENOENT] =1\n");
}

static void cgroups(void **state)
{
	check_text(told(state, " cgroup /a.slice, 9 events\n\n" HEAD_8
			       "   read  9   0   0.9  0.1  0.1  0.1   0.00%\n"),
		   "1 events[cgroup=/a.slice] =9\n6 calls[cgroup=/a.slice,syscall=read] =9\n"
		   "6 errors[cgroup=/a.slice,syscall=read] =0\n"
		   "6 total[cgroup=/a.slice,syscall=read] =0.9 msec lower\n"
		   "6 min[cgroup=/a.slice,syscall=read] =0.1 msec lower\n"
		   "6 avg[cgroup=/a.slice,syscall=read] =0.1 msec lower\n"
		   "6 max[cgroup=/a.slice,syscall=read] =0.1 msec lower\n"
		   "6 stddev[cgroup=/a.slice,syscall=read] =0 %\n");
}

static void old_columns(void **state)
{
	check_text(told(state,
			"syscall calls total min avg max stddev\n"
			"        (msec)\n--------\nfutex 8 998.771 0.000 124.846 423.396 42.61%\n"),
		   "4 calls[syscall=futex] =8\n4 total[syscall=futex] =998.771 msec lower\n"
		   "4 min[syscall=futex] =0 msec lower\n4 avg[syscall=futex] =124.846 msec lower\n"
		   "4 max[syscall=futex] =423.396 msec lower\n4 stddev[syscall=futex] =42.61 %\n");
}

/* The first record of each table says to which run it belongs. */
static void heading_names_the_run(void **state)
{
	static const char *const headings[] = {
		"- v5.8\n\n",
		"5.12-rc6:\n",
		"Without the series:\n",
		"- two words\n",
		"[After]\nran once\n",
		"v5.8\na\nb\nc\nd\ne\n",
		"- as it says.\n",
		"",
	};
	static const char *const wanted[] = {
		"calls[syscall=a] =1 @v5.8\n",
		"calls[syscall=a] =1 @5.12-rc6\n",
		"calls[syscall=a] =1 @Without the series\n",
		"calls[syscall=a] =1 @two words\n",
		"calls[syscall=a] =1 @After\n",
		"calls[syscall=a] =1\n",
		"calls[syscall=a] =1\n",
		"calls[syscall=a] =1\n",
	};

	for (size_t i = 0; i < ARRAY_SIZE(headings); i++) {
		struct slice text = arena_printf(*state, "%s%s", headings[i],
						 HEAD_8 "a 1 0 1.0 1.0 1.0 1.0 0.00%\n");
		struct slice out = told_prose(*state, NULL, text), line;

		(void)slice_line(&out, &line);
		(void)slice_field(&line); /* its number */
		check_text(slice_trim(line), arena_cstr(*state, slice_trim(slice_str(wanted[i]))));
	}
}

static void threads_share_the_run(void **state)
{
	struct slice out = told(state, "- v6.1\n\n x (1), 2 events, 1.0%\n\n" HEAD_8
				       "\n\n y (2), 3 events, 1.0%\n\n" HEAD_8
				       "  a 1 0 1.0 1.0 1.0 1.0 0.00%\n\n\n"
				       " z (3), 4 events, 1.0%\n\n" HEAD_8);

	assert_true(slice_starts(out, "3 events[comm=x,tid=1] =2 @v6.1\n"
				      "10 events[comm=y,tid=2] =3 @v6.1\n"));
	assert_true(slice_ends(out, "events[comm=z,tid=3] =4 @v6.1\n"));
}

/* A mail program cut the last column off every line, with and without quote marks. */
static void wrapped(void **state)
{
	static const char *const marks[] = { "", "> " };

	for (size_t i = 0; i < ARRAY_SIZE(marks); i++) {
		const char *mark = marks[i];
		struct slice text = arena_printf(
			*state,
			"%ssyscall calls total min avg max\nstddev\n"
			"%s        (msec)\n  (%%)\n%s-------- ----\n ----\n"
			"%sread 8 9.5 0.1 2.5 4.5\n 42.61%%\n%swrite 7 9.5 0.1 2.5 4.5\n1.0%%\n",
			mark, mark, mark, mark, mark);
		struct slice out = told_prose(*state, "perf-trace-summary", text);

		assert_true(slice_starts(out, "7 calls[syscall=read] =8\n"));
		assert_true(slice_find(out, "7 stddev[syscall=read] =42.61 %\n"
					    "9 calls[syscall=write] =7\n") < out.n);
		assert_true(slice_ends(out, "9 stddev[syscall=write] =1 %\n"));
	}
}

static void reply_within(void **state)
{
	struct slice out = told(state, "> syscall calls total min avg max stddev\n"
				       "> a 1 1.0 1.0 1.0 1.0 0.00%\n>\nHm?\n>\n"
				       "> b 2 1.0 1.0 1.0 1.0 0.00%\n>\n"
				       "> c 3 1.0 1.0 1.0 1.0 0.00%\n");

	assert_true(slice_find(out, "6 calls[syscall=b] =2\n") < out.n);
	assert_true(slice_find(out, "syscall=c") == out.n);
}

static void total_section(void **state)
{
	struct slice out =
		told(state, " total, 8092 events\n\n" HEAD_8 " wait4 1 0 7.9 7.9 7.9 7.9 nan%\n");

	assert_true(slice_starts(out, "1 events =8092\n6 calls[syscall=wait4] =1\n"));
	assert_true(slice_ends(out, "6 ! stddev is no number: 'nan'\n"));
}

static void oldest_form(void **state)
{
	check_text(told(state,
			" _____________\n __)    Summary of events    (__\n\n"
			"     [ task - pid ]     [ events ] [ ratio ]  [ runtime ]\n"
			" _____________\n\n"
			"   kworker/u8-x - 1234  :        776   [  4.6% ]     22.025 ms\n\nend\n"),
		   "7 events[comm=kworker/u8-x,tid=1234] =776\n"
		   "7 runtime[comm=kworker/u8-x,tid=1234] =22.025 msec\n");
}

static void not_one(void **state)
{
	check_text(told(state, "syscall calls\nread 3\nsyscall count total min avg max stddev\n"),
		   "");
}

static void hostile(void **state)
{
	told_survives(*state, "perf-trace-summary",
		      " a (1), 2 events\n" HEAD_8 "a 1 0 1e999 -1 1.0 1.0 0.00%\n\tENOENT: 9");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TOLD_TEST(thread_with_errors),
		TOLD_TEST(cgroups),
		TOLD_TEST(old_columns),
		TOLD_TEST(heading_names_the_run),
		TOLD_TEST(threads_share_the_run),
		TOLD_TEST(wrapped),
		TOLD_TEST(reply_within),
		TOLD_TEST(total_section),
		TOLD_TEST(oldest_form),
		TOLD_TEST(not_one),
		TOLD_TEST(hostile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
