/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lib/base.h"
#include "server/cache.h"

enum { LIMIT = 64 * 1024, VALUE = 4 * 1024, VALUES = 40 };

static int values[VALUES];
static int released[VALUES];

static void release(void *value)
{
	released[(int *)value - values]++;
}

static void take_value(void *value, void *data)
{
	*(int **)data = value;
}

static void key_of(int i, unsigned char key[SHA256_SIZE])
{
	sha256((struct slice){ (const char *)&i, sizeof(i) }, key);
}

static int *find(struct cache *cache, int i)
{
	unsigned char key[SHA256_SIZE];
	int *found = NULL;
	bool is_there;

	key_of(i, key);
	is_there = cache_use(cache, key, take_value, &found);
	assert_true(is_there == (found != NULL));
	return found;
}

static void put(struct cache *cache, int i, size_t size_bytes)
{
	unsigned char key[SHA256_SIZE];

	key_of(i, key);
	cache_add(cache, key, &values[i], size_bytes);
}

static int reset(void **state)
{
	memset(released, 0, sizeof(released));
	*state = cache_new(LIMIT, release);
	return 0;
}

static int end(void **state)
{
	cache_free(*state);
	return 0;
}

static void test_keeps_and_finds(void **state)
{
	assert_null(find(*state, 0));
	put(*state, 0, VALUE);
	put(*state, 1, VALUE);
	assert_ptr_equal(find(*state, 0), &values[0]);
	assert_ptr_equal(find(*state, 1), &values[1]);
	put(*state, 0, VALUE); /* the one that is there stays */
	assert_int_equal(released[0], 1);
	assert_ptr_equal(find(*state, 0), &values[0]);
}

static void test_drops_least_recently_used(void **state)
{
	for (int i = 0; i < VALUES; i++) {
		put(*state, i, VALUE);
		assert_ptr_equal(find(*state, 0), &values[0]); /* used all the time */
		assert_true(cache_bytes(*state) <= LIMIT);
	}
	assert_int_equal(released[0], 0);
	assert_int_equal(released[1], 1);
	assert_null(find(*state, 1));
	assert_ptr_equal(find(*state, VALUES - 1), &values[VALUES - 1]);
}

static void test_refuses_large(void **state)
{
	put(*state, 0, LIMIT / 8);
	assert_int_equal(released[0], 1);
	assert_null(find(*state, 0));
	assert_int_equal(cache_bytes(*state), 0);
}

static void test_free_releases_all(void **state)
{
	struct cache *cache = cache_new(LIMIT, release);

	(void)state;
	put(cache, 3, VALUE);
	put(cache, 4, VALUE);
	cache_free(cache);
	assert_int_equal(released[3], 1);
	assert_int_equal(released[4], 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_keeps_and_finds, reset, end),
		cmocka_unit_test_setup_teardown(test_drops_least_recently_used, reset, end),
		cmocka_unit_test_setup_teardown(test_refuses_large, reset, end),
		cmocka_unit_test_setup_teardown(test_free_releases_all, reset, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
