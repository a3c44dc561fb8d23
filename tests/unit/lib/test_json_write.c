/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/json_write.h"

#include <math.h>

#include "lib/json.h"
#include "tests/unit/check.h"

/* A tree of it gives the same bytes. */
static void same(struct buf *written, json_t *value)
{
	struct buf printed;

	buf_init(&printed);
	json_print(&printed, value);
	assert_true(slice_eq(buf_slice(written), buf_slice(&printed)));
	json_decref(value);
	buf_release(&printed);
	buf_clear(written);
}

static void texts(void **state)
{
	static const char *const all[] = {
		"",
		"plain",
		"a\"b\\c/d",
		"\b\f\n\r\t\x01\x1f\x7f",
		"gr\xc3\xbc\xc3\x9f \xf0\x9f\x98\x80",
		"a\xff"
		"b",
		"\xc3",
		"\xe2\x82",
	};
	struct buf buf;

	(void)state;
	buf_init(&buf);
	for (size_t i = 0; i < ARRAY_SIZE(all); i++) {
		json_write_text(&buf, slice_str(all[i]));
		same(&buf, json_text(slice_str(all[i])));
	}
	buf_release(&buf);
}

static void numbers(void **state)
{
	static const double all[] = {
		0,
		-0.0,
		1,
		-17,
		0.5,
		0.1,
		1e20,
		-1e-7,
		1e300,
		5e-324,
		9007199254740991.0,
		9007199254740992.0,
		1530574.6033,
		18446744073709551615.0,
		0.30000000000000004,
		NAN,
		INFINITY,
	};
	struct buf buf;

	(void)state;
	buf_init(&buf);
	for (size_t i = 0; i < ARRAY_SIZE(all); i++) {
		json_write_number(&buf, all[i]);
		same(&buf, json_number(all[i]));
	}
	json_write_integer(&buf, INT64_MIN);
	same(&buf, json_integer(INT64_MIN));
	json_write_integer(&buf, INT64_MAX);
	same(&buf, json_integer(INT64_MAX));
	buf_release(&buf);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts),
		cmocka_unit_test(numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
