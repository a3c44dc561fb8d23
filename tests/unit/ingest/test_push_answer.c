/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/push_answer.h"

#include "tests/unit/check.h"

static struct arena arena;

static void reads_a_result(void **state)
{
	struct push_answer answer;
	struct error err;

	(void)state;
	assert_int_equal(
		push_read_answer(
			&arena,
			SLICE("{\"runs\": [{\"id\": \"A\", \"name\": \"6.11\", \"new\": true,"
			      " \"url\": \"http://h/run/A\", \"samples\": 12},"
			      " {\"id\": \"B\", \"name\": \"6.12\", \"new\": false}],"
			      " \"diagnostics\": [{\"path\": \"log\", \"line\": 3,"
			      " \"message\": \"what?\"}], \"diagnostic_count\": 120,"
			      " \"compare\": \"http://h/compare\"}"),
			&answer, &err),
		OK);
	assert_int_equal(answer.run_count, 2);
	check_text(answer.runs[0].id, "A");
	check_text(answer.runs[0].url, "http://h/run/A");
	assert_true(answer.runs[0].is_new);
	assert_int_equal(answer.runs[0].samples, 12);
	check_text(answer.runs[1].name, "6.12");
	assert_false(answer.runs[1].is_new);
	assert_int_equal(answer.diagnostic_count, 1);
	assert_int_equal(answer.diagnostics_in_all, 120);
	check_text(answer.diagnostics[0].path, "log");
	assert_int_equal(answer.diagnostics[0].line, 3);
	check_text(answer.compare, "http://h/compare");
}

static void reads_a_refusal(void **state)
{
	struct push_answer answer;
	struct error err;

	(void)state;
	assert_int_equal(push_read_answer(&arena,
					  SLICE("{\"title\": \"input\", \"detail\": \"breaks off\","
						" \"errors\": [{\"file\": \"a\", \"line\": 2,"
						" \"detail\": \"cut\"}]}"),
					  &answer, &err),
			 OK);
	assert_int_equal(answer.run_count, 0);
	check_text(answer.detail, "breaks off");
	check_text(answer.diagnostics[0].path, "a");
	check_text(answer.diagnostics[0].message, "cut");
}

static void keeps_control_characters_from_the_terminal(void **state)
{
	struct push_answer answer;
	struct error err;

	(void)state;
	assert_int_equal(push_read_answer(&arena,
					  SLICE("{\"detail\": \"\\u001b[31m\\u009b2Jn\\u00e4h\"}"),
					  &answer, &err),
			 OK);
	check_text(answer.detail, "?[31m??2Jn\xc3\xa4h");
}

static void refuses_what_memcgperfd_never_says(void **state)
{
	static const char *const texts[] = {
		"", "<html>sign in</html>", "[]", "{}", "\"runs\"", "{\"runs\": 1}",
	};
	struct push_answer answer;
	struct error err;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		assert_int_equal(push_read_answer(&arena, slice_str(texts[i]), &answer, &err),
				 ERR_INPUT);
}

static void statuses(void **state)
{
	static const struct {
		int status;
		enum err code;
	} rows[] = {
		{ 200, OK },           { 201, OK },         { 400, ERR_INPUT },
		{ 401, ERR_DENIED },   { 403, ERR_DENIED }, { 404, ERR_NOT_FOUND },
		{ 409, ERR_CONFLICT }, { 413, ERR_LIMIT },  { 415, ERR_INPUT },
		{ 429, ERR_BUSY },     { 500, ERR_IO },     { 502, ERR_BUSY },
		{ 503, ERR_BUSY },     { 504, ERR_BUSY },   { 302, ERR_IO },
		{ 204, ERR_IO },       { 507, ERR_IO },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_int_equal(push_code(rows[i].status), rows[i].code);
}

static int begin(void **state)
{
	(void)state;
	arena_init(&arena);
	return 0;
}

static int end(void **state)
{
	(void)state;
	arena_release(&arena);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_a_result),
		cmocka_unit_test(reads_a_refusal),
		cmocka_unit_test(keeps_control_characters_from_the_terminal),
		cmocka_unit_test(refuses_what_memcgperfd_never_says),
		cmocka_unit_test(statuses),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
