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
};

const struct benchmark_rows benchmarks_head = { rows, ARRAY_SIZE(rows) };

#undef LINE
#define LINE(name_, pattern_, field_, metric_, unit_, better_) \
	{ .name = name_, .eras = ERA_OWN, .files = "benchlog-%A[-%B[-%i]]", \
	  .parser = &bench_line, .pattern = pattern_, .field = field_, \
	  .metric = metric_, .metrics = METRICS(METRIC(metric_, unit_, better_)), \
	  .order = SORT_MABN }

/* Not of mmtests: the tests of the bundled sample. */
static const struct benchmark own_rows[] = {
	LINE("forkexec", "usecs/op", 1, "usecs-op", "usec", LOWER),
	LINE("kmemops",  "usecs/op", 1, "usecs-op", "usec", LOWER),
	LINE("unixsock", "usecs/op", 1, "usecs-op", "usec", LOWER),
	{ .name = "memcgcat", .eras = ERA_OWN, .files = "time-%A-%i", .parser = &bench_time,
	  .metrics = benchmark_times, .order = SORT_MAN, .flags = ROW_NO_USER },
};
/* clang-format on */

const struct benchmark_rows benchmarks_own = { own_rows, ARRAY_SIZE(own_rows) };
