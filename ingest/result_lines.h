/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What lines of the shape "KEY NUMBER rest" have in common, as sysbench, pgbench and others print
 * their results.
 * Layer: ingest, above results.
 */
#ifndef INGEST_RESULT_LINES_H
#define INGEST_RESULT_LINES_H

#include "ingest/results.h"

/*
 * Whether a line is the key, then blanks or none, then a decimal number. *rest is what stands
 * behind the number, trimmed. Nothing is set when it is not.
 */
bool result_line(struct slice line, const char *key, double *value, struct slice *rest);

/* The number that a text begins with; the same otherwise. */
bool result_number(struct slice text, double *value, struct slice *rest);

/* A number that counts something as n of a record; 0 when it is no such count. */
int64_t result_count(double value);

/* A number that the tool made of n measurements (0 = not told): "mean", "p99" ... */
struct result_statistic {
	const char *metric;
	struct slice statistic;
	const char *unit;
	enum better better;
	double value;
	int64_t n;
};
NODISCARD enum err result_statistic(const struct results *results,
				    const struct result_statistic *statistic, struct error *err);

#endif
