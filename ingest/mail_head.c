/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/mail_head.h"

#include "ingest/lines.h"
#include "ingest/mail_decode.h"
#include "lib/mail_id.h"
#include "lib/when.h"

enum { FIELD_BYTES_MAX = 1000 };

/* A word as "=?utf-8?q?J=C3=B6rg?=". */
struct encoded_word {
	struct slice charset, text;
	enum mail_encoding encoding;
};

/* Cuts an encoded word off *rest. */
static bool take_word(struct slice *rest, struct encoded_word *word)
{
	struct slice s = *rest, method;
	size_t end;

	if (!slice_take(&s, "=?") || !slice_split(&s, '?', &word->charset) ||
	    !slice_split(&s, '?', &method))
		return false;
	end = slice_find(s, "?=");
	if (end == s.n || (!slice_is(method, "q") && !slice_is(method, "Q") &&
			   !slice_is(method, "b") && !slice_is(method, "B")))
		return false;
	word->encoding =
		method.p[0] == 'b' || method.p[0] == 'B' ? MAIL_BASE64 : MAIL_QUOTED_PRINTABLE;
	word->text = slice_head(s, end);
	*rest = slice_skip(s, end + 2);
	return true;
}

/* In the words' own quoted-printable '_' is a blank; a line's end would end the text. */
static struct slice plain_text(struct arena *arena, const struct encoded_word *word)
{
	char *out = arena_cstr(arena, word->text);

	for (size_t i = 0; i < word->text.n; i++)
		if (out[i] == '\n' || out[i] == '\r' ||
		    (out[i] == '_' && word->encoding == MAIL_QUOTED_PRINTABLE))
			out[i] = ' ';
	return (struct slice){ out, word->text.n };
}

static void add_word(struct buf *buf, struct arena *arena, const struct encoded_word *word)
{
	struct text text = { 0 };
	struct lines lines;
	struct error err;
	size_t capacity = 0;

	lines_init(&lines, arena, &text, &capacity, word->charset);
	mail_decode(&lines, plain_text(arena, word), word->encoding);
	if (lines_finish(&lines, &err) != OK)
		return; /* longer than any line may be */
	for (size_t i = 0; i < text.count; i++)
		buf_add(buf, text.lines[i].s);
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Any blanks as one. */
static void add_blank(struct buf *buf)
{
	if (buf->n > 0 && buf->data[buf->n - 1] != ' ')
		buf_addc(buf, ' ');
}

/* A field's value on one line, decoded and cut; blanks between encoded words are none. */
static struct slice field_text(struct arena *arena, struct slice value)
{
	struct encoded_word word;
	bool after_word = false;
	struct slice out;
	struct buf buf;

	value = slice_head(value, FIELD_BYTES_MAX);
	buf_init(&buf);
	while (value.n > 0) {
		struct slice rest = slice_trim(value);

		if (after_word && rest.p != value.p && slice_starts(rest, "=?"))
			value = rest;
		after_word = take_word(&value, &word);
		if (after_word) {
			add_word(&buf, arena, &word);
			continue;
		}
		if (is_blank(value.p[0]))
			add_blank(&buf);
		else
			buf_addc(&buf, value.p[0]);
		value = slice_skip(value, 1);
	}
	out = arena_slice(arena, slice_trim(buf_slice(&buf)));
	buf_release(&buf);
	return text_clean(arena, out);
}

/* The name of "Name <address>", "\"Name\" <address>", "address (Name)", else what is before '@'. */
static struct slice author_name(struct slice from)
{
	size_t angle = slice_find_char(from, '<'), open = slice_find_char(from, '(');
	struct slice name = slice_trim(slice_head(from, angle));

	if (angle == from.n && open < from.n) {
		name = slice_skip(from, open + 1);
		return slice_trim(slice_head(name, slice_find_char(name, ')')));
	}
	if (name.n >= 2 && name.p[0] == '"' && slice_ends(name, "\""))
		name = slice_trim((struct slice){ name.p + 1, name.n - 2 });
	if (name.n == 0)
		name = slice_skip(from, angle + 1);
	return slice_head(name, slice_find_char(name, '@'));
}

struct mail_head mail_head(struct arena *arena, struct slice id, struct slice subject,
			   struct slice from, struct slice date)
{
	struct mail_head head = {
		.subject = field_text(arena, subject),
		.author = author_name(field_text(arena, from)),
	};

	if (!mail_id_parse(id, &head.id))
		head.id = SLICE_NONE;
	if (!when_parse_mail(field_text(arena, date), &head.date_s))
		head.date_s = 0;
	return head;
}
