/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/ingest/told.h"

extern const struct format fmt_native;

#define HEAD         "\"format\": \"memcg-results/1\", "
#define KERNEL       "\"kernel\": {\"release\": \"6.12\"}, "
#define BENCH        "\"benchmark\": {\"name\": \"b\"}, "
#define FACTS        "1 run.format=memcg-results/1\n"
#define RUN(metrics) "{" HEAD KERNEL BENCH "\"metrics\": [" metrics "]}"

static struct slice tell(struct arena *arena, const char *json)
{
	return told_whole(arena, &fmt_native, NULL, slice_str(json));
}

static void check_metric(struct arena *arena, const char *metric, const char *wanted)
{
	struct slice json = arena_printf(arena, "{" HEAD KERNEL BENCH "\"metrics\": [%s]}", metric);
	struct slice got = tell(arena, json.p);

	(void)slice_take(&got, FACTS "1 kernel.release=6.12\n"); /* else it differs anyway */
	check_text(got, wanted);
}

static void samples(void **state)
{
	check_metric(*state, "{\"name\": \"m\", \"samples\": [1, 2.5, null, -3e2]}",
		     "1 m =1 none @b-6.12 (b)\n1 m =2.5 none @b-6.12 (b)\n"
		     "1 m ='failed none @b-6.12 (b)\n1 m =-300 none @b-6.12 (b)\n");
	check_metric(*state,
		     "{\"name\": \"m\", \"at\": {\"threads\": 4, \"thp\": true, \"f\": 0.1}, "
		     "\"unit\": \"s\", \"better\": \"lower\", \"samples\": [1], \"value\": 9}",
		     "1 m[threads=4,thp=true,f=0.1] =1 s lower @b-6.12 (b)\n");
}

static void summaries(void **state)
{
	check_metric(*state,
		     "{\"name\": \"m\", \"value\": 10, \"n\": 4, \"stddev\": 2, \"lower\": 8, "
		     "\"upper\": 12}",
		     "1 m mean=10 none @b-6.12 (b)\n1 m stddev=2 none @b-6.12 (b)\n"
		     "1 m lower=8 none @b-6.12 (b)\n1 m upper=12 none @b-6.12 (b)\n");
	check_metric(*state, "{\"name\": \"m\", \"value\": 10, \"stat\": \"p50\"}",
		     "1 m p50=10 none @b-6.12 (b)\n");
}

static void directions(void **state)
{
	struct format_options options = format_options_default;
	static const char pft[] =
		"{" HEAD KERNEL "\"benchmark\": {\"name\": \"pft\"}, \"metrics\": ["
		"{\"name\": \"faults/cpu\", \"samples\": [1]},"
		"{\"name\": \"x\", \"samples\": [1]}]}";
	struct slice got = tell(*state, pft);

	assert_true(slice_ends(got, "1 faults/cpu =1 higher @pft-6.12 (pft)\n"
				    "1 x =1 none @pft-6.12 (pft)\n"));
	options.better = BETTER_LOWER;
	got = told_whole(*state, &fmt_native, &options,
			 SLICE(RUN("{\"name\": \"m\", \"samples\": [1]}")));
	assert_true(slice_ends(got, "1 m =1 lower @b-6.12 (b)\n"));
}

static void facts(void **state)
{
	check_text(
		tell(*state,
		     "{" HEAD "\"run_id\": \"7\", \"started\": \"1970-01-01T00:01:00Z\", "
		     "\"benchmark\": {\"name\": \"b\", \"version\": 2, \"params\": {\"p\": \"q\"}},"
		     "\"kernel\": {\"commit\": \"0123\", \"describe\": \"v6.12-1-g0123\", "
		     "\"cmdline\": \"quiet\", \"config\": {\"CONFIG_MEMCG\": \"y\", \"HZ\": 250},"
		     "\"release\": null}, \"machine\": {\"cpus\": 8, \"bios\": \"x\"}, "
		     "\"cgroup\": {\"version\": 1, \"depth\": 0, \"limits\": {\"a.max\": 1}}, "
		     "\"tags\": {\"variant\": \"v\", \"series\": \"s\"}, \"extra\": [1, {}], "
		     "\"metrics\": [{\"name\": \"m\", \"samples\": [1], \"note\": \"n\"}]}"),
		FACTS "1 run.id=7\n1 run.start=60\n1 benchmark.version=2\n"
		      "1 kernel.commit=0123\n1 kernel.describe=v6.12-1-g0123\n"
		      "1 kernel.cmdline=quiet\n1 machine.threads=8\n1 machine.bios=x\n"
		      "1 cgroup.depth=0\n1 cgroup.limits.a.max=1\n1 cgroup.hierarchy=v1\n"
		      "1 kernel.option.MEMCG=y\n1 kernel.option.HZ=250\n1 tag.series=s\n"
		      "1 run.variant=v\n1 other.extra=[1,{}]\n1 metric.m.note=n\n"
		      "1 m[p=q] =1 none @7 (b)\n");
}

static void failed_runs(void **state)
{
	check_text(tell(*state, "{" HEAD KERNEL BENCH "\"error\": \"no memory\"}"),
		   FACTS "1 kernel.release=6.12\n1 run.error=no memory\n"
			 "1 ! run b-6.12 failed: no memory\n1 run ='failed none @b-6.12 (b)\n");
	assert_true(slice_ends(tell(*state, "{" HEAD KERNEL BENCH "\"error\": \"late\", "
					    "\"metrics\": [{\"name\": \"m\", \"samples\": [1]}]}"),
			       "1 m =1 none @b-6.12 (b)\n1 ! run b-6.12 failed: late\n"));
}

#define ONE RUN("{\"name\": \"m\", \"samples\": [1]}")

/* The names of runs, in the order of their samples. */
static void check_runs(struct arena *arena, const char *json, const char *wanted)
{
	struct slice rest = tell(arena, json), line;
	struct buf names;

	buf_init(&names);
	while (slice_line(&rest, &line)) {
		size_t at = slice_find_char(line, '@');

		if (at < line.n)
			buf_addf(&names, "%zu %.*s\n", (size_t)(line.p[0] - '0'),
				 SLICE_FMT(slice_skip(line, at + 1)));
		else if (slice_find(line, " !") < line.n)
			buf_addf(&names, "%.*s\n", SLICE_FMT(line));
	}
	check_text(buf_slice(&names), wanted);
	buf_release(&names);
}

static void several_runs(void **state)
{
	static const char same[] = "{" HEAD KERNEL BENCH "\"run_id\": \"i\", \"metrics\": "
				   "[{\"name\": \"m\", \"samples\": [1]}]}";

	check_runs(*state, "[" ONE ",\n" ONE "]", "1 b-6.12 (b)\n1 b-6.12-2 (b)\n");
	check_runs(*state, "\xef\xbb\xbf\n" ONE "\n\n" ONE "\r\n",
		   "2 b-6.12 (b)\n4 b-6.12-2 (b)\n");
	check_runs(*state, arena_printf(*state, "%s\n%s\n" ONE, same, same).p,
		   "1 i (b)\n2 ! /run_id: i was there before: the first one stands\n"
		   "3 b-6.12 (b)\n");
	check_runs(*state, "[]", "0 !! no run in it\n");
}

/* A line that is cut: what stands before it counts, and its own line is told. */
static void cut_lines(void **state)
{
	check_runs(*state, ONE "\n{" HEAD KERNEL "\"metr\n" ONE "\n",
		   "1 b-6.12 (b)\n2 !! no JSON: premature end of input near '\"metr'\n");
	check_runs(*state, ONE "\n" ONE ONE " x\n",
		   "1 b-6.12 (b)\n2 b-6.12-2 (b)\n2 b-6.12-3 (b)\n"
		   "2 !! no JSON: '[' or '{' expected near 'x'\n");
	check_runs(*state, "{\n" HEAD "\n\"kernel\"",
		   "3 !! no JSON: ':' expected near end of file\n");
}

static void what_is_wrong(void **state)
{
	static const struct {
		const char *json, *wanted;
	} cases[] = {
		{ "{}", "1 !! /format: expected memcg-results/1\n" },
		{ "[" ONE ", 3]", "1 !! /1: expected an object, one run\n" },
		{ "{\"format\": \"memcg-results/2\"}", "1 !! /format: expected memcg-results/1\n" },
		{ "{" HEAD KERNEL "\"metrics\": []}",
		  "1 !! /benchmark/name: missing: the benchmark's name\n" },
		{ "{" HEAD BENCH "\"metrics\": []}",
		  "1 !! /kernel/release: missing: the kernel's release, or its commit\n" },
		{ "{" HEAD KERNEL BENCH "\"metrics\": {}}", "1 !! /metrics: expected a list\n" },
		{ RUN(""),
		  "1 !! /metrics: missing: a metric, or an error that tells why there is none\n" },
		{ "{" HEAD BENCH "\"kernel\": []}", "1 !! /kernel: expected an object\n" },
		{ "{" HEAD KERNEL BENCH "\"started\": \"now\"}",
		  "1 !! /started: expected a time as 2026-01-18T03:12:44Z\n" },
		{ "{" HEAD KERNEL BENCH "\"cgroup\": {\"version\": 3}}",
		  "1 !! /cgroup/version: expected 1 or 2\n" },
		{ "{" HEAD KERNEL "\"benchmark\": {\"name\": \"b\", \"params\": {\"p\": []}}}",
		  "1 !! /benchmark/params/p: expected a text, number or boolean\n" },
		{ RUN("1"), "1 !! /metrics/0: expected an object\n" },
		{ RUN("{\"samples\": [1]}"), "1 !! /metrics/0: missing: the metric's name\n" },
		{ RUN("{\"name\": \"m\"}"), "1 !! /metrics/0: missing: samples or a value\n" },
		{ RUN("{\"name\": \"m\", \"samples\": []}"),
		  "1 !! /metrics/0: missing: samples or a value\n" },
		{ RUN("{\"name\": 3}"), "1 !! /metrics/0/name: expected a text\n" },
		{ RUN("{\"name\": \"m\", \"samples\": 1}"),
		  "1 !! /metrics/0/samples: expected a list\n" },
		{ RUN("{\"name\": \"m\", \"samples\": [1, \"2\"]}"),
		  "1 !! /metrics/0/samples/1: expected a number, or null for a failed one\n" },
		{ RUN("{\"name\": \"m\", \"value\": \"1\"}"),
		  "1 !! /metrics/0/value: expected a number\n" },
		{ RUN("{\"name\": \"m\", \"value\": 1, \"n\": 0}"),
		  "1 !! /metrics/0/n: expected a whole number above 0\n" },
		{ RUN("{\"name\": \"m\", \"samples\": [1], \"better\": \"up\"}"),
		  "1 !! /metrics/0/better: expected higher, lower or none\n" },
		{ RUN("{\"name\": \"m\", \"samples\": [NaN]}"),
		  "1 !! no JSON: invalid token near 'NaN'\n" },
		{ RUN("{\"name\": \"m\", \"samples\": [1e999]}"),
		  "1 !! no JSON: real number overflow near '1e999'\n" },
		{ "{" HEAD HEAD KERNEL "}",
		  "1 !! no JSON: duplicate object key near '\"format\"'\n" },
	};
	struct arena *arena = *state;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct slice got = tell(arena, cases[i].json), last = SLICE_NONE, line;

		for (struct slice rest = got; slice_line(&rest, &line);)
			last = line;
		check_text(arena_printf(arena, "%.*s\n", SLICE_FMT(last)), cases[i].wanted);
	}
}

/* Nothing of a run gets out when something of it is wrong. */
static void all_or_nothing(void **state)
{
	check_text(tell(*state, RUN("{\"name\": \"m\", \"samples\": [1]}, {\"name\": \"o\"}")),
		   "1 !! /metrics/1: missing: samples or a value\n");
}

static void limits(void **state)
{
	struct arena *arena = *state;
	struct format_options options = format_options_default;
	struct buf deep;

	options.document_bytes = strlen(ONE) - 1;
	assert_non_null(strstr(told_whole(arena, &fmt_native, &options, SLICE(ONE)).p,
			       "1 !! a document of more than"));
	options.document_bytes = strlen(ONE);
	options.samples = options.metrics = options.runs = 1;
	assert_null(strstr(told_whole(arena, &fmt_native, &options, SLICE(ONE)).p, "!!"));
	assert_non_null(strstr(told_whole(arena, &fmt_native, &options, SLICE(ONE "\n" ONE)).p,
			       "2 !! more than 1 runs (--max-runs)"));
	options = format_options_default;
	options.samples = options.metrics = 1;
	assert_non_null(strstr(told_whole(arena, &fmt_native, &options,
					  SLICE(RUN("{\"name\": \"m\", \"samples\": [1, 2]}")))
				       .p,
			       "1 !! /metrics/0: more than 1 samples (--max-samples)"));
	assert_non_null(strstr(told_whole(arena, &fmt_native, &options,
					  SLICE(RUN("{\"name\": \"m\", \"value\": 1}, {}")))
				       .p,
			       "1 !! /metrics: more than 1 metrics (--max-metrics)"));
	options.values = 48;
	assert_non_null(strstr(told_whole(arena, &fmt_native, &options,
					  SLICE(RUN("{\"name\": \"m\", \"at\": [[[[[[")))
				       .p,
			       "1 !! a document of more than 48 values (--max-values)"));
	buf_init(&deep);
	buf_fill(&deep, '[', 100000);
	assert_non_null(strstr(told_whole(arena, &fmt_native, NULL, buf_slice(&deep)).p,
			       "1 !! a document nested deeper than 64 levels"));
	buf_release(&deep);
}

static void many_labels(void **state)
{
	struct arena *arena = *state;
	struct buf buf;

	buf_init(&buf);
	for (int i = 0; i <= RECORD_LABELS_MAX; i++)
		buf_addf(&buf, "%s\"k%d\": 1", i > 0 ? ", " : "", i);
	assert_non_null(strstr(
		tell(arena, arena_printf(arena,
					 "{" HEAD KERNEL BENCH "\"metrics\": [{\"name\": \"m\", "
					 "\"at\": {%s}, \"samples\": [1]}]}",
					 buf_slice(&buf).p)
				    .p)
			.p,
		"1 !! /metrics/0/at: more than 32 parameters of a metric"));
	buf_release(&buf);
}

/* Every beginning of a document, and documents with odd bytes in them. */
static void hostile(void **state)
{
	static const char *const odd[] = {
		"{" HEAD "\"run_id\": \"\\ud800\"}",
		"{" HEAD "\"run_id\": \"\\u0000\"}",
		"{" HEAD "\"run_id\": \"\xff\"}",
		"}}}",
		"]",
		"\"",
		"{" HEAD KERNEL BENCH "\"metrics\": [{\"name\": \"m\", \"samples\": "
		"[99999999999999999999]}]}",
	};
	struct arena *arena = *state;

	for (size_t n = 0; n < strlen(ONE); n++)
		assert_non_null(
			strstr(tell(arena, arena_printf(arena, "%.*s", (int)n, ONE).p).p, "!!"));
	for (size_t i = 0; i < ARRAY_SIZE(odd); i++)
		assert_non_null(strstr(tell(arena, odd[i]).p, "1 !! no JSON: "));
}

static void detection(void **state)
{
	(void)state;
	assert_int_equal(fmt_native.detect(SLICE("\xef\xbb\xbf\n {" HEAD)), 100);
	assert_int_equal(fmt_native.detect(SLICE("[\n{" HEAD)), 100);
	assert_int_equal(fmt_native.detect(SLICE("{\"format\": \"memcg-results/2\"")), 100);
	assert_int_equal(fmt_native.detect(SLICE("{\"format\": \"other\"}")), 0);
	assert_int_equal(fmt_native.detect(SLICE("Dear all, \"memcg-results/1\"")), 0);
	assert_int_equal(fmt_native.detect(SLICE_NONE), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TOLD_TEST(samples),        TOLD_TEST(summaries),   TOLD_TEST(directions),
		TOLD_TEST(facts),          TOLD_TEST(failed_runs), TOLD_TEST(several_runs),
		TOLD_TEST(cut_lines),      TOLD_TEST(limits),      TOLD_TEST(what_is_wrong),
		TOLD_TEST(all_or_nothing), TOLD_TEST(many_labels), TOLD_TEST(hostile),
		TOLD_TEST(detection),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
