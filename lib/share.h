/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How sure a share of a profile is: intervals of a proportion, and of the difference of two.
 * Layer: lib. Pure functions of counts.
 *
 * Samples of a profile are not independent, so the intervals are the least that is uncertain;
 * where a profile was taken several times, compare the shares as samples instead (lib/stats.h).
 */
#ifndef LIB_SHARE_H
#define LIB_SHARE_H

#include "lib/base.h"

/* A part of a whole, as fractions; lo and hi are NaN where the whole's samples are not known. */
struct share {
	double part, lo, hi;
};

/*
 * count of total samples with its 95 % interval; count may be broken, as one made of a percent is.
 * 0 <= count <= total. All NaN for total 0. Source: Wilson 1927, without continuity correction.
 */
struct share share_of(double count, double total);

/* The same without an interval. */
struct share share_only(double part);

/*
 * b - a with its 95 % interval, NaN where one of them has none. Source: Newcombe 1998, method 10
 * (from the Wilson intervals of the two).
 */
struct share share_difference(struct share a, struct share b);

/*
 * The support rule, by which a function's move is shown as one: at least 10 samples on a side, a
 * move of at least 0.1 points, and an interval without 0.
 */
bool share_moved(struct share difference, double count_a, double count_b);

#endif
