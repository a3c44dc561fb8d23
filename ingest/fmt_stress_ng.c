/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stress-ng: the table of --metrics and --metrics-brief, what stressors measure besides
 * ("miscellaneous metrics"), and --yaml. Both name what they have in common as the YAML does.
 * Rows begin with "stress-ng: info:  [4372] ", since 0.15.05 with "metrc:", or, with --log-brief,
 * with nothing.
 */
#include "ingest/format.h"
#include "ingest/results.h"
#include "ingest/run_heading.h"
#include "lib/num.h"

enum { STRANGE_LINES_MAX = 3, NUMBERS_MIN = 6, NUMBERS_MAX = 8, HOGS_MAX_BYTES = 16 * 1024 };

struct reading {
	struct results results;
	struct arena *arena;
	struct slice hogs; /* "4 signest, 2 vm": how many of each were started */
	size_t rows;
	bool failed, is_brief; /* is_brief: the table's lines have no prefix */
};

/* Cuts "stress-ng: info:  [4372] " off; *level is "info", "metrc", ... False when it is not there.
 */
static bool take_prefix(struct slice *s, struct slice *level)
{
	struct slice rest = *s, number;
	uint64_t pid;

	if (!slice_take(&rest, "stress-ng: ") || !slice_split(&rest, ':', level))
		return false;
	rest = slice_trim(rest);
	if (!slice_take(&rest, "[") || !slice_split(&rest, ']', &number) || !num_uint(number, &pid))
		return false;
	*s = slice_trim(rest);
	return true;
}

/* ---- the table ---- */

struct column {
	const char *metric, *unit;
	enum better better;
};

static const struct column columns[NUMBERS_MAX] = {
	{ "bogo-ops", "", BETTER_NONE },
	{ "wall-clock-time", "s", BETTER_NONE },
	{ "user-time", "s", BETTER_NONE },
	{ "system-time", "s", BETTER_NONE },
	{ "bogo-ops-per-second-real-time", "ops/s", BETTER_HIGHER },
	{ "bogo-ops-per-second-usr-sys-time", "ops/s", BETTER_HIGHER },
	{ "cpu-usage-per-instance", "%", BETTER_NONE },
	{ "max-rss", "KiB", BETTER_LOWER },
};

static bool is_header(struct slice s)
{
	return slice_starts(s, "stressor ") && slice_find(s, " bogo ops") < s.n;
}

static bool is_second_header(struct slice s)
{
	return slice_starts(s, "(secs) ");
}

struct row {
	struct slice name;
	double values[NUMBERS_MAX];
	size_t count;
};

static bool read_row(struct slice s, struct row *row)
{
	struct slice field;

	row->name = slice_field(&s);
	row->count = 0;
	while ((field = slice_field(&s)).n > 0)
		if (row->count == NUMBERS_MAX || !num_double(field, &row->values[row->count++]))
			return false;
	return row->name.n > 0 && row->count > 0;
}

/* "2" of "1 memrate, 2 matrix-3d" for matrix-3d. */
static struct slice instances_of(struct slice hogs, struct slice name)
{
	struct slice part;

	while (slice_split(&hogs, ',', &part)) {
		struct slice number = slice_field(&part);
		uint64_t value;

		if (slice_eq(slice_trim(part), name) && num_uint(number, &value))
			return number;
	}
	return SLICE_NONE;
}

static void name_stressor(struct reading *reading, struct slice name)
{
	results_label(&reading->results, "stressor", name);
	results_label(&reading->results, "instances", instances_of(reading->hogs, name));
}

/* A stressor that did nothing has no rate. */
static enum err take_row(struct reading *reading, const struct row *row, struct error *err)
{
	enum err e = OK;

	name_stressor(reading, row->name);
	reading->rows++;
	for (size_t i = 0; e == OK && i < row->count; i++) {
		struct record r = results_sample(&reading->results, slice_str(columns[i].metric),
						 columns[i].unit, columns[i].better);

		r.value = row->values[i];
		if (row->values[0] == 0 && columns[i].better == BETTER_HIGHER) {
			r.value = RECORD_NO_NUMBER;
			r.status = SLICE("failed");
		}
		e = sink_emit(reading->results.sink, &r, err);
	}
	return e;
}

/* ---- what stressors measure besides ---- */

/* Which way is good, by the words that tell what it is. */
static enum better better_of(struct slice what)
{
	static const char *const higher[] = { "per sec", "/sec", "per-sec" };
	static const char *const lower[] = { "nanosec", "microsec", "millisec" };

	for (size_t i = 0; i < ARRAY_SIZE(lower); i++)
		if (slice_find(what, lower[i]) < what.n)
			return BETTER_LOWER;
	for (size_t i = 0; i < ARRAY_SIZE(higher); i++)
		if (slice_find(what, higher[i]) < what.n)
			return BETTER_HIGHER;
	return BETTER_NONE;
}

/* "(harmonic mean of 6 instances)" at the end is cut off. "geometic" is what older ones write. */
static bool take_mean(struct slice *s, struct record *r)
{
	static const char *const kinds[][2] = {
		{ "average per stressor", "mean" },
		{ "geometic mean", "gmean" },
		{ "geometric mean", "gmean" },
		{ "harmonic mean", "hmean" },
		{ "total", "total" },
		{ "maximum", "max" },
	};
	size_t at = slice_rfind_char(*s, '(');
	struct slice rest = slice_skip(*s, at + 1);

	if (at == s->n || !slice_ends(rest, ")"))
		return false;
	rest.n--;
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		int64_t n;

		if (!slice_take(&rest, kinds[i][0]))
			continue;
		r->statistic = slice_str(kinds[i][1]);
		if (slice_take(&rest, " of ") && num_int(slice_field(&rest), &n) && n > 0)
			r->n = n;
		*s = slice_trim_end(slice_head(*s, at));
		return true;
	}
	return false;
}

/* "flock   5678.91 nanosecs per flock lock call (harmonic mean of 6 instances)" */
static bool read_besides(struct slice s, struct slice *name, struct record *r)
{
	struct slice number;

	if (!take_mean(&s, r))
		return false;
	*name = slice_field(&s);
	number = slice_field(&s);
	r->metric = slice_trim(s);
	r->better = better_of(r->metric);
	return r->metric.n > 0 && num_double(number, &r->value);
}

static enum err take_besides(struct reading *reading, struct slice s, bool *is_row,
			     struct error *err)
{
	struct record r = results_sample(&reading->results, SLICE_NONE, "", BETTER_NONE);
	struct slice name;

	*is_row = read_besides(s, &name, &r);
	if (!*is_row)
		return OK;
	name_stressor(reading, name);
	r.labels = reading->results.labels;
	r.label_count = reading->results.label_count;
	reading->rows++;
	return sink_emit(reading->results.sink, &r, err);
}

/* ---- text ---- */

/* A row, joined with the line below when a mail broke it. */
static enum err take_numbers(struct reading *reading, struct text *text, size_t i, struct slice s,
			     bool *is_row, struct error *err)
{
	size_t below = text_row_below(text, i);
	struct row row;

	*is_row = false;
	if (!read_row(s, &row))
		return OK;
	if (row.count < NUMBERS_MIN && below < text->count && !text->lines[below].taken) {
		s = arena_printf(reading->arena, "%.*s %.*s", SLICE_FMT(s),
				 SLICE_FMT(slice_trim(text->lines[below].s)));
		if (!read_row(s, &row) || row.count < NUMBERS_MIN)
			return OK;
		text->lines[below].taken = true;
	}
	*is_row = row.count >= NUMBERS_MIN;
	return *is_row ? take_row(reading, &row, err) : OK;
}

static enum err take_failure(struct reading *reading, struct slice s, struct error *err)
{
	reading->failed = true;
	return sink_diagnostic(reading->results.sink, reading->results.line, err, "%.*s",
			       SLICE_FMT(slice_head(s, 200)));
}

/* Lines of stress-ng that hold no measurement of a stressor. */
static enum err take_words(struct reading *reading, struct slice level, struct slice s,
			   struct error *err)
{
	struct slice rest = s;

	if (slice_take(&rest, "dispatching hogs: "))
		reading->hogs = slice_head(rest, HOGS_MAX_BYTES);
	if (slice_is(level, "fail") || slice_is(level, "error"))
		return take_failure(reading, s, err);
	return OK;
}

static enum err take_line(struct reading *reading, struct text *text, size_t i, struct error *err)
{
	struct slice s = slice_trim(text->lines[i].s), level = SLICE_NONE;
	bool ours = take_prefix(&s, &level), is_row = false;
	enum err e = OK;

	reading->results.line = text->lines[i].line_no;
	reading->is_brief |= !ours && is_header(s);
	if (ours ? slice_is(level, "info") || slice_is(level, "metrc") : reading->is_brief) {
		e = take_besides(reading, s, &is_row, err);
		if (e == OK && !is_row)
			e = take_numbers(reading, text, i, s, &is_row, err);
	}
	if (e == OK && ours && !is_row)
		e = take_words(reading, level, s, err);
	text->lines[i].taken = ours || is_row || is_header(s) || is_second_header(s);
	return e;
}

/* A run that only failed counts as not measured. */
static enum err end_block(const struct reading *reading, struct error *err)
{
	struct record r = results_sample(&reading->results, SLICE("run"), "", BETTER_NONE);

	if (!reading->failed || reading->rows > 0)
		return OK;
	r.status = SLICE("failed");
	return sink_emit(reading->results.sink, &r, err);
}

static enum err read_block(struct arena *arena, struct text *text, size_t i, struct sink *sink,
			   struct error *err)
{
	struct reading reading = { .arena = arena };
	int strange = 0;
	enum err e = OK;

	reading.results.sink = sink;
	reading.results.benchmark = SLICE("stress-ng");
	results_heading(&reading.results, text, i);
	for (; e == OK && i < text->count && strange <= STRANGE_LINES_MAX;
	     i = text->lines[i].next) {
		if (slice_trim(text->lines[i].s).n == 0 || text->lines[i].taken)
			continue;
		if (strange > 0)
			results_heading(&reading.results, text, i);
		e = take_line(&reading, text, i, err);
		strange = text->lines[i].taken ? 0 : strange + 1;
	}
	return e == OK ? end_block(&reading, err) : e;
}

/* ---- YAML ---- */

/* "KEY: VALUE" of an entry. */
static bool read_pair(struct slice s, struct slice *key, struct slice *value)
{
	size_t colon = slice_find(s, ": ");

	*key = slice_head(s, colon);
	*value = slice_trim(slice_skip(s, colon + 1));
	return colon < s.n && slice_find_char(*key, ' ') == key->n;
}

static enum err take_pair(struct reading *reading, struct slice key, struct slice value,
			  struct error *err)
{
	struct record r = results_sample(&reading->results, key, "", better_of(key));

	for (size_t i = 0; i < ARRAY_SIZE(columns); i++)
		if (slice_is(key, columns[i].metric)) {
			r.unit = slice_str(columns[i].unit);
			r.better = columns[i].better;
		}
	if (!num_double(value, &r.value))
		return sink_diagnostic(reading->results.sink, reading->results.line, err,
				       "expected a number as %.*s", SLICE_FMT(slice_head(key, 80)));
	return sink_emit(reading->results.sink, &r, err);
}

/* "- stressor: NAME" and the pairs below it. */
static enum err read_entry(struct text *text, size_t i, struct sink *sink, struct error *err)
{
	struct reading reading = { .results = { .sink = sink, .benchmark = SLICE("stress-ng") } };
	struct slice s = slice_trim(text->lines[i].s);
	enum err e = OK;

	(void)slice_take(&s, "- stressor: "); /* it begins so */
	results_heading(&reading.results, text, i);
	results_label(&reading.results, "stressor", slice_trim(s));
	do {
		struct slice key, value;

		text->lines[i].taken = true;
		i = text->lines[i].next;
		if (i >= text->count || text->lines[i].taken)
			break;
		s = slice_trim(text->lines[i].s);
		if (slice_starts(s, "- ") || !read_pair(s, &key, &value))
			break;
		reading.results.line = text->lines[i].line_no;
		e = take_pair(&reading, key, value, err);
	} while (e == OK);
	return e;
}

/* What "system-info:" at the top says of the machine. */
static enum err read_system(struct text *text, size_t i, struct sink *sink, struct error *err)
{
	static const char *const facts[][2] = {
		{ "stress-ng-version", "tool.version" },
		{ "release", "kernel.release" },
		{ "machine", "kernel.arch" },
		{ "hostname", "machine.hostname" },
		{ "totalram", "machine.memory_bytes" },
		{ "cpus", "machine.threads" },
	};
	struct slice key, value;
	enum err e = OK;

	for (text->lines[i].taken = true, i = text->lines[i].next;
	     e == OK && i < text->count && read_pair(slice_trim(text->lines[i].s), &key, &value);
	     i = text->lines[i].next) {
		text->lines[i].taken = true;
		for (size_t k = 0; e == OK && k < ARRAY_SIZE(facts); k++)
			if (slice_is(key, facts[k][0]))
				e = sink_meta(sink, text->lines[i].line_no, facts[k][1], value,
					      err);
	}
	return e;
}

/* ---- both ---- */

static bool begins_text(struct slice s)
{
	struct slice level;

	return take_prefix(&s, &level) || is_header(s);
}

static bool begins_entry(const struct text *text, size_t i, struct slice s)
{
	size_t next = text->lines[i].next;

	return slice_starts(s, "- stressor: ") && next < text->count &&
	       slice_starts(slice_trim(text->lines[next].s), "bogo-ops: ");
}

/* The line above the first entry, which is no name of a run. */
static bool begins_entries(const struct text *text, size_t i, struct slice s)
{
	size_t next = text->lines[i].next;

	return slice_is(s, "metrics:") && next < text->count &&
	       slice_starts(slice_trim(text->lines[next].s), "- stressor: ");
}

static bool begins_system(const struct text *text, size_t i, struct slice s)
{
	size_t next = text->lines[i].next;

	return slice_is(s, "system-info:") && next < text->count &&
	       slice_starts(slice_trim(text->lines[next].s), "stress-ng-version: ");
}

static enum err stress_ng_prose(struct arena *arena, struct text *text, struct sink *sink,
				struct error *err)
{
	enum err e = OK;

	for (size_t i = 0; e == OK && i < text->count; i++) {
		struct slice s = slice_trim(text->lines[i].s);

		if (text->lines[i].taken || s.n == 0)
			continue;
		if (begins_text(s))
			e = read_block(arena, text, i, sink, err);
		else if (begins_entry(text, i, s))
			e = read_entry(text, i, sink, err);
		else if (begins_entries(text, i, s))
			text->lines[i].taken = true;
		else if (begins_system(text, i, s))
			e = read_system(text, i, sink, err);
	}
	return e;
}

const struct format fmt_stress_ng = {
	.name = "stress-ng",
	.summary = "metrics of stress-ng's stressors, as text and YAML",
	.tool = "stress-ng 0.05 to 0.22: --metrics, --metrics-brief, --yaml",
	.prose = stress_ng_prose,
};
