/* SPDX-License-Identifier: GPL-2.0-or-later */
/* /proc/vmstat at intervals: one counter, or a formula of mmtests over several. */
#include "ingest/monitor.h"

/* What is reported of two sums of counters, a and b. */
enum figure {
	DELTA,         /* of a since the block before */
	LEVEL,         /* a */
	PER_SCANNED,   /* delta of a in percent of delta of b */
	SHARE,         /* a / (a + b) */
	LOCAL_PERCENT, /* delta of a in percent of delta of b; none without b */
	DIFFERENCE,    /* delta of a - delta of b, from the very first block on */
};

enum { KEYS_MAX = 12 };

/* A key with its weight before it: "2 pgscan_direct", "- pgmajfault"; without: 1. */
struct formula {
	const char *heading;
	enum figure figure;
	const char *a[KEYS_MAX], *b[KEYS_MAX];
};

#define ZONES(what)  what "_dma", what "_dma32", what "_normal", what "_movable", what "_high"
#define DIRECT_STEAL ZONES("pgsteal"), ZONES("pgsteal_direct"), "pgsteal_direct"
#define KSWAPD_STEAL "kswapd_steal", ZONES("pgsteal_kswapd"), "pgsteal_kswapd"

/* Where the peer's formulas err (twice pgscan_direct, anon pages without the active ones), so do
 * these: they are its tables. */
static const struct formula formulas[] = {
	{ "mmtests_direct_scan", DELTA, { ZONES("pgscan_direct"), "2 pgscan_direct" }, { 0 } },
	{ "mmtests_kswapd_scan", DELTA, { ZONES("pgscan_kswapd"), "2 pgscan_kswapd" }, { 0 } },
	{ "mmtests_direct_steal", DELTA, { DIRECT_STEAL }, { 0 } },
	{ "mmtests_kswapd_steal", DELTA, { KSWAPD_STEAL }, { 0 } },
	{ "mmtests_direct_efficiency",
	  PER_SCANNED,
	  { DIRECT_STEAL },
	  { ZONES("pgscan_direct"), "pgscan_direct" } },
	{ "mmtests_kswapd_efficiency",
	  PER_SCANNED,
	  { KSWAPD_STEAL },
	  { ZONES("pgscan_kswapd"), "pgscan_kswapd" } },
	{ "mmtests_hint_faults_remote",
	  DELTA,
	  { "numa_hint_faults", "- numa_hint_faults_local" },
	  { 0 } },
	{ "mmtests_vmscan_write_file", DELTA, { "nr_vmscan_write", "- pswpout" }, { 0 } },
	{ "mmtests_vmscan_write_anon", DELTA, { "pswpout" }, { 0 } },
	{ "mmtests_vmscan_process_pages", LEVEL, { "nr_file_pages", "nr_anon_pages" }, { 0 } },
	{ "pgpgtotal", DELTA, { "pgpgin", "pgpgout" }, { 0 } },
	{ "mmtests_minor_faults", DELTA, { "pgfault", "- pgmajfault" }, { 0 } },
	{ "mmtests_numa_pmd_updates", DELTA, { "numa_huge_pte_updates" }, { 0 } },
	{ "mmtests_numa_pte_updates",
	  DELTA,
	  { "numa_pte_updates", "-512 numa_huge_pte_updates" },
	  { 0 } },
	{ "mmtests_total_anon", LEVEL, { "nr_inactive_anon" }, { 0 } },
	{ "mmtests_total_slab", LEVEL, { "nr_slab_reclaimable", "nr_slab_unreclaimable" }, { 0 } },
	{ "mmtests_ratio_slab_filecache",
	  SHARE,
	  { "nr_slab_reclaimable", "nr_slab_unreclaimable" },
	  { "nr_inactive_file", "nr_active_file" } },
	{ "mmtests_ratio_slab_pagecache",
	  SHARE,
	  { "nr_slab_reclaimable", "nr_slab_unreclaimable" },
	  { "nr_active_anon", "nr_inactive_file", "nr_active_file" } },
	{ "numa_hint_faults_local_pct",
	  LOCAL_PERCENT,
	  { "numa_hint_faults_local" },
	  { "numa_hint_faults" } },
	{ "mmtests_normal_minor_faults",
	  DIFFERENCE,
	  { "pgfault", "- pgmajfault" },
	  { "numa_hint_faults" } },
	{ "mmtests_faults_pct_numa",
	  LOCAL_PERCENT,
	  { "numa_hint_faults" },
	  { "pgfault", "- pgmajfault" } },
};

/* Counters that are levels. */
static const char *const levels[] = {
	"nr_active_anon",
	"nr_active_file",
	"nr_anon_pages",
	"nr_anon_transparent_hugepages",
	"nr_dirty",
	"nr_file_pages",
	"nr_free_cma",
	"nr_free_pages",
	"nr_inactive_anon",
	"nr_inactive_file",
	"nr_isolated_anon",
	"nr_isolated_file",
	"nr_kernel_stack",
	"nr_mapped",
	"nr_mlock",
	"nr_page_table_pages",
	"nr_shmem",
	"nr_slab_reclaimable",
	"nr_slab_unreclaimable",
	"nr_unevictable",
	"nr_unstable",
	"nr_writeback",
	"nr_writeback_temp",
	"nr_dirty_background_threshold",
};

/* Kept over the iterations of a run: the first delta of one refers to the last block before. */
struct last {
	double a, b;
};

struct blocks {
	const struct formula *formula; /* NULL = the counter of the heading */
	struct slice heading;
	bool is_level; /* without a formula */
	bool begun;    /* a "time:" line was seen */
	double a, b;   /* of the block at hand */
	struct last *last;
};

static bool is_level(struct slice key)
{
	for (size_t i = 0; i < ARRAY_SIZE(levels); i++)
		if (slice_is(key, levels[i]))
			return true;
	return false;
}

static const struct formula *find_formula(struct slice heading)
{
	for (size_t i = 0; i < ARRAY_SIZE(formulas); i++)
		if (slice_is(heading, formulas[i].heading))
			return &formulas[i];
	return NULL;
}

/* The weight of a counter in a sum; 0 = it is not in it. */
static double weight_of(const char *const *keys, struct slice key)
{
	for (size_t i = 0; i < KEYS_MAX && keys[i] != NULL; i++) {
		struct slice name = slice_str(keys[i]), weight = SLICE("1");
		size_t blank = slice_find_char(name, ' ');

		if (blank < name.n) {
			weight = slice_head(name, blank);
			name = slice_skip(name, blank + 1);
		}
		if (slice_eq(name, key))
			return slice_is(weight, "-") ? -1 : perl_value(weight);
	}
	return 0;
}

static void take_counter(struct blocks *blocks, struct slice line)
{
	struct slice key = slice_field(&line);
	double value = perl_value(slice_field(&line));

	if (blocks->formula == NULL) {
		if (slice_eq(key, blocks->heading))
			blocks->a = value;
		return;
	}
	blocks->a += weight_of(blocks->formula->a, key) * value;
	blocks->b += weight_of(blocks->formula->b, key) * value;
}

static double delta_of(const struct blocks *blocks)
{
	double delta = blocks->last->a != 0 ? blocks->a - blocks->last->a : 0;
	bool is_writes = slice_is(blocks->heading, "mmtests_vmscan_write_file");

	return is_writes && delta < 0 ? 0 : delta;
}

/* Without a steal before there is no delta, and without a scan nothing to be inefficient at. */
static double per_scanned(const struct blocks *blocks)
{
	double scans = blocks->b - blocks->last->b;

	return blocks->last->a == 0 || scans == 0 ? 100
						  : (blocks->a - blocks->last->a) * 100 / scans;
}

/* -1 = nothing, as the peer has it. */
static double figure_of(const struct blocks *blocks)
{
	double a = blocks->a - blocks->last->a, b = blocks->b - blocks->last->b;

	if (blocks->formula == NULL)
		return blocks->is_level ? blocks->a : delta_of(blocks);
	switch (blocks->formula->figure) {
	case DELTA:
		return delta_of(blocks);
	case LEVEL:
		return blocks->a;
	case PER_SCANNED:
		return per_scanned(blocks);
	case SHARE:
		return blocks->a + blocks->b == 0 ? -1 : blocks->a / (blocks->a + blocks->b);
	case LOCAL_PERCENT:
		return b == 0 ? -1 : a * 100 / b;
	case DIFFERENCE:
		break;
	}
	return a - b;
}

/* A "time:" line ends a block; the last block of a file has none and is not used. */
static enum err block_line(struct monitor_reading *reading, void *data, struct slice line,
			   struct error *err)
{
	struct blocks *blocks = data;
	double value;

	(void)err;
	if (!slice_starts(line, "time: ")) {
		take_counter(blocks, line);
		return OK;
	}
	if (blocks->begun) {
		value = figure_of(blocks);
		*blocks->last = (struct last){ blocks->a, blocks->b };
		if (value != -1)
			monitor_add_value(reading, blocks->heading, value);
		blocks->a = blocks->b = 0;
	}
	blocks->begun = true;
	return OK;
}

enum err monitor_read_proc_vmstat(struct monitor_reading *reading, struct error *err)
{
	struct slice heading = reading->heading.n > 0 ? reading->heading : SLICE("pgpgin");
	struct blocks blocks = {
		.formula = find_formula(heading),
		.heading = heading,
		.is_level = is_level(heading),
	};

	if (reading->state == NULL)
		reading->state = ARENA_NEW(reading->arena, struct last);
	blocks.last = reading->state;
	return monitor_lines(reading, "proc-vmstat", true, block_line, &blocks, err);
}
