/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How noisy machines are, from their runs: A/A, that is boots of one kernel and config held against
 * each other as if they were two kernels; how far samples and boots of a run lie apart, run after
 * run; and the noise floors of series. docs/statistics.md, "Noise".
 * Layer: lib, above compare, share and verdict.
 */
#ifndef LIB_NOISE_VIEW_H
#define LIB_NOISE_VIEW_H

#include "lib/compare.h"
#include "lib/share.h"

struct noise_run {
	struct column column;
	int64_t start_s; /* epoch; 0 = unknown */
};

/* What one run's numbers vary by: medians over its metrics, as fractions of their means. */
struct noise_spread {
	double within;  /* standard deviation of samples within a boot; NaN = no boot has two */
	double between; /* of the medians of boots; NaN with one boot */
	size_t metrics;
};

/*
 * A/A of one benchmark on one machine. A pair is one metric in two successive boots of the same
 * kernel and config; the verdict is that of lib/verdict.h over their samples, a family being all
 * metrics of two boots.
 */
struct noise_pairs {
	struct slice machine, benchmark;
	size_t pairs;         /* that have a test: 3 samples a boot */
	struct share low_p;   /* of them with p <= 0.05: about 5 % if boots were all alike */
	struct share decided; /* of them called better, worse or changed */
	double median, worst; /* |ratio - 1| */
	struct slice worst_metric, worst_run;
};

/* Noise floors of the series that the latest run of a benchmark on a machine and config line has.
 */
struct noise_floors {
	struct slice machine, benchmark;
	size_t series, known; /* known: of which a floor is known */
	double median, worst; /* of the known; NaN = none */
	struct slice worst_metric;
};

struct noise_view {
	const struct noise_run *runs; /* latest first */
	size_t run_count;
	struct noise_spread *spreads; /* one a run */
	struct noise_pairs *pairs;    /* by machine, benchmark */
	size_t pairs_count;
	struct noise_floors *floors; /* likewise */
	size_t floors_count;
	size_t tested;        /* pairs of all benchmarks */
	struct share low_p;   /* of all */
	struct share decided; /* of all */
	double median;        /* |ratio - 1| of all */
};

/*
 * Whether noise floors of run i are looked at: it is the latest of its machine and config line that
 * has one of its benchmarks. Runs are latest first; only those up to i are read.
 */
bool noise_view_takes_floors(const struct noise_run *runs, size_t i);

/* runs: latest first. Summaries and durations take no part. */
void noise_view_build(struct arena *arena, const struct noise_run *runs, size_t count,
		      struct noise_view *out);

#endif
