/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/script.h"

#include "ingest/fold_frame.h"
#include "lib/buf.h"
#include "tests/unit/check.h"

/* ---- headers ---- */

struct header_case {
	const char *line, *comm, *tid, *event;
	uint64_t period; /* 0 = none */
};

static const struct header_case header_cases[] = {
	{ "pft  5983 [001]  1559.392727:    5025125 cpu-clock: ", "pft", "5983", "cpu-clock",
	  5025125 },
	{ "my app (v1) 7  6369  1790.799177:    2004008 cpu-clock: ", "my app (v1) 7", "6369",
	  "cpu-clock", 2004008 },
	{ "a b (x): [001] 7 123/456 [000] 1889.880921123:   12 cycles:ppp: ", "a b (x): [001] 7",
	  "123/456", "cycles:ppp", 12 },
	{ "java 19983 cycles:", "java", "19983", "cycles", 0 },
	{ "perf 21100    3344481 cpu-clock: ", "perf", "21100", "cpu-clock", 3344481 },
	{ "swapper    -1 [000] 1.000001: cpu/cycles/P: ", "swapper", "-1", "cpu/cycles/P", 0 },
	{ ":1234  1234 1.000001: cycles: ", ":1234", "1234", "cycles", 0 },
	{ "perf 21100 U     12693.571626:    3344481 cpu-clock: ", "perf", "21100", "cpu-clock",
	  3344481 },
	{ "21100 12693.571626: ", "", "21100", "", 0 },
	{ "12693.571626: ", "", "", "", 0 },
	{ "sh 7 [000] 2.000000: sched:sched_process_exec: filename=x 5 3.000000: old_pid=7", "sh",
	  "7", "sched:sched_process_exec", 0 },
};

static void test_headers(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(header_cases); i++) {
		const struct header_case *c = &header_cases[i];
		struct script_header h;

		assert_true(script_header(slice_str(c->line), &h));
		check_text(h.comm, c->comm);
		check_text(h.tid, c->tid);
		check_text(h.event, c->event);
		assert_int_equal(h.has_period, c->period > 0);
		assert_int_equal(h.period, c->period);
	}
}

static void test_no_headers(void **state)
{
	static const char *const lines[] = {
		"",
		"pft",
		"\tffffffff816a4585 memcg1_commit_charge+0x5 ([kernel.kallsyms])",
		"perf-exec     0     0.000000: PERF_RECORD_COMM: perf-exec:21100/21100",
		"perf 21100 12693.568205: PERF_RECORD_COMM exec: perf:21100/21100",
		"Subject: a mail of 12:30",
		"LOST 12 events!",
		"         : 5    0000000000001090 <main>:",
		"         : 6    main():",
	};
	struct script_header h;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(lines); i++)
		assert_false(script_header(slice_str(lines[i]), &h));
}

static void test_one_line(void **state)
{
	struct script_header h;

	(void)state;
	assert_true(script_header(SLICE("  pft 25 [000]  1.880921:    5025125 cpu-clock:  "
					"    561e45134382 touch+0x12 (/mnt/pft)"),
				  &h));
	check_text(h.frame, "561e45134382 touch+0x12 (/mnt/pft)");
	assert_true(script_header(SLICE("sh 7 [000] 2.000000: ext4:x: cafe 12"), &h));
	assert_int_equal(h.frame.n, 0);
}

/* ---- frames ---- */

static void test_frames(void **state)
{
	static const struct {
		const char *line, *symbol, *dso;
	} cases[] = {
		{ "\tffffffff8 foo.isra.0+0x1f ([kernel.kallsyms])", "foo.isra.0",
		  "[kernel.kallsyms]" },
		{ "  7f12 operator()(int) const (/tmp/x (deleted))", "operator()(int) const",
		  "/tmp/x (deleted)" },
		{ "7f12 std::map<a, b>::find+0x3 (inlined)", "std::map<a, b>::find", "inlined" },
		{ "7f1e2215d058  (/lib/libc.so)", "", "/lib/libc.so" },
		{ "\t  1380 touch", "touch", "" },
		{ "\t  1380 f(int)", "f(int)", "" },
		{ "\t  1380", "", "" },
		{ "1380 f (/x)  0x12/0x14/P/-/-/1  0x15/0x16/P/-/-/1", "f", "/x" },
		{ "1380 [unknown] ([unknown])", "[unknown]", "[unknown]" },
	};
	struct script_frame f;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		assert_true(script_frame(slice_str(cases[i].line), &f));
		check_text(f.symbol, cases[i].symbol);
		check_text(f.dso, cases[i].dso);
	}
	assert_false(script_frame(SLICE("  file.c:12"), &f));
	assert_false(script_frame(SLICE("  [kernel.kallsyms][ffffffff816a4585]"), &f));
	assert_false(script_frame(SLICE("  0x1/0x2/P/-/-/1"), &f));
}

struct joiner {
	struct fold_taker taker;
	struct buf text;
};

static enum err join(struct fold_taker *taker, struct slice name, struct error *err)
{
	struct joiner *joiner = CONTAINER_OF(taker, struct joiner, taker);

	(void)err;
	buf_addf(&joiner->text, "%.*s|", SLICE_FMT(name));
	return OK;
}

static void test_fold_frames(void **state)
{
	static const struct {
		const char *line, *wanted;
		bool is_java;
	} cases[] = {
		{ "\tffff do_x+0x1f ([kernel.kallsyms])", "do_x|", false },
		{ "\tffff [unknown] (/usr/lib/libc.so.6)", "[libc.so.6]|", false },
		{ "\tffff [unknown] ([unknown])", "[unknown]|", false },
		{ "\tffff (cmd) (/x)", "", false },
		{ "7f1e  (/lib/libc.so)", " |", false },
		{ "1 a::b(int, char) const (/x)", "a::b|", false },
		{ "1 (anonymous namespace)::f(int) (/x)", "", false },
		{ "1 x::(anonymous namespace)::f(int) (/x)", "x::(anonymous namespace)::f|",
		  false },
		{ "1 net/http.(*Client).Do (/x)", "net/http.(*Client).Do|", false },
		{ "1 RegExp:[&<>\\\"\\'] (/tmp/perf-1.map)", "RegExp:[&<>\\\\]|", false },
		{ "1 Lorg/x;::run (/tmp/perf-1.map)", "org/x:::run|", true },
		{ "1 Lorg/x;::run (/tmp/perf-1.map)", "Lorg/x:::run|", false },
		{ "1 a->b->c (/x)", "c_[i]|b_[i]|a|", false },
		{ "1 f+0x3 (/x (deleted))", "f+0x3 |", false },
		{ "\t 1380 touch", "touch|", false },
	};
	struct joiner joiner = { .taker = { join } };
	struct buf scratch;

	(void)state;
	buf_init(&joiner.text);
	buf_init(&scratch);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		buf_clear(&joiner.text);
		assert_int_equal(fold_frame(slice_str(cases[i].line), cases[i].is_java, &scratch,
					    &joiner.taker, NULL),
				 OK);
		check_text(buf_slice(&joiner.text), cases[i].wanted);
	}
	buf_release(&joiner.text);
	buf_release(&scratch);
}

/* ---- whole texts ---- */

static enum err begin(struct script *script, const struct script_header *header, struct error *err)
{
	struct calltree_key key = calltree_key_init();

	key.comm = header->comm;
	return calltree_root(script->tree, &key, &script->root, err);
}

static enum err frame(struct script *script, struct slice line, struct error *err)
{
	struct script_frame f;

	return script_frame(line, &f) ? script_name(script, script_frame_name(&f), err) : OK;
}

static const struct script_style style = { begin, frame, NULL };

/* Reads text and prints "comm:outer;leaf=count " for each stack. */
static void check_script(const char *text, const char *wanted)
{
	struct memory_stream stream;
	struct calltree tree;
	struct script script;
	struct input input;
	struct buf out;

	memory_stream_init(&stream, slice_str(text));
	input_init(&input, &stream.stream);
	calltree_init(&tree, NULL);
	script_init(&script, &style, &tree);
	buf_init(&out);
	assert_int_equal(script_read(&script, &input, NULL), OK);
	for (size_t i = 0; i < tree.stack_count; i++) {
		const struct calltree_node *leaf = &tree.nodes[tree.stacks[i].node];
		struct slice frames[16];
		size_t n = calltree_frames(&tree, i, frames);

		buf_addf(&out, "%zu:%.*s:", tree.stacks[i].line,
			 SLICE_FMT(tree.roots[tree.nodes[leaf->root].name].key.comm));
		for (size_t k = 0; k < n; k++)
			buf_addf(&out, "%s%.*s", k > 0 ? ";" : "", SLICE_FMT(frames[k]));
		buf_addf(&out, "=%lld ", (long long)leaf->count);
	}
	buf_addf(&out, "unknown %zu lost %llu", script.unknown_count,
		 (unsigned long long)script.lost);
	check_text(buf_slice(&out), wanted);
	buf_release(&out);
	script_release(&script);
	calltree_release(&tree);
	input_release(&input);
}

static void test_samples(void **state)
{
	(void)state;
	check_script("a 1 1.000001: 5 cycles: \n\tffffffff81000001 x+0x1 (k)\n\t  12 main (/m)\n\n"
		     "a 1 1.000002: 5 cycles: \n\tffffffff81000001 x+0x1 (k)\n\t  12 main (/m)\n\n"
		     "a 1 1.000003: 5 cycles: \n\tffffffff81000002 x+0x2 (k)\n\t  12 main (/m)",
		     "1:a:main;x=3 unknown 0 lost 0");
	check_script("\t12 cut ([k])\n\na 1 1.000001: cycles: \n12 f (/x)\n13 main (/x)\n"
		     "b 1 1.000001: cycles: \r\n\t12 f (/x)\r\n\r\n",
		     "3:a:main;f=1 6:b:f=1 unknown 0 lost 0");
	check_script("a \n\t12 f\n\t13 main\n\na \n\t12 f\n\t13 main\n\n",
		     "1:a:main;f=2 unknown 0 lost 0");
	check_script("LOST 12 events!\nwhat is this\na 1 1.000001: cycles: \n  12 f (/x)\n"
		     "PERF_RECORD_LOST lost 3\n\n",
		     "3:a:f=1 unknown 1 lost 15");
	check_script("  a 1 1.000001: cycles:      561e45134382 f (/x)\n  f.c:12\n"
		     "  a 1 1.000001: cycles:      561e45134382 f (/x)\n  f.c:12\n",
		     "1:a:f=2 unknown 0 lost 0");
}

/* More lines and chains than the memo holds, so that it forgets. */
static void test_many(void **state)
{
	struct calltree tree;
	struct script script;
	char text[256];
	int n;

	(void)state;
	calltree_init(&tree, NULL);
	script_init(&script, &style, &tree);
	for (int round = 0; round < 2; round++)
		for (int i = 0; i < 70000; i++) {
			n = snprintf(text, sizeof(text),
				     "a 1 1.000001: cycles: \n\tffffffff8%07x f%d+0x1 (kernel)\n"
				     "\tffffffff8%07x g%d+0x1 (kernel)\n\n",
				     i, i, i % 7, i % 7);
			assert_int_equal(
				script_lines(&script, (struct slice){ text, (size_t)n }, NULL), OK);
		}
	assert_int_equal(script_end(&script, NULL), OK);
	assert_int_equal(tree.stack_count, 70000);
	for (size_t i = 0; i < tree.stack_count; i++)
		assert_int_equal(tree.nodes[tree.stacks[i].node].count, 2);
	script_release(&script);
	calltree_release(&tree);
}

static void test_too_deep(void **state)
{
	static const char line[] = "\tffffffff81000000 x (k)\n";
	struct calltree tree;
	struct script script;
	struct error err = { 0 };
	enum err e;

	(void)state;
	calltree_init(&tree, NULL);
	script_init(&script, &style, &tree);
	e = script_lines(&script, SLICE("a 1 1.000001: cycles: \n"), &err);
	for (int i = 0; i <= CALLTREE_DEPTH_MAX && e == OK; i++)
		e = script_lines(&script, slice_str(line), &err);
	assert_int_equal(e, ERR_LIMIT);
	assert_int_equal(err.line, CALLTREE_DEPTH_MAX + 2);
	script_release(&script);
	calltree_release(&tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_headers),     cmocka_unit_test(test_no_headers),
		cmocka_unit_test(test_one_line),    cmocka_unit_test(test_frames),
		cmocka_unit_test(test_fold_frames), cmocka_unit_test(test_samples),
		cmocka_unit_test(test_many),        cmocka_unit_test(test_too_deep),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
