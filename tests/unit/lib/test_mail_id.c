/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/mail_id.h"

#include <string.h>

#include "tests/unit/check.h"

static void ids(void **state)
{
	static const char *const cases[][2] = {
		{ "<20150519104057.GC2462@suse.de>", "20150519104057.GC2462@suse.de" },
		{ " a+b/c=d$e@x ", "a+b/c=d$e@x" },
		{ "https://lore.kernel.org/linux-mm/a.b@c/T/#u", "a.b@c" },
		{ "https://lore.kernel.org/all/a.b@c/", "a.b@c" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct slice id;

		assert_true(mail_id_parse(slice_str(cases[i][0]), &id));
		check_text(id, cases[i][1]);
	}
}

static void no_ids(void **state)
{
	static const char *const texts[] = {
		"",
		"<>",
		"a",
		"@b",
		"a@",
		"a@b@c",
		"<a@b",
		"a b@c",
		"a\"b@c",
		"a<b@c",
		"a@b>",
		"a\\b@c",
		"a@b\nc",
		"j\303\266rg@b",
		"https://lore.kernel.org/all/",
	};
	char longest[MAIL_ID_BYTES_MAX + 2];
	struct slice id;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		assert_false(mail_id_parse(slice_str(texts[i]), &id));
	memset(longest, 'a', sizeof(longest));
	longest[10] = '@';
	assert_false(mail_id_parse((struct slice){ longest, MAIL_ID_BYTES_MAX + 1 }, &id));
	assert_true(mail_id_parse((struct slice){ longest, MAIL_ID_BYTES_MAX }, &id));
}

static void links(void **state)
{
	struct arena arena;

	(void)state;
	arena_init(&arena);
	check_text(mail_id_link(&arena, SLICE("20150519104057.GC2462@suse.de")),
		   "https://lore.kernel.org/all/20150519104057.GC2462@suse.de/");
	check_text(mail_id_link(&arena, SLICE("a/b?c#d&e=%@x")),
		   "https://lore.kernel.org/all/a%2Fb%3Fc%23d%26e%3D%25@x/");
	arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ids),
		cmocka_unit_test(no_ids),
		cmocka_unit_test(links),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
