/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/input.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* Gives its text in pieces of `step` bytes; fails once `left` reads have been made. */
struct slow_stream {
	struct stream stream;
	struct slice rest;
	size_t step;
	int left;
};

static ptrdiff_t slow_read(struct stream *stream, char *p, size_t capacity, struct error *err)
{
	struct slow_stream *slow = CONTAINER_OF(stream, struct slow_stream, stream);
	struct slice part = slice_head(slow->rest, capacity < slow->step ? capacity : slow->step);

	if (slow->left-- == 0) {
		(void)error_set(err, ERR_INPUT, "breaks off");
		return -1;
	}
	memcpy(p, part.p, part.n);
	slow->rest = slice_skip(slow->rest, part.n);
	return (ptrdiff_t)part.n;
}

static void expect_line(struct input *input, const char *want)
{
	struct slice line;

	assert_true(input_line(input, &line));
	assert_int_equal(line.n, strlen(want));
	assert_memory_equal(line.p, want, line.n);
}

static void lines_whatever_the_pieces(void **state)
{
	(void)state;
	for (size_t step = 1; step < 9; step++) {
		struct slow_stream slow = {
			{ slow_read }, SLICE("one\r\n\n\rtwo\nlast"), step, -1
		};
		struct input input;
		struct slice line;
		struct error err;

		input_init(&input, &slow.stream);
		expect_line(&input, "one");
		expect_line(&input, "");
		expect_line(&input, "\rtwo");
		assert_int_equal(input.line_no, 3);
		expect_line(&input, "last");
		assert_false(input_line(&input, &line));
		assert_int_equal(input_status(&input, &err), OK);
		input_release(&input);
	}
}

static void whole_lines_whatever_the_pieces(void **state)
{
	const struct slice text = SLICE("one\r\n\ntwo\nlast");

	(void)state;
	for (size_t step = 1; step < 20; step++) {
		struct slow_stream slow = { { slow_read }, text, step, -1 };
		struct input input;
		struct slice lines;
		size_t at = 0;

		input_init(&input, &slow.stream);
		while (input_lines(&input, &lines)) {
			assert_memory_equal(lines.p, text.p + at, lines.n);
			at += lines.n;
			assert_true(at == text.n || text.p[at - 1] == '\n');
		}
		assert_int_equal(at, text.n);
		assert_int_equal(input_status(&input, NULL), OK);
		input_release(&input);
	}
}

static void head_consumes_nothing(void **state)
{
	static char text[3 * INPUT_HEAD_BYTES];
	struct memory_stream memory;
	struct input input;
	struct slice line;

	(void)state;
	memset(text, 'x', sizeof(text));
	text[5] = '\n';
	memory_stream_init(&memory, (struct slice){ text, sizeof(text) });
	input_init(&input, &memory.stream);
	assert_int_equal(input_head(&input).n, INPUT_HEAD_BYTES);
	expect_line(&input, "xxxxx");
	assert_true(input_line(&input, &line));
	assert_int_equal(line.n, sizeof(text) - 6);
	input_release(&input);
}

static void empty_input_has_no_line(void **state)
{
	struct memory_stream memory;
	struct input input;
	struct slice line;

	(void)state;
	memory_stream_init(&memory, SLICE_NONE);
	input_init(&input, &memory.stream);
	assert_int_equal(input_head(&input).n, 0);
	assert_false(input_line(&input, &line));
	assert_int_equal(input_status(&input, NULL), OK);
	input_release(&input);
}

static void line_of_size(size_t n, bool fits)
{
	static char text[INPUT_LINE_MAX + 16];
	struct memory_stream memory;
	struct input input;
	struct slice line;
	struct error err;

	memset(text, 'y', sizeof(text));
	text[0] = text[n + 1] = '\n';
	memory_stream_init(&memory, (struct slice){ text, n + 2 });
	input_init(&input, &memory.stream);
	expect_line(&input, "");
	assert_int_equal(input_line(&input, &line), fits);
	if (fits) {
		assert_int_equal(line.n, n);
	} else {
		assert_int_equal(input_status(&input, &err), ERR_LIMIT);
		assert_int_equal(err.line, 2);
		assert_non_null(strstr(err.text, "line 2"));
		assert_non_null(strstr(err.text, "1048576"));
		assert_false(input_line(&input, &line));
	}
	input_release(&input);
}

static void long_line_is_a_limit(void **state)
{
	(void)state;
	line_of_size(INPUT_LINE_MAX - 1, true);
	line_of_size(INPUT_LINE_MAX, false);
	line_of_size(INPUT_LINE_MAX + 10, false);
}

/* A number that was cut must not be taken for a whole one. */
static void broken_line_is_not_given(void **state)
{
	struct slow_stream slow = { { slow_read }, SLICE("whole\n12345"), 9, 1 };
	struct input input;
	struct slice line;
	struct error err;

	(void)state;
	input_init(&input, &slow.stream);
	expect_line(&input, "whole");
	assert_false(input_line(&input, &line));
	assert_int_equal(input_status(&input, &err), ERR_INPUT);
	assert_string_equal(err.text, "breaks off");
	input_release(&input);
}

/* What the head has seen is read too, and damage is told behind what stands before it. */
static void bytes_as_they_come(void **state)
{
	struct slow_stream slow = { { slow_read }, SLICE("abcdef"), 2, 3 };
	struct input input;
	struct error err;
	char bytes[4];

	(void)state;
	input_init(&input, &slow.stream);
	assert_int_equal(input_head(&input).n, 6);
	assert_int_equal(input_read(&input, bytes, 4, &err), 4);
	assert_memory_equal(bytes, "abcd", 4);
	assert_int_equal(input_read(&input, bytes, 4, &err), 2);
	assert_memory_equal(bytes, "ef", 2);
	assert_int_equal(input_read(&input, bytes, 4, &err), -1);
	assert_string_equal(err.text, "breaks off");
	input_release(&input);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_whatever_the_pieces),
		cmocka_unit_test(whole_lines_whatever_the_pieces),
		cmocka_unit_test(head_consumes_nothing),
		cmocka_unit_test(empty_input_has_no_line),
		cmocka_unit_test(long_line_is_a_limit),
		cmocka_unit_test(broken_line_is_not_given),
		cmocka_unit_test(bytes_as_they_come),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
