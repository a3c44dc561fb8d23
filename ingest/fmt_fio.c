/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fio --output-format=json: a document, behind whatever fio had to say before it. Several jobs are
 * several rows, and one more for the whole: bandwidths and counts are summed, latencies averaged
 * over all I/O. With --status-interval each document holds all so far, so the last one counts.
 */
#include <math.h>

#include "ingest/documents.h"
#include "ingest/results.h"
#include "lib/num.h"

enum { SIZE_MAX_BYTES = 24 };

struct fio {
	struct results results;
	struct arena *arena;
	const json_t *globals; /* "global options" */
	struct slice instance; /* of several at once; "" = one alone */
	size_t jobs, jobs_max;
};

static const char *const sides[] = { "read", "write", "trim" };
static const char *const latencies[] = { "slat", "clat", "lat" };

static double number_of(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	return json_is_number(value) ? json_number_value(value) : RECORD_NO_NUMBER;
}

static bool was_run(const json_t *side)
{
	return number_of(side, "total_ios") > 0;
}

/* ---- parameters ---- */

/* "4k" as 4096, so that sizes are an axis; what is no single size stays as it is. */
static struct slice bytes_of(struct arena *arena, struct slice size)
{
	char copy[SIZE_MAX_BYTES];
	uint64_t bytes;

	if (size.n > sizeof(copy))
		return size;
	for (size_t i = 0; i < size.n; i++)
		copy[i] =
			size.p[i] >= 'a' && size.p[i] <= 'z' ? (char)(size.p[i] - 0x20) : size.p[i];
	if (!num_size((struct slice){ copy, size.n }, &bytes))
		return size;
	return arena_printf(arena, "%llu", (unsigned long long)bytes);
}

/* Of the job's own options, else of all jobs', else what fio takes then. */
static struct slice option_of(const struct fio *fio, const json_t *job, const char *key,
			      const char *absent)
{
	const json_t *options = json_object_get(job, "job options");
	struct slice value = json_get_text(options, key);

	if (value.n == 0)
		value = json_get_text(fio->globals, key);
	return value.n == 0 && options != NULL ? slice_str(absent) : value;
}

static void label_options(struct fio *fio, const json_t *job)
{
	static const char *const options[][2] = {
		{ "iodepth", "1" }, { "numjobs", "1" }, { "ioengine", "" }, { "rw", "" }
	};

	for (size_t i = 0; i < ARRAY_SIZE(options); i++)
		results_label(&fio->results, options[i][0],
			      option_of(fio, job, options[i][0], options[i][1]));
	results_label(&fio->results, "instance", fio->instance);
	results_label(&fio->results, "bs", bytes_of(fio->arena, option_of(fio, job, "bs", "")));
}

/* ---- out ---- */

static enum err emit(const struct fio *fio, const char *metric, const char *statistic, double value,
		     double n, const char *unit, enum better better, struct error *err)
{
	struct record r = results_sample(&fio->results, slice_str(metric), unit, better);

	if (isnan(value))
		return OK;
	r.value = value;
	r.statistic = slice_str(statistic);
	if (n >= 1 && n < 1e15)
		r.n = (int64_t)n;
	return sink_emit(fio->results.sink, &r, err);
}

/* "99.900000": p99.9. */
static const char *percentile_name(struct arena *arena, const char *key)
{
	struct slice s = slice_str(key);

	while (slice_find_char(s, '.') < s.n && (slice_ends(s, "0") || slice_ends(s, ".")))
		s.n -= 1;
	return arena_printf(arena, "p%.*s", SLICE_FMT(s)).p;
}

static enum err emit_percentiles(const struct fio *fio, const char *metric, const char *unit,
				 const json_t *percentiles, struct error *err)
{
	const char *key;
	json_t *value;
	enum err e = OK;

	json_object_foreach((json_t *)(uintptr_t)percentiles, key, value)
	{
		double percent;

		if (e == OK && json_is_number(value) && num_double(slice_str(key), &percent))
			e = emit(fio, metric, percentile_name(fio->arena, key),
				 json_number_value(value), 0, unit, BETTER_LOWER, err);
	}
	return e;
}

/* Since fio 3 in nsec as "clat_ns", before in usec as "clat". */
static const json_t *latency_of(const json_t *side, const char *name, const char **unit)
{
	char in_ns[16];
	const json_t *value;

	(void)snprintf(in_ns, sizeof(in_ns), "%s_ns", name); /* the names are ours */
	value = json_object_get(side, in_ns);
	*unit = value != NULL ? "nsec" : "usec";
	return value != NULL ? value : json_object_get(side, name);
}

static enum err emit_latency(const struct fio *fio, const json_t *side, const char *name,
			     struct error *err)
{
	static const char *const statistics[] = { "mean", "min", "max", "stddev" };
	const char *unit;
	const json_t *latency = latency_of(side, name, &unit);
	double n = number_of(latency, "N");
	enum err e = OK;

	if (n == 0 || isnan(number_of(latency, "mean")) || number_of(latency, "max") == 0)
		return OK;
	for (size_t i = 0; e == OK && i < ARRAY_SIZE(statistics); i++)
		e = emit(fio, name, statistics[i], number_of(latency, statistics[i]),
			 i == 0 ? n : 0, unit, BETTER_LOWER, err);
	if (e == OK)
		e = emit_percentiles(fio, name, unit, json_object_get(latency, "percentile"), err);
	return e;
}

static enum err emit_side(const struct fio *fio, const json_t *side, struct error *err)
{
	enum err e = emit(fio, "bw", "", number_of(side, "bw"), 0, "KiB/s", BETTER_HIGHER, err);

	if (e == OK)
		e = emit(fio, "iops", "", number_of(side, "iops"), 0, "", BETTER_HIGHER, err);
	if (e == OK)
		e = emit(fio, "total_ios", "", number_of(side, "total_ios"), 0, "", BETTER_NONE,
			 err);
	if (e == OK)
		e = emit(fio, "runtime", "", number_of(side, "runtime"), 0, "msec", BETTER_NONE,
			 err);
	for (size_t i = 0; e == OK && i < ARRAY_SIZE(latencies); i++)
		e = emit_latency(fio, side, latencies[i], err);
	return e;
}

/* "latency_us": {"2": 53.5, ...}: percent of I/O that took up to so long, and longer than the last.
 */
static enum err emit_distribution(struct fio *fio, const json_t *job, struct error *err)
{
	static const char *const units[] = { "ns", "us", "ms" };
	enum err e = OK;

	for (size_t i = 0; e == OK && i < ARRAY_SIZE(units); i++) {
		const char *key;
		json_t *value;
		struct slice name = arena_printf(fio->arena, "latency_%s", units[i]);

		json_object_foreach(json_object_get(job, name.p), key, value)
		{
			if (e != OK || !json_is_number(value) || json_number_value(value) == 0)
				continue;
			results_label(&fio->results, "within",
				      arena_printf(fio->arena, "%s%s", key, units[i]));
			e = emit(fio, "latency share", "", json_number_value(value), 0, "%",
				 BETTER_NONE, err);
		}
	}
	results_label(&fio->results, "within", SLICE_NONE);
	return e;
}

/* ---- one job ---- */

/* Its place among those of one name, which numjobs without group_reporting gives; 0 = alone. */
static size_t place_of(const json_t *jobs, size_t index)
{
	struct slice name = json_get_text(json_array_get(jobs, index), "jobname");
	size_t before = 0, all = 0;

	for (size_t i = 0; i < json_array_size(jobs); i++) {
		bool same = slice_eq(json_get_text(json_array_get(jobs, i), "jobname"), name);

		all += same;
		before += same && i < index;
	}
	return all > 1 ? before + 1 : 0;
}

static enum err check_job(const struct fio *fio, const json_t *job, struct error *err)
{
	struct slice name = json_get_text(job, "jobname");
	double code = number_of(job, "error");

	if (isnan(code) || code == 0)
		return OK;
	return sink_diagnostic(fio->results.sink, fio->results.line, err,
			       "job %.*s failed: error %.0f", SLICE_FMT(slice_head(name, 80)),
			       code);
}

static enum err emit_job(struct fio *fio, const json_t *job, struct error *err)
{
	enum err e = OK;

	for (size_t i = 0; e == OK && i < ARRAY_SIZE(sides); i++) {
		const json_t *side = json_object_get(job, sides[i]);

		results_label(&fio->results, "side", slice_str(sides[i]));
		if (was_run(side))
			e = emit_side(fio, side, err);
	}
	results_label(&fio->results, "side", SLICE_NONE);
	return e == OK ? emit_distribution(fio, job, err) : e;
}

static enum err take_job(struct fio *fio, const json_t *jobs, size_t index, struct error *err)
{
	const json_t *job = json_array_get(jobs, index);
	size_t place = place_of(jobs, index);
	enum err e = check_job(fio, job, err);

	fio->results.label_count = 0;
	label_options(fio, job);
	results_label(&fio->results, "job", json_get_text(job, "jobname"));
	if (place > 0)
		results_label(&fio->results, "place", arena_printf(fio->arena, "%zu", place));
	return e == OK ? emit_job(fio, job, err) : e;
}

/* ---- all of them ---- */

/* Of a number that each job has: the sum. */
static double sum_of(const json_t *jobs, const char *side, const char *key)
{
	double sum = 0;
	size_t i;
	json_t *job;

	json_array_foreach(jobs, i, job)
	{
		double value = number_of(json_object_get(job, side), key);

		sum += isnan(value) ? 0 : value;
	}
	return sum;
}

struct whole_latency {
	double n, sum, min, max;
	const char *unit;
};

static void add_latency(struct whole_latency *whole, const json_t *side, const char *name)
{
	const json_t *latency = latency_of(side, name, &whole->unit);
	double n = number_of(latency, "N"), mean = number_of(latency, "mean");
	double min = number_of(latency, "min"), max = number_of(latency, "max");

	if (isnan(n)) /* of fio before 3 */
		n = number_of(side, "total_ios");
	if (!was_run(side) || isnan(mean) || !(max > 0) || !(n > 0))
		return;
	whole->min = whole->n == 0 || min < whole->min ? min : whole->min;
	whole->max = whole->n == 0 || max > whole->max ? max : whole->max;
	whole->n += n;
	whole->sum += n * mean;
}

static enum err emit_whole_latency(const struct fio *fio, const json_t *jobs, const char *side,
				   const char *name, struct error *err)
{
	struct whole_latency whole = { 0 };
	size_t i;
	json_t *job;
	enum err e;

	json_array_foreach(jobs, i, job) add_latency(&whole, json_object_get(job, side), name);
	if (whole.n == 0)
		return OK;
	e = emit(fio, name, "mean", whole.sum / whole.n, whole.n, whole.unit, BETTER_LOWER, err);
	if (e == OK)
		e = emit(fio, name, "min", whole.min, 0, whole.unit, BETTER_LOWER, err);
	return e == OK ? emit(fio, name, "max", whole.max, 0, whole.unit, BETTER_LOWER, err) : e;
}

static enum err emit_whole_side(const struct fio *fio, const json_t *jobs, const char *side,
				struct error *err)
{
	enum err e;

	if (sum_of(jobs, side, "total_ios") == 0)
		return OK;
	e = emit(fio, "bw", "", sum_of(jobs, side, "bw"), 0, "KiB/s", BETTER_HIGHER, err);
	if (e == OK)
		e = emit(fio, "iops", "", sum_of(jobs, side, "iops"), 0, "", BETTER_HIGHER, err);
	if (e == OK)
		e = emit(fio, "total_ios", "", sum_of(jobs, side, "total_ios"), 0, "", BETTER_NONE,
			 err);
	for (size_t i = 0; e == OK && i < ARRAY_SIZE(latencies); i++)
		e = emit_whole_latency(fio, jobs, side, latencies[i], err);
	return e;
}

/* Jobs of one name are one job in several processes: the whole has its name, else "all". */
static enum err emit_whole(struct fio *fio, const json_t *jobs, struct error *err)
{
	const json_t *first = json_array_get(jobs, 0);
	struct slice name = json_get_text(first, "jobname");
	bool is_one = true;
	size_t i;
	json_t *job;
	enum err e = OK;

	json_array_foreach(jobs, i, job) is_one &= slice_eq(json_get_text(job, "jobname"), name);
	fio->results.label_count = 0;
	label_options(fio, is_one ? first : NULL);
	results_label(&fio->results, "job", is_one ? name : SLICE("all"));
	for (i = 0; e == OK && i < ARRAY_SIZE(sides); i++) {
		results_label(&fio->results, "side", slice_str(sides[i]));
		e = emit_whole_side(fio, jobs, sides[i], err);
	}
	return e;
}

/* ---- the document ---- */

static enum err take_document(struct fio *fio, const json_t *document, struct error *err)
{
	const json_t *jobs = json_object_get(document, "jobs");
	enum err e;

	if (!json_is_array(jobs) || json_array_size(jobs) == 0)
		return error_set_line(err, ERR_INPUT, fio->results.line, "/jobs: expected a list");
	if (json_array_size(jobs) > fio->jobs_max)
		return error_set_line(err, ERR_LIMIT, fio->results.line,
				      "/jobs: more than %zu (--max-runs)", fio->jobs_max);
	fio->globals = json_object_get(document, "global options");
	e = sink_meta(fio->results.sink, fio->results.line, "tool.version",
		      json_get_text(document, "fio version"), err);
	for (size_t i = 0; e == OK && i < json_array_size(jobs); i++)
		e = take_job(fio, jobs, i, err);
	return e == OK && json_array_size(jobs) > 1 ? emit_whole(fio, jobs, err) : e;
}

/* LKP calls the file of the second of several fios that run at once "fio.output.2". */
static struct slice instance_of(struct slice path)
{
	struct slice name = slice_basename(path), number = name;
	uint64_t value;

	return slice_take(&number, "fio.output.") && num_uint(number, &value) ? number : SLICE_NONE;
}

/* How far into the file its first document begins; head.n = there is none of fio. */
static size_t beginning(struct slice head)
{
	size_t key = slice_find(head, "\"fio version\"");
	struct slice before = slice_trim_end(slice_head(head, key));

	return key < head.n && slice_ends(before, "{") ? before.n - 1 : head.n;
}

static int fio_detect(struct slice head)
{
	return beginning(head) < head.n ? 100 : 0;
}

static enum err read_documents(struct fio *fio, struct documents *documents, json_t **last,
			       struct error *err)
{
	char next = '{';
	enum err e = OK;

	while (e == OK && next == '{') {
		json_t *document;

		e = documents_next(documents, &document, err);
		if (e != OK || document == NULL)
			break;
		json_decref(*last);
		*last = json_incref(document);
		fio->results.line = documents->line;
		e = documents_peek(documents, &next, err);
	}
	return e;
}

static enum err fio_parse(struct arena *arena, struct input *input,
			  const struct format_options *options, struct sink *sink,
			  struct error *err)
{
	struct fio fio = { .arena = arena, .jobs_max = (size_t)options->runs };
	struct slice head = input_head(input);
	struct documents documents;
	json_t *last = NULL;
	struct error broken;
	enum err e, status;

	if (beginning(head) == head.n)
		return error_set(err, ERR_INPUT, "expected a document with \"fio version\"");
	fio.results.sink = sink;
	fio.results.benchmark = SLICE("fio");
	fio.instance = instance_of(input->path);
	documents_init(&documents, input, options);
	status = documents_skip(&documents, beginning(head), &broken);
	if (status == OK)
		status = read_documents(&fio, &documents, &last, &broken);
	e = last != NULL ? take_document(&fio, last, err) : OK;
	json_decref(last);
	documents_release(&documents);
	if (e == OK && status != OK)
		*err = broken;
	return e == OK ? status : e;
}

const struct format fmt_fio = {
	.name = "fio",
	.summary = "bandwidth, IOPS and latencies of fio's jobs, in JSON",
	.tool = "fio 2.x to 3.33, --output-format=json and json+",
	.detect = fio_detect,
	.parse = fio_parse,
};
