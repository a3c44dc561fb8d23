/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf stat: text, CSV (-x) and JSON (-j), with repeated runs (-r), intervals (-I), rows by CPU,
 * socket, node, core, thread and cgroup.
 */
#include "ingest/format.h"
#include "ingest/perf_stat.h"

static enum err perf_stat_prose(struct arena *arena, struct text *text, struct sink *sink,
				struct error *err)
{
	enum err e = perf_stat_json(arena, text, sink, err);

	/* before text, to which rows of -I with blanks as separators look like its own */
	if (e == OK)
		e = perf_stat_csv(arena, text, sink, err);
	if (e == OK)
		e = perf_stat_metrics(arena, text, sink, err);
	return e == OK ? perf_stat_text(arena, text, sink, err) : e;
}

const struct format fmt_perf_stat = {
	.name = "perf-stat",
	.summary = "counters of events, their spread and derived rates",
	.tool = "perf stat, checked with 2.6.33, 3.x, 5.10, 6.1, 6.12 and 7.2",
	.prose = perf_stat_prose,
};
