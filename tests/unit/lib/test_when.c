/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/when.h"

#include "tests/unit/check.h"

/* As `date -u -d TEXT +%s` says. */
static void moments(void **state)
{
	static const struct {
		const char *text;
		int64_t epoch_s;
	} cases[] = {
		{ "1970-01-01T00:00:00Z", 0 },
		{ "2026-01-18T03:12:44Z", 1768705964 },
		{ "2026-01-18 04:12:44.999+01:00", 1768705964 },
		{ "2026-01-17T22:12:44-0500", 1768705964 },
		{ "2024-02-29T12:00:00+00", 1709208000 },
		{ "2000-03-01T00:00:00Z", 951868800 },
		{ "9999-12-31T23:59:59Z", 253402300799 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		int64_t epoch_s = -1;

		assert_true(when_parse(slice_str(cases[i].text), &epoch_s));
		assert_int_equal(epoch_s, cases[i].epoch_s);
	}
}

static void no_moments(void **state)
{
	static const char *const texts[] = {
		"",
		"now",
		"2026-01-18",
		"2026-01-18T03:12:44",
		"2026-1-18T03:12:44Z",
		"2026-02-29T03:12:44Z",
		"2100-02-29T03:12:44Z",
		"2026-13-01T03:12:44Z",
		"2026-01-18T24:00:00Z",
		"2026-01-18T03:12:44.Z",
		"2026-01-18T03:12:44Zulu",
		"2026-01-18T03:12:44+25:00",
		"1969-12-31T23:59:59Z",
		"+026-01-18T03:12:44Z",
	};
	int64_t epoch_s;

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		assert_false(when_parse(slice_str(texts[i]), &epoch_s));
}

/* As `date -u -d TEXT +%s` says. */
static void mail_dates(void **state)
{
	static const struct {
		const char *text;
		int64_t epoch_s;
	} cases[] = {
		{ "Tue, 19 May 2015 11:40:57 +0100", 1432032057 },
		{ "19 May 2015 10:40:57 GMT", 1432032057 },
		{ "Tue,  19 May 2015 06:40:57 -0400 (EDT)", 1432032057 },
		{ "Thu, 8 Apr 2021 15:39 -0400", 1617910740 },
		{ "Thu, 29 Feb 2024 23:59:59 +0000", 1709251199 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		int64_t epoch_s = -1;

		assert_true(when_parse_mail(slice_str(cases[i].text), &epoch_s));
		assert_int_equal(epoch_s, cases[i].epoch_s);
	}
}

static void no_mail_dates(void **state)
{
	static const char *const texts[] = {
		"",
		"Tue, 19 May 2015",
		"Tue, 19 May 2015 11:40:57",
		"Tue, 19 may 2015 11:40:57 +0100",
		"Tue, 32 May 2015 11:40:57 +0100",
		"Tue, 19 May 15 11:40:57 +0100",
		"Tue, 019 May 2015 11:40:57 +0100",
		"Tue, 29 Feb 2015 11:40:57 +0100",
		"Tue, 19 May 2015 11:40:57x +0100",
		"Tue, 19 May 2015 11-40 +0100",
		"Tue, 19 May 2015 11:40:57 +0100x",
	};
	int64_t epoch_s;

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		assert_false(when_parse_mail(slice_str(texts[i]), &epoch_s));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(moments),
		cmocka_unit_test(no_moments),
		cmocka_unit_test(mail_dates),
		cmocka_unit_test(no_mail_dates),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
