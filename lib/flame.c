/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tree of a flame graph. */
#include "lib/flame.h"

#include <stdlib.h>

/* Nodes by parent and name. */
struct index {
	uint32_t *slots; /* open addressing, at most half full */
	size_t size;
};

struct builder {
	struct flame *flame;
	struct index index;
};

static uint64_t path_below(uint64_t path, struct slice name)
{
	uint64_t hash = (path ^ slice_hash(name)) * 0x9e3779b97f4a7c15u;

	hash ^= hash >> 32;
	return hash != 0 ? hash : 1;
}

static uint32_t node_below(struct builder *builder, uint32_t parent, struct slice name)
{
	struct flame *flame = builder->flame;
	uint64_t path = path_below(flame->nodes[parent].path, name);
	size_t at = path & (builder->index.size - 1);

	for (; builder->index.slots[at] != PROFILE_NONE;
	     at = (at + 1) & (builder->index.size - 1)) {
		const struct flame_node *known = &flame->nodes[builder->index.slots[at]];

		if (known->parent == parent && slice_eq(known->name, name))
			return builder->index.slots[at];
	}
	builder->index.slots[at] = (uint32_t)flame->count;
	flame->nodes[flame->count] = (struct flame_node){
		.parent = parent,
		.first = PROFILE_NONE,
		.next = PROFILE_NONE,
		.name = name,
		.path = path,
	};
	return (uint32_t)flame->count++;
}

static enum flame_kind kind_of(const struct profile_sum *sum, size_t node)
{
	struct memcg_class class = sum->node_class[node];

	if (class.strict)
		return FLAME_MEMCG;
	if (class.kind == MEMCG_SHARED)
		return FLAME_SHARED;
	return sum->node_kernel[node] ? FLAME_KERNEL : FLAME_USER;
}

static void add_side(struct arena *arena, struct builder *builder, const struct profile *profile,
		     const struct profile_sum *sum, bool bases, int side)
{
	uint32_t *place = ARENA_ARRAY(arena, profile->node_count, uint32_t);

	for (size_t i = 0; i < profile->node_count; i++) {
		const struct profile_node *from = &profile->nodes[i];
		bool common = from->caller == PROFILE_NONE;
		struct slice name = profile->names[from->name];
		struct flame_node *node;

		if (common && name.n == 0) {
			place[i] = 0;
			continue;
		}
		place[i] = node_below(builder, common ? 0 : place[from->caller],
				      bases && !common ? memcg_symbol_base(name) : name);
		node = &builder->flame->nodes[place[i]];
		node->kind = common ? FLAME_ALL : kind_of(sum, i);
		node->memcg = sum->node_memcg[i];
		node->self[side] += profile_node_weight(sum, from);
	}
}

struct order {
	struct slice name;
	uint32_t parent, node;
};

static int by_parent(const void *a, const void *b)
{
	const struct order *x = a, *y = b;

	if (x->parent != y->parent)
		return x->parent < y->parent ? -1 : 1;
	return slice_cmp(x->name, y->name);
}

static void link_callees(struct arena *arena, struct flame *flame)
{
	struct order *order = ARENA_ARRAY(arena, flame->count, struct order);

	for (uint32_t i = 1; i < flame->count; i++)
		order[i] = (struct order){ flame->nodes[i].name, flame->nodes[i].parent, i };
	if (flame->count > 2)
		qsort(order + 1, flame->count - 1, sizeof(*order), by_parent);
	for (size_t i = flame->count - 1; i > 0; i--) {
		struct flame_node *parent = &flame->nodes[order[i].parent];

		flame->nodes[order[i].node].next = parent->first;
		parent->first = order[i].node;
	}
}

static void sum_up(struct flame *flame, bool only_memcg)
{
	for (size_t i = flame->count; i-- > 0;) {
		struct flame_node *node = &flame->nodes[i];

		for (int side = 0; side < FLAME_SIDES; side++) {
			if (!only_memcg || node->memcg)
				node->total[side] += node->self[side];
			else
				node->self[side] = 0;
			if (i > 0)
				flame->nodes[node->parent].total[side] += node->total[side];
		}
	}
}

static void begin(struct arena *arena, struct builder *builder, size_t nodes)
{
	struct flame *flame = builder->flame;

	flame->nodes = ARENA_ARRAY(arena, nodes + 1, struct flame_node);
	flame->nodes[0] = (struct flame_node){
		.parent = PROFILE_NONE,
		.first = PROFILE_NONE,
		.next = PROFILE_NONE,
		.name = SLICE("all"),
		.path = 1,
	};
	flame->count = 1;
	for (builder->index.size = 16; builder->index.size < 2 * nodes;)
		builder->index.size *= 2;
	builder->index.slots = ARENA_ARRAY(arena, builder->index.size, uint32_t);
	for (size_t i = 0; i < builder->index.size; i++)
		builder->index.slots[i] = PROFILE_NONE;
}

void flame_of(struct arena *arena, const struct profile *profile, const struct profile_sum *sum,
	      bool only_memcg, struct flame *out)
{
	struct builder builder = { .flame = out };

	*out = (struct flame){ .sides = 1, .sums = { sum, sum } };
	begin(arena, &builder, profile->node_count);
	add_side(arena, &builder, profile, sum, false, FLAME_A);
	sum_up(out, only_memcg);
	link_callees(arena, out);
}

void flame_of_two(struct arena *arena, const struct profile *a, const struct profile_sum *sum_a,
		  const struct profile *b, const struct profile_sum *sum_b, bool only_memcg,
		  struct flame *out)
{
	struct builder builder = { .flame = out };

	*out = (struct flame){ .sides = 2, .sums = { sum_a, sum_b } };
	begin(arena, &builder, a->node_count + b->node_count);
	add_side(arena, &builder, a, sum_a, true, FLAME_A);
	add_side(arena, &builder, b, sum_b, true, FLAME_B);
	sum_up(out, only_memcg);
	link_callees(arena, out);
}

struct slice flame_path(struct arena *arena, const struct flame *flame, uint32_t node)
{
	return arena_printf(arena, "%016llx", (unsigned long long)flame->nodes[node].path);
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

uint32_t flame_find(const struct flame *flame, struct slice path)
{
	uint64_t wanted = 0;

	if (path.n != 16)
		return 0;
	for (size_t i = 0; i < path.n; i++) {
		int digit = hex_digit(path.p[i]);

		if (digit < 0)
			return 0;
		wanted = wanted << 4 | (uint64_t)digit;
	}
	for (uint32_t i = 0; i < flame->count; i++)
		if (flame->nodes[i].path == wanted)
			return i;
	return 0;
}
