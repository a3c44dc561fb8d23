/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/benchmarks.h"

#define HIGHER BETTER_HIGHER
#define LOWER  BETTER_LOWER

/* clang-format off */
#define TIME(name_) \
	{ .name = name_, .files = "time-", .factors = 1, .kind = BENCHMARK_TIME }
#define TIME_NO_USER(name_) \
	{ .name = name_, .files = "time-", .factors = 1, .kind = BENCHMARK_TIME, .no_user = true }
#define LINE(name_, pattern_, field_, metric_, unit_, better_) \
	{ .name = name_, .files = "benchlog-", .factors = 2, .kind = BENCHMARK_LINE, \
	  .pattern = pattern_, .field = field_, .metric = metric_, .unit = unit_, .better = better_ }
#define HACKBENCH(name_) \
	{ .name = name_, .files = "hackbench-", .factors = 1, .kind = BENCHMARK_LINE, \
	  .pattern = "Total time:", .field = 3, .metric = "time", .unit = "s", .better = LOWER }

static const struct benchmark benchmarks[] = {
	{ .name = "pft", .files = "pft-", .factors = 1, .kind = BENCHMARK_PFT },

	HACKBENCH("hackbench-process-pipes"),
	HACKBENCH("hackbench-process-sockets"),
	HACKBENCH("hackbench-thread-pipes"),
	HACKBENCH("hackbench-thread-sockets"),

	TIME("autonumabench"),
	TIME("easywave"),
	TIME("gitcheckout"),
	TIME("gitsource"),
	TIME("kernbench"),
	TIME("kvmstart"),
	TIME("nas-"),
	TIME("pgbench"),
	TIME("poundsyscall"),
	TIME("sysbench"),
	TIME("time_unmap"),
	TIME("trunc"),
	TIME("usemem"),
	TIME_NO_USER("xfsrepair"),

	/*   name            pattern               field metric           unit              better */
	LINE("pedsort",       "jobs/hour/core",     -2,  "jobs/core",     "jobs/hour/core", HIGHER),
	LINE("perfpipe",      "usecs/op",            1,  "usecs-op",      "usec",           LOWER),
	LINE("perfsyscall",   "usecs/op",            1,  "usecs/syscall", "usec",           LOWER),
	LINE("sembench-",     "^run time",           5,  "burns/sec",     "burns/s",        HIGHER),
	LINE("sqlite",        "^execute",            5,  "txn/sec",       "trans/s",        HIGHER),
	LINE("sysbenchcpu",   "events per second",  -1,  "events/sec",    "events/s",       HIGHER),
	LINE("sysbenchmutex", "95th percentile:",    3,  "latency",       "msec",           LOWER),
	LINE("wis-",          "total:",              3,  "ops",           "ops",            HIGHER),
	LINE("xsbench",       "^Lookups/s:",         2,  "lookups/sec",   "lookups/s",      HIGHER),

	/* Not of mmtests: the tests of the bundled sample. */
	LINE("forkexec",      "usecs/op",            1,  "usecs-op",      "usec",           LOWER),
	LINE("kmemops",       "usecs/op",            1,  "usecs-op",      "usec",           LOWER),
	LINE("unixsock",      "usecs/op",            1,  "usecs-op",      "usec",           LOWER),
	TIME_NO_USER("memcgcat"),
};
/* clang-format on */

const struct benchmark *benchmark_find(struct slice name)
{
	for (size_t i = 0; i < ARRAY_SIZE(benchmarks); i++) {
		const struct benchmark *row = &benchmarks[i];
		bool is_prefix = slice_ends(slice_str(row->name), "-");

		if (is_prefix ? slice_starts(name, row->name) : slice_is(name, row->name))
			return row;
	}
	return NULL;
}

enum better benchmark_better(struct slice benchmark, struct slice metric)
{
	const struct benchmark *row = benchmark_find(benchmark);

	if (row == NULL)
		return BETTER_UNKNOWN;
	switch (row->kind) {
	case BENCHMARK_LINE:
		return slice_starts(metric, row->metric) ? row->better : BETTER_UNKNOWN;
	case BENCHMARK_TIME:
		return slice_starts(metric, "Elapsed") || slice_starts(metric, "System") ||
				       slice_starts(metric, "User")
			       ? BETTER_LOWER
			       : BETTER_UNKNOWN;
	case BENCHMARK_PFT:
		return slice_starts(metric, "faults/") ? BETTER_HIGHER : BETTER_UNKNOWN;
	}
	return BETTER_UNKNOWN;
}
