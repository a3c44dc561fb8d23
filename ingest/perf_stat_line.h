/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One line of perf stat's text: a row, a metric that goes on, a footer. Numbers stay text until the
 * whole block has told which decimal mark it uses.
 * Layer: ingest, below perf_stat_text.c.
 */
#ifndef INGEST_PERF_STAT_LINE_H
#define INGEST_PERF_STAT_LINE_H

#include "ingest/perf_stat.h"

enum { PERF_STAT_METRICS_MAX = 16 };

enum perf_stat_line_kind {
	PERF_STAT_NONE,
	PERF_STAT_ROW,    /* a value and an event, maybe metrics */
	PERF_STAT_METRIC, /* metrics of the row above */
	PERF_STAT_FOOTER, /* seconds: time elapsed, user, sys */
	PERF_STAT_RAW,    /* time elapsed of one run: --table */
	PERF_STAT_TAIL,   /* nothing but "( +- 1.5% )": the end of a wrapped row */
};

struct perf_stat_line {
	struct perf_stat_row row;                    /* event, unit, status, labels; no numbers */
	struct slice value, time, sem, running;      /* "" = not there */
	struct slice metrics[PERF_STAT_METRICS_MAX]; /* "0.434 CPUs utilized" */
	size_t metric_count;
	struct slice behind; /* first word behind the event: a cgroup, or a remark */
	size_t behind_count; /* words there */
	bool is_strong;      /* nothing but perf stat prints this */
};

enum perf_stat_line_kind perf_stat_line_parse(struct slice s, struct perf_stat_line *out);

/* "0.434 CPUs utilized": the number's text, without its "%", and the unit. False when it is none.
 */
bool perf_stat_metric_split(struct slice metric, struct slice *number, struct slice *unit);

/* True when values of this row are always printed with decimals. */
bool perf_stat_has_decimals(const struct perf_stat_row *row);

#endif
