/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/kver.h"

#include <stdlib.h>

#include "tests/unit/check.h"

enum { SHUFFLES = 200, NAMES_MAX = 256 };

struct row {
	struct slice name, point;
};

static int by_kver(const void *a, const void *b)
{
	return kver_cmp(((const struct row *)a)->name, ((const struct row *)b)->name);
}

/* Rows of a table: no comment, no heading. */
static bool next_row(struct slice *rest, struct slice *line)
{
	while (slice_line(rest, line))
		if (line->n > 0 && line->p[0] != '#' && !slice_starts(*line, "name\t"))
			return true;
	return false;
}

static size_t read_order(struct arena *arena, struct row *rows)
{
	struct slice rest = check_data(arena, "tests/data/kernel-version-order.tsv"), line;
	size_t count = 0;

	while (next_row(&rest, &line)) {
		assert_true(count < NAMES_MAX);
		assert_true(slice_split(&line, '\t', &rows[count].name));
		assert_true(slice_split(&line, '\t', &rows[count].point));
		count++;
	}
	assert_int_equal(count, 124);
	return count;
}

static void check_same_order(const struct row *got, const struct row *wanted, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (slice_eq(got[i].name, wanted[i].name))
			continue;
		fail_msg("place %zu: got %.*s, wanted %.*s", i + 1, SLICE_FMT(got[i].name),
			 SLICE_FMT(wanted[i].name));
	}
}

static void test_shuffles_sort_back(void **data)
{
	struct row wanted[NAMES_MAX], rows[NAMES_MAX];
	struct arena arena;
	unsigned seed = 20240601;
	size_t count;

	(void)data;
	arena_init(&arena);
	count = read_order(&arena, wanted);
	for (int round = 0; round < SHUFFLES; round++) {
		for (size_t i = 0; i < count; i++) {
			size_t j = (size_t)rand_r(&seed) % (i + 1);

			rows[i] = rows[j];
			rows[j] = wanted[i];
		}
		qsort(rows, count, sizeof(*rows), by_kver);
		check_same_order(rows, wanted, count);
	}
	arena_release(&arena);
}

static void test_every_two_of_the_list(void **data)
{
	struct row rows[NAMES_MAX];
	struct arena arena;
	size_t count;

	(void)data;
	arena_init(&arena);
	count = read_order(&arena, rows);
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < count; j++) {
			int order = kver_cmp(rows[i].name, rows[j].name);

			assert_int_equal((order > 0) - (order < 0), (i > j) - (i < j));
			if (kver_same_point(rows[i].name, rows[j].name) !=
			    slice_eq(rows[i].point, rows[j].point))
				fail_msg("point of %.*s and %.*s", SLICE_FMT(rows[i].name),
					 SLICE_FMT(rows[j].name));
		}
	arena_release(&arena);
}

static void check_pair(struct slice left, struct slice relation, struct slice right)
{
	if (slice_is(relation, "~") && kver_same_point(left, right))
		return;
	if (slice_is(relation, "<") && kver_cmp(left, right) < 0 && kver_cmp(right, left) > 0 &&
	    !kver_same_point(left, right))
		return;
	fail_msg("%.*s %.*s %.*s does not hold", SLICE_FMT(left), SLICE_FMT(relation),
		 SLICE_FMT(right));
}

static void test_pairs(void **data)
{
	struct slice rest, line, left, relation, right;
	struct arena arena;
	size_t count = 0;

	(void)data;
	arena_init(&arena);
	rest = check_data(&arena, "tests/data/kernel-version-pairs.tsv");
	while (next_row(&rest, &line)) {
		if (slice_starts(line, "left\t"))
			continue;
		assert_true(slice_split(&line, '\t', &left));
		assert_true(slice_split(&line, '\t', &relation));
		assert_true(slice_split(&line, '\t', &right));
		check_pair(left, relation, right);
		count++;
	}
	assert_int_equal(count, 61);
	arena_release(&arena);
}

static void test_more_orders(void **data)
{
	static const char *const older_newer[][2] = {
		{ "6.12.117", "6.12.117+deb12-cloud-amd64" },
		{ "6.12.117+deb12-cloud-amd64", "6.12.117+deb13-cloud-amd64" },
		{ "6.12.117+deb13-cloud-amd64", "6.12.118" },
		{ "6.8.0-060800rc6-generic", "6.8.0-rc7" },
		{ "6.8-rc5", "6.8.0-060800rc6-generic" },
		{ "v6.8-rc4~3^2~12", "v6.8-rc4~3" },
		{ "v6.8-rc4~12", "v6.8-rc4~3" },
		{ "6.0.0-0.rc0.20220810git0.1.fc38", "6.0.0-0.rc1.20220815git0.1.fc38" },
		{ "99.99999999999999999999999", "next-20240101" },
		{ "", "linus/master" },
	};

	(void)data;
	for (size_t i = 0; i < ARRAY_SIZE(older_newer); i++)
		check_pair(slice_str(older_newer[i][0]), SLICE("<"), slice_str(older_newer[i][1]));
	check_pair(SLICE("6.8.0-060800rc6-generic"), SLICE("~"), SLICE("v6.8-rc6"));
	check_pair(SLICE("linux-6.8"), SLICE("~"), SLICE("Linux 6.8.0"));
	check_pair(SLICE("6.1.0-57-cloud-amd64"), SLICE("~"), SLICE("6.1.0-57-amd64"));
	assert_int_equal(kver_cmp(SLICE("6.8"), SLICE("6.8")), 0);
	assert_int_not_equal(kver_cmp(SLICE("6.8"), SLICE("6.8.0")), 0);
}

static void test_split(void **data)
{
	static const struct {
		const char *name, *kernel, *variant;
	} cases[] = {
		{ "6.18-rc3-vanilla", "6.18-rc3", "vanilla" },
		{ "4.0.0-nomemcg-v1", "4.0.0", "nomemcg-v1" },
		{ "4.0-nomemcg-v1r1", "4.0", "nomemcg-v1r1" },
		{ "v5.12-rc6", "v5.12-rc6", "" },
		{ "v5.8", "v5.8", "" },
		{ "BASE", "", "BASE" },
		{ "6.1.0-57-cloud-amd64", "6.1.0-57-cloud-amd64", "" },
		{ "6.1.0-57-cloud-amd64-patched", "6.1.0-57-cloud-amd64", "patched" },
		{ "6.12.117+deb12-cloud-amd64", "6.12.117+deb12-cloud-amd64", "" },
		{ "5.14.0-42.el9.x86_64+debug", "5.14.0-42.el9.x86_64+debug", "" },
		{ "5.14.21-150500.55.44-default-old", "5.14.21-150500.55.44-default", "old" },
		{ "6.7.4-arch1-1", "6.7.4-arch1-1", "" },
		{ "6.1.192-child-nokmem", "6.1.192", "child-nokmem" },
		{ "3.11-rc3-0", "3.11-rc3", "0" },
		{ "4.10.0-rc2-irqsafe-v1r5", "4.10.0-rc2", "irqsafe-v1r5" },
		{ "6.5.0-01234-gabcdef012345-vanilla", "6.5.0-01234-gabcdef012345", "vanilla" },
		{ "6.18.0-rc1-dirty", "6.18.0-rc1-dirty", "" },
		{ "6.18.0-rc1+-mine", "6.18.0-rc1+", "mine" },
		{ "linux-4.0-vanilla", "4.0", "vanilla" },
		{ "next-20240101-vanilla", "next-20240101", "vanilla" },
		{ "6.13.0-rc6-next-20250110-x", "6.13.0-rc6-next-20250110", "x" },
		{ "5.10.131-rt72-x", "5.10.131-rt72", "x" },
		{ "initial-good-v5.8", "", "initial-good-v5.8" },
		{ "run-2024-01-05", "", "run-2024-01-05" },
		{ "5.8GHz", "", "5.8GHz" },
		{ "6", "", "6" },
		{ "Before rwlock patch", "", "Before rwlock patch" },
		{ "", "", "" },
	};

	(void)data;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct slice kernel, variant;

		kver_split(slice_str(cases[i].name), &kernel, &variant);
		check_text(kernel, cases[i].kernel);
		check_text(variant, cases[i].variant);
	}
}

static void test_level(void **data)
{
	static const struct {
		const char *release, *version, *level;
	} cases[] = {
		{ "6.1.0-57-cloud-amd64", "#1 SMP PREEMPT_DYNAMIC Debian 6.1.192-3 (2026-11-26)",
		  "6.1.192" },
		{ "6.12.117+deb12-cloud-amd64", "#1 SMP Debian 6.12.117-1~deb12u1 (2026-11-01)",
		  "6.12.117" },
		{ "6.18-rc3-amd64", "#1 SMP Debian 6.18~rc3-1~exp1 (2025-10-27)", "" },
		{ "6.8.0-31-generic", "Ubuntu 6.8.0-31.31-generic 6.8.1", "6.8.1" },
		{ "6.8.0-31-generic", "#31-Ubuntu SMP PREEMPT_DYNAMIC", "" },
		{ "4.18.0-553.el8_10.x86_64", "#1 SMP", "" },
		{ "6.8.9-300.fc40.x86_64", "#1 SMP", "6.8.9" },
		{ "6.18.15", "#1 SMP", "6.18.15" },
		{ "v5.12-rc6", "", "5.12-rc6" },
		{ "4.0.0-vanilla", "", "" },
		{ "v6.5-1234-gabcdef012345", "", "" },
		{ "6.6.0-rc4-next-20231005", "", "" },
		{ "BASE", "", "" },
		{ "", "", "" },
	};

	(void)data;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		check_text(kver_level(slice_str(cases[i].release), slice_str(cases[i].version)),
			   cases[i].level);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_shuffles_sort_back),
		cmocka_unit_test(test_every_two_of_the_list),
		cmocka_unit_test(test_pairs),
		cmocka_unit_test(test_more_orders),
		cmocka_unit_test(test_split),
		cmocka_unit_test(test_level),
	};

	return cmocka_run_group_tests_name("lib/kver", tests, NULL, NULL);
}
