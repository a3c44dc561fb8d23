/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>

#include "ingest/monitor.h"
#include "ingest/monitor_stalls.h"

/* ---- the table ---- */

#define PERCENTILE(n)                                    \
	{                                                \
		.stat = PEER_STAT_PERCENTILE, .low = (n) \
	}
#define SAMPLES_IN(from, to)                                              \
	{                                                                 \
		.stat = PEER_STAT_SAMPLES_IN, .low = (from), .high = (to) \
	}
#define SHARE_IN(from, to)                                                      \
	{                                                                       \
		.stat = PEER_STAT_SAMPLES_PERCENT, .low = (from), .high = (to), \
		.name = "samplespct-" #from "," #to                             \
	}

/* Latencies in bins, each as wide as the two before it; the peer has no better names for them. */
static const struct peer_statistic bins[] = {
	{ .stat = PEER_STAT_SAMPLES_PERCENT,
	  .low = PEER_BOUND_MIN,
	  .high = 1000,
	  .name = "samplespct-min,1000" },
	SHARE_IN(1000, 2000),
	SHARE_IN(2000, 3000),
	SHARE_IN(3000, 5000),
	SHARE_IN(5000, 8000),
	SHARE_IN(8000, 13000),
	SHARE_IN(13000, 21000),
	SHARE_IN(21000, 34000),
	SHARE_IN(34000, 55000),
	SHARE_IN(55000, 89000),
	SHARE_IN(89000, 144000),
	SHARE_IN(144000, 233000),
	SHARE_IN(233000, 377000),
	SHARE_IN(377000, 610000),
	SHARE_IN(610000, 987000),
};

#define STALLS_BEFORE                                                                             \
	{ .stat = PEER_STAT_MIN }, PERCENTILE(25), PERCENTILE(50), PERCENTILE(75), PERCENTILE(1), \
		PERCENTILE(5), PERCENTILE(10), PERCENTILE(90), PERCENTILE(95), PERCENTILE(99),    \
		{ .stat = PEER_STAT_MAX }, { .stat = PEER_STAT_MEAN },                            \
		{ .stat = PEER_STAT_SAMPLES }, SAMPLES_IN(0, 5), SAMPLES_IN(5, 10)
#define STALLS_BEHIND                                                        \
	SAMPLES_IN(100, 500), SAMPLES_IN(500, 1000), SAMPLES_IN(1000, 5000), \
		SAMPLES_IN(5000, PEER_BOUND_MAX)

static const struct peer_statistic stalls[] = {
	STALLS_BEFORE,
	SAMPLES_IN(10, 100),
	STALLS_BEHIND,
};

static const struct peer_statistic pauses[] = {
	STALLS_BEFORE,      SAMPLES_IN(10, 20),  SAMPLES_IN(20, 30),
	SAMPLES_IN(30, 35), SAMPLES_IN(35, 40),  SAMPLES_IN(40, 50),
	SAMPLES_IN(50, 60), SAMPLES_IN(60, 100), STALLS_BEHIND,
};

#define STATISTICS(list, columns)                                        \
	{                                                                \
		.kind = PEER_STATS, .width = (columns), .stats = (list), \
		.stat_count = ARRAY_SIZE(list)                           \
	}

static const struct monitor_stall reclaim = { "mm_vmscan_direct_reclaim_begin",
					      "mm_vmscan_direct_reclaim_end", 0, 0 };
static const struct monitor_stall compaction = { "mm_compaction_begin", "mm_compaction_end", 0, 0 };
static const struct monitor_stall shrinker = { "mm_shrink_slab_start", "mm_shrink_slab_end", 0, 0 };
static const struct monitor_stall congestion = { "writeback_congestion_wait", NULL, 2, 1 };
static const struct monitor_stall iff_congested = { "writeback_wait_iff_congested", NULL, 2, 1 };
/* in jiffies, of which the peer takes 250 for a second */
static const struct monitor_stall dirty = { "balance_dirty_pages", NULL, 13, 4 };

#define DURATION                                            \
	{                                                   \
		.kind = PEER_SINGLEOPS, .label = "Duration" \
	}
#define OPS                                         \
	{                                           \
		.kind = PEER_SINGLEOPS, .width = 15 \
	}
#define OVER_TIME                                           \
	{                                                   \
		.kind = PEER_MONITOR, .exact_heading = true \
	}
#define DISKS                                                            \
	{                                                                \
		.kind = PEER_MONITOR, .exact_heading = true, .width = 12 \
	}
#define SLABS                                                      \
	{                                                          \
		.kind = PEER_MULTIOPS, .higher = true, .width = 24 \
	}
#define TASKS                        \
	{                            \
		.kind = PEER_MONITOR \
	}
#define LATENCIES STATISTICS(bins, 18)
#define STALLS    STATISTICS(stalls, 16)
#define PAUSES    STATISTICS(pauses, 16)

/* The file of writes is never read: the peer takes that of reads for both. */
const struct monitor monitors[] = {
	{ "duration", "tests-timestamp", monitor_read_duration, DURATION, NULL },
	{ "mmtests-vmstat", "tests-sysstate", monitor_read_vmstat_ops, OPS, NULL },
	{ "mmtests-schedstat", "tests-sysstate", monitor_read_schedstat, OPS, NULL },
	{ "proc-vmstat", "proc-vmstat", monitor_read_proc_vmstat, OVER_TIME, NULL },
	{ "vmstat", "vmstat", monitor_read_vmstat, OVER_TIME, NULL },
	{ "perf-time-stat", "perf-time-stat", monitor_read_perf_stat, OVER_TIME, NULL },
	{ "iostat", "iostat", monitor_read_iostat, DISKS, NULL },
	{ "mpstat", "mpstat", monitor_read_mpstat, TASKS, NULL },
	{ "turbostat", "turbostat", monitor_read_turbostat, OVER_TIME, NULL },
	{ "kcacheslabs", "kcache-slabs", monitor_read_slabs, SLABS, NULL },
	{ "read-latency", "read-latency", monitor_read_latency, LATENCIES, NULL },
	{ "write-latency", "read-latency", monitor_read_latency, LATENCIES, NULL },
	{ "sync-latency", "sync-latency", monitor_read_latency, LATENCIES, NULL },
	{ "top", "top", monitor_read_top, TASKS, NULL },
	{ "numanodeusage", "numa-meminfo", monitor_read_nodes, TASKS, NULL },
	{ "ftraceallocstall", "ftrace", monitor_read_stalls, STALLS, &reclaim },
	{ "ftracecompactstall", "ftrace", monitor_read_stalls, STALLS, &compaction },
	{ "ftraceshrinkerstall", "ftrace", monitor_read_stalls, STALLS, &shrinker },
	{ "ftracecongestionwaitstall", "ftrace", monitor_read_stalls, STALLS, &congestion },
	{ "ftracewaitiffcongestedstall", "ftrace", monitor_read_stalls, STALLS, &iff_congested },
	{ "ftracebalancedirtypagesstall", "ftrace", monitor_read_stalls, PAUSES, &dirty },
};

const size_t monitor_count = ARRAY_SIZE(monitors);

/* Takes the next character that is no dash off *s; 0 at the end. */
static char next_letter(struct slice *s)
{
	char c = 0;

	while (s->n > 0 && c == 0) {
		c = s->p[0] == '-' ? 0 : s->p[0];
		*s = slice_skip(*s, 1);
	}
	return c;
}

static bool is_same_name(struct slice a, struct slice b)
{
	char c;

	do
		c = next_letter(&a);
	while (c == next_letter(&b) && c != 0);
	return c == 0 && a.n == 0 && b.n == 0;
}

const struct monitor *monitor_find(struct slice name)
{
	for (size_t i = 0; i < monitor_count; i++)
		if (is_same_name(name, slice_str(monitors[i].name)))
			return &monitors[i];
	return NULL;
}

struct peer_style monitor_style(const struct monitor *monitor, enum peer_revision revision)
{
	struct peer_style style = monitor->style;

	if (revision == PEER_2015) {
		style.kind = PEER_ROWS;
		style.width = style.header_width = 12;
	}
	return style;
}

/* ---- values ---- */

void monitor_add_value(struct monitor_reading *reading, struct slice label, double value)
{
	struct peer_operation *operation = peer_run_operation(reading->run, label);

	if (!isnan(value))
		peer_operation_add(reading->run, operation, 0, value);
}

void monitor_add(struct monitor_reading *reading, struct slice label, struct slice value)
{
	double number;

	monitor_add_value(reading, label, perl_number(value, &number) ? number : NAN);
}

/* ---- files ---- */

struct lines {
	struct monitor_take take;
	struct monitor_reading *reading;
	monitor_line_fn *line;
	void *data;
};

static enum err take_lines(struct monitor_take *take, struct input *input, struct error *err)
{
	struct lines *lines = CONTAINER_OF(take, struct lines, take);
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(input, &line))
		e = lines->line(lines->reading, lines->data, line, err);
	return e != OK ? e : input_status(input, err);
}

enum err monitor_lines(struct monitor_reading *reading, const char *name, bool of_benchmark,
		       monitor_line_fn *take, void *data, struct error *err)
{
	struct lines lines = { { take_lines }, reading, take, data };

	return reading->files->read(reading->files, name, of_benchmark, &lines.take, err);
}
