/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/prose.h"

#include "tests/unit/ingest/told.h"

static void order_of_lines(void **state)
{
	check_text(told_prose(*state, NULL,
			      SLICE("Before: 3 s\nAfter: 2 s\n\n"
				    "/usr/src/linux-4.0-x/mm/memcontrol.c 6.5 10\n\n"
				    "@a[x]: 1\n")),
		   "1 time =3 s lower @Before\n2 time =2 s lower @After\n"
		   "4 mm/memcontrol.c: 6.5% 10 @4.0-x\n6 @a[key0=x] =1 #1\n");
}

static void one_format_only(void **state)
{
	check_text(told_prose(*state, "bpftrace", SLICE("Before: 3 s\nAfter: 2 s\n@a[x]: 1\n")),
		   "3 @a[key0=x] =1 #1\n");
}

static void quoted_again(void **state)
{
	check_text(
		told_prose(
			*state, NULL,
			SLICE("A: 3 s\nB: 2 s\n\n> A: 3 s\n> B: 2.5 s\n\n>> A: 3 s\n>> B: 2 s\n")),
		"1 time =3 s lower @A\n2 time =2 s lower @B\n5 time =2.5 s lower @B\n");
}

/* Two runs may give the same number: only a quote repeats another passage. */
static void equal_results(void **state)
{
	check_text(told_prose(*state, NULL, SLICE("A: 3 s\nB: 2 s\n\nA: 3 s\nB: 2 s\n")),
		   "1 time =3 s lower @A\n2 time =2 s lower @B\n"
		   "4 time =3 s lower @A\n5 time =2 s lower @B\n");
}

/* bpftrace prints the same map twice: two printings, unless one of them is a quote of the other. */
static void printings_and_quotes(void **state)
{
	check_text(told_prose(*state, NULL, SLICE("@a[x]: 1\n@a[x]: 1\n")),
		   "1 @a[key0=x] =1 #1\n2 @a[key0=x] =1 #2\n");
	check_text(told_prose(*state, NULL,
			      SLICE("> @a[x]: 1\n> @a[y]: 2\n\nyes\n\n> @a[x]: 1\n> @a[y]: 2\n")),
		   "1 @a[key0=x] =1 #1\n2 @a[key0=y] =2 #1\n");
}

static void patches(void **state)
{
	check_text(
		told_prose(
			*state, NULL,
			SLICE("> @@ -1,4 +1,4 @@ f(void)\n>  Before: 1 s\n> -After: 2 s\n"
			      "looks odd\n> +Later: 3 s\n>  @x: 5\n> \n> Sum: 4 s\n> All: 5 s\n")),
		"8 time =4 s lower @Sum\n9 time =5 s lower @All\n");
	check_text(told_prose(*state, NULL, SLICE("@@ -1 +1 @@\n-a: 1 s\n+b: 2 s\n")), "");
	check_text(told_prose(*state, NULL, SLICE("@@ -1,9999999 +1,99 @@\n a\nA: 1 s\nB: 2 s\n")),
		   "3 time =1 s lower @A\n4 time =2 s lower @B\n");
}

static void nothing(void **state)
{
	check_text(told_prose(*state, NULL, SLICE("")), "");
	check_text(told_prose(*state, NULL, SLICE("Hello,\n\nit takes 3.2 s longer.\n")), "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TOLD_TEST(order_of_lines), TOLD_TEST(one_format_only),      TOLD_TEST(quoted_again),
		TOLD_TEST(equal_results),  TOLD_TEST(printings_and_quotes), TOLD_TEST(patches),
		TOLD_TEST(nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
