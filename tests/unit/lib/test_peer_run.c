/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/peer.h"
#include "tests/unit/check.h"

static struct arena arena;

static int setup(void **state)
{
	(void)state;
	arena_init(&arena);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	arena_release(&arena);
	return 0;
}

static void labels_keep_their_order(void **state)
{
	struct peer_run run;

	(void)state;
	peer_run_init(&run, &arena, SLICE("base"));
	for (int i = 0; i < 1000; i++) {
		struct slice label = arena_printf(&arena, "time-%d", i % 500);

		peer_run_add(&run, label, i, i * 2.0);
	}
	assert_int_equal(run.count, 500);
	for (size_t i = 0; i < run.count; i++) {
		struct slice label = arena_printf(&arena, "time-%zu", i);

		assert_true(slice_eq(run.operations[i].label, label));
		assert_ptr_equal(peer_run_find(&run, label), &run.operations[i]);
		assert_int_equal(run.operations[i].count, 2);
		assert_true(run.operations[i].samples[1].value == 2.0 * (double)(i + 500));
	}
	assert_null(peer_run_find(&run, SLICE("time-500")));
}

static void label_without_samples_exists(void **state)
{
	struct peer_run run;

	(void)state;
	peer_run_init(&run, &arena, SLICE("base"));
	assert_null(peer_run_find(&run, SLICE("bops")));
	(void)peer_run_operation(&run, SLICE("bops"));
	assert_int_equal(run.count, 1);
	assert_int_equal(peer_run_find(&run, SLICE("bops"))->count, 0);
}

static void iterations_know_their_first_sample(void **state)
{
	struct peer_run run;
	const struct peer_operation *late;

	(void)state;
	peer_run_init(&run, &arena, SLICE("base"));
	peer_run_add(&run, SLICE("a"), 1, 1);
	peer_run_add(&run, SLICE("a"), 2, 1);
	peer_run_next_iteration(&run);
	peer_run_next_iteration(&run);
	peer_run_add(&run, SLICE("a"), 1, 1);
	peer_run_add(&run, SLICE("late"), 1, 1);
	assert_int_equal(run.operations[0].start_count, 3);
	assert_int_equal(run.operations[0].starts[1], 2);
	assert_int_equal(run.operations[0].starts[2], 2);
	late = peer_run_find(&run, SLICE("late"));
	assert_int_equal(late->start_count, 3);
	assert_int_equal(late->starts[2], 0);
}

static void styles_have_names(void **state)
{
	enum peer_revision revision;

	(void)state;
	assert_true(peer_revision_parse(SLICE("mmtests"), &revision));
	assert_int_equal(revision, PEER_HEAD);
	assert_true(peer_revision_parse(SLICE("mmtests-2015"), &revision));
	assert_int_equal(revision, PEER_2015);
	assert_false(peer_revision_parse(SLICE("mmtests-2016"), &revision));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(labels_keep_their_order),
		cmocka_unit_test(label_without_samples_exists),
		cmocka_unit_test(iterations_know_their_first_sample),
		cmocka_unit_test(styles_have_names),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
