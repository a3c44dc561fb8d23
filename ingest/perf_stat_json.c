/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf stat -j: one object a line. Wrappers of other tools put commas between them or brackets
 * around. Under a locale with a decimal comma perf's objects are no JSON until it is a point.
 */
#include "ingest/perf_number.h"
#include "ingest/perf_stat.h"
#include "ingest/run_heading.h"
#include "lib/buf.h"
#include "lib/json.h"

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Makes 1,5 behind a colon 1.5 where the next character ends the value. */
static void repair(struct buf *buf)
{
	for (size_t i = 0; i + 1 < buf->n; i++) {
		size_t comma, end;

		if (buf->data[i] != ':')
			continue;
		for (i++; i < buf->n && buf->data[i] == ' '; i++)
			;
		for (comma = i; comma < buf->n && is_digit(buf->data[comma]); comma++)
			;
		if (comma == i || comma >= buf->n || buf->data[comma] != ',')
			continue;
		for (end = comma + 1; end < buf->n && is_digit(buf->data[end]); end++)
			;
		if (end > comma + 1 && end < buf->n &&
		    (buf->data[end] == ',' || buf->data[end] == '}'))
			buf->data[comma] = '.';
		i = end - 1;
	}
}

/* The first object in *rest, which goes on behind it; "" when there is none. */
static struct slice next_object(struct slice *rest)
{
	size_t begin = slice_find_char(*rest, '{'), depth = 0;
	bool in_text = false;

	for (size_t i = begin; i < rest->n; i++) {
		char c = rest->p[i];

		if (in_text && c == '\\')
			i++;
		else if (c == '"')
			in_text = !in_text;
		else if (!in_text && c == '{')
			depth++;
		else if (!in_text && c == '}' && --depth == 0) {
			struct slice object = { rest->p + begin, i + 1 - begin };

			*rest = slice_skip(*rest, i + 1);
			return object;
		}
	}
	*rest = SLICE_NONE;
	return SLICE_NONE;
}

static bool is_stat_line(struct slice line)
{
	struct slice s = slice_trim(line);

	while (s.n > 0 && (s.p[0] == '[' || s.p[0] == ',' || s.p[0] == ' '))
		s = slice_skip(s, 1);
	if (!slice_starts(s, "{"))
		return false;
	return slice_starts(s, "{\"interval\" :") || slice_find(s, "\"counter-value\"") < s.n ||
	       (slice_find(s, "\"metric-value\"") < s.n && slice_find(s, "\"metric-unit\"") < s.n);
}

/* A number, or a text that is one; either decimal mark. */
static bool get_number(const json_t *object, const char *key, double *out)
{
	const json_t *value = json_object_get(object, key);

	if (json_is_number(value)) {
		*out = json_number_value(value);
		return true;
	}
	return perf_number(json_get_text(object, key), '\0', false, out);
}

static double number_or_none(const json_t *object, const char *key)
{
	double value;

	return get_number(object, key, &value) ? value : RECORD_NO_NUMBER;
}

static void read_labels(const json_t *object, struct perf_stat_row *row)
{
	static const char *const places[] = { "socket", "node", "die", "core", "cluster", "cache" };
	struct slice cpu = json_get_text(object, "cpu"), task = json_get_text(object, "thread");

	(void)slice_take(&cpu, "CPU");
	perf_stat_label(row, "cpu", cpu);
	for (size_t i = 0; i < ARRAY_SIZE(places); i++)
		perf_stat_label(row, places[i], json_get_text(object, places[i]));
	row->is_machine = row->label_count > 0;
	if (task.n > 0 && !perf_stat_id(row, task))
		perf_stat_label(row, "comm", task);
	perf_stat_label(row, "cgroup", json_get_text(object, "cgroup"));
}

static void read_row(const json_t *object, struct perf_stat_row *row)
{
	row->event = json_get_text(object, "event");
	row->unit = json_get_text(object, "unit");
	row->status = perf_stat_status(json_get_text(object, "counter-value"));
	row->sem_percent = number_or_none(object, "variance");
	row->running_percent = number_or_none(object, "pcnt-running");
	row->is_mean = row->sem_percent == row->sem_percent;
	row->time_s = number_or_none(object, "interval");
	read_labels(object, row);
	row->is_machine = row->is_machine || row->time_s == row->time_s;
}

/* --metric-only: each key is a metric and its value the number. */
static enum err emit_metrics_only(struct arena *arena, const json_t *object,
				  const struct perf_stat_row *row, struct sink *sink,
				  struct error *err)
{
	static const char *const others[] = {
		"interval", "cpu",   "thread",   "socket",           "node",  "die", "core",
		"cluster",  "cache", "counters", "aggregate-number", "cgroup"
	};
	const char *key;
	json_t *value;
	enum err e = OK;

	json_object_foreach((json_t *)(uintptr_t)object, key, value)
	{
		bool known = false;
		double number;

		for (size_t i = 0; i < ARRAY_SIZE(others); i++)
			known = known || slice_is(slice_str(key), others[i]);
		if (e == OK && !known && get_number(object, key, &number))
			e = perf_stat_emit_metric(arena, sink, row, number, slice_str(key), err);
	}
	return e;
}

static enum err emit_object(struct arena *arena, const json_t *object, struct perf_stat_row *row,
			    struct perf_stat_row *last, struct sink *sink, struct error *err)
{
	struct slice unit = json_get_text(object, "metric-unit");
	double metric;
	enum err e = OK;

	read_row(object, row);
	if (json_object_get(object, "counter-value") == NULL && unit.n == 0)
		return emit_metrics_only(arena, object, row, sink, err);
	if (row->event.n > 0) {
		*last = *row;
		last->event = arena_slice(arena, row->event);
		for (size_t i = 0; i < last->label_count; i++)
			last->labels[i].value = arena_slice(arena, last->labels[i].value);
		last->unit = SLICE_NONE;
		if (row->status.n > 0 || get_number(object, "counter-value", &row->value))
			e = perf_stat_emit(sink, row, err);
		else if (json_object_get(object, "counter-value") != NULL)
			e = sink_diagnostic(sink, row->line, err,
					    "a counter-value that is no number");
	}
	last->line = row->line;
	if (e == OK && unit.n > 0 && get_number(object, "metric-value", &metric))
		e = perf_stat_emit_metric(arena, sink, last, metric, unit, err);
	return e;
}

static enum err read_object(struct arena *arena, struct slice text, struct perf_stat_row *row,
			    struct perf_stat_row *last, struct sink *sink, struct error *err)
{
	struct error why;
	struct buf buf;
	json_t *object = NULL;
	enum err e;

	buf_init(&buf);
	buf_add(&buf, text);
	repair(&buf);
	if (json_parse(buf_slice(&buf), &object, &why) != OK)
		e = sink_diagnostic(sink, row->line, err, "%s", why.text);
	else
		e = emit_object(arena, object, row, last, sink, err);
	json_decref(object);
	buf_release(&buf);
	return e;
}

/* The line that is not blank before i was taken as one of these too: the run goes on. */
static bool follows(const struct text *text, size_t i)
{
	size_t above = run_line_above(text, i);

	return above < text->count && text->lines[above].taken;
}

enum err perf_stat_json(struct arena *arena, struct text *text, struct sink *sink,
			struct error *err)
{
	struct perf_stat_row last = perf_stat_row_init();
	struct slice run = SLICE_NONE;
	enum err e = OK;

	for (size_t i = 0; e == OK && i < text->count; i++) {
		struct slice rest = text->lines[i].s, object;

		if (text->lines[i].taken || !is_stat_line(rest))
			continue;
		if (!follows(text, i)) {
			run = run_heading(text, i);
			last = perf_stat_row_init();
		}
		text->lines[i].taken = true;
		while (e == OK && (object = next_object(&rest)).n > 0) {
			struct perf_stat_row row = perf_stat_row_init();

			row.line = text->lines[i].line_no;
			row.run = last.run = run;
			e = read_object(arena, object, &row, &last, sink, err);
		}
	}
	return e;
}
