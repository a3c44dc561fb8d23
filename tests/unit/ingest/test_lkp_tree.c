/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/lkp_tree.h"

#include "tests/unit/check.h"

#define SHA   "0a1b2c3d4e5f60718293a4b5c6d7e8f901234567"
#define GROUP "fio/p/box/root/config/gcc-12/" SHA

static struct arena arena;

static void files(void **state)
{
	static const struct {
		const char *path, *group, *within;
		enum lkp_kind kind;
		int iteration;
	} cases[] = {
		{ GROUP "/0/stats.json", GROUP, "0/stats.json", LKP_STATS, 1 },
		{ "/result/" GROUP "/12/stats.json.gz", GROUP, "12/stats.json.gz", LKP_STATS, 13 },
		{ "a/b/" GROUP "/0/job.yaml", GROUP, "0/job.yaml", LKP_JOB, 1 },
		{ GROUP "/matrix.json", GROUP, "matrix.json", LKP_MATRIX, 0 },
		{ GROUP "/avg.json.gz", GROUP, "avg.json.gz", LKP_AVERAGE, 0 },
		{ GROUP "/0/matrix.json", GROUP, "0/matrix.json", LKP_OTHER, 1 },
		{ GROUP "/0/env/stats.json", GROUP, "0/env/stats.json", LKP_OTHER, 1 },
		{ GROUP "/stats.json", GROUP, "stats.json", LKP_OTHER, 0 },
		{ GROUP "/x/stats.json", GROUP, "x/stats.json", LKP_OTHER, 0 },
		{ "fio/p/box/root/config/clang-18/6.12.3/0/stats.json",
		  "fio/p/box/root/config/clang-18/6.12.3", "0/stats.json", LKP_STATS, 1 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct lkp_file file;

		assert_true(lkp_tree_file(slice_str(cases[i].path), &file));
		check_text(file.group, cases[i].group);
		check_text(file.path, cases[i].within);
		assert_int_equal(file.kind, cases[i].kind);
		assert_int_equal(file.iteration, cases[i].iteration);
	}
}

static void no_tree(void **state)
{
	static const char *const paths[] = {
		"",
		"stats.json",
		"/",
		"p/box/root/config/gcc-12/" SHA "/0/stats.json",
		"fio/p/box/root/config/icc/" SHA "/0/stats.json",
		"fio/p/box/root/config/gcc-12/0a1b2c3d/0/stats.json",
		"fio//box/root/config/gcc-12/" SHA "/0/stats.json",
		"6.12.3/iter-0/pft/logs/pft-1.log",
	};
	struct lkp_file file;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(paths); i++)
		assert_false(lkp_tree_file(slice_str(paths[i]), &file));
}

static void names(void **state)
{
	struct lkp_file file;

	(void)state;
	assert_true(lkp_tree_file(SLICE("/r/" GROUP "/0/stats.json"), &file));
	check_text(lkp_tree_run(&arena, &file), "fio/p/box/root/config/gcc-12/0a1b2c3d4e5f");
}

/* What a group's numbers come from is decided by what comes first, and stays. */
static void one_source_a_group(void **state)
{
	struct lkp_tree tree = { .arena = &arena };
	struct lkp_file stats, matrix, average, other;

	(void)state;
	assert_true(lkp_tree_file(SLICE(GROUP "/0/stats.json"), &stats));
	assert_true(lkp_tree_file(SLICE(GROUP "/matrix.json"), &matrix));
	assert_true(lkp_tree_file(SLICE(GROUP "/avg.json"), &average));
	assert_true(
		lkp_tree_file(SLICE("fio/q/box/root/config/gcc-12/" SHA "/matrix.json"), &other));
	assert_true(lkp_tree_wants(&tree, &average));
	assert_true(lkp_tree_wants(&tree, &stats));
	assert_true(lkp_tree_wants(&tree, &stats));
	assert_false(lkp_tree_wants(&tree, &matrix));
	assert_false(lkp_tree_wants(&tree, &average));
	assert_true(lkp_tree_wants(&tree, &other));
	stats.group = other.group;
	assert_false(lkp_tree_wants(&tree, &stats));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files),
		cmocka_unit_test(no_tree),
		cmocka_unit_test(names),
		cmocka_unit_test(one_source_a_group),
	};
	int failed;

	arena_init(&arena);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	arena_release(&arena);
	return failed;
}
