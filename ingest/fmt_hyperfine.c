/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hyperfine --export-json. Schema 1 has lists of times and exit codes beside means; schema 2
 * (since 2.0) an object of metrics for each run. What hyperfine itself computed of the runs is left
 * out, except the means of user and system time, of which schema 1 has no more.
 */
#include <ctype.h>
#include <string.h>

#include "ingest/documents.h"
#include "ingest/result_lines.h"
#include "lib/buf.h"

struct reading {
	struct results results;
	struct arena *arena;
};

static enum err wrong(const struct reading *reading, const char *what, struct error *err)
{
	return error_set_line(err, ERR_INPUT, reading->results.line, "%s", what);
}

/* ---- names ---- */

static bool is_word_char(char c)
{
	return c == '_' || c == '.' || isalnum((unsigned char)c);
}

/* text with a parameter's value, where it stands as a word, as "{name}" again. */
static struct slice generalised(struct arena *arena, struct slice text, const char *name,
				struct slice value)
{
	char *pattern = arena_cstr(arena, value);
	struct slice rest = text, out;
	struct buf buf;
	size_t at;

	if (value.n == 0)
		return text;
	buf_init(&buf);
	while ((at = slice_find(rest, pattern)) < rest.n) {
		struct slice behind = slice_skip(rest, at + value.n);
		bool begins = rest.p + at == text.p || !is_word_char(rest.p[at - 1]);
		bool is_word = begins && (behind.n == 0 || !is_word_char(behind.p[0]));

		buf_add(&buf, slice_head(rest, at));
		if (is_word)
			buf_addf(&buf, "{%s}", name);
		else
			buf_add(&buf, slice_head(slice_skip(rest, at), value.n));
		rest = behind;
	}
	buf_add(&buf, rest);
	out = arena_slice(arena, buf_slice(&buf));
	buf_release(&buf);
	return out;
}

/* Labels of a result: its parameters, and the command as it was given for all of them. */
static enum err take_names(struct reading *reading, const json_t *result, struct error *err)
{
	json_t *parameters = json_object_get(result, "parameters"), *value;
	struct slice command = json_get_text(result, "name");
	const char *name;

	reading->results.label_count = 0;
	if (command.n == 0)
		command = json_get_text(result, "command");
	if (command.n == 0)
		return wrong(reading, "a result without its command", err);
	if (json_object_size(parameters) >= RESULTS_LABELS_MAX)
		return error_set_line(err, ERR_LIMIT, reading->results.line,
				      "%zu parameters, the limit is %d",
				      json_object_size(parameters), RESULTS_LABELS_MAX - 1);
	json_object_foreach(parameters, name, value)
	{
		struct slice text = documents_text(reading->arena, value);

		command = generalised(reading->arena, command, name, text);
		results_label(&reading->results, name, text);
	}
	results_label(&reading->results, "command", command);
	return OK;
}

/* ---- numbers ---- */

/* A run that a signal ended has null as its exit code. */
static bool has_failed(const json_t *exit_code)
{
	return json_is_null(exit_code) || json_integer_value(exit_code) != 0;
}

static enum err emit(const struct reading *reading, const char *metric, const char *unit,
		     const json_t *value, bool failed, struct error *err)
{
	struct record r = results_sample(&reading->results, slice_str(metric), unit, BETTER_LOWER);

	if (!json_is_number(value))
		return wrong(reading, "a measurement that is no number", err);
	if (failed)
		r.status = SLICE("failed");
	else
		r.value = json_number_value(value);
	return sink_emit(reading->results.sink, &r, err);
}

static enum err emit_list(const struct reading *reading, const char *metric, const char *unit,
			  const json_t *values, const json_t *codes, struct error *err)
{
	enum err e = OK;

	for (size_t i = 0; e == OK && i < json_array_size(values); i++)
		e = emit(reading, metric, unit, json_array_get(values, i),
			 has_failed(json_array_get(codes, i)), err);
	return e;
}

static enum err emit_mean(const struct reading *reading, const char *metric, const json_t *value,
			  size_t n, struct error *err)
{
	const struct result_statistic mean = {
		.metric = metric,
		.statistic = SLICE("mean"),
		.unit = "s",
		.better = BETTER_LOWER,
		.value = json_number_value(value),
		.n = (int64_t)n,
	};

	return json_is_number(value) ? result_statistic(&reading->results, &mean, err) : OK;
}

static enum err take_schema_1(struct reading *reading, const json_t *result, struct error *err)
{
	const json_t *times = json_object_get(result, "times");
	const json_t *codes = json_object_get(result, "exit_codes");
	size_t n = json_array_size(times);
	enum err e = emit_list(reading, "time", "s", times, codes, err);

	if (e == OK && n == 0)
		e = emit_mean(reading, "time", json_object_get(result, "mean"), 0, err);
	if (e == OK)
		e = emit_mean(reading, "user", json_object_get(result, "user"), n, err);
	if (e == OK)
		e = emit_mean(reading, "system", json_object_get(result, "system"), n, err);
	if (e == OK)
		e = emit_list(reading, "memory", "bytes",
			      json_object_get(result, "memory_usage_byte"), codes, err);
	return e;
}

/* Names and units as schema 1 and other formats have them; others stay what they are. */
static const char *renamed(const char *name)
{
	static const char *const names[][2] = {
		{ "time_wall_clock", "time" },
		{ "time_user", "user" },
		{ "time_system", "system" },
		{ "memory_peak_resident", "memory" },
		{ "second", "s" },
		{ "byte", "bytes" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (strcmp(name, names[i][0]) == 0)
			return names[i][1];
	return name;
}

static enum err take_schema_2(struct reading *reading, const json_t *result, struct error *err)
{
	json_t *runs = json_object_get(result, "measurements"), *run, *metric;
	const char *name;
	size_t i;
	enum err e = OK;

	json_array_foreach(runs, i, run)
	{
		bool failed = has_failed(json_object_get(run, "exit_code"));

		json_object_foreach(run, name, metric)
		{
			const char *unit = json_string_value(json_object_get(metric, "unit"));

			if (e == OK && json_is_object(metric))
				e = emit(reading, renamed(name), renamed(unit != NULL ? unit : ""),
					 json_object_get(metric, "value"), failed, err);
		}
	}
	return e;
}

/* ---- documents ---- */

static enum err take_document(struct reading *reading, const json_t *document, struct error *err)
{
	const json_t *results = json_object_get(document, "results");
	const json_t *schema = json_object_get(document, "schema_version");
	struct slice version =
		json_get_text(json_object_get(document, "metadata"), "hyperfine_version");
	enum err e = OK;

	if (!json_is_array(results))
		return wrong(reading, "expected a list of results", err);
	if (schema != NULL && json_integer_value(schema) != 2)
		return wrong(reading, "a schema of hyperfine's JSON other than 1 and 2", err);
	if (version.n > 0)
		e = sink_meta(reading->results.sink, reading->results.line, "tool.version", version,
			      err);
	for (size_t i = 0; e == OK && i < json_array_size(results); i++) {
		const json_t *result = json_array_get(results, i);

		e = take_names(reading, result, err);
		if (e == OK)
			e = schema != NULL ? take_schema_2(reading, result, err)
					   : take_schema_1(reading, result, err);
	}
	return e;
}

static enum err hyperfine_parse(struct arena *arena, struct input *input,
				const struct format_options *options, struct sink *sink,
				struct error *err)
{
	struct reading reading = {
		.results = { .sink = sink, .benchmark = SLICE("hyperfine") },
		.arena = arena,
	};
	struct documents documents;
	json_t *document;
	enum err e;

	documents_init(&documents, input, options);
	while ((e = documents_next(&documents, &document, err)) == OK && document != NULL) {
		reading.results.line = documents.line;
		e = take_document(&reading, document, err);
		if (e != OK)
			break;
	}
	documents_release(&documents);
	return e;
}

/* { "results": [ { "command": or { "schema_version": 2, "metadata": { "hyperfine_version": */
static int hyperfine_detect(struct slice head)
{
	struct slice rest = documents_head(head), text;

	if (!documents_take(&rest, '{') || !documents_take_text(&rest, &text) ||
	    !documents_take(&rest, ':'))
		return 0;
	if (slice_is(text, "schema_version"))
		return slice_find(head, "\"hyperfine_version\"") < head.n ? 90 : 0;
	if (!slice_is(text, "results") || !documents_take(&rest, '[') ||
	    !documents_take(&rest, '{') || !documents_take_text(&rest, &text))
		return 0;
	return slice_is(text, "command") ? 80 : 0;
}

const struct format fmt_hyperfine = {
	.name = "hyperfine",
	.summary = "hyperfine's JSON: the time of each run of each command",
	.tool = "hyperfine 1.15 and 1.20, schema 2 of 2.0",
	.detect = hyperfine_detect,
	.parse = hyperfine_parse,
};
