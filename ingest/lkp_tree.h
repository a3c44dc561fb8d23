/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The result tree of lkp-tests: TESTCASE/PARAMS/TBOX_GROUP/ROOTFS/KCONFIG/COMPILER/COMMIT/RUN/FILE.
 * What a member of an input is there, told by its path, and what the path and job.yaml tell of the
 * run. All runs of one group, which is the path without RUN, are iterations of one run of ours.
 * Layer: ingest, above input. Source: lib/result.rb of lkp-tests.
 */
#ifndef INGEST_LKP_TREE_H
#define INGEST_LKP_TREE_H

#include "ingest/input.h"
#include "lib/arena.h"
#include "lib/record.h"

enum lkp_kind {
	LKP_OTHER,   /* logs, what monitors saw in time: kept, not read */
	LKP_JOB,     /* job.yaml of a run */
	LKP_STATS,   /* stats.json of a run */
	LKP_MATRIX,  /* matrix.json of a group: the same numbers, with zeros that are none */
	LKP_AVERAGE, /* avg.json and stddev.json of a group */
};

enum { LKP_LEVELS = 7 }; /* of folders, from TESTCASE to COMMIT */

struct lkp_file {
	enum lkp_kind kind;
	struct slice group; /* its path, from TESTCASE on */
	struct slice level[LKP_LEVELS];
	struct slice path; /* within the group: "0/stats.json" */
	int iteration;     /* RUN + 1; 0 = of the group */
};

/*
 * Whether path leads into such a tree: COMMIT is 40 hex digits or a kernel's release, COMPILER
 * begins with gcc or clang, and all levels are there. Borrows from path.
 */
bool lkp_tree_file(struct slice path, struct lkp_file *out);

/* The name of the group's run: its path, the commit cut to 12 digits. */
struct slice lkp_tree_run(struct arena *arena, const struct lkp_file *file);

/* Which groups have given their numbers, so that none is read from two files. */
struct lkp_tree {
	struct arena *arena; /* of the whole input */
	struct lkp_group *groups;
	size_t count, capacity;
};

/* Whether the file is to be read: the runs' stats.json go before what is made of them. */
bool lkp_tree_wants(struct lkp_tree *tree, const struct lkp_file *file);

/* What the path tells, as facts; once for each group. */
NODISCARD enum err lkp_tree_facts(struct lkp_tree *tree, const struct lkp_file *file,
				  struct sink *sink, struct error *err);

/* job.yaml: the boot command line, CPUs, nodes, memory, model. Other keys are passed over. */
NODISCARD enum err lkp_tree_job(struct arena *arena, struct input *input, struct sink *sink,
				struct error *err);

#endif
