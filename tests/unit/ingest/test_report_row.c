/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/report_row.h"

#include <math.h>

#include "tests/unit/check.h"

static const char header[] = "# Overhead       Samples  Command  Shared Object         Symbol";
static const char dots[] = "# ........  ............  .......  ....................  ......";

static struct report_columns columns_of(const char *names, const char *places)
{
	struct report_columns columns;

	assert_true(report_columns_read(slice_str(names), &columns));
	assert_true(report_columns_place(slice_str(places), slice_str(names), &columns));
	return columns;
}

static void test_columns(void **state)
{
	struct report_columns columns = columns_of(header, dots);

	(void)state;
	assert_int_equal(columns.count, 5);
	assert_int_equal(columns.kind[0], REPORT_OVERHEAD);
	assert_int_equal(columns.kind[3], REPORT_DSO);
	assert_int_equal(columns.start[1], 12);
	assert_true(report_columns_read(SLICE("# Overhead;     Samples;Command;Symbol"), &columns));
	assert_int_equal(columns.separator, ';');
	assert_int_equal(columns.count, 4);
	assert_true(report_columns_read(SLICE("#  Overhead  Command / Symbol"), &columns));
	assert_true(columns.is_hierarchy);
	assert_int_equal(columns.numbers, 1);
	assert_false(report_columns_read(SLICE("# Overhead of memcg is small"), &columns));
	assert_false(report_columns_read(SLICE("# "), &columns));
}

static void test_rows(void **state)
{
	struct report_columns columns = columns_of(header, dots);
	struct report_row row;

	(void)state;
	assert_true(report_row_read(&columns,
				    SLICE("    23.43%          2368  pft      [kernel.kallsyms]"
					  "     [k] exc_page_fault    "),
				    &row));
	assert_true(row.percent[0] == 23.43 && row.samples[0] == 2368);
	check_text(row.comm, "pft");
	check_text(row.dso, "[kernel.kallsyms]");
	check_text(row.symbol, "exc_page_fault");
	assert_false(report_row_read(&columns, SLICE("            |--98.48%--do_x"), &row));
	assert_false(report_row_read(&columns, SLICE("            ---touch"), &row));
	assert_false(report_row_read(&columns, SLICE("               touch"), &row));
	assert_false(report_row_read(&columns, SLICE("12.30% a;b;c"), &row));
	assert_false(report_row_read(&columns, SLICE(""), &row));
}

/* A number wider than its dots pushes what follows; an empty field stays empty. */
static void test_pushed(void **state)
{
	struct report_columns columns = columns_of("# Overhead  CPU  Source File  Symbol",
						   "# ........  ...  ...........  ......");
	struct report_row row;

	(void)state;
	assert_true(report_row_read(&columns, SLICE("     2.63%  -001               [k] f"), &row));
	check_text(row.symbol, "f");
	assert_int_equal(row.file.n, 0);
	assert_int_equal(row.label_count, 1);
	check_text(row.labels[0].key, "cpu");
	check_text(row.labels[0].value, "-001");
}

static void test_group(void **state)
{
	struct report_columns columns =
		columns_of("#         Overhead  Symbol", "# ................  ......");
	struct report_row row;

	(void)state;
	assert_true(report_row_read(&columns, SLICE("    16.67%   0.50%  [k] f"), &row));
	assert_int_equal(row.members, 2);
	assert_true(row.percent[0] == 16.67 && row.percent[1] == 0.5);
}

static void test_guess(void **state)
{
	static const struct {
		const char *line, *comm, *dso, *symbol;
		double percent, children;
		int64_t samples;
	} cases[] = {
		{ "+    1.31%     0.59%      pft  [kernel.kallsyms]   [k] mem_cgroup_try_charge",
		  "pft", "[kernel.kallsyms]", "mem_cgroup_try_charge", 0.59, 1.31,
		  RECORD_NO_COUNT },
		{ "   19.29%  [kernel]  [k] clear_page_rep", "", "[kernel]", "clear_page_rep",
		  19.29, NAN, RECORD_NO_COUNT },
		{ "1.50%  12  my app  libc.so  [.] f(int, char)  # here", "my app", "libc.so",
		  "f(int, char)", 1.5, NAN, 12 },
		{ "  2.00% pft [kernel.kallsyms] [k] f <==== this", "pft", "[kernel.kallsyms]", "f",
		  2.0, NAN, RECORD_NO_COUNT },
	};
	struct report_row row;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		assert_true(report_row_guess(slice_str(cases[i].line), &row));
		check_text(row.comm, cases[i].comm);
		check_text(row.dso, cases[i].dso);
		check_text(row.symbol, cases[i].symbol);
		assert_true(row.percent[0] == cases[i].percent);
		assert_true(row.children[0] == cases[i].children || isnan(cases[i].children));
		assert_int_equal(row.samples[0], cases[i].samples);
	}
	assert_false(report_row_guess(SLICE("  0.09%     +0.08%  [kernel]  [k] f"), &row));
	assert_false(report_row_guess(SLICE("            +0.08%  [kernel]  [k] f"), &row));
	assert_false(report_row_guess(SLICE("  12.00%  of all calls"), &row));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_columns), cmocka_unit_test(test_rows),
		cmocka_unit_test(test_pushed),  cmocka_unit_test(test_group),
		cmocka_unit_test(test_guess),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
