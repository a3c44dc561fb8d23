/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/table.h"
#include "tests/unit/ingest/told.h"

static struct slice told(void **state, const char *text)
{
	return told_prose(*state, "mmtests-table", slice_str(text));
}

static void two_heading_lines(void **state)
{
	check_text(told(state, "pft faults\n"
			       "                             4.0.0          4.0.0\n"
			       "                           vanilla     nomemcg-v1\n"
			       "Hmean    faults/cpu-1  100.00 (  0.00%)  106.05 (  6.05%)\n"
			       "Hmean    faults/cpu-3  100.00 (  0.00%)  100.00 (  0.00%)\n"
			       "Stddev   faults/cpu-3    1.00 (  0.00%)    2.00 (-100.00%)\n"),
		   "4 faults/cpu-1 hmean=100 higher @4.0.0-vanilla (pft)\n"
		   "4 faults/cpu-1 hmean=106.05 higher @4.0.0-nomemcg-v1 (pft)\n"
		   "5 faults/cpu-3 hmean=100 higher @4.0.0-vanilla (pft)\n"
		   "5 faults/cpu-3 hmean=100 higher @4.0.0-nomemcg-v1 (pft)\n"
		   "6 faults/cpu-3 stddev=1 @4.0.0-vanilla (pft)\n"
		   "6 faults/cpu-3 stddev=2 @4.0.0-nomemcg-v1 (pft)\n");
}

static void one_heading_line(void **state)
{
	check_text(told(state, "             BASE             OTHER\n"
			       "User      2     0.50 (  0.00%)    0.55 (-10.00%)\n"
			       "Elapsed min     3.00 (  0.00%)    3.30 (-10.00%)\n"
			       "Elapsed range   0.00 (  0.00%)    1.00 (-99.00%)\n"),
		   "2 User-2 mean=0.5 lower @BASE\n2 User-2 mean=0.55 lower @OTHER\n"
		   "3 Elapsed min=3 lower @BASE\n3 Elapsed min=3.3 lower @OTHER\n"
		   "4 Elapsed range=0 @BASE\n4 Elapsed range=1 @OTHER\n");
}

static void names_without_dash(void **state)
{
	check_text(told(state, "                        BAS             6.18.0-rc1\n"
			       "                       BASE                     -x\n"
			       "Amean    a   1.00 (  0.00%)        2.00 (-100.00%)\n"),
		   "3 a amean=1 lower @BASE\n3 a amean=2 lower @6.18.0-rc1-x\n");
}

static void glued_headings(void **state)
{
	check_text(told(state, "                          5.3.0                5.3.0\n"
			       "                  shrinker-v1r1shrinker-long-name-v2\n"
			       "Amean    a     1.00 (   0.00%)      2.00 (-100.00%)\n"),
		   "3 a amean=1 lower @5.3.0-shrinker-v1r1\n"
		   "3 a amean=2 lower @5.3.0-shrinker-long-name-v2\n");
	/* moved by their author */
	check_text(told(state, "                          5.3.0                5.3.0\n"
			       "            shrinker-v1r1shrinker-long-name-v2\n"
			       "Amean    a     1.00 (   0.00%)      2.00 (-100.00%)\n"),
		   "3 a amean=1 lower @5.3.0-shrinker-v1r1\n"
		   "3 a amean=2 lower @5.3.0-shrinker-long-name-v2\n");
}

static void headings_with_tabs(void **state)
{
	check_text(told(state, "\tvanilla\tpatched\nUser\t431.27\t405.15\nElapsed\t510\t483\n"),
		   "2 User =431.27 s lower @vanilla\n2 User =405.15 s lower @patched\n"
		   "3 Elapsed =510 s lower @vanilla\n3 Elapsed =483 s lower @patched\n");
}

/* Both lines lost their last name, which stands below without quote marks. */
static void two_wrapped_headings(void **state)
{
	check_text(told(state, "> > pft faults\n"
			       "> >                   4.0.0           4.0.0\n"
			       "          4.0.0\n"
			       "> >                 vanilla         nomemcg\n"
			       "    chargefirst\n"
			       "> > Hmean f-1  1.00 (  0.00%)  2.00 (100.00%)\n"
			       "1.50 ( 50.00%)\n"),
		   "6 f-1 hmean=1 higher @4.0.0-vanilla (pft)\n"
		   "6 f-1 hmean=2 higher @4.0.0-nomemcg (pft)\n"
		   "6 f-1 hmean=1.5 higher @4.0.0-chargefirst (pft)\n");
}

static void names_that_are_lost(void **state)
{
	check_text(told(state, "                 4.0.0\n"
			       "User       1.00   2.00\n"
			       "Elapsed    1.00   2.00\n"),
		   "2 User =1 s lower @col1\n2 User =2 s lower @4.0.0\n"
		   "3 Elapsed =1 s lower @col1\n3 Elapsed =2 s lower @4.0.0\n");
}

static void sentences(void **state)
{
	struct slice text = arena_printf(*state, "%0100d a 12.0 (  0.00%%) 13.0 (  8.33%%)\n", 7);

	check_text(told(state, "We see 12.0 (  0.00%) and 13.0 (  8.33%) here\n"), "");
	check_text(told_prose(*state, "mmtests-table", text), "");
	check_text(told(state, "         vanilla\nAmean a 12.0 (  0.00%)\n"),
		   "2 a amean=12 lower @vanilla\n");
}

/* Blank quoted lines around a reply do not end the table that it stands in. */
static void reply_within(void **state)
{
	check_text(told(state, ">         a    b\n> User 1.00 2.00\n>\nreally?\n\n> \n"
			       "> Elapsed 1.00 3.00\n"),
		   "2 User =1 s lower @a\n2 User =2 s lower @b\n"
		   "7 Elapsed =1 s lower @a\n7 Elapsed =3 s lower @b\n");
	check_text(told(state, ">         a    b\n> User 1.00 2.00\n>\n> Elapsed 1.00 3.00\n"), "");
}

/* Where a name ends that is wider than its column, the wider table above tells. */
static void names_as_in_the_table_above(void **state)
{
	struct slice out = told(state, "                        6.1                  6.1\n"
				       "             disabled-child         child-nokmem\n"
				       "Amean    a    1.00 (   0.00%)      2.00 (-100.00%)\n\n"
				       "                       6.1         6.1\n"
				       "             disabled-childchild-nokmem\n"
				       "Duration User         1.00        2.00\n");

	assert_true(slice_ends(out, "7 User =1 s lower @6.1-disabled-child\n"
				    "7 User =2 s lower @6.1-child-nokmem\n"));
}

static void heading_over_the_names(void **state)
{
	check_text(
		told(state, "groups   baseline       sched_cache\n"
			    "Amean 1   38.00 (   0.00%)   19.00 *  50.00%*\n"
			    "GB/sec copy-2  10.00 (  0.00%)  9.00 ( -10.00%) <--\n"),
		"2 1 amean=38 lower @baseline\n2 1 amean=19 lower @sched_cache\n"
		"3 copy-2 =10 GB/sec higher @baseline\n3 copy-2 =9 GB/sec higher @sched_cache\n");
}

static void wrapped(void **state)
{
	check_text(told(state,
			"                 6.4.0      6.4.0-fix \n6.4.0-revert\n"
			"Amean   s-1  100.00 (   0.00%)   90.00 *  10.00%* \n95.00 *   5.00%*\n"
			"Amean   s-2  100.00 (   0.00%)   90.00 *  10.00\n%*  95.00 (   5.00%)\n"),
		   "3 s-1 amean=100 lower @6.4.0\n3 s-1 amean=90 lower @6.4.0-fix\n"
		   "3 s-1 amean=95 lower @6.4.0-revert\n5 s-2 amean=100 lower @6.4.0\n"
		   "5 s-2 amean=90 lower @6.4.0-fix\n5 s-2 amean=95 lower @6.4.0-revert\n");
}

static void durations(void **state)
{
	check_text(told(state,
			"MMTests Statistics: duration\n            optimized    vanilla \n"
			"User          405.15      431.27 \nSystem  71  73\nElapsed 483 nan\n"),
		   "3 User =405.15 s lower @optimized\n3 User =431.27 s lower @vanilla\n"
		   "4 System =71 s lower @optimized\n4 System =73 s lower @vanilla\n"
		   "5 Elapsed =483 s lower @optimized\n");
	check_text(told(state, "Duration User  1.5  2\nOps Minor Faults  7  8\n"
			       "Kswapd efficiency   99%  100%\n"),
		   "1 User =1.5 s lower @col1\n1 User =2 s lower @col2\n2 Minor Faults =7 @col1\n"
		   "2 Minor Faults =8 @col2\n3 Kswapd efficiency =99 % @col1\n"
		   "3 Kswapd efficiency =100 % @col2\n");
}

static void names_of_the_block_above(void **state)
{
	check_text(told(state, "           a          b\nAmean x 1.00 (  0.00%) 2.00 (-100.00%)\n\n"
			       "User 1 2\nSystem 3 4\n\nUser 1 2 3\nSystem 3 4 5\n"),
		   "2 x amean=1 lower @a\n2 x amean=2 lower @b\n4 User =1 s lower @a\n"
		   "4 User =2 s lower @b\n5 System =3 s lower @a\n5 System =4 s lower @b\n"
		   "7 User =1 s lower @col1\n7 User =2 s lower @col2\n7 User =3 s lower @col3\n"
		   "8 System =3 s lower @col1\n8 System =4 s lower @col2\n8 System =5 s lower "
		   "@col3\n");
}

static void swallowed_blank(void **state)
{
	check_text(
		told(state, "Faults/sec 1 701.50 (  0.00%) 771.65 ( 10.00%)\n"
			    "Faults/sec 21000.00 (  0.00%)1100.00 ( 10.00%)\n"
			    "Hmean    faults/sec-43900.00 (  0.00%)1950.00 (-50.00%)\n"),
		"1 Faults/sec-1 mean=701.5 higher @col1\n1 Faults/sec-1 mean=771.65 higher @col2\n"
		"2 Faults/sec-2 mean=1000 higher @col1\n2 Faults/sec-2 mean=1100 higher @col2\n"
		"3 faults/sec-4 hmean=3900 higher @col1\n3 faults/sec-4 hmean=1950 higher @col2\n");
}

static void cut_right_edge(void **state)
{
	check_text(told(state, "Amean a 2.00 (  0.00%) 1.00 ( 50.00%\n"
			       "Amean b 2.00 (  0.00%) 1.00 ( 50.\nAmean c 2.00 (  0.00%) 1.00\n"),
		   "1 a amean=2 lower @col1\n1 a amean=1 lower @col2\n2 b amean=2 lower @col1\n"
		   "2 b amean=1 lower @col2\n3 c amean=2 lower @col1\n3 c amean=1 lower @col2\n");
}

static void wrong_percent(void **state)
{
	check_text(told(state, "Amean a 2.00 (  0.00%) 1.00 ( 40.00%)\nAmean b 2.00 (  0.00%) 0.00 "
			       "(  0.00%)\n"),
		   "1 a amean=2 lower @col1\n"
		   "1 ! a of col2: the values do not give the 40.00 % that is printed\n"
		   "1 a amean=1 lower @col2\n2 b amean=2 lower @col1\n2 ! b of col2 was not "
		   "measured\n");
}

static void empty_columns(void **state)
{
	check_text(told(state, "Amean a 2.00 (  0.00%) 0.00 (  0.00%) 1.00 ( 50.00%)\n"
			       "Amean b 2.00 (  0.00%) 0.00 (  0.00%) nan (  nan%)\n"),
		   "1 a amean=2 lower @col1\n1 a amean=1 lower @col3\n2 b amean=2 lower @col1\n");
}

static void replies_between_rows(void **state)
{
	check_text(told(state,
			"> pft\n>          a        b\n> Amean x 1.00 (  0.00%) 2.00 (-100.00%)\n"
			"\nNice.\n\n> Amean y 1.00 (  0.00%) 2.00 (-100.00%)\n"),
		   "3 x amean=1 lower @a (pft)\n3 x amean=2 lower @b (pft)\n"
		   "7 y amean=1 lower @a (pft)\n7 y amean=2 lower @b (pft)\n");
}

static void other_tables(void **state)
{
	check_text(
		told(state, "threads  baseline     change\n1  13.80(1.10)  14.80(2.86)  -7.25%\n"),
		"");
	check_text(told(state, "It grew from 10 (5.00%) to 12 (7%).\nsendto 699574 0 2595.220\n"),
		   "");
	check_text(told(state, "User 3 4\n\nfoo 1.00 (  3.00%) 2.00 (  4.00%)\n"), "");
}

static void odd_numbers(void **state)
{
	check_text(told(state, "Amean a 1e999 (  0.00%) 1.00 (  0.00%)\n"
			       "             x\n"
			       "Amean b   1.00 (  0.00%) 1.00 (1e999%)\n"),
		   "3 b amean=1 lower @x\n");
}

static void percent_fits(void **state)
{
	(void)state;
	assert_true(
		table_percent_fits(SLICE("1443258.1051"), SLICE("1530574.6033"), SLICE("6.05")));
	assert_true(
		table_percent_fits(SLICE("1443258.1051"), SLICE("1530574.6033"), SLICE("-6.05")));
	assert_false(
		table_percent_fits(SLICE("1443258.1051"), SLICE("1530574.6033"), SLICE("6.06")));
	/* 0.035 to 0.045 against 0.005 to 0.015 */
	assert_true(table_percent_fits(SLICE("0.04"), SLICE("0.01"), SLICE("58.37")));
	assert_false(table_percent_fits(SLICE("0.04"), SLICE("0.01"), SLICE("50.00")));
	assert_true(table_percent_fits(SLICE("0.00"), SLICE("0.01"), SLICE("-99.00")));
}

static void hostile(void **state)
{
	told_survives(*state, "mmtests-table",
		      "  a  b\nHmean x-1 1.00 (  0.00%) 2.00 *100.00%*  nan (  nan%)");
	told_survives(*state, "mmtests-table", "Duration User 1 2%\nUser 12345\nSystem 3\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TOLD_TEST(two_heading_lines),
		TOLD_TEST(one_heading_line),
		TOLD_TEST(names_without_dash),
		TOLD_TEST(glued_headings),
		TOLD_TEST(headings_with_tabs),
		TOLD_TEST(two_wrapped_headings),
		TOLD_TEST(names_that_are_lost),
		TOLD_TEST(reply_within),
		TOLD_TEST(sentences),
		TOLD_TEST(names_as_in_the_table_above),
		TOLD_TEST(heading_over_the_names),
		TOLD_TEST(wrapped),
		TOLD_TEST(durations),
		TOLD_TEST(names_of_the_block_above),
		TOLD_TEST(swallowed_blank),
		TOLD_TEST(cut_right_edge),
		TOLD_TEST(wrong_percent),
		TOLD_TEST(empty_columns),
		TOLD_TEST(replies_between_rows),
		TOLD_TEST(other_tables),
		TOLD_TEST(odd_numbers),
		TOLD_TEST(percent_fits),
		TOLD_TEST(hostile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
