/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/sweep.h"

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

struct point {
	const char *name, *labels;
};

/* The sweeps of a benchmark that has these metrics. */
static struct sweep *find(const struct point *points, size_t n, size_t *count)
{
	static struct column_cell cells[2][16];
	static struct column columns[2];
	static struct comparison comparison;
	struct error err;

	for (size_t i = 0; i < 2; i++) {
		for (size_t k = 0; k < n; k++) {
			cells[i][k] =
				kvm_cell("b", points[k].name, "s", BETTER_LOWER, kvm_fork_child);
			cells[i][k].metric.labels = slice_str(points[k].labels);
		}
		columns[i] = column_of_cells("x", cells[i], n);
	}
	assert_int_equal(compare_build(&arena, columns, 2, 0, &comparison, &err), OK);
	return sweep_find(&arena, &comparison, &comparison.groups[0], count);
}

static void a_number_behind_the_name_is_the_place(void **state)
{
	const struct point points[] = { { "sec-16" }, { "cpu-1" }, { "cpu-16" }, { "cpu-4" },
					{ "sec-1" },  { "sec-4" }, { "other" },  { "one-1" } };
	size_t count;
	struct sweep *list = find(points, ARRAY_SIZE(points), &count);

	(void)state;
	assert_int_equal(count, 2);
	check_text(list[0].name, "cpu");
	assert_int_equal(list[0].count, 3);
	assert_true(list[0].at[0] == 1 && list[0].at[1] == 4 && list[0].at[2] == 16);
	check_text(list[1].name, "sec");
	assert_int_equal(list[1].axis.n, 0);
}

static void a_label_that_is_a_number_is_the_place(void **state)
{
	const struct point points[] = { { "ops", "mode=a,threads=1" },
					{ "ops", "mode=a,threads=2" },
					{ "ops", "mode=a,threads=16" },
					{ "ops", "mode=b,threads=1" },
					{ "ops", "mode=b,threads=2" } };
	size_t count;
	struct sweep *list = find(points, ARRAY_SIZE(points), &count);

	(void)state;
	assert_int_equal(count, 1); /* two places are no curve */
	check_text(list[0].axis, "threads");
	assert_true(list[0].at[2] == 16);
}

static void any_label_may_be_the_place(void **state)
{
	const struct point points[] = {
		{ "time", "groups=1,mode=p,size=100" },  { "time", "groups=2,mode=p,size=100" },
		{ "time", "groups=4,mode=p,size=100" },  { "time", "groups=1,mode=p,size=512" },
		{ "time", "groups=1,mode=p,size=2048" }, { "time", "groups=2,mode=t,size=9" },
	};
	size_t count;
	struct sweep *list = find(points, ARRAY_SIZE(points), &count);

	(void)state;
	assert_int_equal(count, 2);
	check_text(list[0].axis, "groups");
	assert_true(list[0].count == 3 && list[0].at[2] == 4);
	check_text(list[1].axis, "size");
	assert_true(list[1].count == 3 && list[1].at[2] == 2048);
}

static void durations_and_plain_names_are_none(void **state)
{
	const struct point points[] = {
		{ "a" }, { "b" }, { "-1" }, { "x-y" }, { "x-" }, { "x--1" }
	};
	size_t count;

	(void)state;
	(void)find(points, ARRAY_SIZE(points), &count);
	assert_int_equal(count, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_number_behind_the_name_is_the_place, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(a_label_that_is_a_number_is_the_place, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(any_label_may_be_the_place, set_up, tear_down),
		cmocka_unit_test_setup_teardown(durations_and_plain_names_are_none, set_up,
						tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
