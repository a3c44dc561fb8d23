/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/ingest/told.h"

static struct slice told(void **state, const char *text)
{
	return told_prose(*state, "profile-summary", slice_str(text));
}

static void file_and_functions(void **state)
{
	check_text(told(state, "/usr/src/linux-4.0-vanilla/mm/memcontrol.c      6.6441   395842\n"
			       "  try_charge                 0.150%     8928\n"
			       "  charge_stat.isra.22        0.188%    11172\n"),
		   "1 mm/memcontrol.c: 6.6441% 395842 @4.0-vanilla\n"
		   "2 mm/memcontrol.c:try_charge 0.15% 8928 @4.0-vanilla\n"
		   "3 mm/memcontrol.c:charge_stat.isra.22 0.188% 11172 @4.0-vanilla\n");
}

static void goes_on_after_a_reply(void **state)
{
	check_text(told(state, "> /src/linux-6.1/mm/slub.c 2.0 100\n>   a 1.0% 50\n\nOuch.\n"
			       ">   b 0.5% 25\n> so\n>   c 0.5% 25\n"),
		   "1 mm/slub.c: 2% 100 @6.1\n2 mm/slub.c:a 1% 50 @6.1\n"
		   "5 mm/slub.c:b 0.5% 25 @6.1\n");
	check_text(
		told(state, "> mm/slub.c 2.0 100\n>\nOuch.\n>\n>   b 0.5% 25\n>\n>   c 0.5% 25\n"),
		"1 mm/slub.c: 2% 100\n5 mm/slub.c:b 0.5% 25\n");
}

static void several_files(void **state)
{
	check_text(told(state, "/lib/mm/linux-5.9-x/fs/ext4/inode.c 1.5 3\n  f 1.0% 2\n"
			       "kernel/fork.c 0.5 1\n"),
		   "1 fs/ext4/inode.c: 1.5% 3 @5.9-x\n2 fs/ext4/inode.c:f 1% 2 @5.9-x\n"
		   "3 kernel/fork.c: 0.5% 1\n");
}

static void no_rows(void **state)
{
	check_text(told(state, " mm/memcontrol.c | 149 +++++++\n mm/x.c 1.0%% 3\n"), "");
	check_text(told(state, "mm/x.c nan 3\nmm/x.c 1e999 3\nmm/x.c 1.0 -3\nmm/x.c 1.0 3 4\n"),
		   "");
	check_text(told(state, "  f 1.0% 2\n"), "");
	check_text(told(state, " kernel/fork.c 3 4\n"), "");
}

static void hostile(void **state)
{
	told_survives(*state, "profile-summary", "/usr/src/linux-4.0/mm/memcontrol.c 6.6 39");
	told_survives(*state, "profile-summary", "mm/x.c 6.6 39\n  f 1.0% 2");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TOLD_TEST(file_and_functions),
		TOLD_TEST(goes_on_after_a_reply),
		TOLD_TEST(several_files),
		TOLD_TEST(no_rows),
		TOLD_TEST(hostile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
