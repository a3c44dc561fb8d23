/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * History read anew: a run whose files today's parsers have read once more gets the rows that they
 * found, and keeps its id, its files and what people said of it. Frozen comparisons keep their
 * stored texts.
 * Layer: db, above store.h; the same rules.
 */
#ifndef DB_STORE_REREAD_H
#define DB_STORE_REREAD_H

#include "db/store.h"

/* A run to read again. */
struct store_reread_run {
	int64_t rowid;
	struct slice id, name;
	struct slice hash;   /* SHA256_SIZE bytes: what batch_run.hash has to be */
	struct slice upload; /* name of the upload that it came with */
	struct slice said;   /* of that upload: ingest/said.h */
};

/* All that stand or are superseded, or the one of a public id. ERR_NOT_FOUND: there is no such. */
NODISCARD enum err store_reread_runs(struct store *store, struct arena *arena, struct slice id,
				     struct store_reread_run **out, size_t *count,
				     struct error *err);

/* One row that is not as it was. */
struct store_difference {
	struct slice kind;          /* "sample", "fact", ... */
	struct slice what;          /* which of them */
	struct slice before, after; /* p NULL: it was not there, or is not any more */
};

enum { STORE_DIFFERENCES_SHOWN = 100 };

struct store_reread {
	size_t added, gone, changed;
	/* The first of them. */
	struct store_difference shown[STORE_DIFFERENCES_SHOWN];
	size_t shown_count;
};

/*
 * Gives a run the rows that a finished batch has of its run `index`, in one transaction, and tells
 * what differs. Without keep, or when nothing differs, all stays as it was. Kernel, config and
 * machine stay where people have corrected them.
 */
NODISCARD enum err store_reread(struct store *store, struct arena *arena, int64_t run,
				const struct batch *batch, size_t index,
				const struct store_actor *actor, bool keep,
				struct store_reread *out, struct error *err);

#endif
