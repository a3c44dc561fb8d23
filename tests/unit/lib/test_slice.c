/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/slice.h"

#include "tests/unit/check.h"

static void test_compare(void **data)
{
	(void)data;
	assert_true(slice_eq(SLICE_NONE, SLICE("")));
	assert_true(slice_eq(slice_str(NULL), SLICE_NONE));
	assert_false(slice_eq(SLICE("ab"), SLICE("abc")));
	assert_true(slice_cmp(SLICE("ab"), SLICE("abc")) < 0);
	assert_true(slice_cmp(SLICE("\xff"), SLICE("a")) > 0);
	assert_int_equal(slice_cmp(SLICE("a\0b"), SLICE("a\0b")), 0);
}

static void test_natural_order(void **data)
{
	static const char *const sorted[] = {
		"",
		"a",
		"iter-02",
		"iter-2",
		"iter-10",
		"iter-10a",
		"pft-9.log",
		"pft-10.log",
		"x99999999999999999999",
		"x100000000000000000000",
	};

	(void)data;
	for (size_t i = 0; i < ARRAY_SIZE(sorted); i++)
		for (size_t j = 0; j < ARRAY_SIZE(sorted); j++) {
			int order = slice_cmp_natural(slice_str(sorted[i]), slice_str(sorted[j]));

			assert_int_equal((order > 0) - (order < 0), (i > j) - (i < j));
		}
}

static void test_find_and_cut(void **data)
{
	struct slice s = SLICE("key=value=more");

	(void)data;
	assert_int_equal(slice_find(s, "value"), 4);
	assert_int_equal(slice_find(s, "none"), s.n);
	assert_int_equal(slice_find_char(s, '='), 3);
	assert_int_equal(slice_rfind_char(s, '='), 9);
	assert_int_equal(slice_find_char(SLICE_NONE, 'x'), 0);
	check_text(slice_head(s, 3), "key");
	check_text(slice_head(s, 99), "key=value=more");
	check_text(slice_skip(s, 10), "more");
	check_text(slice_skip(s, 99), "");
	assert_true(slice_take(&s, "key="));
	assert_false(slice_take(&s, "key="));
	check_text(s, "value=more");
	assert_true(slice_starts(s, "value") && slice_ends(s, "more"));
	assert_false(slice_starts(SLICE("va"), "value") || slice_ends(SLICE("re"), "more"));
	check_text(slice_trim(SLICE(" \t a b \r\n")), "a b");
	check_text(slice_trim_end(SLICE(" a ")), " a");
	check_text(slice_trim(SLICE(" \n")), "");
}

static void test_lines(void **data)
{
	struct slice rest = SLICE("one\r\n\nthree"), line;

	(void)data;
	assert_true(slice_line(&rest, &line));
	check_text(line, "one");
	assert_true(slice_line(&rest, &line));
	check_text(line, "");
	assert_true(slice_line(&rest, &line));
	check_text(line, "three");
	assert_false(slice_line(&rest, &line));
}

static void test_fields_and_parts(void **data)
{
	struct slice rest = SLICE("  a\tbb  "), part;

	(void)data;
	check_text(slice_field(&rest), "a");
	check_text(slice_field(&rest), "bb");
	check_text(slice_field(&rest), "");
	rest = SLICE("a,,b,");
	assert_true(slice_split(&rest, ',', &part));
	check_text(part, "a");
	assert_true(slice_split(&rest, ',', &part));
	check_text(part, "");
	assert_true(slice_split(&rest, ',', &part));
	check_text(part, "b");
	assert_true(slice_split(&rest, ',', &part)); /* behind the last comma */
	check_text(part, "");
	assert_false(slice_split(&rest, ',', &part));
}

static void test_paths(void **data)
{
	(void)data;
	check_text(slice_basename(SLICE("a/b/c.txt")), "c.txt");
	check_text(slice_dirname(SLICE("a/b/c.txt")), "a/b");
	check_text(slice_basename(SLICE("c.txt")), "c.txt");
	check_text(slice_dirname(SLICE("c.txt")), "");
}

static void test_utf8(void **data)
{
	static const char *const good[] = {
		"", "plain", "\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x90\xa7", "\xf4\x8f\xbf\xbf"
	};
	static const char *const bad[] = { "\x80",         "\xc3",
					   "\xc0\xaf",     "\xed\xa0\x80",
					   "\xe0\x80\x80", "\xf4\x90\x80\x80",
					   "\xff",         "\xf0\x80\x80\x80",
					   "a\xe2\x82" };

	(void)data;
	for (size_t i = 0; i < ARRAY_SIZE(good); i++)
		assert_true(slice_is_utf8(slice_str(good[i])));
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		assert_false(slice_is_utf8(slice_str(bad[i])));
}

/* Values of the function's published test vectors. */
static void test_hash(void **data)
{
	(void)data;
	assert_true(slice_hash(SLICE("")) == 0xcbf29ce484222325u);
	assert_true(slice_hash(SLICE("a")) == 0xaf63dc4c8601ec8cu);
	assert_true(slice_hash(SLICE("foobar")) == 0x85944171f73967e8u);
}

static void words_are_found_in_any_case(void **state)
{
	const struct slice name = SLICE("pft faults/CPU-1");

	(void)state;
	assert_true(slice_has_words(name, SLICE("")));
	assert_true(slice_has_words(name, SLICE("cpu-1 PFT")));
	assert_true(slice_has_words(name, name));
	assert_false(slice_has_words(name, SLICE("cpu-1 sec")));
	assert_false(slice_has_words(SLICE("pf"), name));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_compare),
		cmocka_unit_test(test_natural_order),
		cmocka_unit_test(test_find_and_cut),
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_fields_and_parts),
		cmocka_unit_test(test_paths),
		cmocka_unit_test(test_utf8),
		cmocka_unit_test(test_hash),
		cmocka_unit_test(words_are_found_in_any_case),
	};

	return cmocka_run_group_tests_name("lib/slice", tests, NULL, NULL);
}
