/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/folded.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

enum { FLUSH_BYTES = 64 * 1024 };

/*
 * What stands below a node, to be sorted: a stack that ends with the name, or all those that go on
 * behind it. They are apart, since "a b" sorts between "a" and "a;b".
 */
struct entry {
	struct slice name;
	uint32_t node;
	bool goes_on; /* as if the name ended in ';' */
};

struct folded {
	const struct calltree *tree;
	struct folded_writer *writer;
	struct buf out, path;
	struct entry *entries; /* a stack of lists */
	size_t count, capacity;
};

static int char_behind(const struct entry *entry, size_t i)
{
	if (i < entry->name.n)
		return (unsigned char)entry->name.p[i];
	return entry->goes_on && i == entry->name.n ? ';' : -1;
}

static int by_text(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	size_t n = x->name.n < y->name.n ? x->name.n : y->name.n;
	int order = n > 0 ? memcmp(x->name.p, y->name.p, n) : 0;

	return order != 0 ? order : char_behind(x, n) - char_behind(y, n);
}

static void push(struct folded *folded, struct entry entry)
{
	if (folded->count == folded->capacity) {
		folded->capacity = folded->capacity == 0 ? 64 : 2 * folded->capacity;
		folded->entries = memory_must(
			realloc(folded->entries, folded->capacity * sizeof(*folded->entries)));
	}
	folded->entries[folded->count++] = entry;
}

static struct slice name_of(const struct calltree *tree, uint32_t node)
{
	const struct calltree_node *n = &tree->nodes[node];

	return n->caller == CALLTREE_NONE ? tree->roots[n->name].key.comm : tree->names[n->name];
}

/* The sorted list of what stands below a node, on top of the stack. */
static void push_callees(struct folded *folded, uint32_t node)
{
	const struct calltree_node *nodes = folded->tree->nodes;
	size_t first = folded->count;

	for (uint32_t i = nodes[node].first_callee; i != CALLTREE_NONE; i = nodes[i].next_callee) {
		struct slice name = name_of(folded->tree, i);

		if (nodes[i].stack > 0)
			push(folded, (struct entry){ name, i, false });
		if (nodes[i].first_callee != CALLTREE_NONE)
			push(folded, (struct entry){ name, i, true });
	}
	if (folded->count - first > 1)
		qsort(folded->entries + first, folded->count - first, sizeof(*folded->entries),
		      by_text);
}

static enum err flush(struct folded *folded, size_t at_least, struct error *err)
{
	enum err e = OK;

	if (folded->out.n < at_least || folded->out.n == 0)
		return OK;
	e = folded->writer->write(folded->writer, buf_slice(&folded->out), err);
	buf_clear(&folded->out);
	return e;
}

static void print_stack(struct folded *folded, const struct entry *entry)
{
	buf_add(&folded->out, buf_slice(&folded->path));
	buf_add(&folded->out, entry->name);
	buf_addf(&folded->out, " %lld\n", (long long)folded->tree->nodes[entry->node].count);
}

/* Below a node, CALLTREE_NONE being above all roots; the depth is at most CALLTREE_DEPTH_MAX. */
static enum err print_callees(struct folded *folded, uint32_t node, struct error *err)
{
	size_t first = folded->count, path_n = folded->path.n, last;
	enum err e = OK;

	push_callees(folded, node);
	last = folded->count;
	for (size_t i = first; e == OK && i < last; i++) {
		const struct entry entry = folded->entries[i];

		if (!entry.goes_on) {
			print_stack(folded, &entry);
			e = flush(folded, FLUSH_BYTES, err);
			continue;
		}
		buf_add(&folded->path, entry.name);
		buf_addc(&folded->path, ';');
		e = print_callees(folded, entry.node, err);
		folded->path.n = path_n;
	}
	folded->count = first;
	return e;
}

enum err folded_print(const struct calltree *tree, struct folded_writer *writer, struct error *err)
{
	struct folded folded = { .tree = tree, .writer = writer };
	enum err e;

	buf_init(&folded.out);
	buf_init(&folded.path);
	e = print_callees(&folded, CALLTREE_NONE, err);
	if (e == OK)
		e = flush(&folded, 0, err);
	buf_release(&folded.out);
	buf_release(&folded.path);
	free(folded.entries);
	return e;
}
