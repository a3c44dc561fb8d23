/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs as text: a list of them, and one with all that it holds. The same styles and rules as
 * lib/report.h.
 * Layer: lib, above report.
 */
#ifndef LIB_REPORT_LISTS_H
#define LIB_REPORT_LISTS_H

#include "lib/report.h"
#include "lib/tracing.h"

struct report_run {
	struct slice id, name;
	struct slice kernel, kernel_release; /* kernel for people */
	const struct config *config;
	struct slice machine;
	struct slice benchmarks;    /* "a, b" */
	int64_t start_s;            /* epoch; 0 = unknown */
	int64_t samples, summaries; /* numbers measured here, and made by tools */
	int64_t metrics;
	int boots, iterations;
	bool transcribed;
	struct slice superseded_by; /* "" = none */
};

/* A sentence or more in lines of the option's width; nothing in CSV. */
void report_paragraph(struct buf *buf, struct slice text, const struct report_options *options);

/* Latest first, as given. more: address of the rest; "" = that is all. JSON is the server's. */
void report_runs(struct buf *buf, const struct report_run *runs, size_t count, struct slice more,
		 const struct report_options *options);

struct report_result {
	struct metric metric;
	struct slice statistic; /* "" = of samples */
	struct stats stats;
	int boots;
};

struct report_symbol {
	struct slice symbol, where;
	double percent; /* NaN = none */
};

struct report_line { /* a file and its size, a note, a diagnostic */
	struct slice what, text;
};

struct report_run_parts {
	struct report_run run;
	const struct report_result *results;
	size_t result_count;
	const struct report_symbol *symbols; /* largest share first */
	size_t symbol_count;
	const struct report_line *views, *profiles, *files, *notes, *diagnostics;
	const struct report_line *mails; /* those that hold its numbers, with their addresses */
	size_t view_count, profile_count, file_count, note_count, diagnostic_count, mail_count;
	struct tracing tracing;
};

void report_run(struct buf *buf, const struct report_run_parts *parts,
		const struct report_options *options);

/* "2026-11-30 12:05" of an epoch second in UTC; "" for 0. */
struct slice report_time(struct arena *arena, int64_t epoch_s);

#endif
