/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/perf_table.h"

size_t perf_cells(struct slice line, struct slice cells[PERF_CELLS_MAX])
{
	size_t n = 0;
	struct slice part;

	while (n < PERF_CELLS_MAX && slice_split(&line, '|', &part))
		cells[n++] = slice_trim(part);
	return n;
}

enum err perf_emit(const struct record *row, const char *metric, struct slice unit,
		   enum better better, double value, struct sink *sink, struct error *err)
{
	struct record r = *row;

	r.metric = slice_str(metric);
	r.unit = unit;
	r.better = better;
	r.value = value;
	return sink_emit(sink, &r, err);
}
