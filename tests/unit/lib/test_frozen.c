/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "lib/frozen.h"
#include "tests/unit/check.h"

static struct arena arena;

static int begin(void **state)
{
	(void)state;
	arena_init(&arena);
	return 0;
}

static int end(void **state)
{
	(void)state;
	arena_release(&arena);
	return 0;
}

static const char *slug_of(const char *text)
{
	struct slice slug;

	return frozen_slug_parse(&arena, slice_str(text), &slug) ? arena_cstr(&arena, slug) : "-";
}

static void a_slug_is_read_as_people_write_it(void **state)
{
	(void)state;
	assert_string_equal(slug_of("7K3QM2XWT9"), "7K3QM2XWT9");
	assert_string_equal(slug_of("7k3qm2xwt9"), "7K3QM2XWT9");
	assert_string_equal(slug_of("oOiIlL1100"), "0011111100");
	assert_string_equal(slug_of("7K3QM2XWT9ABC"), "7K3QM2XWT9ABC");
	assert_string_equal(slug_of("7K3QM2XWT"), "-");  /* too short */
	assert_string_equal(slug_of("7K3QM2XWTU"), "-"); /* no U in this alphabet */
	assert_string_equal(slug_of("7K3QM2XWT_"), "-");
	assert_string_equal(slug_of(""), "-");
}

static const double values[] = { 10, 11.5, 12, 9 };

static struct column column_of(struct column_cell *cell, const char *id, const int32_t *boots)
{
	*cell = (struct column_cell){
		.metric = { .benchmark = SLICE("pft"),
			    .name = SLICE("faults"),
			    .better = BETTER_HIGHER },
		.values = values,
		.boots = boots,
		.n = 4,
		.summary_n = -1,
	};
	return (struct column){ .id = slice_str(id),
				.name = slice_str(id),
				.kernel = SLICE("6.12"),
				.cells = cell,
				.cell_count = 1,
				.runs = 1,
				.boots = 1 };
}

static struct slice request_of(const struct column *columns)
{
	struct comparison comparison;
	struct slice request;
	struct error err;

	assert_int_equal(compare_build(&arena, columns, 2, 0, &comparison, &err), OK);
	assert_int_equal(frozen_request(&arena, &comparison, &request, &err), OK);
	return request;
}

/* printf 'pft\tfaults\t\t\t\n0 10\n0 11.5\n1 12\n1 9\n' | sha256sum */
#define NUMBERS "7f960b20dea7ad95fc11b6572cad30ca04006c9c5947510059f02168ed5e2042"

static void a_request_names_runs_and_hashes_of_their_numbers(void **state)
{
	static const int32_t boots[] = { 0, 0, 1, 1 };
	struct column_cell cells[2];
	struct column columns[] = { column_of(&cells[0], "RUN1", boots),
				    column_of(&cells[1], "RUN2", boots) };

	(void)state;
	check_text(request_of(columns), "memcgperf comparison 1\nrule " VERDICT_VERSION "\n"
					"base RUN1 " NUMBERS "\nnew RUN2 " NUMBERS "\n");
}

/* What is corrected, and how boots are numbered elsewhere, is another server's matter. */
static void names_and_numbers_of_boots_are_no_part_of_it(void **state)
{
	static const int32_t here[] = { 0, 0, 1, 1 }, there[] = { 7, 7, 9, 9 };
	struct column_cell cells[2];
	struct column columns[] = { column_of(&cells[0], "RUN1", here),
				    column_of(&cells[1], "RUN2", here) };
	struct slice first = request_of(columns);

	(void)state;
	columns[0] = column_of(&cells[0], "RUN1", there);
	columns[0].kernel = SLICE("6.12.1");
	columns[0].name = SLICE("another");
	cells[0].noise = 0.05;
	assert_true(slice_eq(first, request_of(columns)));
}

static void a_column_straight_from_a_tree_is_refused(void **state)
{
	struct column_cell cells[2];
	struct column columns[] = { column_of(&cells[0], "RUN1", NULL),
				    column_of(&cells[1], "", NULL) };
	struct comparison comparison;
	struct slice request;
	struct error err;

	(void)state;
	assert_int_equal(compare_build(&arena, columns, 2, 0, &comparison, &err), OK);
	assert_int_equal(frozen_request(&arena, &comparison, &request, &err), ERR_INPUT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_slug_is_read_as_people_write_it, begin, end),
		cmocka_unit_test_setup_teardown(a_request_names_runs_and_hashes_of_their_numbers,
						begin, end),
		cmocka_unit_test_setup_teardown(names_and_numbers_of_boots_are_no_part_of_it, begin,
						end),
		cmocka_unit_test_setup_teardown(a_column_straight_from_a_tree_is_refused, begin,
						end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
