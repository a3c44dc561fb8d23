/* SPDX-License-Identifier: GPL-2.0-or-later */
/* "Before rwlock patch: 1710.778s" and a neighbour of that shape: what people time by hand. */
#include "ingest/format.h"

#include <string.h>

#include "lib/num.h"

enum { NAME_MAX_BYTES = 60 };

/* Units as people write them, and ours; NULL when it is none of time. */
static const char *unit_of(struct slice word)
{
	static const char *const units[][2] = {
		{ "s", "s" },     { "sec", "s" },   { "secs", "s" },  { "seconds", "s" },
		{ "ms", "msec" }, { "us", "usec" }, { "ns", "nsec" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(units); i++)
		if (slice_is(word, units[i][0]))
			return units[i][1];
	return NULL;
}

/* A letter first, and nothing that a line of a tool or a command has. */
static bool is_name(struct slice s)
{
	static const char others[] = { '=', '|', '@' };

	if (s.n == 0 || s.n > NAME_MAX_BYTES || (s.p[0] | 0x20) < 'a' || (s.p[0] | 0x20) > 'z')
		return false;
	for (size_t i = 0; i < sizeof(others); i++)
		if (slice_find_char(s, others[i]) < s.n)
			return false;
	return true;
}

/* NAME: NUMBER UNIT, and nothing else but a bullet before it. NULL: it is another line. */
static const char *named_time(const struct text_line *line, struct slice *name, double *value)
{
	struct slice s = slice_trim(line->s), rest;
	size_t colon, digits = 0;

	(void)(slice_take(&s, "- ") || slice_take(&s, "* "));
	colon = slice_find_char(s, ':');
	*name = slice_trim(slice_head(s, colon));
	if (line->taken || !is_name(*name))
		return NULL;
	rest = slice_trim(slice_skip(s, colon + 1));
	while (digits < rest.n &&
	       ((rest.p[digits] >= '0' && rest.p[digits] <= '9') || rest.p[digits] == '.'))
		digits++;
	if (!num_double(slice_head(rest, digits), value))
		return NULL;
	return unit_of(slice_trim(slice_skip(rest, digits)));
}

static enum err take_line(struct text_line *line, struct sink *sink, struct error *err)
{
	struct record r = record_init(RECORD_SAMPLE);

	r.unit = slice_str(named_time(line, &r.run, &r.value));
	line->taken = true;
	r.line = line->line_no;
	r.metric = SLICE("time");
	r.better = BETTER_LOWER;
	return sink_emit(sink, &r, err);
}

/* Behind the lines that follow line i with its depth and its unit; i when it is no such line. */
static size_t end_of(const struct text *text, size_t i)
{
	struct slice name;
	double value;
	const char *unit = named_time(&text->lines[i], &name, &value), *next = unit;

	while (next != NULL && strcmp(next, unit) == 0) {
		if (++i == text->count || text->lines[i].depth != text->lines[i - 1].depth)
			break;
		next = named_time(&text->lines[i], &name, &value);
	}
	return i;
}

static enum err named_seconds_prose(struct arena *arena, struct text *text, struct sink *sink,
				    struct error *err)
{
	enum err e = OK;

	(void)arena;
	for (size_t i = 0; e == OK && i < text->count; i++) {
		size_t end = end_of(text, i);

		if (end < i + 2)
			continue;
		while (e == OK && i < end)
			e = take_line(&text->lines[i++], sink, err);
		i = end - 1;
	}
	return e;
}

const struct format fmt_named_seconds = {
	.name = "named-seconds",
	.summary = "neighbouring lines 'NAME: NUMBER s' in a mail",
	.tool = "people",
	.prose = named_seconds_prose,
};
