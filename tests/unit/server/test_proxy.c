/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/proxy.h"
#include "tests/unit/check.h"

static struct arena arena;
static struct proxies proxies;

static void trust(const char *cidr)
{
	struct error err;

	assert_int_equal(proxy_trust(&proxies, slice_str(cidr), &err), OK);
}

static void client(const char *peer, const char *forwarded, const char *wanted)
{
	check_text(proxy_client(&arena, &proxies, slice_str(peer), slice_str(forwarded)), wanted);
}

static void test_nobody_is_trusted(void **state)
{
	(void)state;
	proxies.count = 0;
	client("10.0.0.1", "1.2.3.4", "10.0.0.1");
	client("::1", "1.2.3.4", "::1");
}

static void test_from_the_right(void **state)
{
	(void)state;
	proxies.count = 0;
	trust("10.0.0.0/8");
	trust("fd00::/9");
	trust("192.0.2.7");
	client("10.255.0.1", "1.2.3.4", "1.2.3.4");
	client("11.0.0.1", "1.2.3.4", "11.0.0.1");
	client("10.0.0.1", "6.6.6.6, 1.2.3.4", "1.2.3.4");
	client("10.0.0.1", "6.6.6.6,1.2.3.4 , 10.0.0.2", "1.2.3.4");
	client("10.0.0.1", "", "10.0.0.1");
	client("10.0.0.1", "1.2.3.4, nonsense", "10.0.0.1");
	client("10.0.0.1", "1.2.3.4, nonsense, 10.0.0.9", "10.0.0.9");
	client("fd7f::1", "2001:db8::1", "2001:db8::1");
	client("fd80::1", "2001:db8::1", "fd80::1");
	client("::ffff:10.0.0.1", "1.2.3.4", "1.2.3.4");
	client("192.0.2.7", "1.2.3.4", "1.2.3.4");
	client("192.0.2.8", "1.2.3.4", "192.0.2.8");
	client("10.0.0.1", "10.0.0.2", "10.0.0.2");
}

static void test_networks_that_are_none(void **state)
{
	static const char *const bad[] = { "",          "10.0.0.0/33", "fd00::/129", "10.0.0/8",
					   "10.0.0.0/", "10.0.0.0/x",  "name" };
	struct error err;

	(void)state;
	proxies.count = 0;
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		assert_int_equal(proxy_trust(&proxies, slice_str(bad[i]), &err), ERR_INPUT);
	assert_int_equal(proxies.count, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_nobody_is_trusted),
		cmocka_unit_test(test_from_the_right),
		cmocka_unit_test(test_networks_that_are_none),
	};
	int failed;

	arena_init(&arena);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	arena_release(&arena);
	return failed;
}
