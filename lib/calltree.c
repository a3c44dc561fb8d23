/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/calltree.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

enum { TABLE_FIRST_SIZE = 64 };

static const struct calltree_limits limits_default = {
	.nodes = 4 * 1000 * 1000,
	.string_bytes = 256 * MiB,
};

/* ---- memory ---- */

static void *grow_array(void *data, size_t count, size_t *capacity, size_t element_bytes)
{
	if (count < *capacity)
		return data;
	*capacity = *capacity == 0 ? TABLE_FIRST_SIZE : 2 * *capacity;
	data = memory_must(realloc(data, *capacity * element_bytes));
	return data;
}

#define GROW(list, count, capacity) ((list) = grow_array(list, count, &(capacity), sizeof(*(list))))

static void table_resize(struct calltree_table *table, size_t size)
{
	free(table->slots);
	table->slots = memory_must(calloc(size, sizeof(*table->slots)));
	table->size = size;
}

/* Puts an index where a search for its hash ended. */
static void table_put(struct calltree_table *table, uint64_t hash, size_t index)
{
	size_t at = hash & (table->size - 1);

	while (table->slots[at] != 0)
		at = (at + 1) & (table->size - 1);
	table->slots[at] = (uint32_t)index + 1;
}

static bool table_is_full(const struct calltree_table *table)
{
	return table->count * 2 >= table->size;
}

struct calltree_key calltree_key_init(void)
{
	return (struct calltree_key){ .time_s = RECORD_NO_NUMBER, .print = RECORD_NO_COUNT };
}

void calltree_init(struct calltree *tree, const struct calltree_limits *limits)
{
	*tree = (struct calltree){ .limits = limits != NULL ? *limits : limits_default };
	arena_init(&tree->strings);
	table_resize(&tree->node_table, TABLE_FIRST_SIZE);
	table_resize(&tree->root_table, TABLE_FIRST_SIZE);
	table_resize(&tree->name_table, TABLE_FIRST_SIZE);
	GROW(tree->nodes, 0, tree->node_capacity);
	tree->nodes[0] = (struct calltree_node){ .period = RECORD_NO_COUNT };
	tree->node_count = 1;
}

void calltree_release(struct calltree *tree)
{
	free(tree->nodes);
	free(tree->roots);
	free(tree->stacks);
	free(tree->names);
	free(tree->node_table.slots);
	free(tree->root_table.slots);
	free(tree->name_table.slots);
	arena_release(&tree->strings);
}

static enum err check_strings(const struct calltree *tree, size_t more, struct error *err)
{
	if (tree->strings.used_bytes + more <= tree->limits.string_bytes)
		return OK;
	return error_set(err, ERR_LIMIT, "names of frames take more than %zu bytes",
			 tree->limits.string_bytes);
}

/* ---- names ---- */

static void names_rehash(struct calltree *tree)
{
	table_resize(&tree->name_table, 2 * tree->name_table.size);
	for (size_t i = 0; i < tree->name_count; i++)
		table_put(&tree->name_table, slice_hash_wide(tree->names[i]), i);
}

enum err calltree_name(struct calltree *tree, struct slice name, uint32_t *out, struct error *err)
{
	struct calltree_table *table = &tree->name_table;
	uint64_t hash = slice_hash_wide(name);
	size_t at = hash & (table->size - 1);
	enum err e;

	for (; table->slots[at] != 0; at = (at + 1) & (table->size - 1)) {
		uint32_t index = table->slots[at] - 1;

		if (slice_eq(tree->names[index], name)) {
			*out = index;
			return OK;
		}
	}
	e = check_strings(tree, name.n, err);
	if (e != OK)
		return e;
	GROW(tree->names, tree->name_count, tree->name_capacity);
	tree->names[tree->name_count] = arena_slice(&tree->strings, name);
	*out = (uint32_t)tree->name_count++;
	table_put(table, hash, *out);
	table->count++;
	if (table_is_full(table))
		names_rehash(tree);
	return OK;
}

/* ---- nodes ---- */

static uint64_t node_hash(uint32_t caller, uint32_t name)
{
	uint64_t key = ((uint64_t)caller << 32 | name) * 0x9e3779b97f4a7c15u;

	return key ^ key >> 32;
}

static void nodes_rehash(struct calltree *tree)
{
	table_resize(&tree->node_table, 2 * tree->node_table.size);
	for (size_t i = 1; i < tree->node_count; i++) {
		const struct calltree_node *node = &tree->nodes[i];

		if (node->caller != CALLTREE_NONE)
			table_put(&tree->node_table, node_hash(node->caller, node->name), i);
	}
}

static enum err node_new(struct calltree *tree, uint32_t caller, uint32_t name, uint32_t *out,
			 struct error *err)
{
	struct calltree_node *parent;

	if (tree->node_count > tree->limits.nodes)
		return error_set(err, ERR_LIMIT, "more than %zu distinct frames in call chains",
				 tree->limits.nodes);
	GROW(tree->nodes, tree->node_count, tree->node_capacity);
	parent = &tree->nodes[caller];
	*out = (uint32_t)tree->node_count++;
	tree->nodes[*out] = (struct calltree_node){
		.caller = caller,
		.name = name,
		.next_callee = parent->first_callee,
		.root = caller == CALLTREE_NONE ? *out : parent->root,
		.period = RECORD_NO_COUNT,
	};
	parent->first_callee = *out;
	return OK;
}

static enum err callee_new(struct calltree *tree, uint32_t caller, uint32_t name, uint32_t *out,
			   struct error *err)
{
	enum err e = node_new(tree, caller, name, out, err);

	if (e != OK)
		return e;
	table_put(&tree->node_table, node_hash(caller, name), *out);
	tree->node_table.count++;
	if (table_is_full(&tree->node_table))
		nodes_rehash(tree);
	return OK;
}

static enum err callee(struct calltree *tree, uint32_t caller, uint32_t name, uint32_t *out,
		       struct error *err)
{
	const struct calltree_table *table = &tree->node_table;
	size_t at = node_hash(caller, name) & (table->size - 1);

	for (; table->slots[at] != 0; at = (at + 1) & (table->size - 1)) {
		uint32_t index = table->slots[at] - 1;

		if (tree->nodes[index].caller == caller && tree->nodes[index].name == name) {
			*out = index;
			return OK;
		}
	}
	return callee_new(tree, caller, name, out, err);
}

/* ---- roots ---- */

static uint64_t key_hash(const struct calltree_key *key)
{
	uint64_t hash = slice_hash_wide(key->event) + 3 * slice_hash_wide(key->comm) +
			5 * slice_hash_wide(key->metric);
	uint64_t bits;

	for (size_t i = 0; i < key->label_count; i++)
		hash = hash * 31 + slice_hash_wide(key->labels[i].key) +
		       7 * slice_hash_wide(key->labels[i].value);
	memcpy(&bits, &key->time_s, sizeof(bits));
	hash = (hash * 31 + bits) * 31 + (uint64_t)key->print;
	hash *= 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 32;
}

static bool same_labels(const struct calltree_key *a, const struct calltree_key *b)
{
	if (a->label_count != b->label_count)
		return false;
	for (size_t i = 0; i < a->label_count; i++)
		if (!slice_eq(a->labels[i].key, b->labels[i].key) ||
		    !slice_eq(a->labels[i].value, b->labels[i].value))
			return false;
	return true;
}

static bool same_time(double a, double b)
{
	return a == b || (a != a && b != b);
}

static bool same_key(const struct calltree_key *a, const struct calltree_key *b)
{
	return slice_eq(a->comm, b->comm) && slice_eq(a->event, b->event) &&
	       slice_eq(a->metric, b->metric) && a->print == b->print &&
	       same_time(a->time_s, b->time_s) && same_labels(a, b);
}

static struct calltree_key key_keep(struct arena *arena, const struct calltree_key *key)
{
	struct calltree_key kept = *key;
	struct label *labels = ARENA_ARRAY(arena, key->label_count, struct label);

	kept.event = arena_slice(arena, key->event);
	kept.comm = arena_slice(arena, key->comm);
	kept.metric = arena_slice(arena, key->metric);
	for (size_t i = 0; i < key->label_count; i++) {
		labels[i].key = arena_slice(arena, key->labels[i].key);
		labels[i].value = arena_slice(arena, key->labels[i].value);
	}
	kept.labels = labels;
	return kept;
}

static void roots_rehash(struct calltree *tree)
{
	table_resize(&tree->root_table, 2 * tree->root_table.size);
	for (size_t i = 0; i < tree->root_count; i++)
		table_put(&tree->root_table, key_hash(&tree->roots[i].key), i);
}

static enum err root_new(struct calltree *tree, const struct calltree_key *key, uint64_t hash,
			 uint32_t *out, struct error *err)
{
	enum err e = check_strings(tree, key->event.n + key->comm.n + key->metric.n, err);

	if (e == OK)
		e = node_new(tree, CALLTREE_NONE, (uint32_t)tree->root_count, out, err);
	if (e != OK)
		return e;
	GROW(tree->roots, tree->root_count, tree->root_capacity);
	tree->roots[tree->root_count] =
		(struct calltree_root){ key_keep(&tree->strings, key), *out };
	tree->last_root = (uint32_t)++tree->root_count;
	table_put(&tree->root_table, hash, tree->root_count - 1);
	tree->root_table.count++;
	if (table_is_full(&tree->root_table))
		roots_rehash(tree);
	return OK;
}

enum err calltree_root(struct calltree *tree, const struct calltree_key *key, uint32_t *out,
		       struct error *err)
{
	const struct calltree_table *table = &tree->root_table;
	uint64_t hash;

	if (tree->last_root > 0 && same_key(&tree->roots[tree->last_root - 1].key, key)) {
		*out = tree->roots[tree->last_root - 1].node;
		return OK;
	}
	hash = key_hash(key);
	for (size_t at = hash & (table->size - 1); table->slots[at] != 0;
	     at = (at + 1) & (table->size - 1)) {
		const struct calltree_root *root = &tree->roots[table->slots[at] - 1];

		if (same_key(&root->key, key)) {
			tree->last_root = table->slots[at];
			*out = root->node;
			return OK;
		}
	}
	return root_new(tree, key, hash, out, err);
}

/* ---- stacks ---- */

static int64_t sum(int64_t a, int64_t b)
{
	int64_t out;

	if (__builtin_add_overflow(a, b, &out))
		return a < 0 ? -INT64_MAX : INT64_MAX;
	return out;
}

static int64_t sum_period(int64_t a, int64_t b)
{
	if (b == RECORD_NO_COUNT)
		return a;
	return a == RECORD_NO_COUNT ? b : sum(a, b);
}

void calltree_add_again(struct calltree *tree, uint32_t leaf, const struct calltree_sample *sample)
{
	struct calltree_node *node = &tree->nodes[leaf];

	node->count = sum(node->count, sample->count);
	node->period = sum_period(node->period, sample->period);
	if (node->stack > 0)
		return;
	GROW(tree->stacks, tree->stack_count, tree->stack_capacity);
	tree->stacks[tree->stack_count] = (struct calltree_stack){ leaf, sample->line };
	node->stack = (uint32_t)++tree->stack_count;
}

static enum err check_depth(size_t n, struct error *err)
{
	if (n <= CALLTREE_DEPTH_MAX)
		return OK;
	return error_set(err, ERR_LIMIT, "a call chain of more than %d frames", CALLTREE_DEPTH_MAX);
}

enum err calltree_add_names(struct calltree *tree, uint32_t root, const uint32_t *names, size_t n,
			    const struct calltree_sample *sample, uint32_t *leaf, struct error *err)
{
	uint32_t at = root;
	enum err e = check_depth(n, err);

	for (size_t i = 0; e == OK && i < n; i++)
		e = callee(tree, at, names[i], &at, err);
	if (e != OK)
		return e;
	calltree_add_again(tree, at, sample);
	*leaf = at;
	return OK;
}

enum err calltree_add(struct calltree *tree, uint32_t root, const struct slice *frames, size_t n,
		      const struct calltree_sample *sample, struct error *err)
{
	uint32_t at = root;
	enum err e = check_depth(n, err);

	for (size_t i = 0; e == OK && i < n; i++) {
		uint32_t name = 0;

		e = calltree_name(tree, frames[i], &name, err);
		if (e == OK)
			e = callee(tree, at, name, &at, err);
	}
	if (e == OK)
		calltree_add_again(tree, at, sample);
	return e;
}

size_t calltree_frames(const struct calltree *tree, size_t stack, struct slice *out)
{
	size_t n = 0, depth = 0;
	uint32_t at = tree->stacks[stack].node;

	for (uint32_t i = at; tree->nodes[i].caller != CALLTREE_NONE; i = tree->nodes[i].caller)
		depth++;
	for (; n < depth; at = tree->nodes[at].caller)
		out[depth - ++n] = tree->names[tree->nodes[at].name];
	return depth;
}

enum err calltree_merge(struct calltree *tree, const struct calltree *from, struct error *err)
{
	struct slice *frames = memory_must(malloc(CALLTREE_DEPTH_MAX * sizeof(*frames)));
	enum err e = OK;

	for (size_t i = 0; e == OK && i < from->stack_count; i++) {
		const struct calltree_node *leaf = &from->nodes[from->stacks[i].node];
		const struct calltree_sample sample = { leaf->count, leaf->period,
							from->stacks[i].line };
		size_t n = calltree_frames(from, i, frames);
		uint32_t root = 0;

		e = calltree_root(tree, &from->roots[from->nodes[leaf->root].name].key, &root, err);
		if (e == OK)
			e = calltree_add(tree, root, frames, n, &sample, err);
	}
	free(frames);
	return e;
}

static void stack_record(const struct calltree *tree, size_t stack, struct record *r)
{
	const struct calltree_node *leaf = &tree->nodes[tree->stacks[stack].node];
	const struct calltree_key *key = &tree->roots[tree->nodes[leaf->root].name].key;

	r->line = tree->stacks[stack].line;
	r->event = key->event;
	r->comm = key->comm;
	r->metric = key->metric;
	r->labels = key->labels;
	r->label_count = key->label_count;
	r->time_s = key->time_s;
	r->print = key->print;
	r->count = leaf->count;
	r->period = leaf->period;
}

enum err calltree_emit(const struct calltree *tree, struct sink *sink, struct error *err)
{
	struct slice *frames = memory_must(malloc(CALLTREE_DEPTH_MAX * sizeof(*frames)));
	enum err e = OK;

	for (size_t i = 0; e == OK && i < tree->stack_count; i++) {
		struct record r = record_init(RECORD_STACK);

		stack_record(tree, i, &r);
		r.frames = frames;
		r.frame_count = calltree_frames(tree, i, frames);
		e = sink_emit(sink, &r, err);
	}
	free(frames);
	return e;
}

/* ---- sums ---- */

struct calltree_sample *calltree_totals(const struct calltree *tree, struct arena *arena)
{
	struct calltree_sample *totals =
		ARENA_ARRAY(arena, tree->node_count, struct calltree_sample);

	for (size_t i = tree->node_count; i-- > 0;) {
		const struct calltree_node *node = &tree->nodes[i];

		totals[i].count = sum(totals[i].count, node->count);
		totals[i].period = sum_period(totals[i].period, node->period);
		if (i == 0)
			break;
		totals[node->caller].count = sum(totals[node->caller].count, totals[i].count);
		totals[node->caller].period = sum(totals[node->caller].period, totals[i].period);
	}
	return totals;
}

/* A walk over a subtree; open[name] says how often a name stands on the way to the current node. */
struct symbol_walk {
	const struct calltree *tree;
	const struct calltree_sample *totals;
	struct calltree_symbol *symbols; /* by name */
	uint32_t *open;
	bool *seen;
};

static void symbol_enter(struct symbol_walk *walk, uint32_t index)
{
	const struct calltree_node *node = &walk->tree->nodes[index];
	struct calltree_symbol *symbol = &walk->symbols[node->name];

	walk->seen[node->name] = true;
	symbol->self_count = sum(symbol->self_count, node->count);
	symbol->self_period = sum_period(symbol->self_period, node->period);
	if (walk->open[node->name]++ > 0)
		return;
	symbol->total_count = sum(symbol->total_count, walk->totals[index].count);
	symbol->total_period = sum(symbol->total_period, walk->totals[index].period);
}

/* Every frame below root, callers first, without recursion. */
static void symbol_walk(struct symbol_walk *walk, uint32_t root)
{
	const struct calltree_node *nodes = walk->tree->nodes;
	uint32_t at = root;

	while (true) {
		if (nodes[at].first_callee != CALLTREE_NONE) {
			at = nodes[at].first_callee;
		} else {
			while (at != root && nodes[at].next_callee == CALLTREE_NONE) {
				walk->open[nodes[at].name]--;
				at = nodes[at].caller;
			}
			if (at == root)
				return;
			walk->open[nodes[at].name]--;
			at = nodes[at].next_callee;
		}
		symbol_enter(walk, at);
	}
}

size_t calltree_symbols(const struct calltree *tree, uint32_t root, struct arena *arena,
			struct calltree_symbol **out)
{
	struct symbol_walk walk = {
		.tree = tree,
		.totals = calltree_totals(tree, arena),
		.symbols = ARENA_ARRAY(arena, tree->name_count, struct calltree_symbol),
		.open = ARENA_ARRAY(arena, tree->name_count, uint32_t),
		.seen = ARENA_ARRAY(arena, tree->name_count, bool),
	};
	size_t n = 0;

	for (size_t i = 0; i < tree->root_count; i++)
		if (root == CALLTREE_NONE || root == tree->roots[i].node)
			symbol_walk(&walk, tree->roots[i].node);
	for (size_t i = 0; i < tree->name_count; i++) {
		if (!walk.seen[i])
			continue;
		walk.symbols[n] = walk.symbols[i];
		walk.symbols[n++].name = (uint32_t)i;
	}
	*out = walk.symbols;
	return n;
}
