/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

void buf_init(struct buf *buf)
{
	*buf = (struct buf){ 0 };
}

void buf_release(struct buf *buf)
{
	free(buf->data);
	buf_init(buf);
}

void buf_clear(struct buf *buf)
{
	buf->n = 0;
	buf->failed = false;
	if (buf->data != NULL)
		buf->data[0] = '\0';
}

static bool make_room(struct buf *buf, size_t more)
{
	size_t capacity = buf->capacity == 0 ? 256 : buf->capacity;

	if (more >= SIZE_MAX / 2 - buf->n)
		memory_none();
	if (buf->failed || (buf->limit != 0 && buf->n + more > buf->limit)) {
		buf->failed = true;
		return false;
	}
	while (capacity < buf->n + more + 1)
		capacity *= 2;
	buf->data = memory_must(realloc(buf->data, capacity));
	buf->capacity = capacity;
	return true;
}

static inline bool reserve(struct buf *buf, size_t more)
{
	if (more < buf->capacity - buf->n && !buf->failed &&
	    (buf->limit == 0 || buf->n + more <= buf->limit))
		return true;
	return make_room(buf, more);
}

void buf_add(struct buf *buf, struct slice s)
{
	if (s.n == 0 || !reserve(buf, s.n))
		return;
	memcpy(buf->data + buf->n, s.p, s.n);
	buf->n += s.n;
	buf->data[buf->n] = '\0';
}

void buf_adds(struct buf *buf, const char *cstr)
{
	buf_add(buf, slice_str(cstr));
}

void buf_addc(struct buf *buf, char c)
{
	buf_add(buf, (struct slice){ &c, 1 });
}

void buf_fill(struct buf *buf, char c, size_t count)
{
	if (count == 0 || !reserve(buf, count))
		return;
	memset(buf->data + buf->n, c, count);
	buf->n += count;
	buf->data[buf->n] = '\0';
}

void buf_addf(struct buf *buf, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (n <= 0 || !reserve(buf, (size_t)n))
		return;
	va_start(ap, fmt);
	(void)vsnprintf(buf->data + buf->n, (size_t)n + 1, fmt, ap);
	va_end(ap);
	buf->n += (size_t)n;
}

static const char *html_entity(char c)
{
	switch (c) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	default:
		return NULL;
	}
}

/* U+202A to U+202E and U+2066 to U+2069, which turn around the text behind them. */
static bool is_turning(struct slice s)
{
	unsigned char last = s.n < 3 ? 0 : (unsigned char)s.p[2];

	return (slice_starts(s, "\xe2\x80") && last >= 0xaa && last <= 0xae) ||
	       (slice_starts(s, "\xe2\x81") && last >= 0xa6 && last <= 0xa9);
}

void buf_add_html(struct buf *buf, struct slice s)
{
	for (size_t i = 0; i < s.n; i++) {
		const char *entity = html_entity(s.p[i]);

		if (entity != NULL) {
			buf_adds(buf, entity);
		} else if (is_turning(slice_skip(s, i))) {
			buf_adds(buf, "\xef\xbf\xbd");
			i += 2;
		} else {
			buf_addc(buf, s.p[i]);
		}
	}
}

void buf_add_url(struct buf *buf, struct slice s)
{
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.p[i];

		if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
		    (c != 0 && strchr("._~-", c) != NULL))
			buf_addc(buf, (char)c);
		else
			buf_addf(buf, "%%%02X", c);
	}
}

struct slice buf_slice(const struct buf *buf)
{
	return (struct slice){ buf->data == NULL ? "" : buf->data, buf->n };
}
