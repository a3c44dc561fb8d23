/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Texts and the order in which they were first seen, as a hash table in an arena.
 * Layer: ingest, above lib.
 */
#ifndef INGEST_DICT_H
#define INGEST_DICT_H

#include "lib/arena.h"
#include "lib/slice.h"

struct dict {
	struct arena *arena;
	/* private */
	struct dict_slot *slots;
	size_t size, count;
};

#define DICT_NONE SIZE_MAX

void dict_init(struct dict *dict, struct arena *arena);
/* The index of key, from 0; a new one is borrowed for as long as the dict lives. */
size_t dict_add(struct dict *dict, struct slice key);
/* The index of key, or DICT_NONE. */
size_t dict_find(const struct dict *dict, struct slice key);

#endif
