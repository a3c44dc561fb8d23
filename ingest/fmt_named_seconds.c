/* SPDX-License-Identifier: GPL-2.0-or-later */
/* "Before rwlock patch: 1710.778s" and a neighbour of that shape: what people time by hand. */
#include "ingest/format.h"

#include "lib/num.h"

enum { NAME_MAX_BYTES = 80 };

static bool is_seconds(struct slice unit)
{
	return slice_is(unit, "s") || slice_is(unit, "sec") || slice_is(unit, "secs") ||
	       slice_is(unit, "seconds");
}

static bool has_letter(struct slice s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((s.p[i] | 0x20) >= 'a' && (s.p[i] | 0x20) <= 'z')
			return true;
	return false;
}

/* NAME: NUMBER s, and nothing else but a bullet before it. */
static bool named_seconds(const struct text_line *line, struct slice *name, double *seconds)
{
	struct slice s = slice_trim(line->s), value;
	size_t colon, digits = 0;

	(void)(slice_take(&s, "- ") || slice_take(&s, "* "));
	colon = slice_find_char(s, ':');
	if (line->taken || colon == s.n || colon == 0 || colon > NAME_MAX_BYTES)
		return false;
	*name = slice_trim(slice_head(s, colon));
	value = slice_trim(slice_skip(s, colon + 1));
	while (digits < value.n &&
	       ((value.p[digits] >= '0' && value.p[digits] <= '9') || value.p[digits] == '.'))
		digits++;
	return has_letter(*name) && is_seconds(slice_trim(slice_skip(value, digits))) &&
	       num_double(slice_head(value, digits), seconds);
}

static enum err take_line(struct text_line *line, struct sink *sink, struct error *err)
{
	struct record r = record_init(RECORD_SAMPLE);

	(void)named_seconds(line, &r.run, &r.value);
	line->taken = true;
	r.line = line->line_no;
	r.metric = SLICE("time");
	r.unit = SLICE("s");
	r.better = BETTER_LOWER;
	return sink_emit(sink, &r, err);
}

static enum err named_seconds_prose(struct arena *arena, struct text *text, struct sink *sink,
				    struct error *err)
{
	enum err e = OK;

	(void)arena;
	for (size_t i = 0; e == OK && i < text->count; i++) {
		struct slice name;
		double seconds;
		size_t end = i;

		while (end < text->count && text->lines[end].depth == text->lines[i].depth &&
		       named_seconds(&text->lines[end], &name, &seconds))
			end++;
		if (end < i + 2)
			continue;
		for (; e == OK && i < end; i++)
			e = take_line(&text->lines[i], sink, err);
	}
	return e;
}

const struct format fmt_named_seconds = {
	.name = "named-seconds",
	.summary = "neighbouring lines 'NAME: NUMBER s' in a mail",
	.tool = "people",
	.prose = named_seconds_prose,
};
