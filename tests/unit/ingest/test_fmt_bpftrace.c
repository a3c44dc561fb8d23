/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/ingest/told.h"

static struct slice told(void **state, const char *text)
{
	return told_prose(*state, "bpftrace", slice_str(text));
}

static void maps(void **state)
{
	check_text(told(state, "Attaching 2 probes...\n^C\n\n@: 77\n@a[x, -1]: 3\n@b: text, 2\n"
			       "@c[0x10]: 0xff\n@d: (1, two)\n@e: \n"),
		   "1 tool.probes=2\n4 @ =77 #1\n5 @a[key0=x,key1=-1] =3 #1\n6 @b ='text, 2 #1\n"
		   "7 @c[key0=0x10] =255 #1\n8 @d ='(1, two) #1\n");
}

static void in_a_mail(void **state)
{
	check_text(told(state, ">   # ./kmem.bt\n>   ^C@alloc[pgbench, 216, 4197568]: 1400046\r\n"
			       ">   @free[a]: 1\n"),
		   "2 @alloc[key0=pgbench,key1=216,key2=4197568] =1400046 #1\n"
		   "3 @free[key0=a] =1 #1\n");
}

static void hostile_keys(void **state)
{
	check_text(told(state, "@k[a, b, 1]: 1\n@k[c]: 7, 2]: 2\n@k[[d, e], 3]: 3\n@k[line1\n"
			       "line2, 4]: 4\n@k[, 5]: 5\n@k[q ( x, 6]: 6\n@k[f, g]: h, 7]: 7\n"),
		   "1 @k[key0=a, b,key1=1] =1 #1\n2 @k[key0=c]: 7,key1=2] =2 #1\n"
		   "3 @k[key0=[d, e],key1=3] =3 #1\n4 @k[key0=line1\nline2,key1=4] =4 #1\n"
		   "6 @k[key0=,key1=5] =5 #1\n7 @k[key0=q ( x,key1=6] =6 #1\n"
		   "8 @k[key0=f, g]: h,key1=7] =7 #1\n");
}

static void ambiguous_key(void **state)
{
	check_text(told(state, "@k[a, b]: 1\n@k[c, d, e]: 2\n"),
		   "1 @k[key0=a,key1=b] =1 #1\n2 ! a key of @k does not split into 2 parts\n"
		   "2 @k[key=c, d, e] =2 #1\n");
}

static void printings(void **state)
{
	/* the same key, a smaller number, a line between: each begins a printing */
	check_text(told(state, "@a[x]: 1\n@a[y]: 5\n@a[x]: 6\n@a[z]: 2\nsome text\n@a[q]: 3\n"
			       "\n[...]\n@a[r]: 4\n"),
		   "1 @a[key0=x] =1 #1\n2 @a[key0=y] =5 #1\n3 @a[key0=x] =6 #2\n"
		   "4 @a[key0=z] =2 #3\n6 @a[key0=q] =3 #4\n9 @a[key0=r] =4 #4\n");
}

static void times_and_prefixes(void **state)
{
	check_text(told(state, "Attaching 1 probe...\n11:42:28\n@n: 1\n00:00:05 rate: @r[a b]: 7\n"
			       "total @n: 2\nsee @n: there\n"),
		   "1 tool.probes=1\n3 @n =1 #1 at 42148\n4 @r[key0=a b] =7 #1 at 5\n"
		   "5 @n =2 #2 at 5\n");
}

static void errors_and_losses(void **state)
{
	check_text(told(state, "ERROR: could not set\nAttaching 1 probe...\nLost 5 events\n"
			       "@a: 1\nLost 7 events\n"),
		   "1 ! ERROR: could not set\n2 tool.probes=1\n4 @a =1 #1\n"
		   "5 tool.lost_events=12\n");
	check_text(told(state, "x.bt:1:1-38: ERROR: tracepoint not found: a:b\ncode\n~~~\n"),
		   "1 ! x.bt:1:1-38: ERROR: tracepoint not found: a:b\n");
	check_text(told(state, "ERROR: make failed\nmain.c:3: WARNING: unused\n"), "");
}

static void what_is_not_read(void **state)
{
	check_text(told(state, "@h[a]: \n[0, 1)      3 |@@@ |\n[1]         5 |@@@@|\n\n@h[b]:\n"
			       "(..., 0)    1 |@   |\n@s[x]: count 3, average 20, total 61\n"
			       "@t: { .count = 1, .average = 2, .total = 2 }\n"
			       "@k[\n    try_charge+12\n    0xffff12\n]: 4\n@n: 1\n"),
		   "1 ! @h: histograms and stacks are not read\n7 ! @s: stats() are not read\n"
		   "8 ! @t: stats() are not read\n9 ! @k: stacks in keys are not read\n"
		   "13 @n =1 #1\n");
}

static void prose_is_none(void **state)
{
	check_text(told(state, "@Johannes: what do you think?\n@memcg: the group\n"), "");
	check_text(told(state, "  @alloc[comm, args->gfp_flags] = count();\n}\n"), "");
	check_text(told(state, "mail to x @y: 3 times\n@a[b\n\nc]: 1\n"), "");
}

static void numbers_at_the_edge(void **state)
{
	check_text(told(state, "@a: 18446744073709551615\n@b: 1e999\n@c: nan\n@d: -\n@e[1]: 0x\n"
			       "@f[2]: 99999999999999999999\n"),
		   "1 @a =1.8446744073709552e+19 #1\n2 @b ='1e999 #1\n3 @c ='nan #1\n4 @d ='- #1\n"
		   "5 @e[key0=1] ='0x #1\n6 @f[key0=2] ='99999999999999999999 #1\n");
}

static void hostile(void **state)
{
	told_survives(*state, "bpftrace", "@k[a, [b]: 1, (c]: 7");
	told_survives(*state, "bpftrace", "Attaching 1 probe...\n x @k[a @: 3");
	told_survives(*state, "bpftrace", "@h[a]:\n[1, 2) 3 |@|\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TOLD_TEST(maps),
		TOLD_TEST(in_a_mail),
		TOLD_TEST(hostile_keys),
		TOLD_TEST(ambiguous_key),
		TOLD_TEST(printings),
		TOLD_TEST(times_and_prefixes),
		TOLD_TEST(errors_and_losses),
		TOLD_TEST(what_is_not_read),
		TOLD_TEST(prose_is_none),
		TOLD_TEST(numbers_at_the_edge),
		TOLD_TEST(hostile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
