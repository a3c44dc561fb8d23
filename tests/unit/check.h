/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What unit tests share: cmocka in the order that it needs, slices, test data. */
#ifndef TESTS_UNIT_CHECK_H
#define TESTS_UNIT_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "lib/arena.h"
#include "lib/slice.h"

/* Says both texts when they differ. */
#define check_text(got, wanted) check_text_at((got), (wanted), __FILE__, __LINE__)

static inline void check_text_at(struct slice got, const char *wanted, const char *file, int line)
{
	if (slice_is(got, wanted))
		return;
	print_error("%s:%d: got \"%.*s\", wanted \"%s\"\n", file, line, SLICE_FMT(got), wanted);
	_fail(file, line);
}

/* The whole of a file below the top folder, where the tests are started. */
static inline struct slice check_data(struct arena *arena, const char *path)
{
	FILE *file = fopen(path, "rb");
	char *bytes;
	long size;

	assert_non_null(file);
	assert_int_equal(fseek(file, 0, SEEK_END), 0);
	size = ftell(file);
	assert_true(size > 0);
	rewind(file);
	bytes = arena_alloc(arena, (size_t)size);
	assert_int_equal(fread(bytes, 1, (size_t)size, file), size);
	assert_int_equal(fclose(file), 0);
	return (struct slice){ bytes, (size_t)size };
}

#endif
