/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/num.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUM_TEXT_MAX = 400 };

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

enum { EXACT_DIGITS = 15 };

/*
 * [+-]digits[.digits] of up to 15 digits: such a number and the power of ten that it is divided by
 * are doubles without rounding, so their quotient is rounded once, as strtod's result is
 * (W. D. Clinger, How to read floating point numbers accurately, 1990). False for other texts.
 */
static bool short_decimal(struct slice s, double *out)
{
	static const double powers[] = { 1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
					 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15 };
	bool minus = s.n > 0 && s.p[0] == '-';
	size_t i = minus || (s.n > 0 && s.p[0] == '+'), digits = 0, decimals = 0;
	bool point = false;
	int64_t value = 0;

	for (; i < s.n; i++) {
		if (s.p[i] == '.' && !point) {
			point = true;
			continue;
		}
		if (!is_digit(s.p[i]) || digits == EXACT_DIGITS)
			return false;
		value = value * 10 + (s.p[i] - '0');
		digits++;
		decimals += point;
	}
	*out = (double)value / powers[decimals];
	if (minus)
		*out = -*out;
	return digits > 0;
}

/* [+-] digits [. digits] [e[+-]digits], with a digit before or behind the point. */
static bool is_decimal(struct slice s)
{
	size_t digits = 0, i = 0;

	if (i < s.n && (s.p[i] == '-' || s.p[i] == '+'))
		i++;
	for (; i < s.n && is_digit(s.p[i]); i++)
		digits++;
	if (i < s.n && s.p[i] == '.')
		for (i++; i < s.n && is_digit(s.p[i]); i++)
			digits++;
	if (digits == 0)
		return false;
	if (i < s.n && (s.p[i] == 'e' || s.p[i] == 'E')) {
		size_t first;

		i++;
		if (i < s.n && (s.p[i] == '-' || s.p[i] == '+'))
			i++;
		for (first = i; i < s.n && is_digit(s.p[i]);)
			i++;
		if (i == first)
			return false;
	}
	return i == s.n;
}

bool num_double(struct slice s, double *out)
{
	char text[NUM_TEXT_MAX];
	double value;

	if (short_decimal(s, &value)) {
		*out = value;
		return true;
	}
	if (s.n >= sizeof(text) || !is_decimal(s))
		return false;
	memcpy(text, s.p, s.n);
	text[s.n] = '\0';
	value = strtod(text, NULL); /* the program never leaves the "C" locale */
	if (!isfinite(value))
		return false;
	*out = value;
	return true;
}

bool num_size(struct slice s, uint64_t *out)
{
	static const struct {
		const char *suffix;
		uint64_t factor;
	} units[] = { { "K", KiB }, { "M", MiB }, { "G", GiB }, { "", 1 } };
	uint64_t value;
	size_t i = 0;

	while (!slice_ends(s, units[i].suffix))
		i++;
	s.n -= slice_str(units[i].suffix).n;
	if (!num_uint(s, &value) || value == 0 || value > UINT64_MAX / units[i].factor)
		return false;
	*out = value * units[i].factor;
	return true;
}

bool num_int(struct slice s, int64_t *out)
{
	bool minus = s.n > 0 && s.p[0] == '-';
	struct slice digits = s.n > 0 && (minus || s.p[0] == '+') ? slice_skip(s, 1) : s;
	uint64_t value;

	if (!num_uint(digits, &value) || value > (uint64_t)INT64_MAX + minus)
		return false;
	*out = minus ? (int64_t)(0 - value) : (int64_t)value;
	return true;
}

enum { SAFE_DIGITS = 19 }; /* any number of so many fits 64 bits */

bool num_uint(struct slice s, uint64_t *out)
{
	uint64_t value = 0;

	if (s.n == 0)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		uint64_t digit = (uint64_t)(s.p[i] - '0');

		if (!is_digit(s.p[i]) || (i >= SAFE_DIGITS && value > (UINT64_MAX - digit) / 10))
			return false;
		value = value * 10 + digit;
	}
	*out = value;
	return true;
}

bool num_grouped(struct slice s, int64_t *out)
{
	char text[32];
	size_t n = 0, group = 0;
	bool commas = slice_find_char(s, ',') < s.n;

	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == ',') {
			if (i == 0 || group > 3 || (n > group && group != 3))
				return false;
			group = 0;
			continue;
		}
		if (n >= sizeof(text))
			return false;
		text[n++] = s.p[i];
		group += is_digit(s.p[i]);
	}
	if (commas && group != 3)
		return false;
	return num_int((struct slice){ text, n }, out);
}

unsigned num_decimals(struct slice s)
{
	size_t point = slice_find_char(s, '.');
	unsigned n = 0;

	for (size_t i = point + 1; i < s.n && is_digit(s.p[i]); i++)
		n++;
	return n;
}

void num_print(struct buf *buf, double value)
{
	char text[40];

	for (int digits = 15; digits <= 17; digits++) {
		(void)snprintf(text, sizeof(text), "%.*g", digits, value);
		if (strtod(text, NULL) == value)
			break;
	}
	buf_adds(buf, text);
}

void num_print_digits(struct buf *buf, double value, int digits)
{
	double size = fabs(value);
	int before = size >= 1 ? (int)floor(log10(size)) + 1 : 1;

	if (size != 0 && (size < 1e-6 || size >= 1e15))
		buf_addf(buf, "%.*g", digits, value);
	else if (size != 0 && size < 1)
		buf_addf(buf, "%.*f", digits - 1 - (int)floor(log10(size)), value);
	else
		buf_addf(buf, "%.*f", before < digits ? digits - before : 0, value);
}
