/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A call graph as people paste it: four or more lines, each one function's name, each indented
 * deeper than the last. It is a stack without a count.
 */
#include "ingest/format.h"
#include "ingest/run_heading.h"

enum { FRAMES_MIN = 4, FRAMES_MAX = 256, TAB_COLUMNS = 8 };

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* The line's name, without "()"; "" when it is no single C identifier. */
static struct slice function_name(struct slice line)
{
	struct slice s = slice_trim(line);

	if (slice_ends(s, "()"))
		s.n -= 2;
	if (s.n == 0 || !is_letter(s.p[0]))
		return SLICE_NONE;
	/* a compiler's suffix stands behind a dot: charge.isra.0 */
	for (size_t i = 0; i < s.n; i++)
		if (!is_letter(s.p[i]) && !(s.p[i] >= '0' && s.p[i] <= '9') &&
		    !(s.p[i] == '.' && i + 1 < s.n))
			return SLICE_NONE;
	return s;
}

static size_t indent_of(struct slice line)
{
	size_t column = 0;

	for (size_t i = 0; i < line.n; i++) {
		if (line.p[i] == '\t')
			column = (column / TAB_COLUMNS + 1) * TAB_COLUMNS;
		else if (line.p[i] == ' ')
			column++;
		else
			break;
	}
	return column;
}

/* The names from line i on, each deeper than the last; how many. */
static size_t read_frames(const struct text *text, size_t i, struct slice frames[FRAMES_MAX])
{
	size_t n = 0, indent = 0;

	for (; n < FRAMES_MAX && i < text->count && !text->lines[i].taken;
	     i = text->lines[i].next) {
		struct slice name = function_name(text->lines[i].s);
		size_t own = indent_of(text->lines[i].s);

		if (name.n == 0 || (n > 0 && own <= indent))
			break;
		indent = own;
		frames[n++] = name;
	}
	return n;
}

/* Words of prose may stand like stairs too, but have no '_' between them. */
static bool are_functions(const struct slice *frames, size_t n)
{
	size_t marked = 0;

	for (size_t i = 0; i < n; i++)
		marked += slice_find_char(frames[i], '_') < frames[i].n;
	return marked * 2 >= n;
}

static enum err callgraph_prose(struct arena *arena, struct text *text, struct sink *sink,
				struct error *err)
{
	struct slice *frames = ARENA_ARRAY(arena, FRAMES_MAX, struct slice);
	enum err e = OK;

	for (size_t i = 0; e == OK && i < text->count; i++) {
		struct record r = record_init(RECORD_STACK);

		if (text->lines[i].taken)
			continue;
		r.frame_count = read_frames(text, i, frames);
		if (r.frame_count < FRAMES_MIN || !are_functions(frames, r.frame_count))
			continue;
		r.line = text->lines[i].line_no;
		r.run = run_heading(text, i);
		r.frames = frames;
		for (size_t k = 0, line = i; k < r.frame_count; k++, line = text->lines[line].next)
			text->lines[line].taken = true;
		e = sink_emit(sink, &r, err);
	}
	return e;
}

const struct format fmt_callgraph = {
	.name = "callgraph",
	.summary = "a call graph in a mail: function names, each indented deeper",
	.tool = "people",
	.prose = callgraph_prose,
};
