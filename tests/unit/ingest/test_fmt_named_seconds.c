/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/ingest/told.h"

static struct slice told(void **state, const char *text)
{
	return told_prose(*state, "named-seconds", slice_str(text));
}

static void two_neighbours(void **state)
{
	check_text(
		told(state, "Result:\nBefore rwlock patch: 1710.778s\nAfter: 152 seconds\nsee\n"),
		"2 time =1710.778 s lower @Before rwlock patch\n3 time =152 s lower @After\n");
	check_text(told(state, ">  a: 1 s\n>  b: 2 sec\n>  c: .5 secs\n"),
		   "1 time =1 s lower @a\n2 time =2 s lower @b\n3 time =0.5 s lower @c\n");
}

static void bullets(void **state)
{
	check_text(told(state, " - before: 2 s\n - after: 1 s\n* a-b: 3 s\n"),
		   "1 time =2 s lower @before\n2 time =1 s lower @after\n"
		   "3 time =3 s lower @a-b\n");
}

static void one_alone_is_prose(void **state)
{
	check_text(told(state, "Before: 17 s\n\nAfter: 12 s\n"), "");
	check_text(told(state, "Before: 17 s\n> After: 12 s\n"), "");
}

static void units_of_one_kind(void **state)
{
	check_text(told(state, "a: 1 ms\nb: 2ms\nc: 3 us\nd: 4 us\ne: 5 ns\n"),
		   "1 time =1 msec lower @a\n2 time =2 msec lower @b\n"
		   "3 time =3 usec lower @c\n4 time =4 usec lower @d\n");
	check_text(told(state, "a: 1 s\nb: 2 ms\n"), "");
}

static void other_shapes(void **state)
{
	check_text(told(state, "a: 1 min\nb: 2 min\n"), "");
	check_text(told(state, "a: 1 s of 2\nb: 2 s.\n"), "");
	check_text(told(state, "a=1: 3 s\nb=1: 4 s\n"), "");
	check_text(told(state, "a@b: 3 s\na|b: 4 s\n5.10: 4 s\n5.11: 4 s\n"), "");
	check_text(told(state, "10:20: 3s\n10:21: 4s\n"), "");
	check_text(told(state, "1: 3s\n2: 4s\n"), "");
	check_text(told(state, "a: nan s\nb: 1e999 s\n: 1 s\n:2 s\n"), "");
	check_text(told(state, "a: -1 s\nb: 1.2.3 s\nc: . s\n"), "");
}

static void hostile(void **state)
{
	told_survives(*state, "named-seconds", "Before: 17.25 s");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TOLD_TEST(two_neighbours),     TOLD_TEST(bullets),
		TOLD_TEST(one_alone_is_prose), TOLD_TEST(units_of_one_kind),
		TOLD_TEST(other_shapes),       TOLD_TEST(hostile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
