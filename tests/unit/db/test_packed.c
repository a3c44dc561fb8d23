/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "db/packed.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/check.h"

enum { COUNT = 5, BYTES = 4 + 3 * 8 + COUNT * 8 };

static const double numbers[COUNT] = { 1.5, -0.0, 1e308, 3, 4 };
static const int32_t owners[COUNT] = { 2, 2, 7, 7, 9 };

static struct slice pack(struct packing *packing)
{
	for (size_t i = 0; i < COUNT; i++)
		packing_add(packing, owners[i], numbers[i]);
	return packing_end(packing);
}

static void check_read(struct slice packed)
{
	double values[COUNT];
	int32_t of[COUNT];

	assert_int_equal(packed_count(packed), COUNT);
	assert_true(packed_read(packed, values, of));
	assert_memory_equal(values, numbers, sizeof(numbers));
	assert_memory_equal(of, owners, sizeof(owners));
}

static void what_was_packed_is_read(void **state)
{
	struct packing packing = { 0 };

	(void)state;
	check_read(pack(&packing));
	check_read(pack(&packing)); /* it began anew */
	packing_release(&packing);
}

/* The bytes are the same on every machine. */
static void bytes_are_these(void **state)
{
	static const char one[] = "\1\0\0\0"
				  "\3\0\0\0\2\0\0\0"
				  "\0\0\0\0\0\0\xf0\x3f"
				  "\0\0\0\0\0\0\0\xc0";
	struct packing packing = { 0 };
	struct slice packed;

	(void)state;
	packing_add(&packing, 3, 1);
	packing_add(&packing, 3, -2);
	packed = packing_end(&packing);
	assert_int_equal(packed.n, sizeof(one) - 1);
	assert_memory_equal(packed.p, one, sizeof(one) - 1);
	packing_release(&packing);
}

/* Shortened anywhere, or with any byte of the groups changed, they are not read beyond. */
static void damage_is_found(void **state)
{
	struct packing packing = { 0 };
	struct slice whole = pack(&packing);
	double values[COUNT + 3];
	int32_t of[COUNT + 3];
	char bytes[BYTES];

	(void)state;
	assert_int_equal(whole.n, BYTES);
	for (size_t n = 0; n < whole.n; n++) {
		char *cut = malloc(n + 1);

		memcpy(cut, whole.p, n);
		if (packed_count((struct slice){ cut, n }) <= COUNT)
			assert_false(packed_read((struct slice){ cut, n }, values, of));
		free(cut);
	}
	for (size_t at = 8; at < 28; at += 8) { /* the groups' counts */
		memcpy(bytes, whole.p, BYTES);
		bytes[at] ^= 0x40;
		assert_false(packed_read((struct slice){ bytes, BYTES }, values, of));
	}
	memcpy(bytes, whole.p, BYTES);
	memset(bytes, 0xff, 4);
	assert_int_equal(packed_count((struct slice){ bytes, BYTES }), 0);
	packing_release(&packing);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_packed_is_read),
		cmocka_unit_test(bytes_are_these),
		cmocka_unit_test(damage_is_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
