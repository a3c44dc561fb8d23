/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sysbench 1.0: a block a run. Options stand above, a rate below a heading that tells the test,
 * then times and latencies. The tests of threads and mutexes have no heading and no rate.
 */
#include "ingest/format.h"
#include "ingest/result_lines.h"
#include "lib/num.h"

enum { STRANGE_LINES_MAX = 6 };

struct reading {
	struct results results;
	int64_t events;  /* 0 = not told yet */
	bool has_rate;   /* what was reached in the time stands above */
	bool in_latency; /* below "Latency (ms):" */
};

/* ---- options ---- */

static bool begins_run(struct slice s)
{
	double version;
	struct slice rest;

	return result_line(s, "sysbench ", &version, &rest) ||
	       slice_is(s, "Running the test with following options:");
}

/* What tells the test that is run. */
static bool read_heading(struct results *r, struct slice s)
{
	static const char *const headings[][2] = {
		{ "CPU speed:", "cpu" },
		{ "Running memory speed test with the following options:", "memory" },
		{ "File operations:", "fileio" },
		{ "SQL statistics:", "oltp" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(headings); i++)
		if (slice_is(s, headings[i][0])) {
			results_label(r, "test", slice_str(headings[i][1]));
			return true;
		}
	return false;
}

static bool read_option(struct results *r, struct slice s)
{
	static const char *const options[][2] = {
		{ "Number of threads: ", "threads" },
		{ "block size: ", "size" },
		{ "Block size ", "size" },
		{ "operation: ", "operation" },
		{ "scope: ", "scope" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(options); i++)
		if (slice_take(&s, options[i][0])) {
			results_label(r, options[i][1], slice_trim(s));
			return true;
		}
	if (slice_take(&s, "Prime numbers limit: ")) {
		results_label(r, "primes", slice_trim(s));
		results_label(r, "test", SLICE("cpu"));
		return true;
	}
	if (!slice_take(&s, "Doing ") || !slice_ends(s, " test"))
		return false;
	results_label(r, "mode", slice_head(s, s.n - slice_str(" test").n));
	return true;
}

/* ---- results ---- */

/* "events per second:  6661.05" */
static enum err take_rate(struct reading *reading, struct slice s, bool *is_row, struct error *err)
{
	static const char *const rates[][3] = {
		{ "events per second:", "events per second", "events/s" },
		{ "reads/s:", "reads", "reads/s" },
		{ "writes/s:", "writes", "writes/s" },
		{ "fsyncs/s:", "fsyncs", "fsyncs/s" },
		{ "read, MiB/s:", "read", "MiB/s" },
		{ "written, MiB/s:", "written", "MiB/s" },
	};
	struct slice rest;
	double value;

	for (size_t i = 0; i < ARRAY_SIZE(rates); i++)
		if (result_line(s, rates[i][0], &value, &rest) && rest.n == 0) {
			*is_row = reading->has_rate = true;
			return results_emit(&reading->results, rates[i][1], value, rates[i][2],
					    BETTER_HIGHER, err);
		}
	return OK;
}

/* "transactions:  286    (142.22 per sec.)", "3190.68 MiB transferred (1528.48 MiB/sec)" */
static enum err take_counted(struct reading *reading, struct slice s, bool *is_row,
			     struct error *err)
{
	static const struct {
		const char *begin, *metric, *unit, *end;
		enum better better;
	} rows[] = {
		{ "transactions:", "transactions", "transactions/s", "per sec.)", BETTER_HIGHER },
		{ "queries:", "queries", "queries/s", "per sec.)", BETTER_HIGHER },
		{ "ignored errors:", "ignored errors", "errors/s", "per sec.)", BETTER_LOWER },
		{ "reconnects:", "reconnects", "reconnects/s", "per sec.)", BETTER_LOWER },
		{ "Total operations:", "operations", "ops/s", "per second)", BETTER_HIGHER },
		{ "", "transferred", "MiB/s", "MiB/sec)", BETTER_HIGHER },
	};
	struct slice rest = s;
	double count, rate;
	size_t i = 0;

	while (i < ARRAY_SIZE(rows) &&
	       !(result_line(s, rows[i].begin, &count, &rest) && slice_ends(rest, rows[i].end)))
		i++;
	if (i == ARRAY_SIZE(rows))
		return OK;
	rest = slice_skip(rest, slice_find_char(rest, '(') + 1);
	if (!result_number(rest, &rate, &rest) || !slice_is(rest, rows[i].end))
		return OK;
	*is_row = reading->has_rate = true;
	return results_emit(&reading->results, rows[i].metric, rate, rows[i].unit, rows[i].better,
			    err);
}

/*
 * "total time:  2.0030s", "total number of events:  13354". One of them was given and the other
 * is the result, unless a rate above has said it.
 */
static enum err take_total(struct reading *reading, struct slice s, bool *is_row, struct error *err)
{
	const struct results *r = &reading->results;
	struct slice rest;
	double value;

	if (result_line(s, "total time:", &value, &rest) && slice_is(rest, "s")) {
		*is_row = true;
		return reading->has_rate
			       ? OK
			       : results_emit(r, "total time", value, "s", BETTER_LOWER, err);
	}
	if (!result_line(s, "total number of events:", &value, &rest) || rest.n > 0)
		return OK;
	*is_row = true;
	reading->events = result_count(value);
	return reading->has_rate ? OK : results_emit(r, "events", value, "", BETTER_HIGHER, err);
}

/* The statistic of "95th percentile:": "p95". */
static struct slice percentile(struct arena *arena, struct slice s)
{
	size_t n = slice_find(s, "th percentile:");
	uint64_t value;

	if (n == s.n || !num_uint(slice_head(s, n), &value) || value > 100)
		return SLICE_NONE;
	return arena_printf(arena, "p%llu", (unsigned long long)value);
}

static enum err take_latency(const struct reading *reading, struct arena *arena, struct slice s,
			     bool *is_row, struct error *err)
{
	static const char *const names[][2] = { { "min:", "min" },
						{ "avg:", "mean" },
						{ "max:", "max" } };
	struct result_statistic latency = { .metric = "latency",
					    .statistic = percentile(arena, s),
					    .unit = "msec",
					    .better = BETTER_LOWER,
					    .n = reading->events };
	struct slice number = slice_trim(slice_skip(s, slice_find_char(s, ':') + 1));

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (slice_starts(s, names[i][0]))
			latency.statistic = slice_str(names[i][1]);
	if (!reading->in_latency || latency.statistic.n == 0 || !num_double(number, &latency.value))
		return OK;
	*is_row = true;
	return result_statistic(&reading->results, &latency, err);
}

/* "[ 1s ] thds: 2 tps: 142.1 qps: 2889.2 (r/w/o: ...) lat (ms,95%): 43.39": within the run. */
static enum err take_interval(const struct reading *reading, struct slice s, bool *is_row,
			      struct error *err)
{
	static const char *const rates[][3] = { { " eps: ", "interval eps", "events/s" },
						{ " tps: ", "interval tps", "transactions/s" },
						{ " qps: ", "interval qps", "queries/s" } };
	struct slice rest, line = s;
	double time;
	enum err e = OK;

	if (!slice_take(&line, "[") || !result_number(slice_trim(line), &time, &rest) ||
	    !slice_take(&rest, "s ] "))
		return OK;
	*is_row = true;
	for (size_t i = 0; e == OK && i < ARRAY_SIZE(rates); i++) {
		struct record r = results_sample(&reading->results, slice_str(rates[i][1]),
						 rates[i][2], BETTER_HIGHER);
		size_t at = slice_find(s, rates[i][0]);
		struct slice number = slice_skip(s, at + slice_str(rates[i][0]).n);

		r.time_s = time;
		if (at < s.n && num_double(slice_field(&number), &r.value))
			e = sink_emit(reading->results.sink, &r, err);
	}
	return e;
}

/* Lines that are known to hold no result. */
static bool is_known(struct slice s)
{
	static const char *const begins[] = {
		"Running the test with following options:",
		"Report intermediate results every ",
		"Initializing ",
		"Threads started!",
		"General statistics:",
		"Threads fairness:",
		"events (avg/stddev):",
		"execution time (avg/stddev):",
		"Throughput:",
		"queries performed:",
		"sum:",
		"Latency histogram (",
	};
	size_t bar = slice_find_char(s, '|');
	double value;

	for (size_t i = 0; i < ARRAY_SIZE(begins); i++)
		if (slice_starts(s, begins[i]))
			return true;
	/* of the histogram */
	return slice_find(s, "- distribution -") < s.n ||
	       (bar < s.n && num_double(slice_trim(slice_head(s, bar)), &value));
}

/* ---- blocks ---- */

static enum err take_line(struct reading *reading, struct arena *arena, struct slice s,
			  bool *is_row, struct error *err)
{
	enum err e;

	if (slice_is(s, "Latency (ms):")) {
		*is_row = reading->in_latency = true;
		return OK;
	}
	*is_row = begins_run(s) || read_heading(&reading->results, s) ||
		  read_option(&reading->results, s) || is_known(s);
	if (*is_row)
		return OK;
	e = take_rate(reading, s, is_row, err);
	if (e == OK && !*is_row)
		e = take_counted(reading, s, is_row, err);
	if (e == OK && !*is_row)
		e = take_total(reading, s, is_row, err);
	if (e == OK && !*is_row)
		e = take_latency(reading, arena, s, is_row, err);
	if (e == OK && !*is_row)
		e = take_interval(reading, s, is_row, err);
	return e;
}

static enum err read_block(struct arena *arena, struct text *text, size_t i, struct sink *sink,
			   struct error *err)
{
	struct reading reading = {
		.results = { .sink = sink, .benchmark = SLICE("sysbench") },
	};
	bool has_options = false;
	int strange = 0;
	enum err e = OK;

	results_heading(&reading.results, text, i);
	for (; e == OK && i < text->count && !text->lines[i].taken; i = text->lines[i].next) {
		struct slice s = slice_trim(text->lines[i].s);
		bool is_row = false;

		if (s.n == 0)
			continue;
		if (begins_run(s) && has_options)
			break; /* the next run */
		if (strange > 0)
			results_heading(&reading.results, text, i);
		reading.results.line = text->lines[i].line_no;
		e = take_line(&reading, arena, s, &is_row, err);
		has_options = has_options || reading.results.label_count > 0;
		text->lines[i].taken = is_row;
		strange = is_row ? 0 : strange + 1;
		if (strange > STRANGE_LINES_MAX)
			break;
	}
	return e;
}

static bool begins(struct slice s)
{
	struct results scratch = { 0 };

	return begins_run(s) || read_heading(&scratch, s) || slice_is(s, "General statistics:");
}

static enum err sysbench_prose(struct arena *arena, struct text *text, struct sink *sink,
			       struct error *err)
{
	enum err e = OK;

	for (size_t i = 0; e == OK && i < text->count; i++)
		if (!text->lines[i].taken && begins(slice_trim(text->lines[i].s)))
			e = read_block(arena, text, i, sink, err);
	return e;
}

const struct format fmt_sysbench = {
	.name = "sysbench",
	.summary = "rates, times and latencies of sysbench by threads",
	.tool = "sysbench 1.0.20",
	.prose = sysbench_prose,
};
