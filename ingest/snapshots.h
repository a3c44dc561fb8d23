/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Two readings of the kernel's counters (vmstat, memory.stat, slabinfo, ...) in one input become
 * what happened between them: FILE.FIELD.difference and, where both have a time, FILE.FIELD.rate.
 * Layer: ingest, above lib's record and kernel_files.
 */
#ifndef INGEST_SNAPSHOTS_H
#define INGEST_SNAPSHOTS_H

#include "ingest/dict.h"
#include "lib/arena.h"
#include "lib/error.h"
#include "lib/record.h"

enum { SNAPSHOTS_MAX = 1000 * 1000 }; /* counters that are kept in mind */

struct snapshots {
	/* private */
	struct arena *arena;
	struct dict keys;
	struct reading *readings;
	size_t count, capacity;
};

/* arena lives as long as the input. */
void snapshots_init(struct snapshots *snapshots, struct arena *arena);

/*
 * Takes a record as it passes. When it is a reading of a counter that was read before in its run,
 * the difference to that is emitted. A counter that fell within one file was reset and gives none;
 * of two files the one with less was the earlier, however they are called.
 */
NODISCARD enum err snapshots_take(struct snapshots *snapshots, const struct record *record,
				  struct sink *sink, struct error *err);

#endif
