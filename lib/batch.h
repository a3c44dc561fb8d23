/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * All that one upload holds, as columns in one arena: what compare reads straight from a tree and
 * what the store writes in one transaction. Filled through a sink, then finished once; after that
 * it is only read.
 * Layer: lib, above record, config, kver and sha256.
 *
 * A record belongs to the run that it names, else to the run of its file; the file of no run's
 * tree belongs to the run "", the upload itself. Equal numbers that a text repeats are dropped
 * before the batch sees them (ingest/prose). Stacks are summed as they come: they take memory by
 * distinct stacks, whatever the size of their file.
 *
 * Every row's file belongs to the row's run: a file whose records name other runs (a mail with a
 * table of three columns) has one entry for each of them, with the same path and bytes.
 * A finished batch holds the runs that have records. A file from which nothing was read and
 * whose own run is not among them is kept with the upload's run, else with the first.
 */
#ifndef LIB_BATCH_H
#define LIB_BATCH_H

#include "lib/arena.h"
#include "lib/buf.h"
#include "lib/config.h"
#include "lib/error.h"
#include "lib/metric.h"
#include "lib/record.h"
#include "lib/sha256.h"
#include "lib/slice.h"

enum {
	BATCH_RUNS_MAX = 4096,
	BATCH_ROWS_MAX = 5 * 1000 * 1000,
	BATCH_NODES_MAX = 1000 * 1000, /* frames in their places, of all profiles */
};

/* The raw bytes of a file, compressed with zstd. */
struct batch_kept {
	size_t bytes; /* 0 = they are not kept */
	struct slice memory;
	uint64_t at; /* in the options' keep_file, when they are not in memory */
};

struct batch_file {
	struct slice path; /* within its run's folder, or as in the input */
	uint32_t run;
	struct batch_kept kept;
	uint64_t size_bytes;
	unsigned char sha256[SHA256_SIZE]; /* of the raw bytes */
};

/* One raw measurement. Runs, metrics and files are indices into the batch. */
struct batch_sample {
	uint32_t run, metric, file, line;
	int32_t boot;      /* from 1, within the run; set by batch_finish */
	int32_t iteration; /* from 1; 0 = none */
	int32_t seq;       /* from 1, within (run, metric, boot, iteration); set by batch_finish */
	double value;
	double time_s; /* NaN = none */
	int64_t print; /* RECORD_NO_COUNT = none */
};

/* A number that some tool made of measurements: a mean in a pasted table, perf's average. */
struct batch_summary {
	uint32_t run, metric, file, line;
	struct slice statistic;
	double value, total, sem_percent; /* NaN = none */
	int64_t n;                        /* RECORD_NO_COUNT = none */
	int64_t print;
};

/* A value that is no number, or a measurement that did not happen. */
struct batch_note {
	uint32_t run, metric, file, line;
	struct slice status, text; /* one of them */
	int64_t print;
};

enum { BATCH_NONE = UINT32_MAX };

/*
 * What can be drawn as one profile: stacks, rows of functions or instructions that one format read
 * from one file, of one event, or of one printing of one map.
 */
struct batch_profile {
	uint32_t run, file, line; /* the first line */
	struct slice source;      /* the format's name */
	struct slice event, metric;
	int64_t print; /* RECORD_NO_COUNT = none */
	/* Its nodes stand together; set by batch_finish. */
	uint32_t first_node, node_count;
};

/*
 * A frame in its place, below its caller. Without one it is no function but what the stacks below
 * it have in common: the task's name, labels of a map's key, or nothing. Callers stand before
 * what they call.
 */
struct batch_node {
	uint32_t profile, caller; /* BATCH_NONE = none */
	struct slice name;
	int64_t count, period; /* of stacks that end here; period RECORD_NO_COUNT = none */
};

struct batch_instruction {
	uint32_t run, profile, file, line;
	struct slice symbol, dso, address, assembly, labels;
	double percent;  /* NaN = none */
	int64_t samples; /* RECORD_NO_COUNT = none */
};

struct batch_symbol {
	uint32_t run, file, line;
	uint32_t profile; /* BATCH_NONE: it tells a difference only */
	struct slice event, comm, dso, source_file, symbol;
	double percent, children_percent;       /* NaN = none */
	double baseline_percent, delta_percent; /* NaN = none; of perf diff */
	int64_t samples, period;                /* RECORD_NO_COUNT = none */
};

struct batch_histogram {
	uint32_t run, metric, file, line;
	int64_t print;
	const struct bucket *buckets;
	size_t bucket_count;
};

struct batch_fact {
	uint32_t run, file, line;
	int32_t iteration;
	struct slice source; /* the format's name; "" = derived */
	struct slice key, value;
};

/* A mail that holds numbers of a run. */
struct batch_mail {
	uint32_t run, file, line;
	struct slice id;              /* as mail_id_parse has it */
	struct slice subject, author; /* "" = not told */
	int64_t date_s;               /* epoch; 0 = not told */
};

struct batch_diagnostic {
	uint32_t file, line;
	struct slice message;
};

struct batch_run {
	struct slice name;         /* as the input names it; the upload's run: as options do */
	struct slice kernel;       /* identity: uname -r, else the label; "" = unknown */
	struct slice kernel_level; /* upstream level, e.g. 6.1.192; "" = unknown */
	struct slice kernel_alias; /* the kernel part of the run's name; "" = none */
	struct config config;
	struct machine machine;
	int64_t start_s; /* epoch; 0 = unknown */
	int32_t boots;   /* told apart; at least 1 */
	int32_t iterations;
	bool transcribed; /* its numbers were typed or pasted, not measured here */
	unsigned char hash[SHA256_SIZE];
	char id[53]; /* public id: 12 Crockford base32 characters of the hash */
};

/*
 * What a manifest says of one run of an input. All entries that lead to one name speak of one
 * run, under whichever of the spellings it is met.
 */
struct batch_rename {
	struct slice run;          /* as the input names it */
	struct slice name, kernel; /* "" = as it is */
	struct slice machine;
	const struct label *config;
	size_t config_count;
};

/* What the command line, a request or a manifest says; it wins over what the files say. */
struct batch_options {
	struct slice name; /* of the upload's own run, e.g. the archive's name */
	struct slice kernel, machine, benchmark;
	const struct label *config; /* K=V: mode, placement, variant, or any option or boot word */
	size_t config_count;
	int iteration;
	struct slice said; /* all of it as the store keeps it (ingest/said.h) */
	int keep_file; /* descriptor of a file to keep raw files in; 0 = memory keeps them */
	/* Per run name: kernel, machine and config, from a manifest. */
	const struct batch_rename *renames;
	size_t rename_count;
	/* Mails of which the input is a copy without header fields: of all runs. */
	const struct batch_mail *mails;
	size_t mail_count;
};

struct batch {
	struct arena *arena;
	struct batch_options options;
	struct batch_run *runs;
	size_t run_count;
	struct metric *metrics;
	size_t metric_count;
	struct batch_file *files;
	size_t file_count;
	struct batch_sample *samples; /* in order: run, metric, boot, iteration, seq */
	size_t sample_count;
	struct batch_summary *summaries;
	size_t summary_count;
	struct batch_note *notes;
	size_t note_count;
	struct batch_symbol *symbols;
	size_t symbol_count;
	struct batch_profile *profiles; /* by run: stacks, functions, instructions; file, line */
	size_t profile_count;
	struct batch_node *nodes;
	size_t node_count;
	struct batch_instruction *instructions;
	size_t instruction_count;
	struct batch_histogram *histograms;
	size_t histogram_count;
	struct batch_fact *facts;
	size_t fact_count;
	struct batch_mail *mails;
	size_t mail_count;
	struct batch_diagnostic *diagnostics;
	size_t diagnostic_count;
	struct batch_state *state; /* private */
};

/* What options point to is borrowed. */
void batch_init(struct batch *batch, struct arena *arena, const struct batch_options *options);

/* Where the pipeline puts records. Valid until batch_finish. */
struct sink *batch_sink(struct batch *batch);

/*
 * Makes known a file of the input, before its records come; run is the name of the run whose tree
 * it belongs to ("" = the upload), path its path within that tree. Records that follow belong to
 * this file until the next one begins.
 */
void batch_file_begin(struct batch *batch, struct slice run, struct slice path);
/* After its last record: what the whole file was. zstd is copied; empty = not kept. */
void batch_file_end(struct batch *batch, uint64_t size_bytes,
		    const unsigned char sha256[SHA256_SIZE], struct slice zstd);

/* The bytes of a file that is kept; buf has them when memory has not. */
NODISCARD enum err batch_kept_bytes(const struct batch *batch, const struct batch_kept *kept,
				    struct buf *buf, struct slice *out, struct error *err);

/*
 * Derives each run's kernel, config, machine, boots and id, and puts everything in order, so that
 * the same results as folder, tar and zip give the same batch: runs with a tree by name, then
 * those that texts name, as they come there. ERR_INPUT when there is no measurement.
 *
 * A run's kernel is what a manifest, then the options, then the fact kernel.release say, else the
 * kernel in its name, else its name (which then is no variant). Where the fact run.format says
 * that the format has room for all of that, the name tells nothing: the kernel is then, without
 * kernel.release, the fact kernel.describe or kernel.commit, the variant the fact run.variant. An
 * iteration without the fact boot.time was in the boot of the one before.
 *
 * What tools say that they lost becomes one fact of the run, and what bpftool says that tracing
 * cost becomes facts tracing.* (lib/tracing.h).
 *
 * A run's hash covers its name, what options and manifest say of it, and its files: of a tree the
 * paths and contents of all, of a text the content alone, as a text may come without a name. The
 * fact run.id, which the sender chose, stands for the files.
 */
NODISCARD enum err batch_finish(struct batch *batch, struct error *err);

#endif
