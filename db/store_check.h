/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whether a store is whole, and a copy of it while it is in use.
 * Layer: db, above store.h; the same rules.
 */
#ifndef DB_STORE_CHECK_H
#define DB_STORE_CHECK_H

#include "db/store.h"

enum { STORE_FAULTS_MAX = 100 };

struct store_check {
	struct slice *faults; /* a sentence each; at most STORE_FAULTS_MAX */
	size_t fault_count;
	int64_t runs, samples, files, frozen; /* how much was looked at */
};

/*
 * Reads all of it: the database's own structure and references, each raw file against its hash,
 * aggregates against the samples that they are of, frozen comparisons against their hashes.
 */
NODISCARD enum err store_check(struct store *store, struct arena *arena, struct store_check *out,
			       struct error *err);

/*
 * Writes a copy of one state of the store to a path where there is nothing yet; all of it or
 * nothing. ERR_CONFLICT: there is a file.
 */
NODISCARD enum err store_backup(struct store *store, const char *path, struct error *err);

#endif
