/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rows of the table of benchmarks: mmtests b1ba922365df (2015), the era of the memcg threads. */
#include "ingest/benchmarks_rows.h"

/* clang-format off */
static const struct benchmark rows[] = {
	{ .name = "pft", .eras = ERA_2015, .files = "pft-%A.log", .parser = &bench_pft,
	  .metrics = METRICS(METRIC("faults/cpu", "faults/s", HIGHER),
			     METRIC("faults/sec", "faults/s", HIGHER)),
	  .order = ORDER_METRICS, .flags = ROW_FIXED | ROW_PEER_ONLY,
	  .style = { .kind = PEER_MULTIOPS, .higher = H, .decimals = 4, .width = 13,
		     .header_width = 18 } },
	{ .name = "pft", .alt = "time", .eras = ERA_2015, .files = "pft-%A.log",
	  .parser = &bench_pft_times,
	  .metrics = METRICS(METRIC("system", "s", LOWER), METRIC("elapsed", "s", LOWER)),
	  .order = ORDER_METRICS, .flags = ROW_FIXED | ROW_PEER_ONLY,
	  .style = { .kind = PEER_MULTIOPS, .decimals = 4, .width = 13, .header_width = 18,
		     .keeps_empty = true } },
	{ .name = "kernbench", .eras = ERA_2015, .files = "kernbench-%A-%i.time",
	  .parser = &bench_times,
	  .metrics = METRICS({ "user", "User", "s", LOWER }, { "syst", "System", "s", LOWER },
			     { "elsp", "Elapsed", "s", LOWER }),
	  .order = ORDER_METRICS, .flags = ROW_NEEDS_FIRST | ROW_FIXED | ROW_PEER_ONLY,
	  .style = { .kind = PEER_MULTIOPS, .width = 12, .header_width = 12, .nameless = true } },
	/* Until early 2015: one file "time", a line for each pass. */
	{ .name = "kernbench", .alt = "time", .eras = ERA_2015, .files = "time",
	  .parser = &bench_times,
	  .metrics = METRICS(METRIC("User", "s", LOWER), METRIC("System", "s", LOWER),
			     METRIC("Elapsed", "s", LOWER), METRIC("CPU", "%", NONE)),
	  .order = ORDER_METRICS, PEER(CPUTIME, L, 2) },
	{ .name = "hackbench", .eras = ERA_2015, .files = "hackbench-%A-%i",
	  .parser = &bench_line, .pattern = "^Time:", .field = 2, .metric = "",
	  .metrics = METRICS({ "", "time-", "s", LOWER }), .order = ORDER_AS_READ,
	  .flags = ROW_NEEDS_FIRST | ROW_FIXED | ROW_PEER_ONLY,
	  .style = { .kind = PEER_MULTIOPS, .decimals = 4, .width = 12, .header_width = 12 } },
	{ .name = "hackbench", .alt = "old", .eras = ERA_2015, .files = "hackbench.%A",
	  .parser = &bench_line, .pattern = "Time:", .field = 2, .metric = "",
	  .metrics = METRICS({ "", "time-", "s", LOWER }), .order = ORDER_AS_READ,
	  PEER(MULTIOPS, L, 2) },
};
/* clang-format on */

const struct benchmark_rows benchmarks_2015 = { rows, ARRAY_SIZE(rows) };
