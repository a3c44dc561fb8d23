/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/json_lines.h"

#include "tests/unit/check.h"

static void check_lines(const char *text, const char *wanted)
{
	struct error err;
	struct buf buf;
	json_t *value;

	assert_int_equal(json_parse(slice_str(text), &value, &err), OK);
	buf_init(&buf);
	json_lines(&buf, value);
	check_text(buf_slice(&buf), wanted);
	buf_release(&buf);
	json_decref(value);
}

static void members(void **state)
{
	(void)state;
	check_lines("{}", "");
	check_lines("{\"id\": \"A\\nB\", \"n\": 1.5, \"yes\": true, \"no\": null, \"in\": {\"a\": "
		    "{\"b\": 2}}}",
		    "id: A B\nn: 1.5\nyes: true\nno:\nin.a.b: 2\n");
	check_lines("{\"names\": [\"a\", 2], \"none\": []}", "names: a, 2\nnone:\n");
}

/* Columns as they come, those of later entries behind; a line ends with its last value. */
static void tables(void **state)
{
	(void)state;
	check_lines("{\"runs\": [{\"id\": \"X\", \"k\": {\"slug\": \"6.12\"}},"
		    " {\"id\": \"long\\u00e4\", \"names\": [1, 2], \"k\": {\"slug\": \"v\"}}], "
		    "\"next\": \"n\"}",
		    "runs:\n"
		    "  id     k.slug  names\n"
		    "  X      6.12\n"
		    "  long\xc3\xa4  v       1, 2\n"
		    "next: n\n");
}

/* What has lists of its own is no table, and nothing of it is lost. */
static void entries_with_lists(void **state)
{
	(void)state;
	check_lines("{\"groups\": [{\"name\": \"g\", \"rows\": [{\"a\": 1}, {\"a\": 2}], "
		    "\"pairs\": [[1, 2], null]}]}",
		    "groups.0.name: g\n"
		    "groups.0.rows:\n"
		    "  a\n"
		    "  1\n"
		    "  2\n"
		    "groups.0.pairs.0: 1, 2\n"
		    "groups.0.pairs.1:\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(members),
		cmocka_unit_test(tables),
		cmocka_unit_test(entries_with_lists),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
