/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which statistics each kind of peer table has, what they are called and what they are of one
 * operation's samples.
 * Layer: lib, part of peer. Source: formats/mmtests.md section 4.
 */
#ifndef LIB_PEER_STATS_H
#define LIB_PEER_STATS_H

#include "lib/peer.h"
#include "lib/peer_math.h"

/* The statistics of a style, in printed order. PEER_HEAD and PEER_2025 only. */
struct peer_stat_list {
	const struct peer_statistic *stats;
	size_t count;
};
struct peer_stat_list peer_stat_list(const struct peer_style *style, enum peer_revision revision);

/* The statistic that ratios compare and significance marks. */
struct peer_key {
	struct peer_statistic statistic;
	bool interval; /* the kind has one around it */
	size_t index;  /* where it stands in the list; SIZE_MAX when it is not printed */
};
struct peer_key peer_stat_key(const struct peer_style *style, enum peer_revision revision);

/* What the rows of a statistic are called. */
struct slice peer_stat_name(struct arena *arena, const struct peer_statistic *statistic,
			    const struct peer_style *style, enum peer_revision revision);

/* The peer's comparison of it: pdiff or pndiff. */
typedef double (*peer_diff)(double value, double base);
peer_diff peer_stat_diff(const struct peer_statistic *statistic, const struct peer_style *style);

/* Values of one operation over all iterations, best first. */
struct peer_values {
	double *sorted;
	size_t count;
	bool higher;
	double mean, stddev; /* NaN when undefined */
};

/* operation may be NULL. Spread is left out unless wanted. */
struct peer_values peer_values_of(struct arena *arena, const struct peer_operation *operation,
				  const struct peer_style *style, bool spread);
double peer_stat_value(const struct peer_statistic *statistic, const struct peer_values *values);
struct peer_interval peer_key_interval(const struct peer_key *key,
				       const struct peer_values *values);

/* True when the peer dies over these values: a harmonic mean of nothing but values <= 0. */
bool peer_stat_fails(const struct peer_statistic *statistic, const struct peer_values *values);

#endif
