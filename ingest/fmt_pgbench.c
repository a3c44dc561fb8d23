/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pgbench: options, then results, a block a run. Of the two rates of versions before 14 the one
 * without the time of connecting is taken, which later versions print alone.
 */
#include "ingest/format.h"
#include "ingest/result_lines.h"
#include "lib/num.h"

enum { STRANGE_LINES_MAX = 5 };

struct reading {
	struct results results;
	int64_t transactions; /* 0 = not told yet */
	bool in_statements;   /* below "statement latencies in milliseconds" */
};

/* "<builtin: select only>" is the script "select only". */
static void set_script(struct results *r, struct slice s)
{
	if (slice_take(&s, "<builtin: ") && slice_ends(s, ">"))
		s.n--;
	results_label(r, "script", s);
}

static bool read_option(struct reading *reading, struct slice s)
{
	static const char *const options[][2] = {
		{ "scaling factor: ", "scale" },
		{ "query mode: ", "mode" },
		{ "number of clients: ", "clients" },
		{ "number of threads: ", "threads" },
	};
	size_t colon = slice_find(s, ": ");

	for (size_t i = 0; i < ARRAY_SIZE(options); i++)
		if (slice_take(&s, options[i][0])) {
			results_label(&reading->results, options[i][1], s);
			return true;
		}
	if (slice_take(&s, "transaction type: ")) {
		set_script(&reading->results, s);
		return true;
	}
	if (!slice_starts(s, "SQL script ") || colon == s.n)
		return false;
	set_script(&reading->results, slice_skip(s, colon + 2));
	reading->transactions = 0;
	return true;
}

/* ---- results ---- */

/* "latency average = 5.141 ms", and with ':' before 9.6; LKP writes "us" as well. */
static enum err take_latency(const struct reading *reading, struct slice s, bool *is_row,
			     struct error *err)
{
	struct result_statistic latency = { .metric = "latency",
					    .better = BETTER_LOWER,
					    .n = reading->transactions };
	struct slice rest;

	if (slice_take(&s, "latency average"))
		latency.statistic = SLICE("mean");
	else if (slice_take(&s, "latency stddev"))
		latency.statistic = SLICE("stddev");
	else
		return OK;
	if (!result_line(slice_trim(s), "=", &latency.value, &rest) &&
	    !result_line(slice_trim(s), ":", &latency.value, &rest))
		return OK;
	if (slice_is(rest, "us"))
		latency.unit = "usec";
	else if (slice_is(rest, "ms"))
		latency.unit = "msec";
	else
		return OK;
	*is_row = true;
	return result_statistic(&reading->results, &latency, err);
}

/* "rate limit schedule lag: avg 7.382 (max 49.918) ms" */
static enum err take_lag(const struct reading *reading, struct slice s, bool *is_row,
			 struct error *err)
{
	struct result_statistic lag = { .metric = "schedule lag",
					.statistic = SLICE("mean"),
					.unit = "msec",
					.better = BETTER_LOWER,
					.n = reading->transactions };
	struct slice rest;
	double max;
	enum err e;

	if (!result_line(s, "rate limit schedule lag: avg ", &lag.value, &rest) ||
	    !result_line(rest, "(max ", &max, &rest) || !slice_is(rest, ") ms"))
		return OK;
	*is_row = true;
	e = result_statistic(&reading->results, &lag, err);
	lag.statistic = SLICE("max");
	lag.value = max;
	return e == OK ? result_statistic(&reading->results, &lag, err) : e;
}

/* "tps = 194.532377 (without initial connection time)" */
static enum err take_tps(const struct reading *reading, struct slice s, bool *is_row,
			 struct error *err)
{
	struct slice rest;
	double value;

	if (!result_line(s, "tps =", &value, &rest) || (rest.n > 0 && rest.p[0] != '('))
		return OK;
	*is_row = true;
	if (slice_starts(rest, "(including "))
		return OK;
	return results_emit(&reading->results, "tps", value, "transactions/s", BETTER_HIGHER, err);
}

/* " - 509 transactions (40.8% of total, tps = 255.886392)": of one script of several. */
static enum err take_share(struct reading *reading, struct slice s, bool *is_row, struct error *err)
{
	struct slice rest, tps = slice_skip(s, slice_find(s, "tps = "));
	double count, value;

	if (!result_number(s, &count, &rest) || !slice_starts(rest, "transactions (") ||
	    !result_line(tps, "tps = ", &value, &rest) || !slice_is(rest, ")"))
		return OK;
	*is_row = true;
	reading->transactions = result_count(count);
	return results_emit(&reading->results, "tps", value, "transactions/s", BETTER_HIGHER, err);
}

/* "number of failed transactions: 0 (0.000%)", "initial connection time = 21.508 ms" */
static enum err take_count(struct reading *reading, struct slice s, bool *is_row, struct error *err)
{
	static const char *const counts[][2] = {
		{ "number of failed transactions:", "failed transactions" },
		{ "number of transactions skipped:", "skipped transactions" },
	};
	struct slice rest;
	double value;

	for (size_t i = 0; i < ARRAY_SIZE(counts); i++)
		if (result_line(s, counts[i][0], &value, &rest)) {
			*is_row = true;
			return results_emit(&reading->results, counts[i][1], value, "",
					    BETTER_LOWER, err);
		}
	if (result_line(s, "number of transactions actually processed:", &value, &rest)) {
		*is_row = true;
		reading->transactions = result_count(value);
		return OK;
	}
	if (!result_line(s, "initial connection time =", &value, &rest) || !slice_is(rest, "ms"))
		return OK;
	*is_row = true;
	return results_emit(&reading->results, "initial connection time", value, "msec",
			    BETTER_LOWER, err);
}

/* "progress: 1.0 s, 172.6 tps, lat 28.713 ms stddev 23.548, ...": within the run. */
static enum err take_progress(const struct reading *reading, struct slice s, bool *is_row,
			      struct error *err)
{
	struct record r = results_sample(&reading->results, SLICE("interval tps"), "transactions/s",
					 BETTER_HIGHER);
	struct slice rest;

	if (!result_line(s, "progress:", &r.time_s, &rest) ||
	    !result_line(rest, "s,", &r.value, &rest) || !slice_starts(rest, "tps,"))
		return OK;
	*is_row = true;
	return sink_emit(reading->results.sink, &r, err);
}

/* "0.208  0  BEGIN;", without the count of failures before 15. */
static enum err take_statement(const struct reading *reading, struct slice s, bool *is_row,
			       struct error *err)
{
	struct results of_statement = reading->results;
	struct result_statistic latency = { .metric = "statement latency",
					    .statistic = SLICE("mean"),
					    .unit = "msec",
					    .better = BETTER_LOWER,
					    .n = reading->transactions };
	struct slice rest, behind;
	double failures;

	if (!reading->in_statements || !result_number(s, &latency.value, &rest) || rest.n == 0)
		return OK;
	if (result_number(rest, &failures, &behind) && behind.n > 0)
		rest = behind;
	*is_row = true;
	results_label(&of_statement, "statement", rest);
	return result_statistic(&of_statement, &latency, err);
}

/* ---- blocks ---- */

/* Lines that are known to hold no result. */
static bool is_known(struct slice s)
{
	static const char *const begins[] = {
		"starting vacuum",
		"maximum number of tries:",
		"duration:",
		"number of transactions per client:",
		"number of transactions above the ",
		"weight: ",
	};

	for (size_t i = 0; i < ARRAY_SIZE(begins); i++)
		if (slice_starts(s, begins[i]))
			return true;
	return false;
}

static bool read_version(struct slice s, struct slice *version)
{
	if (!slice_take(&s, "pgbench ("))
		return false;
	*version = slice_head(s, slice_find_char(s, ' '));
	if (slice_ends(*version, ")"))
		version->n--;
	return version->n > 0;
}

static enum err take_result(struct reading *reading, struct slice s, bool *is_row,
			    struct error *err)
{
	enum err e = take_tps(reading, s, is_row, err);

	if (e == OK && !*is_row)
		e = take_latency(reading, s, is_row, err);
	if (e == OK && !*is_row)
		e = take_count(reading, s, is_row, err);
	if (e == OK && !*is_row)
		e = take_share(reading, s, is_row, err);
	if (e == OK && !*is_row)
		e = take_lag(reading, s, is_row, err);
	if (e == OK && !*is_row)
		e = take_progress(reading, s, is_row, err);
	if (e == OK && !*is_row)
		e = take_statement(reading, s, is_row, err);
	return e;
}

static enum err take_line(struct reading *reading, struct slice s, bool *is_row, struct error *err)
{
	struct slice version;

	(void)slice_take(&s, "- "); /* of one script */
	*is_row = true;
	if (read_version(s, &version))
		return sink_meta(reading->results.sink, reading->results.line, "tool.version",
				 version, err);
	if (slice_starts(s, "statement latencies in milliseconds")) {
		reading->in_statements = true;
		return OK;
	}
	*is_row = is_known(s) || read_option(reading, s);
	return *is_row ? OK : take_result(reading, s, is_row, err);
}

static bool begins(struct slice s)
{
	struct slice version;

	return read_version(s, &version) || slice_starts(s, "transaction type: ");
}

static enum err read_block(struct text *text, size_t i, struct sink *sink, struct error *err)
{
	struct reading reading = {
		.results = { .sink = sink, .benchmark = SLICE("pgbench") },
	};
	int strange = 0;
	enum err e = OK;

	results_heading(&reading.results, text, i);
	for (; e == OK && i < text->count && !text->lines[i].taken; i = text->lines[i].next) {
		struct slice s = slice_trim(text->lines[i].s);
		bool is_row = false;

		if (s.n == 0)
			continue;
		if (begins(s) && reading.results.label_count > 0)
			break; /* the next run */
		if (strange > 0)
			results_heading(&reading.results, text, i);
		reading.results.line = text->lines[i].line_no;
		e = take_line(&reading, s, &is_row, err);
		text->lines[i].taken = is_row;
		strange = is_row ? 0 : strange + 1;
		if (strange > STRANGE_LINES_MAX)
			break;
	}
	return e;
}

/* A rate alone, as people quote it: the line says all. */
static bool is_rate(struct slice s)
{
	struct slice rest;
	double value;

	return result_line(s, "tps =", &value, &rest) &&
	       (slice_starts(rest, "(without ") || slice_starts(rest, "(excluding "));
}

static enum err pgbench_prose(struct arena *arena, struct text *text, struct sink *sink,
			      struct error *err)
{
	enum err e = OK;

	(void)arena;
	for (size_t i = 0; e == OK && i < text->count; i++) {
		struct slice s = slice_trim(text->lines[i].s);

		if (!text->lines[i].taken && (begins(s) || is_rate(s)))
			e = read_block(text, i, sink, err);
	}
	return e;
}

const struct format fmt_pgbench = {
	.name = "pgbench",
	.summary = "rates and latencies of pgbench by clients",
	.tool = "pgbench of PostgreSQL 15",
	.prose = pgbench_prose,
};
