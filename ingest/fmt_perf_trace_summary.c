/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf trace -s: a table of system calls per thread (" usock (31371), 4076 events, 50.4%") or,
 * since 7.x, in total. 8 columns since 5.10, 7 without "errors" before; perf 3.x printed one row a
 * task. A short line above a table names its run: "- v5.8", "[patched]", "with the series:".
 */
#include "ingest/format.h"

#include <string.h>

#include "ingest/run_heading.h"
#include "lib/num.h"

enum { COLUMNS_MAX = 8 };

struct column {
	const char *name, *unit;
	enum better better;
};

/* The columns behind "syscall" in the order of the header line. */
static const struct column known[] = {
	{ "calls", "", BETTER_UNKNOWN },   { "errors", "", BETTER_UNKNOWN },
	{ "total", "msec", BETTER_LOWER }, { "min", "msec", BETTER_LOWER },
	{ "avg", "msec", BETTER_LOWER },   { "max", "msec", BETTER_LOWER },
	{ "stddev", "%", BETTER_UNKNOWN },
};

/* What the lines above a table tell. */
struct section {
	struct slice run;
	struct label labels[4]; /* comm, tid, then the row's own */
	size_t label_count;
};

static const struct column *column_of(struct slice name)
{
	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		if (slice_is(name, known[i].name))
			return &known[i];
	return NULL;
}

/* "syscall calls errors total min avg max stddev": the number of columns, 0 for another line. */
static size_t header_columns(struct slice line, const struct column *columns[COLUMNS_MAX])
{
	size_t n = 0;

	if (!slice_is(slice_field(&line), "syscall"))
		return 0;
	for (struct slice word = slice_field(&line); word.n > 0; word = slice_field(&line)) {
		if (n == COLUMNS_MAX || (columns[n] = column_of(word)) == NULL)
			return 0;
		n++;
	}
	return n >= 6 && slice_is(slice_str(columns[0]->name), "calls") ? n : 0;
}

/* "COMM (TID), N events, ...", "cgroup PATH, N events", "total, N events": labels and N. */
static bool parse_section(struct slice line, struct section *section, int64_t *events)
{
	struct slice s = slice_trim(line), who;
	size_t at = slice_find(s, " events"), comma, open;
	struct slice before = slice_head(s, at);

	comma = slice_rfind_char(before, ',');
	if (at == s.n || comma == before.n ||
	    !num_int(slice_trim(slice_skip(before, comma + 1)), events))
		return false;
	who = slice_head(before, comma);
	section->label_count = 0;
	if (slice_is(who, "total"))
		return true;
	if (slice_take(&who, "cgroup ") || slice_starts(who, "/")) {
		section->labels[0] = (struct label){ SLICE("cgroup"), slice_trim(who) };
		section->label_count = 1;
		return true;
	}
	open = slice_rfind_char(who, '(');
	if (open == who.n || open == 0 || !slice_ends(who, ")"))
		return false;
	section->labels[0] = (struct label){ SLICE("comm"), slice_trim(slice_head(who, open)) };
	section->labels[1] = (struct label){ SLICE("tid"), { who.p + open + 1, who.n - open - 2 } };
	section->label_count = 2;
	return true;
}

static enum err emit_events(struct text_line *line, const struct section *section, int64_t events,
			    struct sink *sink, struct error *err)
{
	struct record r = record_init(RECORD_SAMPLE);

	line->taken = true;
	r.line = line->line_no;
	r.run = section->run;
	r.metric = SLICE("events");
	r.labels = section->labels;
	r.label_count = section->label_count;
	r.value = (double)events;
	return sink_emit(sink, &r, err);
}

/* Reads what stands above the header line: the section, the run's name. */
static enum err read_above(struct text *text, size_t header, struct section *section,
			   struct sink *sink, struct error *err)
{
	size_t top = header, above = run_line_above(text, header), at;
	int64_t events = 0;
	bool named = above < text->count && parse_section(text->lines[above].s, section, &events);

	if (named)
		top = above;
	else
		section->label_count = 0;
	at = run_line_above(text, top);
	if (at < text->count && slice_is(slice_trim(text->lines[at].s), "Summary of events:")) {
		text->lines[at].taken = true;
		top = at;
		at = run_line_above(text, top);
	}
	/* the next thread of the same summary keeps the run */
	if (!named || at == text->count || !text->lines[at].taken)
		section->run = run_heading(text, top);
	return named ? emit_events(&text->lines[above], section, events, sink, err) : OK;
}

static enum err emit_cell(const struct record *row, const struct column *column, struct slice cell,
			  struct sink *sink, struct error *err)
{
	struct record r = *row;

	if (slice_ends(cell, "%"))
		cell.n--;
	if (!num_double(cell, &r.value))
		return sink_diagnostic(sink, row->line, err, "%s is no number: '%.*s'",
				       column->name, SLICE_FMT(slice_head(cell, 40)));
	r.metric = slice_str(column->name);
	r.unit = slice_str(column->unit);
	r.better = column->better;
	return sink_emit(sink, &r, err);
}

/* The fields of a row; false when there are not as many as columns. */
static bool split_row(struct slice line, size_t columns, struct slice *syscall,
		      struct slice cells[COLUMNS_MAX])
{
	double calls;

	*syscall = slice_field(&line);
	for (size_t i = 0; i < columns; i++)
		cells[i] = slice_field(&line);
	return cells[columns - 1].n > 0 && slice_field(&line).n == 0 &&
	       num_double(cells[0], &calls);
}

/* Line i with the one below it, where the end of a wrapped line may stand; "" when there is none.
 */
static struct slice with_line_below(struct arena *arena, const struct text *text, size_t i)
{
	if (i + 1 >= text->count || text->lines[i + 1].taken ||
	    slice_trim(text->lines[i].s).n == 0 || text->lines[i + 1].depth > text->lines[i].depth)
		return SLICE_NONE;
	return arena_printf(arena, "%.*s %.*s", SLICE_FMT(text->lines[i].s),
			    SLICE_FMT(text->lines[i + 1].s));
}

static bool all_numbers(const struct slice *cells, size_t n)
{
	double value;

	for (size_t i = 0; i < n; i++) {
		struct slice cell = cells[i];

		cell.n -= slice_ends(cell, "%");
		if (!num_double(cell, &value))
			return false;
	}
	return true;
}

/* Reads the row at line i, and sets i to its last line. */
static bool read_row(struct arena *arena, struct text *text, size_t *i, size_t columns,
		     struct slice *syscall, struct slice cells[COLUMNS_MAX])
{
	bool own_depth;

	if (split_row(text->lines[*i].s, columns, syscall, cells)) {
		text->lines[*i].taken = true;
		return true;
	}
	if (!split_row(with_line_below(arena, text, *i), columns, syscall, cells) ||
	    !all_numbers(cells, columns))
		return false;
	own_depth = text->lines[*i].depth == text->lines[*i + 1].depth;
	text->lines[*i].taken = text->lines[*i + 1].taken = true;
	*i += own_depth;
	return true;
}

/* "ENOENT: 38" below a system call. */
static bool parse_errno(struct slice line, struct slice *name, double *count)
{
	struct slice s = slice_trim(line);
	size_t colon = slice_find_char(s, ':');

	*name = slice_head(s, colon);
	for (size_t i = 0; i < name->n; i++)
		if (!(name->p[i] >= 'A' && name->p[i] <= 'Z') &&
		    !(i > 0 && name->p[i] >= '0' && name->p[i] <= '9'))
			return false;
	return slice_starts(*name, "E") && num_double(slice_trim(slice_skip(s, colon + 1)), count);
}

static enum err emit_errno(struct record *row, struct label *label, struct slice line,
			   struct sink *sink, struct error *err)
{
	struct record r = *row;

	*label = (struct label){ .key = SLICE("errno") };
	(void)parse_errno(line, &label->value, &r.value);
	r.metric = SLICE("errno");
	r.label_count++;
	return sink_emit(sink, &r, err);
}

/* The rows from line i on: system calls and, below them, their errors. */
static enum err read_rows(struct arena *arena, struct text *text, size_t i, struct section *section,
			  const struct column *const *columns, size_t column_count,
			  struct sink *sink, struct error *err)
{
	struct record row = record_init(RECORD_SAMPLE);
	struct slice cells[COLUMNS_MAX], syscall = SLICE_NONE;
	size_t own = section->label_count;
	enum err e = OK;

	row.run = section->run;
	row.labels = section->labels;
	row.label_count = own + 1;
	for (; e == OK && i < text->count && !text->lines[i].taken; i = text_row_below(text, i)) {
		struct slice line = text->lines[i].s, name;
		double count;

		row.line = text->lines[i].line_no;
		if (read_row(arena, text, &i, column_count, &syscall, cells)) {
			section->labels[own] = (struct label){ SLICE("syscall"), syscall };
			for (size_t c = 0; e == OK && c < column_count; c++)
				e = emit_cell(&row, columns[c], cells[c], sink, err);
		} else if (section->labels[own].value.n > 0 && parse_errno(line, &name, &count)) {
			e = emit_errno(&row, &section->labels[own + 1], line, sink, err);
			text->lines[i].taken = true;
		} else {
			break;
		}
	}
	return e;
}

/* Takes the lines of units and dashes behind the header; what is taken ends the header itself. */
static size_t skip_rulers(struct text *text, size_t i)
{
	static const char *const starts[] = { "(msec)", "(%)", "---" };
	bool ruler = true;

	while (ruler) {
		text->lines[i].taken = true;
		i = text->lines[i].next;
		ruler = i < text->count && text->lines[i].taken;
		for (size_t k = 0; i < text->count && k < ARRAY_SIZE(starts); k++)
			ruler = ruler || slice_starts(slice_trim(text->lines[i].s), starts[k]);
	}
	return i;
}

/* The columns of the header at line i, whose end may stand on the next line; 0 = it is none. */
static size_t read_header(struct arena *arena, struct text *text, size_t i,
			  const struct column *columns[COLUMNS_MAX])
{
	size_t n = header_columns(with_line_below(arena, text, i), columns);

	if (n > 0)
		text->lines[i + 1].taken = true;
	return n > 0 ? n : header_columns(text->lines[i].s, columns);
}

/* perf 3.x: "COMM - TID : EVENTS [ RATIO% ] RUNTIME ms". */
static bool parse_task(struct slice line, struct section *section, double values[2])
{
	size_t colon = slice_find(line, " :"), dash;
	struct slice who = slice_trim(slice_head(line, colon)), rest = slice_skip(line, colon + 2);

	dash = slice_rfind_char(who, '-');
	if (dash < 2 || dash == who.n || !num_double(slice_field(&rest), &values[0]))
		return false;
	section->labels[0] = (struct label){ SLICE("comm"), slice_trim(slice_head(who, dash)) };
	section->labels[1] = (struct label){ SLICE("tid"), slice_trim(slice_skip(who, dash + 1)) };
	section->label_count = 2;
	rest = slice_skip(rest, slice_find_char(rest, ']') + 1);
	return num_double(slice_field(&rest), &values[1]) && slice_is(slice_trim(rest), "ms");
}

static enum err read_tasks(struct text *text, size_t i, struct sink *sink, struct error *err)
{
	struct section section = { 0 };
	enum err e = OK;

	text->lines[i].taken = true;
	for (i = text->lines[i].next; e == OK && i < text->count; i = text->lines[i].next) {
		struct record r = record_init(RECORD_SAMPLE);
		struct slice line = slice_trim(text->lines[i].s);
		double values[2];

		if (line.n == 0 || slice_starts(line, "____"))
			continue;
		if (!parse_task(line, &section, values))
			break;
		e = emit_events(&text->lines[i], &section, record_count(values[0]), sink, err);
		r.line = text->lines[i].line_no;
		r.metric = SLICE("runtime");
		r.unit = SLICE("msec");
		r.labels = section.labels;
		r.label_count = section.label_count;
		r.value = values[1];
		if (e == OK)
			e = sink_emit(sink, &r, err);
	}
	return e;
}

static enum err perf_trace_summary_prose(struct arena *arena, struct text *text, struct sink *sink,
					 struct error *err)
{
	struct section section = { 0 };
	enum err e = OK;

	for (size_t i = 0; e == OK && i < text->count; i++) {
		const struct column *columns[COLUMNS_MAX];
		size_t n;

		if (text->lines[i].taken)
			continue;
		if (slice_starts(slice_trim(text->lines[i].s), "[ task - pid ]"))
			e = read_tasks(text, i, sink, err);
		if (!slice_starts(slice_trim(text->lines[i].s), "syscall"))
			continue;
		n = read_header(arena, text, i, columns);
		if (n == 0)
			continue;
		e = read_above(text, i, &section, sink, err);
		section.labels[section.label_count] = (struct label){ 0 };
		if (e == OK)
			e = read_rows(arena, text, skip_rulers(text, i), &section, columns, n, sink,
				      err);
	}
	return e;
}

const struct format fmt_perf_trace_summary = {
	.name = "perf-trace-summary",
	.summary = "system calls: calls, errors, total, min, avg, max, stddev",
	.tool = "perf trace -s, checked with 4.x, 5.10, 6.1 and 7.2",
	.prose = perf_trace_summary_prose,
};
