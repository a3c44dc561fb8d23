/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "server/request.h"

static void assert_slice(struct slice got, const char *want)
{
	if (!slice_is(got, want))
		fail_msg("got '%.*s', want '%s'", SLICE_FMT(got), want);
}

static bool match(const char *pattern, const char *path, struct param *params)
{
	return request_match(pattern, slice_str(path), params);
}

static void test_match(void **state)
{
	struct param params[REQUEST_PATH_PARAMS_MAX] = { 0 };

	(void)state;
	assert_true(match("/", "/", params));
	assert_true(match("/api/v1", "/api/v1", params));
	assert_false(match("/api/v1", "/api/v1/", params));
	assert_false(match("/api/v1", "/api", params));
	assert_false(match("/", "", params));
	assert_true(match("/runs/:run/samples", "/runs/0A.b_~-9/samples", params));
	assert_slice(params[0].name, "run");
	assert_slice(params[0].value, "0A.b_~-9");
	assert_false(match("/runs/:run", "/runs/", params));
	assert_false(match("/runs/:run", "/runs/a/b", params));
	assert_false(match("/runs/:run", "/runs/a b", params));
	assert_false(match("/runs/:run", "/runs/a%2fb", params));
	assert_true(match("/m/:machine:merge", "/m/a:merge", params));
	assert_true(slice_is(params[0].name, "machine"));
	assert_true(slice_is(params[0].value, "a"));
	assert_false(match("/m/:machine:merge", "/m/:merge", params));
	assert_false(match("/m/:machine:merge", "/m/a:b:merge", params));
	assert_false(match("/m/:machine:merge", "/m/amerge", params));
	assert_false(match("/m/:machine", "/m/a:merge", params));
	assert_true(match("/app/*", "/app/x/y.js", params));
	assert_false(match("/app/*", "/app/", params));
	assert_false(match("/app/*", "/apple", params));
}

static void test_suffix(void **state)
{
	struct slice path = SLICE("/run/X.json");
	enum format format;

	(void)state;
	assert_true(request_suffix(&path, &format));
	assert_slice(path, "/run/X");
	assert_int_equal(format, FORMAT_JSON);
	path = SLICE("/.txt");
	assert_true(request_suffix(&path, &format));
	assert_slice(path, "/");
	assert_int_equal(format, FORMAT_TEXT);
	path = SLICE("/runs");
	assert_false(request_suffix(&path, &format));
}

static void test_page_format(void **state)
{
	(void)state;
	assert_int_equal(request_page_format(SLICE("*/*")), FORMAT_TEXT);
	assert_int_equal(request_page_format(SLICE_NONE), FORMAT_TEXT);
	assert_int_equal(request_page_format(SLICE("text/html,application/xml;q=0.9,*/*;q=0.8")),
			 FORMAT_HTML);
	assert_int_equal(request_page_format(SLICE("text/plain, text/html;q=0.5")), FORMAT_TEXT);
	assert_int_equal(request_page_format(SLICE("text/plain;q=0.4, text/html; q=0.5")),
			 FORMAT_HTML);
	assert_int_equal(request_page_format(SLICE("text/html;q=0")), FORMAT_TEXT);
	assert_int_equal(request_page_format(SLICE("text/html;q=nan")), FORMAT_TEXT);
	assert_true(request_accepts(SLICE("gzip, br"), "br") == 1);
	assert_true(request_accepts(SLICE("gzip, br;q=0"), "br") == 0);
	assert_true(request_accepts(SLICE("gzip"), "br") == -1);
}

static void test_tag_listed(void **state)
{
	struct slice tag = SLICE("ABC");

	(void)state;
	assert_true(request_tag_listed(SLICE("\"ABC\""), tag));
	assert_true(request_tag_listed(SLICE("W/\"ABC\""), tag));
	assert_true(request_tag_listed(SLICE("\"x\", \"ABC\""), tag));
	assert_true(request_tag_listed(SLICE("*"), tag));
	assert_false(request_tag_listed(SLICE("ABC"), tag));
	assert_false(request_tag_listed(SLICE("\"AB\""), tag));
	assert_false(request_tag_listed(SLICE("\"ABCD\""), tag));
	assert_false(request_tag_listed(SLICE("\""), tag));
	assert_false(request_tag_listed(SLICE_NONE, tag));
}

static void add(struct request *request, const char *name, const char *value)
{
	request->query[request->query_count++] =
		(struct param){ slice_str(name), slice_str(value) };
}

static void assert_refused(const struct request *request, enum err code, const char *word)
{
	struct error err = { OK, 0, "" };

	assert_int_equal(request_check_query(request, SLICE("kernel limit new*"), false, &err),
			 code);
	if (slice_find(slice_str(err.text), word) == slice_str(err.text).n)
		fail_msg("no '%s' in '%s'", word, err.text);
}

static void test_check_query(void **state)
{
	struct request request = { 0 };
	struct error err;
	char big[REQUEST_VALUE_MAX + 2];

	(void)state;
	add(&request, "new", "a");
	add(&request, "new", "b");
	add(&request, "kernel", "6.1");
	assert_int_equal(request_check_query(&request, SLICE("kernel limit new*"), false, &err),
			 OK);
	add(&request, "kernle", "6.1");
	assert_refused(&request, ERR_INPUT, "kernle");
	assert_int_equal(request_check_query(&request, SLICE("kernel limit new*"), true, &err), OK);
	request.query_count = 3;
	add(&request, "kernel", "6.2");
	assert_refused(&request, ERR_INPUT, "twice");
	request.query_count = 0;
	add(&request, "kernel", "a\nb");
	assert_refused(&request, ERR_INPUT, "clean");
	request.query_count = 0;
	add(&request, "kernel", "\xff");
	assert_refused(&request, ERR_INPUT, "clean");
	request.query[0].value = (struct slice){ "a\0b", 3 };
	assert_refused(&request, ERR_INPUT, "clean");
	memset(big, 'x', sizeof(big));
	request.query[0].value = (struct slice){ big, sizeof(big) };
	assert_refused(&request, ERR_LIMIT, "longer");
	request.query_is_cut = true;
	assert_refused(&request, ERR_LIMIT, "more than");
}

static void test_canonical_query(void **state)
{
	struct request request = { 0 };
	struct arena arena;

	(void)state;
	arena_init(&arena);
	request.arena = &arena;
	assert_slice(request_canonical_query(&request, SLICE("a b*")), "");
	add(&request, "b", "2+");
	add(&request, "zzz", "1");
	add(&request, "a", "x y");
	add(&request, "b", "1");
	add(&request, "c", "");
	assert_slice(request_canonical_query(&request, SLICE("a b* c")), "a=x%20y&b=2%2B&b=1");
	assert_slice(request_query_without(&request, SLICE("a b* c"), "b"), "a=x%20y");
	arena_release(&arena);
}

static void test_params(void **state)
{
	struct request request = { 0 };
	struct slice list[3];
	struct error err;
	size_t count;
	int value;

	(void)state;
	assert_int_equal(request_param_int(&request, "limit", 1, 500, 50, &value, &err), OK);
	assert_int_equal(value, 50);
	add(&request, "limit", "500");
	assert_int_equal(request_param_int(&request, "limit", 1, 500, 50, &value, &err), OK);
	assert_int_equal(value, 500);
	for (const char *const *bad = (const char *const[]){ "0", "501", "-1", "x", "1.5", NULL };
	     *bad != NULL; bad++) {
		request.query[0].value = slice_str(*bad);
		assert_int_equal(request_param_int(&request, "limit", 1, 500, 50, &value, &err),
				 ERR_INPUT);
	}
	add(&request, "new", "a,b");
	add(&request, "new", ",c");
	assert_int_equal(request_param_list(&request, "new", list, 3, &count, &err), OK);
	assert_int_equal(count, 3);
	assert_slice(list[2], "c");
	assert_int_equal(request_param_list(&request, "new", list, 2, &count, &err), ERR_LIMIT);
	assert_slice(request_param(&request, "nothing"), "");
}

static void test_api_format(void **state)
{
	static const struct {
		const char *accept;
		enum format format;
		double json;
	} all[] = {
		{ "", FORMAT_JSON, 1 },
		{ "*/*", FORMAT_JSON, 1 },
		{ "text/plain", FORMAT_TEXT, 0 },
		{ "text/*;q=0.3", FORMAT_TEXT, 0 },
		{ "text/plain, */*;q=0.5", FORMAT_TEXT, 0.5 },
		{ "text/plain;q=0.5, application/*;q=0.7", FORMAT_TEXT, 0.7 },
		{ "text/plain, application/json", FORMAT_JSON, 1 },
		{ "application/json;q=0, */*", FORMAT_TEXT, 0 },
		{ "image/png", FORMAT_JSON, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(all); i++) {
		struct slice accept = slice_str(all[i].accept);

		assert_int_equal(request_api_format(accept), all[i].format);
		assert_true(request_takes(accept, "application/json") == all[i].json);
	}
}

static void test_origin_form(void **state)
{
	(void)state;
	assert_slice(request_origin_form(SLICE("/a/b")), "/a/b");
	assert_slice(request_origin_form(SLICE("http://x.example:80/a/b")), "/a/b");
	assert_slice(request_origin_form(SLICE("https://x.example")), "/");
	assert_slice(request_origin_form(SLICE("/http://x/a")), "/http://x/a");
	assert_slice(request_origin_form(SLICE("*")), "*");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_match),           cmocka_unit_test(test_api_format),
		cmocka_unit_test(test_suffix),          cmocka_unit_test(test_page_format),
		cmocka_unit_test(test_tag_listed),      cmocka_unit_test(test_check_query),
		cmocka_unit_test(test_canonical_query), cmocka_unit_test(test_params),
		cmocka_unit_test(test_origin_form),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
