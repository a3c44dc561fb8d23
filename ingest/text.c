/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/text.h"

#include "ingest/mail.h"
#include "lib/buf.h"

static bool is_plain(struct slice s)
{
	unsigned char odd = 0;

	for (size_t i = 0; i < s.n; i++)
		odd |= (unsigned char)((s.p[i] & 0x80) | (s.p[i] == 0x1b));
	return odd == 0;
}

/* Length of a terminal control sequence at the start of s (ECMA-48), 0 when there is none. */
static size_t escape_length(struct slice s)
{
	size_t n = 2;

	if (s.p[0] != 0x1b || s.n < 2)
		return s.p[0] == 0x1b;
	if (s.p[1] != '[')
		return 2;
	while (n < s.n && s.p[n] >= 0x20 && s.p[n] < 0x40)
		n++;
	return n < s.n ? n + 1 : n;
}

/* Bytes of the UTF-8 character at the start of s; 0 when it begins with none. */
static size_t character_length(struct slice s)
{
	size_t n = 1;

	while (n <= 4 && n <= s.n && !slice_is_utf8(slice_head(s, n)))
		n++;
	return n <= 4 && n <= s.n ? n : 0;
}

static bool is_blank_character(struct slice c)
{
	return slice_is(c, "\xc2\xa0") || slice_is(c, "\xe2\x80\xaf") ||
	       slice_is(c, "\xe2\x80\x87");
}

struct slice text_clean(struct arena *arena, struct slice s)
{
	struct buf buf;
	struct slice out;

	if (is_plain(s))
		return s;
	buf_init(&buf);
	while (s.n > 0) {
		size_t escape = escape_length(s);
		size_t n = escape > 0 ? escape : character_length(s);

		if (n == 0) /* 0xa0: Latin-1 that does not say so */
			buf_adds(&buf, s.p[0] == '\xa0' ? " " : "\xef\xbf\xbd");
		else if (is_blank_character(slice_head(s, n)))
			buf_addc(&buf, ' ');
		else if (escape == 0)
			buf_add(&buf, slice_head(s, n));
		s = slice_skip(s, n == 0 ? 1 : n);
	}
	out = arena_slice(arena, buf_slice(&buf));
	buf_release(&buf);
	return out;
}

/*
 * Cuts a quote mark and the blank before it off *s. The first may be indented, as in what was
 * pasted into another text. "| " counts unless the line is a table's.
 */
static bool take_mark(struct slice *s, bool first)
{
	struct slice rest = *s;

	while (slice_starts(rest, " ") && (first || rest.p == s->p))
		rest = slice_skip(rest, 1);
	if (slice_take(&rest, ">")) {
		*s = rest;
		return true;
	}
	if (first && rest.p != s->p)
		return false;
	if (!slice_starts(rest, "| ") || slice_ends(slice_trim_end(rest), "|"))
		return false;
	*s = slice_skip(rest, 1);
	return true;
}

static void unquote(struct text_line *line)
{
	while (take_mark(&line->s, line->depth == 0))
		line->depth++;
	if (line->depth > 0 && slice_starts(line->s, " "))
		line->s = slice_skip(line->s, 1);
}

static size_t line_at(struct slice bytes, size_t offset)
{
	size_t n = 1;

	for (size_t i = 0; i < offset; i++)
		n += bytes.p[i] == '\n';
	return n;
}

/* Of the line of a depth that is known already: what stands from it on. */
struct below {
	bool blank, reply; /* reply: one stands between the blank lines or behind them */
	uint32_t end;      /* the first line that is not blank */
};

/* Upwards, so that each line knows what is below it: many blank lines cost no more than others. */
static void link_rows(struct arena *arena, struct text *text, uint32_t deepest)
{
	struct below *known = ARENA_ARRAY(arena, (size_t)deepest + 1, struct below);

	for (uint32_t i = (uint32_t)text->count; i-- > 0;) {
		struct text_line *line = &text->lines[i];
		struct below *next = &known[line->depth];
		bool apart = line->next != i + 1;
		bool reply = apart || (next->blank && next->reply);
		uint32_t end = next->blank ? next->end : line->next;

		line->row_below = reply ? end : line->next;
		*next = (struct below){ slice_trim(line->s).n == 0, reply, end };
	}
}

/* Links each line with its neighbours of the same depth. */
static void link_lines(struct arena *arena, struct text *text)
{
	uint32_t deepest = 0, count = (uint32_t)text->count;
	uint32_t *last; /* line of each depth that came last, and 1 */

	for (uint32_t i = 0; i < count; i++)
		if (text->lines[i].depth > deepest)
			deepest = text->lines[i].depth;
	last = ARENA_ARRAY(arena, (size_t)deepest + 1, uint32_t);
	for (uint32_t i = 0; i < count; i++) {
		struct text_line *line = &text->lines[i];
		uint32_t before = last[line->depth];

		line->next = count;
		line->previous = before > 0 ? before - 1 : count;
		if (before > 0)
			text->lines[before - 1].next = i;
		last[line->depth] = i + 1;
	}
	link_rows(arena, text, deepest);
}

size_t text_row_below(const struct text *text, size_t i)
{
	return text->lines[i].row_below;
}

enum err text_from_bytes(struct arena *arena, struct slice bytes, struct text *out,
			 struct error *err)
{
	size_t nul = slice_find_char(bytes, '\0');
	enum err e;

	if (nul < bytes.n)
		return error_set_line(err, ERR_INPUT, line_at(bytes, nul),
				      "no text: it holds a NUL byte");
	(void)slice_take(&bytes, "\xef\xbb\xbf");
	e = mail_lines(arena, bytes, out, err);
	for (size_t i = 0; e == OK && i < out->count; i++) {
		out->lines[i].s = text_clean(arena, out->lines[i].s);
		unquote(&out->lines[i]);
	}
	if (e == OK)
		link_lines(arena, out);
	return e;
}
