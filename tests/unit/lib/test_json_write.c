/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/json_write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/json.h"
#include "tests/unit/check.h"

/* The library makes the same bytes of it. */
static void same(struct buf *written, json_t *value)
{
	char *printed = json_dumps(value, JSON_COMPACT | JSON_REAL_PRECISION(15) | JSON_ENCODE_ANY);

	check_text(buf_slice(written), printed);
	free(printed);
	json_decref(value);
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

/* All powers, digits at the cut next to a half and to nine, and any bits at all. */
static void many_numbers(void **state)
{
	uint64_t bits = 0x9e3779b97f4a7c15;
	struct buf buf;

	(void)state;
	buf_init(&buf);
	for (int power = -8; power < 18; power++) {
		for (int i = -40; i <= 40; i++) {
			double value = (1.0 + i * 0x1p-52) * pow(10, power);

			json_write_real(&buf, value);
			same(&buf, json_real(value));
			value = (123456789012345.5 + i * 0x1p-6) * pow(10, power - 14);
			json_write_real(&buf, -value);
			same(&buf, json_real(-value));
		}
	}
	for (int i = 0; i < 200000; i++) {
		double value;

		bits = bits * 6364136223846793005 + 1442695040888963407;
		value = i % 2 == 0 ? (double)(int64_t)bits / 0x1p50 : (double)(bits >> 40) / 1000;
		json_write_real(&buf, value);
		same(&buf, json_real(value));
	}
	buf_release(&buf);
}

static void trees(void **state)
{
	static const char text[] = "{\"a\":[],\"b\":{},\"c\":[1,2.5,-0.0,1e300,true,false,null,"
				   "\"x\\u0001\\n\"],\"\":{\"d\":[[]]}}";
	struct error err;
	struct buf buf;
	json_t *value;

	(void)state;
	buf_init(&buf);
	assert_int_equal(json_parse(slice_str(text), &value, &err), OK);
	json_print(&buf, value);
	same(&buf, value);
	buf_release(&buf);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts),
		cmocka_unit_test(numbers),
		cmocka_unit_test(many_numbers),
		cmocka_unit_test(trees),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
