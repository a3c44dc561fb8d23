/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/when.h"

#include <string.h>

#include "lib/num.h"

/* Cuts that many digits off; their number lies in min..max. */
static bool take_digits(struct slice *text, size_t digits, int64_t min, int64_t max, int64_t *out)
{
	uint64_t value;

	if (text->n < digits || !num_uint(slice_head(*text, digits), &value) ||
	    (int64_t)value < min || (int64_t)value > max)
		return false;
	*text = slice_skip(*text, digits);
	*out = (int64_t)value;
	return true;
}

static bool is_leap(int64_t year)
{
	return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int64_t days_in(int64_t year, int64_t month)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

	return days[month - 1] + (month == 2 && is_leap(year));
}

/* Days from 1970-01-01 to the first of January. */
static int64_t days_before(int64_t year)
{
	int64_t y = year - 1;

	return 365 * (year - 1970) + (y / 4 - y / 100 + y / 400) -
	       (1969 / 4 - 1969 / 100 + 1969 / 400);
}

static int64_t days_of(int64_t year, int64_t month, int64_t day)
{
	int64_t days = days_before(year) + day - 1;

	for (int64_t m = 1; m < month; m++)
		days += days_in(year, m);
	return days;
}

static bool take_date(struct slice *text, int64_t *days)
{
	int64_t year, month, day;

	if (!take_digits(text, 4, 1970, 9999, &year) || !slice_take(text, "-") ||
	    !take_digits(text, 2, 1, 12, &month) || !slice_take(text, "-") ||
	    !take_digits(text, 2, 1, days_in(year, month), &day))
		return false;
	*days = days_of(year, month, day);
	return true;
}

/* 60 seconds are a leap second. */
static bool take_time(struct slice *text, int64_t *seconds)
{
	int64_t hour, minute, second;
	size_t digits = 0;

	if (!take_digits(text, 2, 0, 23, &hour) || !slice_take(text, ":") ||
	    !take_digits(text, 2, 0, 59, &minute) || !slice_take(text, ":") ||
	    !take_digits(text, 2, 0, 60, &second))
		return false;
	if (slice_take(text, ".")) {
		while (digits < text->n && text->p[digits] >= '0' && text->p[digits] <= '9')
			digits++;
		if (digits == 0)
			return false;
		*text = slice_skip(*text, digits);
	}
	*seconds = 3600 * hour + 60 * minute + second;
	return true;
}

static bool take_zone(struct slice *text, int64_t *east_s)
{
	int64_t hours, minutes = 0;
	bool west;

	if (slice_take(text, "Z")) {
		*east_s = 0;
		return true;
	}
	west = slice_take(text, "-");
	if ((!west && !slice_take(text, "+")) || !take_digits(text, 2, 0, 14, &hours))
		return false;
	(void)slice_take(text, ":"); /* +01:00 or +0100 */
	if (text->n > 0 && !take_digits(text, 2, 0, 59, &minutes))
		return false;
	*east_s = (west ? -1 : 1) * (3600 * hours + 60 * minutes);
	return true;
}

bool when_parse(struct slice text, int64_t *epoch_s)
{
	int64_t days, seconds, east_s;

	if (!take_date(&text, &days) || (!slice_take(&text, "T") && !slice_take(&text, " ")) ||
	    !take_time(&text, &seconds) || !take_zone(&text, &east_s) || text.n > 0)
		return false;
	*epoch_s = 86400 * days + seconds - east_s;
	return true;
}

/* "May" is 5; 0 = none. */
static int64_t month_named(struct slice word)
{
	struct slice all = SLICE("JanFebMarAprMayJunJulAugSepOctNovDec");

	for (int64_t month = 1; word.n == 3 && all.n > 0; month++, all = slice_skip(all, 3))
		if (slice_eq(slice_head(all, 3), word))
			return month;
	return 0;
}

/* "19 May 2015", each a word. */
static bool take_mail_date(struct slice *text, int64_t *days)
{
	struct slice day_word = slice_field(text), month_word = slice_field(text);
	struct slice year_word = slice_field(text);
	int64_t year, month = month_named(month_word), day;

	if (month == 0 || year_word.n != 4 || day_word.n > 2 ||
	    !take_digits(&year_word, 4, 1970, 9999, &year) ||
	    !take_digits(&day_word, day_word.n, 1, days_in(year, month), &day))
		return false;
	*days = days_of(year, month, day);
	return true;
}

bool when_parse_mail(struct slice text, int64_t *epoch_s)
{
	struct slice time, zone;
	int64_t days, seconds, east_s = 0;
	size_t comma = slice_find_char(text, ',');
	char whole[] = "00:00:00"; /* of a time without seconds */

	text = comma < text.n ? slice_skip(text, comma + 1) : text;
	if (!take_mail_date(&text, &days))
		return false;
	time = slice_field(&text);
	zone = slice_field(&text);
	if (time.n == strlen("hh:mm")) {
		memcpy(whole, time.p, time.n);
		time = slice_str(whole);
	}
	if (!take_time(&time, &seconds) || time.n > 0 || zone.n == 0)
		return false;
	if ((zone.p[0] == '+' || zone.p[0] == '-') && (!take_zone(&zone, &east_s) || zone.n > 0))
		return false;
	*epoch_s = 86400 * days + seconds - east_s;
	return true;
}
