/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * "Ops": what /proc/vmstat counted during a test, as mmtests groups and names it. A figure is a
 * sum of counters' differences, or a formula over such sums.
 */
#include "ingest/monitor.h"

/* ---- counters before and after ---- */

enum { KEYS_MAX = 1024 };

struct counter {
	struct slice key;
	double before, after;
	bool has_before, has_after;
};

struct counters {
	struct counter all[KEYS_MAX];
	size_t count;
	struct snapshot snapshot;
	bool renames; /* since 2016: old names of counters stand for the new */
};

static struct counter *find(struct counters *counters, struct slice key)
{
	for (size_t i = 0; i < counters->count; i++)
		if (slice_eq(counters->all[i].key, key))
			return &counters->all[i];
	return NULL;
}

/* Counters come in the same order twice: where the last one was found, the next one follows. */
static struct counter *find_from(struct counters *counters, size_t *at, struct slice key)
{
	struct counter *next = *at < counters->count ? &counters->all[*at] : NULL;

	if (next == NULL || !slice_eq(next->key, key))
		next = find(counters, key);
	if (next != NULL)
		*at = (size_t)(next - counters->all) + 1;
	return next;
}

static struct slice renamed(struct slice key)
{
	static const struct {
		const char *from, *to;
	} names[] = {
		{ "compact_pages_moved", "pgmigrate_success" },
		{ "compact_pagemigrate_failed", "pgmigrate_failed" },
		{ "thp_split", "thp_split_page" },
		{ "thp_failed", "thp_split_page_failed" },
		{ "allocstall_dma", "allocstall" },
		{ "allocstall_dma32", "allocstall" },
		{ "allocstall_normal", "allocstall" },
		{ "allocstall_movable", "allocstall" },
		{ "allocstall_highmem", "allocstall" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (slice_is(key, names[i].from))
			return slice_str(names[i].to);
	return key;
}

struct take {
	struct counters *counters;
	size_t at;
	enum snapshot_part part;
};

static enum err counter_line(struct monitor_reading *reading, void *data, struct slice line,
			     struct error *err)
{
	struct take *take = data;
	struct counters *counters = take->counters;
	struct slice key;
	struct counter *counter;

	(void)err;
	if (!snapshot_line(&counters->snapshot, reading, line))
		return OK;
	if (take->part != counters->snapshot.part)
		take->at = 0;
	take->part = counters->snapshot.part;
	key = slice_field(&line);
	if (counters->renames)
		key = renamed(key);
	counter = find_from(counters, &take->at, key);
	if (counter == NULL && counters->count < KEYS_MAX) {
		counter = &counters->all[counters->count++];
		*counter = (struct counter){ .key = arena_slice(reading->arena, key) };
		take->at = counters->count;
	}
	if (counter == NULL)
		return OK; /* more counters than any kernel has: the rest does not matter */
	if (take->part == SNAPSHOT_BEFORE) {
		counter->before = perl_value(slice_field(&line));
		counter->has_before = true;
	} else {
		counter->after = perl_value(slice_field(&line));
		counter->has_after = true;
	}
	return OK;
}

static double change(struct counters *counters, const char *key)
{
	const struct counter *counter = find(counters, slice_str(key));

	return counter != NULL ? counter->after - counter->before : 0;
}

/* A counter that is gone after the test says nothing. */
static double change_if_there(struct counters *counters, const char *key)
{
	const struct counter *counter = find(counters, slice_str(key));

	return counter != NULL && counter->has_after ? counter->after - counter->before : 0;
}

static bool was_there(struct counters *counters, const char *key)
{
	const struct counter *counter = find(counters, slice_str(key));

	return counter != NULL && counter->has_before;
}

/* ---- sums over zones ---- */

/*
 * Per zone once, one counter for all since 4.8. The older tables do not know that one, and "high"
 * is a zone of scans and steals only by that name.
 */
static const char *const zones[] = { "dma", "dma32", "normal", "movable", "high" };

static double zone_sum(struct monitor_reading *reading, struct counters *counters, const char *what,
		       bool without_zone)
{
	double sum = 0;

	for (size_t i = 0; i < ARRAY_SIZE(zones); i++) {
		struct slice key = arena_printf(reading->arena, "%s_%s", what, zones[i]);

		sum += change(counters, key.p);
	}
	return without_zone ? sum + change(counters, what) : sum;
}

/* What the formulas share. */
struct sums {
	double kswapd_scan, kswapd_steal, direct_scan, direct_steal;
	double elapsed_s;
};

static void sums_of(struct monitor_reading *reading, struct counters *counters, struct sums *sums)
{
	bool one = reading->revision != PEER_2015;
	struct slice elapsed = counters->snapshot.elapsed;

	sums->kswapd_scan = zone_sum(reading, counters, "pgscan_kswapd", one);
	sums->direct_scan = zone_sum(reading, counters, "pgscan_direct", one);
	sums->kswapd_steal = change(counters, "kswapd_steal") +
			     zone_sum(reading, counters, "pgsteal_kswapd", one);
	sums->direct_steal = zone_sum(reading, counters, "pgsteal", false) +
			     zone_sum(reading, counters, "pgsteal_direct", one);
	if (was_there(counters, "kswapd_steal"))
		sums->direct_steal -= sums->kswapd_steal;
	sums->elapsed_s = elapsed.n > 0 ? perl_value(elapsed) : 1;
}

static double percent(double part, double whole, double without)
{
	return whole == 0 ? without : part * 100 / whole;
}

/* Costs in millions of cycles of the peer's model: x86-64, a page of 4 KiB. */
enum { COST_WORD = 7, COST_LIST = 19, COST_COPY = 1038, COST_FAIL = 14, COST_FAULT = 5000 };

static double compaction_cost(struct counters *counters)
{
	double cost = -1;

	if (was_there(counters, "compact_migrate_scanned"))
		cost = COST_WORD * change_if_there(counters, "compact_migrate_scanned") +
		       COST_LIST * change_if_there(counters, "compact_isolated") +
		       COST_COPY * change_if_there(counters, "pgmigrate_success") +
		       COST_FAIL * change_if_there(counters, "pgmigrate_fail");
	if (was_there(counters, "compact_blocks_moved"))
		cost = COST_WORD * change_if_there(counters, "compact_blocks_moved") * 16384 +
		       COST_COPY * change_if_there(counters, "compact_pages_moved") +
		       COST_FAIL * change_if_there(counters, "compact_pagemigrate_failed");
	return cost / 1e6;
}

static double numa_cost(struct counters *counters)
{
	return (COST_WORD * change_if_there(counters, "numa_pte_updates") +
		COST_FAULT * change_if_there(counters, "numa_hint_faults") +
		COST_LIST * change_if_there(counters, "numa_pages_migrated")) /
	       1e6;
}

/* NaN: the row is there and has no value. */
static double scan_efficiency(struct counters *counters)
{
	double migrate = change_if_there(counters, "compact_migrate_scanned");
	double free = change_if_there(counters, "compact_free_scanned");

	if (migrate == 0)
		return NAN;
	return free > 0 ? migrate * 100 / free : 1;
}

static double compact_efficiency(struct counters *counters)
{
	return percent(change_if_there(counters, "compact_success"),
		       change_if_there(counters, "compact_stall"), NAN);
}

/* ---- rows ---- */

/* Which tables have a row; those of 2015 are read by their order as well. */
enum { NOW = 1, OLD = 2, BOTH = NOW | OLD };

enum figure {
	COUNTER, /* of `key` */
	MINOR_FAULTS,
	DIRECT_SCAN,
	KSWAPD_SCAN,
	KSWAPD_STEAL,
	DIRECT_STEAL,
	KSWAPD_EFFICIENCY,
	KSWAPD_VELOCITY,
	DIRECT_EFFICIENCY,
	DIRECT_VELOCITY,
	DIRECT_PERCENT,
	ZONE_VELOCITY, /* of the zone `key` */
	WRITES_FILE,
	COMPACT_EFFICIENCY,
	SCAN_EFFICIENCY,
	COMPACTION_COST,
	PTE_UPDATES,
	RANGE_UPDATES,
	HINT_LOCAL,
	NUMA_COST,
};

/* How tables of 2015 print a value, and which of two generations of counters has the row. */
enum { WHOLE, PERCENT, VELOCITY };
enum { ALWAYS, BEFORE_SUCCESS, SINCE_SUCCESS };

static const struct row {
	const char *name, *key;
	enum figure figure;
	unsigned tables, print, generation;
} rows[] = {
	{ "Minor Faults", "", MINOR_FAULTS, BOTH },
	{ "Major Faults", "pgmajfault", COUNTER, BOTH },
	{ "Swap Ins", "pswpin", COUNTER, BOTH },
	{ "Swap Outs", "pswpout", COUNTER, BOTH },
	{ "Allocation stalls", "allocstall", COUNTER, BOTH },
	{ "Fragmentation stalls", "fragment_stall", COUNTER, NOW },
	{ "DMA allocs", "pgalloc_dma", COUNTER, BOTH },
	{ "DMA32 allocs", "pgalloc_dma32", COUNTER, BOTH },
	{ "Normal allocs", "pgalloc_normal", COUNTER, BOTH },
	{ "Movable allocs", "pgalloc_movable", COUNTER, BOTH },
	{ "Direct pages scanned", "", DIRECT_SCAN, BOTH },
	{ "Kswapd pages scanned", "", KSWAPD_SCAN, BOTH },
	{ "Kswapd pages reclaimed", "", KSWAPD_STEAL, BOTH },
	{ "Direct pages reclaimed", "", DIRECT_STEAL, BOTH },
	{ "Kswapd efficiency %", "", KSWAPD_EFFICIENCY, NOW },
	{ "Kswapd efficiency", "", KSWAPD_EFFICIENCY, OLD, PERCENT },
	{ "Kswapd velocity", "", KSWAPD_VELOCITY, BOTH, VELOCITY },
	{ "Direct efficiency %", "", DIRECT_EFFICIENCY, NOW },
	{ "Direct efficiency", "", DIRECT_EFFICIENCY, OLD, PERCENT },
	{ "Direct velocity", "", DIRECT_VELOCITY, BOTH, VELOCITY },
	{ "Percentage direct scans", "", DIRECT_PERCENT, BOTH, PERCENT },
	{ NULL, "highmem", ZONE_VELOCITY, OLD, VELOCITY }, /* a zone that is never seen */
	{ "Zone normal velocity", "normal", ZONE_VELOCITY, OLD, VELOCITY },
	{ "Zone dma32 velocity", "dma32", ZONE_VELOCITY, OLD, VELOCITY },
	{ "Zone dma velocity", "dma", ZONE_VELOCITY, OLD, VELOCITY },
	{ "Page writes by reclaim", "nr_vmscan_write", COUNTER, BOTH },
	{ "Page writes file", "", WRITES_FILE, BOTH },
	{ "Page writes anon", "pswpout", COUNTER, BOTH },
	{ "Page reclaim immediate", "nr_vmscan_immediate_reclaim", COUNTER, BOTH },
	{ "Sector Reads", "pgpgin", COUNTER, BOTH },
	{ "Sector Writes", "pgpgout", COUNTER, BOTH },
	{ "Page rescued immediate", "pgrescued", COUNTER, BOTH },
	{ "Slabs scanned", "slabs_scanned", COUNTER, BOTH },
	{ "Direct inode steals", "pginodesteal", COUNTER, BOTH },
	{ "Kswapd inode steals", "kswapd_inodesteal", COUNTER, BOTH },
	{ "Kswapd skipped wait", "kswapd_skip_congestion_wait", COUNTER, BOTH },
	{ "THP fault alloc", "thp_fault_alloc", COUNTER, BOTH },
	{ "THP fault fallback", "thp_fault_fallback", COUNTER, NOW },
	{ "THP collapse alloc", "thp_collapse_alloc", COUNTER, BOTH },
	{ "THP collapse fail", "thp_collapse_alloc_failed", COUNTER, NOW },
	{ "THP split", "thp_split_page", COUNTER, NOW },
	{ "THP split failed", "thp_split_page_failed", COUNTER, NOW },
	{ "THP splits", "thp_split", COUNTER, OLD },
	{ "THP fault fallback", "thp_fault_fallback", COUNTER, OLD },
	{ "THP collapse fail", "thp_collapse_alloc_failed", COUNTER, OLD },
	{ "Compaction stalls", "compact_stall", COUNTER, BOTH },
	{ "Compaction success", "compact_success", COUNTER, BOTH },
	{ "Compaction failures", "compact_fail", COUNTER, BOTH },
	{ "Compaction efficiency", "", COMPACT_EFFICIENCY, NOW },
	{ "Page migrate success", "pgmigrate_success", COUNTER, BOTH, WHOLE, SINCE_SUCCESS },
	{ "Page migrate failure", "pgmigrate_fail", COUNTER, BOTH, WHOLE, SINCE_SUCCESS },
	{ "Compaction pages moved", "compact_pages_moved", COUNTER, OLD, WHOLE, BEFORE_SUCCESS },
	{ "Compaction move failure", "compact_pagemigrate_failed", COUNTER, OLD, WHOLE,
	  BEFORE_SUCCESS },
	{ "Compaction pages isolated", "compact_isolated", COUNTER, BOTH, WHOLE, SINCE_SUCCESS },
	{ "Compaction migrate scanned", "compact_migrate_scanned", COUNTER, BOTH, WHOLE,
	  SINCE_SUCCESS },
	{ "Compaction free scanned", "compact_free_scanned", COUNTER, BOTH, WHOLE, SINCE_SUCCESS },
	{ "Compact scan efficiency", "", SCAN_EFFICIENCY, NOW },
	{ "Compaction cost", "", COMPACTION_COST, BOTH },
	{ "Kcompactd wake", "compact_daemon_wake", COUNTER, NOW },
	{ "Kcompactd migrate scanned", "compact_daemon_migrate_scanned", COUNTER, NOW },
	{ "Kcompactd free scanned", "compact_daemon_free_scanned", COUNTER, NOW },
	{ "NUMA alloc hit", "numa_hit", COUNTER, BOTH },
	{ "NUMA alloc miss", "numa_miss", COUNTER, BOTH },
	{ "NUMA interleave hit", "numa_interleave", COUNTER, BOTH },
	{ "NUMA alloc local", "numa_local", COUNTER, BOTH },
	{ "NUMA base-page range updates", "numa_pte_updates", COUNTER, NOW },
	{ "NUMA PTE updates", "", PTE_UPDATES, NOW },
	{ "NUMA PMD updates", "numa_huge_pte_updates", COUNTER, NOW },
	{ "NUMA base PTE updates", "numa_pte_updates", COUNTER, OLD },
	{ "NUMA huge PMD updates", "numa_huge_pte_updates", COUNTER, OLD },
	{ "NUMA page range updates", "", RANGE_UPDATES, OLD },
	{ "NUMA hint faults", "numa_hint_faults", COUNTER, BOTH },
	{ "NUMA hint local faults %", "numa_hint_faults_local", COUNTER, NOW },
	{ "NUMA hint local faults", "numa_hint_faults_local", COUNTER, OLD, PERCENT },
	{ "NUMA hint local percent", "", HINT_LOCAL, BOTH, PERCENT },
	{ "NUMA pages migrated", "numa_pages_migrated", COUNTER, BOTH },
	{ "AutoNUMA cost", "", NUMA_COST, BOTH },
};

static double zone_velocity(struct monitor_reading *reading, struct counters *counters,
			    const char *zone, double elapsed_s)
{
	struct slice kswapd = arena_printf(reading->arena, "pgscan_kswapd_%s", zone);
	struct slice direct = arena_printf(reading->arena, "pgscan_direct_%s", zone);

	return (change(counters, kswapd.p) + change(counters, direct.p)) / elapsed_s;
}

static double reclaim_figure(const struct sums *sums, enum figure figure)
{
	switch (figure) {
	case DIRECT_SCAN:
		return sums->direct_scan;
	case KSWAPD_SCAN:
		return sums->kswapd_scan;
	case KSWAPD_STEAL:
		return sums->kswapd_steal;
	case DIRECT_STEAL:
		return sums->direct_steal;
	case KSWAPD_EFFICIENCY:
		return percent(sums->kswapd_steal, sums->kswapd_scan, 100);
	case KSWAPD_VELOCITY:
		return sums->kswapd_scan / sums->elapsed_s;
	case DIRECT_EFFICIENCY:
		return percent(sums->direct_steal, sums->direct_scan, 100);
	case DIRECT_VELOCITY:
		return sums->direct_scan / sums->elapsed_s;
	default: /* DIRECT_PERCENT */
		return percent(sums->direct_scan, sums->kswapd_scan + sums->direct_scan, 0);
	}
}

static double figure_of(struct monitor_reading *reading, struct counters *counters,
			const struct sums *sums, const struct row *row)
{
	double huge = change_if_there(counters, "numa_huge_pte_updates");

	switch (row->figure) {
	case COUNTER:
		return change_if_there(counters, row->key);
	case MINOR_FAULTS:
		return change_if_there(counters, "pgfault") -
		       change_if_there(counters, "pgmajfault");
	case ZONE_VELOCITY:
		return zone_velocity(reading, counters, row->key, sums->elapsed_s);
	case WRITES_FILE:
		return change_if_there(counters, "nr_vmscan_write") -
		       change_if_there(counters, "pswpout");
	case COMPACT_EFFICIENCY:
		return compact_efficiency(counters);
	case SCAN_EFFICIENCY:
		return scan_efficiency(counters);
	case COMPACTION_COST:
		return compaction_cost(counters);
	case PTE_UPDATES:
		return change_if_there(counters, "numa_pte_updates") - huge * 512;
	case RANGE_UPDATES:
		return change_if_there(counters, "numa_pte_updates") + huge * 512;
	case HINT_LOCAL:
		return percent(change_if_there(counters, "numa_hint_faults_local"),
			       change_if_there(counters, "numa_hint_faults"), 100);
	case NUMA_COST:
		return numa_cost(counters);
	default:
		return reclaim_figure(sums, row->figure);
	}
}

/* ---- tables of 2015 ---- */

/*
 * The peer kept the formats of all rows and left rows out, so that each row after one that is left
 * out is printed as the row in its place would have been. The first of its formats is of no row.
 */
struct old_rows {
	const struct row *all[ARRAY_SIZE(rows) + 1]; /* formats: NULL first */
	size_t count, printed;
};

static const struct row no_row = { .print = WHOLE };

static void old_rows_init(struct old_rows *old)
{
	old->all[0] = &no_row;
	old->count = 1;
	old->printed = 1;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if (rows[i].tables & OLD)
			old->all[old->count++] = &rows[i];
}

static bool is_left_out(const struct row *row, bool since_success)
{
	return row->name == NULL ||
	       row->generation == (since_success ? BEFORE_SUCCESS : SINCE_SUCCESS);
}

static void add_old_row(struct monitor_reading *reading, struct old_rows *old,
			const struct row *row, double value)
{
	struct peer_operation *operation = peer_run_operation(reading->run, slice_str(row->name));
	unsigned print = old->all[old->printed++]->print;

	operation->decimals = print == VELOCITY ? 3 : 0;
	operation->suffix = print == PERCENT ? "%" : "";
	/* + 0: no negative zero */
	peer_operation_add(reading->run, operation, 0,
			   print == VELOCITY ? value : trunc(value) + 0.0);
}

static void add_rows_of_2015(struct monitor_reading *reading, struct counters *counters,
			     const struct sums *sums)
{
	const struct counter *success = find(counters, SLICE("pgmigrate_success"));
	bool since_success = success != NULL && (success->has_before || success->has_after);
	struct old_rows old;

	old_rows_init(&old);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if ((rows[i].tables & OLD) && !is_left_out(&rows[i], since_success))
			add_old_row(reading, &old, &rows[i],
				    figure_of(reading, counters, sums, &rows[i]));
}

static void add_rows(struct monitor_reading *reading, struct counters *counters,
		     const struct sums *sums)
{
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		if (!(rows[i].tables & NOW))
			continue;
		monitor_add_value(reading, slice_str(rows[i].name),
				  figure_of(reading, counters, sums, &rows[i]));
	}
}

/* Counters keep their places over the iterations of a run. */
static struct counters *empty_counters(struct monitor_reading *reading)
{
	struct counters *counters = reading->state;

	if (counters == NULL)
		counters = reading->state = ARENA_NEW(reading->arena, struct counters);
	for (size_t i = 0; i < counters->count; i++)
		counters->all[i] = (struct counter){ .key = counters->all[i].key };
	return counters;
}

enum err monitor_read_vmstat_ops(struct monitor_reading *reading, struct error *err)
{
	struct counters *counters = empty_counters(reading);
	struct take take = { .counters = counters };
	struct sums sums;
	enum err e;

	counters->renames = reading->revision != PEER_2015;
	counters->snapshot = (struct snapshot){ .from = "/proc/vmstat", .until = "/proc/zoneinfo" };
	e = monitor_lines(reading, "tests-sysstate", false, counter_line, &take, err);
	if (e != OK)
		return e;
	sums_of(reading, counters, &sums);
	if (sums.elapsed_s == 0)
		return error_set(err, ERR_INPUT, "the test took no time");
	if (reading->revision == PEER_2015)
		add_rows_of_2015(reading, counters, &sums);
	else
		add_rows(reading, counters, &sums);
	return OK;
}
