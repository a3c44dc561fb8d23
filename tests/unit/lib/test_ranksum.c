/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/ranksum.h"

#include <math.h>

#include "lib/stats.h"
#include "tests/unit/check.h"

enum { MOST = 23 };

/* Sorted values: small whole ones that tie, or any from 1e-9 to 1e9 of both signs. */
static void fill(double *values, size_t n, uint64_t *seed, bool ties)
{
	for (size_t i = 0; i < n; i++) {
		double unit;

		*seed = *seed * 6364136223846793005 + 1442695040888963407;
		unit = (double)(*seed >> 11) * 0x1p-53;
		values[i] = ties ? floor(unit * 7) : ldexp(unit - 0.5, (int)(*seed >> 5) % 30);
	}
	stats_sort(values, n);
}

/* Every rank of every shape, against all differences in order. */
static void differences(void **state)
{
	double a[MOST], b[MOST], all[MOST * MOST];
	uint64_t seed = 1;

	(void)state;
	for (size_t m = 1; m <= MOST; m += 2) {
		for (size_t n = 1; n <= MOST; n++) {
			fill(a, m, &seed, n % 3 == 0);
			fill(b, n, &seed, n % 3 == 0);
			for (size_t i = 0; i < m * n; i++)
				all[i] = b[i / m] - a[i % m];
			stats_sort(all, m * n);
			for (size_t rank = 1; rank <= m * n; rank++)
				assert_true(ranksum_difference(a, m, b, n, rank) == all[rank - 1]);
			assert_true(ranksum_shift(a, m, b, n) == stats_median_sorted(all, m * n));
		}
	}
}

/* Of 50 and 50 values whose sides do not overlap there are 2 of binomial(100, 50) orders. */
static void counts_of_many(void **state)
{
	double a[RANKSUM_EXACT_MAX], b[RANKSUM_EXACT_MAX];
	struct arena arena;
	struct ranksum test;

	(void)state;
	arena_init(&arena);
	for (size_t i = 0; i < RANKSUM_EXACT_MAX; i++) {
		a[i] = (double)i;
		b[i] = (double)i + 1000;
	}
	test = ranksum_test(&arena, a, RANKSUM_EXACT_MAX, b, RANKSUM_EXACT_MAX);
	assert_true(fabs(test.p / (2 / 1.0089134454556419e29) - 1) < 1e-14);
	assert_false(test.approx);
	arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(differences),
		cmocka_unit_test(counts_of_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
