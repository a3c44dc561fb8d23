/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/perf_number.h"

#include "lib/num.h"
#include "lib/record.h"

enum { NUMBER_MAX_BYTES = 64 };

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_mark(char c)
{
	return c == '.' || c == ',' || c == '\'' || c == ' ';
}

char perf_decimal_mark(struct slice s)
{
	for (size_t i = s.n; i > 0; i--)
		if (s.p[i - 1] == '.' || s.p[i - 1] == ',')
			return s.p[i - 1];
	return '\0';
}

/* Position of the mark before the decimals, s.n when all marks part groups. */
static size_t decimal_at(struct slice s, char decimal, bool whole)
{
	char last = perf_decimal_mark(s);
	size_t at = slice_rfind_char(s, last), first = 0;

	if (decimal != '\0')
		return slice_rfind_char(s, decimal);
	if (last == '\0')
		return s.n;
	while (first < s.n && !is_mark(s.p[first]))
		first++;
	if (first < at)
		return s.p[first] == last ? s.n : at;
	return whole && s.n - at - 1 == 3 ? s.n : at;
}

/* Groups have two or three digits, the last of them three. */
static bool groups_hold(struct slice whole)
{
	size_t digits = 0, groups = 0;

	for (size_t i = 0; i <= whole.n; i++) {
		if (i < whole.n && is_digit(whole.p[i])) {
			digits++;
			continue;
		}
		if (i < whole.n && !is_mark(whole.p[i]))
			return false;
		if (groups > 0 && (digits < 2 || digits > 3))
			return false;
		if (i == whole.n && groups > 0 && digits != 3)
			return false;
		if (digits == 0 && i < whole.n)
			return false;
		groups++;
		digits = 0;
	}
	return true;
}

bool perf_number(struct slice s, char decimal, bool whole, double *out)
{
	char plain[NUMBER_MAX_BYTES];
	size_t n = 0, at, sign;
	struct slice digits;

	if (s.n == 0 || s.n >= sizeof(plain))
		return false;
	sign = s.p[0] == '-' || s.p[0] == '+';
	digits = slice_skip(s, sign);
	at = decimal_at(digits, decimal, whole);
	if (!groups_hold(slice_head(digits, at)))
		return false;
	if (sign)
		plain[n++] = s.p[0];
	for (size_t i = 0; i < digits.n; i++) {
		if (i == at)
			plain[n++] = '.';
		else if (is_digit(digits.p[i]))
			plain[n++] = digits.p[i];
		else if (i > at)
			return false;
	}
	return num_double((struct slice){ plain, n }, out);
}

double perf_number_or_none(struct slice s, char decimal)
{
	double value;

	return perf_number(s, decimal, false, &value) ? value : RECORD_NO_NUMBER;
}
