/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/mmtests.h"

#include <limits.h>

#include "ingest/benchmarks.h"
#include "ingest/mmtests_meta.h"
#include "lib/num.h"

/* ---- what a path tells ---- */

/* Cuts the first part off *rest. */
static struct slice take_part(struct slice *rest)
{
	struct slice part = SLICE_NONE;

	(void)slice_split(rest, '/', &part); /* nothing left: an empty part */
	return part;
}

static bool is_iteration(struct slice part, int *out)
{
	uint64_t n;

	if (!slice_take(&part, "iter-") || !num_uint(part, &n) || n >= INT_MAX)
		return false;
	*out = (int)n + 1;
	return true;
}

bool mmtests_member(struct slice path, struct slice outer, struct mmtests_member *out)
{
	struct mmtests_member member = { .run = slice_basename(outer) };
	struct slice rest = path;

	while (rest.n > 0) {
		struct slice from_here = rest;
		struct slice part = take_part(&rest);

		if (is_iteration(part, &member.iteration)) {
			struct slice first = take_part(&rest);

			if (first.n == 0)
				return false;
			if (rest.n > 0)
				member.benchmark = first;
			member.path = from_here;
			*out = member;
			return true;
		}
		if (rest.n == 0 && slice_is(part, "mmtests-activity")) {
			member.path = part;
			*out = member;
			return true;
		}
		member.run = part;
	}
	return false;
}

bool mmtests_place(struct slice path, struct slice *run, struct slice *place)
{
	struct slice rest = path, before = SLICE_NONE;
	bool found = false;
	int iteration;

	while (rest.n > 0) {
		struct slice from_here = rest;
		struct slice part = take_part(&rest);

		if (is_iteration(part, &iteration)) {
			*run = before;
			*place = from_here;
			found = true;
		}
		before = part;
	}
	return found;
}

/* ---- measurements ---- */

struct results {
	const struct benchmark *benchmark;
	struct arena *arena;
	struct slice a, b; /* factors of the file's name; "" = none */
	struct input *input;
	struct sink *sink;
	size_t samples;
};

/* METRIC-A-B; a factor "_" stands for none. */
static struct slice metric_name(const struct results *results, const char *metric)
{
	struct slice a = results->a, b = results->b;

	if (slice_is(a, "_"))
		a.n = 0;
	if (slice_is(b, "_"))
		b.n = 0;
	return arena_printf(results->arena, "%s%s%.*s%s%.*s", metric, a.n > 0 ? "-" : "",
			    SLICE_FMT(a), b.n > 0 ? "-" : "", SLICE_FMT(b));
}

static enum err emit(struct results *results, const char *metric, const char *unit,
		     enum better better, double value, struct error *err)
{
	struct record r = record_init(RECORD_SAMPLE);

	r.line = results->input->line_no;
	r.metric = metric_name(results, metric);
	r.unit = slice_str(unit);
	r.better = better;
	r.value = value;
	results->samples++;
	return sink_emit(results->sink, &r, err);
}

static enum err not_understood(const struct results *results, const char *expected,
			       struct error *err)
{
	return sink_diagnostic(results->sink, results->input->line_no, err, "expected %s",
			       expected);
}

/* The field of a line, counted as awk does, from the end when it is below 0. */
static struct slice word_of(struct slice line, int field)
{
	struct slice rest = line, word;
	int count = 0;

	if (field < 0) {
		while (slice_field(&rest).n > 0)
			count++;
		field += count + 1;
		rest = line;
	}
	do
		word = slice_field(&rest);
	while (--field > 0);
	return word;
}

/* "54.85", "1,234,567", "total:17763". */
static bool take_value(struct slice word, double *value)
{
	size_t colon = slice_rfind_char(word, ':');
	int64_t whole;

	if (colon < word.n)
		word = slice_skip(word, colon + 1);
	if (num_double(word, value))
		return true;
	if (!num_grouped(word, &whole))
		return false;
	*value = (double)whole;
	return true;
}

static enum err line_results(struct results *results, struct slice line, struct error *err)
{
	const struct benchmark *row = results->benchmark;
	double value;

	if (row->pattern[0] == '^' ? !slice_starts(line, row->pattern + 1)
				   : slice_find(line, row->pattern) == line.n)
		return OK;
	if (!take_value(word_of(line, row->field), &value))
		return sink_diagnostic(results->sink, results->input->line_no, err,
				       "expected a number as word %d of a line with '%s'",
				       row->field, row->pattern);
	return emit(results, row->metric, row->unit, row->better, value, err);
}

/* [[h:]m:]s.ss */
static bool take_clock(struct slice text, double *seconds)
{
	struct slice part;
	double value, sum = 0;

	if (text.n == 0)
		return false;
	while (slice_split(&text, ':', &part)) {
		if (!num_double(part, &value))
			return false;
		sum = 60 * sum + value;
	}
	*seconds = sum;
	return true;
}

/* Cuts "0.52user" off *line: what stands before its unit. */
static struct slice take_before(struct slice *line, const char *unit)
{
	struct slice word = slice_field(line);

	word.n = slice_ends(word, unit) ? slice_find(word, unit) : 0;
	return word;
}

/* 0.52user 0.05system 0:01.15elapsed 49%CPU (0avgtext+0avgdata 21504maxresident)k */
static enum err time_results(struct results *results, struct slice line, struct error *err)
{
	double user, system, elapsed;
	enum err e;

	if (slice_starts(line, "Command exited") || slice_starts(line, "Command terminated"))
		return sink_diagnostic(results->sink, results->input->line_no, err,
				       "the measured command failed");
	if (slice_find(line, "elapsed") == line.n)
		return OK;
	if (!num_double(take_before(&line, "user"), &user) ||
	    !num_double(take_before(&line, "system"), &system) ||
	    !take_clock(take_before(&line, "elapsed"), &elapsed))
		return not_understood(results, "user, system and elapsed times", err);
	e = emit(results, "Elapsed", "s", BETTER_LOWER, elapsed, err);
	if (e == OK)
		e = emit(results, "System", "s", BETTER_LOWER, system, err);
	if (e == OK && !results->benchmark->no_user)
		e = emit(results, "User", "s", BETTER_LOWER, user, err);
	return e;
}

/*
 *    0    1   1     0.02s     0.43s     0.45s   72767.487  72691.034
 * gran, clients, cacheline, user, system, elapsed, faults per CPU second and per second.
 * Headings and warnings of the program begin with a letter.
 */
static enum err pft_results(struct results *results, struct slice line, struct error *err)
{
	struct slice rest = slice_trim(line);
	double values[8];
	size_t count = 0;
	enum err e;

	if (rest.n == 0 || rest.p[0] < '0' || rest.p[0] > '9')
		return OK;
	for (; rest.n > 0; count++) {
		struct slice word = slice_field(&rest);

		if (slice_ends(word, "s"))
			word.n--;
		if (count == ARRAY_SIZE(values) || !num_double(word, &values[count]))
			return not_understood(results, "8 numbers", err);
	}
	if (count != ARRAY_SIZE(values))
		return not_understood(results, "8 numbers", err);
	e = emit(results, "faults/cpu", "faults/s", BETTER_HIGHER, values[6], err);
	if (e == OK)
		e = emit(results, "faults/sec", "faults/s", BETTER_HIGHER, values[7], err);
	return e;
}

/* Cuts "-LAST" off *name when LAST is what stands behind its last dash. */
static bool cut_last(struct slice *name, struct slice *last)
{
	size_t dash = slice_rfind_char(*name, '-');

	if (dash == name->n)
		return false;
	*last = slice_skip(*name, dash + 1);
	name->n = dash;
	return true;
}

static int count_dashes(struct slice s)
{
	int count = 0;

	for (size_t i = 0; i < s.n; i++)
		count += s.p[i] == '-';
	return count;
}

/* A[-B][-N]; an A may hold dashes itself. False when the name is not of a result file. */
static bool take_factors(const struct benchmark *row, struct slice path, struct slice *a,
			 struct slice *b)
{
	struct slice name = mmtests_plain_name(path), last;
	struct slice whole;
	uint64_t number;

	if (!slice_take(&name, row->files))
		return false;
	if (slice_ends(name, ".log"))
		name.n -= 4;
	whole = name;
	if (count_dashes(name) >= row->factors && cut_last(&name, &last) &&
	    !num_uint(last, &number))
		name = whole;
	*b = SLICE_NONE;
	if (row->factors == 2)
		(void)cut_last(&name, b); /* no dash: no B */
	*a = name;
	return name.n > 0;
}

static enum err read_results(struct results *results, struct error *err)
{
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(results->input, &line)) {
		switch (results->benchmark->kind) {
		case BENCHMARK_LINE:
			e = line_results(results, line, err);
			break;
		case BENCHMARK_TIME:
			e = time_results(results, line, err);
			break;
		case BENCHMARK_PFT:
			e = pft_results(results, line, err);
			break;
		}
	}
	if (e == OK)
		e = input_status(results->input, err);
	if (e == OK && results->samples == 0)
		e = sink_diagnostic(results->sink, results->input->line_no, err,
				    "no measurement in it");
	return e;
}

/* Benchmarks keep their output in logs/ (noprofile/ in the first weeks of the layout). */
static bool is_result_folder(struct slice path)
{
	struct slice folder;

	(void)take_part(&path); /* iter-N */
	(void)take_part(&path); /* benchmark */
	folder = take_part(&path);
	return slice_is(folder, "logs") || slice_is(folder, "noprofile");
}

/* The row for a result file, and the factors in its name; NULL when it is none that is read. */
static const struct benchmark *find_row(const struct mmtests_member *member, struct slice *a,
					struct slice *b)
{
	const struct benchmark *row = benchmark_find(member->benchmark);

	if (row == NULL || !is_result_folder(member->path) ||
	    !take_factors(row, member->path, a, b))
		return NULL;
	return row;
}

bool mmtests_reads(const struct mmtests_member *member)
{
	struct slice a, b;

	if (member->benchmark.n > 0)
		return find_row(member, &a, &b) != NULL;
	return member->iteration > 0 && mmtests_has_facts(member->path);
}

bool mmtests_lacks_parser(const struct mmtests_member *member)
{
	return member->benchmark.n > 0 && is_result_folder(member->path) &&
	       benchmark_find(member->benchmark) == NULL;
}

enum err mmtests_parse(struct arena *arena, const struct mmtests_member *member,
		       struct input *input, struct sink *sink, struct error *err)
{
	struct results results = { .arena = arena, .input = input, .sink = sink };

	if (member->benchmark.n == 0)
		return member->iteration == 0 ? OK : mmtests_facts(input, sink, err);
	results.benchmark = find_row(member, &results.a, &results.b);
	return results.benchmark != NULL ? read_results(&results, err) : OK;
}
