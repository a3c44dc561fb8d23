/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/arena.h"

#include <string.h>

#include "tests/unit/check.h"

static void test_zeroed_and_aligned(void **data)
{
	static const char zeros[4096];
	struct arena arena;

	(void)data;
	arena_init(&arena);
	for (int round = 0; round < 3; round++) {
		for (size_t size = 0; size <= sizeof(zeros); size += 37) {
			char *p = arena_alloc(&arena, size);

			assert_true((uintptr_t)p % 16 == 0);
			assert_memory_equal(p, zeros, size);
			memset(p, 0xff, size);
		}
		arena_reset(&arena); /* what comes again is zeroed again */
		assert_int_equal(arena.used_bytes, 0);
	}
	arena_release(&arena);
}

static void test_larger_than_a_block(void **data)
{
	struct arena arena;
	char *small, *large;

	(void)data;
	arena_init(&arena);
	small = arena_alloc(&arena, 10);
	memset(small, 'a', 10);
	large = arena_alloc(&arena, MiB);
	memset(large, 'b', MiB);
	assert_int_equal(small[9], 'a');
	assert_int_equal(large[MiB - 1], 'b');
	arena_release(&arena);
}

static void test_rewind(void **data)
{
	struct arena arena;
	struct arena_mark empty, some;
	char *kept;

	(void)data;
	arena_init(&arena);
	empty = arena_mark(&arena);
	kept = arena_cstr(&arena, SLICE("kept"));
	for (int round = 0; round < 3; round++) {
		size_t used = arena.used_bytes;
		char *p;

		some = arena_mark(&arena);
		(void)arena_alloc(&arena, 100);
		(void)arena_alloc(&arena, MiB);
		arena_rewind(&arena, some);
		assert_int_equal(arena.used_bytes, used);
		p = arena_alloc(&arena, 100); /* zeroed, and beside what was kept */
		assert_int_equal(p[0] | p[99], 0);
		memset(p, 'x', 100);
		assert_memory_equal(kept, "kept", 4);
	}
	arena_rewind(&arena, empty);
	assert_int_equal(arena.used_bytes, 0);
	arena_release(&arena);
}

static void test_push(void **data)
{
	struct arena arena;
	size_t count = 0, capacity = 0;
	int *list = NULL;

	(void)data;
	arena_init(&arena);
	for (int i = 0; i < 1000; i++)
		ARENA_PUSH(&arena, list, count, capacity, i);
	assert_int_equal(count, 1000);
	assert_true(capacity >= 1000);
	for (int i = 0; i < 1000; i++)
		assert_int_equal(list[i], i);
	arena_release(&arena);
}

static void test_texts(void **data)
{
	char source[] = "text";
	struct arena arena;
	struct slice copy;

	(void)data;
	arena_init(&arena);
	copy = arena_slice(&arena, slice_str(source));
	source[0] = 'n';
	check_text(copy, "text");
	assert_int_equal(copy.p[4], '\0');
	assert_string_equal(arena_cstr(&arena, slice_head(SLICE("abcdef"), 3)), "abc");
	check_text(arena_slice(&arena, SLICE_NONE), "");
	check_text(arena_printf(&arena, "%s-%d", "x", 7), "x-7");
	check_text(arena_join(&arena, (struct slice[]){ SLICE("a"), SLICE_NONE, SLICE("-b") }, 3),
		   "a-b");
	check_text(arena_join(&arena, NULL, 0), "");
	arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_zeroed_and_aligned),
		cmocka_unit_test(test_larger_than_a_block),
		cmocka_unit_test(test_rewind),
		cmocka_unit_test(test_push),
		cmocka_unit_test(test_texts),
	};

	return cmocka_run_group_tests_name("lib/arena", tests, NULL, NULL);
}
