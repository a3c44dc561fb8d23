/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf sched latency: a table with '|' between the cells, a row for each task. The form of 2011 has
 * no column of switches; newer ones head it "Switches" or "Count".
 */
#include "ingest/format.h"
#include "ingest/perf_table.h"
#include "ingest/run_heading.h"
#include "lib/num.h"

struct table {
	struct slice run;
	bool has_switches;
};

static bool is_header(struct slice line, bool *has_switches)
{
	struct slice cells[PERF_CELLS_MAX];
	size_t n = perf_cells(line, cells);

	if (n < 4 || !slice_is(cells[0], "Task") || !slice_is(cells[1], "Runtime ms"))
		return false;
	*has_switches = slice_is(cells[2], "Switches") || slice_is(cells[2], "Count");
	return true;
}

static bool is_ruler(struct slice s)
{
	return slice_starts(s, "-----");
}

/* "0.011 ms" and "avg:   3.531 ms" */
static bool milliseconds(struct slice cell, const char *name, double *out)
{
	struct slice number;

	if (!slice_take(&cell, name))
		return false;
	number = slice_field(&cell);
	return num_double(number, out) && slice_is(slice_trim(cell), "ms");
}

/* "COMM:TID", or "COMM:(N)" for N tasks of that name. */
static bool task_labels(struct slice who, struct label labels[2])
{
	size_t colon = slice_rfind_char(who, ':');
	struct slice behind = slice_skip(who, colon + 1);
	bool merged = slice_starts(behind, "(") && slice_ends(behind, ")");
	uint64_t number;

	if (colon == who.n)
		return false;
	if (merged)
		behind = (struct slice){ behind.p + 1, behind.n - 2 };
	labels[0] = (struct label){ SLICE("task"), slice_head(who, colon) };
	labels[1] = (struct label){ merged ? SLICE("tasks") : SLICE("tid"), behind };
	return num_uint(behind, &number);
}

/* False for a line that is no row of a task. */
static bool read_row(struct slice line, const struct table *table, struct record *row,
		     struct label labels[2], double values[4])
{
	struct slice cells[PERF_CELLS_MAX];
	size_t n = perf_cells(line, cells), i = 2;

	if (n < 4 || !task_labels(cells[0], labels) || !milliseconds(cells[1], "", &values[0]))
		return false;
	if (table->has_switches && !num_double(cells[i++], &values[1]))
		return false;
	row->labels = labels;
	row->label_count = 2;
	row->run = table->run;
	return n >= i + 2 && milliseconds(cells[i], "avg:", &values[2]) &&
	       milliseconds(cells[i + 1], "max:", &values[3]);
}

static enum err emit_row(struct record *row, const struct table *table, const double values[4],
			 struct sink *sink, struct error *err)
{
	enum err e = perf_emit(row, "runtime", SLICE("msec"), BETTER_NONE, values[0], sink, err);

	if (e == OK && table->has_switches)
		e = perf_emit(row, "switches", SLICE_NONE, BETTER_NONE, values[1], sink, err);
	if (table->has_switches)
		row->n = record_count(values[1]);
	if (e == OK)
		e = perf_emit(row, "avg_delay", SLICE("msec"), BETTER_LOWER, values[2], sink, err);
	row->n = RECORD_NO_COUNT;
	return e == OK ? perf_emit(row, "max_delay", SLICE("msec"), BETTER_LOWER, values[3], sink,
				   err)
		       : e;
}

static enum err read_table(struct text *text, size_t i, struct table *table, struct sink *sink,
			   struct error *err)
{
	enum err e = OK;

	table->run = run_heading(text, i);
	for (; e == OK && i < text->count && !text->lines[i].taken; i = text_row_below(text, i)) {
		struct record row = record_init(RECORD_SAMPLE);
		struct slice s = slice_trim(text->lines[i].s);
		struct label labels[2];
		double values[4];
		bool again;

		row.line = text->lines[i].line_no;
		if (slice_starts(s, "INFO: "))
			e = sink_diagnostic(sink, row.line, err, "%.*s",
					    SLICE_FMT(slice_head(slice_skip(s, 6), 200)));
		else if (read_row(s, table, &row, labels, values))
			e = emit_row(&row, table, values, sink, err);
		else if (!is_ruler(s) && !slice_starts(s, "TOTAL:") && !is_header(s, &again))
			break;
		text->lines[i].taken = true;
	}
	return e;
}

static enum err perf_sched_prose(struct arena *arena, struct text *text, struct sink *sink,
				 struct error *err)
{
	enum err e = OK;

	(void)arena;
	for (size_t i = 0; e == OK && i < text->count; i++) {
		struct table table = { 0 };
		struct record row = record_init(RECORD_SAMPLE);
		struct label labels[2];
		double values[4];

		if (text->lines[i].taken)
			continue;
		if (is_header(text->lines[i].s, &table.has_switches)) {
			e = read_table(text, i, &table, sink, err);
			continue;
		}
		/* rows whose header was cut off */
		table.has_switches = true;
		for (int k = 0; e == OK && k < 2 && !text->lines[i].taken; k++) {
			if (read_row(text->lines[i].s, &table, &row, labels, values))
				e = read_table(text, i, &table, sink, err);
			table.has_switches = false;
		}
	}
	return e;
}

const struct format fmt_perf_sched = {
	.name = "perf-sched",
	.summary = "tasks: time run, switches, delay until they run",
	.tool = "perf sched latency, checked with 2.6.3x, 6.1 and 7.2",
	.prose = perf_sched_prose,
};
