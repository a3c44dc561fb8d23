/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The whole report of mmtests' compare-kernels.sh over a folder of results (work/log): differences
 * between the runs, then for each benchmark its tables and those of the monitors. As text it is
 * what that script prints; as HTML a page of our own that holds the same.
 * Layer: ingest, above monitor and mmtests_folder.
 * Source: formats/mmtests.md section 7, and the script at 638401e07e70 and 096661fda3d6.
 */
#ifndef INGEST_MMTESTS_REPORT_H
#define INGEST_MMTESTS_REPORT_H

#include "ingest/unpack.h"
#include "lib/arena.h"
#include "lib/buf.h"
#include "lib/error.h"
#include "lib/peer.h"
#include "lib/slice.h"

struct monitor;

/* One table as compare-mmtests.pl is asked for it: -b, -a, --sub-heading or --print-monitor. */
struct mmtests_table {
	struct slice benchmark, alt, heading;
	const struct monitor *monitor; /* NULL = the benchmark's own table */
	bool significance;
	enum peer_format format;
};

struct mmtests_report {
	struct arena *arena;
	const char *directory;
	const struct slice *runs; /* the baseline first */
	size_t run_count;
	enum peer_revision revision;
	bool significance; /* --auto-detect */
	bool html;
	struct slice title; /* of the page; "" = the runs' names */
	const struct unpack_limits *limits;
	/*
	 * Prints the table of a benchmark; ERR_INPUT when the peer would print none, which leaves a
	 * gap and a line among the warnings. Tables of monitors are printed here.
	 */
	enum err (*table)(const struct mmtests_report *report, const struct mmtests_table *table,
			  struct buf *out, struct buf *warnings, struct error *err);
	void *data; /* the callback's */
};

NODISCARD enum err mmtests_report_print(const struct mmtests_report *report, struct buf *out,
					struct buf *warnings, struct error *err);

/* The table of a monitor over all runs. */
NODISCARD enum err mmtests_monitor_print(const struct mmtests_report *report,
					 const struct mmtests_table *table, struct buf *out,
					 struct buf *warnings, struct error *err);

/*
 * The runs of a folder in the order of their begin, as the script finds them; ERR_INPUT when it is
 * no folder of results.
 */
NODISCARD enum err mmtests_report_runs(struct arena *arena, const char *directory,
				       const struct unpack_limits *limits, struct slice **out,
				       size_t *count, struct error *err);
/* --sort-version: by major version, then by what follows its point. */
void mmtests_report_sort(struct slice *runs, size_t count);

#endif
