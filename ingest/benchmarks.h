/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * THE table of mmtests benchmarks: which files of a benchmark's folder hold numbers, who reads
 * them, what the numbers are called, and which way is good: by our own judgement, and by the peer's
 * (mmtests' compare-mmtests.pl), whose mistakes its tables keep. A row is one report of one
 * benchmark in one or more eras; rows stand in benchmarks_*.c by era.
 * Layer: ingest, above lib.
 * Source: formats/mmtests.md sections 3 and 9, and the shellpacks of the revisions it names.
 */
#ifndef INGEST_BENCHMARKS_H
#define INGEST_BENCHMARKS_H

#include "lib/peer.h"
#include "lib/record.h"
#include "lib/slice.h"

/* Revisions of mmtests whose logs and tables a row describes. */
enum {
	ERA_HEAD = 1 << PEER_HEAD,
	ERA_2025 = 1 << PEER_2025,
	ERA_2015 = 1 << PEER_2015,
	ERA_OWN = 1 << 8, /* not of mmtests: the tests of the bundled sample */
};

/* In which order the peer sees the operations of an iteration. */
enum {
	ORDER_AS_READ = 0,   /* file by file, by factors and number */
	ORDER_METRICS = 1,   /* by the order of `metrics`, else as read */
	ORDER_SORTED = 2,    /* sort(1) by the keys below, then by the whole line */
	KEY_METRIC = 1 << 4, /* -k1,1 */
	KEY_A = 1 << 5,      /* -k2,2n */
	KEY_B = 1 << 6,      /* -k3,3n */
	KEY_NUMBER = 1 << 7, /* -k4,4n */
	KEY_A_TEXT = 1 << 8,
	KEY_AS_READ = 1 << 9, /* last of all not the line, but the order in which it was read */
};

enum {
	ROW_NEEDS_FIRST = 1 << 0,      /* the peer finds factors by their file number 1 alone */
	ROW_FIXED = 1 << 1,            /* the peer's operations are those of the last iteration */
	ROW_PEER_ONLY = 1 << 2,        /* another view of files that a row above reads */
	ROW_NO_USER = 1 << 3,          /* TIME: user seconds tell nothing about it */
	ROW_HEADLINE = 1 << 4,         /* shared parsers: every operation is a headline */
	ROW_BY_NAME = 1 << 5,          /* the peer reads files in the order of their names */
	ROW_PERL_WORDS = 1 << 6,       /* LINE: words as Perl splits, from 0 */
	ROW_FIRST_LINE = 1 << 7,       /* LINE: the first such line of a file alone */
	ROW_A_FIRST = 1 << 8,          /* shared parsers: names are A-METRIC */
	ROW_HEADLINE_ELAPSED = 1 << 9, /* TIMES: the elapsed time is the headline */
	ROW_GLOB = 1 << 10,            /* files with the same factors by name: 1, 10, 2 */
	ROW_WORKLOADS = 1 << 11,       /* A in the order of the file "workloads" */
	ROW_NO_HEADLINE = 1 << 12,     /* what the parser marks was no headline then */
};

/* What the names of a row's metrics begin with; after a '*', what they hold. */
struct benchmark_metric {
	const char *label; /* as the peer has it; NULL ends the list */
	const char *own;   /* what ours have in its place; NULL = the same */
	const char *unit;
	enum better better;
};

/* A --sub-heading for which the peer's table differs. */
struct benchmark_heading {
	const char *name; /* NULL ends the list */
	enum peer_kind kind;
	bool higher;
};

struct bench_file;
struct bench_parser;

struct benchmark {
	/* Of its folder; also of folders NAME-more for which no other row has a longer name. */
	const char *name;
	const char *alt; /* -a of compare-mmtests.pl; NULL = its main report */
	unsigned eras;
	/*
	 * Names of its files below logs/, without the ending of a compression. Parts of it: %A and
	 * %B the factors (%a is A without a '-', %n is B and a number), %i a number, * anything,
	 * none of them with a '/', and [what may be missing].
	 */
	const char *files;
	const struct bench_parser *parser;
	/* for shared parsers: ingest/bench.h says who takes what */
	const char *pattern;
	int field;
	const char *metric, *strip;
	const struct benchmark_metric *metrics;
	unsigned order, flags;
	struct peer_style style;
	const struct benchmark_heading *headings; /* NULL = none */
};

/* The whole table, a row at a time; NULL behind the last. */
const struct benchmark *benchmark_at(size_t n);

/* Whether there is any row for the name of a benchmark's folder. */
bool benchmark_known(struct slice folder);

/* A file's factors and number, as its name tells; "" and 0 = none. */
struct benchmark_factors {
	struct slice a, b;
	struct slice number;
};

/*
 * Whether name (below logs/, compressed or not) is a file of the row. The factors borrow from it.
 */
bool benchmark_matches(const struct benchmark *row, struct slice name,
		       struct benchmark_factors *out);
/* The row by which we read a file of a benchmark's folder; NULL when there is none. */
const struct benchmark *benchmark_of_file(struct slice folder, struct slice name,
					  struct benchmark_factors *out);

/* The row of the peer's report -b folder -a alt ("" = the main one); NULL when it has none. */
const struct benchmark *benchmark_report(enum peer_revision revision, struct slice folder,
					 struct slice alt);
/* How its table looks under a --sub-heading ("" = none). */
struct peer_style benchmark_style(const struct benchmark *row, struct slice heading);

/* The entry of a row's metrics for a label; NULL when it has none. */
const struct benchmark_metric *benchmark_metric(const struct benchmark *row, struct slice label);
/* Which way is good for a metric of a benchmark, by our judgement; BETTER_UNKNOWN = no idea. */
enum better benchmark_better(struct slice folder, struct slice metric);

/* Name of a file without the ending that compression gave it. */
struct slice benchmark_plain_name(struct slice name);

#endif
