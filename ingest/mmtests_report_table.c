/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which tables the report has for a benchmark. */
#include "ingest/mmtests_report_parts.h"

enum { HEAD = 1 << PEER_HEAD, R2025 = 1 << PEER_2025, R2015 = 1 << PEER_2015 };
enum { SINCE_2025 = HEAD | R2025, ALL = HEAD | R2025 | R2015 };

#define LOADFILE                                                                                \
	{                                                                                       \
		{ "Loadfile Execution Time", NULL, "loadfile", .gap = true },                   \
			{ "Throughput (misleading but traditional)", NULL, "tput", .gap = true, \
			  .plain = true },                                                      \
			{ "Per-VFS Operation latency Latency", NULL, "op", .plain = true },     \
	}

#define LOADFILE_2025                                                                              \
	{                                                                                          \
		{ "Loadfile Execution Time", .gap = true },                                        \
			{ "All Clients Loadfile Execution Time", "completionlag", .gap = true,     \
			  .plain = true },                                                         \
			{ "Loadfile Complete Spread (Max-Min completions between processes every " \
			  "second)",                                                               \
			  "completions", .gap = true, .plain = true },                             \
			{ "Throughput (misleading but traditional)", "tput", .gap = true,          \
			  .plain = true },                                                         \
			{ "Per-VFS Operation latency Latency", "opslatency", .plain = true },      \
	}

static const struct report_benchmark table[] = {
	{ "dbench", HEAD, LOADFILE, false },
	{ "tbench", HEAD, LOADFILE, false },
	{ "dbench4", R2025, LOADFILE_2025, false },
	{ "tbench4", R2025, LOADFILE_2025, false },
	{ "bonniepp",
	  SINCE_2025,
	  { { "=bonnie IO Execution Time", .gap = true },
	    { "=bonnie Throughput", "tput", .gap = true, .plain = true } },
	  false },
	/* total_rec is asked for where the labels are total_rsec: the table is missing */
	{ "ebizzy",
	  HEAD,
	  { { "Overall Throughput", NULL, "total_rec", .gap = true },
	    { "Per-thread", NULL, "thread_rec", .plain = true } },
	  false },
	{ "ebizzy",
	  R2025 | R2015,
	  { { "Overall Throughput", .gap = true },
	    { "Per-thread", "thread", .gap = true, .plain = true },
	    { "Thread spread", "range", .plain = true } },
	  false },
	{ "fio",
	  HEAD,
	  { { "Throughput", .gap = true },
	    { "Latency read", "latency", "latency-read", .gap = true },
	    { "Latency write", "latency", "latency-write", .gap = true } },
	  false },
	{ "fsmark-single",
	  R2025,
	  { { NULL, .gap = true }, { "App Overhead", "overhead", .plain = true } },
	  false },
	{ "fsmark-threaded",
	  R2025,
	  { { NULL, .gap = true }, { "App Overhead", "overhead", .plain = true } },
	  false },
	{ "hpcc",
	  R2025,
	  { { "HPCC Time", .gap = true, .plain = true },
	    { "HPCC Load Scores", "score", .gap = true, .plain = true } },
	  false },
	{ "johnripper",
	  R2025,
	  { { "Transactions", .gap = true },
	    { "User/System CPU time", "exectime", .gap = true, .plain = true } },
	  false },
	{ "monitor",
	  SINCE_2025,
	  { { "=No meaningful extraction script for monitor", .no_table = true, .gap = true } },
	  false },
	{ "nas*",
	  HEAD,
	  { { "Elapsed Time", NULL, "Elapsed", .gap = true, .plain = true },
	    { "System CPU Time", NULL, "System", .gap = true, .plain = true } },
	  false },
	{ "nas*",
	  R2025,
	  { { "NAS Time", .gap = true, .plain = true },
	    { "Wall Time", "time", .gap = true, .plain = true } },
	  false },
	{ "netperf-*", HEAD, { { "Default report", .plain = true } }, false },
	{ "netperf-*",
	  R2025,
	  { { "Default report", .gap = true, .plain = true },
	    { "Over-time report", "overtime", .gap = true, .plain = true } },
	  false },
	{ "openfoam",
	  R2025,
	  { { "Wall Time", .gap = true, .plain = true },
	    { "Step Times", "steps", .gap = true, .plain = true } },
	  false },
	{ "parallelio",
	  R2025 | R2015,
	  { { "Transactions", .gap = true },
	    { "Background IO", "io", .gap = true, .plain = true },
	    { "Swap totals", "swap", .plain = true } },
	  false },
	{ "parsecbuild", SINCE_2025, { { NULL, .no_table = true } }, false },
	{ "pft", R2025 | R2015, { { "timings", "time", .gap = true }, { "faults" } }, false },
	{ "pgbench",
	  SINCE_2025,
	  { { "Transactions" },
	    { "", "stalls", .gap = true },
	    { "Time", "exectime", .gap = true, .plain = true } },
	  false },
	{ "redis",
	  HEAD,
	  { { "RPS", NULL, ".*RPS", .gap = true }, { "lat95", NULL, ".*lat95", .gap = true } },
	  false },
	{ "redis-memtier",
	  SINCE_2025,
	  { { "Ops/sec", NULL, "ops/sec", .gap = true },
	    { "Hits/sec", NULL, "hits/sec", .gap = true },
	    { "Miss/sec", NULL, "miss/sec", .gap = true } },
	  false },
	{ "schbench",
	  HEAD,
	  { { "Request-99.0th Latency (usec)", NULL, "Request-99.0th", .gap = true },
	    { "Wakeup-99.0th Latency (usec)", NULL, "Wakeup-99.0th", .gap = true },
	    { "RPS-50.0th Latency (usec)", NULL, "RPS-50.0th", .gap = true },
	    { "RPS-90.0th Latency (usec)", NULL, "RPS-90.0th", .gap = true },
	    { "Request Latency (usec)", NULL, "Request", .gap = true },
	    { "Wakeup Latency (usec)", NULL, "Wakeup", .gap = true },
	    { "RPS Latency (usec)", NULL, "RPS", .gap = true } },
	  false },
	{ "schbench",
	  R2025,
	  { { "Wakeup Latency (usec)", NULL, "Wakeup", .gap = true },
	    { "Request Latency (usec)", NULL, "Request", .gap = true },
	    { "Requests Per Second (ops/sec)", NULL, "RPS" } },
	  false },
	{ "simoop",
	  SINCE_2025,
	  { { "latencies", .gap = true }, { "rates", "rates", .gap = true, .plain = true } },
	  false },
	{ "speccpu2017-*-build", SINCE_2025, { { NULL, .no_table = true } }, false },
	{ "stockfish",
	  ALL,
	  { { "Nodes/sec", .gap = true, .plain = true },
	    { "Execution time", "time", .gap = true, .plain = true } },
	  false },
	{ "stutterp",
	  R2025,
	  { { NULL, .gap = true },
	    { "estimated write speed", "calibrate", .gap = true, .plain = true },
	    { "parallel write throughput", "throughput", .plain = true } },
	  false },
	{ "sysbench",
	  SINCE_2025,
	  { { "Transactions", .gap = true }, { "Time", "exectime", .gap = true, .plain = true } },
	  false },
	{ "thpchallenge",
	  SINCE_2025,
	  { { "Fault Latencies", .gap = true },
	    { "Percentage Faults Huge", "counts", .gap = true, .plain = true },
	    { "Percentage Locality", "locality", .plain = true } },
	  false },
	{ "thpcompact",
	  R2025,
	  { { "Fault Latencies", .gap = true },
	    { "Percentage Faults Huge", "counts", .gap = true, .plain = true },
	    { "Percentage Locality", "locality", .plain = true } },
	  false },
	{ "trunc",
	  HEAD,
	  { { "Elapsed trunc", NULL, "Elapsed-trunc", .gap = true, .plain = true },
	    { "System trunc", NULL, "System-trunc", .gap = true, .plain = true },
	    { "Elapsed fault", NULL, "Elapsed-fault", .gap = true, .plain = true },
	    { "System fault", NULL, "System-fault", .gap = true, .plain = true } },
	  true },
	{ "trunc",
	  R2025,
	  { { "Truncate files", .gap = true }, { "Fault files", "fault", .plain = true } },
	  false },
	{ "xfsio",
	  R2025,
	  { { "Time", .gap = true }, { "Throughput", "throughput", .gap = true, .plain = true } },
	  false },
};

static const struct report_benchmark other = { .parts = { { NULL } } };

/* A name, or one with a '*' in it. */
static bool matches(const char *pattern, struct slice name)
{
	struct slice text = slice_str(pattern);
	size_t star = slice_find_char(text, '*');
	struct slice end = slice_skip(text, star + 1);

	if (star == text.n)
		return slice_eq(name, text);
	return name.n >= star + end.n && slice_eq(slice_head(name, star), slice_head(text, star)) &&
	       slice_ends(name, end.p);
}

const struct report_benchmark *report_benchmark_find(enum peer_revision revision, struct slice name)
{
	for (size_t i = 0; i < ARRAY_SIZE(table); i++)
		if ((table[i].revisions & (1U << revision)) && matches(table[i].name, name))
			return &table[i];
	return &other;
}

bool report_part_used(const struct report_benchmark *benchmark, size_t n)
{
	const struct report_part *part = &benchmark->parts[n];

	return n == 0 || (n < REPORT_PARTS_MAX && (part->title != NULL || part->alt != NULL));
}
