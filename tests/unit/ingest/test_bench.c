/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "lib/buf.h"

/* Lines as the programs print them, of every kind: each parser finds some of its own. */
static const char corpus[] =
	"0.52user 0.05system 1:02:03.50elapsed 49%CPU (0avgtext+0avgdata 1maxresident)k\n"
	"   0    4   1     0.02s     0.43s     0.45s   72767.487  72691.034\n"
	"     Total time: 0.164438 [sec]\nTime: 0.1\n      54.850105 usecs/op\n"
	"min:0 max:51467 total:51468\nLookups/s:   1,234,567\n a b 77.5 jobs/hour/core\n"
	"run time 30 seconds 123 worker burns per second\nexecute 12 x 3.5 7.5\n"
	"    events per second: 16810.40\n         95th percentile:         0.77\n"
	"Copy:  23458.2 0.1\nScale: 1.5\nAdd: 2 3\nTriad: 4 5\nThreads counted = 4\n"
	"     1 page_test              0.45         20        44.26597           75252.16 System\n"
	"Time per request:       12.345 [ms] (mean)\nFinal score for writes:          53\n"
	"wr 1234\n1.98,1.98,host,1,2,3,4,5,6,7,8,+++++,10,11,12,13,14,15,16,17,18,19,20,21,22\n"
	"Parallel PThreads : 4\nCoreMark 1.0 : 123456.78 / GCC / 4:PThreads\n"
	"# Min Latencies: 00002 00003\n# Histogram Overflows: 00000 00001\n"
	"   0 completed in 376 ms at time 376 ms\n"
	"   1     10840    57.46 MB/sec  execute   1 sec  latency 15.736 ms\n"
	" Operation Count AvgLat MaxLat\n NTCreateX     128218     0.013     6.103\n"
	"a b c d elapsed: 12.5\n16810 records/s 4203 4199 4205 4203\n"
	"3;fio-3;job;0;0;123;1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19;20;21;22;23;24;25;26;"
	"27"
	";28;29;30;31;32;33;34;35;36;37;38;39;40;41;42;43;44;45;46;47;48;49;50;51;52;53;54;55;56;57"
	";58;59;60;61;62;63;64;65;66;67;68;69;70;71;72;73;74;75;76;77;78;79;80;81;82;83;84;85;86\n"
	"10, 1234, 0, 4096\nFSUse%        Count         Size    Files/sec     App Overhead\n"
	"     5         1000        51200        123.4           12345\n"
	"[thread  0] futexes: 0x5 ... 0x6 [ 1234 ops/sec ]\n"
	"[Run 1]: Wokeup 4 of 4 threads in 0.0353 ms\nIOPS=1.23M, BW=1MiB/s\n"
	"Summary Results:\n[  5]   0.00-10.00  sec  1.10 GBytes   941 Mbits/sec    0   sender\n"
	"#  mean of 95%        0.12345\nSummary:\nfailed 3\n"
	"tag=abs01 stime=1 dur=0 exit=exited stat=32 core=no\n"
	" 131072  16384    64    10.00    941.23   \n212992 64 10.00 123 0 1002.5\n"
	"     5.123, secs,           NUMA-convergence-latency\n 1.5, GB/sec,  thread-speed\n"
	"1796068500 12 1 2 3 4\n1796068501 900 1 2 3 4\n1796068502 900 1 2 3 4\n"
	"#1 -> #0, Min    1, Cur    2, Avg    2, Max   23\n"
	"\"GET (10 keys)\",\"123456.78\",\"0.1\",\"0.04\",\"0.1\",\"0.2\",\"0.3\",\"1.5\"\n"
	"Totals     1234.5         0.00     1234.5      1.234     567.8\n"
	"Iter:       0       1\n   1:   12   13\nParent pid: 12\n Task 0 (prio 2) (pid 13):\n"
	"  003    017    123.4\nWakeup Latencies percentiles (usec) runtime 5 (s) (9 total "
	"samples)\n"
	"\t  50.0th: 21         (69 samples)\n\t* 99.0th: 5832       (32 samples)\n\t  min=1, "
	"max=9\n"
	"RPS percentiles (requests) runtime 2 (s) (3 total samples)\ncurrent rps: 190.98\n"
	"Transaction rate:\t     2345.67 trans/sec\nWarmup complete\nRun time: 60 seconds\n"
	"Read latency usec: (p50: 1,234) (p95: 5,678) (p99: 9,999) (max: 12,345)\n"
	"work rate = 12.34/sec (avg 12.30/sec)\nSPEC scores\nJVM 1 Scores\n Warehouses  Thrput\n"
	"   *  4   123456\njbb2015.result.metric.max-jOPS = 12345\n"
	"stress-ng: metrc: [123]   (secs)\n"
	"stress-ng: metrc: [123] fork  4567 10.00 2.79 16.61 456.7\n3 1234567\n"
	"    transactions:                        123456 (2057.58 per sec.)\n"
	"core_i: 0 1\nint_99(ns): 12 13\nint_n_per_sec: 5 6\nfault 12 huge 345 0 1\n"
	"COUNT|12345|1|lps\ngeneric/001 4s ... [20:00:00] [20:00:04] [failed, exit status 1]\n"
	"order 0 batchsize 1 alloc 123 free 45\norder 0 batchsize 1 alloc 124 free 46\n"
	"order 0 batchsize 1 alloc 125 free 47\na,b,JPM,c\n1,2,3,4\n"
	"Pipe Throughput                               12440.0    123.4    99.1\n"
	"sockperf: Summary: BandWidth is 12.3 MBps (98.7 Mbps)\n1, 0.100000000, 0.200000000\n"
	"         avg:    0.5\nResult: 12 Kiter/s\n Time in seconds =   12.34\ninfo nodes "
	"123456789 time 60000\nops/sec: 12345\n1 107374182 1 12.5\nstart: 1\npgfault "
	"10\n"
	"end: 2\npgfault 20\n4i 5o throughput: 12.34 jobs/hour/core\nx, cost 373ns\nTotal QPS = "
	"12.5 (1 / 2s)\nScore : 12\n"
	"throughput: 12.5\n";

struct counted {
	struct bench_out out;
	size_t tuples, bytes;
};

static enum err count_tuple(struct bench_out *out, const struct bench_file *file,
			    const struct bench_tuple *tuple, struct error *err)
{
	struct counted *counted = CONTAINER_OF(out, struct counted, out);
	const struct slice parts[] = { tuple->metric, tuple->a, tuple->b, tuple->text };

	(void)file;
	(void)err;
	counted->tuples++;
	for (size_t i = 0; i < ARRAY_SIZE(parts); i++)
		for (size_t j = 0; j < parts[i].n; j++)
			counted->bytes += (unsigned char)parts[i].p[j];
	return OK;
}

static enum err ignore(struct bench_out *out, const struct bench_file *file, const char *text,
		       struct error *err)
{
	(void)out;
	(void)file;
	(void)text;
	(void)err;
	return OK;
}

static enum err beside(const struct bench_file *file, const char *name,
		       void (*take)(void *data, struct slice line), void *data, struct error *err)
{
	struct slice rest = slice_str(corpus), line;

	(void)name;
	(void)err;
	while (file->as_peer && slice_line(&rest, &line))
		take(data, line);
	return OK;
}

/* Parses text as a file of the row; the number of tuples that it gave. */
static size_t parse(const struct benchmark *row, struct slice text, bool as_peer)
{
	struct counted counted = { .out = { count_tuple, ignore } };
	double count = 0, kept[BENCH_KEPT] = { 0 };
	struct memory_stream stream;
	bool is_over = false;
	struct input input;
	struct arena arena;
	struct error err;
	struct bench_file file = {
		.row = row,
		.name = SLICE("Single-loadfile"),
		.of = { SLICE("4"), SLICE("loadfile"), SLICE("1") },
		.folder = slice_str(row->name),
		.number = 1,
		.count = &count,
		.kept = kept,
		.is_last = true,
		.as_peer = as_peer,
		.is_over = &is_over,
		.input = &input,
		.arena = &arena,
		.out = &counted.out,
		.beside = beside,
	};
	enum err e;

	arena_init(&arena);
	memory_stream_init(&stream, text);
	input_init(&input, &stream.stream);
	e = row->parser->parse(&file, &err);
	assert_true(e == OK || e == ERR_LIMIT);
	input_release(&input);
	arena_release(&arena);
	return counted.tuples;
}

static void every_parser_reads(void **state)
{
	const struct benchmark *row;

	(void)state;
	for (size_t i = 0; (row = benchmark_at(i)) != NULL; i++) {
		/* what ends in the middle of an interval, or needs more than one file */
		bool is_short =
			strcmp(row->name, "schbench") == 0 || strcmp(row->name, "pgbench") == 0 ||
			strcmp(row->name, "simoop") == 0 || strcmp(row->name, "sstartup") == 0 ||
			strcmp(row->name, "iperf3") == 0;

		if (row->parser != NULL && !is_short && parse(row, slice_str(corpus), true) == 0)
			fail_msg("%s -a %s finds nothing", row->name, row->alt);
	}
}

/* What breaks off anywhere, and what is damaged anywhere. */
static void broken_logs(void **state)
{
	static char text[sizeof(corpus)];
	const struct benchmark *row;
	uint32_t random = 1;

	(void)state;
	for (size_t i = 0; (row = benchmark_at(i)) != NULL; i++) {
		if (row->parser == NULL)
			continue;
		for (size_t n = i % 97; n < sizeof(corpus) - 1; n += 97) {
			parse(row, (struct slice){ corpus, n }, true);
			parse(row, (struct slice){ corpus, n }, false);
		}
		for (int round = 0; round < 10; round++) {
			memcpy(text, corpus, sizeof(text));
			for (int hit = 0; hit < 60; hit++) {
				random = random * 1664525 + 1013904223;
				text[(random >> 8) % (sizeof(text) - 1)] = (char)(random >> 24);
			}
			parse(row, (struct slice){ text, sizeof(text) - 1 }, round % 2 == 0);
		}
		parse(row, SLICE(""), true);
		parse(row, SLICE("\n\n \n"), true);
	}
}

/* ---- the table ---- */

static void expect_file(const char *folder, const char *name, const char *a, const char *b,
			const char *number)
{
	struct benchmark_factors of;

	if (benchmark_of_file(slice_str(folder), slice_str(name), &of) == NULL)
		fail_msg("nothing reads %s of %s", name, folder);
	assert_true(slice_is(of.a, a));
	assert_true(slice_is(of.b, b));
	assert_true(slice_is(of.number, number));
}

static void names_of_files(void **state)
{
	struct benchmark_factors of;

	(void)state;
	expect_file("kernbench", "time-16-3", "16", "", "3");
	expect_file("kernbench", "kernbench-16-3.time", "16", "", "3");
	expect_file("nas-mpi-bt", "time-bt.C-1", "bt.C", "", "1");
	expect_file("unixsock", "benchlog-64-_", "64", "_", "");
	expect_file("wis-pf", "benchlog-page_fault1_processes-2", "page_fault1_processes", "2", "");
	expect_file("hackbench-process-pipes", "hackbench-4-12.gz", "4", "", "12");
	expect_file("hackbench-process-pipes", "hackbench-4", "4", "", "");
	expect_file("futexbench-lock-pi", "lock-pi-16.log", "lock-pi", "", "16");
	expect_file("netperf-ipv4-tcp", "TCP_STREAM-1024.2", "1024", "TCP_STREAM", "2");
	expect_file("iperf3-ipv4-tcp", "tcp-64-0-2.1", "64", "0-2", "1");
	expect_file("specjbb", "base/SPECjbbSingleJVM/SPECjbb.001.txt", "", "", "");
	expect_file("redis-memtier", "benchlog-16-2", "16", "", "2");
	assert_null(benchmark_of_file(SLICE("pft"), SLICE("mmtests.log.gz"), &of));
	assert_null(benchmark_of_file(SLICE("libmicro"), SLICE("commands.log"), &of));
	assert_null(benchmark_of_file(SLICE("kernbenchx"), SLICE("time-1-1"), &of));
	assert_null(benchmark_of_file(SLICE("kernbench"), SLICE("time-1-x"), &of));
	assert_null(benchmark_of_file(SLICE("abinit"), SLICE("abinit-time.1"), &of));
}

static void reports(void **state)
{
	const struct benchmark *row = benchmark_report(PEER_HEAD, SLICE("dbench"), SLICE(""));

	(void)state;
	assert_non_null(row);
	assert_false(benchmark_style(row, SLICE("")).higher);
	assert_int_equal(benchmark_style(row, SLICE("")).kind, PEER_NORMALISED_LEFT_SKEWOPS);
	assert_true(benchmark_style(row, SLICE("tput")).higher);
	assert_int_equal(benchmark_style(row, SLICE("op")).kind, PEER_SINGLEOPS);
	assert_null(benchmark_report(PEER_HEAD, SLICE("pft"), SLICE("")));
	assert_null(benchmark_report(PEER_HEAD, SLICE("kernbench"), SLICE("time")));
	row = benchmark_report(PEER_2025, SLICE("pft"), SLICE("time"));
	assert_non_null(row);
	assert_false(row->style.higher);
	/* what the peer takes for worse is better, and the other way round */
	row = benchmark_report(PEER_HEAD, SLICE("stressng"), SLICE(""));
	assert_non_null(row);
	assert_false(row->style.higher);
	assert_int_equal(benchmark_better(SLICE("stressng"), SLICE("bops-vm-4")), BETTER_HIGHER);
	assert_int_equal(benchmark_better(SLICE("redis"), SLICE("GET-RPS-4")), BETTER_HIGHER);
	assert_int_equal(benchmark_better(SLICE("redis"), SLICE("GET-lat95-4")), BETTER_LOWER);
	assert_int_equal(benchmark_better(SLICE("nothing"), SLICE("x")), BETTER_UNKNOWN);
}

/* Two rows of one name, report and era would hide each other. */
static void rows_are_unique(void **state)
{
	const struct benchmark *row, *other;

	(void)state;
	for (size_t i = 0; (row = benchmark_at(i)) != NULL; i++) {
		assert_non_null(row->metrics);
		for (size_t j = i + 1; (other = benchmark_at(j)) != NULL; j++)
			if (row->eras == other->eras && row->eras != ERA_OWN &&
			    slice_is(slice_str(row->name), other->name) &&
			    slice_eq(slice_str(row->alt), slice_str(other->alt)))
				fail_msg("two rows %s -a %s", row->name, row->alt);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_of_files),  cmocka_unit_test(reports),
		cmocka_unit_test(rows_are_unique), cmocka_unit_test(every_parser_reads),
		cmocka_unit_test(broken_logs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
