/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What an upload is compared with: the run that its baseline= means, and the address of the
 * comparison.
 * Layer: server, above db.
 */
#ifndef SERVER_BASELINE_H
#define SERVER_BASELINE_H

#include "db/store.h"

struct baseline {
	struct store_run base;
	struct slice query; /* "base=ID&new=ID&new=ID" */
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

#endif
