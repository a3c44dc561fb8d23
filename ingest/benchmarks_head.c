/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rows of the table of benchmarks: mmtests 638401e07e70 (2026-06), and what is read of it alone. */
#include "ingest/benchmarks_rows.h"

const struct benchmark_metric benchmark_times[] = {
	METRIC("Elapsed", "s", LOWER),
	METRIC("System", "s", LOWER),
	METRIC("User", "s", LOWER),
	{ 0 },
};

/* clang-format off */
#define TIME(name_, alt_, decimals_, flags_) \
	{ .name = name_, .alt = alt_, .eras = ERA_HEAD, .files = "time-%A-%i", \
	  .parser = &bench_time, .metrics = benchmark_times, .order = SORT_MAN, \
	  .flags = ROW_NEEDS_FIRST | (flags_), PEER(MULTIOPS, L, decimals_) }

/* A word of lines, its metric, unit, our direction; then the peer's table. */
#define LINE(name_, pattern_, field_, strip_, metric_, unit_, better_, kind_, higher_, decimals_) \
	{ .name = name_, .eras = ERA_HEAD, .files = "benchlog-%A[-%B[-%i]]", \
	  .parser = &bench_line, .pattern = pattern_, .field = field_, .strip = strip_, \
	  .metric = metric_, .metrics = METRICS(METRIC(metric_, unit_, better_)), \
	  .order = SORT_MABN, PEER(kind_, higher_, decimals_) }

/* One with a parser of its own: where, in which order; then the peer's table. */
#define CUSTOM(name_, alt_, files_, parser_, order_, flags_, kind_, higher_, decimals_, ...) \
	{ .name = name_, .alt = alt_, .eras = ERA_HEAD, .files = files_, \
	  .parser = &bench_##parser_, .order = order_, .flags = flags_, \
	  .metrics = METRICS(__VA_ARGS__), PEER(kind_, higher_, decimals_) }

/* dbench and tbench: times of loops, throughput, latencies of calls. */
#define DBENCH(name_) \
	{ .name = name_, .eras = ERA_HEAD, .files = "benchlog-%B-%A", .parser = &bench_dbench, \
	  .order = SORT_MAN, \
	  .metrics = METRICS(METRIC("loadfile", "ms", LOWER), METRIC("tput", "MB/s", HIGHER), \
			     METRIC("op", "ms", LOWER)), \
	  PEER(NORMALISED_LEFT_SKEWOPS, L, 4), \
	  .headings = (const struct benchmark_heading[]){ \
		  { "tput", PEER_NORMALISED_LEFT_SKEWOPS, H }, \
		  { "op", PEER_SINGLEOPS, L }, { 0 } } }

static const struct benchmark_heading memtier_headings[] = {
	{ "ops/sec", PEER_MULTIOPS, H },    { "hits/sec", PEER_MULTIOPS, H },
	{ "misses/sec", PEER_MULTIOPS, H }, { "kb/sec", PEER_MULTIOPS, H },
	{ 0 },
};

static const struct benchmark rows[] = {
	TIME("autonumabench", NULL,       2, 0),
	TIME("easywave",      "exectime", 2, 0),
	TIME("gitcheckout",   NULL,       2, 0),
	TIME("gitsource",     NULL,       2, 0),
	TIME("kernbench",     NULL,       2, 0),
	TIME("kvmstart",      NULL,       2, 0),
	TIME("nas",           NULL,       2, 0),
	TIME("pgbench",       "exectime", 2, 0),
	TIME("poundsyscall",  NULL,       2, 0),
	TIME("sysbench",      "exectime", 2, 0),
	TIME("time_unmap",    NULL,       2, 0),
	TIME("trunc",         NULL,       4, 0),
	TIME("usemem",        NULL,       2, 0),
	TIME("xfsrepair",     NULL,       2, ROW_NO_USER),
	{ .name = "stockfish", .eras = ERA_HEAD, .files = "time-%A-%i", .parser = &bench_time,
	  .metrics = benchmark_times, .order = SORT_MA, .flags = ROW_NEEDS_FIRST,
	  PEER(MULTIOPS, L, 2) },

	LINE("pedsort", "jobs/hour/core", -2, NULL, "jobs/core", "jobs/hour/core", HIGHER,
	     MULTIOPS, L, 2),
	LINE("perfpipe", "usecs/op", 1, NULL, "usecs-op", "usec", LOWER, NORMALISEDOPS, L, 4),
	LINE("perfsyscall", "usecs/op", 1, NULL, "usecs/syscall", "usec", LOWER, MULTIOPS, L, 4),
	LINE("sembench", "^run time", 5, NULL, "burns/sec", "burns/s", HIGHER, MULTIOPS, H, 2),
	LINE("sqlite", "^execute", 5, NULL, "txn/sec", "trans/s", HIGHER, MULTIOPS, H, 2),
	LINE("sysbenchcpu", "events per second", -1, NULL, "events/sec", "events/s", HIGHER,
	     MULTIOPS, L, 2),
	LINE("sysbenchmutex", "95th percentile:", 3, NULL, "latency", "msec", LOWER,
	     MULTIOPS, L, 2),
	LINE("wis", "total:", 3, "total:", "ops", "ops", HIGHER, MULTIOPS, H, 2),
	LINE("xsbench", "^Lookups/s:", 2, ",", "lookups/sec", "lookups/s", HIGHER,
	     MULTIOPS, H, 2),
	{ .name = "hackbench", .eras = ERA_HEAD, .files = "hackbench-%a",
	  .parser = &bench_line, .pattern = "Total time:", .field = 3, .metric = "time",
	  .metrics = METRICS(METRIC("time", "s", LOWER)), .order = SORT_MAN,
	  PEER(MULTIOPS, L, 4) },
	{ .name = "stream", .eras = ERA_HEAD, .files = "benchlog-%A-_-%i",
	  .parser = &bench_named, .field = 2, .order = ORDER_AS_READ,
	  .metrics = METRICS(METRIC("Copy", "MB/s", HIGHER), METRIC("Scale", "MB/s", HIGHER),
			     METRIC("Add", "MB/s", HIGHER), METRIC("Triad", "MB/s", HIGHER)),
	  PEER(MULTIOPS, H, 2) },

	CUSTOM("aim9", NULL, "aim9-%i", aim9, SORT_MN, 0, MULTIOPS, H, 2,
	       METRIC("", "ops/s", HIGHER)),
	CUSTOM("apachebench", NULL, "apachebench-%A-%i.log", apachebench, ORDER_AS_READ, 0,
	       MULTIOPS, L, 2, METRIC("mean-request", "ms", LOWER)),
	CUSTOM("blogbench", NULL, "blogbench-%i.log", blogbench, SORT_MN, 0, MULTIOPS, H, 2,
	       METRIC("", "score", HIGHER)),
	CUSTOM("bonniepp", NULL, "bonnie-detail", bonnie, ORDER_AS_READ, 0, SUBSELECTION, L, 4,
	       METRIC("latency", "us", LOWER)),
	CUSTOM("bonniepp", "tput", "bonnie", bonnie_tput, ORDER_AS_READ, 0, SUBSELECTION, H, 2,
	       METRIC("Seq", "", HIGHER), METRIC("Rand", "", HIGHER)),
	CUSTOM("coremark", NULL, "coremark-%i.log", coremark, ORDER_AS_READ, 0, MULTIOPS, H, 2,
	       METRIC("score", "iterations/s", HIGHER)),
	CUSTOM("cyclictest", NULL, "cyclictest-histogram.log", cyclictest, ORDER_AS_READ, 0,
	       MULTIOPS, L, 2, METRIC("Overflow", "", LOWER), METRIC("", "us", LOWER)),
	DBENCH("dbench"),
	DBENCH("tbench"),
	CUSTOM("easywave", NULL, "benchlog-%A-%i", easywave, SORT_A, 0, MULTIOPS, L, 2,
	       METRIC("exectime", "ms", LOWER)),
	CUSTOM("ebizzy", NULL, "ebizzy-%A-%i.log", ebizzy, SORT_MAN, 0, MULTIOPS, H, 2,
	       METRIC("total_rsec", "records/s", HIGHER),
	       METRIC("thread_rsec", "records/s", HIGHER)),
	CUSTOM("fio", NULL, "fio.log", fio, ORDER_AS_READ, 0, MULTIOPS, H, 6,
	       METRIC("kb/sec", "KB/s", HIGHER)),
	CUSTOM("fio", "latency", "fio_lat.*.log*", fio_latency, ORDER_AS_READ, 0, MULTIOPS, L, 4,
	       METRIC("latency", "", LOWER)),
	CUSTOM("fsmark", NULL, "fsmark-%A.log", fsmark, SORT_MN, 0, MULTIOPS, H, 2,
	       METRIC("files_sec", "files/s", HIGHER)),
	CUSTOM("futexbench", NULL, "%A-%i.log", futexbench, ORDER_SORTED | KEY_B | KEY_AS_READ,
	       ROW_WORKLOADS,
	       MULTIOPS, L, 2, METRIC("hash", "ops/s", HIGHER), METRIC("lock-pi", "ops/s", HIGHER),
	       METRIC("wake-parallel", "us", LOWER), METRIC("", "ms", LOWER)),
	CUSTOM("io_uring", NULL, "t-io_uring.log", io_uring, ORDER_AS_READ, 0, MULTIOPS, H, 2,
	       METRIC("IOops", "kops/s", HIGHER)),
	CUSTOM("iperf3", NULL, "*-%a-%B.%i", iperf3, ORDER_AS_READ, ROW_GLOB, MULTIOPS, H, 2,
	       METRIC("send", "Mbit/s", HIGHER), METRIC("recv", "Mbit/s", HIGHER)),
	CUSTOM("libmicro", NULL, "%A.log", libmicro, ORDER_AS_READ, ROW_BY_NAME, SINGLEOPS, L, 5,
	       METRIC("mean95", "us", LOWER)),
	CUSTOM("ltp", NULL, "benchlog-%A", ltp, ORDER_AS_READ, ROW_BY_NAME, SINGLEOPS, L, 2,
	       METRIC("", "failures", LOWER)),
	CUSTOM("netperf", NULL, "%B-%A.%i", netperf, ORDER_AS_READ, ROW_GLOB, MULTIOPS, H, 2,
	       METRIC("tcprr", "trans/s", HIGHER), METRIC("udprr", "trans/s", HIGHER),
	       METRIC("udpstream-loss", "Mbit/s", LOWER), METRIC("", "Mbit/s", HIGHER)),
	CUSTOM("perffutexwake", NULL, "benchlog-%A-_-%i", perf_futex_wake, ORDER_AS_READ, 0,
	       MULTIOPS, L, 2, METRIC("wake-latency", "us", LOWER)),
	CUSTOM("perfnuma", NULL, "%A-%i.log", perf_numa, ORDER_AS_READ,
	       ROW_NEEDS_FIRST | ROW_BY_NAME, MULTIOPS, L, 4, METRIC("converged", "s", LOWER),
	       METRIC("threadspeed", "GB/s", HIGHER), METRIC("totalspeed", "GB/s", HIGHER)),
	CUSTOM("pgbench", NULL, "pgbench-transactions-%A.log", pgbench, ORDER_AS_READ, 0,
	       MULTIOPS, H, 2, METRIC("txn", "trans/s", HIGHER)),
	CUSTOM("pistress", NULL, "pistress-%A.log", pistress, ORDER_AS_READ, ROW_PEER_ONLY,
	       SINGLEOPS, L, 2, METRIC("failures", "failures", LOWER)),
	CUSTOM("pmqtest", NULL, "pmqtest.log", pmqtest, ORDER_AS_READ, 0, MULTIOPS, L, 2,
	       METRIC("", "us", LOWER)),
	CUSTOM("redis", NULL, "redis-%A-%i.log", redis, SORT_MAN, ROW_NEEDS_FIRST,
	       SINGLEOPS, L, 2, METRIC("*-RPS", "kops/s", HIGHER), METRIC("*-lat", "us", LOWER)),
	{ .name = "redis-memtier", .eras = ERA_HEAD, .files = "benchlog-%A-%i",
	  .parser = &bench_memtier, .order = ORDER_AS_READ,
	  .metrics = METRICS(METRIC("ops/sec", "ops/s", HIGHER),
			     METRIC("hits/sec", "ops/s", HIGHER),
			     METRIC("misses/sec", "ops/s", NONE),
			     METRIC("latency", "ms", LOWER), METRIC("kb/sec", "KB/s", HIGHER)),
	  PEER(MULTIOPS, L, 2), .headings = memtier_headings },
	CUSTOM("rtmigration", NULL, "rtmigration.log", rtmigration, ORDER_AS_READ, 0,
	       MULTIOPS, L, 2, METRIC("task", "us", LOWER)),
	CUSTOM("saladfork", NULL, "saladfork-0.log", saladfork, ORDER_AS_READ, 0, MULTIOPS, L, 2,
	       METRIC("local_v_total", "", HIGHER), METRIC("", "us", LOWER)),
	{ .name = "schbench", .eras = ERA_HEAD, .files = "schbench-%A.log",
	  .parser = &bench_schbench, .order = ORDER_AS_READ,
	  .metrics = METRICS(METRIC("Wakeup", "us", LOWER), METRIC("Request", "us", LOWER),
			     METRIC("RPS", "req/s", HIGHER)),
	  PEER(NORMALISEDOPS, L, 2),
	  .headings = (const struct benchmark_heading[]){ { "RPS", PEER_NORMALISEDOPS, H },
							  { 0 } } },
	CUSTOM("siege", NULL, "siege-%A-%i.log", siege, ORDER_AS_READ,
	       ROW_NEEDS_FIRST | ROW_GLOB, MULTIOPS, H, 2, METRIC("txn/sec", "trans/s", HIGHER)),
	CUSTOM("simoop", NULL, "simoop.log", simoop, ORDER_AS_READ, 0, MULTIOPS, L, 2,
	       METRIC("p", "us", LOWER), METRIC("max", "us", LOWER)),
	CUSTOM("simoop", "rates", "simoop.log", simoop_rates, ORDER_AS_READ, ROW_PEER_ONLY,
	       MULTIOPS, H, 2, METRIC("work", "ops/s", HIGHER), METRIC("", "ops/s", LOWER)),
	CUSTOM("specjbb", NULL, SPECJBB_FILES, specjbb, ORDER_SORTED | KEY_A, ROW_FIXED,
	       SINGLEOPS, H, 2, METRIC("tput", "ops/s", HIGHER)),
	CUSTOM("specjbb2015", NULL, "default/specjbb2015.log", specjbb2015, ORDER_AS_READ, 0,
	       SINGLEOPS, H, 2, METRIC("pctMax", "%", HIGHER), METRIC("JOPS", "jOPS", HIGHER)),
	CUSTOM("sstartup", NULL, "results/replayed_%A_startup/repetition0/*-%B-single_times.txt",
	       sstartup, ORDER_AS_READ, 0, MULTIOPS, L, 2, METRIC("time", "s", LOWER)),
	{ .name = "stressng", .eras = ERA_HEAD, .files = "stressng-%A-%i.log",
	  .parser = &bench_stress_ng, .metric = "bops-", .order = ORDER_AS_READ,
	  .flags = ROW_NEEDS_FIRST | ROW_GLOB,
	  .metrics = METRICS(METRIC("bops", "bogo ops/s", HIGHER)), PEER(MULTIOPS, L, 2) },
	CUSTOM("stutterp", NULL, "mmap-latency-%A.log", stutter, SORT_MAN, 0, MULTIOPS, L, 4,
	       METRIC("mmap", "us", LOWER)),
	{ .name = "sysbench", .eras = ERA_HEAD, .files = "sysbench-raw-%A-%i",
	  .parser = &bench_sysbench, .metric = "txn/sec", .order = ORDER_AS_READ,
	  .flags = ROW_NEEDS_FIRST | ROW_GLOB, .metrics = METRICS(METRIC("txn/sec", "trans/s", HIGHER)),
	  PEER(MULTIOPS, H, 2) },
	CUSTOM("sysjitter", NULL, "sysjitter.log", sysjitter, ORDER_AS_READ, 0, SINGLEOPS, L, 2,
	       METRIC("int_n_per_sec", "1/s", LOWER), METRIC("int_n-", "", LOWER),
	       METRIC("int_total_%", "%", LOWER), METRIC("int_", "ns", LOWER)),
	CUSTOM("thpchallenge", NULL, "threads-%A.log", thp, ORDER_AS_READ, 0, MULTIOPS, L, 2,
	       METRIC("fault", "us", LOWER)),
	CUSTOM("thpchallenge", "counts", "threads-%A.log", thp_counts, ORDER_AS_READ,
	       ROW_PEER_ONLY, MULTIOPS, L, 2, METRIC("huge", "%", HIGHER)),
	CUSTOM("thpchallenge", "locality", "threads-%A.log", thp_locality, ORDER_AS_READ,
	       ROW_PEER_ONLY, MULTIOPS, L, 2, METRIC("local", "%", HIGHER)),
	CUSTOM("unixbenchd", NULL, "unixbenchd.log", unixbenchd, ORDER_AS_READ, 0,
	       MULTIOPS, H, 2, METRIC("", "ops", HIGHER)),
	CUSTOM("xfstests", NULL, "xfstests-default.log", xfstests, ORDER_AS_READ, 0,
	       SINGLEOPS, L, 2, METRIC("", "failures", LOWER)),
};

const struct benchmark_rows benchmarks_head = { rows, ARRAY_SIZE(rows) };

#undef LINE
#define LINE(name_, pattern_, field_, metric_, unit_, better_) \
	{ .name = name_, .eras = ERA_OWN, .files = "benchlog-%A[-%B[-%i]]", \
	  .parser = &bench_line, .pattern = pattern_, .field = field_, \
	  .metric = metric_, .metrics = METRICS(METRIC(metric_, unit_, better_)), \
	  .order = SORT_MABN }

/* Not of mmtests: the tests of the bundled sample. Then files that the peer reads beside others. */
static const struct benchmark own_rows[] = {
	LINE("forkexec", "usecs/op", 1, "usecs-op", "usec", LOWER),
	LINE("kmemops",  "usecs/op", 1, "usecs-op", "usec", LOWER),
	LINE("unixsock", "usecs/op", 1, "usecs-op", "usec", LOWER),
	{ .name = "memcgcat", .eras = ERA_OWN, .files = "time-%A-%i", .parser = &bench_time,
	  .metrics = benchmark_times, .order = SORT_MAN, .flags = ROW_NO_USER },
	{ .name = "pistress", .eras = ERA_OWN, .files = "pistress-%A.status",
	  .parser = &bench_pistress_status,
	  .metrics = METRICS(METRIC("failures", "failures", LOWER)) },
	{ .name = "ltp", .eras = ERA_OWN, .files = "runltp-%A", .parser = &bench_runltp,
	  .metrics = METRICS(METRIC("", "failures", LOWER)) },
};
/* clang-format on */

const struct benchmark_rows benchmarks_own = { own_rows, ARRAY_SIZE(own_rows) };
