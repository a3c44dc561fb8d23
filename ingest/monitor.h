/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What mmtests' monitors wrote while a benchmark ran, as operations of its own tables
 * (lib/peer.h): `--print-monitor NAME` of compare-mmtests.pl. THE table is in monitors.c; each
 * kind of file is read in a monitor_*.c.
 * Layer: ingest, above input and lib/peer.
 * Source: formats/mmtests.md sections 1.4, 1.5 and 6, held against mmtests 638401e07e70.
 */
#ifndef INGEST_MONITOR_H
#define INGEST_MONITOR_H

#include "ingest/input.h"
#include "ingest/perl.h"
#include "lib/arena.h"
#include "lib/error.h"
#include "lib/peer.h"

/* Takes the lines of a file that was asked for. */
struct monitor_take {
	enum err (*take)(struct monitor_take *take, struct input *input, struct error *err);
};

/* The files of one iteration of one run, wherever they lie. */
struct monitor_files {
	/* Hands over NAME, or NAME-BENCHMARK when of_benchmark; nothing when it is not there. */
	enum err (*read)(struct monitor_files *files, const char *name, bool of_benchmark,
			 struct monitor_take *take, struct error *err);
};

struct monitor;

/* A run being read; iterations in order, peer_run_next_iteration between them. */
struct monitor_reading {
	struct arena *arena;
	const struct monitor *monitor;
	struct slice benchmark;
	struct slice heading; /* --sub-heading; "" = the monitor's own default */
	enum peer_revision revision;
	struct peer_run *run;
	struct monitor_files *files; /* of the iteration at hand */
	void *state;                 /* the monitor's, for one run; NULL at first */
	void **shared;               /* likewise for all runs of a table */
};

struct monitor {
	const char *name; /* as --print-monitor has it */
	const char *file; /* what it reads: NAME-BENCHMARK, or a file of the iteration */
	enum err (*read)(struct monitor_reading *reading, struct error *err);
	struct peer_style style;
	const void *data; /* the reader's */
};

extern const struct monitor monitors[];
extern const size_t monitor_count;

/* By the name that --print-monitor takes, with or without its dashes; NULL = none. */
const struct monitor *monitor_find(struct slice name);
/* How its table looks. */
struct peer_style monitor_style(const struct monitor *monitor, enum peer_revision revision);

/* ---- for the readers ---- */

/* Adds what is a number as a whole; another text only makes the label known. */
void monitor_add(struct monitor_reading *reading, struct slice label, struct slice value);
void monitor_add_value(struct monitor_reading *reading, struct slice label, double value);

/* Calls take for each line of a file; nothing when it is not there. */
typedef enum err monitor_line_fn(struct monitor_reading *reading, void *data, struct slice line,
				 struct error *err);
NODISCARD enum err monitor_lines(struct monitor_reading *reading, const char *name,
				 bool of_benchmark, monitor_line_fn *take, void *data,
				 struct error *err);

/*
 * A snapshot file (tests-sysstate) around one test: which part of it a line stands in.
 * from and until name the files of /proc that open and close the part.
 */
enum snapshot_part { SNAPSHOT_NONE, SNAPSHOT_BEFORE, SNAPSHOT_AFTER };
struct snapshot {
	const char *from, *until; /* "/proc/vmstat", "/proc/zoneinfo" */
	bool runs_on;             /* what later tests of the file had counts, too */
	bool in_test;
	enum snapshot_part part;
	struct slice elapsed; /* of the last "time ::" line of the test; copied into the arena */
};
/* True when the line is content of the part that snapshot->part then names. */
bool snapshot_line(struct snapshot *snapshot, struct monitor_reading *reading, struct slice line);

/* The readers, each with what it reads in its own file. */
typedef enum err monitor_read_fn(struct monitor_reading *reading, struct error *err);
monitor_read_fn monitor_read_duration, monitor_read_vmstat_ops, monitor_read_schedstat,
	monitor_read_vmstat, monitor_read_proc_vmstat, monitor_read_perf_stat, monitor_read_iostat,
	monitor_read_turbostat, monitor_read_slabs, monitor_read_latency, monitor_read_top,
	monitor_read_nodes, monitor_read_stalls, monitor_read_mpstat;

#endif
