/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Stacks summed into a tree: what perf script, folded text and stack maps of BPF tools become.
 * Layer: lib, above record. Memory follows the number of distinct stacks, not of samples.
 *
 * Frame names are interned: a name is a number from 0. A node is one frame below its caller; node
 * 0 belongs to nobody. Below it stands one root for each key (event, comm, metric, labels, time,
 * print), which is no frame itself. A caller always has a smaller number than what it calls.
 *
 *	struct calltree_key key = calltree_key_init();
 *	calltree_init(&tree, NULL);
 *	key.event = SLICE("cycles");
 *	e = calltree_root(&tree, &key, &root, err);
 *	e = calltree_add(&tree, root, frames, n, &(struct calltree_sample){ .count = 1 }, err);
 *	e = calltree_emit(&tree, sink, err);
 *	calltree_release(&tree);
 */
#ifndef LIB_CALLTREE_H
#define LIB_CALLTREE_H

#include "lib/arena.h"
#include "lib/base.h"
#include "lib/error.h"
#include "lib/record.h"
#include "lib/slice.h"

enum { CALLTREE_DEPTH_MAX = 4096, CALLTREE_NONE = 0 };

struct calltree_limits {
	size_t nodes;        /* distinct frames in their places, and roots: 4 million */
	size_t string_bytes; /* of all names and keys: 256 MiB */
};

/* What stacks must share to be summed. Slices are borrowed until calltree_root returns. */
struct calltree_key {
	struct slice event, comm, metric;
	const struct label *labels;
	size_t label_count;
	double time_s; /* NaN = none */
	int64_t print; /* RECORD_NO_COUNT = none */
};

/* One sample, or what a tool has already summed. */
struct calltree_sample {
	int64_t count;
	int64_t period; /* RECORD_NO_COUNT = the tool prints none */
	size_t line;    /* of the input; 0 = unknown */
};

struct calltree_node {
	uint32_t caller;                    /* CALLTREE_NONE for a root */
	uint32_t name;                      /* of a root: its index in roots */
	uint32_t first_callee, next_callee; /* CALLTREE_NONE = no more; the newest first */
	uint32_t stack;                     /* its index in stacks and 1; 0 = only passed through */
	uint32_t root;                      /* the node of its root; a root's own number */
	int64_t count, period; /* of stacks that end here; period as in calltree_sample */
};

struct calltree_root {
	struct calltree_key key; /* owned by the tree */
	uint32_t node;
};

/* A stack that was added, in order of first appearance. */
struct calltree_stack {
	uint32_t node; /* its leaf */
	size_t line;
};

struct calltree_table {
	uint32_t *slots; /* index and 1; 0 = free */
	size_t size, count;
};

struct calltree {
	struct calltree_limits limits;
	struct calltree_node *nodes;
	struct calltree_root *roots;
	struct calltree_stack *stacks;
	struct slice *names;
	size_t node_count, root_count, stack_count, name_count;
	/* private */
	struct arena strings;
	size_t node_capacity, root_capacity, stack_capacity, name_capacity;
	struct calltree_table node_table, root_table, name_table;
	uint32_t last_root; /* index and 1 of the root that was asked for last */
};

/* What one name has, over all stacks or those of one root. */
struct calltree_symbol {
	uint32_t name;
	int64_t self_count, self_period;   /* in stacks that end with it */
	int64_t total_count, total_period; /* in stacks that hold it, however often */
};

/* A key in which everything is absent. */
struct calltree_key calltree_key_init(void);

/* limits NULL = the defaults. Out of memory aborts, as in an arena. */
void calltree_init(struct calltree *tree, const struct calltree_limits *limits);
void calltree_release(struct calltree *tree);

/* The number of a frame's name, new or known. ERR_LIMIT for too many bytes of names. */
NODISCARD enum err calltree_name(struct calltree *tree, struct slice name, uint32_t *out,
				 struct error *err);

/* The root node for a key, new or known. ERR_LIMIT as in calltree_add and calltree_name. */
NODISCARD enum err calltree_root(struct calltree *tree, const struct calltree_key *key,
				 uint32_t *out, struct error *err);

/*
 * Adds a stack below root: frames from the outermost caller to the leaf, n may be 0. Sums stop at
 * the ends of int64_t. ERR_LIMIT for more than CALLTREE_DEPTH_MAX frames or limits.nodes nodes.
 */
NODISCARD enum err calltree_add(struct calltree *tree, uint32_t root, const struct slice *frames,
				size_t n, const struct calltree_sample *sample, struct error *err);
/* The same over numbers of names; *leaf is the node where the stack ends. */
NODISCARD enum err calltree_add_names(struct calltree *tree, uint32_t root, const uint32_t *names,
				      size_t n, const struct calltree_sample *sample,
				      uint32_t *leaf, struct error *err);
/* Adds to the stack that ends at leaf, as calltree_add_names told it. */
void calltree_add_again(struct calltree *tree, uint32_t leaf, const struct calltree_sample *sample);

/* Adds all of from, whose stacks come behind those that are there. */
NODISCARD enum err calltree_merge(struct calltree *tree, const struct calltree *from,
				  struct error *err);

/* The frames of a stack by its index, outermost first; out has room for CALLTREE_DEPTH_MAX. */
size_t calltree_frames(const struct calltree *tree, size_t stack, struct slice *out);

/* Emits one stack record each, in order of first appearance. */
NODISCARD enum err calltree_emit(const struct calltree *tree, struct sink *sink, struct error *err);

/*
 * Self and total of every name below root (CALLTREE_NONE = of all), in order of first appearance
 * of the name; names that are not there are left out. A recursive name counts once a stack.
 * Absent periods count as 0. The list is in the arena.
 */
size_t calltree_symbols(const struct calltree *tree, uint32_t root, struct arena *arena,
			struct calltree_symbol **out);

/* Count and period of all stacks that pass through each node, by its number, in the arena. */
struct calltree_sample *calltree_totals(const struct calltree *tree, struct arena *arena);

#endif
