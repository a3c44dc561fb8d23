/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/lkp_names.h"

/* A name that begins and ends so, with something between where both are given. */
struct lkp_name {
	const char *begin, *end;
	enum better better;
};

/* clang-format off */
static const struct lkp_name names[] = {
	{ "", ".throughput", BETTER_HIGHER },
	{ "aim7.jobs-per-min", "", BETTER_HIGHER },
	{ "aim9.", ".ops_per_sec", BETTER_HIGHER },
	{ "apachebench.requests_per_second", "", BETTER_HIGHER },
	{ "autonuma-benchmark.", ".seconds", BETTER_LOWER },
	{ "coremark.iterations_per_sec", "", BETTER_HIGHER },
	{ "dbench.max_latency", "", BETTER_LOWER },
	{ "dbench.throughput", "", BETTER_HIGHER },
	{ "ebizzy.throughput", "", BETTER_HIGHER },
	{ "exit-free.duration", "", BETTER_LOWER },
	{ "fio.", "_bw_MBps", BETTER_HIGHER },
	{ "fio.", "_iops", BETTER_HIGHER },
	{ "fsmark.app_overhead", "", BETTER_LOWER },
	{ "fsmark.files_per_sec", "", BETTER_HIGHER },
	{ "fxmark.", ".works/sec", BETTER_HIGHER },
	{ "hackbench.throughput", "", BETTER_HIGHER },
	{ "kbuild.", "_per_iteration", BETTER_LOWER },
	{ "kernbench.elapsed_time", "", BETTER_LOWER },
	{ "lmbench3.", ".MB/sec", BETTER_HIGHER },
	{ "lmbench3.", ".latency", BETTER_LOWER },
	{ "lmbench3.", ".latency.ns", BETTER_LOWER },
	{ "lmbench3.", ".latency.us", BETTER_LOWER },
	{ "memtier.", "_ops/s", BETTER_HIGHER },
	{ "netperf.Throughput_", "", BETTER_HIGHER },
	{ "oltp.latency_", "_ms", BETTER_LOWER },
	{ "oltp.", "/s", BETTER_HIGHER },
	{ "perf-bench-futex.ops/s", "", BETTER_HIGHER },
	{ "perf-bench-sched-pipe.ops_per_sec", "", BETTER_HIGHER },
	{ "pft.faults_per_sec_per_cpu", "", BETTER_HIGHER },
	{ "pgbench.latency_ms", "", BETTER_LOWER },
	{ "pgbench.tps", "", BETTER_HIGHER },
	{ "pmbench.throughput.aps", "", BETTER_HIGHER },
	{ "reaim.jobs_per_min", "", BETTER_HIGHER },
	{ "redis.", "_throughput_rps", BETTER_HIGHER },
	{ "schbench.request_latency_", "", BETTER_LOWER },
	{ "schbench.wakeup_latency_", "", BETTER_LOWER },
	{ "specjbb2015.", "-jOPS", BETTER_HIGHER },
	{ "stream.", "_bandwidth_MBps", BETTER_HIGHER },
	{ "stress-ng.", "_per_sec", BETTER_HIGHER },
	{ "stress-ng.", "_per_item", BETTER_HIGHER },
	{ "tbench.max_latency", "", BETTER_LOWER },
	{ "tbench.throughput_MB/s", "", BETTER_HIGHER },
	{ "tlbflush.", "", BETTER_LOWER },
	{ "unixbench.score", "", BETTER_HIGHER },
	{ "vm-scalability.median", "", BETTER_HIGHER },
	{ "vm-scalability.stddev", "", BETTER_LOWER },
	{ "will-it-scale.", "_ops", BETTER_HIGHER },
	{ "will-it-scale.scalability", "", BETTER_HIGHER },
	{ "ycsb.", "_throughput_ops/s", BETTER_HIGHER },
};
/* clang-format on */

enum better lkp_better(struct slice metric)
{
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		size_t least = slice_str(names[i].begin).n + slice_str(names[i].end).n;

		if (metric.n >= least && slice_starts(metric, names[i].begin) &&
		    slice_ends(metric, names[i].end))
			return names[i].better;
	}
	return BETTER_UNKNOWN;
}

struct slice lkp_program(struct slice metric)
{
	size_t dot = slice_find_char(metric, '.');

	return dot < metric.n ? slice_head(metric, dot) : SLICE_NONE;
}
