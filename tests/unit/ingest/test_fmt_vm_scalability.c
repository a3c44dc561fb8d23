/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/ingest/told.h"

static struct slice told(void **state, const char *text)
{
	return told_prose(*state, NULL, slice_str(text));
}

static void nanoseconds_count(void **state)
{
	check_text(
		told(state,
		     "1024 bytes truncated in 1588930152.000000004-1588930152.000000000 seconds\n"),
		"1 truncated throughput =250000000 KB/s higher (usemem)\n");
}

static void wrong_stamps(void **state)
{
	check_text(told(state, "1024 bytes truncated in 1588930152.1-1588930153.1 seconds\n"), "");
	check_text(told(state, "1024 bytes truncated in 1.-0.5 seconds\n"), "");
	check_text(told(state, "1024 bytes truncated in 2.5-x seconds\n"), "");
	check_text(told(state, "1024 bytes read in 5 seconds\n"), "");
}

static void prose_is_none(void **state)
{
	check_text(told(state, "I ran ./case-anon-w-seq yesterday\n"), "");
	check_text(told(state, "4096 bytes / 2 usecs\n"), "");
	check_text(told(state, "12 usecs to free memory again\n"), "");
	check_text(told(state, "-5 bytes / 5 usecs = 3 KB/s\n"), "");
}

static void a_typed_case(void **state)
{
	check_text(told(state, "/root/vm-scalability# ./case-small-allocs\n1024 bytes / 5 usecs = "
			       "200000 KB/s\n"),
		   "2 throughput[case=small-allocs] =200000 KB/s higher (vm-scalability)\n");
}

static void hostile(void **state)
{
	told_survives(
		*state, NULL,
		"67424993280 bytes truncated in 1588930152.869615845-1588930152.863649555 seconds");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TOLD_TEST(nanoseconds_count), TOLD_TEST(wrong_stamps), TOLD_TEST(prose_is_none),
		TOLD_TEST(a_typed_case),      TOLD_TEST(hostile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
