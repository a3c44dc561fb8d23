/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/fold_frame.h"

#include <string.h>

#include "ingest/script_line.h"

/* Index of the last occurrence of needle, or s.n. */
static size_t rfind(struct slice s, const char *needle)
{
	size_t n = strlen(needle);

	for (size_t i = s.n; i-- > 0;)
		if (s.n - i >= n && memcmp(s.p + i, needle, n) == 0)
			return i;
	return s.n;
}

/*
 * Symbol and object as the script finds them: the last " (" before the last ')' parts them, so
 * that of "/x (deleted)" in parentheses only "deleted" is the object. False without an object.
 */
static bool cut_line(struct slice line, struct slice *symbol, struct slice *dso)
{
	size_t close = slice_rfind_char(line, ')'), open;
	struct slice rest;

	if (close == line.n)
		return false;
	open = rfind(slice_head(line, close), " (");
	if (open >= close)
		return false;
	*dso = (struct slice){ line.p + open + 2, close - open - 2 };
	rest = slice_trim(slice_head(line, open));
	(void)slice_field(&rest); /* the address */
	while (rest.n > 0 && (rest.p[0] == ' ' || rest.p[0] == '\t'))
		rest = slice_skip(rest, 1);
	rest.n = (size_t)(line.p + open - rest.p);
	*symbol = rest.n > 0 ? rest : SLICE(" ");
	return true;
}

static struct slice without_offset(struct slice symbol)
{
	size_t at = rfind(symbol, "+0x");
	struct slice digits = slice_skip(symbol, at + 3);

	for (size_t i = 0; i < digits.n; i++)
		if (strchr("0123456789abcdef", digits.p[i]) == NULL)
			return symbol;
	return digits.n > 0 ? slice_head(symbol, at) : symbol;
}

/* "net/http.(*Client).Do" */
static bool is_go(struct slice name)
{
	struct slice rest = slice_skip(name, slice_find(name, ".("));

	return slice_find(rest, ").") < rest.n;
}

/* Where the arguments begin: the first '(' that does not begin "(anonymous namespace)". */
static size_t find_arguments(struct slice name)
{
	size_t at = slice_find_char(name, '(');

	while (at < name.n && slice_starts(slice_skip(name, at), "(anonymous namespace)"))
		at += 1 + slice_find_char(slice_skip(name, at + 1), '(');
	return at < name.n ? at : name.n;
}

/* Cuts arguments and quotes off the text. */
static void tidy(struct buf *text)
{
	struct slice name = buf_slice(text);
	size_t n = 0;

	if (!is_go(name))
		name.n = find_arguments(name);
	for (size_t i = 0; i < name.n; i++)
		if (name.p[i] != '"' && name.p[i] != '\'')
			text->data[n++] = name.p[i] == ';' ? ':' : name.p[i];
	text->n = n;
}

/* The object's base name stands for a symbol that is not known. */
static void add_unknown(struct buf *out, struct slice dso)
{
	size_t slash = slice_rfind_char(dso, '/');
	struct slice name = slash < dso.n ? slice_skip(dso, slash + 1) : dso;

	buf_addc(out, '[');
	buf_add(out, slice_is(dso, "[unknown]") ? SLICE("unknown") : name);
	buf_addc(out, ']');
}

static struct slice part_name(struct slice part, struct slice dso, bool is_java, bool is_inlined,
			      struct buf *scratch)
{
	struct slice name;

	buf_clear(scratch);
	if (slice_is(part, "[unknown]"))
		add_unknown(scratch, dso);
	else
		buf_add(scratch, part);
	tidy(scratch);
	name = buf_slice(scratch);
	if (is_inlined && slice_find(name, "_[i]") == name.n)
		buf_adds(scratch, "_[i]");
	name = buf_slice(scratch);
	if (is_java && slice_find_char(name, '/') < name.n)
		(void)slice_take(&name, "L");
	return name;
}

/* A chain of inlined calls, "a->b", gives its last one first. */
static enum err take_parts(struct slice symbol, struct slice dso, bool is_java, struct buf *scratch,
			   struct fold_taker *taker, struct error *err)
{
	enum err e = OK;
	size_t arrow;

	while (slice_ends(symbol, "->"))
		symbol.n -= 2;
	for (bool more = symbol.n > 0; e == OK && more;) {
		struct slice part = symbol;

		arrow = rfind(symbol, "->");
		more = arrow < symbol.n;
		if (more)
			part = slice_skip(symbol, arrow + 2);
		e = taker->take(taker, part_name(part, dso, is_java, more, scratch), err);
		symbol = slice_head(symbol, arrow);
	}
	return e;
}

enum err fold_frame(struct slice line, bool is_java, struct buf *scratch, struct fold_taker *taker,
		    struct error *err)
{
	struct slice symbol, dso;
	struct script_frame frame;

	if (cut_line(line, &symbol, &dso)) {
		symbol = without_offset(symbol);
	} else if (script_frame(line, &frame)) {
		symbol = script_frame_name(&frame);
		dso = SLICE("[unknown]");
	} else {
		return OK;
	}
	return slice_starts(symbol, "(") ? OK
					 : take_parts(symbol, dso, is_java, scratch, taker, err);
}
