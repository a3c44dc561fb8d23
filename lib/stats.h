/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Statistics over samples, as docs/statistics.md defines them; checked against R and scipy.
 * Layer: lib. Pure functions of numbers.
 */
#ifndef LIB_STATS_H
#define LIB_STATS_H

#include "lib/arena.h"
#include "lib/base.h"

struct stats {
	size_t n;
	double mean;   /* arithmetic; NaN for n = 0, as all below */
	double hmean;  /* harmonic; NaN when a value is <= 0 */
	double stddev; /* sample, n - 1; NaN for n < 2 */
	double min, max, median;
};

/* All of them. Sums run in the order of values. arena holds the copy that the median is sought in. */
struct stats stats_of(struct arena *arena, const double *values, size_t n);
/* The median of n >= 1 values, which need not be sorted; and of sorted ones. */
double stats_median(struct arena *arena, const double *values, size_t n);
double stats_median_sorted(const double *sorted, size_t n);
/* Puts n values in ascending order. */
void stats_sort(double *values, size_t n);
/*
 * The value that has rank (from 0, below n) in ascending order. It is at its place then, none
 * before it is larger and none behind it smaller. None may be NaN. Source: Hoare, Commun. ACM 4,
 * 1961 (FIND).
 */
double stats_select(double *values, size_t n, size_t rank);
/* Arithmetic mean and stddev alone; NaN as in struct stats. */
void stats_moments(const double *values, size_t n, double *mean, double *stddev);

/*
 * Quantile p (0 < p < 1) of Student's t with df > 0 degrees of freedom (df may be broken).
 * Relative error below 1e-9 for df >= 1. Source: inverse of the incomplete beta function.
 */
double stats_t_quantile(double p, double df);
/* Two-sided p of |t| with df degrees of freedom. */
double stats_t_p(double t, double df);

struct welch {
	double difference; /* mean b - mean a */
	double half_width; /* of its 95 % interval; NaN when a side has n < 2 */
	double df, p;      /* Welch-Satterthwaite; NaN as above. Both variances 0: p is 1 or 0 */
};

/* Welch's test of two means. Source: Welch 1947; R's t.test(b, a) gives the same. */
struct welch stats_welch(double mean_a, double stddev_a, size_t n_a, double mean_b, double stddev_b,
			 size_t n_b);

/* Mean and spread of two groups put together, from theirs (n, mean, stddev). */
void stats_pool(struct stats *into, const struct stats *other);

#endif
