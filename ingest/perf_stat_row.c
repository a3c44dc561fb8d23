/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/perf_stat.h"

#include "lib/num.h"

struct perf_stat_row perf_stat_row_init(void)
{
	return (struct perf_stat_row){
		.value = RECORD_NO_NUMBER,
		.n = RECORD_NO_COUNT,
		.sem_percent = RECORD_NO_NUMBER,
		.running_percent = RECORD_NO_NUMBER,
		.time_s = RECORD_NO_NUMBER,
	};
}

void perf_stat_label(struct perf_stat_row *row, const char *key, struct slice value)
{
	if (value.n > 0 && row->label_count < PERF_STAT_LABELS_MAX)
		row->labels[row->label_count++] = (struct label){ slice_str(key), value };
}

/* ---- ids ---- */

/* Whether s is prefix and digits. */
static bool is_numbered(struct slice s, const char *prefix)
{
	uint64_t number;

	return slice_take(&s, prefix) && num_uint(s, &number);
}

static bool is_socket_path(struct slice id)
{
	struct slice part;

	return slice_split(&id, '-', &part) && is_numbered(part, "S") && id.n > 0 &&
	       slice_starts(id, "D");
}

bool perf_stat_is_place(struct slice id)
{
	return is_numbered(id, "CPU") || is_numbered(id, "S") || is_numbered(id, "N") ||
	       is_socket_path(id);
}

/* What the last part of S0-D0-... names. */
static const char *socket_path_key(struct slice id)
{
	struct slice last = slice_skip(id, slice_rfind_char(id, '-') + 1);

	if (is_numbered(last, "D"))
		return "die";
	if (is_numbered(last, "CLS"))
		return "cluster";
	return is_numbered(last, "C") ? "core" : "cache";
}

/* COMM-TID; a tid may be -1. */
static bool task_id(struct perf_stat_row *row, struct slice id)
{
	size_t dash = slice_rfind_char(id, '-');
	struct slice tid;
	int64_t number;

	if (dash == 0 || dash == id.n)
		return false;
	dash -= dash > 1 && id.p[dash - 1] == '-';
	tid = slice_skip(id, dash + 1);
	if (!num_int(tid, &number))
		return false;
	perf_stat_label(row, "comm", slice_head(id, dash));
	perf_stat_label(row, "tid", tid);
	return true;
}

bool perf_stat_id(struct perf_stat_row *row, struct slice id)
{
	if (is_numbered(id, "CPU"))
		perf_stat_label(row, "cpu", slice_skip(id, 3));
	else if (is_numbered(id, "S"))
		perf_stat_label(row, "socket", id);
	else if (is_numbered(id, "N"))
		perf_stat_label(row, "node", id);
	else if (is_socket_path(id))
		perf_stat_label(row, socket_path_key(id), id);
	else
		return task_id(row, id);
	row->is_machine = true;
	return true;
}

struct slice perf_stat_status(struct slice value)
{
	static const char *const known[] = { "not counted", "not supported" };

	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		struct slice rest = slice_trim(value);

		if (slice_take(&rest, "<") && slice_take(&rest, known[i]) && slice_is(rest, ">"))
			return slice_str(known[i]);
	}
	return SLICE_NONE;
}

/* ---- names ---- */

static struct slice unified_name(struct slice event)
{
	static const char *const names[][2] = {
		{ "CPU-migrations", "cpu-migrations" }, { "migrations", "cpu-migrations" },
		{ "cs", "context-switches" },           { "faults", "page-faults" },
		{ "task-clock-msecs", "task-clock" },   { "cpu-clock-msecs", "cpu-clock" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (slice_is(event, names[i][0]))
			return slice_str(names[i][1]);
	return event;
}

static bool take_end(struct slice *s, const char *end)
{
	if (!slice_ends(*s, end))
		return false;
	s->n -= slice_str(end).n;
	*s = slice_trim_end(*s);
	return true;
}

static struct slice event_name(struct slice event, struct slice *mode)
{
	(void)take_end(&event, "[software]");
	(void)take_end(&event, "(msec)");
	*mode = SLICE_NONE;
	if (slice_ends(event, ":u") || slice_ends(event, ":k")) {
		*mode = slice_skip(event, event.n - 1);
		event.n -= 2;
	}
	return unified_name(event);
}

static bool is_clock(struct slice name)
{
	return slice_is(name, "cpu-clock") || slice_is(name, "task-clock");
}

static bool has(struct slice s, const char *part)
{
	return slice_find(s, part) < s.n;
}

static enum better event_better(const struct perf_stat_row *row, struct slice name)
{
	static const char *const lower[] = { "misses", "stalled-cycles", "migrations",
					     "major-faults", "_time" };

	if (slice_ends(name, "page-faults") || slice_ends(name, "minor-faults"))
		return BETTER_UNKNOWN; /* the benchmark's matter: a fixed time or a fixed work */
	if (is_clock(name))
		return row->is_machine ? BETTER_NONE : BETTER_LOWER;
	for (size_t i = 0; i < ARRAY_SIZE(lower); i++)
		if (has(name, lower[i]))
			return BETTER_LOWER;
	return slice_is(name, "cycles") || slice_is(name, "cpu-cycles") || has(name, "/cycles/") ||
			       slice_is(name, "time elapsed") || slice_is(name, "user") ||
			       slice_is(name, "sys")
		       ? BETTER_LOWER
		       : BETTER_NONE;
}

/* ---- records ---- */

static struct record row_record(const struct perf_stat_row *row)
{
	struct record r = record_init(RECORD_SAMPLE);

	r.line = row->line;
	r.run = row->run;
	r.n = row->n;
	r.time_s = row->time_s;
	if (row->is_mean)
		r.statistic = SLICE("mean");
	else if (row->is_total)
		r.statistic = SLICE("total");
	return r;
}

/* The row's labels and its event's mode. */
static size_t all_labels(const struct perf_stat_row *row, struct slice mode,
			 struct label labels[PERF_STAT_LABELS_MAX + 1])
{
	size_t n = row->label_count;

	for (size_t i = 0; i < n; i++)
		labels[i] = row->labels[i];
	if (mode.n > 0)
		labels[n++] = (struct label){ SLICE("mode"), mode };
	return n;
}

enum err perf_stat_emit(struct sink *sink, const struct perf_stat_row *row, struct error *err)
{
	struct label labels[PERF_STAT_LABELS_MAX + 1];
	struct record r = row_record(row);
	struct slice mode;

	r.metric = event_name(row->event, &mode);
	r.labels = labels;
	r.label_count = all_labels(row, mode, labels);
	r.unit = row->unit.n == 0 && is_clock(r.metric) ? SLICE("msec") : row->unit;
	r.better = event_better(row, r.metric);
	r.status = row->status;
	if (r.status.n == 0) {
		r.value = row->value;
		r.sem_percent = row->sem_percent;
		r.running_percent = row->running_percent;
	} else {
		r.statistic = SLICE_NONE;
		r.n = RECORD_NO_COUNT;
	}
	return sink_emit(sink, &r, err);
}

/* Blanks in a row to one; names that versions spell differently. */
static struct slice metric_unit(struct arena *arena, struct slice unit)
{
	struct slice out = SLICE_NONE;

	for (struct slice word = slice_field(&unit); word.n > 0; word = slice_field(&unit))
		out = out.n == 0
			      ? word
			      : arena_printf(arena, "%.*s %.*s", SLICE_FMT(out), SLICE_FMT(word));
	return slice_is(out, "insns per cycle") ? SLICE("insn per cycle") : out;
}

static double take_scale(struct slice *unit)
{
	static const struct {
		const char *unit;
		double scale;
	} scales[] = { { "K/sec", 1e3 }, { "M/sec", 1e6 }, { "G/sec", 1e9 } };

	for (size_t i = 0; i < ARRAY_SIZE(scales); i++)
		if (slice_is(*unit, scales[i].unit)) {
			*unit = SLICE("/sec");
			return scales[i].scale;
		}
	return 1;
}

/* What the number of a metric is counted in: most are plain ratios. */
static struct slice counted_in(struct slice unit)
{
	if (slice_is(unit, "/sec") || slice_is(unit, "GHz"))
		return unit;
	return slice_starts(unit, "of all ") || slice_ends(unit, "cycles idle") ||
			       slice_starts(unit, "% ") || slice_is(unit, "%")
		       ? SLICE("%")
		       : SLICE_NONE;
}

static enum better metric_better(struct slice event, struct slice unit)
{
	if (slice_is(unit, "insn per cycle"))
		return BETTER_HIGHER;
	if (has(unit, "stalled cycles") || slice_ends(unit, "cycles idle") ||
	    (has(event, "misses") && slice_starts(unit, "of all")))
		return BETTER_LOWER;
	return BETTER_NONE;
}

enum err perf_stat_emit_metric(struct arena *arena, struct sink *sink,
			       const struct perf_stat_row *row, double value, struct slice unit,
			       struct error *err)
{
	struct label labels[PERF_STAT_LABELS_MAX + 1];
	struct record r = row_record(row);
	struct slice mode, event = event_name(row->event, &mode);

	unit = metric_unit(arena, unit);
	r.value = value * take_scale(&unit);
	r.metric = event.n > 0 ? arena_printf(arena, "%.*s.%.*s", SLICE_FMT(event), SLICE_FMT(unit))
			       : unit;
	r.labels = labels;
	r.label_count = all_labels(row, mode, labels);
	r.unit = counted_in(unit);
	r.better = metric_better(event, unit);
	return sink_emit(sink, &r, err);
}
