/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/mail_decode.h"

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool mail_is_escape(struct slice line, size_t i)
{
	return i + 2 < line.n && hex_digit(line.p[i + 1]) >= 0 && hex_digit(line.p[i + 2]) >= 0;
}

/* One line of quoted-printable; '=' at its end joins it with the next. */
static void decode_quoted_printable(struct lines *lines, struct slice line)
{
	bool soft;

	line = slice_trim_end(line);
	soft = slice_ends(line, "=");
	line.n -= soft;
	while (line.n > 0) {
		size_t n = slice_find_char(line, '=');

		lines_add(lines, slice_head(line, n));
		line = slice_skip(line, n);
		if (mail_is_escape(line, 0)) {
			char c = (char)(hex_digit(line.p[1]) * 16 + hex_digit(line.p[2]));

			lines_add(lines, (struct slice){ &c, 1 });
			line = slice_skip(line, 3);
		} else if (line.n > 0) {
			lines_add(lines, slice_head(line, 1));
			line = slice_skip(line, 1);
		}
	}
	if (!soft)
		lines_add(lines, SLICE("\n"));
}

static int base64_digit(char c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (c >= '0' && c <= '9')
		return c - '0' + 52;
	return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* One line of base64; *bits holds the digits that made no byte yet, behind a leading 1. */
static void decode_base64(struct lines *lines, struct slice line, uint32_t *bits)
{
	for (size_t i = 0; i < line.n; i++) {
		int digit = base64_digit(line.p[i]);
		char bytes[3];

		if (digit < 0)
			continue;
		*bits = *bits << 6 | (uint32_t)digit;
		if (*bits < 1u << 24)
			continue;
		bytes[0] = (char)(*bits >> 16 & 0xff);
		bytes[1] = (char)(*bits >> 8 & 0xff);
		bytes[2] = (char)(*bits & 0xff);
		lines_add(lines, (struct slice){ bytes, 3 });
		*bits = 1;
	}
}

/* The one or two bytes that the last, padded group holds. */
static void finish_base64(struct lines *lines, uint32_t bits)
{
	char bytes[2];

	if (bits >= 1u << 18) {
		bytes[0] = (char)(bits >> 10 & 0xff);
		bytes[1] = (char)(bits >> 2 & 0xff);
		lines_add(lines, (struct slice){ bytes, 2 });
	} else if (bits >= 1u << 12) {
		bytes[0] = (char)(bits >> 4 & 0xff);
		lines_add(lines, (struct slice){ bytes, 1 });
	}
}

void mail_decode(struct lines *lines, struct slice body, enum mail_encoding encoding)
{
	struct slice line;
	uint32_t bits = 1;

	while (slice_line(&body, &line)) {
		lines->line_no++;
		if (encoding == MAIL_QUOTED_PRINTABLE)
			decode_quoted_printable(lines, line);
		else if (encoding == MAIL_BASE64)
			decode_base64(lines, line, &bits);
		else
			lines_add_whole(lines, line);
	}
	finish_base64(lines, bits);
}
