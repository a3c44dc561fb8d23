/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/json_cursor.h"
#include "tests/unit/ingest/told.h"

extern const struct format fmt_bpftrace_json;

static struct slice told(void **state, const char *text)
{
	return told_whole(*state, &fmt_bpftrace_json, NULL, slice_str(text));
}

static void messages(void **state)
{
	check_text(told(state,
			"{\"type\": \"attached_probes\", \"data\": {\"probes\": 2}}\n\n\n"
			"{\"type\": \"time\", \"data\": \"11:42:28\\n\"}\n"
			"{\"type\": \"map\", \"data\": {\"@a\": {\"x,1\": 5, \"y,2\": -6}}}\n"
			"{\"type\": \"map\", \"data\": {\"@on\": {}}}\n"
			"{\"type\": \"map\", \"data\": {\"@a\": {\"x,1\": 7}}}\n"
			"{\"type\": \"lost_events\", \"data\": {\"events\": 5}}\n"
			"{\"type\": \"value\", \"data\": 42}\n"
			"{\"type\": \"lost_events\", \"events\": 7}\n"),
		   "1 tool.probes=2\n5 @a[key0=x,key1=1] =5 #1 at 42148\n"
		   "5 @a[key0=y,key1=2] =-6 #1 at 42148\n7 @a[key0=x,key1=1] =7 #2 at 42148\n"
		   "10 tool.lost_events=12\n");
}

static void values(void **state)
{
	check_text(told(state,
			"{\"type\": \"map\", \"data\": {\"@s\": \"a\\\"b\\nc\"}}\n"
			"{\"type\": \"map\", \"data\": {\"@b\": true}}\n"
			"{\"type\": \"map\", \"data\": {\"@t\": [1,\"two\",[3,false]]}}\n"
			"{\"type\": \"map\", \"data\": {\"@w\": \"18446744073709551615\"}}\n"
			"{\"type\": \"map\", \"data\": {\"@z\": {\"a\": 1, \"b\": \"x\"}}}\n"
			"{\"type\": \"map\", \"data\": {\"@k\": \"\\n    f+1\\n    g+2\\n\"}}\n"
			"{\"type\": \"stats\", \"data\": {\"@a\": {\"x\": 3}, \"@u\": "
			"{\"count\": 2, \"average\": 20, \"total\": 41}}}\n"),
		   "1 @s ='a\"b\nc #1\n2 @b ='true #1\n3 @t ='[1,\"two\",[3,false]] #1\n"
		   "4 @w =1.8446744073709552e+19 #1\n5 @z ='{\"a\": 1, \"b\": \"x\"} #1\n"
		   "6 @k ='g+2;f+1 #1\n7 @a[key0=x] =3 #1\n7 @u mean=20 #1\n");
}

static void histograms(void **state)
{
	/* the second bound overflowed, as up to 0.19 */
	check_text(told(state,
			"{\"type\": \"hist\", \"data\": {\"@g\": [{\"max\": -1, \"count\": 1}, "
			"{\"min\": 0, \"max\": 0, \"count\": 2}, {\"min\": 1, \"count\": 3}]}}\n"
			"{\"type\": \"hist\", \"data\": {\"@h\": {\"k\": [{\"min\": 1073741824, "
			"\"max\": 2147483647, \"count\": 1}, {\"min\": -2147483648, "
			"\"max\": 0, \"count\": 4}]}}}\n"),
		   "1 @g :0=1 0:1=2 1:=3 #1\n"
		   "2 @h[key0=k] 1073741824:2147483648=1 2147483648:4294967296=4 #1\n"
		   "2 ! bounds of a histogram overflowed: taken from their neighbours\n");
}

static void series(void **state)
{
	check_text(told(state,
			"{\"type\": \"tseries\", \"data\": {\"@v\": [{\"interval_start\":"
			"2026-11-30T20:17:15.500000000,\"value\":4}{\"interval_start\":"
			"2026-11-30T20:17:16.000000000,\"value\":8}]}}\n"
			"{\"type\": \"tseries\", \"data\": {\"@w\": {\"k\": [{\"interval_start\":"
			"\"2026-11-30T20:17:15.000000000\",\"value\":-4}]}}}\n"),
		   "1 @v =4 #1 at 73036\n1 @v =8 #1 at 73036\n"
		   "1 ! no JSON: commas lack between the points of a tseries\n"
		   "2 @w[key0=k] =-4 #1 at 73035\n");
}

static void stacks(void **state)
{
	/* the second key differs from the first by blanks alone, which 0.24 takes out */
	check_text(told(state,
			"{\"type\": \"map\", \"data\": {\"@k\": {\"sh,\\nf+1\\ng+2\\n,7\": 3, "
			"\"sh,\\nf+1\\ng+2\\n,7\": 4}}}\n"
			"{\"type\": \"map\", \"data\": {\"@e\": {\"\\\\n    f+1\\\\n\": 2}}}\n"),
		   "1 @k[key0=sh,key2=7] g+2;f+1 7 #1\n2 @e f+1 2 #1\n");
}

static void no_json(void **state)
{
	check_text(told(state,
			"ERROR: could not set\n^C{\"type\": \"map\", \"data\": {\"@ok\": 1}}\n"
			"{\"type\": \"map\", \"data\": {\"@err\": Permission denied}}\n"
			"{\"type\": \"map\", \"data\": {\"@cut\": {\"a\": 1, \"b\n"
			"{\"type\": \"what\", \"data\": 1}\nfree text\n"
			"{\"type\": \"helper_error\", \"msg\": \"Argument list too long\", "
			"\"helper\": \"map_update_elem\", \"retcode\": -7}\n"),
		   "1 ! ERROR: could not set\n2 @ok =1 #1\n"
		   "3 ! no JSON that bpftrace means: {\"type\": \"map\", \"data\": "
		   "{\"@err\": Permission denied}}\n"
		   "4 @cut[key0=a] =1 #1\n"
		   "4 ! no JSON that bpftrace means: {\"type\": \"map\", \"data\": {\"@cut\": "
		   "{\"a\": 1, \"b\n"
		   "5 ! an unknown type: what\n6 ! no JSON: free text\n"
		   "7 ! helper_error: Argument list too long\n7 tool.full_maps=1\n");
}

static void detection(void **state)
{
	int (*detect)(struct slice) = fmt_bpftrace_json.detect;

	(void)state;
	assert_true(detect(SLICE("WARNING: x\n\n^C{\"type\": \"map\", \"data\": {}}")) > 0);
	assert_int_equal(detect(SLICE("{\"type\": \"sample\", \"metric\": \"x\"}")), 0);
	assert_int_equal(detect(SLICE("text\n{\"type\": \"map\", \"data\": {}}")), 0);
	assert_int_equal(detect(SLICE("{\"type\": \"map\", \"other\": {}}")), 0);
}

static void in_a_mail(void **state)
{
	check_text(told_prose(*state, "bpftrace-json",
			      SLICE("Hi,\n> {\"type\": \"map\", \"data\": {\"@a\": {\"x\":\n> 1,\n"
				    "> \"y\": 2}}}\n> {\"type\": \"map\", \"data\": {\"@n\": 3}}\n"
				    "bye\n")),
		   "2 @a[key0=x] =1 #1\n2 @a[key0=y] =2 #1\n5 @n =3 #1\n");
	check_text(
		told_prose(*state, "bpftrace-json", SLICE("{\"type\": \"value\", \"data\": 1}\n")),
		"");
}

static void a_line_too_long(void **state)
{
	struct format_options options = format_options_default;
	struct buf buf;
	struct slice out;

	options.document_bytes = 3 * MiB;
	buf_init(&buf);
	buf_adds(&buf, "{\"type\": \"map\", \"data\": {\"@n\": 3}}\n");
	buf_adds(&buf, "{\"type\": \"map\", \"data\": {\"@s\": \"");
	buf_fill(&buf, 'x', 8 * MiB);
	out = told_whole(*state, &fmt_bpftrace_json, &options, buf_slice(&buf));
	check_text(out, "1 @n =3 #1\n"
			"2 !! a line of more than 3145728 bytes (--max-document)\n");
	buf_release(&buf);
}

static void hostile(void **state)
{
	static const char *const lines[] = {
		"{\"type\": \"hist\", \"data\": {\"@h\": {\"a\": [{\"min\": 1, \"max\": 2, "
		"\"count\": 3}]}}}",
		"{\"type\": \"stats\", \"data\": {\"@s\": {\"count\": 1, \"average\": 2, "
		"\"total\": 3}}}",
		"{\"type\": \"map\", \"data\": {\"@k\": {\"\\ud83d\\ude00,\\u00e9\\\\\": {\"a\": "
		"[1]}}}}",
		"{\"type\": \"tseries\", \"data\": {\"@v\": "
		"[{\"interval_start\":1T1,\"value\":4}{}]}}",
	};

	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		struct slice line = slice_str(lines[i]);

		told_survives(*state, "bpftrace-json", lines[i]);
		for (size_t n = 0; n <= line.n; n++)
			(void)told_whole(*state, &fmt_bpftrace_json, NULL, slice_head(line, n));
	}
}

static void cursor_texts(void **state)
{
	struct json_cursor c = json_cursor(SLICE("\"\\ud83d\\ude00\\u00e9\\ud83dx\\/\\t\" 1"));
	struct slice out;

	assert_true(json_text_of(&c, *state, &out));
	check_text(out, "\xf0\x9f\x98\x80\xc3\xa9\xef\xbf\xbdx/\t");
	assert_int_equal(json_kind(&c), JSON_KIND_NUMBER);
	c = json_cursor(SLICE("[1, {\"a\": [2, 3}]"));
	assert_false(json_skip(&c, &out));
	c = json_cursor(SLICE("\"open\\"));
	assert_false(json_raw_text(&c, &out));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TOLD_TEST(messages),  TOLD_TEST(values),       TOLD_TEST(histograms),
		TOLD_TEST(series),    TOLD_TEST(stacks),       TOLD_TEST(no_json),
		TOLD_TEST(detection), TOLD_TEST(in_a_mail),    TOLD_TEST(a_line_too_long),
		TOLD_TEST(hostile),   TOLD_TEST(cursor_texts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
