/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What memcg costs: for each metric, kernel and config that is not off, how much more it costs
 * than `off` on the same kernel, machine and placement (docs/statistics.md, "Overhead").
 *   higher is better: off / on - 1;  lower is better: on / off - 1;  always a fraction, + = cost.
 * The ratio and its interval are those of the verdict (lib/verdict.h), with off as the baseline.
 * off is looked for in the same placement, then in root (and the cell says so), else there is no
 * number. Its boot words must be the same.
 * Layer: lib, above config, metric, verdict and bootstrap.
 */
#ifndef LIB_OVERHEAD_H
#define LIB_OVERHEAD_H

#include "lib/arena.h"
#include "lib/bootstrap.h"
#include "lib/config.h"
#include "lib/metric.h"
#include "lib/spoilers.h"
#include "lib/stats.h"
#include "lib/verdict.h"

/* All samples of one metric in one kernel, config and machine, pooled over runs. */
struct overhead_point {
	uint32_t kernel, config, machine, metric; /* indices into the input */
	struct stats stats;                       /* n, mean and stddev are read */
	int runs, boots;
	struct slice run;            /* id of the latest run, for links */
	struct verdict_side samples; /* themselves, with boots numbered on over runs */
	const double *run_medians;   /* a run each, in order of time; NULL = not told */
	struct spoilers spoilers;    /* of its runs */
};

struct overhead_input {
	const struct slice *kernels;      /* oldest first; names for people */
	const struct slice *kernel_slugs; /* for addresses; NULL straight from trees */
	size_t kernel_count;              /* points are of some of them */
	const struct config *configs;
	size_t config_count;
	const struct slice *machines;
	const struct slice *machine_slugs; /* as kernel_slugs */
	size_t machine_count;
	const struct metric *metrics;
	size_t metric_count;
	const struct overhead_point *points;
	size_t point_count;
	size_t kernels_left_out; /* older ones, whose samples would be too many to read */
	/* Build options that spoil all points of a machine alike; theirs are "" then. */
	struct slice spoiled_all;
};

struct overhead_cell {
	uint32_t kernel, line, machine, metric;
	double cost, lo, hi; /* fractions; lo and hi NaN when a side has too few replicates */
	/* on against off; a family is what a kernel, machine and line have of a benchmark. */
	struct verdict verdict;
	const struct overhead_point *on, *off;
	bool off_in_root; /* off was not measured in on's placement, but in root */
};

/* A line of the chart: all configs of equal config.line that are not off. */
struct overhead_line {
	struct slice key;   /* config.line */
	struct slice label; /* for people: "root", "child", "child nokmem" */
};

/* Geometric mean over metrics of one line, kernel and machine, with its interval by bootstrap. */
struct overhead_mean {
	uint32_t kernel, line, machine;
	double cost, lo, hi;
	size_t metrics;         /* how many it covers */
	struct slice benchmark; /* that these are of; "" = all */
};

struct overhead {
	struct overhead_input input;
	struct overhead_line *lines;
	size_t line_count;
	struct overhead_cell *cells; /* by machine, metric, line, kernel */
	size_t cell_count;
	struct overhead_mean *means; /* by machine, line, kernel. Durations do not count */
	size_t mean_count;
	/* Of each benchmark, on the newest kernel of each machine; by machine, line, benchmark. */
	struct overhead_mean *now;
	size_t now_count;
};

/*
 * How well a config that is off serves as the denominator of one that is on; the highest is best,
 * -1 = not at all.
 */
int overhead_fit(const struct config *on, const struct config *off);

/*
 * The same number with on as the denominator: what on would save by being off, "saved vs vanilla".
 * 100 % over off are 50 % saved of on.
 */
double overhead_saved(double cost);

void overhead_build(struct arena *arena, const struct overhead_input *input, struct overhead *out);

#endif
