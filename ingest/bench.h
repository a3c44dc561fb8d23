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
	bool as_peer;        /* take what the peer takes; else what is not understood is told */
	struct input *input;
	struct arena *arena; /* for texts that outlive a line */
	struct bench_out *out;
	/* Calls take for each line of another file of the iteration; as_peer only, else nothing. */
	enum err (*beside)(const struct bench_file *file, const char *name,
			   void (*take)(void *data, struct slice line), void *data,
			   struct error *err);
};

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

/* ---- the parsers: what they read stands with each in its file ---- */

/*
 * bench_time    GNU time: Elapsed, System and User seconds. flags: ROW_NO_USER.
 * bench_line    word `field` of each line with `pattern` ('^' first: at its start), without `strip`
 */
extern const struct bench_parser bench_time, bench_line;

extern const struct bench_parser bench_pft, bench_pft_times;

#endif
