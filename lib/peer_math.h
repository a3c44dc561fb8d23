/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The arithmetic of mmtests' comparison, in its order of operations, so that the last printed digit
 * is the same. NaN is the peer's "NaN" and its undefined value alike, unless a function says other.
 * Layer: lib, part of peer. Source: formats/mmtests.md section 4.
 */
#ifndef LIB_PEER_MATH_H
#define LIB_PEER_MATH_H

#include "lib/base.h"

/* Difference of `value` to `base` in percent; positive is better. Higher, lower is better. */
double peer_pdiff(double value, double base);
double peer_pndiff(double value, double base);
/* value / base; 0 for a base that is 0 or NaN, 1 for a value that is. */
double peer_rdiff(double value, double base);

/* Interval of a mean or percentile. */
struct peer_interval {
	bool known; /* else low and high are 0 */
	double low, high;
};

/* Distance of two values over that of the facing ends of their intervals. */
double peer_cidiff(double value, struct peer_interval in, double base,
		   struct peer_interval base_in);

/* Sums run in the order given. NaN without values. */
double peer_amean(const double *xs, size_t n);
/* NaN as soon as a value is <= 0. */
double peer_hmean(const double *xs, size_t n);
double peer_geomean(const double *xs, size_t n);
/* The n-th root, n > 0. */
double peer_root(double product, size_t n);
/* Sum of squared distances to mean. */
double peer_squares(const double *xs, size_t n, double mean);
/* Around the mean given: arithmetic with n - 1, harmonic with n. NaN for n < 2 or such a mean. */
double peer_stddev(const double *xs, size_t n, double mean, bool harmonic);
/* In percent; 0 for a mean of 0 or NaN. */
double peer_coeffvar(double stddev, double mean);

/* max(1, int(n * percent / 100)), for n = 0 too. */
size_t peer_percent_count(size_t n, double percent);
/* How many of xs, ascending, n > 0, the peer finds in [low, high]. May be negative. */
double peer_samples_in(const double *xs, size_t n, double low, double high);

/* 95 % interval of a mean, from the spread of single samples; half of it has 7 digits. */
struct peer_interval peer_mean_interval(double mean, double stddev);
/* Of a percentile of xs in their order, by the binomial distribution. */
struct peer_interval peer_percentile_interval(const double *xs, size_t n, double percent);

/* A number through text of 15 digits, as the peer keeps percentages. */
double peer_through_text(double value);

#endif
