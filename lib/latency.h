/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Histograms of several runs side by side. A histogram tells of a value only between which bounds
 * it lies, so a percentile is a range: the bounds of the bucket that holds it.
 * Layer: lib, above traced.
 */
#ifndef LIB_LATENCY_H
#define LIB_LATENCY_H

#include "lib/arena.h"
#include "lib/error.h"
#include "lib/traced.h"

/* [lo, hi); infinite = unbounded. Both NaN: there is none. */
struct latency_range {
	double lo, hi;
};

struct latency_cell {
	int64_t *counts; /* one a bound of the row; LATENCY_NOT_PRINTED where the tool had no row */
	int64_t total;   /* 0 = the run has no such histogram */
	int64_t prints;  /* how many printings it was merged from; 1 when it is the last one */
	/*
	 * The top bucket also holds what was too large for it: bpftrace up to 0.19 cuts values to
	 * 32 bits, and a version that is not known may be one of these.
	 */
	bool open_top;
};

enum { LATENCY_NOT_PRINTED = -1 };

struct latency_row {
	struct metric metric;
	struct latency_range *bounds; /* ascending; buckets of all runs */
	size_t bound_count;
	struct latency_cell *cells; /* one a run */
};

struct latency {
	const struct traced *runs;
	size_t run_count;
	struct latency_row *rows; /* by metric */
	size_t row_count;
};

enum latency_prints {
	LATENCY_LAST, /* the last printing of each: with maps that are not cleared, all of it */
	LATENCY_ALL,  /* all added up: right only when the script clears its maps */
};

/*
 * name: of the metric, without labels; "" = all. ERR_NOT_FOUND when no run has such a histogram,
 * ERR_LIMIT for more than TRACED_RUNS_MAX runs.
 */
NODISCARD enum err latency_build(struct arena *arena, const struct traced *runs, size_t run_count,
				 struct slice name, enum latency_prints prints, struct latency *out,
				 struct error *err);

/* The percentiles that are shown: 50, 90, 99 and 99.9, as fractions. */
extern const double latency_percentiles[];
enum { LATENCY_PERCENTILES = 4 };

/*
 * Where the value lies that a fraction (0 < fraction <= 1) of all is not above: the bucket of the
 * value of rank ceil(fraction * total).
 */
struct latency_range latency_percentile(const struct latency_row *row,
					const struct latency_cell *cell, double fraction);

#endif
