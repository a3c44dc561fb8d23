/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The noise floor of a series: what it changes by although nothing did. An effect below it is small
 * whatever p says (lib/verdict.h).
 * Layer: lib, above stats.
 */
#ifndef LIB_NOISE_H
#define LIB_NOISE_H

#include "lib/arena.h"
#include "lib/base.h"

enum { NOISE_KERNELS = 30, NOISE_POINTS_LEAST = 8, NOISE_PAIRS_LEAST = 3 };

enum noise_source {
	NOISE_UNKNOWN,
	NOISE_PAIRS,  /* two runs of one kernel and config */
	NOISE_KERNEL, /* one kernel and the next */
};

struct noise {
	double floor; /* a fraction; NaN = not known */
	enum noise_source source;
	size_t differences; /* that it is of */
};

/*
 * median + 3 * 1.4826 * median absolute deviation of relative differences: of pairs of runs of the
 * same kernel and config where there are 3 or more, else of successive kernels' medians, which
 * must be 8 or more; the latest 30 count. Source: the fence of rustc-perf, by robust statistics.
 */
struct noise noise_of(struct arena *arena, const double *pairs, size_t pair_count,
		      const double *medians, size_t median_count);

/* |b - a| / a. */
double noise_difference(double a, double b);

#endif
