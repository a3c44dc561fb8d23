/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs that are not wanted any more, and what only they had. What a frozen comparison has stays.
 * Layer: db, above store.h; the same rules.
 */
#ifndef DB_STORE_PRUNE_H
#define DB_STORE_PRUNE_H

#include "db/store.h"

struct store_prune {
	int64_t before_s;        /* that began before; epoch, 0 = ever */
	struct slice tag, value; /* with the tag of that value; "" = any */
};

struct store_prune_run {
	int64_t rowid;
	struct slice id, name;
	int64_t began_s; /* epoch; when it was stored where that is unknown */
	int64_t samples;
	bool frozen; /* a frozen comparison has it: it stays */
};

/* Oldest first; superseded and withdrawn ones too. */
NODISCARD enum err store_prune_runs(struct store *store, struct arena *arena,
				    const struct store_prune *prune, struct store_prune_run **out,
				    size_t *count, struct error *err);

/* Forgets a run, which is no frozen comparison's, in one transaction; the log keeps its id. */
NODISCARD enum err store_prune_one(struct store *store, struct arena *arena,
				   const struct store_prune_run *run,
				   const struct store_actor *actor, struct error *err);

/* Forgets what no run has any more: raw files, uploads, metrics, names of functions. */
NODISCARD enum err store_prune_rest(struct store *store, struct error *err);

/* Gives the room of what was forgotten back to the file system; takes as much of it meanwhile. */
NODISCARD enum err store_vacuum(struct store *store, struct error *err);

#endif
