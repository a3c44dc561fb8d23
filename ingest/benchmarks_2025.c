/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of the table of benchmarks: mmtests 096661fda3d6 (2025-11), the last with a module for each
 * benchmark, and b1ba922365df (2015).
 */
#include "ingest/benchmarks_rows.h"

/* clang-format off */
#define HACKBENCH(eras_, flags_) \
	{ .name = "hackbench", .eras = eras_, .files = "hackbench-%A-%i", .parser = &bench_line, \
	  .pattern = "Total time:", .field = 3, .metric = "", \
	  .metrics = METRICS({ "", "time-", "s", LOWER }), \
	  .order = ORDER_AS_READ, .flags = ROW_NEEDS_FIRST | (flags_), PEER(MULTIOPS, L, 4) }

static const struct benchmark rows[] = {
	HACKBENCH(ERA_2025, 0),
	{ .name = "pft", .eras = ERA_2025, .files = "pft-%A.log", .parser = &bench_pft,
	  .metrics = METRICS(METRIC("faults/cpu", "faults/s", HIGHER),
			     METRIC("faults/sec", "faults/s", HIGHER)),
	  .order = ORDER_METRICS, .flags = ROW_FIXED, PEER_WIDE(MULTIOPS, H, 4, 14) },
	{ .name = "pft", .alt = "time", .eras = ERA_2025, .files = "pft-%A.log",
	  .parser = &bench_pft_times,
	  .metrics = METRICS(METRIC("system", "s", LOWER), METRIC("elapsed", "s", LOWER)),
	  .order = ORDER_METRICS, .flags = ROW_FIXED | ROW_PEER_ONLY, PEER(MULTIOPS, L, 2) },
};

static const struct benchmark rows_2015[] = {
	{ .name = "pft", .eras = ERA_2015, .files = "pft-%A.log", .parser = &bench_pft,
	  .metrics = METRICS(METRIC("faults/cpu", "faults/s", HIGHER),
			     METRIC("faults/sec", "faults/s", HIGHER)),
	  .order = ORDER_METRICS, .flags = ROW_FIXED | ROW_PEER_ONLY,
	  PEER_WIDE(MULTIOPS, H, 4, 13) },
	{ .name = "pft", .alt = "time", .eras = ERA_2015, .files = "pft-%A.log",
	  .parser = &bench_pft_times,
	  .metrics = METRICS(METRIC("system", "s", LOWER), METRIC("elapsed", "s", LOWER)),
	  .order = ORDER_METRICS, .flags = ROW_FIXED | ROW_PEER_ONLY, PEER(MULTIOPS, L, 2) },
};
/* clang-format on */

const struct benchmark_rows benchmarks_2025 = { rows, ARRAY_SIZE(rows) };
const struct benchmark_rows benchmarks_2015 = { rows_2015, ARRAY_SIZE(rows_2015) };
