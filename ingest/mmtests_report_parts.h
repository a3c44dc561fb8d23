/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the files of the report share: sections as text or HTML, small files of a tree, and the
 * tables of each benchmark.
 * Layer: ingest, below mmtests_report.
 */
#ifndef INGEST_MMTESTS_REPORT_PARTS_H
#define INGEST_MMTESTS_REPORT_PARTS_H

#include "ingest/mmtests_report.h"

/* One table of a benchmark in the report. */
struct report_part {
	/* behind the benchmark's name; '=' first: instead of it; NULL = the name alone; "" = none
	 */
	const char *title;
	const char *alt, *heading; /* NULL = none */
	bool gap;                  /* a blank line follows */
	bool no_table;             /* the title alone */
	bool plain;                /* never with significance */
};

enum { REPORT_PARTS_MAX = 8 };

struct report_benchmark {
	const char *name;   /* a '*' at its end: what it begins with */
	unsigned revisions; /* 1 << PEER_... */
	struct report_part parts[REPORT_PARTS_MAX];
	bool last_gap; /* one more blank line */
};

/* The first counts, whatever it says, and each that says anything. */
bool report_part_used(const struct report_benchmark *benchmark, size_t n);

/* The tables of a benchmark; never NULL. */
const struct report_benchmark *report_benchmark_find(enum peer_revision revision,
						     struct slice name);

/* A file below a run's folder as a whole, decompressed; *found tells whether it is there. */
NODISCARD enum err report_file(const struct mmtests_report *report, struct slice run,
			       const char *path, struct slice *text, bool *found,
			       struct error *err);
/* Iterations of a run, in natural order. */
NODISCARD enum err report_iterations(const struct mmtests_report *report, struct slice run,
				     struct slice **out, size_t *count, struct error *err);

/* What differs between the runs. */
NODISCARD enum err report_differences(const struct mmtests_report *report, struct buf *out,
				      struct error *err);
/* compiler.opts, runtime.opts and sysctl.opts of the baseline. */
NODISCARD enum err report_options(const struct mmtests_report *report, struct buf *out,
				  struct error *err);

/* ---- sections; text is plain, HTML gets tags around it ---- */

void report_page_begin(const struct mmtests_report *report, struct buf *out);
void report_page_end(const struct mmtests_report *report, struct buf *out);
/* Lines of text under a heading, which is their first line. */
void report_lines(const struct mmtests_report *report, struct buf *out, const char *heading,
		  struct slice lines);
void report_title(const struct mmtests_report *report, struct buf *out, struct slice title);
/* A table as it is printed for the report's form. */
void report_table(const struct mmtests_report *report, struct buf *out, struct slice table);
/* A heading of the page alone. */
void report_section(const struct mmtests_report *report, struct buf *out, struct slice name);
void report_gap(const struct mmtests_report *report, struct buf *out);

#endif
