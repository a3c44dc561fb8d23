/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What PEER_2015 prints of a run: rows of statistics in their order, which it compares by position
 * and not by label. Samples are taken as they come; spreads are those of whole populations.
 * Layer: lib, part of peer. Source: the program at that revision; formats/mmtests.md section 4.
 */
#ifndef LIB_PEER_2015_ROWS_H
#define LIB_PEER_2015_ROWS_H

#include "lib/peer_summary.h"

struct old_row {
	struct slice label;
	double *values; /* NaN prints nothing, and what follows moves left */
	size_t count;   /* columns behind it are undefined */
	double stddev;  /* in ratio reports; NaN when unknown */
	int decimals;   /* of PEER_ROWS, as in struct peer_operation */
	const char *suffix;
};

struct old_run {
	struct slice name;
	struct old_row *rows;
	size_t count, capacity;
	struct slice *columns; /* names of the values */
	size_t column_count;
	bool spread; /* stddev of rows is meant */
	bool named;  /* else the place of a run at which the peer fails: no rows */
};

/* With report->ratio the one column is "Ratio". Not named when the peer fails at it. */
struct old_run old_run_of(struct arena *arena, const struct peer_report *report,
			  const struct peer_filter *filter, const struct peer_run *run);

/* A number of a ratio report, or none: the peer's arrays have holes. */
struct old_unit {
	bool known;
	double value;
};

/*
 * Means leave holes out, and are NaN of none or with one that is not finite. Extremes take holes
 * for 0 and may be one; of a list that begins with one they are NaN.
 */
struct old_unit old_mean_of(const struct old_unit *units, size_t n);
struct old_unit old_gmean_of(const struct old_unit *units, size_t n);
struct old_unit old_min_of(const struct old_unit *units, size_t n);
struct old_unit old_max_of(const struct old_unit *units, size_t n);

#endif
