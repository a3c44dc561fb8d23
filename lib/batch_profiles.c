/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a batch keeps of profiles: stacks as a tree, rows of functions, instructions. */
#include <math.h>

#include "lib/batch_state.h"
#include "lib/metric.h"

static bool profile_same(const struct batch_state *state, uint32_t index, const void *wanted)
{
	const struct batch_profile *a = &state->batch->profiles[index], *b = wanted;

	return a->run == b->run && a->file == b->file && a->print == b->print &&
	       slice_eq(a->source, b->source) && slice_eq(a->event, b->event) &&
	       slice_eq(a->metric, b->metric);
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 32;
}

static uint64_t profile_hash(const struct batch_profile *profile)
{
	uint64_t hash = mix(profile->run, profile->file);

	hash = mix(hash, (uint64_t)profile->print);
	hash = mix(hash, slice_hash(profile->source));
	hash = mix(hash, slice_hash(profile->event));
	return mix(hash, slice_hash(profile->metric));
}

static uint32_t profile_intern(struct batch_state *state, const struct record *r,
			       struct batch_origin o)
{
	struct batch *batch = state->batch;
	struct batch_profile profile = {
		.run = o.run,
		.file = o.file,
		.line = o.line,
		.source = r->source,
		.event = r->event,
		.metric = r->metric,
		.print = r->print,
	};
	uint64_t hash = profile_hash(&profile);
	uint32_t found = batch_table_find(state, &state->profiles, hash, profile_same, &profile);

	if (found != BATCH_NONE)
		return found;
	profile.source = batch_text(state, profile.source);
	profile.event = batch_text(state, profile.event);
	profile.metric = batch_text(state, profile.metric);
	batch_table_add(batch->arena, &state->profiles, hash, batch->profile_count);
	ARENA_PUSH(batch->arena, batch->profiles, batch->profile_count, state->capacity.profiles,
		   profile);
	return (uint32_t)(batch->profile_count - 1);
}

static bool node_same(const struct batch_state *state, uint32_t index, const void *wanted)
{
	const struct batch_node *a = &state->batch->nodes[index], *b = wanted;

	return a->caller == b->caller && a->name.p == b->name.p && a->profile == b->profile;
}

/* The node of that name, whose text is the batch's own, below caller. */
static uint32_t node_intern(struct batch_state *state, uint32_t profile, uint32_t caller,
			    struct slice name)
{
	struct batch *batch = state->batch;
	struct batch_node node = {
		.profile = profile,
		.caller = caller,
		.name = name,
		.period = RECORD_NO_COUNT,
	};
	uint64_t hash = mix(mix(profile, caller), (uintptr_t)name.p);
	uint32_t found = batch_table_find(state, &state->nodes, hash, node_same, &node);

	if (found != BATCH_NONE)
		return found;
	batch_table_add(batch->arena, &state->nodes, hash, batch->node_count);
	ARENA_PUSH(batch->arena, batch->nodes, batch->node_count, state->capacity.nodes, node);
	return (uint32_t)(batch->node_count - 1);
}

static int64_t sum(int64_t a, int64_t b)
{
	int64_t out;

	if (__builtin_add_overflow(a, b, &out))
		return a < 0 ? -INT64_MAX : INT64_MAX;
	return out;
}

/* What the stacks below a node without caller share. */
static struct slice common_of(struct arena *arena, const struct record *r)
{
	struct slice labels = metric_labels(arena, r->labels, r->label_count);

	if (labels.n == 0 || r->comm.n == 0)
		return labels.n == 0 ? r->comm : labels;
	return arena_printf(arena, "%.*s %.*s", SLICE_FMT(r->comm), SLICE_FMT(labels));
}

void batch_add_stack(struct batch_state *state, const struct record *r, struct batch_origin o)
{
	uint32_t profile = profile_intern(state, r, o);
	struct slice common = batch_text(state, common_of(state->batch->arena, r));
	uint32_t at = node_intern(state, profile, BATCH_NONE, common);
	struct batch_node *leaf;

	for (size_t i = 0; i < r->frame_count; i++)
		at = node_intern(state, profile, at, batch_text(state, r->frames[i]));
	leaf = &state->batch->nodes[at];
	leaf->count = sum(leaf->count, r->count == RECORD_NO_COUNT ? 0 : r->count);
	if (r->period != RECORD_NO_COUNT)
		leaf->period =
			leaf->period == RECORD_NO_COUNT ? r->period : sum(leaf->period, r->period);
}

void batch_add_symbol(struct batch_state *state, const struct record *r, struct batch_origin o)
{
	struct batch *batch = state->batch;
	bool measured = !isnan(r->percent) || r->samples != RECORD_NO_COUNT;
	struct batch_symbol symbol = {
		.run = o.run,
		.file = o.file,
		.line = o.line,
		.profile = measured ? profile_intern(state, r, o) : BATCH_NONE,
		.event = batch_text(state, r->event),
		.comm = batch_text(state, r->comm),
		.dso = batch_text(state, r->dso),
		.source_file = batch_text(state, r->source_file),
		.symbol = batch_text(state, r->symbol),
		.percent = r->percent,
		.children_percent = r->children_percent,
		.baseline_percent = r->baseline_percent,
		.delta_percent = r->delta_percent,
		.samples = r->samples,
		.period = r->period,
	};

	ARENA_PUSH(batch->arena, batch->symbols, batch->symbol_count, state->capacity.symbols,
		   symbol);
}

void batch_add_instruction(struct batch_state *state, const struct record *r, struct batch_origin o)
{
	struct batch *batch = state->batch;
	struct batch_instruction instruction = {
		.run = o.run,
		.profile = profile_intern(state, r, o),
		.file = o.file,
		.line = o.line,
		.symbol = batch_text(state, r->symbol),
		.dso = batch_text(state, r->dso),
		.address = batch_text(state, r->address),
		.assembly = batch_text(state, r->assembly),
		.labels = batch_text(state, metric_labels(batch->arena, r->labels, r->label_count)),
		.percent = r->percent,
		.samples = r->samples,
	};

	ARENA_PUSH(batch->arena, batch->instructions, batch->instruction_count,
		   state->capacity.instructions, instruction);
}
