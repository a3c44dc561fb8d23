/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/ingest/told.h"

extern const struct format fmt_bpftrace;

static struct slice told(void **state, const char *text)
{
	return told_prose(*state, "bpftrace", slice_str(text));
}

static void maps(void **state)
{
	check_text(told(state, "Attaching 2 probes...\n^C\n\n@: 77\n@a[x, -1]: 3\n@b: text, 2\n"
			       "@c[0x10]: 0xff\n@d: (1, two)\n@e: \n"),
		   "1 tool.probes=2\n4 @ =77 #1\n5 @a[key0=x,key1=-1] =3 #1\n6 @b ='text, 2 #1\n"
		   "7 @c[key0=0x10] =255 #1\n8 @d ='(1, two) #1\n"
		   "9 ! nothing follows @e\n");
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

static void histograms(void **state)
{
	check_text(told(state, "@h[a]: \n[0, 1)      3 |@@@ |\n[1]         5 |@@@@|\n\n@h[b]:\n"
			       "(..., 0)    9 |@   |\n[512, 1k)  1\n|@|\n[7680, 8K)    1 |  \n"
			       "     |\n[4E, ...)  2 |@@|\n@o:\n(...,0]  1 ||\n[0, 1]  2 ||\n"),
		   "1 @h[key0=a] 0:1=3 1:2=5 #1\n"
		   "5 @h[key0=b] :0=9 512:1024=1 7680:8192=1 4.611686018427388e+18:=2 #1\n"
		   "12 @o :0=1 0:2=2 #1\n");
}

static void aggregates(void **state)
{
	check_text(told(state, "@s[x]: count 3, average 20, total 61\n"
			       "@t: { .count = 1, .average = -2, .total = -2 }\n"
			       "@v[k]:\n         1     5\nhh:mm:ss |____|\n"
			       "20:08:38 *    | 1\n20:08:39 |    | -\n20:08:40.500 |    * 5\n"
			       "         v____v\n         1     5\n@n: 1\n"),
		   "1 @s[key0=x] mean=20 #1\n2 @t mean=-2 #1\n3 @v[key0=k] =1 #1 at 72518\n"
		   "3 @v[key0=k] =5 #1 at 72520\n11 @n =1 #1\n");
}

static void stacks(void **state)
{
	check_text(told(state, "@k[\n    try_charge+12\n    0xffffffff81000012\n]: 4\n"
			       "@w[sh, \n    a+1\n    b+2\n, 7]: 5\n"
			       "@u[\n    k+1\n, \n    0x7fdb0bb02b59\n]: 6\n"
			       "@last[x]: \n        f+1\n        g+2\n\n@h[\n    a+1\n    b+2\n]:\n"
			       "[1]   2 |@|\n"),
		   "1 @k 0xffffffff81000012;try_charge+12 4 #1\n"
		   "5 @w[key0=sh,key2=7] b+2;a+1 5 #1\n"
		   "9 @u 0x7fdb0bb02b59;k+1 6 #1\n"
		   "14 @last[key0=x] ='g+2;f+1 #1\n18 @h[key0=b+2;a+1] 1:2=2 #1\n");
}

static void breaks_off(void **state)
{
	check_text(told(state, "@n: 1\n@h[a, b]:\n"), "1 @n =1 #1\n2 ! nothing follows @h\n");
}

/* Longer than what detection sees: read in pieces, with the same result. */
static void long_output(void **state)
{
	struct buf buf;
	struct slice pieces, whole;

	buf_init(&buf);
	buf_adds(&buf, "Attaching 1 probe...\n");
	for (int i = 0; buf.n < 3 * MiB; i++) {
		buf_addf(&buf, "10:00:%02d\n@a[x, %d]: %d\n@k[\n    f+%d\n]: 3\n", i % 60, i, i, i);
		buf_addf(&buf, "@h[y]:\n[%d]   1 |@|\n[%d]   1 |@|\n", i, i + 1);
	}
	assert_true(fmt_bpftrace.detect(slice_head(buf_slice(&buf), INPUT_HEAD_BYTES)) > 0);
	assert_int_equal(fmt_bpftrace.detect(slice_head(buf_slice(&buf), 1000)), 0);
	pieces = told_whole(*state, &fmt_bpftrace, NULL, buf_slice(&buf));
	whole = told_prose(*state, "bpftrace", buf_slice(&buf));
	assert_true(slice_eq(pieces, whole));
	buf_release(&buf);
}

static void errors_without_end(void **state)
{
	struct buf buf;
	struct slice out;

	buf_init(&buf);
	buf_adds(&buf, "@a: 1\n");
	for (int i = 0; i < 1000; i++)
		buf_adds(&buf, "WARNING: Map full; can't update element. Try increasing it\n");
	out = told(state, buf_slice(&buf).p);
	assert_true(out.n < 30000);
	assert_true(slice_find(out, "tool.full_maps=1000") < out.n);
	assert_true(slice_find(out, "800 more errors") < out.n);
	buf_release(&buf);
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
		TOLD_TEST(histograms),
		TOLD_TEST(aggregates),
		TOLD_TEST(stacks),
		TOLD_TEST(breaks_off),
		TOLD_TEST(long_output),
		TOLD_TEST(errors_without_end),
		TOLD_TEST(prose_is_none),
		TOLD_TEST(numbers_at_the_edge),
		TOLD_TEST(hostile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
