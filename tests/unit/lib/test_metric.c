/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/metric.h"

#include "tests/unit/check.h"

static struct arena arena;

static int setup(void **data)
{
	(void)data;
	arena_init(&arena);
	return 0;
}

static int teardown(void **data)
{
	(void)data;
	arena_release(&arena);
	return 0;
}

static struct slice labels_of(const char *k1, const char *v1, const char *k2, const char *v2)
{
	const struct label labels[] = { { slice_str(k1), slice_str(v1) },
					{ slice_str(k2), slice_str(v2) } };

	return metric_labels(&arena, labels, ARRAY_SIZE(labels));
}

static void test_labels_are_canonical(void **data)
{
	(void)data;
	check_text(labels_of("b", "2", "a", "1"), "a=1,b=2");
	check_text(labels_of("a", "1", "b", "2"), "a=1,b=2");
	check_text(metric_labels(&arena, NULL, 0), "");
	/* What separates inside a label cannot be taken for what separates labels. */
	check_text(labels_of("a", "1,b=2", "c", "\\"), "a=1\\,b\\=2,c=\\\\");
}

static void test_titles(void **data)
{
	struct metric metric = { .name = SLICE("faults/cpu-1") };

	(void)data;
	check_text(metric_title(&arena, &metric), "faults/cpu-1");
	metric = (struct metric){ .name = SLICE("calls"),
				  .labels = labels_of("syscall", "sendto", "tid", "4") };
	check_text(metric_title(&arena, &metric), "calls sendto 4");
	metric.labels = labels_of("a\\=b", "x,y=z", "c", "");
	check_text(metric_title(&arena, &metric), "calls x,y=z ");
}

static void test_identity_and_order(void **data)
{
	const struct metric sorted[] = {
		{ .benchmark = SLICE("pft"), .name = SLICE("faults/cpu-2") },
		{ .benchmark = SLICE("pft"), .name = SLICE("faults/cpu-2"), .unit = SLICE("s") },
		{ .benchmark = SLICE("pft"), .name = SLICE("faults/cpu-10") },
		{ .benchmark = SLICE("pft"), .name = SLICE("x"), .labels = SLICE("key0=9") },
		{ .benchmark = SLICE("pft"), .name = SLICE("x"), .labels = SLICE("key0=10") },
		{ .benchmark = SLICE("pgbench"), .name = SLICE("a") },
	};

	(void)data;
	for (size_t i = 0; i < ARRAY_SIZE(sorted); i++)
		for (size_t j = 0; j < ARRAY_SIZE(sorted); j++) {
			int order = metric_cmp(&sorted[i], &sorted[j]);

			assert_int_equal((order > 0) - (order < 0), (i > j) - (i < j));
			assert_int_equal(metric_eq(&sorted[i], &sorted[j]), i == j);
		}
}

static void test_durations(void **data)
{
	const struct metric duration = { .name = SLICE("Duration System") };
	const struct metric result = { .name = SLICE("System") };

	(void)data;
	assert_true(metric_is_duration(&duration));
	assert_false(metric_is_duration(&result));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_labels_are_canonical, setup, teardown),
		cmocka_unit_test_setup_teardown(test_titles, setup, teardown),
		cmocka_unit_test_setup_teardown(test_identity_and_order, setup, teardown),
		cmocka_unit_test_setup_teardown(test_durations, setup, teardown),
	};

	return cmocka_run_group_tests_name("lib/metric", tests, NULL, NULL);
}
