/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/lines.h"

#include <strings.h>

#include "ingest/input.h"

#define NO_CONVERTER ((iconv_t)-1)

void text_push(struct arena *arena, struct text *text, size_t *capacity, struct slice s,
	       size_t line_no)
{
	ARENA_PUSH(arena, text->lines, text->count, *capacity,
		   ((struct text_line){ .s = s, .line_no = (uint32_t)line_no }));
}

void lines_init(struct lines *lines, struct arena *arena, struct text *out, size_t *capacity,
		struct slice charset)
{
	char *name = arena_cstr(arena, charset);

	*lines = (struct lines){
		.arena = arena,
		.out = out,
		.capacity = capacity,
		.converter = NO_CONVERTER,
	};
	buf_init(&lines->pending);
	if (charset.n > 0 && strcasecmp(name, "utf-8") != 0 && strcasecmp(name, "us-ascii") != 0)
		lines->converter = iconv_open("UTF-8", name);
}

/* The line in UTF-8; as it was when it is not in the charset that it claims. */
static struct slice convert(struct lines *lines, struct slice line)
{
	size_t capacity = line.n * 4 + 8, left = capacity;
	char *in = (char *)(uintptr_t)line.p, *out, *start;

	if (lines->converter == NO_CONVERTER || line.n == 0)
		return line;
	start = out = arena_alloc(lines->arena, capacity);
	(void)iconv(lines->converter, NULL, NULL, NULL, NULL); /* back to the initial state */
	if (iconv(lines->converter, &in, &line.n, &out, &left) == (size_t)-1)
		return (struct slice){ line.p, (size_t)(in - line.p) + line.n };
	return (struct slice){ start, capacity - left };
}

void lines_add_whole(struct lines *lines, struct slice line)
{
	if (line.n > INPUT_LINE_MAX)
		lines->too_long = lines->line_no;
	if (lines->out->count == TEXT_LINES_MAX)
		lines->too_many = lines->line_no;
	if (lines->too_long == 0 && lines->too_many == 0)
		text_push(lines->arena, lines->out, lines->capacity, convert(lines, line),
			  lines->line_no);
}

static void flush(struct lines *lines)
{
	struct slice line = buf_slice(&lines->pending);
	size_t now = lines->line_no;

	if (slice_ends(line, "\r"))
		line.n--;
	if (lines->pending_line > 0)
		lines->line_no = lines->pending_line;
	lines_add_whole(lines, arena_slice(lines->arena, line));
	lines->line_no = now;
	lines->pending_line = 0;
	buf_clear(&lines->pending);
}

void lines_add(struct lines *lines, struct slice bytes)
{
	while (bytes.n > 0 && lines->too_long == 0 && lines->too_many == 0) {
		size_t n = slice_find_char(bytes, '\n');

		if (lines->pending_line == 0)
			lines->pending_line = lines->line_no;
		if (lines->pending.n + n > INPUT_LINE_MAX) {
			lines->too_long = lines->pending_line;
			return;
		}
		buf_add(&lines->pending, slice_head(bytes, n));
		if (n < bytes.n)
			flush(lines);
		bytes = slice_skip(bytes, n + 1);
	}
}

enum err lines_finish(struct lines *lines, struct error *err)
{
	if (lines->pending.n > 0)
		flush(lines);
	buf_release(&lines->pending);
	if (lines->converter != NO_CONVERTER)
		(void)iconv_close(lines->converter);
	if (lines->too_long > 0)
		return error_set_line(err, ERR_LIMIT, lines->too_long,
				      "a line of more than %d bytes, the limit for a line",
				      INPUT_LINE_MAX);
	if (lines->too_many > 0)
		return error_set_line(err, ERR_LIMIT, lines->too_many,
				      "more than %d lines, the limit for one text", TEXT_LINES_MAX);
	return OK;
}
