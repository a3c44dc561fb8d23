/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A comparison: a baseline and up to 8 others, over the metrics that the baseline and at least
 * one other share. Columns come from a batch (ingest) or from the store; nothing here knows which.
 * Layer: lib, above metric and stats.
 */
#ifndef LIB_COMPARE_H
#define LIB_COMPARE_H

#include "lib/arena.h"
#include "lib/batch.h"
#include "lib/bootstrap.h"
#include "lib/error.h"
#include "lib/metric.h"
#include "lib/stats.h"
#include "lib/verdict.h"

enum { COMPARE_COLUMNS_MAX = 9 };

/* All that one column has of one metric: raw samples, or one number that a tool printed. */
struct column_cell {
	struct metric metric;
	struct slice statistic; /* "" = raw samples; else "hmean", "mean", ... */
	const double *values;   /* in order of boot, iteration, seq; one value for a summary */
	const int32_t *boots;   /* boot of each value; NULL for a summary */
	size_t n;
	int64_t summary_n;  /* measurements behind a summary; RECORD_NO_COUNT = not told */
	double sem_percent; /* of a summary: its standard error in percent; 0 = not told */
	double noise;       /* noise floor of its series (lib/noise.h), a fraction; 0 = not known */
	int64_t key;        /* the store's name for the metric; 0 = straight from a tree */
};

struct column {
	struct slice id;     /* run id, or "" straight from a tree */
	struct slice name;   /* the run's own name */
	struct slice kernel; /* name for people: the level where known */
	struct config config;
	struct slice machine; /* name or fingerprint; "" or "unknown" */
	int runs, boots;
	bool transcribed;
	struct column_cell *cells; /* by metric_cmp, then statistic */
	size_t cell_count;
	struct label *facts; /* environment, by key, for "what differs" */
	size_t fact_count;
	/* memcg's own share of the run's first profile, in percent; NaN = none. */
	double memcg_percent;
};

struct compare_cell {
	bool present;
	struct stats stats; /* n = 1 and value in mean for a summary */
	int boots;          /* from how many boots the samples come; 0 for a summary */
	const double *values;
	const int32_t *sample_boots; /* boot of each value; NULL for a summary */
	size_t n;
	int64_t summary_n;
	double sem_percent, noise; /* as the column's cell has them */
	/* Against the baseline's cell; NaN for the baseline itself and where one is absent. */
	double delta; /* mean / baseline mean - 1, a fraction; NaN when that is 0 */
	double delta_lo,
		delta_hi; /* 95 % Welch interval of the difference over that mean; or NaN */
	double welch_p;
	/*
	 * What is said of it: lib/verdict.h, a family being the rows of a group's results in one
	 * column, or its durations. VERDICT_NONE for a summary and for the baseline itself.
	 */
	struct verdict verdict;
};

struct compare_row {
	struct metric metric; /* better as the first column that knows it says */
	struct slice statistic;
	struct compare_cell *cells; /* one a column */
	bool counts;                /* takes part in its group's geometric mean */
	/*
	 * Time around a test, not its result: "Duration User" and its kin, and the User, System
	 * and Elapsed of a pasted table that has results of its own.
	 */
	bool duration;
};

struct compare_group {
	struct slice benchmark; /* "" = none */
	size_t first, count;    /* rows */
	/*
	 * Geometric mean over the rows that count, one a column, as fraction - 1: of the ratios of
	 * the replicates' geometric means, with its interval by bootstrap; NaN when none counts.
	 * Rows count that have the direction and the statistic of the group's first row that has a
	 * direction, and values above 0; durations and spreads never do, nor what belongs to no
	 * benchmark.
	 */
	struct bootstrap *geomean;
};

/* A fact that is not the same in all columns. */
struct compare_difference {
	struct slice key;
	struct slice *values; /* one a column; "" = not told */
};

struct comparison {
	const struct column *columns;
	size_t column_count, baseline;
	struct compare_row *rows; /* by benchmark, then as metric_cmp; durations last */
	size_t row_count;
	struct compare_group *groups;
	size_t group_count;
	size_t left_out;                        /* metrics that the baseline or all others lack */
	struct compare_difference *differences; /* by key; times of runs are none */
	size_t difference_count;
	struct slice picked; /* which rows are shown (lib/compare_pick.h); "" = all */
};

/* How much of what bad changed against the baseline fix took back; NaN unless bad is worse. */
double compare_recovered(const struct compare_row *row, size_t baseline, size_t bad, size_t fix);

/*
 * One column alone is all of its metrics. ERR_INPUT for no column or no metric in common, ERR_LIMIT
 * for more than 9.
 */
NODISCARD enum err compare_build(struct arena *arena, const struct column *columns, size_t count,
				 size_t baseline, struct comparison *out, struct error *err);

/*
 * The column of one run of a finished batch. Where an input gives the same statistic of the same
 * metric twice with two values, the first stands.
 */
void compare_column_of_batch(struct arena *arena, const struct batch *batch, size_t run,
			     struct column *out);

#endif
