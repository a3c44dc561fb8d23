/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What perf stat says of one event, and the records that it becomes. Text, CSV and JSON differ only
 * in how a row is found (docs/formats.md, "perf-stat").
 * Layer: ingest, below fmt_perf_stat.
 */
#ifndef INGEST_PERF_STAT_H
#define INGEST_PERF_STAT_H

#include "ingest/text.h"
#include "lib/arena.h"
#include "lib/record.h"
#include "lib/slice.h"

enum { PERF_STAT_LABELS_MAX = 6 };

struct perf_stat_row {
	size_t line;
	struct slice run;    /* from a heading above; "" = none */
	struct slice event;  /* as printed; "" = a metric that belongs to no event */
	struct slice unit;   /* as printed: "msec", "Joules" */
	struct slice status; /* "not counted", "not supported": then there is no value */
	double value;
	int64_t n; /* runs of -r; RECORD_NO_COUNT = no -r, or not told */
	double sem_percent, running_percent, time_s; /* NaN = not printed */
	bool is_mean;                                /* of the runs of -r */
	bool is_total;                               /* of the intervals of -I: --summary */
	bool is_machine; /* system wide, by CPU or in intervals: no workload's cost */
	struct label labels[PERF_STAT_LABELS_MAX]; /* cpu, socket, ..., cgroup, comm, tid */
	size_t label_count;
};

/* A row with nothing known. */
struct perf_stat_row perf_stat_row_init(void);

/*
 * The labels of an id as text and CSV print it: CPU0, S0, N0, S0-D0, S0-D0-C1, S0-D0-CLS1,
 * S0-D0-L3-ID0, COMM-TID. False when it is none.
 */
NODISCARD bool perf_stat_id(struct perf_stat_row *row, struct slice id);

/* True for CPU0, S0, N0 and what begins with S0-: an id that a count of CPUs may follow. */
bool perf_stat_is_place(struct slice id);

/* "<not counted>" and "<not supported>", also cut by a separator: its words, "" for others. */
struct slice perf_stat_status(struct slice value);

void perf_stat_label(struct perf_stat_row *row, const char *key, struct slice value);

/* The event's record: its value or status. */
NODISCARD enum err perf_stat_emit(struct sink *sink, const struct perf_stat_row *row,
				  struct error *err);

/*
 * The record of a derived number in the row of an event, EVENT.UNIT, or of a metric alone, UNIT,
 * with K, M and G before "/sec" scaled away.
 */
NODISCARD enum err perf_stat_emit_metric(struct arena *arena, struct sink *sink,
					 const struct perf_stat_row *row, double value,
					 struct slice unit, struct error *err);

/*
 * Each reads what is its own among the lines of the text that nobody has taken, and takes it.
 * perf_stat_text: blocks as perf prints them for people. perf_stat_csv: -x. perf_stat_metrics:
 * -x with --metric-only. perf_stat_json: -j.
 */
NODISCARD enum err perf_stat_text(struct arena *arena, struct text *text, struct sink *sink,
				  struct error *err);
NODISCARD enum err perf_stat_csv(struct arena *arena, struct text *text, struct sink *sink,
				 struct error *err);
NODISCARD enum err perf_stat_metrics(struct arena *arena, struct text *text, struct sink *sink,
				     struct error *err);
NODISCARD enum err perf_stat_json(struct arena *arena, struct text *text, struct sink *sink,
				  struct error *err);

#endif
