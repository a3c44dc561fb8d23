/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/json_write.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define HEX "0123456789ABCDEF"

enum { SHORT_MAX = 62 };

/* Whether a byte stands for itself: neither escaped nor part of a longer character. */
static bool is_plain(char c)
{
	return (signed char)c >= 0x20 && c != '"' && c != '\\';
}

static void write_escaped(struct buf *buf, char c)
{
	static const char from[] = "\"\\\b\f\n\r\t", to[] = "\"\\bfnrt";
	const char *known = memchr(from, c, sizeof(from) - 1);
	char text[] = "\\u0000";

	if (known != NULL) {
		text[1] = to[known - from];
		buf_add(buf, (struct slice){ text, 2 });
		return;
	}
	text[4] = HEX[(unsigned char)c >> 4];
	text[5] = HEX[c & 15];
	buf_add(buf, (struct slice){ text, 6 });
}

/* Writes the character that begins s; its length. */
static size_t write_character(struct buf *buf, struct slice s)
{
	size_t n = s.n < 4 ? s.n : 4;

	if ((unsigned char)s.p[0] < 0x80) {
		write_escaped(buf, s.p[0]);
		return 1;
	}
	while (n > 0 && !slice_is_utf8(slice_head(s, n)))
		n--;
	buf_add(buf, n == 0 ? SLICE("\xef\xbf\xbd") : slice_head(s, n));
	return n == 0 ? 1 : n;
}

/* Most texts are short and plain: they are added at once. */
static bool write_short(struct buf *buf, struct slice text)
{
	char quoted[SHORT_MAX + 2] = "\"";

	if (text.n > SHORT_MAX)
		return false;
	for (size_t i = 0; i < text.n; i++) {
		if (!is_plain(text.p[i]))
			return false;
		quoted[i + 1] = text.p[i];
	}
	quoted[text.n + 1] = '"';
	buf_add(buf, (struct slice){ quoted, text.n + 2 });
	return true;
}

void json_write_text(struct buf *buf, struct slice text)
{
	if (write_short(buf, text))
		return;
	buf_addc(buf, '"');
	while (text.n > 0) {
		size_t n = 0;

		while (n < text.n && is_plain(text.p[n]))
			n++;
		buf_add(buf, slice_head(text, n));
		text = slice_skip(text, n);
		if (text.n > 0)
			text = slice_skip(text, write_character(buf, text));
	}
	buf_addc(buf, '"');
}

void json_write_integer(struct buf *buf, int64_t value)
{
	char text[24], *p = text + sizeof(text);
	uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

	do {
		*--p = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest > 0);
	if (value < 0)
		*--p = '-';
	buf_add(buf, (struct slice){ p, (size_t)(text + sizeof(text) - p) });
}

/* Without what JSON does not need: 1e+20 is 1e20, 1e-07 is 1e-7. */
static void write_real(struct buf *buf, char *text)
{
	char *e = strchr(text, 'e'), *digits;

	if (e == NULL) {
		buf_adds(buf, text);
		if (strchr(text, '.') == NULL)
			buf_adds(buf, ".0");
		return;
	}
	digits = e + 2;
	while (*digits == '0' && digits[1] != '\0')
		digits++;
	buf_add(buf, (struct slice){ text, (size_t)(e + 1 - text) });
	if (e[1] == '-')
		buf_addc(buf, '-');
	buf_adds(buf, digits);
}

void json_write_number(struct buf *buf, double value)
{
	char text[32];

	if (!isfinite(value)) {
		buf_adds(buf, "null");
	} else if (value == floor(value) && fabs(value) < 0x1p53) {
		json_write_integer(buf, (int64_t)value);
	} else {
		(void)snprintf(text, sizeof(text), "%.15g", value); /* it fits */
		write_real(buf, text);
	}
}
