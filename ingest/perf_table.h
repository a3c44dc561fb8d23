/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What perf's tables with '|' between the cells share (sched latency, kmem stat), and its tables of
 * several numbers a row.
 * Layer: ingest, above lib.
 */
#ifndef INGEST_PERF_TABLE_H
#define INGEST_PERF_TABLE_H

#include "lib/error.h"
#include "lib/record.h"
#include "lib/slice.h"

enum { PERF_CELLS_MAX = 8 };

/* The cells of a line, trimmed; how many, at most PERF_CELLS_MAX. */
size_t perf_cells(struct slice line, struct slice cells[PERF_CELLS_MAX]);

/* One number of a row: the row's record with metric, unit, direction and value. */
NODISCARD enum err perf_emit(const struct record *row, const char *metric, struct slice unit,
			     enum better better, double value, struct sink *sink,
			     struct error *err);

#endif
