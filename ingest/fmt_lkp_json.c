/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Result files of lkp-tests: an object of metric names with a number each (stats.json, avg.json,
 * stddev.json), or a list each: an element a run where "stats_source" is there, else one in time.
 */
#include "ingest/format.h"

#include <math.h>

#include "ingest/documents.h"
#include "ingest/lkp_names.h"
#include "lib/num.h"

struct lkp {
	struct arena *arena;
	struct sink *sink;
	const struct format_options *options;
	struct slice statistic; /* of plain numbers; "" = each is a measurement */
	size_t line, metrics;
	bool front_zeros; /* some list of runs begins with 0, which may stand for nothing */
};

/* avg.json.gz: what its numbers are over the runs of a group. */
static struct slice statistic_of(struct slice path)
{
	struct slice name = slice_basename(path);

	if (slice_starts(name, "avg.json"))
		return SLICE("mean");
	return slice_starts(name, "stddev.json") ? SLICE("stddev") : SLICE_NONE;
}

static struct record sample_of(const struct lkp *lkp, struct slice metric)
{
	struct record r = record_init(RECORD_SAMPLE);

	r.line = lkp->line;
	r.metric = metric;
	r.better =
		lkp->options->better != BETTER_UNKNOWN ? lkp->options->better : lkp_better(metric);
	return r;
}

/* NaN and infinity came as text: they are none. */
static enum err emit(const struct lkp *lkp, const struct record *metric, const json_t *value,
		     struct error *err)
{
	struct record r = *metric;

	if (!json_is_number(value))
		return OK;
	r.value = json_number_value(value);
	return sink_emit(lkp->sink, &r, err);
}

static enum err check_counts(struct lkp *lkp, const json_t *value, struct error *err)
{
	if (++lkp->metrics > lkp->options->metrics)
		return error_set(err, ERR_LIMIT, "more than %llu metrics (--max-metrics)",
				 (unsigned long long)lkp->options->metrics);
	if (json_array_size(value) > lkp->options->samples)
		return error_set(err, ERR_LIMIT,
				 "a metric of more than %llu samples (--max-samples)",
				 (unsigned long long)lkp->options->samples);
	return OK;
}

/* ---- numbers ---- */

static enum err take_numbers(struct lkp *lkp, const json_t *document, struct error *err)
{
	const char *name;
	json_t *value;
	enum err e = OK;

	json_object_foreach((json_t *)(uintptr_t)document, name, value)
	{
		struct record r = sample_of(lkp, slice_str(name));

		r.statistic = lkp->statistic;
		e = check_counts(lkp, value, err);
		if (e == OK)
			e = emit(lkp, &r, value, err);
		if (e != OK)
			break;
	}
	return e;
}

/* ---- lists ---- */

/* The times of a metric's monitor: those of "MONITOR.time"; NULL when there are none. */
static const json_t *times_of(const struct lkp *lkp, const json_t *document, struct slice metric)
{
	struct slice key = arena_printf(lkp->arena, "%.*s.time", SLICE_FMT(lkp_program(metric)));

	return json_object_get(document, arena_cstr(lkp->arena, key));
}

static enum err take_list(struct lkp *lkp, struct record *r, const json_t *list,
			  const json_t *times, bool of_runs, struct error *err)
{
	enum err e = OK;

	if (of_runs && json_array_size(list) > 1 && json_is_number(json_array_get(list, 0)) &&
	    json_number_value(json_array_get(list, 0)) == 0)
		lkp->front_zeros = true;
	for (size_t i = 0; e == OK && i < json_array_size(list); i++) {
		const json_t *time = json_array_get(times, i);

		if (of_runs)
			r->iteration = (int)i + 1;
		else if (json_is_number(time))
			r->time_s = json_number_value(time);
		e = emit(lkp, r, json_array_get(list, i), err);
	}
	return e;
}

static enum err take_lists(struct lkp *lkp, const json_t *document, struct error *err)
{
	bool of_runs = json_object_get(document, "stats_source") != NULL;
	const char *name;
	json_t *value;
	enum err e = OK;

	json_object_foreach((json_t *)(uintptr_t)document, name, value)
	{
		struct record r = sample_of(lkp, slice_str(name));

		if (slice_is(r.metric, "stats_source") ||
		    (!of_runs && slice_ends(r.metric, ".time")))
			continue;
		e = check_counts(lkp, value, err);
		if (e == OK)
			e = take_list(lkp, &r, value,
				      of_runs ? NULL : times_of(lkp, document, r.metric), of_runs,
				      err);
		if (e != OK)
			break;
	}
	if (e == OK && lkp->front_zeros)
		e = sink_diagnostic(lkp->sink, lkp->line, err,
				    "zeros at the beginning of a list may stand for runs that did "
				    "not measure; the runs' stats.json tell");
	return e;
}

/* ---- both ---- */

static enum err read_document(struct arena *arena, struct input *input,
			      const struct format_options *options, struct sink *sink,
			      enum err (*take)(struct lkp *lkp, const json_t *document,
					       struct error *err),
			      struct error *err)
{
	struct lkp lkp = {
		.arena = arena,
		.sink = sink,
		.options = options,
		.statistic = statistic_of(input->path),
	};
	struct documents documents;
	json_t *document;
	enum err e;

	documents_init(&documents, input, options);
	documents.lets_nan = true;
	e = documents_next(&documents, &document, err);
	lkp.line = documents.line;
	if (e == OK && !json_is_object(document))
		e = error_set_line(err, ERR_INPUT, lkp.line, "expected an object of metrics");
	if (e == OK)
		e = take(&lkp, document, err);
	documents_release(&documents);
	return e;
}

/* {"program.metric": and then c, or a number where c is 0; "stats_source" says it for sure. */
static int detect(struct slice head, char c)
{
	struct slice rest = documents_head(head), name;

	if (!documents_take(&rest, '{') || !documents_take_text(&rest, &name) ||
	    !documents_take(&rest, ':'))
		return 0;
	if (slice_is(name, "stats_source"))
		return c == '[' ? 95 : 0;
	if (slice_find_char(name, '.') == name.n || slice_find_char(name, ' ') < name.n)
		return 0;
	rest = slice_trim(rest);
	if (rest.n == 0)
		return 0;
	if (c != 0)
		return rest.p[0] == c ? 60 : 0;
	return (rest.p[0] >= '0' && rest.p[0] <= '9') || rest.p[0] == '-' || rest.p[0] == 'N' ? 60
											      : 0;
}

static int stats_detect(struct slice head)
{
	return detect(head, 0);
}

static int matrix_detect(struct slice head)
{
	return detect(head, '[');
}

static enum err stats_parse(struct arena *arena, struct input *input,
			    const struct format_options *options, struct sink *sink,
			    struct error *err)
{
	return read_document(arena, input, options, sink, take_numbers, err);
}

static enum err matrix_parse(struct arena *arena, struct input *input,
			     const struct format_options *options, struct sink *sink,
			     struct error *err)
{
	return read_document(arena, input, options, sink, take_lists, err);
}

const struct format fmt_lkp_stats = {
	.name = "lkp-stats",
	.summary = "a number a metric: stats.json, avg.json, stddev.json",
	.tool = "lkp-tests",
	.detect = stats_detect,
	.parse = stats_parse,
};

const struct format fmt_lkp_matrix = {
	.name = "lkp-matrix",
	.summary = "a list a metric, over runs or in time: matrix.json, MONITOR.json",
	.tool = "lkp-tests",
	.detect = matrix_detect,
	.parse = matrix_parse,
};
