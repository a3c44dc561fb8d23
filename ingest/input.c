/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/input.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

void input_init(struct input *input, struct stream *stream)
{
	*input = (struct input){ .stream = stream };
}

void input_release(struct input *input)
{
	free(input->window);
	input->window = NULL;
}

/* Makes room behind end: moves what is unread to the front, or doubles the window. */
static void make_room(struct input *input)
{
	if (input->start > 0) {
		memmove(input->window, input->window + input->start, input->end - input->start);
		input->end -= input->start;
		input->start = 0;
	}
	if (input->end < input->capacity)
		return;
	input->capacity = input->capacity == 0 ? INPUT_HEAD_BYTES : 2 * input->capacity;
	input->window = memory_must(realloc(input->window, input->capacity));
}

/* Reads once into the window. False at the end of the stream and on failure. */
static bool fill(struct input *input)
{
	ptrdiff_t got;

	if (input->at_end || input->failed != OK)
		return false;
	if (input->end == input->capacity)
		make_room(input);
	got = input->stream->read(input->stream, input->window + input->end,
				  input->capacity - input->end, &input->error);
	if (got < 0)
		input->failed = input->error.code;
	else if (got == 0)
		input->at_end = true;
	else
		input->end += (size_t)got;
	return got > 0;
}

struct slice input_head(struct input *input)
{
	while (input->end < INPUT_HEAD_BYTES && fill(input))
		;
	return (struct slice){ input->window,
			       input->end < INPUT_HEAD_BYTES ? input->end : INPUT_HEAD_BYTES };
}

ptrdiff_t input_read(struct input *input, char *p, size_t capacity, struct error *err)
{
	size_t n;

	if (input->start == input->end && !fill(input))
		return input_status(input, err) == OK ? 0 : -1;
	n = input->end - input->start;
	n = n < capacity ? n : capacity;
	memcpy(p, input->window + input->start, n);
	input->start += n;
	return (ptrdiff_t)n;
}

/* Length of the first line with its "\n"; 0 when the window holds none. */
static size_t whole_line(struct input *input)
{
	size_t scanned = 0;

	for (;;) {
		size_t unread = input->end - input->start;

		if (unread > scanned) {
			const char *line = input->window + input->start;
			const char *end = memchr(line + scanned, '\n', unread - scanned);

			if (end != NULL)
				return (size_t)(end - line) + 1;
		}
		scanned = unread;
		if (scanned > INPUT_LINE_MAX || !fill(input))
			return 0;
	}
}

static bool line_too_long(struct input *input)
{
	input->failed = error_set_line(&input->error, ERR_LIMIT, input->line_no + 1,
				       "line %zu is longer than %d bytes", input->line_no + 1,
				       INPUT_LINE_MAX);
	return false;
}

bool input_line(struct input *input, struct slice *line)
{
	size_t n = whole_line(input);
	struct slice s;

	if (n == 0 && input->failed == OK)
		n = input->end - input->start;
	if (n == 0 || input->failed != OK)
		return false;
	if (n > INPUT_LINE_MAX)
		return line_too_long(input);
	s = (struct slice){ input->window + input->start, n };
	input->start += n;
	input->line_no++;
	if (s.p[s.n - 1] == '\n')
		s.n--;
	if (s.n > 0 && s.p[s.n - 1] == '\r')
		s.n--;
	*line = s;
	return true;
}

/* Length of all but the last line that has no end. */
static size_t whole_lines(struct slice s)
{
	const char *end = memrchr(s.p, '\n', s.n);

	return end != NULL ? (size_t)(end - s.p) + 1 : 0;
}

bool input_lines(struct input *input, struct slice *lines)
{
	size_t n = 0;

	while (n == 0) {
		size_t unread = input->end - input->start;

		if (unread > 0)
			n = whole_lines((struct slice){ input->window + input->start, unread });
		if (n > 0)
			break;
		if (unread > INPUT_LINE_MAX)
			return line_too_long(input);
		if (!fill(input) && (input->failed != OK || unread == 0))
			return false;
		if (input->at_end)
			n = unread;
	}
	*lines = (struct slice){ input->window + input->start, n };
	input->start += n;
	return true;
}

enum err input_status(const struct input *input, struct error *err)
{
	if (input->failed != OK && err != NULL)
		*err = input->error;
	return input->failed;
}

static ptrdiff_t memory_read(struct stream *stream, char *p, size_t capacity, struct error *err)
{
	struct memory_stream *memory = CONTAINER_OF(stream, struct memory_stream, stream);
	struct slice part = slice_head(memory->rest, capacity);

	(void)err; /* memory does not fail */
	if (part.n > 0)
		memcpy(p, part.p, part.n);
	memory->rest = slice_skip(memory->rest, part.n);
	return (ptrdiff_t)part.n;
}

void memory_stream_init(struct memory_stream *stream, struct slice bytes)
{
	*stream = (struct memory_stream){ .stream = { memory_read }, .rest = bytes };
}
