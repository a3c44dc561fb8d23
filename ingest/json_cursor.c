/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/json_cursor.h"

#include <string.h>

enum { DEPTH_MAX = 64 };

struct json_cursor json_cursor(struct slice text)
{
	return (struct json_cursor){ text.p, text.p + text.n };
}

static void skip_blanks(struct json_cursor *c)
{
	while (c->p < c->end && (*c->p == ' ' || *c->p == '\t' || *c->p == '\r' || *c->p == '\n'))
		c->p++;
}

enum json_kind json_kind(struct json_cursor *c)
{
	skip_blanks(c);
	if (c->p == c->end)
		return JSON_KIND_NONE;
	switch (*c->p) {
	case '"':
		return JSON_KIND_TEXT;
	case '[':
		return JSON_KIND_LIST;
	case '{':
		return JSON_KIND_OBJECT;
	case ']':
	case '}':
	case ',':
	case ':':
		return JSON_KIND_NONE;
	default:
		return *c->p == '-' || (*c->p >= '0' && *c->p <= '9') ? JSON_KIND_NUMBER
								      : JSON_KIND_WORD;
	}
}

bool json_take(struct json_cursor *c, char wanted)
{
	skip_blanks(c);
	if (c->p == c->end || *c->p != wanted)
		return false;
	c->p++;
	return true;
}

bool json_at_end(struct json_cursor *c)
{
	skip_blanks(c);
	return c->p == c->end;
}

/* ---- texts ---- */

/* Whether an odd number of backslashes stands before p. */
static bool is_escaped(const char *start, const char *p)
{
	size_t n = 0;

	while (p > start && p[-1] == '\\') {
		p--;
		n++;
	}
	return n % 2 != 0;
}

bool json_raw_text(struct json_cursor *c, struct slice *out)
{
	const char *p;

	if (!json_take(c, '"'))
		return false;
	for (p = c->p; p < c->end; p++) {
		p = memchr(p, '"', (size_t)(c->end - p));
		if (p == NULL)
			return false;
		if (!is_escaped(c->p, p))
			break;
	}
	if (p == c->end)
		return false;
	*out = (struct slice){ c->p, (size_t)(p - c->p) };
	c->p = p + 1;
	return true;
}

static int hex4(const char *p, const char *end)
{
	int value = 0;

	for (int i = 0; i < 4; i++, p++) {
		if (p >= end)
			return -1;
		if (*p >= '0' && *p <= '9')
			value = value * 16 + *p - '0';
		else if ((*p | 0x20) >= 'a' && (*p | 0x20) <= 'f')
			value = value * 16 + (*p | 0x20) - 'a' + 10;
		else
			return -1;
	}
	return value;
}

/* One code point as UTF-8. */
static char *put_utf8(char *out, uint32_t c)
{
	if (c < 0x80) {
		*out++ = (char)c;
	} else if (c < 0x800) {
		*out++ = (char)(0xc0 | c >> 6);
		*out++ = (char)(0x80 | (c & 0x3f));
	} else if (c < 0x10000) {
		*out++ = (char)(0xe0 | c >> 12);
		*out++ = (char)(0x80 | (c >> 6 & 0x3f));
		*out++ = (char)(0x80 | (c & 0x3f));
	} else {
		*out++ = (char)(0xf0 | c >> 18);
		*out++ = (char)(0x80 | (c >> 12 & 0x3f));
		*out++ = (char)(0x80 | (c >> 6 & 0x3f));
		*out++ = (char)(0x80 | (c & 0x3f));
	}
	return out;
}

/* "\uXXXX", two for what is beyond 16 bits; alone, half of such a pair is U+FFFD. */
static char *put_unicode(char *out, const char **p, const char *end)
{
	int high = hex4(*p, end), low;
	uint32_t c = high < 0 ? 0xfffd : (uint32_t)high;

	if (high >= 0)
		*p += 4;
	if (high < 0xd800 || high > 0xdfff)
		return put_utf8(out, c);
	c = 0xfffd;
	if (high < 0xdc00 && end - *p >= 6 && (*p)[0] == '\\' && (*p)[1] == 'u') {
		low = hex4(*p + 2, end);
		if (low >= 0xdc00 && low <= 0xdfff) {
			c = 0x10000 + ((uint32_t)(high - 0xd800) << 10) + (uint32_t)(low - 0xdc00);
			*p += 6;
		}
	}
	return put_utf8(out, c);
}

static struct slice unescape(struct arena *arena, struct slice raw)
{
	static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
	const char *p = raw.p, *end = raw.p + raw.n, *known;
	char *start = arena_alloc(arena, raw.n + 1), *out = start;

	while (p < end) {
		if (*p != '\\' || p + 1 == end) {
			*out++ = *p++;
			continue;
		}
		p += 2;
		known = memchr(from, p[-1], sizeof(from) - 1);
		if (p[-1] == 'u')
			out = put_unicode(out, &p, end);
		else
			*out++ = known != NULL ? to[known - from] : p[-1];
	}
	return (struct slice){ start, (size_t)(out - start) };
}

bool json_text_of(struct json_cursor *c, struct arena *arena, struct slice *out)
{
	if (!json_raw_text(c, out))
		return false;
	if (slice_find_char(*out, '\\') < out->n)
		*out = unescape(arena, *out);
	return true;
}

/* ---- values ---- */

/* A number, or a word. */
static bool skip_plain(struct json_cursor *c)
{
	static const bool ends[256] = {
		[','] = true, [']'] = true, ['}'] = true,  ['['] = true,  ['{'] = true,
		['"'] = true, [' '] = true, ['\t'] = true, ['\r'] = true, ['\n'] = true,
	};
	const char *start = c->p;

	while (c->p < c->end && !ends[(unsigned char)*c->p])
		c->p++;
	return c->p > start;
}

/* One step within lists and objects: what opens, closes or stands there. */
static bool skip_step(struct json_cursor *c, char *open, int *depth)
{
	struct slice text;

	switch (json_kind(c)) {
	case JSON_KIND_OBJECT:
	case JSON_KIND_LIST:
		if (*depth == DEPTH_MAX)
			return false;
		open[(*depth)++] = *c->p++;
		return true;
	case JSON_KIND_TEXT:
		return json_raw_text(c, &text);
	case JSON_KIND_NUMBER:
	case JSON_KIND_WORD:
		return skip_plain(c);
	case JSON_KIND_NONE:
		break;
	}
	if (c->p == c->end || *depth == 0)
		return false;
	if (*c->p == ']' || *c->p == '}') {
		(*depth)--;
		if ((open[*depth] == '[') != (*c->p == ']'))
			return false;
	}
	c->p++;
	return true;
}

bool json_skip(struct json_cursor *c, struct slice *out)
{
	char open[DEPTH_MAX];
	const char *start;
	int depth = 0;

	skip_blanks(c);
	start = c->p;
	do {
		if (!skip_step(c, open, &depth))
			return false;
	} while (depth > 0);
	*out = (struct slice){ start, (size_t)(c->p - start) };
	return true;
}

bool json_member(struct json_cursor *c, struct arena *arena, bool *first, struct slice *key)
{
	bool begins = *first;

	*first = false;
	if (begins ? !json_take(c, '{') : !json_take(c, ',')) {
		(void)json_take(c, '}');
		return false;
	}
	if (begins && json_take(c, '}'))
		return false;
	return json_text_of(c, arena, key) && json_take(c, ':');
}

bool json_element(struct json_cursor *c, bool *first)
{
	bool begins = *first;

	*first = false;
	if (begins && !json_take(c, '['))
		return false;
	if (!begins)
		(void)json_take(c, ','); /* it may lack */
	return !json_take(c, ']') && json_kind(c) != JSON_KIND_NONE;
}
