/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/dict.h"

enum { FIRST_SIZE = 16 };

struct dict_slot {
	struct slice key;
	size_t index; /* and 1; 0 = free */
};

void dict_init(struct dict *dict, struct arena *arena)
{
	*dict = (struct dict){ .arena = arena, .size = FIRST_SIZE };
	dict->slots = ARENA_ARRAY(arena, FIRST_SIZE, struct dict_slot);
}

static struct dict_slot *slot_of(struct dict_slot *slots, size_t size, struct slice key)
{
	size_t at = (slice_hash(key) * 0x9e3779b97f4a7c15u >> 20) & (size - 1);

	while (slots[at].index > 0 && !slice_eq(slots[at].key, key))
		at = (at + 1) & (size - 1);
	return &slots[at];
}

static void grow(struct dict *dict)
{
	size_t size = dict->size * 2;
	struct dict_slot *slots = ARENA_ARRAY(dict->arena, size, struct dict_slot);

	for (size_t i = 0; i < dict->size; i++)
		if (dict->slots[i].index > 0)
			*slot_of(slots, size, dict->slots[i].key) = dict->slots[i];
	dict->slots = slots;
	dict->size = size;
}

size_t dict_add(struct dict *dict, struct slice key)
{
	struct dict_slot *slot;

	if (dict->count * 2 >= dict->size)
		grow(dict);
	slot = slot_of(dict->slots, dict->size, key);
	if (slot->index == 0)
		*slot = (struct dict_slot){ .key = key, .index = ++dict->count };
	return slot->index - 1;
}

size_t dict_find(const struct dict *dict, struct slice key)
{
	const struct dict_slot *slot = slot_of(dict->slots, dict->size, key);

	return slot->index > 0 ? slot->index - 1 : DICT_NONE;
}
