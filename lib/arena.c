/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#define POISON(p, n)   ASAN_POISON_MEMORY_REGION(p, n)
#define UNPOISON(p, n) ASAN_UNPOISON_MEMORY_REGION(p, n)
#else
#define POISON(p, n)   ((void)(p), (void)(n))
#define UNPOISON(p, n) ((void)(p), (void)(n))
#endif

enum { BLOCK_BYTES = 64 * 1024, ALIGN_BYTES = 16, REDZONE_BYTES = 16 };

struct arena_block {
	struct arena_block *next;
	size_t size, used; /* of data */
	_Alignas(ALIGN_BYTES) char data[];
};

static struct arena_block *block_new(size_t size_bytes)
{
	struct arena_block *block = memory_must(malloc(sizeof(*block) + size_bytes));

	block->next = NULL;
	block->size = size_bytes;
	block->used = 0;
	POISON(block->data, block->size);
	return block;
}

void arena_init(struct arena *arena)
{
	*arena = (struct arena){ 0 };
}

static void block_free(struct arena_block *block)
{
	UNPOISON(block->data, block->size);
	free(block);
}

static void blocks_free(struct arena_block *block)
{
	while (block != NULL) {
		struct arena_block *next = block->next;

		block_free(block);
		block = next;
	}
}

void arena_release(struct arena *arena)
{
	blocks_free(arena->blocks);
	arena_init(arena);
}

void arena_reset(struct arena *arena)
{
	struct arena_block *keep = arena->blocks;

	arena->used_bytes = 0;
	if (keep == NULL)
		return;
	blocks_free(keep->next);
	keep->next = NULL;
	keep->used = 0;
	POISON(keep->data, keep->size);
}

struct arena_mark arena_mark(const struct arena *arena)
{
	return (struct arena_mark){
		.block = arena->blocks,
		.used = arena->blocks == NULL ? 0 : arena->blocks->used,
		.used_bytes = arena->used_bytes,
	};
}

void arena_rewind(struct arena *arena, struct arena_mark mark)
{
	struct arena_block *block = arena->blocks;

	while (block != mark.block) {
		struct arena_block *older = block->next;

		block_free(block);
		block = older;
	}
	arena->blocks = block;
	arena->used_bytes = mark.used_bytes;
	if (block == NULL)
		return;
	block->used = mark.used;
	POISON(block->data + mark.used, block->size - mark.used);
}

static size_t round_up(size_t size_bytes)
{
	if (size_bytes > SIZE_MAX - ALIGN_BYTES - REDZONE_BYTES)
		memory_none();
#if defined(__SANITIZE_ADDRESS__)
	size_bytes += REDZONE_BYTES;
#endif
	return (size_bytes + ALIGN_BYTES - 1) / ALIGN_BYTES * ALIGN_BYTES;
}

void *arena_alloc(struct arena *arena, size_t size_bytes)
{
	size_t need = round_up(size_bytes > 0 ? size_bytes : 1);
	struct arena_block *block = arena->blocks;
	void *p;

	if (block == NULL || block->size - block->used < need) {
		block = block_new(need > BLOCK_BYTES ? need : BLOCK_BYTES);
		block->next = arena->blocks;
		arena->blocks = block;
	}
	p = block->data + block->used;
	block->used += need;
	arena->used_bytes += need;
	UNPOISON(p, size_bytes);
	return memset(p, 0, size_bytes);
}

void *arena_array(struct arena *arena, size_t count, size_t element_bytes)
{
	if (element_bytes != 0 && count > SIZE_MAX / element_bytes)
		memory_none();
	return arena_alloc(arena, count * element_bytes);
}

void *arena_grow(struct arena *arena, void *data, size_t count, size_t *capacity,
		 size_t element_bytes)
{
	size_t wanted = *capacity == 0 ? 8 : *capacity * 2;
	void *bigger;

	if (count < *capacity)
		return data;
	bigger = arena_array(arena, wanted, element_bytes);
	if (count > 0)
		memcpy(bigger, data, count * element_bytes);
	*capacity = wanted;
	return bigger;
}

struct slice arena_slice(struct arena *arena, struct slice slice)
{
	return (struct slice){ arena_cstr(arena, slice), slice.n };
}

char *arena_cstr(struct arena *arena, struct slice slice)
{
	char *p = arena_alloc(arena, slice.n + 1);

	if (slice.n > 0)
		memcpy(p, slice.p, slice.n);
	return p;
}

struct slice arena_join(struct arena *arena, const struct slice *parts, size_t count)
{
	size_t n = 0, used = 0;
	char *p;

	for (size_t i = 0; i < count; i++)
		n += parts[i].n;
	p = arena_alloc(arena, n + 1);
	for (size_t i = 0; i < count; used += parts[i++].n)
		if (parts[i].n > 0)
			memcpy(p + used, parts[i].p, parts[i].n);
	return (struct slice){ p, n };
}

struct slice arena_printf(struct arena *arena, const char *fmt, ...)
{
	va_list ap, again;
	int n;
	char *p;

	va_start(ap, fmt);
	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (n < 0)
		n = 0;
	p = arena_alloc(arena, (size_t)n + 1);
	(void)vsnprintf(p, (size_t)n + 1, fmt, again);
	va_end(again);
	return (struct slice){ p, (size_t)n };
}
