/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/compare_pick.h"

#include <math.h>

#include "tests/unit/check.h"
#include "tests/unit/lib/kvm_samples.h"

static struct arena arena;

static int set_up(void **state)
{
	(void)state;
	arena_init(&arena);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	arena_release(&arena);
	return 0;
}

/* off, default and child; each has pft's faults and forkexec's fork. */
static struct comparison built(void)
{
	struct column_cell *cells = ARENA_ARRAY(&arena, 6, struct column_cell);
	struct column *columns = ARENA_ARRAY(&arena, 3, struct column);
	struct comparison out;
	struct error err;

	columns[0] = kvm_column("disabled", cells, kvm_faults_disabled, kvm_fork_disabled);
	columns[1] = kvm_column("default", cells + 2, kvm_faults_default, kvm_fork_disabled);
	columns[2] = kvm_column("child", cells + 4, kvm_faults_child, kvm_fork_child);
	if (compare_build(&arena, columns, 3, 0, &out, &err) != OK)
		fail_msg("%s", err.text);
	return out;
}

static struct comparison narrowed(struct compare_pick pick)
{
	struct comparison out = built();
	struct error err;

	if (compare_narrow(&arena, &pick, &out, &err) != OK)
		fail_msg("%s", err.text);
	return out;
}

static void check_rows(const struct comparison *c, size_t rows, const char *picked)
{
	assert_int_equal(c->row_count, rows);
	assert_true(slice_is(c->picked, picked));
}

static void nothing_asked_is_all(void **state)
{
	struct comparison c = narrowed((struct compare_pick){ .column = SLICE("B") });

	(void)state;
	check_rows(&c, 2, "");
}

static void rows_are_picked_by_benchmark_and_words(void **state)
{
	struct comparison c = narrowed((struct compare_pick){ .benchmark = SLICE("pft") });

	(void)state;
	check_rows(&c, 1, "1 of 2 rows: benchmark pft");
	assert_int_equal(c.group_count, 1);
	assert_true(c.rows[0].counts);
	assert_true(isfinite(c.groups[0].geomean[1].value));
	c = narrowed((struct compare_pick){ .text = SLICE("FORK usecs") });
	check_rows(&c, 1, "1 of 2 rows: name with 'FORK usecs'");
	assert_true(slice_is(c.rows[0].metric.benchmark, "forkexec"));
	c = narrowed((struct compare_pick){ .text = SLICE("fork nothing") });
	check_rows(&c, 0, "0 of 2 rows: name with 'fork nothing'");
	assert_int_equal(c.group_count, 0);
}

static void rows_are_picked_by_verdict_and_column(void **state)
{
	struct comparison c = narrowed((struct compare_pick){ .verdict = SLICE("decided") });

	(void)state;
	check_rows(&c, 2, "2 of 2 rows: verdict decided");
	c = narrowed((struct compare_pick){ .verdict = SLICE("worse"), .column = SLICE("B") });
	check_rows(&c, 1, "1 of 2 rows: verdict worse, in column B");
	c = narrowed((struct compare_pick){ .verdict = SLICE("same"), .column = SLICE("C") });
	check_rows(&c, 0, "0 of 2 rows: verdict same, in column C");
	c = narrowed((struct compare_pick){ .verdict = SLICE("open") });
	assert_int_equal(c.row_count, 0);
}

static void a_benchmark_that_lost_results_has_no_mean(void **state)
{
	struct comparison c = built();
	struct compare_pick pick = { .verdict = SLICE("worse"), .column = SLICE("B") };
	struct error err;

	(void)state;
	for (size_t i = 0; i < c.row_count; i++)
		c.rows[i].metric.benchmark = SLICE("both");
	c.groups[0].count = c.row_count;
	c.group_count = 1;
	assert_int_equal(compare_narrow(&arena, &pick, &c, &err), OK);
	assert_int_equal(c.row_count, 1);
	assert_false(c.rows[0].counts);
	assert_true(isnan(c.groups[0].geomean[1].value));
}

static void check_refused(struct compare_pick pick, const char *says)
{
	struct comparison c = built();
	struct error err;

	assert_int_equal(compare_narrow(&arena, &pick, &c, &err), ERR_INPUT);
	assert_non_null(strstr(err.text, says));
	assert_int_equal(c.row_count, 2);
}

static void what_there_is_not_is_refused(void **state)
{
	(void)state;
	check_refused((struct compare_pick){ .verdict = SLICE("good") }, "no verdict 'good'");
	check_refused((struct compare_pick){ .column = SLICE("D") }, "no column 'D'");
	check_refused((struct compare_pick){ .column = SLICE("A") }, "no column 'A'");
	check_refused((struct compare_pick){ .column = SLICE("BC") }, "no column 'BC'");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(nothing_asked_is_all),
		TEST(rows_are_picked_by_benchmark_and_words),
		TEST(rows_are_picked_by_verdict_and_column),
		TEST(a_benchmark_that_lost_results_has_no_mean),
		TEST(what_there_is_not_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
