/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/ingest/told.h"

extern const struct format fmt_bpftool;

static struct slice told(void **state, const char *text)
{
	assert_true(fmt_bpftool.detect(slice_str(text)) > 0);
	return told_whole(*state, &fmt_bpftool, NULL, slice_str(text));
}

static void programs(void **state)
{
	check_text(told(state,
			"[{\"id\":1278,\"type\":\"tracepoint\",\"name\":\"k\",\"tag\":\"33\","
			"\"run_time_ns\":63151855,\"run_cnt\":635078},{\"id\":1280,\"type\":"
			"\"perf_event\",\"tag\":\"17\"}]"),
		   "1 bpf_prog.run_time[id=1278,type=tracepoint,name=k,tag=33] =63151855 nsec\n"
		   "1 bpf_prog.run_cnt[id=1278,type=tracepoint,name=k,tag=33] =635078\n");
	check_text(
		told_prose(
			*state, "bpftool",
			SLICE("1278: tracepoint  name kmem  tag 337e9eccbceeaf92  gpl run_time_ns "
			      "62 run_cnt 6 recursion_misses 2\n\tloaded_at 2026\n")),
		"1 bpf_prog.run_time[id=1278,type=tracepoint,name=kmem,tag=337e9eccbceeaf92] =62 "
		"nsec\n1 bpf_prog.run_cnt[id=1278,type=tracepoint,name=kmem,tag=337e9eccbceeaf92] "
		"=6\n"
		"1 bpf_prog.recursion_misses[id=1278,type=tracepoint,name=kmem,tag="
		"337e9eccbceeaf92] =2\n");
}

static void maps(void **state)
{
	check_text(told(state,
			"[{\"key\":[\"0x73\",\"0x00\"],\"values\":[{\"cpu\":0,\"value\":[\"0x43\","
			"\"0x4e\"]},{\"cpu\":1,\"value\":[\"0x01\",\"0x00\"]}]},"
			"{\"key\":[\"0x01\"],\"value\":[\"0x01\",\"0x02\",\"0x03\"]},"
			"{\"key\":[\"0x01\"],\"value\":[\"0x01\"],\"formatted\":{\"key\":5,"
			"\"value\":{\"a\":1}}}]"),
		   "1 map[key=7300] =20036\n1 map[key=01] ='010203\n1 map[key=5] ='{\"a\":1}\n");
	check_text(told_prose(*state, "bpftool", SLICE("key:\n73 6f\nvalue (CPU 00): 43 4e\n")),
		   "1 ! bpftool map dump as text is not read: use -j\n");
}

static void others(void **state)
{
	(void)state;
	assert_int_equal(fmt_bpftool.detect(SLICE("[{\"id\": 5, \"name\": \"x\"}]")), 0);
	assert_int_equal(fmt_bpftool.detect(SLICE("[1]")), 0);
}

static void hostile(void **state)
{
	struct slice line =
		SLICE("[{\"key\":[\"0x7\",\"\"],\"values\":[{\"cpu\":0,\"value\":[\"0xzz\"]}]}]");

	told_survives(*state, "bpftool", "1278: tracepoint name k tag 337e9eccbceeaf92 run_cnt 6");
	for (size_t n = 0; n <= line.n; n++)
		(void)told_whole(*state, &fmt_bpftool, NULL, slice_head(line, n));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TOLD_TEST(programs),
		TOLD_TEST(maps),
		TOLD_TEST(others),
		TOLD_TEST(hostile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
