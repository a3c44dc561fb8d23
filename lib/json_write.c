/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/json_write.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define HEX "0123456789ABCDEF"

enum { SHORT_MAX = 62, DIGITS = 15 };

static const double LOG10_OF_2 = 0.301029995663981195;

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

/* 10^0 .. 10^19, which 64 bits of mantissa hold exactly. */
static const long double tens[] = {
	1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,
	1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L,
};

/* The power of ten of the first digit, or a neighbour where the product rounds to 1. */
static int first_power(double value)
{
	int power, exponent;

	(void)frexp(value, &exponent); /* the exponent tells all but the last step */
	power = (int)floor((exponent - 1) * LOG10_OF_2);
	if (power + 1 < 0)
		return power + (value * (double)tens[-power - 1] >= 1);
	return power + (value >= (double)tens[power + 1]);
}

/*
 * The 15 digits of a value as an integer. False where the one rounding of the product, or of a
 * shorter long double, could decide what they are: next to a half, and next to a power of ten.
 */
static bool digits_of(double value, int power, uint64_t *out)
{
	long double scaled = value * tens[DIGITS - 1 - power];
	uint64_t whole = (uint64_t)scaled;
	long double rest = scaled - (long double)whole;

	*out = whole + (rest > 0.5L);
	return LDBL_MANT_DIG >= 64 && fabsl(rest - 0.5L) > 0x1p-10L &&
	       *out >= (uint64_t)tens[DIGITS - 1] && *out < (uint64_t)tens[DIGITS];
}

/* What "%.15g" and ".0" behind whole numbers make of it; false where that has to be asked. */
static bool write_plain(struct buf *buf, double value)
{
	char text[SHORT_MAX] = "-", digits[DIGITS];
	int power, count = DIGITS, n = value < 0;
	double size = fabs(value);
	uint64_t rest;

	if (!(size >= 1e-4 && size < 1e14))
		return false;
	power = first_power(size);
	if (!digits_of(size, power, &rest))
		return false;
	for (int i = DIGITS - 1; i >= 0; i--, rest /= 10)
		digits[i] = (char)('0' + rest % 10);
	while (count > power + 1 && digits[count - 1] == '0')
		count--;
	for (int i = power < 0 ? power : 0; i < count; i++) {
		text[n++] = i < 0 ? '0' : digits[i];
		if (i == power)
			text[n++] = '.';
	}
	if (text[n - 1] == '.')
		text[n++] = '0';
	buf_add(buf, (struct slice){ text, (size_t)n });
	return true;
}

void json_write_real(struct buf *buf, double value)
{
	char text[32];

	if (write_plain(buf, value))
		return;
	(void)snprintf(text, sizeof(text), "%.15g", value); /* it fits */
	write_real(buf, text);
}

void json_write_number(struct buf *buf, double value)
{
	if (!isfinite(value))
		buf_adds(buf, "null");
	else if (value == floor(value) && fabs(value) < 0x1p53)
		json_write_integer(buf, (int64_t)value);
	else
		json_write_real(buf, value);
}
