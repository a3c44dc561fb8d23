/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf stat -x SEP. No quoting, and fields come and go with the options: a row is found by its run
 * time, an integer that the percent of running ("100.00") follows, and read from both ends.
 */
#include <string.h>

#include "ingest/perf_number.h"
#include "ingest/perf_stat.h"
#include "ingest/run_heading.h"
#include "lib/num.h"

enum { FIELDS_MAX = 48, UNIT_MAX_BYTES = 16, ROWS_MIN = 2 };

static const char separators[] = ",;|\t :";

struct fields {
	struct slice f[FIELDS_MAX];
	size_t n;
};

struct csv_row {
	struct perf_stat_row row;
	struct slice value, time, sem, running, metric, metric_unit;
	bool is_metric; /* nothing but a metric of the row above */
};

/* Whether a block's values have a decimal comma; then its metrics are cut at theirs. */
struct csv_style {
	char separator, decimal;
};

/* ---- fields ---- */

/* "<not" and "counted>" parted by a blank separator are one field. */
static void join_status(struct fields *fields)
{
	for (size_t i = 0; i + 1 < fields->n; i++) {
		struct slice *f = &fields->f[i];

		if (!slice_is(*f, "<not") || !slice_ends(fields->f[i + 1], ">"))
			continue;
		f->n = (size_t)(fields->f[i + 1].p - f->p) + fields->f[i + 1].n;
		fields->n--;
		memmove(f + 1, f + 2, (fields->n - i - 1) * sizeof(*f));
	}
}

/* False when there are more fields than any row has. */
static bool split_fields(struct slice line, char separator, struct fields *out)
{
	struct slice rest = separator == '\t' ? line : slice_trim_end(line);
	size_t blanks = 0;

	if (separator != '\t')
		while (blanks < rest.n && rest.p[blanks] == ' ')
			blanks++;
	rest = slice_skip(rest, blanks);
	for (out->n = 0; out->n < FIELDS_MAX; out->n++) {
		size_t at = slice_find_char(rest, separator);

		out->f[out->n] = slice_head(rest, at);
		if (at == rest.n) {
			out->n++;
			if (separator == ' ')
				join_status(out);
			return true;
		}
		rest = slice_skip(rest, at + 1);
	}
	return false;
}

static bool is_percent(struct slice s)
{
	double value;

	return s.n >= 4 && (s.p[s.n - 3] == '.' || s.p[s.n - 3] == ',') &&
	       perf_number(s, s.p[s.n - 3], false, &value) && value <= 100;
}

/* The field of the run time; fields->n when there is none. */
static size_t find_anchor(const struct fields *fields)
{
	uint64_t run_time;

	for (size_t i = 3; i + 1 < fields->n; i++)
		if (num_uint(fields->f[i], &run_time) && is_percent(fields->f[i + 1]))
			return i;
	return fields->n;
}

static bool is_time(struct slice s)
{
	double value;

	return s.n > 10 && (s.p[s.n - 10] == '.' || s.p[s.n - 10] == ',') &&
	       perf_number(s, s.p[s.n - 10], false, &value);
}

static bool is_value(struct slice s)
{
	double value;

	return perf_stat_status(s).n > 0 ||
	       (s.n > 0 && s.p[0] >= '0' && s.p[0] <= '9' && perf_number(s, '\0', false, &value));
}

static bool is_unit(struct slice s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!(s.p[i] >= 'a' && s.p[i] <= 'z') && !(s.p[i] >= 'A' && s.p[i] <= 'Z') &&
		    s.p[i] != '%' && s.p[i] != '/')
			return false;
	return s.n <= UNIT_MAX_BYTES;
}

/* ---- rows ---- */

/* "summary", time, id and count of CPUs; the field behind them in *i. */
static void take_front(const struct fields *fields, struct csv_row *out, size_t *i)
{
	struct slice s = slice_trim(fields->f[0]), id;
	uint64_t count;

	*i = 0;
	if (slice_is(s, "summary")) {
		out->row.is_total = out->row.is_machine = true;
		++*i;
	} else if (is_time(s) && fields->n > 1) {
		out->time = s;
		out->row.is_machine = true;
		++*i;
	}
	id = *i < fields->n ? slice_trim(fields->f[*i]) : SLICE_NONE;
	if (is_value(id) || !perf_stat_id(&out->row, id))
		return;
	++*i;
	if (perf_stat_is_place(id) && !slice_starts(id, "CPU") && *i + 1 < fields->n &&
	    num_uint(fields->f[*i], &count) &&
	    (is_value(fields->f[*i + 1]) || fields->f[*i + 1].n == 0))
		++*i;
}

static bool is_whole_event(struct slice s)
{
	size_t slashes = 0, depth = 0;

	for (size_t i = 0; i < s.n; i++) {
		slashes += s.p[i] == '/';
		depth += s.p[i] == '{';
		depth -= s.p[i] == '}' && depth > 0;
	}
	return slashes % 2 == 0 && depth == 0;
}

static bool has_letter(struct slice s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((s.p[i] >= 'a' && s.p[i] <= 'z') || (s.p[i] >= 'A' && s.p[i] <= 'Z'))
			return true;
	return false;
}

/* The event in fields [i, end), the separator within it or not, and a cgroup behind it. */
static bool take_event(const struct fields *fields, size_t i, size_t end, struct csv_row *out)
{
	struct slice *event = &out->row.event;

	if (i >= end)
		return false;
	if (end > i + 1 && slice_ends(fields->f[end - 1], "%")) {
		out->sem = fields->f[--end];
		out->sem.n--;
	}
	*event = fields->f[i++];
	while (i < end && !is_whole_event(*event)) {
		event->n = (size_t)(fields->f[i].p - event->p) + fields->f[i].n;
		i++;
	}
	if (i < end) {
		struct slice last = fields->f[end - 1];

		for (size_t k = i; k < end; k++)
			if (fields->f[k].n == 0)
				return false; /* columns that stand in line */
		perf_stat_label(&out->row, "cgroup",
				(struct slice){ fields->f[i].p,
						(size_t)(last.p - fields->f[i].p) + last.n });
	}
	return has_letter(*event) && event->p[0] != ' ';
}

/* Metric value and unit, the last fields of a row; a unit of several words with a blank between. */
static bool take_metric(const struct fields *fields, size_t i, struct csv_row *out)
{
	if (i >= fields->n)
		return true;
	if (i + 1 >= fields->n)
		return fields->f[i].n == 0;
	out->metric = fields->f[i];
	out->metric_unit = (struct slice){ fields->f[i + 1].p, (size_t)(fields->f[fields->n - 1].p -
									fields->f[i + 1].p) +
								       fields->f[fields->n - 1].n };
	return true;
}

/* Nothing but empty fields behind the front, then a metric. */
static bool is_metric_row(const struct fields *fields, size_t i, struct csv_row *out)
{
	double value;

	if (fields->n < i + 6)
		return false;
	for (; i + 2 < fields->n; i++)
		if (fields->f[i].n > 0)
			return false;
	out->metric = fields->f[i];
	out->metric_unit = slice_trim(fields->f[i + 1]);
	out->is_metric = true;
	return perf_number(out->metric, '\0', false, &value) && has_letter(out->metric_unit);
}

static bool parse_row(struct slice line, char separator, struct csv_row *out)
{
	struct fields fields;
	size_t i, anchor;

	*out = (struct csv_row){ .row = perf_stat_row_init() };
	if (!split_fields(line, separator, &fields) || fields.n < 5)
		return false;
	take_front(&fields, out, &i);
	if (is_metric_row(&fields, i, out))
		return true;
	anchor = find_anchor(&fields);
	if (anchor == fields.n || i + 2 >= anchor || !is_value(fields.f[i]) ||
	    !is_unit(fields.f[i + 1]))
		return false;
	out->value = fields.f[i];
	out->row.status = perf_stat_status(fields.f[i]);
	out->row.unit = fields.f[i + 1];
	out->running = fields.f[anchor + 1];
	return take_event(&fields, i + 2, anchor, out) && take_metric(&fields, anchor + 2, out);
}

/* ---- blocks ---- */

/* The separator under which the line is a row; '\0' = none. */
static char separator_of(struct slice line)
{
	struct csv_row row;

	for (size_t i = 0; separators[i] != '\0'; i++)
		if (parse_row(line, separators[i], &row) && !row.is_metric)
			return separators[i];
	return '\0';
}

/* Between the rows of a file there may be notes and blank lines. */
static bool is_note(struct slice line)
{
	struct slice s = slice_trim(line);

	return s.n == 0 || slice_starts(s, "# started on ");
}

/* The lines from i on that are rows under this separator: how many, and where they end. */
static size_t count_rows(const struct text *text, size_t i, struct csv_style *style, size_t *end)
{
	size_t n = 0;

	for (; i < text->count && !text->lines[i].taken; i = text->lines[i].next) {
		struct csv_row row;
		char mark;

		if (is_note(text->lines[i].s))
			continue;
		if (!parse_row(text->lines[i].s, style->separator, &row))
			break;
		mark = perf_decimal_mark(row.running);
		if (mark != '\0')
			style->decimal = mark;
		*end = text->lines[i].next;
		n++;
	}
	return n;
}

static enum err emit_row(struct arena *arena, struct csv_row *row, struct perf_stat_row *last,
			 const struct csv_style *style, struct sink *sink, struct error *err)
{
	struct perf_stat_row *r = &row->row;
	double metric;
	enum err e = OK;

	r->time_s = perf_number_or_none(row->time, style->decimal);
	r->sem_percent = perf_number_or_none(row->sem, style->decimal);
	r->running_percent = perf_number_or_none(row->running, style->decimal);
	r->is_mean = row->sem.n > 0;
	if (row->is_metric) {
		last->line = r->line;
	} else {
		*last = *r;
		if (r->status.n == 0 && !perf_number(row->value, style->decimal, false, &r->value))
			return sink_diagnostic(sink, r->line, err, "'%.*s' is no number",
					       SLICE_FMT(slice_head(row->value, 40)));
		e = perf_stat_emit(sink, r, err);
	}
	if (e == OK && style->decimal != ',' && row->metric_unit.n > 0 &&
	    perf_number(row->metric, '.', false, &metric))
		e = perf_stat_emit_metric(arena, sink, last, metric, row->metric_unit, err);
	return e;
}

static enum err read_block(struct arena *arena, struct text *text, size_t i, size_t end,
			   const struct csv_style *style, struct sink *sink, struct error *err)
{
	struct perf_stat_row last = perf_stat_row_init();
	struct slice run = run_heading(text, i);
	enum err e = OK;

	for (; e == OK && i < end && i < text->count; i = text->lines[i].next) {
		struct csv_row row;

		if (is_note(text->lines[i].s))
			continue;
		text->lines[i].taken = true;
		if (!parse_row(text->lines[i].s, style->separator, &row))
			continue;
		row.row.line = text->lines[i].line_no;
		row.row.run = run;
		e = emit_row(arena, &row, &last, style, sink, err);
	}
	return e;
}

enum err perf_stat_csv(struct arena *arena, struct text *text, struct sink *sink, struct error *err)
{
	enum err e = OK;

	for (size_t i = 0; e == OK && i < text->count; i++) {
		struct csv_style style = { 0 };
		size_t end = i;

		if (text->lines[i].taken || text->lines[i].s.n == 0)
			continue;
		style.separator = separator_of(text->lines[i].s);
		if (style.separator != '\0' && count_rows(text, i, &style, &end) >= ROWS_MIN)
			e = read_block(arena, text, i, end, &style, sink, err);
	}
	return e;
}
