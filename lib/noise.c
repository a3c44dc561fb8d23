/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/noise.h"

#include <math.h>

#include "lib/stats.h"

static const double MAD_TO_SIGMA = 1.4826, SIGMAS = 3;

double noise_difference(double a, double b)
{
	return fabs(b - a) / fabs(a);
}

static double fence(struct arena *arena, const double *differences, size_t n)
{
	struct arena_mark mark = arena_mark(arena);
	double *away = ARENA_ARRAY(arena, n, double);
	double median = stats_median(arena, differences, n), deviation;

	for (size_t i = 0; i < n; i++)
		away[i] = fabs(differences[i] - median);
	deviation = stats_median(arena, away, n);
	arena_rewind(arena, mark);
	return median + SIGMAS * MAD_TO_SIGMA * deviation;
}

struct noise noise_of(struct arena *arena, const double *pairs, size_t pair_count,
		      const double *medians, size_t median_count)
{
	double steps[NOISE_KERNELS];
	size_t n = 0, first = median_count > NOISE_KERNELS ? median_count - NOISE_KERNELS : 0;

	if (pair_count >= NOISE_PAIRS_LEAST)
		return (struct noise){ fence(arena, pairs, pair_count), NOISE_PAIRS, pair_count };
	if (median_count < NOISE_POINTS_LEAST)
		return (struct noise){ NAN, NOISE_UNKNOWN, 0 };
	for (size_t i = first + 1; i < median_count; i++)
		steps[n++] = noise_difference(medians[i - 1], medians[i]);
	return (struct noise){ fence(arena, steps, n), NOISE_KERNEL, n };
}
