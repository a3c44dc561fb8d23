/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Two small JSON formats of other tools. Neither has room for a kernel, so that it must be said.
 * Sources: the readme of github-action-benchmark (custom tools), bencher.dev's Metric Format.
 */
#include <math.h>
#include <string.h>

#include "ingest/documents.h"
#include "lib/num.h"

struct reader {
	struct arena *arena;
	const struct format_options *options;
	struct sink *sink;
	const char *format;
	size_t line, metrics;
};

typedef enum err (*take_document)(struct reader *reader, const json_t *document, struct error *err);

static enum err refuse(const struct reader *reader, struct error *err, struct slice where,
		       const char *what)
{
	return error_set_line(err, ERR_INPUT, reader->line, "%.*s: %s", SLICE_FMT(where), what);
}

/* An absent number is none. */
static enum err emit(const struct reader *reader, const struct record *metric,
		     const char *statistic, double value, struct error *err)
{
	struct record r = *metric;

	if (isnan(value))
		return OK;
	r.statistic = slice_str(statistic);
	r.value = value;
	return sink_emit(reader->sink, &r, err);
}

static struct record metric_of(const struct reader *reader, struct slice name, enum better better)
{
	struct record r = record_init(RECORD_SAMPLE);

	r.line = reader->line;
	r.metric = name;
	r.better = reader->options->better != BETTER_UNKNOWN ? reader->options->better : better;
	return r;
}

static enum err emit_fact(const struct reader *reader, struct slice key, struct slice value,
			  struct error *err)
{
	struct record r = record_init(RECORD_META);

	r.line = reader->line;
	r.key = key;
	r.value_text = value;
	return value.n > 0 ? sink_emit(reader->sink, &r, err) : OK;
}

/* Counts a metric. */
static enum err check_count(struct reader *reader, struct error *err)
{
	if (++reader->metrics <= reader->options->metrics)
		return OK;
	return error_set(err, ERR_LIMIT, "more than %llu metrics (--max-metrics)",
			 (unsigned long long)reader->options->metrics);
}

static double number_of(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	return json_is_number(value) ? json_number_value(value) : RECORD_NO_NUMBER;
}

/* Everything is checked before anything is emitted. */
static enum err read_document(struct arena *arena, struct input *input,
			      const struct format_options *options, struct sink *sink,
			      const char *format, take_document check, take_document take,
			      struct error *err)
{
	struct reader reader = {
		.arena = arena, .options = options, .sink = sink, .format = format
	};
	struct documents documents;
	json_t *document;
	enum err e;

	if (!options->kernel_known)
		return error_set(err, ERR_INPUT,
				 "the kernel is missing, %s has no room for it: say --kernel "
				 "(kernel= in a request)",
				 format);
	documents_init(&documents, input, options);
	e = documents_next(&documents, &document, err);
	reader.line = documents.line;
	if (e == OK && document == NULL)
		e = error_set(err, ERR_INPUT, "no document in it");
	if (e == OK)
		e = check(&reader, document, err);
	if (e == OK && reader.metrics == 0)
		e = error_set(err, ERR_INPUT, "no metric in it");
	if (e == OK)
		e = emit_fact(&reader, SLICE("run.format"), slice_str(format), err);
	if (e == OK)
		e = take(&reader, document, err);
	if (e == OK)
		e = documents_next(&documents, &document, err);
	if (e == OK && document != NULL)
		e = error_set_line(err, ERR_INPUT, documents.line, "more than one document");
	documents_release(&documents);
	return e;
}

/* ---- benchmark-action: a list of {name, unit, value, range, extra} ---- */

/* "± 12000", "+/- 1.5%" is none. NaN when it is no number. */
static double range_of(const json_t *item)
{
	struct slice text = slice_trim(json_get_text(item, "range"));
	double value;

	(void)slice_take(&text, "\xc2\xb1"); /* the sign is not always there */
	return num_double(slice_trim(text), &value) ? value : number_of(item, "range");
}

static enum err check_list(struct reader *reader, const json_t *document, struct error *err)
{
	size_t i;
	json_t *item;

	if (!json_is_array(document))
		return refuse(reader, err, SLICE("the document"), "expected a list");
	json_array_foreach(document, i, item)
	{
		struct slice where = arena_printf(reader->arena, "/%zu", i);

		if (check_count(reader, err) != OK)
			return ERR_LIMIT;
		if (json_get_text(item, "name").n == 0)
			return refuse(reader, err, where, "expected an object with a name");
		if (isnan(number_of(item, "value")))
			return refuse(reader, err, where, "expected a number as value");
	}
	return OK;
}

static enum err take_item(struct reader *reader, const json_t *item, struct error *err)
{
	struct record r = metric_of(reader, json_get_text(item, "name"), BETTER_NONE);
	const char *key;
	json_t *value;
	enum err e;

	r.unit = json_get_text(item, "unit");
	e = emit(reader, &r, "mean", number_of(item, "value"), err);
	if (e == OK)
		e = emit(reader, &r, "range", range_of(item), err);
	json_object_foreach((json_t *)(uintptr_t)item, key, value)
	{
		static const char *const known[] = { "name", "unit", "value", "range" };
		size_t i = 0;

		while (i < ARRAY_SIZE(known) && strcmp(known[i], key) != 0)
			i++;
		if (e == OK && i == ARRAY_SIZE(known))
			e = emit_fact(reader,
				      arena_printf(reader->arena, "metric.%.*s.%s",
						   SLICE_FMT(r.metric), key),
				      documents_text(reader->arena, value), err);
	}
	return e;
}

static enum err take_list(struct reader *reader, const json_t *document, struct error *err)
{
	enum err e = OK;

	for (size_t i = 0; e == OK && i < json_array_size(document); i++)
		e = take_item(reader, json_array_get(document, i), err);
	return e;
}

static enum err benchmark_action_parse(struct arena *arena, struct input *input,
				       const struct format_options *options, struct sink *sink,
				       struct error *err)
{
	return read_document(arena, input, options, sink, "benchmark-action", check_list, take_list,
			     err);
}

/* The first object has its name, unit and value, in any order, before anything nested. */
static int benchmark_action_detect(struct slice head)
{
	struct slice rest = documents_head(head), object;

	if (!documents_take(&rest, '[') || !documents_take(&rest, '{'))
		return 0;
	object = slice_head(rest, slice_find_char(rest, '}'));
	if (slice_find(object, "\"name\"") == object.n ||
	    slice_find(object, "\"unit\"") == object.n ||
	    slice_find(object, "\"value\"") == object.n || slice_find_char(object, '{') < object.n)
		return 0;
	return 90;
}

const struct format fmt_benchmark_action = {
	.name = "benchmark-action",
	.summary = "a JSON list of objects with name, unit, value and range",
	.tool = "github-action-benchmark, custom tools",
	.detect = benchmark_action_detect,
	.parse = benchmark_action_parse,
};

/* ---- bencher: benchmark -> measure -> value, lower_value, upper_value ---- */

static enum err check_measures(struct reader *reader, const char *benchmark, const json_t *measures,
			       struct error *err)
{
	const char *measure;
	json_t *leaf;

	if (!json_is_object(measures))
		return refuse(reader, err, arena_printf(reader->arena, "/%s", benchmark),
			      "expected an object of measures");
	json_object_foreach((json_t *)(uintptr_t)measures, measure, leaf)
	{
		if (check_count(reader, err) != OK)
			return ERR_LIMIT;
		if (isnan(number_of(leaf, "value")))
			return refuse(reader, err,
				      arena_printf(reader->arena, "/%s/%s", benchmark, measure),
				      "expected an object with a number as value");
	}
	return OK;
}

static enum err check_benchmarks(struct reader *reader, const json_t *document, struct error *err)
{
	const char *benchmark;
	json_t *measures;
	enum err e = OK;

	if (!json_is_object(document))
		return refuse(reader, err, SLICE("the document"),
			      "expected an object of benchmarks");
	json_object_foreach((json_t *)(uintptr_t)document, benchmark, measures)
	{
		e = check_measures(reader, benchmark, measures, err);
		if (e != OK)
			break;
	}
	return e;
}

static enum err take_measure(struct reader *reader, const char *benchmark, const char *measure,
			     const json_t *leaf, struct error *err)
{
	enum better better = strcmp(measure, "latency") == 0      ? BETTER_LOWER
			     : strcmp(measure, "throughput") == 0 ? BETTER_HIGHER
								  : BETTER_NONE;
	struct record r = metric_of(reader, slice_str(measure), BETTER_NONE);
	enum err e;

	if (better != BETTER_NONE)
		r.better = better;
	r.benchmark = slice_str(benchmark);
	e = emit(reader, &r, "mean", number_of(leaf, "value"), err);
	if (e == OK)
		e = emit(reader, &r, "lower", number_of(leaf, "lower_value"), err);
	if (e == OK)
		e = emit(reader, &r, "upper", number_of(leaf, "upper_value"), err);
	return e;
}

static enum err take_benchmarks(struct reader *reader, const json_t *document, struct error *err)
{
	const char *benchmark, *measure;
	json_t *measures, *leaf;
	enum err e = OK;

	json_object_foreach((json_t *)(uintptr_t)document, benchmark, measures)
		json_object_foreach(measures, measure, leaf) if (e == OK) e =
			take_measure(reader, benchmark, measure, leaf, err);
	return e;
}

static enum err bencher_parse(struct arena *arena, struct input *input,
			      const struct format_options *options, struct sink *sink,
			      struct error *err)
{
	return read_document(arena, input, options, sink, "bencher", check_benchmarks,
			     take_benchmarks, err);
}

/* { "pft": { "throughput": { ... "value": */
static int bencher_detect(struct slice head)
{
	struct slice rest = documents_head(head), text;

	for (int level = 0; level < 2; level++)
		if (!documents_take(&rest, '{') || !documents_take_text(&rest, &text) ||
		    !documents_take(&rest, ':'))
			return 0;
	if (!documents_take(&rest, '{'))
		return 0;
	rest.n = slice_find_char(rest, '}');
	while (documents_take_text(&rest, &text)) {
		if (!slice_is(text, "value") && !slice_is(text, "lower_value") &&
		    !slice_is(text, "upper_value"))
			return 0;
		if (slice_is(text, "value"))
			return 80;
		rest = slice_skip(rest, slice_find_char(rest, ',') + 1);
	}
	return 0;
}

const struct format fmt_bencher = {
	.name = "bencher",
	.summary = "a JSON object of benchmarks, of measures with a value",
	.tool = "bencher.dev, Bencher Metric Format",
	.detect = bencher_detect,
	.parse = bencher_parse,
};
