/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The rank-sum test of two samples (Wilcoxon, Mann and Whitney), and order statistics of their
 * differences, which are its interval. docs/statistics.md tells the rules; R's wilcox.test gives
 * the same numbers.
 * Layer: lib, above arena and stats. Pure functions of numbers; all samples are sorted and finite.
 */
#ifndef LIB_RANKSUM_H
#define LIB_RANKSUM_H

#include "lib/arena.h"
#include "lib/base.h"

struct ranksum {
	double u;    /* pairs in which b is the larger; equal ones count half */
	double p;    /* two-sided: twice the smaller tail, at most 1 */
	bool ties;   /* some values are equal; p is by the permutations of mid-ranks */
	bool approx; /* p is by the normal distribution, corrected for ties and continuity */
	/*
	 * The 95 % interval is from the interval_rank-th smallest to the interval_rank-th largest
	 * difference. It is the largest k with P(U <= k - 1) <= 2.5 % where nothing ties, so that
	 * the closed interval covers at least 95 % with ties as well; 0 = too few samples.
	 */
	size_t interval_rank;
};

enum {
	RANKSUM_EXACT_MAX = 50, /* samples a side for which U is counted out */
	RANKSUM_TIES_MAX = 20,  /* samples of both for which permutations are, where some tie */
};

/*
 * Needs m >= 1 and n >= 1. The null distribution of U without ties is counted by the recurrence of
 * Gaussian binomial coefficients. Source: Mann and Whitney 1947; Lehmann, Nonparametrics, 1975.
 */
struct ranksum ranksum_test(struct arena *arena, const double *a, size_t m, const double *b,
			    size_t n);

/*
 * The largest rank with P(U <= rank - 1) <= level < 0.5 where nothing ties, and that probability in
 * *tail; 0 when there is none. Counted out where 128 bits hold the number of orders
 * (50 and 50 values, 20 and 500), else by the normal distribution, whose tails are the wider ones.
 */
size_t ranksum_rank(struct arena *arena, size_t m, size_t n, double level, double *tail);

/* U alone. */
double ranksum_u(const double *a, size_t m, const double *b, size_t n);

/* The rank-th smallest of the m * n differences b - a, rank from 1. In (m + n) * 64 steps at most.
 */
double ranksum_difference(const double *a, size_t m, const double *b, size_t n, size_t rank);

/* Their median: the estimate of Hodges and Lehmann, 1963. */
double ranksum_shift(const double *a, size_t m, const double *b, size_t n);

#endif
