/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf report: tables of symbols with their share, one for each event, with or without headers and
 * call chains, as printed (--stdio) or as pasted from the browser. A share below call chains is of
 * something else in each of their styles: they belong to their entry and are not read.
 */
#include "ingest/format.h"

#include "ingest/perf_event.h"
#include "ingest/perf_header.h"
#include "ingest/report_row.h"
#include "ingest/run_heading.h"
#include "lib/num.h"

enum { LEVELS_MAX = REPORT_COLUMNS_MAX, ROWS_MIN = 3, CHAIN_INDENT = 8, LEVEL_COLUMNS = 3 };

struct report {
	struct text *text;
	struct sink *sink;
	struct slice run;
	/* of the event that is being read */
	struct slice event; /* as printed; of a group all of its members */
	struct slice members[REPORT_MEMBERS_MAX];
	size_t member_count;
	bool has_columns;
	struct report_columns columns;
	struct slice header;
	/* of a hierarchy */
	size_t first_place; /* of '%' in its first row; 0 = none yet */
	struct slice path[LEVELS_MAX];
	/* where we are */
	size_t rows;   /* since the event or the header */
	bool in_entry; /* no blank line since the last row */
};

static struct slice line_of(const struct report *report, size_t i)
{
	return report->text->lines[i].s;
}

static size_t line_no(const struct report *report, size_t i)
{
	return report->text->lines[i].line_no;
}

static void take(struct report *report, size_t i)
{
	report->text->lines[i].taken = true;
}

/* ---- events ---- */

static struct record sample_of(const struct report *report, size_t i, const char *metric)
{
	struct record r = record_init(RECORD_SAMPLE);

	r.line = line_no(report, i);
	r.run = report->run;
	r.metric = slice_str(metric);
	r.better = BETTER_NONE;
	return r;
}

static enum err emit_total(struct report *report, struct record *r, struct error *err)
{
	struct label label = { SLICE("event"), report->event };

	r->labels = &label;
	r->label_count = report->event.n > 0;
	return sink_emit(report->sink, r, err);
}

static enum err emit_event_count(struct report *report, size_t i, struct slice value,
				 struct error *err)
{
	struct record r = sample_of(report, i, "event count");

	return num_double(value, &r.value) ? emit_total(report, &r, err) : OK;
}

static bool is_comment(struct slice line)
{
	return line.n > 0 && line.p[0] == '#';
}

/* The first line of the comments around i: headings stand above them. */
static size_t comments_begin(const struct text *text, size_t i)
{
	size_t above = run_line_above(text, i);

	while (above < text->count && !text->lines[above].taken &&
	       is_comment(text->lines[above].s)) {
		i = above;
		above = run_line_above(text, i);
	}
	return i;
}

/* The run that a heading names; further tables of the same output have none of their own. */
static void find_run(struct report *report, size_t i)
{
	size_t top = comments_begin(report->text, i), above = run_line_above(report->text, top);

	if (above >= report->text->count || !report->text->lines[above].taken)
		report->run = run_heading(report->text, top);
}

static void begin_table(struct report *report, size_t i)
{
	find_run(report, i);
	report->event = SLICE_NONE;
	report->member_count = 0;
	report->has_columns = false;
	report->rows = 0;
	report->in_entry = false;
}

/* "Samples: 4M of event 'cycles', Event count (approx.): 3279403076005" */
static bool cut_samples(struct slice line, struct slice *count, struct slice *rest)
{
	struct slice s = slice_trim(line);

	(void)slice_take(&s, "#");
	s = slice_trim(s);
	if (!slice_take(&s, "Samples:"))
		return false;
	*count = slice_field(&s);
	*rest = s = slice_trim(s);
	return count->n > 0 && count->p[0] >= '0' && count->p[0] <= '9' &&
	       (s.n == 0 || slice_starts(s, "of event"));
}

static struct slice quoted(struct slice s)
{
	size_t open = slice_find_char(s, '\'');

	s = slice_skip(s, open + 1);
	return slice_head(s, slice_find_char(s, '\''));
}

/* "# Events: 3K cycles", as perf 3.0 to 3.2 began a table. */
static bool cut_events(struct slice line, struct slice *count, struct slice *event)
{
	struct slice s = slice_trim(line);

	if (!slice_take(&s, "# Events: "))
		return false;
	*count = slice_field(&s);
	*event = slice_trim(s);
	return count->n > 0 && count->p[0] >= '0' && count->p[0] <= '9' && event->n > 0;
}

static bool begins_event(struct slice line)
{
	struct slice count, rest;

	return cut_samples(line, &count, &rest) || cut_events(line, &count, &rest);
}

/* The line that begins an event. Before perf 3 it had no name, and the number was its count. */
static enum err take_samples(struct report *report, size_t i, struct error *err)
{
	static const char approximate[] = "Event count (approx.):";
	struct slice count, rest, after;
	struct record r;
	enum err e;

	begin_table(report, i);
	take(report, i);
	if (cut_events(line_of(report, i), &count, &rest))
		report->event = rest;
	else if (!cut_samples(line_of(report, i), &count, &rest) || rest.n == 0)
		return emit_event_count(report, i, count, err);
	else
		report->event = quoted(rest);
	report->member_count = perf_event_members(report->event, slice_starts(rest, "of events"),
						  report->members, REPORT_MEMBERS_MAX);
	r = sample_of(report, i, "samples");
	r.text = count;
	e = emit_total(report, &r, err);
	after = slice_skip(rest, slice_find(rest, approximate));
	if (e == OK && slice_take(&after, approximate))
		e = emit_event_count(report, i, slice_field(&after), err);
	return e;
}

/* ---- rows ---- */

static enum err emit_member(struct report *report, size_t i, const struct report_row *row, size_t m,
			    struct error *err)
{
	struct record r = record_init(RECORD_SYMBOL);

	r.line = line_no(report, i);
	r.run = report->run;
	r.event = m < report->member_count ? report->members[m] : report->event;
	r.comm = row->comm;
	r.dso = row->dso;
	r.symbol = row->symbol;
	r.source_file = row->file;
	r.labels = row->labels;
	r.label_count = row->label_count;
	r.percent = row->percent[m];
	r.children_percent = row->children[m];
	r.samples = row->samples[m];
	r.period = row->period[m];
	return sink_emit(report->sink, &r, err);
}

/* A mail may have broken the row before its symbol, which then begins the next line. */
static void join_symbol(struct report *report, size_t i, struct report_row *row)
{
	size_t next = report->text->lines[i].next;
	struct slice line;

	if (!row->lacks_symbol || next >= report->text->count)
		return;
	line = slice_trim(line_of(report, next));
	row->symbol = slice_field(&line);
	if (line.n == 0)
		take(report, next);
	else
		row->symbol = SLICE_NONE;
}

static enum err emit_row(struct report *report, size_t i, struct report_row *row, struct error *err)
{
	enum err e = OK;

	take(report, i);
	report->rows++;
	report->in_entry = true;
	join_symbol(report, i, row);
	for (size_t m = 0; e == OK && m < row->members; m++)
		e = emit_member(report, i, row, m, err);
	return e;
}

/* A line of a hierarchy; the lowest level is a row, those above it are its path. */
static enum err take_level(struct report *report, size_t i, size_t place, struct slice text,
			   struct report_row *row, struct error *err)
{
	size_t levels = report->columns.count - report->columns.numbers, level;

	if (report->first_place == 0)
		report->first_place = place;
	level = place < report->first_place ? 0 : (place - report->first_place) / LEVEL_COLUMNS;
	if (level >= levels)
		return OK;
	report->path[level] = text;
	take(report, i);
	report->rows++;
	report->in_entry = true;
	if (level + 1 < levels)
		return OK;
	for (size_t k = 0; k < levels; k++)
		report_row_level(&report->columns, k, report->path[k], row);
	return emit_row(report, i, row, err);
}

/* *is_row is set for a row of the table. */
static enum err try_row(struct report *report, size_t i, bool *is_row, struct error *err)
{
	struct slice line = line_of(report, i), text;
	struct report_row row;
	size_t place;

	*is_row = true;
	if (!report->has_columns) {
		if (report_row_guess(line, &row))
			return emit_row(report, i, &row, err);
	} else if (report->columns.is_hierarchy) {
		if (report_row_hierarchy(&report->columns, line, &place, &text, &row))
			return take_level(report, i, place, text, &row, err);
	} else if (report_row_read(&report->columns, line, &row)) {
		return emit_row(report, i, &row, err);
	}
	*is_row = false;
	return OK;
}

/* A line of a call chain: of a tree, of -g folded ("9.21% a;b"), or a further indented one. */
static bool is_chain(struct slice line)
{
	struct slice trimmed = slice_trim(line), word = slice_field(&trimmed);

	if (slice_starts(word, "|") || slice_starts(word, "--"))
		return true;
	if (word.p > line.p + CHAIN_INDENT - 1)
		return true;
	return (slice_ends(word, "%") || word.p == line.p) && word.n > 0 && word.p[0] >= '0' &&
	       word.p[0] <= '9' && slice_find(trimmed, "] ") == trimmed.n && trimmed.n > 0;
}

/* ---- comments ---- */

static const char lost_samples[] = "# Total Lost Samples:";

/* It stands above the first event, or below a table. */
static enum err take_losses(struct report *report, size_t i, struct error *err)
{
	struct slice number = line_of(report, i);
	uint64_t n;

	take(report, i);
	if (!slice_take(&number, lost_samples) || !num_uint(slice_trim(number), &n) || n == 0)
		return OK;
	return sink_meta(report->sink, line_no(report, i), "tool.lost_events", slice_trim(number),
			 err);
}

static enum err take_comment(struct report *report, size_t i, struct error *err)
{
	static const char count[] = "# Event count (approx.):";
	struct slice line = slice_trim_end(line_of(report, i)), rest = line;
	struct report_columns columns;

	if (slice_starts(line, lost_samples))
		return take_losses(report, i, err);
	take(report, i);
	if (report_columns_read(line, &columns)) {
		report->columns = columns;
		report->header = line;
		report->has_columns = true;
		report->first_place = 0;
		return OK;
	}
	if (report->has_columns && report->rows == 0 &&
	    report_columns_place(line, report->header, &report->columns))
		return OK;
	if (slice_take(&rest, count))
		return emit_event_count(report, i, slice_trim(rest), err);
	return OK;
}

/* Comments below rows that are perf report's own; others belong to what follows. */
static bool is_own_comment(const struct report *report, struct slice line)
{
	static const char *const words[] = { "# (",        "# To display", "# Total Lost",
					     "# Samples:", "# no ",        "# Event count" };

	line = slice_trim_end(line);
	if (line.n == 1 || report->rows == 0)
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (slice_starts(line, words[i]))
			return true;
	return false;
}

/* Between two lines "# ========" perf tells of the machine. The line behind them. */
static enum err take_facts(struct report *report, size_t *i, struct error *err)
{
	struct text *text = report->text;
	enum err e = OK;

	take(report, *i);
	for (*i = text->lines[*i].next; e == OK && *i < text->count; *i = text->lines[*i].next) {
		struct slice line = line_of(report, *i);

		if (!is_comment(line) || text->lines[*i].taken)
			break;
		take(report, *i);
		if (slice_starts(line, "# ========"))
			break;
		e = perf_header_emit(line, line_no(report, *i), SLICE_NONE, report->sink, err);
	}
	return e;
}

/* ---- tables ---- */

static bool is_columns(struct slice line)
{
	struct report_columns columns;

	return (slice_starts(line, "# ") || slice_starts(line, " ")) &&
	       (slice_find(line, "Overhead") < line.n || slice_find(line, "Children") < line.n) &&
	       report_columns_read(line, &columns);
}

/* What line i adds to a table; *more = false when it is none of its lines. */
static enum err take_line(struct report *report, size_t i, bool *more, struct error *err)
{
	struct slice line = line_of(report, i);
	bool is_row = false;
	enum err e;

	if (slice_trim(line).n == 0) {
		report->in_entry = false;
		return OK;
	}
	if (is_comment(line) || (report->rows == 0 && is_columns(line))) {
		*more = is_own_comment(report, line);
		return *more ? take_comment(report, i, err) : OK;
	}
	e = try_row(report, i, &is_row, err);
	if (is_row)
		return e;
	if ((report->in_entry || report->has_columns) && is_chain(line))
		take(report, i);
	else
		*more = false;
	return OK;
}

/* Reads on from line i, which is behind the one that began the table; the first line not read. */
static enum err read_table(struct report *report, size_t *i, struct error *err)
{
	struct text *text = report->text;
	bool more = true;
	enum err e = OK;

	while (e == OK && more && *i < text->count) {
		if (text->lines[*i].taken ? slice_trim(line_of(report, *i)).n > 0
					  : begins_event(line_of(report, *i)))
			break;
		e = take_line(report, *i, &more, err);
		if (more)
			*i = text->lines[*i].next;
	}
	return e;
}

/* Rows without anything above them that says what they are: three at least. */
static bool are_rows(const struct text *text, size_t i)
{
	struct report_row row;
	size_t rows = 0;

	if (!report_row_guess(text->lines[i].s, &row))
		return false;
	for (; i < text->count && rows < ROWS_MIN; i = text->lines[i].next) {
		struct slice line = text->lines[i].s;

		if (!text->lines[i].taken && report_row_guess(line, &row))
			rows++;
		else if (text->lines[i].taken || (slice_trim(line).n > 0 && !is_chain(line)))
			break;
	}
	return rows == ROWS_MIN;
}

/* Begins a table at line i if one stands there. */
static enum err try_begin(struct report *report, size_t *i, bool *begun, struct error *err)
{
	struct slice line = line_of(report, *i);
	enum err e = OK;

	*begun = true;
	if (begins_event(line)) {
		e = take_samples(report, *i, err);
		*i = report->text->lines[*i].next;
		return e;
	}
	if (is_columns(line) || are_rows(report->text, *i)) {
		begin_table(report, *i);
		return OK;
	}
	*begun = false;
	return OK;
}

static enum err read_depth(struct report *report, size_t i, struct error *err)
{
	struct text *text = report->text;
	enum err e = OK;

	while (e == OK && i < text->count) {
		bool begun = false;
		size_t before = i;

		if (!text->lines[i].taken && slice_starts(line_of(report, i), "# ========"))
			e = take_facts(report, &i, err);
		else if (!text->lines[i].taken && slice_starts(line_of(report, i), lost_samples))
			e = take_losses(report, i, err);
		else if (!text->lines[i].taken && slice_trim(line_of(report, i)).n > 0)
			e = try_begin(report, &i, &begun, err);
		if (e == OK && begun)
			e = read_table(report, &i, err);
		if (i == before)
			i = text->lines[i].next;
	}
	return e;
}

static enum err perf_report_prose(struct arena *arena, struct text *text, struct sink *sink,
				  struct error *err)
{
	enum err e = OK;

	for (size_t i = 0; e == OK && i < text->count; i++) {
		struct report *report;

		if (text->lines[i].previous < text->count)
			continue; /* not the first line of its depth */
		report = ARENA_NEW(arena, struct report);
		report->text = text;
		report->sink = sink;
		e = read_depth(report, i, err);
	}
	return e;
}

const struct format fmt_perf_report = {
	.name = "perf-report",
	.summary = "share of each symbol, by event, task and object",
	.tool = "perf report, checked with 2.6.33, 4.6, 5.10, 6.1, 6.12 and 7.2",
	.prose = perf_report_prose,
};
