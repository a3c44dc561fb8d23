/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where a series changes its level: algorithm ediv-t/1. E-divisive statistics (Matteson and James,
 * J. Am. Stat. Assoc. 109, 2014) propose a place within windows of 50 points, Student's t test
 * accepts it, and weak places are merged away, as Hunter (Fleming et al., ICPE 2023) does, but with
 * n - 1 in the standard deviation. A pure function of the series.
 * Layer: lib, above arena and stats.
 */
#ifndef LIB_EDIV_H
#define LIB_EDIV_H

#include "lib/arena.h"
#include "lib/base.h"

#define EDIV_VERSION "ediv-t/1"

enum { EDIV_WINDOW = 50, EDIV_STEP = 25 };

struct ediv_point {
	size_t at;            /* the first point of the new level */
	double p;             /* of the two levels, up to the changes around it */
	double before, after; /* their means */
};

struct ediv_options {
	double p;         /* every change has a smaller one; 0.001 */
	double magnitude; /* the least change of exp(mean), as a fraction: larger of both ratios - 1
			   */
};

/* The place in xs[0..n) with the largest statistic *q; 0 when there is none (n < 2). */
size_t ediv_candidate(const double *xs, size_t n, double *q);

/* Changes of a series of logarithms, in order. */
struct ediv_point *ediv_find(struct arena *arena, const double *xs, size_t n,
			     const struct ediv_options *options, size_t *count);

#endif
