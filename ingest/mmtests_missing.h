/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a tree of mmtests results should hold and does not: tests that ran, by tests-timestamp, but
 * left no numbers, and iterations between others. What is there counts all the same.
 * Layer: ingest, above benchmarks.
 */
#ifndef INGEST_MMTESTS_MISSING_H
#define INGEST_MMTESTS_MISSING_H

#include "lib/arena.h"
#include "lib/record.h"

/* A test of an iteration; its name "" = the iteration itself. */
struct missing_test {
	struct slice run, name;
	int iteration;
	bool ran, has_results;
};

struct mmtests_missing {
	struct arena *arena;
	struct missing_test *tests;
	size_t count, capacity;
};

/* The arena lives as long as the input. */
void missing_init(struct mmtests_missing *missing, struct arena *arena);
/* A file of an iteration was met; name is its benchmark, or "". */
void missing_seen(struct mmtests_missing *missing, struct slice run, int iteration,
		  struct slice name, bool has_results);
/* A record of a tree: "test.status.NAME" says that NAME ran. */
void missing_record(struct mmtests_missing *missing, const struct record *record);
/* A diagnostic for each thing that is missing. */
NODISCARD enum err missing_tell(const struct mmtests_missing *missing, struct sink *sink,
				struct error *err);

#endif
