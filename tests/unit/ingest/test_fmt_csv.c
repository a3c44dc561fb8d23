/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/ingest/told.h"

extern const struct format fmt_csv;

static struct slice tell(struct arena *arena, const char *text)
{
	return told_whole(arena, &fmt_csv, NULL, slice_str(text));
}

static void long_shape(void **state)
{
	check_text(tell(*state, "kernel,config,benchmark,metric,unit,better,threads,sample,value\n"
				"6.12,child,pft,faults,f/s,higher,4,1,1.5\n"
				"6.12,child,pft,faults,f/s,higher,,2,\n\n"
				"6.12,,pft,faults,f/s,,4,1,-2e3\r\n"),
		   "2 run.format=csv\n2 kernel.release=6.12\n2 run.variant=child\n"
		   "2 faults[threads=4] =1.5 f/s higher @6.12-child (pft)\n"
		   "3 faults ='failed f/s higher @6.12-child (pft)\n"
		   "5 run.format=csv\n5 kernel.release=6.12\n"
		   "5 faults[threads=4] =-2000 f/s none @6.12 (pft)\n");
	check_text(tell(*state, "metric\tstatistic\tvalue\nm\tmean\t1\n"),
		   "2 run.format=csv\n2 m mean=1 none\n");
}

static void quotes(void **state)
{
	check_text(tell(*state, "\"metric\";\"unit\";value\n\"a \"\"b\"\";c\";x;\"1\"\n"
				"\"two\nlines\";\"\";2\nm;5\";3\n"),
		   "2 run.format=csv\n2 a \"b\";c =1 x none\n3 two\nlines =2 none\n"
		   "5 m =3 5\" none\n");
	check_text(tell(*state, "metric,value\nm,1\n\"m,2\nm,3\n"),
		   "2 run.format=csv\n2 m =1 none\n3 !! a quote that does not end\n");
}

static void wide_shape(void **state)
{
	struct format_options options = format_options_default;

	options.better = BETTER_HIGHER;
	check_text(told_whole(*state, &fmt_csv, &options,
			      SLICE("\xef\xbb\xbfthreads,base_6.12,patched\n1,100,200\n2,,3e2\n")),
		   "2 value[threads=1] =100 higher @base_6.12\n"
		   "2 value[threads=1] =200 higher @patched\n"
		   "3 value[threads=2] =300 higher @patched\n");
}

static void what_is_not_understood(void **state)
{
	check_text(tell(*state, "metric;value\nm;1,5\nm;1;2\n;1\nm;NaN\nm;0x10\nm;1e999\nm;2\n"),
		   "2 ! expected a number with a decimal point, got '1,5'\n"
		   "3 ! 3 fields below 2 names\n4 ! expected a metric\n"
		   "5 ! expected a number with a decimal point, got 'NaN'\n"
		   "6 ! expected a number with a decimal point, got '0x10'\n"
		   "7 ! expected a number with a decimal point, got '1e999'\n"
		   "8 run.format=csv\n8 m =2 none\n");
	check_text(tell(*state, "threads,a\n1,x\n"),
		   "2 ! expected a number with a decimal point, got 'x'\n");
	check_text(tell(*state, "a\n1\n"),
		   "1 !! expected a header: metric and value, or a sweep and runs\n");
	check_text(tell(*state, ""),
		   "0 !! expected a header: metric and value, or a sweep and runs\n");
}

static void limits(void **state)
{
	struct format_options options = format_options_default;
	struct buf buf;

	options.runs = 1;
	assert_true(slice_ends(told_whole(*state, &fmt_csv, &options,
					  SLICE("kernel,metric,value\n1,m,1\n1,m,1\n2,m,1\n")),
			       "4 !! more than 1 runs (--max-runs)\n"));
	check_text(told_whole(*state, &fmt_csv, &options, SLICE("threads,a,b\n1,1,1\n")),
		   "1 !! more than 1 runs (--max-runs)\n");
	buf_init(&buf);
	buf_fill(&buf, ',', 1000);
	assert_true(slice_ends(
		tell(*state, arena_printf(*state, "metric,value\n%s\n", buf_slice(&buf).p).p),
		"2 !! more than 256 columns\n"));
	buf_clear(&buf);
	buf_adds(&buf, "metric,value");
	for (int i = 0; i <= RECORD_LABELS_MAX; i++)
		buf_addf(&buf, ",l%d", i);
	check_text(told_whole(*state, &fmt_csv, NULL, buf_slice(&buf)),
		   "1 !! more than 32 labels of a metric\n");
	buf_clear(&buf);
	buf_adds(&buf, "metric,value\n\"");
	buf_fill(&buf, '\n', 3 * MiB);
	assert_true(slice_ends(told_whole(*state, &fmt_csv, NULL, buf_slice(&buf)),
			       "2 !! a quote that does not end\n"));
	buf_release(&buf);
}

static void detection(void **state)
{
	static const char *const ours[] = {
		"metric,value\nm,1\n",          "kernel;metric;value\n",
		"metric\tthreads\tvalue\n",     "threads,base_6.12,patched_6.12\n1,2,3\n",
		"\xef\xbb\xbfsize;a\n4K;1.5\n", "\"clients\",\"a, b\"\n1,2\n",
	};
	static const char *const others[] = {
		"",
		"metric,host,value\n",
		"threads, base and patched\nare what we compare\n",
		"threads,clients\n1,2\n",
		"threads,a,b\n1,2\n",
		"threads,a\n1,x\n",
		"name,a,b\n1,2,3\n",
		"1234,,cycles,100,100.00,,\n5678,,faults,100,100.00,,\n",
		"# started on Mon\n\n1234;;cycles;100\n",
		"value\n1\n",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(ours); i++)
		assert_int_equal(fmt_csv.detect(slice_str(ours[i])), 90);
	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		assert_int_equal(fmt_csv.detect(slice_str(others[i])), 0);
}

/* Every beginning of a table ends in records, diagnostics or an error. */
static void beginnings(void **state)
{
	static const char table[] = "kernel,metric,value\n\"6,1\",\"a\"\"b\",1\n,,\n\"\n";

	for (size_t n = 0; n < sizeof(table); n++)
		assert_true(tell(*state, arena_printf(*state, "%.*s", (int)n, table).p).n < 500);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TOLD_TEST(long_shape), TOLD_TEST(quotes),    TOLD_TEST(wide_shape),
		TOLD_TEST(limits),     TOLD_TEST(detection), TOLD_TEST(what_is_not_understood),
		TOLD_TEST(beginnings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
