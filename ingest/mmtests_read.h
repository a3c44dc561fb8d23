/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A benchmark's results of one run as mmtests' own compare-mmtests.pl reads them (lib/peer.h): its
 * operations in its order, with its mistakes. What we make of the same files is mmtests.h.
 * Layer: ingest, above bench, mmtests_tree and lib/peer.
 * Source: formats/mmtests.md sections 1 to 3, held against mmtests 638401e07e70 and 096661fda3d6.
 *
 *	struct mmtests_tree *tree;
 *	struct mmtests_reading reading = {
 *		.tree = tree, .benchmark = SLICE("kernbench"), .alt = SLICE(""),
 *		.revision = PEER_HEAD, .run = &run,
 *	};
 *	e = mmtests_tree_open("work/log", SLICE("6.18-vanilla"), &tree, &err);
 *	if (e == OK)
 *		e = mmtests_read(&reading, &err);
 *	...
 *	mmtests_tree_close(tree);
 */
#ifndef INGEST_MMTESTS_READ_H
#define INGEST_MMTESTS_READ_H

#include "ingest/benchmarks.h"
#include "ingest/mmtests_tree.h"
#include "lib/peer.h"

struct mmtests_reading {
	struct mmtests_tree *tree;
	struct slice benchmark; /* -b: the benchmark's folder */
	struct slice alt;       /* -a; "" = its main report */
	enum peer_revision revision;
	/*
	 * Whether an operation is wanted: --sub-heading at PEER_HEAD drops others while it reads,
	 * so that they have no order and no marks. NULL = all are.
	 */
	bool (*wants)(void *data, struct slice label);
	void *data;
	struct peer_run *run; /* where to: initialised by the caller, with the run's name */
};

/*
 * Reads all iterations of the tree. What is missing (a file, a folder, an iteration without the
 * benchmark) is left out, as the peer does. ERR_NOT_FOUND when the revision has no such report;
 * ERR_INPUT for a file that is damaged.
 */
NODISCARD enum err mmtests_read(const struct mmtests_reading *reading, struct error *err);

#endif
