/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>

#include "lib/noise_view.h"
#include "tests/unit/check.h"

/* Six samples in each of two boots, the second half apart by what the test says. */
static struct column_cell cell_of(const double *values, double noise)
{
	static const int32_t boots[] = { 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1 };

	return (struct column_cell){
		.metric = { .benchmark = SLICE("pft"),
			    .name = SLICE("faults"),
			    .better = BETTER_HIGHER },
		.values = values,
		.boots = boots,
		.n = 12,
		.noise = noise,
	};
}

static struct noise_run run_of(struct column_cell *cells, size_t count, const char *kernel)
{
	return (struct noise_run){
		.column = { .name = SLICE("a run"),
			    .kernel = slice_str(kernel),
			    .machine = SLICE("m1"),
			    .config = { .key = SLICE("on"), .line = SLICE("on") },
			    .cells = cells,
			    .cell_count = count },
	};
}

static const double alike[] = { 10, 11, 12, 13, 14, 15, 10.1, 11.1, 12.1, 13.1, 14.1, 14.9 };
static const double apart[] = { 10, 11, 12, 13, 14, 15, 20, 21, 22, 23, 24, 25 };

static void boots_that_differ_are_told_from_those_that_do_not(void **state)
{
	struct column_cell first = cell_of(alike, 0), second = cell_of(apart, 0.02);
	struct noise_run runs[] = { run_of(&first, 1, "6.12"), run_of(&second, 1, "6.11") };
	struct noise_view view;
	struct arena arena;

	(void)state;
	arena_init(&arena);
	noise_view_build(&arena, runs, 2, &view);
	assert_int_equal(view.pairs_count, 1);
	assert_int_equal(view.tested, 2);
	assert_true(fabs(view.low_p.part - 0.5) < 1e-12);
	assert_true(fabs(view.decided.part - 0.5) < 1e-12);
	assert_true(view.pairs[0].worst > 0.6 && view.pairs[0].worst < 1);
	check_text(view.pairs[0].worst_metric, "faults");
	/* R: sd(alike[1:6]) and sd(alike[7:12]) pooled, over mean(alike) */
	assert_true(fabs(view.spreads[0].within - 0.147192490447) < 1e-9);
	assert_true(fabs(view.spreads[1].between - 0.404061017821) < 1e-9);
	arena_release(&arena);
}

static void runs_of_one_kernel_are_held_against_each_other(void **state)
{
	struct column_cell first = cell_of(alike, 0), second = cell_of(alike, 0);
	struct noise_run runs[] = { run_of(&first, 1, "6.12"), run_of(&second, 1, "6.12") };
	struct noise_view view;
	struct arena arena;

	(void)state;
	arena_init(&arena);
	noise_view_build(&arena, runs, 2, &view);
	assert_int_equal(view.tested, 3); /* within each, and from one to the next */
	assert_int_equal(view.floors_count, 1);
	assert_int_equal(view.floors[0].series, 1); /* of the latest only */
	assert_int_equal(view.floors[0].known, 0);
	assert_true(isnan(view.floors[0].median));
	arena_release(&arena);
}

/* The latest run of a line need not have all that the line has. */
static void each_benchmark_has_floors(void **state)
{
	struct column_cell newest = cell_of(alike, 0.01), first = newest, second = newest;
	struct column_cell both[2];
	struct noise_run runs[] = { run_of(&newest, 1, "6.12"), run_of(both, 2, "6.11"),
				    run_of(&first, 1, "6.10") };
	struct noise_view view;
	struct arena arena;

	(void)state;
	second.metric.benchmark = SLICE("pipe");
	second.noise = 0.04;
	both[0] = first;
	both[1] = second;
	arena_init(&arena);
	assert_true(noise_view_takes_floors(runs, 0));
	assert_true(noise_view_takes_floors(runs, 1));
	assert_false(noise_view_takes_floors(runs, 2));
	noise_view_build(&arena, runs, 3, &view);
	assert_int_equal(view.floors_count, 2);
	check_text(view.floors[1].benchmark, "pipe");
	assert_int_equal(view.floors[0].series, 1);
	assert_true(view.floors[0].median == 0.01 && view.floors[1].median == 0.04);
	arena_release(&arena);
}

static void without_boots_there_is_nothing_to_tell(void **state)
{
	struct column_cell summary = { .metric = { .name = SLICE("faults") },
				       .statistic = SLICE("mean"),
				       .values = alike,
				       .n = 1 };
	struct noise_run run = run_of(&summary, 1, "6.12");
	struct noise_view view;
	struct arena arena;

	(void)state;
	arena_init(&arena);
	noise_view_build(&arena, &run, 1, &view);
	assert_int_equal(view.tested, 0);
	assert_true(isnan(view.median));
	assert_true(isnan(view.spreads[0].within));
	arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(boots_that_differ_are_told_from_those_that_do_not),
		cmocka_unit_test(runs_of_one_kernel_are_held_against_each_other),
		cmocka_unit_test(each_benchmark_has_floors),
		cmocka_unit_test(without_boots_there_is_nothing_to_tell),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
