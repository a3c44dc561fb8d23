/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lib/report_lists.h"

static struct config config = {
	.mode = MEMCG_ON,
	.placement = { "v2:1", 4 },
	.variant = { "child", 5 },
	.label = { "child", 5 },
	.options = { "MEMCG=y PSI=y", 13 },
};

static struct report_run run_of(void)
{
	return (struct report_run){
		.id = SLICE("HHMMC2B2V12B"),
		.name = SLICE("6.1.192-child"),
		.kernel = SLICE("6.1.192"),
		.kernel_release = SLICE("6.1.0-57-cloud-amd64"),
		.config = &config,
		.machine = SLICE("m1"),
		.benchmarks = SLICE("pft, perfpipe"),
		.start_s = 1796069880,
		.samples = 531,
		.metrics = 48,
		.boots = 3,
		.iterations = 3,
	};
}

static void assert_text(struct buf *buf, const char *want)
{
	assert_string_equal(buf_slice(buf).p, want);
	buf_clear(buf);
}

static void test_runs_as_text(void **state)
{
	struct report_run runs[] = { run_of(), run_of() };
	struct report_options options = { .link = SLICE("http://x/runs") };
	struct buf buf;

	(void)state;
	runs[1].benchmarks = SLICE("a, b, c, d");
	runs[1].start_s = 0;
	runs[1].transcribed = true;
	runs[1].samples = 0;
	runs[1].summaries = 1;
	buf_init(&buf);
	report_runs(&buf, runs, 2, SLICE("http://x/runs?cursor=Z"), &options);
	assert_text(&buf,
		    "  HHMMC2B2V12B  2026-11-30  6.1.192  child\n"
		    "                6.1.192-child: pft, perfpipe, 531 samples of 48 metrics\n"
		    "                from 3 boots; on m1\n"
		    "  HHMMC2B2V12B              6.1.192  child\n"
		    "                6.1.192-child: 4 benchmarks, 1 summary number of 48\n"
		    "                metrics, transcribed; on m1\n"
		    "\n  More: http://x/runs?cursor=Z\n"
		    "\n  Link: http://x/runs\n");
	report_runs(&buf, runs, 0, SLICE_NONE, &(struct report_options){ 0 });
	assert_text(&buf, "  No runs.\n");
	buf_release(&buf);
}

static void test_runs_as_csv_and_markdown(void **state)
{
	struct report_run run = run_of();
	struct buf buf;

	(void)state;
	run.name = SLICE("a \"b\", |c");
	buf_init(&buf);
	report_runs(&buf, &run, 1, SLICE_NONE, &(struct report_options){ .style = REPORT_CSV });
	assert_text(&buf, "id,name,start,kernel,release,config,machine,benchmarks,samples,"
			  "summaries,metrics,boots,iterations,transcribed,superseded_by\n"
			  "HHMMC2B2V12B,\"a \"\"b\"\", |c\",2026-11-30 20:18,6.1.192,"
			  "6.1.0-57-cloud-amd64,child,m1,\"pft, perfpipe\",531,0,48,3,3,no,\n");
	report_runs(&buf, &run, 1, SLICE_NONE,
		    &(struct report_options){ .style = REPORT_MARKDOWN });
	assert_non_null(strstr(buf.data, "| a \"b\", \\|c |"));
	buf_release(&buf);
}

static const struct report_result results[] = {
	{
		.metric = { .benchmark = SLICE("pft"),
			    .name = SLICE("Duration User"),
			    .unit = SLICE("s"),
			    .better = BETTER_LOWER },
		.stats = { .n = 3, .mean = 1.5, .stddev = 0.25 },
		.boots = 3,
	},
	{
		.metric = { .benchmark = SLICE("pft"),
			    .name = SLICE("faults/cpu-1"),
			    .unit = SLICE("faults/s"),
			    .better = BETTER_HIGHER },
		.statistic = SLICE("hmean"),
		.stats = { .n = 1, .mean = 1443258.1051 },
	},
};

static void test_run(void **state)
{
	const struct report_symbol symbol = { SLICE("try_charge"), SLICE("mm/memcontrol.c"), 6.64 };
	const struct report_line file = { SLICE("iter-0/pft"), SLICE("12 bytes") };
	struct report_result own[2] = { results[0], results[1] };
	struct report_run_parts parts = {
		.run = run_of(),
		.results = own,
		.result_count = 2,
		.symbols = &symbol,
		.symbol_count = 1,
		.files = &file,
		.file_count = 1,
	};
	struct buf buf;

	(void)state;
	own[1].stats.stddev = NAN;
	buf_init(&buf);
	report_run(&buf, &parts, &(struct report_options){ 0 });
	assert_text(&buf,
		    "  Run        HHMMC2B2V12B\n"
		    "  Name       6.1.192-child\n"
		    "  Kernel     6.1.192 (6.1.0-57-cloud-amd64)\n"
		    "  Config     child (memcg on, placement v2:1, variant child)\n"
		    "  Options    MEMCG=y PSI=y\n"
		    "  Machine    m1\n"
		    "  Start      2026-11-30 20:18 UTC\n"
		    "  Numbers    531 samples of 48 metrics from 3 boots\n"
		    "\n"
		    "  pft, faults/s, higher is better\n"
		    "                                     n  boots           mean      stddev\n"
		    "  faults/cpu-1, hmean                1      -   1443258.1051           -\n"
		    "  Duration User s                    3      3        1.50000    0.250000\n"
		    "\n"
		    "  Profile, by share\n"
		    "    6.64%  try_charge  mm/memcontrol.c\n"
		    "\n"
		    "  Files\n"
		    "    iter-0/pft: 12 bytes\n");
	report_run(&buf, &parts, &(struct report_options){ .style = REPORT_CSV });
	assert_text(&buf, "benchmark,metric,unit,better,statistic,n,boots,mean,hmean,stddev,min,"
			  "max,median\n"
			  "pft,Duration User,s,lower,,3,3,1.5,0,0.25,0,0,0\n"
			  "pft,faults/cpu-1,faults/s,higher,hmean,1,0,1443258.1051,0,,0,0,0\n");
	buf_release(&buf);
}

static void test_narrow_text_stays_narrow(void **state)
{
	struct report_run run = run_of();
	struct report_run_parts parts = { .run = run, .results = results, .result_count = 2 };
	struct buf buf;
	struct slice rest, line;

	(void)state;
	config.words = SLICE("a=1 b=2 c=3 d=4 e=5 f=6 g=7 h=8 i=9 j=10 k=11 l=12 m=13 n=14 o=15");
	buf_init(&buf);
	report_run(&buf, &parts, &(struct report_options){ .width = REPORT_WIDTH_MIN });
	report_runs(&buf, &run, 1, SLICE_NONE, &(struct report_options){ .width = 48 });
	rest = buf_slice(&buf);
	while (slice_line(&rest, &line))
		if (line.n > REPORT_WIDTH_MIN)
			fail_msg("%zu columns: '%.*s'", line.n, SLICE_FMT(line));
	config.words = SLICE_NONE;
	buf_release(&buf);
}

static void test_debug_kernels_are_marked(void **state)
{
	struct report_run run = run_of();
	struct report_run_parts parts = { .run = run };
	struct buf buf;

	(void)state;
	config.spoilers = SLICE("DEBUG_VM KASAN");
	buf_init(&buf);
	report_run(&buf, &parts, &(struct report_options){ .width = 0 });
	assert_true(slice_find(buf_slice(&buf), "DEBUG_VM KASAN: the kernel checks") < buf.n);
	config.spoilers = SLICE_NONE;
	buf_release(&buf);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_runs_as_text),
		cmocka_unit_test(test_runs_as_csv_and_markdown),
		cmocka_unit_test(test_run),
		cmocka_unit_test(test_narrow_text_stays_narrow),
		cmocka_unit_test(test_debug_kernels_are_marked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
