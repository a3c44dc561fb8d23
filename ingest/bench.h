/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Between the table of benchmarks and the parsers that its rows name: a parser reads one file of a
 * benchmark and puts out what it measured. Two readers use them: mmtests.c makes our records of it,
 * mmtests_read.c what the peer's own parsers see, in their order and with their mistakes.
 * Layer: ingest, above benchmarks, input and perl.
 */
#ifndef INGEST_BENCH_H
#define INGEST_BENCH_H

#include "ingest/benchmarks.h"
#include "ingest/input.h"
#include "lib/arena.h"
#include "lib/error.h"

/* One number of METRIC[-A][-B]; a part that is "" or "_" is left out of the name. */
struct bench_tuple {
	struct slice metric, a, b;
	double number;     /* the peer's interval or sample number */
	struct slice text; /* the value as written, a number or not; p NULL = in value */
	double value;
	bool none;     /* the operation exists, but this is no sample of it */
	bool headline; /* of the peer's ratio reports */
};

struct bench_file;

struct bench_out {
	enum err (*put)(struct bench_out *out, const struct bench_file *file,
			const struct bench_tuple *tuple, struct error *err);
	/* Says what a file should have held. */
	enum err (*odd)(struct bench_out *out, const struct bench_file *file, const char *text,
			struct error *err);
};

/* A file being read. */
struct bench_file {
	const struct benchmark *row;
	struct slice name; /* below logs/, without the ending of a compression */
	struct benchmark_factors of;
	struct slice folder; /* of the benchmark */
	double number;       /* of its name; 0 = none */
	double *count;       /* of samples: runs on over the files with the same factors */
	double *kept;  /* BENCH_KEPT numbers of the parser's, 0 at the start of an iteration */
	bool is_last;  /* of the iteration's files; our reading takes each for itself */
	bool as_peer;  /* take what the peer takes; else what is not understood is told */
	bool *is_over; /* as_peer: set where the peer's parser dies; no file is read after it */
	struct input *input;
	struct arena *arena; /* for texts that outlive a line */
	struct bench_out *out;
	/*
	 * Calls take for each line of another file of logs/, or of the iteration when its name
	 * begins with '/'; as_peer only, else nothing is there.
	 */
	enum err (*beside)(const struct bench_file *file, const char *name,
			   void (*take)(void *data, struct slice line), void *data,
			   struct error *err);
};

enum { BENCH_KEPT = 8 };

struct bench_parser {
	const char *name; /* as `formats --benchmarks` prints it */
	enum err (*parse)(struct bench_file *file, struct error *err);
};

/* Samples of metric and the file's factors, from text (a number or not) or a value. */
NODISCARD enum err bench_put(struct bench_file *file, const char *metric, double number,
			     struct slice text, struct error *err);
NODISCARD enum err bench_put_value(struct bench_file *file, const char *metric, double number,
				   double value, struct error *err);
NODISCARD enum err bench_put_tuple(struct bench_file *file, const struct bench_tuple *tuple,
				   struct error *err);
/* Makes an operation known, with or without samples to come: the peer's list of operations. */
NODISCARD enum err bench_declare(struct bench_file *file, const char *metric, struct error *err);
/* Our diagnostic "expected ..."; the peer says nothing. */
NODISCARD enum err bench_odd(struct bench_file *file, struct error *err, const char *fmt, ...)
	PRINTF(3, 4);
/* A copy that lives until the whole iteration is read. */
struct slice bench_keep(struct bench_file *file, struct slice text);

/* Whether a line holds a row's pattern; '^' first: begins with it. */
bool bench_holds(struct slice line, const char *pattern);
/* What stands behind the first occurrence of text in a line; p NULL = it is not there. */
struct slice bench_behind(struct slice line, const char *text);

/* ---- the parsers: what each reads stands with it in its file ---- */

/* Shared ones; in brackets what they take from the row. */
extern const struct bench_parser
	bench_time,  /* GNU time: Elapsed, System and User seconds [flags: ROW_NO_USER] */
	bench_line,  /* a word of each line with a text [pattern, field, strip, metric] */
	bench_named, /* a word of each line with "LABEL:" of a metric [metrics, field] */
	bench_times; /* GNU time: a sample for each metric, by what its name tells [metrics,
		      * field: factor of seconds or 0, flags: ROW_HEADLINE_ELAPSED, pattern:
		      * the only A whose elapsed time is the headline] */

extern const struct bench_parser bench_aim9, bench_apachebench, bench_blogbench, bench_bonnie,
	bench_bonnie_tput, bench_coremark, bench_cyclictest, bench_dbench, bench_easywave,
	bench_ebizzy, bench_fio, bench_fio_latency, bench_fsmark, bench_futexbench, bench_io_uring,
	bench_iperf3, bench_libmicro, bench_ltp, bench_netperf, bench_perf_futex_wake,
	bench_perf_numa, bench_pft, bench_pft_times, bench_pgbench, bench_pistress,
	bench_pistress_status, bench_pmqtest, bench_redis, bench_runltp, bench_memtier,
	bench_rtmigration, bench_saladfork, bench_schbench, bench_siege, bench_simoop,
	bench_simoop_rates, bench_specjbb, bench_specjbb2015, bench_sstartup, bench_stress_ng,
	bench_stutter, bench_sysbench, bench_sysjitter, bench_thp, bench_thp_counts,
	bench_thp_locality, bench_unixbenchd, bench_xfstests;

/* Of what mmtests until 2025 alone read, or read otherwise. */
extern const struct bench_parser bench_blogbench_old, bench_coremark_old, bench_dbench_latency,
	bench_dbench_loadfile, bench_dbench_ops, bench_dbench_tput, bench_ebizzy_spread,
	bench_ebizzy_threads, bench_ebizzy_total, bench_fsmark_overhead, bench_fsmark_rates,
	bench_io_uring_old, bench_memtier_rates, bench_netperf_rates, bench_pagealloc,
	bench_parallelio, bench_parallelio_io, bench_parallelio_swap, bench_pedsort_old,
	bench_pgbench_batches, bench_pgbench_stalls, bench_reaim, bench_redis_rates,
	bench_schbench_old, bench_sockperf, bench_sockperf_load, bench_sqlite_old,
	bench_stockfish_nodes, bench_stream_mean, bench_stutter_ms, bench_thp_places,
	bench_unixbench;

#endif
