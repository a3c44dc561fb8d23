/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Captures of perf cut off and damaged at many places: parsers must end, with records that hold the
 * rules. What is read wrong the sanitizers tell (make check SANITIZE=address,undefined).
 */
#include <string.h>

#include "ingest/format.h"
#include "ingest/prose.h"
#include "tests/unit/check.h"

enum { ROUNDS = 40, TEXT_MAX = 24 * 1024 };

static const char *const captures[] = {
	"tests/golden/perf/script-chains/input.txt",
	"tests/golden/perf/script-one-line/input.txt",
	"tests/golden/perf/script-srcline/input.txt",
	"tests/golden/perf/script-chains/folded.txt",
	"tests/golden/perf/report-folded/input.txt",
	"tests/golden/perf/report-group/input.txt",
	"tests/golden/perf/report-caller-pid/input.txt",
	"tests/golden/perf/annotate-source-lines/input.txt",
	"tests/golden/perf/annotate-group-raw/input.txt",
	"tests/golden/perf/mail-script/input.txt",
};

/* What upsets parsers, put in at random places. */
static const char *const bits[] = {
	"\n",
	"\n\n",
	"\t",
	"  ",
	"%",
	":",
	";",
	"->",
	"(",
	")",
	"+0x",
	"[k] ",
	"[",
	"# ",
	"{",
	"|",
	"--",
	"\xff",
	"\xe2\x94\x82",
	"99999999999999999999",
	"1.000001:",
	" / ",
	"# Samples: 1 of event '",
	"# Overhead  Command / Symbol\n",
	"# ........  ..\n",
	"\r",
};

static unsigned random_state;

static unsigned random_below(size_t n)
{
	random_state = random_state * 1664525u + 1013904223u;
	return n > 0 ? (random_state >> 8) % (unsigned)n : 0;
}

static enum err hold_rules(struct sink *sink, const struct record *record, struct error *err)
{
	struct error why;

	(void)sink;
	(void)err;
	if (record_check(record, &why) !=
	    OK) /* text that is no UTF-8 is the pipeline's to refuse */
		assert_non_null(strstr(why.text, "UTF-8"));
	return OK;
}

static void read_as(const struct format *format, struct slice bytes)
{
	struct sink sink = { hold_rules };
	struct memory_stream stream;
	struct arena arena;
	struct input input;
	struct error err;

	arena_init(&arena);
	memory_stream_init(&stream, bytes);
	input_init(&input, &stream.stream);
	(void)format->detect(input_head(&input));
	(void)format->parse(&arena, &input, &format_options_default, &sink, &err);
	input_release(&input);
	arena_release(&arena);
}

static void read_prose(struct slice bytes)
{
	struct sink sink = { hold_rules };
	bool recognised = false;
	struct arena arena;
	struct error err;
	struct text text;

	arena_init(&arena);
	if (text_from_bytes(&arena, bytes, &text, &err) == OK)
		assert_int_equal(prose_parse(&arena, &text, NULL, &sink, &recognised, &err), OK);
	arena_release(&arena);
}

static size_t insert(char *bytes, size_t n, size_t at, const char *bit)
{
	size_t more = strlen(bit);

	if (n + more > TEXT_MAX)
		return n;
	memmove(bytes + at + more, bytes + at, n - at);
	memcpy(bytes + at, bit, more);
	return n + more;
}

static size_t damage(char *bytes, size_t n)
{
	if (random_below(3) == 0)
		n = random_below(n);
	for (unsigned i = 1 + random_below(12); i > 0 && n > 0; i--) {
		size_t at = random_below(n), cut = random_below(40);

		if (random_below(3) == 0) {
			n = insert(bytes, n, at, bits[random_below(ARRAY_SIZE(bits))]);
			continue;
		}
		cut = cut < n - at ? cut : n - at;
		memmove(bytes + at, bytes + at + cut, n - at - cut);
		n -= cut;
	}
	return n;
}

static void test_damaged(void **state)
{
	const struct format *script = format_find(SLICE("perf-script"));
	const struct format *folded = format_find(SLICE("folded"));
	static char bytes[TEXT_MAX];
	struct arena arena;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(captures); i++) {
		struct slice whole;

		arena_init(&arena);
		whole = slice_head(check_data(&arena, captures[i]), TEXT_MAX / 2);
		for (int round = 0; round < ROUNDS; round++) {
			struct slice text = { bytes, whole.n };

			memcpy(bytes, whole.p, whole.n);
			text.n = damage(bytes, text.n);
			read_as(script, text);
			read_as(folded, text);
			read_prose(text);
		}
		arena_release(&arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_damaged) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
