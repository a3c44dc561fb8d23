/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * redis-benchmark: --csv (columns by name since 7.0, test and rate alone before), -q (a line a
 * test), and the long text, a block a test.
 */
#include "ingest/format.h"
#include "ingest/result_lines.h"
#include "lib/num.h"

enum { COLUMNS_MAX = 16, ROWS_ALONE = 2 };

struct row {
	struct slice fields[COLUMNS_MAX];
	size_t count;
};

/* A heading holds for all lines below it, up to the next. */
static struct results results_of(struct results *all, const struct text *text, size_t i)
{
	results_heading(all, text, i);
	all->line = text->lines[i].line_no;
	return *all;
}

static enum err emit_rate(const struct results *r, double rate, struct error *err)
{
	return results_emit(r, "requests per second", rate, "requests/s", BETTER_HIGHER, err);
}

static enum err emit_latency(const struct results *r, struct slice statistic, double value,
			     struct error *err)
{
	const struct result_statistic latency = {
		.metric = "latency",
		.statistic = slice_is(statistic, "avg") ? SLICE("mean") : statistic,
		.unit = "msec",
		.better = BETTER_LOWER,
		.value = value,
	};

	return result_statistic(r, &latency, err);
}

/* ---- --csv ---- */

/* "SET","39138.95","0.156": fields in quotes, without quotes in them. */
static bool cut_row(struct slice s, struct row *row)
{
	row->count = 0;
	while (row->count < COLUMNS_MAX && slice_take(&s, "\"")) {
		size_t n = slice_find_char(s, '"');

		if (n == s.n)
			return false;
		row->fields[row->count++] = slice_head(s, n);
		s = slice_skip(s, n + 1);
		if (s.n == 0)
			return true;
		if (!slice_take(&s, ","))
			return false;
	}
	return false;
}

static bool is_header(const struct row *row)
{
	return row->count >= 2 && slice_is(row->fields[0], "test") &&
	       slice_is(row->fields[1], "rps");
}

/* A test's name and numbers, as many as columns. */
static bool is_result(const struct row *row, size_t columns)
{
	double value;

	if (row->count != columns || row->fields[0].n == 0)
		return false;
	for (size_t i = 1; i < row->count; i++)
		if (!num_double(row->fields[i], &value))
			return false;
	return true;
}

/* Columns behind the rate are called "avg_latency_ms", "p99_latency_ms" ... */
static enum err emit_row(struct results *r, const struct row *header, const struct row *row,
			 struct error *err)
{
	double value = 0;
	enum err e = num_double(row->fields[1], &value) ? OK : ERR_BUG; /* is_result saw it */

	results_label(r, "test", row->fields[0]);
	if (e == OK)
		e = emit_rate(r, value, err);
	for (size_t i = 2; e == OK && i < row->count; i++) {
		struct slice name = header->fields[i];
		size_t n = slice_find(name, "_latency_ms");

		if (n < name.n && num_double(row->fields[i], &value))
			e = emit_latency(r, slice_head(name, n), value, err);
	}
	return e;
}

/* How many rows of that many columns stand from line i on. */
static size_t count_rows(const struct text *text, size_t i, size_t columns)
{
	struct row row;
	size_t n = 0;

	for (; i < text->count && !text->lines[i].taken; i = text->lines[i].next, n++)
		if (!cut_row(slice_trim(text->lines[i].s), &row) || !is_result(&row, columns))
			break;
	return n;
}

static enum err read_csv(struct results *all, struct text *text, size_t i, struct error *err)
{
	struct results r = results_of(all, text, i);
	struct row header = { .count = 2 }, row;
	size_t n;
	enum err e = OK;

	if (cut_row(slice_trim(text->lines[i].s), &row) && is_header(&row)) {
		header = row;
		text->lines[i].taken = true;
		i = text->lines[i].next;
	}
	for (n = count_rows(text, i, header.count); e == OK && n > 0; n--) {
		text->lines[i].taken = true;
		r.line = text->lines[i].line_no;
		if (cut_row(slice_trim(text->lines[i].s), &row))
			e = emit_row(&r, &header, &row, err);
		i = text->lines[i].next;
	}
	return e;
}

static bool begins_csv(const struct text *text, size_t i)
{
	struct row row;

	if (!cut_row(slice_trim(text->lines[i].s), &row))
		return false;
	return is_header(&row) || (is_result(&row, 2) && count_rows(text, i, 2) >= ROWS_ALONE);
}

/* ---- -q ---- */

/* What a terminal shows of a line that was written over again and again. */
static struct slice shown(struct slice line)
{
	struct slice s = slice_trim(line);
	size_t at = slice_rfind_char(s, '\r');

	return at < s.n ? slice_trim(slice_skip(s, at + 1)) : s;
}

/* "SET: 39138.95 requests per second, p50=0.047 msec" */
static bool read_quiet(struct slice s, struct slice *test, double *rate, struct slice *rest)
{
	size_t colon;

	s = shown(s);
	colon = slice_find(s, ": ");
	*test = slice_head(s, colon);
	return colon > 0 && colon < s.n && slice_find_char(*test, ':') == colon &&
	       result_number(slice_skip(s, colon + 2), rate, rest) &&
	       slice_take(rest, "requests per second");
}

static enum err take_quiet(struct results *all, struct text *text, size_t i, struct error *err)
{
	struct results r;
	struct slice test, rest;
	double rate, value;
	enum err e;

	if (!read_quiet(text->lines[i].s, &test, &rate, &rest))
		return OK;
	r = results_of(all, text, i);
	text->lines[i].taken = true;
	results_label(&r, "test", test);
	e = emit_rate(&r, rate, err);
	if (e == OK && result_line(rest, ", p50=", &value, &rest) && slice_is(rest, "msec"))
		e = emit_latency(&r, SLICE("p50"), value, err);
	return e;
}

/* ---- the long text ---- */

enum { STRANGE_LINES_MAX = 3 };

/* "====== SET ======" */
static bool read_title(struct slice s, struct slice *test)
{
	*test = shown(s);
	if (!slice_take(test, "====== ") || !slice_ends(*test, " ======"))
		return false;
	*test = slice_trim(slice_head(*test, test->n - slice_str(" ======").n));
	return test->n > 0;
}

static bool read_option(struct results *r, struct slice s)
{
	static const char *const options[][2] = {
		{ "parallel clients", "clients" },
		{ "bytes payload", "size" },
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

/* Lines that are known to hold no result. */
static bool is_known(struct slice s)
{
	struct slice rest;
	double value;

	if (slice_starts(s, "keep alive:") || slice_starts(s, "host configuration ") ||
	    slice_starts(s, "multi-thread:") || slice_starts(s, "threads:") ||
	    slice_starts(s, "Latency by percentile distribution:") ||
	    slice_starts(s, "Cumulative distribution of latencies:") || slice_is(s, "Summary:") ||
	    slice_starts(s, "latency summary (msec):"))
		return true;
	return result_number(s, &value, &rest) &&
	       (slice_starts(rest, "requests completed in ") || slice_starts(rest, "% <= "));
}

/* "avg  min  p50  p95  p99  max": the names of the numbers below. */
static bool cut_names(struct slice s, struct row *row)
{
	row->count = 0;
	while (row->count < COLUMNS_MAX && (row->fields[row->count] = slice_field(&s)).n > 0)
		row->count++;
	return row->count > 0 && slice_is(row->fields[0], "avg");
}

static enum err take_latencies(const struct results *r, struct row *names, struct slice s,
			       bool *is_row, struct error *err)
{
	double values[COLUMNS_MAX];
	size_t n = 0;
	enum err e = OK;

	while (n < names->count && num_double(slice_field(&s), &values[n]))
		n++;
	*is_row = n > 0 && n == names->count;
	for (size_t i = 0; e == OK && *is_row && i < n; i++)
		e = emit_latency(r, names->fields[i], values[i], err);
	if (*is_row)
		names->count = 0; /* one row below them */
	return e;
}

static enum err take_line(struct results *r, struct row *names, struct slice s, bool *is_row,
			  struct error *err)
{
	struct slice rest, rate = s;
	struct row row;
	double value;

	*is_row = read_option(r, s) || is_known(s);
	if (*is_row)
		return OK;
	(void)slice_take(&rate, "throughput summary: "); /* since 6.2 */
	if (result_number(rate, &value, &rest) && slice_is(rest, "requests per second")) {
		*is_row = true;
		return emit_rate(r, value, err);
	}
	if (cut_names(s, &row)) {
		*names = row;
		*is_row = true;
		return OK;
	}
	return take_latencies(r, names, s, is_row, err);
}

static enum err read_block(struct results *all, struct text *text, size_t i, struct error *err)
{
	struct results r = results_of(all, text, i);
	struct row names = { .count = 0 };
	struct slice test;
	int strange = 0;
	enum err e = OK;

	if (read_title(text->lines[i].s, &test))
		results_label(&r, "test", test);
	text->lines[i].taken = true;
	for (i = text->lines[i].next; e == OK && i < text->count && !text->lines[i].taken;
	     i = text->lines[i].next) {
		struct slice s = slice_trim(text->lines[i].s);
		bool is_row = false;

		if (read_title(s, &test))
			break;
		if (s.n == 0)
			continue;
		r.line = text->lines[i].line_no;
		e = take_line(&r, &names, s, &is_row, err);
		text->lines[i].taken = is_row;
		strange = is_row ? 0 : strange + 1;
		if (strange > STRANGE_LINES_MAX)
			break;
	}
	return e;
}

/* "10 parallel clients" or "5000 requests completed in" right below its title. */
static bool begins_block(const struct text *text, size_t i)
{
	struct slice test, rest;
	size_t below = text->lines[i].next;
	double value;

	return read_title(text->lines[i].s, &test) && below < text->count &&
	       result_number(slice_trim(text->lines[below].s), &value, &rest) &&
	       slice_starts(rest, "requests completed in ");
}

static enum err redis_benchmark_prose(struct arena *arena, struct text *text, struct sink *sink,
				      struct error *err)
{
	struct results all = { .sink = sink, .benchmark = SLICE("redis-benchmark") };
	enum err e = OK;

	(void)arena;
	for (size_t i = 0; e == OK && i < text->count; i++) {
		if (text->lines[i].taken)
			continue;
		if (begins_csv(text, i))
			e = read_csv(&all, text, i, err);
		else if (begins_block(text, i))
			e = read_block(&all, text, i, err);
		else
			e = take_quiet(&all, text, i, err);
	}
	return e;
}

const struct format fmt_redis_benchmark = {
	.name = "redis-benchmark",
	.summary = "rates and latencies of redis-benchmark by test: CSV and text",
	.tool = "redis-benchmark 7.0.15",
	.prose = redis_benchmark_prose,
};
