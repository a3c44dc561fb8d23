/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/report_syscalls.h"

#include <math.h>

#include "tests/unit/check.h"

enum { CELLS_MAX = 16 };

static void check_near(double got, double wanted, double tolerance)
{
	if (!(fabs(got - wanted) <= tolerance))
		fail_msg("got %.12g, wanted %.12g", got, wanted);
}

struct made {
	struct column_cell cells[CELLS_MAX];
	double values[CELLS_MAX];
	struct column column;
};

static void add(struct made *made, const char *name, const char *labels, const char *unit,
		double value)
{
	size_t i = made->column.cell_count++;

	made->values[i] = value;
	made->cells[i] = (struct column_cell){
		.metric = { .name = slice_str(name),
			    .labels = slice_str(labels),
			    .unit = slice_str(unit) },
		.values = &made->values[i],
		.n = 1,
		.summary_n = RECORD_NO_COUNT,
	};
	made->column.cells = made->cells;
	made->column.runs = 1;
}

static void add_table(struct made *made, const char *labels, double calls, double total,
		      double spread)
{
	add(made, "calls", labels, "", calls);
	add(made, "total", labels, "msec", total);
	add(made, "stddev", labels, "%", spread);
}

static struct syscalls built(struct arena *arena, const struct column *columns, size_t count)
{
	struct syscalls syscalls;
	struct error err;

	assert_int_equal(syscalls_build(arena, columns, count, &syscalls, &err), OK);
	return syscalls;
}

/* The tables of the 2021 mail. */
static void change_against_the_first(void **state)
{
	struct made a = { .column.name = SLICE("v5.8") }, b = { .column.name = SLICE("v5.9") };
	struct column columns[2];
	struct syscalls s;

	add_table(&a, "syscall=recvfrom", 1391089, 2163.458, 0.04);
	add_table(&a, "syscall=sendto", 699574, 2595.220, 0.03);
	add_table(&b, "syscall=sendto", 699187, 3316.948, 0.02);
	columns[0] = a.column;
	columns[1] = b.column;
	s = built(*state, columns, 2);
	assert_int_equal(s.row_count, 2);
	check_text(s.rows[0].name, "sendto");
	check_near(s.rows[0].cells[1].total_change, 0.278099, 1e-6);
	check_near(s.rows[0].cells[0].avg, 0.00370971, 1e-8);
	check_near(s.rows[0].cells[0].sem_percent, 0.03, 1e-9);
	assert_int_equal(s.rows[1].cells[1].tables, 0);
	assert_true(isnan(s.rows[1].cells[1].total_change));
	check_text(report_syscalls_headline(*state, &s),
		   "sendto: time in all +27.8% in v5.9 against v5.8");
}

/* Two threads: 100 calls of 2 ms and 300 of 4 ms are 400 of 3.5 ms. */
static void threads_are_summed(void **state)
{
	struct made a = { .column.name = SLICE("x") };
	struct syscalls_cell *cell;
	struct syscalls s;
	double within = pow(0.25 * 2 * 0.10, 2) + pow(0.75 * 4 * 0.05, 2);
	double between = 2 * (pow(0.25 * 1.5, 2) + pow(0.75 * 0.5, 2));

	add_table(&a, "comm=p,syscall=read,tid=1", 100, 200, 10);
	add_table(&a, "comm=p,syscall=read,tid=2", 300, 1200, 5);
	s = built(*state, &a.column, 1);
	cell = &s.rows[0].cells[0];
	assert_int_equal(s.row_count, 1);
	assert_int_equal(cell->tables, 2);
	check_near(cell->calls, 400, 0);
	check_near(cell->avg, 3.5, 1e-12);
	check_near(cell->sem_percent, 100 * sqrt(within + between) / 3.5, 1e-9);
}

static void columns_without_calls(void **state)
{
	struct made none = { .column.name = SLICE("mail") }, a = { .column.name = SLICE("x") };
	struct column columns[2];
	struct syscalls s;
	struct error err;

	add(&none, "calls", "who=me", "", 3);
	add_table(&a, "syscall=read", 1, 0, 0);
	columns[0] = none.column;
	columns[1] = a.column;
	assert_int_equal(syscalls_build(*state, columns, 1, &s, &err), ERR_NOT_FOUND);
	s = built(*state, columns, 2);
	assert_int_equal(s.column_count, 1);
	check_text(s.columns[0].name, "x");
	check_near(s.rows[0].cells[0].avg, 0, 0);
}

static int setup(void **state)
{
	static struct arena arena;

	arena_init(&arena);
	*state = &arena;
	return 0;
}

static int teardown(void **state)
{
	arena_release(*state);
	return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(change_against_the_first),
		TEST(threads_are_summed),
		TEST(columns_without_calls),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
