/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Between the parts of the table of benchmarks: one for each era, and what their rows share.
 * Layer: ingest, below benchmarks.
 */
#ifndef INGEST_BENCHMARKS_ROWS_H
#define INGEST_BENCHMARKS_ROWS_H

#include "ingest/bench.h"
#include "ingest/benchmarks.h"

struct benchmark_rows {
	const struct benchmark *rows;
	size_t count;
};

extern const struct benchmark_rows benchmarks_head, benchmarks_2025, benchmarks_2015,
	benchmarks_own;

#define HIGHER BETTER_HIGHER
#define LOWER  BETTER_LOWER
#define NONE   BETTER_NONE

/* A list of metrics, each { label, own, unit, better }. */
#define METRICS(...) ((const struct benchmark_metric[]){ __VA_ARGS__, { 0 } })
#define METRIC(label, unit, better)       \
	{                                 \
		label, NULL, unit, better \
	}

/* How the peer's table looks: kind, which way it takes for good, decimals. */
#define PEER(kind_, higher_, decimals_) \
	.style = { .kind = PEER_##kind_, .higher = (higher_), .decimals = (decimals_) }
/* ... and a width of its own, or a name for the rows of Singleops. */
#define PEER_WIDE(kind_, higher_, decimals_, width_) \
	.style = { .kind = PEER_##kind_,             \
		   .higher = (higher_),              \
		   .decimals = (decimals_),          \
		   .width = (width_) }
#define PEER_NAMED(kind_, higher_, decimals_, label_) \
	.style = { .kind = PEER_##kind_,              \
		   .higher = (higher_),               \
		   .decimals = (decimals_),           \
		   .label = (label_) }
#define H true
#define L false

/* Below base/ or another size of pages; of one JVM or of many. */
#define SPECJBB_FILES "*/SPECjbb[SingleJVM/SPECjbb.001.txt][MultiJVM.001/MultiVMReport.txt]"

/* Orders of the peer's shell scripts. */
#define SORT_MAN  (ORDER_SORTED | KEY_METRIC | KEY_A | KEY_NUMBER)
#define SORT_MABN (ORDER_SORTED | KEY_METRIC | KEY_A | KEY_B | KEY_NUMBER)
#define SORT_MN   (ORDER_SORTED | KEY_METRIC | KEY_NUMBER)
#define SORT_MA   (ORDER_SORTED | KEY_METRIC | KEY_A)
#define SORT_A    (ORDER_SORTED | KEY_A)

extern const struct benchmark_metric benchmark_times[]; /* Elapsed, System, User */

#endif
