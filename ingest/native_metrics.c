/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <string.h>

#include "ingest/benchmarks.h"
#include "ingest/native.h"

/* A metric that is being read, and where it stands. */
struct reading {
	struct native_run *run;
	const json_t *object;
	struct slice where; /* "/metrics/3" */
};

static struct slice below(const struct reading *reading, const char *key)
{
	return arena_printf(reading->run->arena, "%.*s/%s", SLICE_FMT(reading->where), key);
}

/* A member that must be a number when it is there; NaN when it is not. */
static enum err read_number(const struct reading *reading, const char *key, double *out,
			    struct error *err)
{
	const json_t *value = json_object_get(reading->object, key);

	*out = RECORD_NO_NUMBER;
	if (value == NULL || json_is_null(value))
		return OK;
	if (!json_is_number(value))
		return native_refuse(reading->run, err, below(reading, key), "expected a number");
	*out = json_number_value(value);
	return OK;
}

static enum err check_samples(const struct reading *reading, const json_t *samples,
			      struct error *err)
{
	const struct native_run *run = reading->run;
	size_t i;
	json_t *value;

	if (!json_is_array(samples))
		return native_refuse(run, err, below(reading, "samples"), "expected a list");
	if (json_array_size(samples) > run->options->samples)
		return error_set_line(err, ERR_LIMIT, run->line,
				      "%.*s%.*s: more than %llu samples (--max-samples)",
				      SLICE_FMT(run->path), SLICE_FMT(reading->where),
				      (unsigned long long)run->options->samples);
	json_array_foreach(samples, i, value) if (
		!json_is_number(value) &&
		!json_is_null(
			value)) return native_refuse(run, err,
						     arena_printf(run->arena, "%.*s/samples/%zu",
								  SLICE_FMT(reading->where), i),
						     "expected a number, or null for a failed one");
	return OK;
}

/* The standard error follows from n and the standard deviation, of a mean alone. */
static double sem_percent(const struct native_metric *metric)
{
	const struct record *r = &metric->record;

	if (!slice_is(r->statistic, "mean") || isnan(metric->stddev) || r->n < 1 || r->value == 0)
		return RECORD_NO_NUMBER;
	return 100 * metric->stddev / sqrt((double)r->n) / fabs(r->value);
}

static enum err read_summary(const struct reading *reading, struct native_metric *metric,
			     struct error *err)
{
	const json_t *n = json_object_get(reading->object, "n");
	struct record *r = &metric->record;
	enum err e = read_number(reading, "value", &r->value, err);

	if (e == OK && isnan(r->value))
		return native_refuse(reading->run, err, reading->where,
				     "missing: samples or a value");
	if (e == OK)
		e = native_text(reading->run, reading->object, reading->where, "stat",
				&r->statistic, err);
	if (r->statistic.n == 0)
		r->statistic = SLICE("mean");
	if (e == OK && n != NULL && !json_is_null(n)) {
		if (!json_is_integer(n) || json_integer_value(n) < 1)
			return native_refuse(reading->run, err, below(reading, "n"),
					     "expected a whole number above 0");
		r->n = json_integer_value(n);
	}
	if (e == OK)
		e = read_number(reading, "stddev", &metric->stddev, err);
	if (e == OK)
		e = read_number(reading, "lower", &metric->lower, err);
	if (e == OK)
		e = read_number(reading, "upper", &metric->upper, err);
	if (e == OK)
		r->sem_percent = sem_percent(metric);
	return e;
}

/* What the metric says, else what is said from outside, else what is known of the benchmark. */
static enum err read_better(const struct reading *reading, struct record *r, struct error *err)
{
	struct slice text;
	enum err e =
		native_text(reading->run, reading->object, reading->where, "better", &text, err);

	if (e != OK)
		return e;
	r->better = text.n > 0 ? better_parse(text) : reading->run->options->better;
	if (text.n > 0 && r->better == BETTER_UNKNOWN)
		return native_refuse(reading->run, err, below(reading, "better"),
				     "expected higher, lower or none");
	if (r->better == BETTER_UNKNOWN)
		r->better = benchmark_better(reading->run->benchmark, r->metric);
	if (r->better == BETTER_UNKNOWN)
		r->better = BETTER_NONE;
	return OK;
}

static enum err read_labels(const struct reading *reading, struct record *r, struct error *err)
{
	struct native_run *run = reading->run;
	struct label *labels = ARENA_ARRAY(run->arena, RECORD_LABELS_MAX, struct label);

	memcpy(labels, run->labels, run->label_count * sizeof(*labels));
	r->labels = labels;
	r->label_count = run->label_count;
	return native_labels(run, json_object_get(reading->object, "at"), below(reading, "at"),
			     labels, &r->label_count, err);
}

/* Members that nobody knows: facts of the run. */
static void add_others(const struct reading *reading, struct slice metric)
{
	static const char *const known[] = { "name",  "at",      "unit",  "better", "stat",  "n",
					     "value", "samples", "lower", "upper",  "stddev" };
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)(uintptr_t)reading->object, key, value)
	{
		struct arena *arena = reading->run->arena;
		size_t i = 0;

		while (i < ARRAY_SIZE(known) && strcmp(known[i], key) != 0)
			i++;
		if (i == ARRAY_SIZE(known))
			native_add_fact(
				reading->run,
				arena_printf(arena, "metric.%.*s.%s", SLICE_FMT(metric), key),
				documents_text(arena, value));
	}
}

static enum err read_metric(const struct reading *reading, struct native_metric *metric,
			    struct error *err)
{
	struct native_run *run = reading->run;
	struct record *r = &metric->record;
	enum err e;

	if (!json_is_object(reading->object))
		return native_refuse(run, err, reading->where, "expected an object");
	e = native_text(run, reading->object, reading->where, "name", &r->metric, err);
	if (e == OK && r->metric.n == 0)
		return native_refuse(run, err, reading->where, "missing: the metric's name");
	if (e == OK)
		e = native_text(run, reading->object, reading->where, "unit", &r->unit, err);
	if (e == OK)
		e = read_better(reading, r, err);
	if (e == OK)
		e = read_labels(reading, r, err);
	if (e != OK)
		return e;
	add_others(reading, r->metric);
	metric->samples = json_object_get(reading->object, "samples");
	if (json_is_null(metric->samples) ||
	    (json_is_array(metric->samples) && json_array_size(metric->samples) == 0))
		metric->samples = NULL; /* as if it were not there */
	return metric->samples != NULL ? check_samples(reading, metric->samples, err)
				       : read_summary(reading, metric, err);
}

enum err native_read_metrics(struct native_run *run, const json_t *document, struct error *err)
{
	const json_t *metrics = json_object_get(document, "metrics");
	size_t count = json_array_size(metrics);
	enum err e = OK;

	if (metrics != NULL && !json_is_null(metrics) && !json_is_array(metrics))
		return native_refuse(run, err, SLICE("/metrics"), "expected a list");
	if (count == 0 && json_get_text(document, "error").n == 0)
		return native_refuse(run, err, SLICE("/metrics"),
				     "missing: a metric, or an error that tells why there is none");
	if (count > run->options->metrics)
		return error_set_line(err, ERR_LIMIT, run->line,
				      "%.*s/metrics: more than %llu metrics (--max-metrics)",
				      SLICE_FMT(run->path),
				      (unsigned long long)run->options->metrics);
	for (size_t i = 0; e == OK && i < count; i++) {
		struct reading reading = { run, json_array_get(metrics, i),
					   arena_printf(run->arena, "/metrics/%zu", i) };
		struct native_metric metric = { .record = record_init(RECORD_SAMPLE),
						.stddev = RECORD_NO_NUMBER,
						.lower = RECORD_NO_NUMBER,
						.upper = RECORD_NO_NUMBER };

		metric.record.line = run->line;
		metric.record.run = run->name;
		metric.record.benchmark = run->benchmark;
		e = read_metric(&reading, &metric, err);
		ARENA_PUSH(run->arena, run->metrics, run->metric_count, run->metric_capacity,
			   metric);
	}
	return e;
}

/* ---- out ---- */

static enum err emit_samples(const struct native_metric *metric, struct sink *sink,
			     struct error *err)
{
	struct record r = metric->record;
	enum err e = OK;
	size_t i;
	json_t *value;

	json_array_foreach(metric->samples, i, value)
	{
		r.value = json_is_null(value) ? RECORD_NO_NUMBER : json_number_value(value);
		r.status = json_is_null(value) ? SLICE("failed") : SLICE_NONE;
		e = sink_emit(sink, &r, err);
		if (e != OK)
			break;
	}
	return e;
}

/* Another number that describes a summary. */
static enum err emit_also(const struct native_metric *metric, const char *statistic, double value,
			  struct sink *sink, struct error *err)
{
	struct record r = metric->record;

	if (isnan(value))
		return OK;
	r.statistic = slice_str(statistic);
	r.value = value;
	r.sem_percent = RECORD_NO_NUMBER;
	return sink_emit(sink, &r, err);
}

static enum err emit_summary(const struct native_metric *metric, struct sink *sink,
			     struct error *err)
{
	enum err e = sink_emit(sink, &metric->record, err);

	if (e == OK)
		e = emit_also(metric, "stddev", metric->stddev, sink, err);
	if (e == OK)
		e = emit_also(metric, "lower", metric->lower, sink, err);
	if (e == OK)
		e = emit_also(metric, "upper", metric->upper, sink, err);
	return e;
}

enum err native_emit_metrics(const struct native_run *run, struct sink *sink, struct error *err)
{
	enum err e = OK;

	for (size_t i = 0; e == OK && i < run->metric_count; i++)
		e = run->metrics[i].samples != NULL ? emit_samples(&run->metrics[i], sink, err)
						    : emit_summary(&run->metrics[i], sink, err);
	return e;
}
