/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/json.h"

#include <math.h>

#include "lib/record.h"
#include "tests/unit/check.h"

static void check_json(json_t *value, const char *wanted)
{
	struct buf buf;

	buf_init(&buf);
	json_print(&buf, value);
	check_text(buf_slice(&buf), wanted);
	buf_release(&buf);
	json_decref(value);
}

static void test_absent_adds_nothing(void **data)
{
	json_t *object = json_object();

	(void)data;
	json_add_text(object, "text", SLICE_NONE);
	json_add_number(object, "number", NAN);
	json_add_number(object, "infinite", INFINITY);
	json_add_count(object, "count", RECORD_NO_COUNT);
	check_json(object, "{}");
}

static void test_values(void **data)
{
	json_t *object = json_object(), *array = json_array();

	(void)data;
	json_add_text(object, "text", SLICE("a\"b"));
	json_add_number(object, "whole", 42);
	json_add_number(object, "broken", 0.1);
	json_add_number(object, "large", 1530574.6033);
	json_add_number(object, "bytes", 9007199254740991);
	json_add_count(object, "count", -3);
	json_add_bool(object, "yes", true);
	json_push(array, json_number(NAN));
	json_push(array, json_text(SLICE("")));
	json_add(object, "list", array);
	check_json(object, "{\"text\":\"a\\\"b\",\"whole\":42,\"broken\":0.1,"
			   "\"large\":1530574.6033,\"bytes\":9007199254740991,\"count\":-3,\"yes\":"
			   "true,\"list\":[null,\"\"]}");
}

static void test_repaired_text(void **data)
{
	(void)data;
	check_json(json_text(SLICE("a\xff\xc3\xa4\xc3")), "\"a\xef\xbf\xbd\xc3\xa4\xef\xbf\xbd\"");
	check_json(json_text(SLICE("x\0y")), "\"x\\u0000y\"");
}

static void test_parsing(void **data)
{
	static const char *const bad[] = {
		"", "{", "{\"a\": 1, \"a\": 2}", "[1] x", "{\"a\": \"\xff\"}", "{'a': 1}"
	};
	struct error err = { 0 };
	json_t *value;

	(void)data;
	assert_int_equal(json_parse(SLICE("{\"a\": \"b\", \"n\": 1}"), &value, &err), OK);
	check_text(json_get_text(value, "a"), "b");
	check_text(json_get_text(value, "n"), "");
	check_text(json_get_text(value, "none"), "");
	json_decref(value);
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		assert_int_equal(json_parse(slice_str(bad[i]), &value, &err), ERR_INPUT);
	assert_int_equal(json_parse(SLICE("{\n\n\"a\": }"), &value, &err), ERR_INPUT);
	assert_int_equal(err.line, 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_absent_adds_nothing),
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_repaired_text),
		cmocka_unit_test(test_parsing),
	};

	return cmocka_run_group_tests_name("lib/json", tests, NULL, NULL);
}
