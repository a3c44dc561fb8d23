/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * THE table of mmtests benchmarks: where a benchmark's numbers stand in the files of its folder,
 * what they are called there by mmtests itself, and which way is good (our own judgement).
 * Source: the shellpacks of mmtests as of 2026-06; pft as of 2025-11, the last that had it.
 * Layer: ingest, above lib.
 */
#ifndef INGEST_BENCHMARKS_H
#define INGEST_BENCHMARKS_H

#include "lib/record.h"
#include "lib/slice.h"

enum benchmark_kind {
	BENCHMARK_LINE, /* a word of each line that holds a text */
	BENCHMARK_TIME, /* GNU time: user, system and elapsed seconds */
	BENCHMARK_PFT,  /* rows of the page fault test */
};

/*
 * Result files are called FILES A[-B][-N], with as many factors as `factors` says and perhaps a
 * sample number N. A metric is METRIC[-A][-B]; a factor "_" is left out.
 */
struct benchmark {
	const char *name;  /* of its folder; with a '-' at its end: every name that begins so */
	const char *files; /* what the names of its result files begin with */
	int factors;       /* 1 or 2 */
	enum benchmark_kind kind;
	bool no_user; /* TIME: user seconds tell nothing about it */
	/* LINE only */
	const char *pattern; /* the text; '^' first = at the start of the line */
	int field;           /* word, from 1; below 0 = from the end */
	const char *metric, *unit;
	enum better better;
};

/* The row for the name of a benchmark's folder; NULL when there is none. */
const struct benchmark *benchmark_find(struct slice name);

/* Which way is good for a metric that begins as the benchmark's do; BETTER_UNKNOWN = no idea. */
enum better benchmark_better(struct slice benchmark, struct slice metric);

#endif
