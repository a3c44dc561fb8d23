/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What mmtests' own compare-mmtests.pl keeps of runs, and the tables that it prints of them, to the
 * byte: its statistics, its order of additions, its rules for missing values, its mistakes. Our own
 * comparison is lib/compare.h; nothing here is used by it.
 * Layer: lib, above arena, slice and buf.
 * Source: formats/mmtests.md sections 2, 4 and 5, held against the program at three revisions.
 *
 *	struct peer_run run;
 *	peer_run_init(&run, &arena, SLICE("6.18-rc3-vanilla"));
 *	for each iteration, in the order in which the peer visits them {
 *		peer_run_add(&run, SLICE("time-4"), 1, 0.027);
 *		peer_run_next_iteration(&run);
 *	}
 *	struct peer_report report = { .runs = &run, .run_count = 1, .style = style, .compare = true
 *}; e = peer_report_print(&out, &warnings, &arena, &report, &err);
 */
#ifndef LIB_PEER_H
#define LIB_PEER_H

#include <math.h>

#include "lib/arena.h"
#include "lib/base.h"
#include "lib/buf.h"
#include "lib/error.h"
#include "lib/slice.h"

struct peer_sample {
	double number; /* the peer's sample number or interval: order, time, client ... */
	double value;  /* NaN and infinity are numbers to the peer */
};

/* One operation of a run; samples of all iterations follow each other. */
struct peer_operation {
	struct slice label;
	struct peer_sample *samples;
	size_t count, capacity;
	size_t *starts; /* index of the first sample of each iteration begun so far */
	size_t start_count, start_capacity;
	uint32_t headline; /* iteration + 1 in which it was last marked; 0 = never */
	/* Only for PEER_ROWS: decimals of this row and what stands behind the number ("%"). */
	int decimals; /* PEER_DECIMALS_OF_STYLE, or a number */
	const char *suffix;
};

enum { PEER_DECIMALS_OF_STYLE = -1 };

/* Operations in the order in which they were first seen. */
struct peer_run {
	struct arena *arena;
	struct slice name; /* as the peer splits it over the two header lines */
	struct peer_operation *operations;
	size_t count, capacity;
	uint32_t iteration; /* the one that samples now belong to, from 0 */
	uint32_t headline;  /* iteration + 1 of the last mark; 0 = no operation is a headline */
	/* private: a hash table over operations, index + 1 */
	uint32_t *slots;
	size_t slot_count;
};

/* The name is borrowed. */
void peer_run_init(struct peer_run *run, struct arena *arena, struct slice name);
/* The operation of that label, new or not: a label without samples exists too. Copies the label. */
struct peer_operation *peer_run_operation(struct peer_run *run, struct slice label);
/* NULL when there is none. */
struct peer_operation *peer_run_find(const struct peer_run *run, struct slice label);
/* Appends a sample to an operation; the pointer is good until the next new label. */
void peer_operation_add(struct peer_run *run, struct peer_operation *operation, double number,
			double value);
/* Both at once. */
void peer_run_add(struct peer_run *run, struct slice label, double number, double value);
/*
 * Marks a headline (ratio) operation. The marks of the last iteration that has any count; a run
 * without any has all its operations in ratio reports.
 */
void peer_run_headline(struct peer_run *run, struct peer_operation *operation);
/* What follows belongs to the next iteration. */
void peer_run_next_iteration(struct peer_run *run);

/* The revisions of mmtests whose tables are printed. */
enum peer_revision {
	PEER_HEAD, /* 638401e07e70, 2026-06-25 */
	PEER_2025, /* 096661fda3d6, 2025-11-24: one module for each benchmark */
	PEER_2015, /* b1ba922365df, 2015: the tables of that year's memcg threads */
};

/* Which statistics a benchmark's table has: the peer's "summarise". */
enum peer_kind {
	PEER_MULTIOPS,
	PEER_NORMALISEDOPS,
	PEER_NORMALISED_LEFT_SKEWOPS,
	PEER_SINGLEOPS,    /* the best sample, under the style's label */
	PEER_SUBSELECTION, /* its two random rows are left out */
	PEER_VARIABLETIME, /* and Variableops; 2015: quartiles */
	PEER_MONITOR,      /* mean and maximum */
	PEER_STATS,        /* the style's own list */
	PEER_CPUTIME, /* 2015: a block for each operation (User, System ...), statistics as rows */
	PEER_ROWS,    /* 2015's monitors: the label alone names a row, values as they come */
	PEER_KINDS
};

enum peer_stat {
	PEER_STAT_VALUE,
	PEER_STAT_MIN,
	PEER_STAT_MAX,
	PEER_STAT_MEAN,
	PEER_STAT_BEST,       /* mean of the best `low` percent */
	PEER_STAT_PERCENTILE, /* `low` */
	PEER_STAT_STDDEV,
	PEER_STAT_COEFFVAR,
	PEER_STAT_SAMPLES,         /* how many */
	PEER_STAT_SAMPLES_IN,      /* with values in [low, high] */
	PEER_STAT_SAMPLES_PERCENT, /* likewise, in percent of all */
};

struct peer_statistic {
	enum peer_stat stat;
	double low, high;
	const char *name; /* as printed; NULL = the peer's name for it */
};

/* Bounds of PEER_STAT_SAMPLES_*: "min" and "max". */
#define PEER_BOUND_MIN (-HUGE_VAL)
#define PEER_BOUND_MAX HUGE_VAL

/* How the tables of a benchmark or monitor look: its row of the peer's modules. */
struct peer_style {
	enum peer_kind kind;
	bool higher;           /* better: harmonic means, descending order */
	bool exact_heading;    /* --sub-heading is a whole label (most monitors) ... */
	bool client_heading;   /* ... or what stands behind its last '-' */
	bool nameless;         /* PEER_2015: some modules lose the runs' names: heads are empty */
	bool keeps_empty;      /* PEER_2015: a run without samples has rows; else the peer fails */
	bool drop_nan;         /* undefined statistics vanish and the rest moves up (pagealloc) */
	unsigned decimals;     /* 0 prints 2, as there */
	unsigned width;        /* of a value; 0 = 18 at PEER_HEAD, 12 before */
	unsigned header_width; /* of a column's name; 0 = width (PEER_2015: 18) */
	const char *label;     /* PEER_SINGLEOPS: name of its rows; NULL = "Ops" */
	const char *diffs;     /* PEER_2015: 'h' or 'l' (higher, lower) for each statistic;
				* NULL = what the peer does by default */
	const struct peer_statistic *stats; /* PEER_STATS */
	size_t stat_count;
};

enum peer_format { PEER_TEXT, PEER_HTML, PEER_DOCBOOK };

struct peer_report {
	enum peer_revision revision;
	struct peer_style style;
	const struct peer_run *runs; /* the first is the baseline; those that fail are left out */
	size_t run_count;
	struct slice benchmark; /* for warnings */
	struct slice heading;   /* --sub-heading: a regular expression; empty = all */
	bool compare;           /* percent columns: not with --no-compare, nor for monitors */
	bool ratio;             /* --print-ratio */
	bool significance;      /* --print-significance */
	enum peer_format format;
};

/*
 * Appends the table to out, and to warnings a line for each run that the peer would drop with one.
 * ERR_INPUT when the peer would die: no operation left for the heading, no run left, a heading that
 * is no regular expression. arena holds what is computed; reset it when many are printed.
 */
NODISCARD enum err peer_report_print(struct buf *out, struct buf *warnings, struct arena *arena,
				     const struct peer_report *report, struct error *err);

/* "mmtests", "mmtests-2025", "mmtests-2015"; false for another name. */
NODISCARD bool peer_revision_parse(struct slice name, enum peer_revision *out);

#endif
