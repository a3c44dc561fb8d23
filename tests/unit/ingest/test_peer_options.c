/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "ingest/peer_options.h"
#include "tests/unit/check.h"

enum { WORDS_MAX = 16 };

static struct peer_options options;
static struct error err;

/* words: one string, blanks between them. */
static enum err parse(const char *words)
{
	static char bytes[256];
	char *argv[WORDS_MAX] = { (char *)"compare" };
	struct slice rest = slice_str(words), word;
	char *at = bytes;
	int argc = 1;

	while ((word = slice_field(&rest)).n > 0 && argc < WORDS_MAX) {
		argv[argc++] = at;
		memcpy(at, word.p, word.n);
		at += word.n;
		*at++ = '\0';
	}
	return peer_options_parse(argc, argv, &options, &err);
}

static void takes_what_the_script_takes(void **state)
{
	(void)state;
	assert_int_equal(parse("--baseline a --compare b --compare c -C log --sort-version "
			       "--auto-detect --output-dir out --output-file r.html"),
			 OK);
	assert_string_equal(options.baseline, "a");
	assert_int_equal(options.compared_count, 2);
	assert_string_equal(options.compared[1], "c");
	assert_string_equal(options.directory, "log");
	assert_true(options.sort_version);
	assert_true(options.significance);
	assert_string_equal(options.output_directory, "out");
	assert_string_equal(options.output_file, "r.html");
	assert_int_equal(parse("--style mmtests log/a log/b"), OK);
	assert_int_equal(options.word_count, 2);
	assert_string_equal(options.words[1], "log/b");
}

static void takes_what_the_program_takes(void **state)
{
	(void)state;
	assert_int_equal(parse("--style mmtests-2025 -d work/log -b pft -n a,b -a time "
			       "--print-ratio --format html"),
			 OK);
	assert_int_equal(options.revision, PEER_2025);
	assert_string_equal(options.directory, "work/log");
	assert_string_equal(options.benchmark, "pft");
	assert_string_equal(options.names, "a,b");
	assert_string_equal(options.alternative, "time");
	assert_true(options.ratio);
	assert_int_equal(options.format, PEER_HTML);
	assert_null(options.heading);
}

static void names_may_be_short_or_loud(void **state)
{
	(void)state;
	assert_int_equal(parse("--dir=x -NAMES a -bench pft --print-sig --sub= --no-c --json"), OK);
	assert_string_equal(options.directory, "x");
	assert_string_equal(options.names, "a");
	assert_string_equal(options.benchmark, "pft");
	assert_string_equal(options.heading, "");
	assert_true(options.significance);
	assert_true(options.no_compare);
	assert_true(options.json_export);
}

static void a_value_may_begin_with_a_dash(void **state)
{
	(void)state;
	assert_int_equal(parse("-n -odd -b pft"), OK);
	assert_string_equal(options.names, "-odd");
}

static void wrong_words_are_told(void **state)
{
	(void)state;
	assert_int_equal(parse("--print-m duration --print r"), ERR_INPUT);
	assert_string_equal(err.text, "option '--print' may be --print-monitor or --print-ratio");
	assert_int_equal(parse("--colour"), ERR_INPUT);
	assert_string_equal(err.text, "unknown option '--colour' of compare-mmtests.pl");
	assert_int_equal(parse("--"), ERR_INPUT);
	assert_string_equal(err.text, "unknown option '--' of compare-mmtests.pl");
	assert_int_equal(parse("-n"), ERR_INPUT);
	assert_string_equal(err.text, "option '-n' needs a value");
	assert_int_equal(parse("--no-compare=1"), ERR_INPUT);
	assert_string_equal(err.text, "option '--no-compare' has no value");
	assert_int_equal(parse("--format pdf"), ERR_INPUT);
	assert_string_equal(err.text, "--format is text, html or docbook, not 'pdf'");
}

static void styles_are_recognised(void **state)
{
	char *peer[] = { (char *)"compare", (char *)"-n", (char *)"a", (char *)"--style=mmtests" };
	char *ours[] = { (char *)"compare", (char *)"--style", (char *)"markdown" };

	(void)state;
	assert_true(peer_options_meant(4, peer));
	assert_false(peer_options_meant(3, ours));
	assert_false(peer_options_meant(2, ours));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(takes_what_the_program_takes),
		cmocka_unit_test(takes_what_the_script_takes),
		cmocka_unit_test(names_may_be_short_or_loud),
		cmocka_unit_test(a_value_may_begin_with_a_dash),
		cmocka_unit_test(wrong_words_are_told),
		cmocka_unit_test(styles_are_recognised),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
