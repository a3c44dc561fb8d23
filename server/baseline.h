/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What an upload is compared with: the run that its baseline= means, and the address of the
 * comparison.
 * Layer: server, above db.
 */
#ifndef SERVER_BASELINE_H
#define SERVER_BASELINE_H

#include "db/store.h"
#include "lib/compare.h"

struct baseline {
	struct store_run base;
	struct slice query; /* "base=ID&new=ID&new=ID" */
	const struct store_run *others[COMPARE_COLUMNS_MAX - 1];
	size_t other_count;
};

/*
 * what: a run's id or name, a kernel, or "same-kernel-off" (the run of the same kernel and machine
 * whose config is off and fits best, as overhead has it). Of several runs of a kernel it is the
 * latest of the same machine and config. runs: the upload's, that stand. ERR_NOT_FOUND,
 * ERR_CONFLICT: there is none, or none that these can be compared with.
 */
NODISCARD enum err baseline_find(struct store *store, struct arena *arena, struct slice what,
				 const struct store_run *runs, size_t count, struct baseline *out,
				 struct error *err);

/* ERR_INPUT when the baseline shares no metric with the others. */
NODISCARD enum err baseline_compare(struct store *store, struct arena *arena,
				    const struct baseline *baseline, struct comparison *out,
				    struct error *err);

#endif
