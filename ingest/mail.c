/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/mail.h"

#include <ctype.h>
#include <strings.h>

#include "ingest/html.h"
#include "ingest/lines.h"
#include "ingest/mail_decode.h"
#include "ingest/mail_head.h"

enum { NESTING_MAX = 16 };

/* A stretch of the input with the number of its first line. */
struct part {
	struct slice body;
	size_t line_no;
	enum mail_encoding encoding;
	struct slice charset; /* "" = not told */
	bool html;
};

struct parts {
	struct arena *arena;
	struct part *list;
	size_t count, capacity;
};

struct headers {
	struct slice type, encoding; /* values, folded lines still in them, as below */
	struct slice id, subject, from, date;
};

static bool is_nocase(struct slice s, const char *word)
{
	struct slice w = slice_str(word);

	return s.n == w.n && (s.n == 0 || strncasecmp(s.p, w.p, s.n) == 0);
}

static bool starts_nocase(struct slice s, const char *prefix)
{
	return is_nocase(slice_head(s, slice_str(prefix).n), prefix);
}

/* "Name" of "Name: value"; empty when the line is no header field. */
static struct slice field_name(struct slice line)
{
	size_t n = 0;

	while (n < line.n && line.p[n] > ' ' && line.p[n] < 0x7f && line.p[n] != ':')
		n++;
	return n < line.n && line.p[n] == ':' ? slice_head(line, n) : SLICE_NONE;
}

static bool is_mail_field(struct slice name)
{
	static const char *const known[] = {
		"from",         "to",           "cc",          "date",
		"subject",      "message-id",   "in-reply-to", "references",
		"mime-version", "content-type", "return-path", "content-transfer-encoding",
		"received",     "reply-to",     "sender",      "list-id",
		"delivered-to", "user-agent",
	};

	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		if (is_nocase(name, known[i]))
			return true;
	return false;
}

static bool is_folded(struct slice line)
{
	return line.n > 0 && (line.p[0] == ' ' || line.p[0] == '\t');
}

/* Header fields up to a blank line, at least two of them such as mails have. */
static bool has_headers(struct slice text)
{
	size_t known = 0;
	struct slice line;

	for (size_t n = 0; slice_line(&text, &line) && line.n > 0; n++) {
		struct slice name = field_name(line);

		if (n > 0 && is_folded(line))
			continue;
		if (name.n == 0)
			return false;
		known += is_mail_field(name);
	}
	return known >= 2;
}

/* Where the value of a field goes; NULL = nobody wants it. */
static struct slice *place_of(struct headers *headers, struct slice name)
{
	const struct {
		const char *name;
		struct slice *value;
	} fields[] = {
		{ "content-type", &headers->type },
		{ "content-transfer-encoding", &headers->encoding },
		{ "message-id", &headers->id },
		{ "subject", &headers->subject },
		{ "from", &headers->from },
		{ "date", &headers->date },
	};

	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		if (is_nocase(name, fields[i].name))
			return fields[i].value;
	return NULL;
}

/* Cuts the header fields and the blank line behind them off *rest. */
static struct headers take_headers(struct slice *rest, size_t *line_no)
{
	struct headers headers = { 0 };
	struct slice *value = NULL;
	struct slice line;

	for (struct slice body = *rest; slice_line(&body, &line); *rest = body) {
		struct slice name = field_name(line);

		if (line.n > 0 && name.n == 0 && !is_folded(line))
			break; /* a body without the blank line before it */
		++*line_no;
		if (line.n == 0) {
			*rest = body;
			break;
		}
		if (is_folded(line)) {
			if (value != NULL)
				value->n = (size_t)(line.p + line.n - value->p);
			continue;
		}
		value = place_of(&headers, name);
		if (value != NULL)
			*value = slice_skip(line, name.n + 1);
	}
	headers.type = slice_trim(headers.type);
	headers.encoding = slice_trim(headers.encoding);
	return headers;
}

/* Value of a parameter of a Content-Type, without quotes; empty when there is none. */
static struct slice type_parameter(struct slice type, const char *name)
{
	struct slice part;

	while (slice_split(&type, ';', &part)) {
		size_t equals = slice_find_char(part, '=');
		struct slice value;

		if (!is_nocase(slice_trim(slice_head(part, equals)), name))
			continue;
		value = slice_trim(slice_skip(part, equals + 1));
		if (value.n >= 2 && value.p[0] == '"' && value.p[value.n - 1] == '"')
			value = (struct slice){ value.p + 1, value.n - 2 };
		return value;
	}
	return SLICE_NONE;
}

static enum mail_encoding encoding_of(struct slice name)
{
	if (is_nocase(name, "quoted-printable"))
		return MAIL_QUOTED_PRINTABLE;
	return is_nocase(name, "base64") ? MAIL_BASE64 : MAIL_PLAIN;
}

static enum err collect(struct parts *parts, struct slice entity, size_t line_no, int nesting,
			struct error *err);

/* 0 = no boundary line, 1 = a part begins, 2 = the last part ended. */
static int boundary_line(struct slice line, struct slice boundary)
{
	line = slice_trim_end(line);
	if (!slice_take(&line, "--") || !slice_eq(slice_head(line, boundary.n), boundary))
		return 0;
	line = slice_skip(line, boundary.n);
	return line.n == 0 ? 1 : slice_is(line, "--") ? 2 : 0;
}

static enum err collect_multipart(struct parts *parts, struct slice body, size_t line_no,
				  struct slice boundary, int nesting, struct error *err)
{
	struct slice rest = body, line;
	const char *begin = NULL; /* of the part that is open */
	size_t begin_line = 0;
	int mark = 0;

	while (mark != 2 && rest.n > 0) {
		const char *at = rest.p;
		enum err e = OK;

		(void)slice_line(&rest, &line);
		line_no++;
		mark = boundary_line(line, boundary);
		if (mark == 0)
			continue;
		if (begin != NULL)
			e = collect(parts, (struct slice){ begin, (size_t)(at - begin) },
				    begin_line, nesting + 1, err);
		if (e != OK)
			return e;
		begin = mark == 1 ? rest.p : NULL;
		begin_line = line_no;
	}
	if (begin == NULL)
		return OK;
	/* the closing boundary was cut off */
	return collect(parts, (struct slice){ begin, (size_t)(rest.p - begin) }, begin_line,
		       nesting + 1, err);
}

/* Finds the text parts of a message, or of a part with its own header fields. */
static enum err collect(struct parts *parts, struct slice entity, size_t line_no, int nesting,
			struct error *err)
{
	struct headers headers = take_headers(&entity, &line_no);
	struct slice boundary = type_parameter(headers.type, "boundary");

	if (nesting > NESTING_MAX)
		return error_set_line(err, ERR_LIMIT, line_no,
				      "mail parts are nested deeper than %d", NESTING_MAX);
	if (starts_nocase(headers.type, "multipart/") && boundary.n > 0)
		return collect_multipart(parts, entity, line_no, boundary, nesting, err);
	if (starts_nocase(headers.type, "message/rfc822"))
		return collect(parts, entity, line_no, nesting + 1, err);
	if (headers.type.n > 0 && !starts_nocase(headers.type, "text"))
		return OK;
	ARENA_PUSH(parts->arena, parts->list, parts->count, parts->capacity,
		   ((struct part){ .body = entity,
				   .line_no = line_no,
				   .encoding = encoding_of(headers.encoding),
				   .charset = type_parameter(headers.type, "charset"),
				   .html = starts_nocase(headers.type, "text/html") }));
	return OK;
}

static enum err decode_part(struct arena *arena, const struct part *part, struct text *out,
			    size_t *capacity, struct error *err)
{
	struct lines lines;

	lines_init(&lines, arena, out, capacity, part->charset);
	lines.line_no = part->line_no;
	mail_decode(&lines, part->body, part->encoding);
	return lines_finish(&lines, err);
}

/* Decodes the text parts of one message into out. */
static enum err decode_parts(const struct parts *parts, struct text *out, size_t *capacity,
			     struct error *err)
{
	bool plain = false;

	for (size_t i = 0; i < parts->count; i++)
		plain = plain || !parts->list[i].html;
	for (size_t i = 0; i < parts->count; i++) {
		const struct part *part = &parts->list[i];
		struct text lines = { 0 };
		size_t room = 0;
		enum err e = OK;

		if (part->html && plain)
			continue;
		if (!part->html) {
			e = decode_part(parts->arena, part, out, capacity, err);
		} else {
			e = decode_part(parts->arena, part, &lines, &room, err);
			if (e == OK)
				html_lines(parts->arena, &lines, out, capacity);
		}
		if (e != OK)
			return e;
	}
	return OK;
}

/*
 * True for quoted-printable whose headers were lost: a line ends in '=' and each '=' is one that
 * the encoding knows, or its escape of '=' itself occurs.
 */
static bool looks_quoted_printable(struct slice text)
{
	bool soft = false, valid = true, escaped = slice_find(text, "=3D") < text.n;
	struct slice line;

	while (slice_line(&text, &line)) {
		line = slice_trim_end(line);
		for (size_t i = slice_find_char(line, '='); i < line.n; i++) {
			if (line.p[i] != '=')
				continue;
			soft = soft || i + 1 == line.n;
			valid = valid && (i + 1 == line.n || mail_is_escape(line, i));
		}
	}
	return soft && (valid || escaped);
}

/* A text that is being made of messages. */
struct reading {
	struct arena *arena;
	struct text *out;
	size_t capacity, mail_capacity;
};

static void add_head(struct reading *r, struct slice message, size_t line_no)
{
	size_t lines = line_no;
	struct headers headers = take_headers(&message, &lines);
	struct mail_head head =
		mail_head(r->arena, headers.id, headers.subject, headers.from, headers.date);

	head.line_no = line_no + 1;
	head.first = r->out->count;
	ARENA_PUSH(r->arena, r->out->mails, r->out->mail_count, r->mail_capacity, head);
}

static enum err read_message(struct reading *r, struct slice bytes, size_t line_no,
			     struct error *err)
{
	struct arena *arena = r->arena;
	struct parts parts = { .arena = arena };
	struct part whole = { .body = bytes, .line_no = line_no };
	struct text *out = r->out;
	size_t *capacity = &r->capacity;
	enum err e;

	if (!has_headers(bytes)) {
		if (looks_quoted_printable(bytes))
			whole.encoding = MAIL_QUOTED_PRINTABLE;
		return decode_part(arena, &whole, out, capacity, err);
	}
	add_head(r, bytes, line_no);
	e = collect(&parts, bytes, line_no, 0, err);
	return e == OK ? decode_parts(&parts, out, capacity, err) : e;
}

enum err mail_lines(struct arena *arena, struct slice bytes, struct text *out, struct error *err)
{
	struct slice rest = bytes, line, message = bytes;
	struct reading reading = { .arena = arena, .out = out };
	size_t line_no = 0, first_line = 0;
	bool blank = true;
	enum err e = OK;

	*out = (struct text){ 0 };
	while (e == OK && rest.n > 0) {
		const char *at = rest.p;

		(void)slice_line(&rest, &line);
		line_no++;
		if (blank && slice_starts(line, "From ") && has_headers(rest)) {
			message.n = (size_t)(at - message.p);
			e = read_message(&reading, message, first_line, err);
			message = rest;
			first_line = line_no;
		}
		blank = line.n == 0;
	}
	return e == OK ? read_message(&reading, message, first_line, err) : e;
}
