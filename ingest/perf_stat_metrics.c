/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf stat --metric-only -x SEP: a header of metric names, maybe with columns for time and place
 * before them, and rows of numbers.
 *
 *	time,cpu,GHz,insn per cycle,branch-misses of all branches,
 *	     0.050120489,CPU0,2.5,1.20,0.5,
 */
#include "ingest/perf_number.h"
#include "ingest/perf_stat.h"
#include "ingest/run_heading.h"
#include "lib/num.h"

enum { FIELDS_MAX = 48 };

struct header {
	char separator;
	struct slice names[FIELDS_MAX];
	size_t count;
	size_t front; /* columns before the metrics */
};

static size_t split(struct slice line, char separator, struct slice out[FIELDS_MAX])
{
	size_t n = 0;
	struct slice part;

	while (n < FIELDS_MAX && slice_split(&line, separator, &part))
		out[n++] = slice_trim(part);
	while (n > 0 && out[n - 1].n == 0)
		n--;
	return n;
}

static bool is_front(struct slice name)
{
	static const char *const names[] = { "time",     "cpu",    "core",    "cpus",
					     "die",      "socket", "node",    "cluster",
					     "comm-pid", "cache",  "counters" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (slice_is(name, names[i]))
			return true;
	return false;
}

/* Names that perf itself computes: one of them makes a header. */
static bool is_metric(struct slice name)
{
	return slice_is(name, "GHz") || slice_ends(name, " per cycle") ||
	       slice_ends(name, " per insn") || slice_ends(name, " cycles idle") ||
	       slice_find(name, " of all ") < name.n;
}

static bool parse_header(struct slice line, struct header *out)
{
	static const char separators[] = ",;|\t:";

	for (size_t i = 0; separators[i] != '\0'; i++) {
		bool known = false;

		out->separator = separators[i];
		out->count = split(line, separators[i], out->names);
		for (out->front = 0; out->front < out->count && is_front(out->names[out->front]);)
			out->front++;
		for (size_t k = out->front; k < out->count; k++)
			known = known || is_metric(out->names[k]);
		if (known && out->count >= 2)
			return true;
	}
	return false;
}

/* What stands before the metrics: the time, an id, a count of CPUs. */
static bool take_front(const struct slice *fields, size_t front, struct perf_stat_row *row)
{
	for (size_t i = 0; i < front; i++) {
		double number;

		if (i == 0 && perf_number(fields[i], '.', false, &number))
			row->time_s = number;
		else if (!perf_number(fields[i], '.', false, &number) &&
			 !perf_stat_id(row, fields[i]))
			return false;
	}
	row->is_machine = front > 0;
	return true;
}

/* "branch-misses of all branches" belongs to an event, "GHz" to none. */
static struct slice take_event(struct slice name, struct perf_stat_row *row)
{
	size_t at = slice_find(name, " of all ");

	row->event = at < name.n ? slice_head(name, at) : SLICE_NONE;
	return at < name.n ? slice_skip(name, at + 1) : name;
}

static enum err emit_row(struct arena *arena, const struct header *header, struct slice line,
			 struct perf_stat_row *row, bool *is_row, struct sink *sink,
			 struct error *err)
{
	struct slice fields[FIELDS_MAX];
	size_t n = split(line, header->separator, fields);
	double value;
	enum err e = OK;

	*is_row = n > header->front && n <= header->count && take_front(fields, header->front, row);
	for (size_t i = header->front; *is_row && i < n; i++)
		*is_row = fields[i].n == 0 || perf_number(fields[i], '.', false, &value);
	for (size_t i = header->front; e == OK && *is_row && i < n; i++) {
		struct slice unit = take_event(header->names[i], row);

		if (perf_number(fields[i], '.', false, &value))
			e = perf_stat_emit_metric(arena, sink, row, value, unit, err);
	}
	return e;
}

static enum err read_rows(struct arena *arena, struct text *text, size_t i,
			  const struct header *header, struct sink *sink, struct error *err)
{
	struct slice run = run_heading(text, i);
	size_t top = i;
	bool is_row = true;
	enum err e = OK;

	for (i = text->lines[i].next; e == OK && is_row && i < text->count;
	     i = text->lines[i].next) {
		struct perf_stat_row row = perf_stat_row_init();

		if (text->lines[i].taken)
			break;
		row.line = text->lines[i].line_no;
		row.run = run;
		e = emit_row(arena, header, text->lines[i].s, &row, &is_row, sink, err);
		if (is_row)
			text->lines[top].taken = text->lines[i].taken = true;
	}
	return e;
}

enum err perf_stat_metrics(struct arena *arena, struct text *text, struct sink *sink,
			   struct error *err)
{
	enum err e = OK;

	for (size_t i = 0; e == OK && i < text->count; i++) {
		struct header header;

		if (!text->lines[i].taken && parse_header(text->lines[i].s, &header))
			e = read_rows(arena, text, i, &header, sink, err);
	}
	return e;
}
