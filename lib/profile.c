/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/profile.h"

#include <math.h>

/* Texts of a batch are the same bytes where they are equal. */
struct name_slot {
	const char *text;
	uint32_t name;
};

struct names {
	struct name_slot *slots; /* open addressing, at most half full */
	size_t size;
};

static size_t power_above(size_t n)
{
	size_t size = 16;

	while (size < n)
		size *= 2;
	return size;
}

static uint32_t name_of(struct names *names, struct profile *out, struct slice text)
{
	size_t at = ((uintptr_t)text.p * 0x9e3779b97f4a7c15u) >> 20 & (names->size - 1);

	for (; names->slots[at].name != PROFILE_NONE; at = (at + 1) & (names->size - 1))
		if (names->slots[at].text == text.p)
			return names->slots[at].name;
	names->slots[at] = (struct name_slot){ text.p, (uint32_t)out->name_count };
	out->names[out->name_count] = text;
	return (uint32_t)out->name_count++;
}

static void take_nodes(struct arena *arena, const struct batch *batch, size_t index,
		       struct profile *out)
{
	const struct batch_profile *from = &batch->profiles[index];
	struct names names = { .size = power_above((size_t)from->node_count * 2) };

	out->node_count = from->node_count;
	out->nodes = ARENA_ARRAY(arena, out->node_count, struct profile_node);
	out->names = ARENA_ARRAY(arena, out->node_count, struct slice);
	names.slots = ARENA_ARRAY(arena, names.size, struct name_slot);
	for (size_t i = 0; i < names.size; i++)
		names.slots[i].name = PROFILE_NONE;
	for (size_t i = 0; i < out->node_count; i++) {
		const struct batch_node *node = &batch->nodes[from->first_node + i];

		out->nodes[i] = (struct profile_node){
			.caller = node->caller == BATCH_NONE ? PROFILE_NONE
							     : node->caller - from->first_node,
			.name = name_of(&names, out, node->name),
			.count = node->count,
			.period = node->period,
		};
	}
}

static void take_rows(struct arena *arena, const struct batch *batch, size_t index,
		      struct profile *out)
{
	size_t capacity = 0;

	for (size_t i = 0; i < batch->symbol_count; i++) {
		const struct batch_symbol *symbol = &batch->symbols[i];
		struct profile_row row = {
			.symbol = symbol->symbol,
			.dso = symbol->dso,
			.source_file = symbol->source_file,
			.comm = symbol->comm,
			.percent = symbol->percent,
			.children_percent = symbol->children_percent,
			.samples = symbol->samples,
		};

		if (symbol->profile == index)
			ARENA_PUSH(arena, out->rows, out->row_count, capacity, row);
	}
}

void profile_of_batch(struct arena *arena, const struct batch *batch, size_t index,
		      struct profile *out)
{
	const struct batch_profile *from = &batch->profiles[index];

	*out = (struct profile){
		.source = from->source,
		.path = batch->files[from->file].path,
		.event = from->event,
		.metric = from->metric,
		.print = from->print,
		.tracing = tracing_init(),
	};
	for (size_t i = 0; i < batch->fact_count; i++)
		if (batch->facts[i].run == from->run)
			tracing_fact(&out->tracing, batch->facts[i].key, batch->facts[i].value);
	take_nodes(arena, batch, index, out);
	take_rows(arena, batch, index, out);
}

double profile_memcg_percent(struct arena *arena, const struct profile *profile)
{
	struct profile_sum sum;

	profile_sum(arena, memcg_symbols_new(arena), profile, &sum);
	return sum.whole > 0 ? 100 * sum.strict / sum.whole : NAN;
}

double profile_memcg_percent_of_run(struct arena *arena, const struct batch *batch, size_t run)
{
	double percent = NAN;

	for (size_t i = 0; i < batch->profile_count && isnan(percent); i++) {
		struct profile profile;

		if (batch->profiles[i].run != run || batch->profiles[i].metric.n > 0)
			continue;
		profile_of_batch(arena, batch, i, &profile);
		percent = profile_memcg_percent(arena, &profile);
	}
	return percent;
}
