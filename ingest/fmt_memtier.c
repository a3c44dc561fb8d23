/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memtier_benchmark: the table "ALL STATS", or one for each run and their average, in text and in
 * the JSON of --json-out-file. Best and worst runs are chosen ones, so they are left out.
 */
#include "ingest/documents.h"
#include "ingest/result_lines.h"
#include "lib/num.h"

enum { COLUMNS_MAX = 24, RUNS_MAX = 100000 };

/* ---- what both say ---- */

struct section {
	bool is_left_out;
	int iteration; /* 0 = of all runs */
	int64_t runs;  /* that were averaged; 0 = none */
};

/* "ALL STATS", "RUN #2 RESULTS", "AGGREGATED AVERAGE RESULTS (2 runs)" ... */
static bool read_section(struct slice s, struct section *out)
{
	struct slice rest;
	double number;

	*out = (struct section){ 0 };
	if (slice_is(s, "ALL STATS"))
		return true;
	out->is_left_out = true;
	if (slice_is(s, "BEST RUN RESULTS") || slice_is(s, "WORST RUN RESULTS"))
		return true;
	out->is_left_out = false;
	if (result_line(s, "RUN #", &number, &rest)) {
		out->iteration = number < RUNS_MAX ? (int)number : 0;
		return slice_is(rest, "RESULTS");
	}
	if (!result_line(s, "AGGREGATED AVERAGE RESULTS (", &number, &rest))
		return false;
	out->runs = result_count(number);
	return slice_is(rest, "runs)");
}

/* The statistic in a latency's name: "p99.9 Latency", "p99.90", "Avg. Latency", "Min Latency". */
static struct slice statistic_of(struct slice name)
{
	static const char *const names[][2] = {
		{ "Avg. Latency", "mean" },
		{ "Average Latency", "mean" },
		{ "Min Latency", "min" },
		{ "Max Latency", "max" },
	};
	struct slice s = slice_head(name, slice_find(name, " Latency"));
	double percent;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (slice_is(name, names[i][0]))
			return slice_str(names[i][1]);
	if (!slice_starts(s, "p") || !num_double(slice_skip(s, 1), &percent))
		return SLICE_NONE;
	while (slice_find_char(s, '.') < s.n && (slice_ends(s, "0") || slice_ends(s, ".")))
		s.n--;
	return s;
}

/* A number of a column; columns that are not known are left out. */
static enum err emit(const struct results *r, const struct section *section, struct slice column,
		     double value, int64_t n, struct error *err)
{
	static const struct {
		const char *column, *metric, *unit;
		enum better better;
	} rates[] = {
		{ "Ops/sec", "operations", "ops/s", BETTER_HIGHER },
		{ "Hits/sec", "hits", "hits/s", BETTER_NONE },
		{ "Misses/sec", "misses", "misses/s", BETTER_NONE },
		{ "KB/sec", "throughput", "KB/s", BETTER_HIGHER },
	};
	struct result_statistic statistic = {
		.metric = "latency",
		.statistic = statistic_of(column),
		.unit = "msec",
		.better = BETTER_LOWER,
		.value = value,
		.n = n,
	};

	if (statistic.statistic.n > 0)
		return result_statistic(r, &statistic, err);
	for (size_t i = 0; i < ARRAY_SIZE(rates); i++) {
		if (!slice_is(column, rates[i].column))
			continue;
		if (section->runs == 0)
			return results_emit(r, rates[i].metric, value, rates[i].unit,
					    rates[i].better, err);
		statistic =
			(struct result_statistic){ rates[i].metric, SLICE("mean"), rates[i].unit,
						   rates[i].better, value,         section->runs };
		return result_statistic(r, &statistic, err);
	}
	return OK;
}

static struct results results_new(struct sink *sink)
{
	return (struct results){ .sink = sink, .benchmark = SLICE("memtier") };
}

/* ---- text ---- */

struct columns {
	struct slice names[COLUMNS_MAX];
	size_t count;
};

static bool is_rule(struct slice s, const char *mark)
{
	return slice_starts(s, mark);
}

/* "Type  Ops/sec  Hits/sec ... p99.9 Latency  KB/sec": names, two blanks or more between. */
static bool read_columns(struct slice s, struct columns *out)
{
	size_t n;

	if (!slice_take(&s, "Type "))
		return false;
	for (out->count = 0; (s = slice_trim(s)).n > 0 && out->count < COLUMNS_MAX;
	     s = slice_skip(s, n)) {
		n = slice_find(s, "  ");
		out->names[out->count++] = slice_head(s, n);
	}
	return s.n == 0 && out->count > 0 && slice_is(out->names[0], "Ops/sec");
}

/* A row's name, and its values from the right; false when one is neither number nor "---". */
static bool read_row(struct slice s, const struct columns *columns, struct slice *type,
		     struct slice *values)
{
	double value;

	for (size_t i = columns->count; i-- > 0;) {
		size_t at = slice_rfind_char(s, ' ');

		values[i] = at < s.n ? slice_skip(s, at + 1) : SLICE_NONE;
		if (!slice_is(values[i], "---") && !num_double(values[i], &value))
			return false;
		s = slice_trim_end(slice_head(s, at));
	}
	*type = s;
	return s.n > 0;
}

/* Nothing of this type was done. */
static bool was_not_run(const struct columns *columns, const struct slice *values)
{
	double rate;

	for (size_t i = 1; i < columns->count; i++)
		if (slice_is(columns->names[i], "Avg. Latency"))
			return slice_is(values[i], "---");
	return num_double(values[0], &rate) && rate == 0;
}

static enum err take_row(struct results *r, const struct section *section,
			 const struct columns *columns, struct slice type,
			 const struct slice *values, struct error *err)
{
	double value;
	enum err e = OK;

	if (section->is_left_out || was_not_run(columns, values))
		return OK;
	results_label(r, "op", type);
	for (size_t i = 0; e == OK && i < columns->count; i++)
		if (num_double(values[i], &value))
			e = emit(r, section, columns->names[i], value, 0, err);
	return e;
}

/* Title, a line of '=', columns, a line of '-', rows. */
static enum err read_table(struct results *r, const struct section *section, struct text *text,
			   size_t i, const struct columns *columns, struct error *err)
{
	enum err e = OK;

	for (; e == OK && i < text->count && !text->lines[i].taken; i = text->lines[i].next) {
		struct slice s = slice_trim(text->lines[i].s), values[COLUMNS_MAX], type;

		if (read_row(s, columns, &type, values)) {
			r->line = text->lines[i].line_no;
			e = take_row(r, section, columns, type, values, err);
		} else if (!is_rule(s, "-----")) {
			break;
		}
		text->lines[i].taken = true;
	}
	return e;
}

/* Where the columns of a section's table stand; text->count when the line is no title of one. */
static size_t find_columns(const struct text *text, size_t i, struct section *section,
			   struct columns *columns)
{
	size_t rule = text->lines[i].next, heading;

	if (!read_section(slice_trim(text->lines[i].s), section) || rule >= text->count ||
	    !is_rule(slice_trim(text->lines[rule].s), "====="))
		return text->count;
	heading = text->lines[rule].next;
	if (heading >= text->count || !read_columns(slice_trim(text->lines[heading].s), columns))
		return text->count;
	return heading;
}

/* "2         Threads", "5         Connections per thread" */
static bool read_option(struct results *r, struct slice s)
{
	static const char *const options[][2] = {
		{ "Threads", "threads" },
		{ "Connections per thread", "clients" },
	};
	struct slice number = slice_field(&s);
	uint64_t value;

	for (size_t i = 0; i < ARRAY_SIZE(options); i++)
		if (slice_is(slice_trim(s), options[i][0]) && num_uint(number, &value)) {
			results_label(r, options[i][1], number);
			return true;
		}
	return false;
}

/* Options count where both stand one below the other. */
static void take_options(struct results *r, struct text *text, size_t i)
{
	struct results scratch = { 0 };
	size_t below = text->lines[i].next;

	if (!read_option(&scratch, slice_trim(text->lines[i].s)) || below >= text->count ||
	    !read_option(&scratch, slice_trim(text->lines[below].s)) || scratch.label_count < 2)
		return;
	results_heading(r, text, i);
	(void)read_option(r, slice_trim(text->lines[i].s)); /* both are known to be some */
	(void)read_option(r, slice_trim(text->lines[below].s));
	results_take(text, i, below);
}

static enum err memtier_prose(struct arena *arena, struct text *text, struct sink *sink,
			      struct error *err)
{
	struct results r = results_new(sink);
	struct section section;
	struct columns columns;
	enum err e = OK;

	(void)arena;
	for (size_t i = 0; e == OK && i < text->count; i++) {
		size_t heading;

		if (text->lines[i].taken)
			continue;
		take_options(&r, text, i);
		heading = find_columns(text, i, &section, &columns);
		if (heading == text->count)
			continue;
		results_take(text, i, heading);
		text->lines[text->lines[i].next].taken = true;
		r.iteration = section.iteration;
		e = read_table(&r, &section, text, text->lines[heading].next, &columns, err);
	}
	return e;
}

/* ---- JSON ---- */

/* Totals have a mean of 0 whatever the rest is. */
static bool is_no_mean(const json_t *type, const char *name, const json_t *value)
{
	return slice_is(slice_str(name), "Average Latency") &&
	       json_number_value(value) < json_number_value(json_object_get(type, "Min Latency"));
}

static enum err take_type(const struct results *r, const struct section *section,
			  const json_t *type, struct error *err)
{
	int64_t n = result_count(json_number_value(json_object_get(type, "Count")));
	json_t *percentiles = json_object_get(type, "Percentile Latencies"), *value;
	const char *name;
	enum err e = OK;

	json_object_foreach((json_t *)(uintptr_t)type, name, value)
	{
		if (e == OK && json_is_number(value) && !is_no_mean(type, name, value))
			e = emit(r, section, slice_str(name), json_number_value(value), n, err);
	}
	json_object_foreach(percentiles, name, value)
	{
		if (e == OK && json_is_number(value))
			e = emit(r, section, slice_str(name), json_number_value(value), n, err);
	}
	return e;
}

static enum err take_section(struct results *r, const struct section *section, const json_t *types,
			     struct error *err)
{
	const char *name;
	json_t *type;
	enum err e = OK;

	r->iteration = section->iteration;
	json_object_foreach((json_t *)(uintptr_t)types, name, type)
	{
		const json_t *rate = json_object_get(type, "Ops/sec");

		if (e != OK || !json_is_number(rate) || json_number_value(rate) == 0)
			continue;
		results_label(r, "op", slice_str(name));
		e = take_type(r, section, type, err);
	}
	return e;
}

static enum err take_document(struct results *r, struct arena *arena, const json_t *document,
			      struct error *err)
{
	const json_t *information = json_object_get(document, "run information");
	struct section section;
	const char *name;
	json_t *part;
	enum err e = OK;

	results_label(r, "threads", documents_text(arena, json_object_get(information, "Threads")));
	results_label(
		r, "clients",
		documents_text(arena, json_object_get(information, "Connections per thread")));
	json_object_foreach((json_t *)(uintptr_t)document, name, part)
	{
		if (e == OK && read_section(slice_str(name), &section) && !section.is_left_out)
			e = take_section(r, &section, part, err);
	}
	return e;
}

static enum err memtier_parse(struct arena *arena, struct input *input,
			      const struct format_options *options, struct sink *sink,
			      struct error *err)
{
	struct results r = results_new(sink);
	struct documents documents;
	json_t *document;
	enum err e;

	documents_init(&documents, input, options);
	while ((e = documents_next(&documents, &document, err)) == OK && document != NULL) {
		r.line = documents.line;
		e = take_document(&r, arena, document, err);
		if (e != OK)
			break;
	}
	documents_release(&documents);
	return e;
}

/* { "configuration": { ... "run information": { */
static int memtier_detect(struct slice head)
{
	struct slice rest = documents_head(head), text;

	if (!documents_take(&rest, '{') || !documents_take_text(&rest, &text) ||
	    !slice_is(text, "configuration"))
		return 0;
	return slice_find(rest, "\"run information\"") < rest.n ? 85 : 0;
}

const struct format fmt_memtier = {
	.name = "memtier",
	.summary = "rates and latencies of memtier_benchmark: its table and its JSON",
	.tool = "memtier_benchmark 2.2 (2f74d61)",
	.prose = memtier_prose,
	.detect = memtier_detect,
	.parse = memtier_parse,
};
