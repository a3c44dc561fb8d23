/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/buf.h"

#include "tests/unit/check.h"

static void test_building(void **data)
{
	struct buf buf;

	(void)data;
	buf_init(&buf);
	check_text(buf_slice(&buf), "");
	buf_adds(&buf, "a");
	buf_addc(&buf, 'b');
	buf_fill(&buf, '-', 3);
	buf_addf(&buf, "%d %s", 42, "x");
	buf_add(&buf, SLICE("\0z"));
	assert_int_equal(buf.n, 11);
	assert_memory_equal(buf.data, "ab---42 x\0z", 12);
	buf_clear(&buf);
	check_text(buf_slice(&buf), "");
	buf_release(&buf);
}

static void test_growing(void **data)
{
	struct buf buf;

	(void)data;
	buf_init(&buf);
	for (int i = 0; i < 10000; i++)
		buf_addf(&buf, "%04d", i);
	assert_false(buf.failed);
	assert_int_equal(buf.n, 40000);
	check_text(slice_skip(buf_slice(&buf), 39996), "9999");
	buf_release(&buf);
}

/* Failure sticks, and nothing is half added. */
static void test_limit(void **data)
{
	struct buf buf;

	(void)data;
	buf_init(&buf);
	buf.limit = 5;
	buf_adds(&buf, "12345");
	assert_false(buf.failed);
	buf_addc(&buf, '6');
	assert_true(buf.failed);
	buf_adds(&buf, "");
	check_text(buf_slice(&buf), "12345");
	buf_clear(&buf);
	buf_addf(&buf, "%s", "123456");
	assert_true(buf.failed);
	check_text(buf_slice(&buf), "");
	buf_release(&buf);
}

static void test_escaping(void **data)
{
	struct buf buf;

	(void)data;
	buf_init(&buf);
	buf_add_html(&buf, SLICE("<a href=\"x\">&'b"));
	check_text(buf_slice(&buf), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;b");
	buf_clear(&buf);
	buf_add_html(&buf, SLICE("\xe2\x80\xa9"
				 "a\xe2\x80\xae"
				 "b\xe2\x81\xa6\xe2\x81\xa9\xe2\x81\xaa\xe2\x80"));
	check_text(buf_slice(&buf), "\xe2\x80\xa9"
				    "a\xef\xbf\xbd"
				    "b\xef\xbf\xbd\xef\xbf\xbd\xe2\x81\xaa\xe2\x80");
	buf_clear(&buf);
	buf_add_url(&buf, SLICE("6.1+deb12 ~a/\xc3\xa4&"));
	check_text(buf_slice(&buf), "6.1%2Bdeb12%20~a%2F%C3%A4%26");
	buf_release(&buf);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_building),
		cmocka_unit_test(test_growing),
		cmocka_unit_test(test_limit),
		cmocka_unit_test(test_escaping),
	};

	return cmocka_run_group_tests_name("lib/buf", tests, NULL, NULL);
}
