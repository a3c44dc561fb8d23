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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(significant_means_have_stars, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
