/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Intervals of numbers that are made of many groups of replicates: a geometric mean over rows, a
 * step of a decomposition. Each group is resampled by itself (stratified percentile bootstrap),
 * with a generator that is seeded from the values, so that the same input gives the same bytes.
 * Layer: lib, above arena, sha256 and stats.
 */
#ifndef LIB_BOOTSTRAP_H
#define LIB_BOOTSTRAP_H

#include "lib/arena.h"
#include "lib/base.h"

enum { BOOTSTRAP_RESAMPLES = 2000, BOOTSTRAP_SUMS = 2, BOOTSTRAP_LEAST = 3 };

/* Replicates whose mean goes into sum s of the statistic with weights[s]. */
struct bootstrap_group {
	const double *values;
	size_t n;
	double weights[BOOTSTRAP_SUMS];
};

struct bootstrap {
	double value, lo, hi; /* 95 %; lo and hi NaN when a group has fewer than 3 replicates */
};

/* A function of the sums over groups of weight * mean. */
typedef double bootstrap_statistic(const double sums[BOOTSTRAP_SUMS]);
/* exp(s0) - 1: a mean ratio from logs. exp(s0) - exp(s1): a step from one ratio to the next. */
bootstrap_statistic bootstrap_ratio, bootstrap_step;

/*
 * Of more than 128 values in all, the sums are drawn from the normal distribution that resampling
 * tends to, so that time does not grow with them. lo and
 * hi are the 50th and the 1951st of 2,000 resamples. Source: Efron and Tibshirani, An Introduction
 * to the Bootstrap, 1993; the generator is xoshiro256** (Blackman and Vigna, 2018), its state is
 * filled by splitmix64 from the first 8 bytes of the values' SHA-256.
 */
struct bootstrap bootstrap_of(struct arena *arena, const struct bootstrap_group *groups,
			      size_t count, bootstrap_statistic *statistic);

#endif
