/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/mail_head.h"

#include "tests/unit/check.h"

static struct arena arena;

static struct mail_head head_of(const char *subject, const char *from)
{
	return mail_head(&arena, SLICE("<a@b>"), slice_str(subject), slice_str(from),
			 SLICE("Tue, 19 May 2015 11:40:57\n\t+0100"));
}

static void subjects(void **state)
{
	static const char *const cases[][2] = {
		{ "", "" },
		{ "[PATCH] mm, memcg: a\r\n b", "[PATCH] mm, memcg: a b" },
		{ "=?UTF-8?Q?J=C3=B6rg_M?=\n =?utf-8?b?w7xsbGVy?= x",
		  "J\303\266rg M\303\274ller x" },
		{ "=?iso-8859-1?q?=B1_5_%?=", "\302\261 5 %" },
		{ "a =?utf-8?q?b?= c", "a b c" },
		{ "=?utf-8?q?never ends", "=?utf-8?q?never ends" },
		{ "=?utf-8?x?odd?=", "=?utf-8?x?odd?=" },
		{ "=?utf-8?q?a=0Ab?=", "ab" },
		{ "broken \377", "broken \357\277\275" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct mail_head head = head_of(cases[i][0], "");

		check_text(head.subject, cases[i][1]);
		check_text(head.id, "a@b");
		assert_int_equal(head.date_s, 1432032057);
	}
}

static void authors(void **state)
{
	static const char *const cases[][2] = {
		{ "Mel Gorman <mgorman@suse.de>", "Mel Gorman" },
		{ "\"Gorman, Mel\" <mgorman@suse.de>", "Gorman, Mel" },
		{ "mgorman@suse.de (Mel Gorman)", "Mel Gorman" },
		{ "<mgorman@suse.de>", "mgorman" },
		{ "mgorman@suse.de", "mgorman" },
		{ "=?utf-8?q?J=C3=B6rg?= <j@x>", "J\303\266rg" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		check_text(head_of("", cases[i][0]).author, cases[i][1]);
}

static void untold(void **state)
{
	struct mail_head head = mail_head(&arena, SLICE("no id"), SLICE(""), SLICE(""), SLICE("x"));

	(void)state;
	assert_int_equal(head.id.n, 0);
	assert_int_equal(head.author.n, 0);
	assert_int_equal(head.date_s, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(subjects),
		cmocka_unit_test(authors),
		cmocka_unit_test(untold),
	};
	int failed;

	arena_init(&arena);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	arena_release(&arena);
	return failed;
}
