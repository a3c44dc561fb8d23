/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <assert.h>
#include <string.h>

#include "lib/peer.h"

enum { SLOTS_FIRST = 16 };

void peer_run_init(struct peer_run *run, struct arena *arena, struct slice name)
{
	*run = (struct peer_run){ .arena = arena, .name = name };
}

/* The slot of label: its own, or the empty one where it belongs. */
static uint32_t *slot_of(const struct peer_run *run, struct slice label)
{
	size_t at = slice_hash(label) & (run->slot_count - 1);

	assert(run->slots != NULL);
	for (; run->slots[at] != 0; at = (at + 1) & (run->slot_count - 1)) {
		assert(run->operations != NULL);
		if (slice_eq(run->operations[run->slots[at] - 1].label, label))
			break;
	}
	return &run->slots[at];
}

/* Room for one more label, at most half full. */
static void grow_slots(struct peer_run *run)
{
	size_t size = run->slot_count == 0 ? SLOTS_FIRST : run->slot_count * 2;

	if (run->count * 2 < run->slot_count)
		return;
	run->slots = ARENA_ARRAY(run->arena, size, uint32_t);
	run->slot_count = size;
	for (size_t i = 0; i < run->count; i++) {
		assert(run->operations != NULL);
		*slot_of(run, run->operations[i].label) = (uint32_t)i + 1;
	}
}

struct peer_operation *peer_run_find(const struct peer_run *run, struct slice label)
{
	uint32_t index = run->slot_count == 0 ? 0 : *slot_of(run, label);

	return index == 0 ? NULL : &run->operations[index - 1];
}

struct peer_operation *peer_run_operation(struct peer_run *run, struct slice label)
{
	struct peer_operation new = { .decimals = PEER_DECIMALS_OF_STYLE, .suffix = "" };
	struct peer_operation *found = peer_run_find(run, label);

	if (found != NULL)
		return found;
	grow_slots(run);
	new.label = arena_slice(run->arena, label);
	*slot_of(run, label) = (uint32_t)run->count + 1;
	ARENA_PUSH(run->arena, run->operations, run->count, run->capacity, new);
	return &run->operations[run->count - 1];
}

void peer_operation_add(struct peer_run *run, struct peer_operation *operation, double number,
			double value)
{
	while (operation->start_count <= run->iteration)
		ARENA_PUSH(run->arena, operation->starts, operation->start_count,
			   operation->start_capacity, operation->count);
	ARENA_PUSH(run->arena, operation->samples, operation->count, operation->capacity,
		   ((struct peer_sample){ number, value }));
}

void peer_run_add(struct peer_run *run, struct slice label, double number, double value)
{
	peer_operation_add(run, peer_run_operation(run, label), number, value);
}

void peer_run_headline(struct peer_run *run, struct peer_operation *operation)
{
	run->headline = run->iteration + 1;
	operation->headline = run->headline;
}

void peer_run_next_iteration(struct peer_run *run)
{
	run->iteration++;
}

bool peer_revision_parse(struct slice name, enum peer_revision *out)
{
	static const char *const names[] = {
		[PEER_HEAD] = "mmtests",
		[PEER_2025] = "mmtests-2025",
		[PEER_2015] = "mmtests-2015",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (slice_is(name, names[i])) {
			*out = (enum peer_revision)i;
			return true;
		}
	return false;
}
