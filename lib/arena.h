/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Memory that lives exactly as long as one request or one ingest.
 * Layer: lib, above base only. Nothing in it is freed singly; unused bytes are poisoned under
 * ASan, so that an overrun inside it is found. Want of memory ends the program: lib/memory.h.
 */
#ifndef LIB_ARENA_H
#define LIB_ARENA_H

#include "lib/base.h"
#include "lib/slice.h"

struct arena_block;

struct arena {
	struct arena_block *blocks; /* newest first */
	size_t used_bytes;          /* handed out since the last reset */
};

/* How much of an arena was in use at some moment. */
struct arena_mark {
	struct arena_block *block;
	size_t used, used_bytes;
};

void arena_init(struct arena *arena);
void arena_release(struct arena *arena);

/* Forgets all that was allocated and keeps one block for the next round. */
void arena_reset(struct arena *arena);

/*
 * Forgets what was allocated since the mark: what a computation needs on its way to a result that
 * points to none of it. Marks are rewound to in the reverse order of their making, each once.
 */
struct arena_mark arena_mark(const struct arena *arena);
void arena_rewind(struct arena *arena, struct arena_mark mark);

/* size_bytes zeroed bytes, aligned for any type; never NULL. */
void *arena_alloc(struct arena *arena, size_t size_bytes);

/* count zeroed elements; an overflow of the product is want of memory. */
void *arena_array(struct arena *arena, size_t count, size_t element_bytes);

/*
 * Makes room for one more element in an array that doubles when it is full: returns the array,
 * moved or not, with space for count + 1 elements. *capacity starts at 0 and data at NULL.
 */
void *arena_grow(struct arena *arena, void *data, size_t count, size_t *capacity,
		 size_t element_bytes);

/* A copy of the bytes, with a NUL behind it that is not counted. */
struct slice arena_slice(struct arena *arena, struct slice slice);

/* The same as a C string. */
char *arena_cstr(struct arena *arena, struct slice slice);

/* The parts one behind the other, NUL behind them: for what printf would take too long. */
struct slice arena_join(struct arena *arena, const struct slice *parts, size_t count);

/* printf into the arena. */
struct slice arena_printf(struct arena *arena, const char *fmt, ...) PRINTF(2, 3);

#define ARENA_NEW(arena, type)          ((type *)arena_alloc(arena, sizeof(type)))
#define ARENA_ARRAY(arena, count, type) ((type *)arena_array(arena, count, sizeof(type)))
/* Appends value to the array at list, whose length and capacity are count and capacity. */
#define ARENA_PUSH(arena, list, count, capacity, value)                         \
	((list) = arena_grow(arena, list, count, &(capacity), sizeof(*(list))), \
	 (list)[(count)++] = (value))

#endif
