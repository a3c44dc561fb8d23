/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <string.h>

#include "lib/num.h"
#include "lib/peer.h"
#include "tests/unit/check.h"

static struct arena arena;
static struct buf out, warnings;
static struct peer_run runs[4];
static struct peer_report report;

static int setup(void **state)
{
	(void)state;
	arena_init(&arena);
	buf_init(&out);
	buf_init(&warnings);
	for (size_t i = 0; i < ARRAY_SIZE(runs); i++)
		peer_run_init(&runs[i], &arena, SLICE(""));
	report = (struct peer_report){
		.runs = runs,
		.run_count = 2,
		.style = { .decimals = 4 },
		.benchmark = SLICE("bench"),
		.compare = true,
	};
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	buf_release(&out);
	buf_release(&warnings);
	arena_release(&arena);
	return 0;
}

/* A run's samples of one label, blanks between them. */
static void give(struct peer_run *run, const char *label, const char *values)
{
	struct slice rest = slice_str(values), word;
	struct peer_operation *operation = peer_run_operation(run, slice_str(label));
	double number = 0, value;

	while ((word = slice_field(&rest)).n > 0) {
		assert_true(num_double(word, &value));
		peer_operation_add(run, operation, ++number, value);
	}
}

static void name(struct peer_run *run, const char *text)
{
	run->name = slice_str(text);
}

static void prints(const char *expected)
{
	struct error err;

	buf_clear(&out);
	assert_int_equal(peer_report_print(&out, &warnings, &arena, &report, &err), OK);
	if (strcmp(out.data, expected) != 0)
		print_message("%s", out.data);
	assert_string_equal(out.data, expected);
}

/* Expected lines are those of the program at 638401e07e70 for the same numbers. */
static void give_clear_changes(void)
{
	name(&runs[0], "6.0-base");
	name(&runs[1], "6.1-changed");
	give(&runs[0], "time-1", "10.0 10.2 9.8 10.1 9.9");
	give(&runs[1], "time-1", "8.0 8.2 7.8 8.1 7.9");
	give(&runs[0], "time-7", "5");
	give(&runs[1], "time-7", "9");
}

static void significant_means_have_stars(void **state)
{
	(void)state;
	give_clear_changes();
	prints("                                          6.0                          6.1\n"
	       "                                         base                      changed\n"
	       "Min       time-1            9.8000 (   0.00%)            7.8000 (  20.41%)\n"
	       "Min       time-7            5.0000 (   0.00%)            9.0000 ( -80.00%)\n"
	       "Amean     time-1           10.0000 (   0.00%)            8.0000 *  20.00%*\n"
	       "Amean     time-7            5.0000 (   0.00%)            9.0000 ( -80.00%)\n"
	       "Stddev    time-1            0.1581 (   0.00%)            0.1581 (  -0.00%)\n"
	       "Stddev    time-7            0.0000 (   0.00%)            0.0000 (   0.00%)\n"
	       "CoeffVar  time-1            1.5811 (   0.00%)            1.9764 ( -25.00%)\n"
	       "CoeffVar  time-7            0.0000 (   0.00%)            0.0000 (   0.00%)\n"
	       "Max       time-1           10.2000 (   0.00%)            8.2000 (  19.61%)\n"
	       "Max       time-7            5.0000 (   0.00%)            9.0000 ( -80.00%)\n"
	       "BAmean.95 time-1            9.9500 (   0.00%)            7.9500 (  20.10%)\n"
	       "BAmean.95 time-7            5.0000 (   0.00%)            9.0000 ( -80.00%)\n");
}

/* Two runs of three operations, of which the second run lacks one and has another. */
static void give_three(void)
{
	name(&runs[0], "6.18-rc3-x");
	name(&runs[1], "base");
	report.style.decimals = 0;
	give(&runs[0], "a-1", "10.0 10.2 9.8 10.1 9.9");
	give(&runs[1], "a-1", "8.0 8.2 7.8 8.1 7.9");
	give(&runs[0], "a-2", "5");
	give(&runs[1], "a-2", "9");
	give(&runs[0], "a-3", "2 4");
	give(&runs[1], "a-4", "1");
}

static void ratios_have_their_means(void **state)
{
	(void)state;
	give_three();
	report.ratio = true;
	report.style.higher = true;
	prints("                              6.18-rc3                          bas\n"
	       "                                     x                         base\n"
	       "Ratio a-1              1.00 (0.00%) (+0.00s)              0.80 (-20.01%) (-3.61s)\n"
	       "Ratio a-2              1.00 (0.00%) (+0.00s)              1.80 (80.00%) (+1.00s)\n"
	       "Ratio a-3              1.00 (0.00%) (+0.00s)              1.00 (0.00%) (+0.00s)\n"
	       "Dmean Higher              0.00                              -0.87                 "
	       "\n"
	       "Dmin  Higher              0.00                              -3.61                 "
	       "\n"
	       "Dmax  Higher              0.00                               1.00                 "
	       "\n"
	       "Gmean Higher              1.00                               1.13                 "
	       "\n");
}

static void ratios_of_headlines_only(void **state)
{
	(void)state;
	give_three();
	report.ratio = true;
	report.style.kind = PEER_SINGLEOPS;
	peer_run_headline(&runs[0], peer_run_find(&runs[0], SLICE("a-2")));
	prints("                              6.18-rc3                          bas\n"
	       "                                     x                         base\n"
	       "Ratio a-2              1.00 (0.00%) (NaNs)              1.80 (-80.00%) (NaNs)\n"
	       "Gmean Lower              1.00                               1.80                 "
	       "\n");
}

static void significance_has_rows_of_its_own(void **state)
{
	(void)state;
	give_three();
	report.significance = true;
	report.heading = SLICE("a-1");
	prints("                                  6.18-rc3                          bas\n"
	       "                                         x                         base\n"
	       "Min       a-1              9.80 (   0.00%)              7.80 (  20.41%)\n"
	       "Amean     a-1             10.00 (   0.00%)              8.00 *  20.00%*\n"
	       "Stddev    a-1              0.16 (   0.00%)              0.16 (  -0.00%)\n"
	       "CoeffVar  a-1              1.58 (   0.00%)              1.98 ( -25.00%)\n"
	       "Max       a-1             10.20 (   0.00%)              8.20 (  19.61%)\n"
	       "BAmean.95 a-1              9.95 (   0.00%)              7.95 (  20.10%)\n"
	       "Significant a-1              0.00 (   0.00%)              1.00 (   3.23%)"
	       "                  \n");
}

static void the_best_sample_stands_under_a_label(void **state)
{
	(void)state;
	give_three();
	report.style.kind = PEER_SINGLEOPS;
	report.compare = false;
	prints("                 6.18-rc3               bas\n"
	       "                        x              base\n"
	       "Ops a-1              9.80              7.80\n"
	       "Ops a-2              5.00              9.00\n"
	       "Ops a-3              2.00              0.00\n");
}

static void times_of_2025_have_quartiles(void **state)
{
	(void)state;
	give_three();
	report.revision = PEER_2025;
	report.style.kind = PEER_VARIABLETIME;
	report.style.decimals = 4;
	report.heading = SLICE("a-1");
	prints("                            6.18-rc3                    bas\n"
	       "                                   x                   base\n"
	       "Min       a-1      9.8000 (   0.00%)      7.8000 (  20.41%)\n"
	       "1st-qrtle a-1      9.8000 (   0.00%)      7.8000 (  20.41%)\n"
	       "2nd-qrtle a-1      9.9000 (   0.00%)      7.9000 (  20.20%)\n"
	       "3rd-qrtle a-1     10.0000 (   0.00%)      8.0000 (  20.00%)\n"
	       "Max-1     a-1      9.8000 (   0.00%)      7.8000 (  20.41%)\n"
	       "Max-5     a-1      9.8000 (   0.00%)      7.8000 (  20.41%)\n"
	       "Max-10    a-1      9.8000 (   0.00%)      7.8000 (  20.41%)\n"
	       "Max-90    a-1     10.1000 (   0.00%)      8.1000 (  19.80%)\n"
	       "Max-95    a-1     10.1000 (   0.00%)      8.1000 *  19.80%*\n"
	       "Max-99    a-1     10.1000 (   0.00%)      8.1000 (  19.80%)\n"
	       "Max       a-1     10.2000 (   0.00%)      8.2000 (  19.61%)\n"
	       "Amean     a-1     10.0000 (   0.00%)      8.0000 (  20.00%)\n"
	       "Stddev    a-1      0.1581 (   0.00%)      0.1581 (  -0.00%)\n"
	       "CoeffVar  a-1      1.5811 (   0.00%)      1.9764 ( -25.00%)\n"
	       "BAmean-99 a-1      9.9500 (   0.00%)      7.9500 (  20.10%)\n"
	       "BAmean-95 a-1      9.9500 (   0.00%)      7.9500 (  20.10%)\n"
	       "BAmean-90 a-1      9.9500 (   0.00%)      7.9500 (  20.10%)\n"
	       "BAmean-75 a-1      9.9000 (   0.00%)      7.9000 (  20.20%)\n"
	       "BAmean-50 a-1      9.8500 (   0.00%)      7.8500 (  20.30%)\n"
	       "BAmean-25 a-1      9.8000 (   0.00%)      7.8000 (  20.41%)\n");
}

static void html_colours_what_is_significant(void **state)
{
	(void)state;
	name(&runs[0], "a-<b>");
	name(&runs[1], "c-d");
	give(&runs[0], "x", "1 1");
	give(&runs[1], "x", "9 9");
	report.style.kind = PEER_MONITOR;
	report.format = PEER_HTML;
	prints("<table class=\"resultsTable\">\n"
	       "<tr><th colspan=\"2\" >       </th>"
	       "<th colspan=\"2\" >                            a</th>"
	       "<th colspan=\"2\" >                            c</th></tr>\n"
	       "<tr><th colspan=\"2\" >       </th>"
	       "<th colspan=\"2\" >                          &lt;b&gt;</th>"
	       "<th colspan=\"2\" >                            d</th></tr>\n"
	       "<tr><td >Amean</td><td > x</td><td >            1.0000</td><td > (   0.00%)</td>"
	       "<td >            9.0000</td><td bgcolor=\"#FFA0A0\"> (-800.00%)</td></tr>\n"
	       "<tr><td >Max  </td><td > x</td><td >            1.0000</td><td > (   0.00%)</td>"
	       "<td >            9.0000</td><td > (-800.00%)</td></tr>\n"
	       "</table>\n");
}

/* The program counts the second run before it fails at it: see struct peer_summary. */
static void a_run_with_a_gap_leaves_its_place(void **state)
{
	(void)state;
	report.run_count = 3;
	report.style.kind = PEER_SINGLEOPS;
	report.compare = false;
	name(&runs[0], "a-1");
	name(&runs[1], "b-1");
	name(&runs[2], "c-1");
	give(&runs[0], "x", "1");
	peer_run_next_iteration(&runs[1]);
	give(&runs[1], "x", "2");
	give(&runs[2], "x", "3");
	prints("                      a                 c\n"
	       "                      1                 1\n"
	       "Ops x            1.0000            0.0000            3.0000\n");
	assert_string_equal(warnings.data,
			    "b-1: no bench of this run, as in mmtests: x: it is missing in an "
			    "iteration before others that have it\n");
}

static void dies_as_the_program_does(void **state)
{
	struct error err;

	(void)state;
	name(&runs[0], "a-1");
	give(&runs[0], "x", "0 -1");
	report.style.higher = true;
	assert_int_equal(peer_report_print(&out, &warnings, &arena, &report, &err), ERR_INPUT);
	assert_string_equal(err.text, "no baseline of bench to compare with");
	report.style.higher = false;
	report.heading = SLICE("y");
	assert_int_equal(peer_report_print(&out, &warnings, &arena, &report, &err), ERR_INPUT);
	assert_string_equal(err.text, "bench of a-1 has nothing under 'y'");
	report.heading = SLICE("(");
	assert_int_equal(peer_report_print(&out, &warnings, &arena, &report, &err), ERR_INPUT);
	assert_string_equal(err.text, "sub-heading '(' is no regular expression");
}

/* pft of the case pft-r2015-layout in our test data, shortened. */
static void tables_of_2015_compare_by_position(void **state)
{
	(void)state;
	report.revision = PEER_2015;
	report.style = (struct peer_style){ .higher = true, .decimals = 4, .width = 13 };
	name(&runs[0], "4.0.0-vanilla");
	name(&runs[1], "4.0.0-nomemcg");
	give(&runs[0], "faults/cpu-1", "10 20");
	give(&runs[0], "faults/cpu-2", "10");
	give(&runs[1], "faults/cpu-1", "20 20");
	prints("                                            4.0.0                       4.0.0\n"
	       "                                          vanilla                     nomemcg\n"
	       "Min      faults/cpu-1      10.0000 (  0.00%)      20.0000 (100.00%)\n"
	       "Min      faults/cpu-2      10.0000 (  0.00%)              (  0.00%)\n"
	       "Hmean    faults/cpu-1      13.3333 (  0.00%)      20.0000 ( 50.00%)\n"
	       "Hmean    faults/cpu-2      10.0000 (  0.00%)              (  0.00%)\n"
	       "Stddev   faults/cpu-1       5.0000 (  0.00%)       0.0000 (100.00%)\n"
	       "Stddev   faults/cpu-2       0.0000 (  0.00%)              (  0.00%)\n"
	       "CoeffVar faults/cpu-1      33.3333 (  0.00%)       0.0000 (100.00%)\n"
	       "CoeffVar faults/cpu-2       0.0000 (  0.00%)              (  0.00%)\n"
	       "Max      faults/cpu-1      20.0000 (  0.00%)      20.0000 (  0.00%)\n"
	       "Max      faults/cpu-2      10.0000 (  0.00%)              (  0.00%)\n");
}

static void rows_of_2015_have_formats_of_their_own(void **state)
{
	(void)state;
	report.revision = PEER_2015;
	report.style = (struct peer_style){ .kind = PEER_ROWS, .width = 12, .header_width = 12 };
	report.compare = false;
	name(&runs[0], "4.0.0-vanilla");
	name(&runs[1], "4.0.0-nomemcg");
	for (size_t i = 0; i < 2; i++) {
		give(&runs[i], "Minor Faults", "5000000");
		give(&runs[i], "Kswapd efficiency", "99");
		runs[i].operations[0].decimals = 0;
		runs[i].operations[1].decimals = 0;
		runs[i].operations[1].suffix = "%";
	}
	prints("                        4.0.0       4.0.0\n"
	       "                      vanilla     nomemcg\n"
	       "Minor Faults          5000000     5000000\n"
	       "Kswapd efficiency         99%         99%\n");
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(significant_means_have_stars),
		TEST(ratios_have_their_means),
		TEST(ratios_of_headlines_only),
		TEST(significance_has_rows_of_its_own),
		TEST(the_best_sample_stands_under_a_label),
		TEST(times_of_2025_have_quartiles),
		TEST(html_colours_what_is_significant),
		TEST(a_run_with_a_gap_leaves_its_place),
		TEST(dies_as_the_program_does),
		TEST(tables_of_2015_compare_by_position),
		TEST(rows_of_2015_have_formats_of_their_own),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
