/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/documents.h"

#include <stdlib.h>
#include <string.h>

#include "lib/num.h"

#define BYTE_ORDER_MARK "\xef\xbb\xbf"
enum { CHUNK_BYTES = 64 * 1024, NESTED_VALUES = 8 };

/* How far a document was looked through for its end. */
struct scan {
	size_t at;
	unsigned depth;
	uint64_t values;
	bool in_text, escaped, ends;
};

void documents_init(struct documents *documents, struct input *input,
		    const struct format_options *options)
{
	*documents =
		(struct documents){ .input = input, .options = options, .line = 1, .next_line = 1 };
	buf_init(&documents->text);
}

void documents_release(struct documents *documents)
{
	json_decref(documents->current);
	documents->current = NULL;
	buf_release(&documents->text);
}

/* Reads on; at the end sets ended. What was dealt with makes room. */
static enum err read_on(struct documents *d, struct error *err)
{
	char chunk[CHUNK_BYTES];
	ptrdiff_t got = input_read(d->input, chunk, sizeof(chunk), err);

	if (got < 0)
		return err->code;
	if (got == 0)
		d->ended = true;
	buf_add(&d->text, (struct slice){ chunk, (size_t)got });
	return OK;
}

static void drop_the_past(struct documents *d)
{
	if (d->at == 0)
		return;
	memmove(d->text.data, d->text.data + d->at, d->text.n - d->at);
	d->text.n -= d->at;
	d->at = 0;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* To the first byte of the next document, or the end. */
static enum err skip_blanks(struct documents *d, struct error *err)
{
	enum err e = OK;

	for (;;) {
		while (d->at < d->text.n && is_blank(d->text.data[d->at]))
			d->next_line += d->text.data[d->at++] == '\n';
		if (d->at < d->text.n || d->ended || e != OK)
			return e;
		drop_the_past(d);
		e = read_on(d, err);
	}
}

static void scan_text(struct scan *scan, char c)
{
	if (scan->escaped)
		scan->escaped = false;
	else if (c == '\\')
		scan->escaped = true;
	else if (c == '"')
		scan->in_text = false;
}

static void scan_char(const struct documents *d, struct scan *scan, char c)
{
	if (c == '\n' && d->a_line_each) {
		scan->ends = true;
	} else if (scan->in_text) {
		scan_text(scan, c);
	} else if (c == '"') {
		scan->in_text = true;
	} else if (c == '{' || c == '[') {
		scan->depth++;
		scan->values += NESTED_VALUES;
	} else if (c == '}' || c == ']') {
		scan->ends = scan->depth <= 1;
		scan->depth -= scan->depth > 0;
	} else if (c == ',') {
		scan->values++;
	}
}

static enum err check_limits(const struct documents *d, const struct scan *scan, struct error *err)
{
	const struct format_options *options = d->options;

	if (scan->at - d->at > options->document_bytes)
		return error_set_line(err, ERR_LIMIT, d->line,
				      "a document of more than %llu bytes (--max-document)",
				      (unsigned long long)options->document_bytes);
	if (scan->values > options->values)
		return error_set_line(err, ERR_LIMIT, d->line,
				      "a document of more than %llu values (--max-values)",
				      (unsigned long long)options->values);
	if (scan->depth > DOCUMENT_DEPTH_MAX)
		return error_set_line(err, ERR_LIMIT, d->line,
				      "a document nested deeper than %d levels",
				      DOCUMENT_DEPTH_MAX);
	return OK;
}

/* The end of the document that begins at d->at. */
static enum err find_end(struct documents *d, struct scan *scan, struct error *err)
{
	enum err e = OK;

	*scan = (struct scan){ .at = d->at };
	while (e == OK && !scan->ends) {
		if (scan->at == d->text.n) {
			if (d->ended)
				return OK;
			e = read_on(d, err);
			continue;
		}
		scan_char(d, scan, d->text.data[scan->at++]);
		e = check_limits(d, scan, err);
	}
	return e;
}

static size_t count_lines(struct slice text)
{
	size_t n = 0;

	for (size_t i = 0; i < text.n; i++)
		n += text.p[i] == '\n';
	return n;
}

/* Makes NaN, Infinity and -Infinity texts of their length, of which nobody wants the content. */
static void quote_nan(char *text, size_t n)
{
	static const char *const words[] = { "NaN", "Infinity", "-Infinity" };
	struct scan scan = { 0 };

	for (size_t i = 0; i < n; i++) {
		struct slice rest = { text + i, n - i };

		if (scan.in_text) {
			scan_text(&scan, text[i]);
			continue;
		}
		scan.in_text = text[i] == '"';
		for (size_t k = 0; k < ARRAY_SIZE(words); k++)
			if (slice_starts(rest, words[k])) {
				text[i] = text[i + strlen(words[k]) - 1] = '"';
				i += strlen(words[k]) - 1;
				break;
			}
	}
}

static enum err parse_text(struct documents *d, struct slice text, struct error *err)
{
	enum err e = json_parse(text, &d->current, err);

	if (e != OK)
		err->line = d->line + (err->line > 0 ? err->line - 1 : 0);
	return e;
}

enum err documents_next(struct documents *documents, json_t **out, struct error *err)
{
	struct documents *d = documents;
	bool is_first = d->next_line == 1 && d->at == 0;
	struct scan scan;
	struct slice text;
	enum err e;

	json_decref(d->current);
	*out = d->current = NULL;
	e = skip_blanks(d, err);
	if (e == OK && is_first && slice_starts(buf_slice(&d->text), BYTE_ORDER_MARK)) {
		d->at = strlen(BYTE_ORDER_MARK);
		e = skip_blanks(d, err);
	}
	if (e != OK || d->at == d->text.n)
		return e;
	drop_the_past(d);
	d->line = d->next_line;
	e = find_end(d, &scan, err);
	if (e != OK)
		return e;
	text = slice_head(buf_slice(&d->text), scan.at);
	d->at = scan.at;
	d->next_line += count_lines(text);
	d->a_line_each = d->a_line_each || (is_first && d->next_line == d->line);
	if (d->lets_nan)
		quote_nan(d->text.data, text.n);
	e = parse_text(d, slice_trim_end(text), err);
	*out = d->current;
	return e;
}

enum err documents_skip(struct documents *documents, size_t bytes, struct error *err)
{
	enum err e = OK;

	while (e == OK && documents->text.n < bytes && !documents->ended)
		e = read_on(documents, err);
	documents->at = bytes < documents->text.n ? bytes : documents->text.n;
	documents->next_line += count_lines(slice_head(buf_slice(&documents->text), bytes));
	return e;
}

enum err documents_peek(struct documents *documents, char *out, struct error *err)
{
	enum err e = skip_blanks(documents, err);

	if (e == OK)
		*out = documents->at < documents->text.n ? documents->text.data[documents->at]
							 : '\0';
	return e;
}

struct slice documents_text(struct arena *arena, const json_t *value)
{
	struct slice out;
	struct buf buf;

	if (value == NULL || json_is_null(value))
		return SLICE_NONE;
	if (json_is_string(value))
		return (struct slice){ json_string_value(value), json_string_length(value) };
	buf_init(&buf);
	if (json_is_real(value))
		num_print(&buf, json_real_value(value));
	else
		json_print(&buf, value);
	out = arena_slice(arena, buf_slice(&buf));
	buf_release(&buf);
	return out;
}

/* ---- beginnings ---- */

struct slice documents_head(struct slice head)
{
	(void)slice_take(&head, BYTE_ORDER_MARK); /* some editors write one */
	return slice_trim(head);
}

bool documents_take(struct slice *head, char c)
{
	struct slice rest = slice_trim(*head);

	if (rest.n == 0 || rest.p[0] != c)
		return false;
	*head = slice_skip(rest, 1);
	return true;
}

bool documents_take_text(struct slice *head, struct slice *text)
{
	struct slice rest = *head;
	size_t end = 0;

	if (!documents_take(&rest, '"'))
		return false;
	while (end < rest.n && rest.p[end] != '"')
		end += rest.p[end] == '\\' ? 2 : 1;
	if (end >= rest.n)
		return false;
	*text = slice_head(rest, end);
	*head = slice_skip(rest, end + 1);
	return true;
}
