/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/ingest/told.h"

extern const struct format fmt_benchmark_action;
extern const struct format fmt_bencher;

static struct slice tell(struct arena *arena, const struct format *format, const char *json,
			 enum better better)
{
	struct format_options options = format_options_default;

	options.kernel_known = true;
	options.better = better;
	return told_whole(arena, format, &options, slice_str(json));
}

#define ACTION                                                                    \
	"[{\"name\": \"pft cpu-4\", \"unit\": \"faults/s\", \"value\": 1391200, " \
	"\"range\": \"\xc2\xb1 12000\", \"extra\": \"x\"},\n{\"name\": \"n\", "   \
	"\"unit\": \"s\", \"value\": 1.5, \"range\": \"some\"}]"

static void benchmark_action(void **state)
{
	check_text(tell(*state, &fmt_benchmark_action, ACTION, BETTER_UNKNOWN),
		   "1 run.format=benchmark-action\n1 pft cpu-4 mean=1391200 faults/s none\n"
		   "1 pft cpu-4 range=12000 faults/s none\n1 metric.pft cpu-4.extra=x\n"
		   "1 n mean=1.5 s none\n");
	check_text(tell(*state, &fmt_benchmark_action,
			"[{\"name\": \"n\", \"unit\": \"s\", \"value\": 1, \"range\": 2}]",
			BETTER_LOWER),
		   "1 run.format=benchmark-action\n1 n mean=1 s lower\n1 n range=2 s lower\n");
}

#define BENCHER                                                             \
	"{\"pft\": {\"throughput\": {\"value\": 10, \"lower_value\": 8},\n" \
	"\"latency\": {\"value\": 2, \"upper_value\": 3}, \"other\": {\"value\": 1}}}"

static void bencher(void **state)
{
	check_text(tell(*state, &fmt_bencher, BENCHER, BETTER_UNKNOWN),
		   "1 run.format=bencher\n1 throughput mean=10 higher (pft)\n"
		   "1 throughput lower=8 higher (pft)\n1 latency mean=2 lower (pft)\n"
		   "1 latency upper=3 lower (pft)\n1 other mean=1 none (pft)\n");
	assert_true(slice_ends(tell(*state, &fmt_bencher, BENCHER, BETTER_LOWER),
			       "1 other mean=1 lower (pft)\n"));
}

static void without_a_kernel(void **state)
{
	check_text(told_whole(*state, &fmt_benchmark_action, NULL, SLICE(ACTION)),
		   "0 !! the kernel is missing, benchmark-action has no room for it: say --kernel "
		   "(kernel= in a request)\n");
	check_text(told_whole(*state, &fmt_bencher, NULL, SLICE(BENCHER)),
		   "0 !! the kernel is missing, bencher has no room for it: say --kernel "
		   "(kernel= in a request)\n");
}

static void what_is_wrong(void **state)
{
	static const struct {
		const struct format *format;
		const char *json, *wanted;
	} cases[] = {
		{ &fmt_benchmark_action, "{}", "1 !! the document: expected a list\n" },
		{ &fmt_benchmark_action, "[]", "0 !! no metric in it\n" },
		{ &fmt_benchmark_action, "[{\"name\": \"n\", \"value\": \"1\"}]",
		  "1 !! /0: expected a number as value\n" },
		{ &fmt_benchmark_action, "[{\"name\": \"n\", \"value\": 1}, 3]",
		  "1 !! /1: expected an object with a name\n" },
		{ &fmt_bencher, "[]", "1 !! the document: expected an object of benchmarks\n" },
		{ &fmt_bencher, "{\"a\": 1}", "1 !! /a: expected an object of measures\n" },
		{ &fmt_bencher, "\n{\"a\": {\"b\": {}}}",
		  "2 !! /a/b: expected an object with a number as value\n" },
		{ &fmt_bencher, "", "0 !! no document in it\n" },
		{ &fmt_bencher, "{", "1 !! no JSON: string or '}' expected near end of file\n" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		check_text(tell(*state, cases[i].format, cases[i].json, BETTER_UNKNOWN),
			   cases[i].wanted);
	assert_true(slice_ends(tell(*state, &fmt_bencher, BENCHER "\n{}", BETTER_UNKNOWN),
			       "3 !! more than one document\n"));
}

static void detection(void **state)
{
	(void)state;
	assert_int_equal(fmt_benchmark_action.detect(SLICE(ACTION)), 90);
	assert_int_equal(fmt_benchmark_action.detect(SLICE("[{\"name\": \"x\"}]")), 0);
	assert_int_equal(fmt_benchmark_action.detect(SLICE(BENCHER)), 0);
	assert_int_equal(fmt_bencher.detect(SLICE(BENCHER)), 80);
	assert_int_equal(fmt_bencher.detect(SLICE(ACTION)), 0);
	assert_int_equal(fmt_bencher.detect(SLICE("{\"a\": {\"b\": {\"c\": 1}}}")), 0);
	assert_int_equal(fmt_bencher.detect(SLICE("{\"a\": {\"b\": {\"lower_value\": 1, "
						  "\"value\": 1}}}")),
			 80);
	assert_int_equal(fmt_bencher.detect(SLICE("{\"a\": {\"b\\")), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TOLD_TEST(benchmark_action), TOLD_TEST(bencher),   TOLD_TEST(without_a_kernel),
		TOLD_TEST(what_is_wrong),    TOLD_TEST(detection),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
