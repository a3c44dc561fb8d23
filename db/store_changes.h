/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Change points of what is stored, and what people made of them. Changes are found anew each time;
 * triage is kept by their identity, so that a dismissed one stays dismissed.
 * Layer: db, above store.h; the same rules.
 */
#ifndef DB_STORE_CHANGES_H
#define DB_STORE_CHANGES_H

#include "db/store.h"
#include "lib/changes.h"

enum { STORE_LINK_MAX = 512 };

/* All changes of a machine and a benchmark ("" = all), with their triage. */
NODISCARD enum err store_changes(struct store *store, struct arena *arena, struct slice machine,
				 struct slice benchmark, struct changes *out, struct error *err);

/* Gives changes that were found elsewhere their triage. */
NODISCARD enum err store_changes_triage(struct store *store, struct arena *arena,
					struct changes *changes, struct error *err);

/*
 * Those of one metric, by its benchmark, name, labels and unit, on one machine, with the points of
 * out->input by line, then kernel. ERR_NOT_FOUND: nothing was measured of it there. ERR_CONFLICT:
 * several machines have it, and none is named.
 */
NODISCARD enum err store_series_changes(struct store *store, struct arena *arena,
					struct slice machine, const struct metric *metric,
					struct changes *out, struct error *err);

/* What is new of a change's triage; NULL = as it is. */
struct store_triage {
	const enum change_state *state;
	const struct slice *note, *link;
};

/*
 * One transaction with its line in the log. ERR_NOT_FOUND: there is no such change, or it is of a
 * machine that is not the actor's. ERR_INPUT: a link that is no http(s) address, or no text.
 */
NODISCARD enum err store_change_triage(struct store *store, struct arena *arena, struct slice id,
				       const struct store_triage *triage,
				       const struct store_actor *actor, struct change_triage *out,
				       struct error *err);

#endif
