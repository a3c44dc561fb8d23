/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * usemem and the cases of vm-scalability: a line for each process that is done. The script's line
 * "2020-05-08 17:29:15  ./case-truncate" names the case of what follows.
 */
#include <math.h>

#include "ingest/format.h"
#include "ingest/results.h"
#include "ingest/run_heading.h"
#include "lib/num.h"

enum { STRANGE_LINES_MAX = 10, VERB_MAX_BYTES = 40 };
#define KB          1024.0
#define NSEC_DIGITS 9

struct reading {
	struct results results;
	struct arena *arena;
	struct slice name; /* of the case; "" = none told */
	size_t name_line;  /* where it stands in the text */
};

/* Cuts a whole number off *s, and the blanks behind it. */
static bool take_number(struct slice *s, double *out)
{
	struct slice number = slice_field(s);
	uint64_t value;

	if (!num_uint(number, &value))
		return false;
	*out = (double)value;
	*s = slice_trim(*s);
	return true;
}

/* "67424993280 bytes / 859434826 usecs = 14640 KB/s" behind dots of repeats: the rate. */
static bool read_rate(struct slice s, const char **metric, double *rate)
{
	double bytes, usecs;

	while (s.n > 0 && s.p[0] == '.')
		s = slice_skip(s, 1);
	*metric = slice_take(&s, "read again ") ? "read again throughput" : "throughput";
	return take_number(&s, &bytes) && slice_take(&s, "bytes / ") && take_number(&s, &usecs) &&
	       slice_take(&s, "usecs = ") && take_number(&s, rate) && slice_is(s, "KB/s");
}

/* "1588930152.869615845" in whole seconds and nanoseconds: a double of both loses digits. */
static bool read_stamp(struct slice s, int64_t *seconds, int64_t *nsec)
{
	struct slice whole, fraction;
	int64_t value;

	if (!slice_split(&s, '.', &whole) || !num_int(whole, seconds))
		return false;
	fraction = slice_head(s, NSEC_DIGITS);
	if (!num_int(fraction, &value) || value < 0 || fraction.p[0] == '+')
		return false;
	for (size_t i = fraction.n; i < NSEC_DIGITS; i++)
		value *= 10;
	*nsec = value;
	return true;
}

/* "END-BEGIN" */
static bool read_span(struct slice s, double *nsec)
{
	int64_t end_s, end_ns, begin_s, begin_ns;
	struct slice end;

	if (!slice_split(&s, '-', &end) || !read_stamp(end, &end_s, &end_ns) ||
	    !read_stamp(s, &begin_s, &begin_ns) || begin_s < 0 || end_s < begin_s)
		return false;
	*nsec = (double)(end_s - begin_s) * 1e9 + (double)(end_ns - begin_ns);
	return *nsec >= 0;
}

/* "67424993280 bytes truncated in 1588930152.869615845-1588930152.863649555 seconds" */
static bool read_verb(struct slice s, struct slice *verb, double *rate)
{
	double bytes, nsec;

	if (!take_number(&s, &bytes) || !slice_take(&s, "bytes "))
		return false;
	*verb = slice_field(&s);
	s = slice_trim(s);
	if (verb->n > VERB_MAX_BYTES || !slice_take(&s, "in ") ||
	    !read_span(slice_field(&s), &nsec) || !slice_is(slice_trim(s), "seconds"))
		return false;
	*rate = bytes * (1e9 / KB) / nsec;
	return true;
}

/* "11880398 usecs to free memory", "the initialization time is 1 secs 5 usecs" */
static bool read_duration(struct slice s, const char **metric, double *usecs)
{
	double seconds;

	*metric = "free time";
	if (!slice_take(&s, "the initialization time is "))
		return take_number(&s, usecs) && slice_is(s, "usecs to free memory");
	*metric = "initialization time";
	if (!take_number(&s, &seconds) || !slice_take(&s, "secs ") || !take_number(&s, usecs))
		return false;
	*usecs += seconds * 1e6;
	return slice_is(s, "usecs");
}

/* dd's, which some cases run: "N bytes (64 MB, 61 MiB) copied, 0.25 s, 268 MB/s" */
static bool read_copied(struct slice s, double *rate)
{
	double bytes, seconds;

	if (!take_number(&s, &bytes) || !slice_take(&s, "bytes "))
		return false;
	s = slice_skip(s, slice_find(s, "copied, ") + slice_str("copied, ").n);
	if (!num_double(slice_field(&s), &seconds) || seconds <= 0 || !slice_starts(s, " s,"))
		return false;
	*rate = bytes / seconds / KB;
	return true;
}

/* The other lines of usemem's kin: "5 * 4096 bytes migrated, 20 usecs, 12 MB/s". */
static bool read_comma(struct slice s, struct slice *verb, double *rate)
{
	size_t at = slice_find(s, " bytes ");
	struct slice rest = slice_skip(s, at + slice_str(" bytes ").n), rate_text;
	double usecs;

	if (at == s.n || s.p[0] < '0' || s.p[0] > '9' || !slice_split(&rest, ',', verb) ||
	    (!slice_is(*verb, "migrated") && !slice_is(*verb, "remapped")))
		return false;
	rest = slice_trim(rest);
	if (!take_number(&rest, &usecs) || !slice_take(&rest, "usecs, "))
		return false;
	rate_text = slice_field(&rest);
	return num_double(rate_text, rate) && slice_is(slice_trim(rest), "MB/s");
}

/* ---- what names the numbers ---- */

/* NAME of "./case-NAME" at the end of a dated line, or of one typed at a prompt. */
static bool read_case(struct slice s, struct slice *name)
{
	size_t at = slice_find(s, "./case-");
	struct slice before = slice_trim(slice_head(s, at));

	if (at == s.n || (before.n > 0 && !results_is_dated(s) && !slice_ends(before, "#") &&
			  !slice_ends(before, "$")))
		return false;
	s = slice_skip(s, at + slice_str("./case-").n);
	*name = slice_field(&s);
	return name->n > 0 && slice_trim(s).n == 0;
}

/* The number behind one of two options of a command line. */
static struct slice option_of(struct slice s, const char *brief, const char *full)
{
	struct slice word;

	while ((word = slice_field(&s)).n > 0) {
		uint64_t value;

		if (!slice_take(&word, full) && !slice_take(&word, brief))
			continue;
		(void)slice_take(&word, "=");
		if (word.n == 0)
			word = slice_field(&s);
		if (num_uint(word, &value))
			return word;
	}
	return SLICE_NONE;
}

/* "$ ./usemem --runtime 300 -n 104 -t 2 100g" tells tasks and threads. */
static bool read_command(struct reading *reading, struct slice s)
{
	size_t at = slice_find(s, "usemem ");

	if (at == s.n || (at > 0 && s.p[at - 1] != '/' && s.p[at - 1] != ' '))
		return false;
	s = slice_skip(s, at);
	results_label(&reading->results, "processes", option_of(s, "-n", "--nproc"));
	results_label(&reading->results, "threads", option_of(s, "-t", "--thread"));
	return true;
}

static void begin_case(struct reading *reading, struct slice name, size_t line)
{
	struct results *r = &reading->results;

	r->iteration = slice_eq(name, reading->name) ? r->iteration + 1 : 1;
	reading->name = name;
	reading->name_line = line;
	r->benchmark = SLICE("vm-scalability");
	results_label(r, "case", name);
}

/* ---- lines ---- */

static enum err emit_verb(const struct reading *reading, struct slice verb, double value,
			  const char *unit, struct error *err)
{
	struct slice metric = arena_printf(reading->arena, "%.*s throughput", SLICE_FMT(verb));
	struct record r = results_sample(&reading->results, metric, unit, BETTER_HIGHER);

	r.value = value;
	return sink_emit(reading->results.sink, &r, err);
}

static enum err take_row(const struct reading *reading, struct slice s, bool *is_row,
			 struct error *err)
{
	const struct results *r = &reading->results;
	const char *metric;
	struct slice verb;
	double value;

	*is_row = true;
	if (read_rate(s, &metric, &value))
		return results_emit(r, metric, value, "KB/s", BETTER_HIGHER, err);
	if (read_verb(s, &verb, &value) && !isfinite(value))
		return sink_diagnostic(r->sink, r->line, err, "bytes in no time");
	if (read_verb(s, &verb, &value))
		return emit_verb(reading, verb, value, "KB/s", err);
	if (read_duration(s, &metric, &value))
		return results_emit(r, metric, value, "usec", BETTER_LOWER, err);
	if (read_comma(s, &verb, &value))
		return emit_verb(reading, verb, value, "MB/s", err);
	if (reading->name.n > 0 && read_copied(s, &value))
		return results_emit(r, "copied throughput", value, "KB/s", BETTER_HIGHER, err);
	*is_row = false;
	return OK;
}

/* *is_ours: a result, or a line that may stand between results. */
static enum err take_line(struct reading *reading, struct text *text, size_t i, bool *is_ours,
			  struct error *err)
{
	struct slice s = slice_trim(text->lines[i].s), name;
	enum err e;

	reading->results.line = text->lines[i].line_no;
	*is_ours = true;
	if (read_case(s, &name)) {
		begin_case(reading, name, i);
		return OK;
	}
	if (read_command(reading, s))
		return OK;
	e = take_row(reading, s, &text->lines[i].taken, err);
	if (text->lines[i].taken && reading->name.n > 0)
		text->lines[reading->name_line].taken = true;
	*is_ours = text->lines[i].taken || results_is_dated(s);
	return e;
}

/* A line that a block may begin with. */
static bool begins(struct slice s)
{
	const char *metric;
	struct slice verb;
	double value;

	return read_case(s, &verb) || read_rate(s, &metric, &value) ||
	       read_verb(s, &verb, &value) || read_duration(s, &metric, &value) ||
	       read_comma(s, &verb, &value);
}

/* seen[i]: a block went over line i. */
static enum err read_block(struct arena *arena, struct text *text, size_t i, bool *seen,
			   struct sink *sink, struct error *err)
{
	struct reading reading = { .arena = arena };
	struct results *r = &reading.results;
	size_t above = run_line_above(text, i);
	int strange = 0;
	enum err e = OK;

	r->sink = sink;
	r->benchmark = SLICE("usemem");
	results_heading(r, text, i);
	if (above < text->count)
		(void)read_command(&reading, text->lines[above].s); /* it may tell nothing */
	for (; e == OK && i < text->count && strange <= STRANGE_LINES_MAX;
	     i = text->lines[i].next) {
		bool is_ours = false;

		seen[i] = true;
		if (slice_trim(text->lines[i].s).n == 0)
			continue;
		if (strange > 0)
			results_heading(r, text, i);
		if (!text->lines[i].taken)
			e = take_line(&reading, text, i, &is_ours, err);
		strange = is_ours ? 0 : strange + 1;
	}
	return e;
}

static enum err vm_scalability_prose(struct arena *arena, struct text *text, struct sink *sink,
				     struct error *err)
{
	bool *seen = ARENA_ARRAY(arena, text->count, bool);
	enum err e = OK;

	for (size_t i = 0; e == OK && i < text->count; i++)
		if (!seen[i] && !text->lines[i].taken && begins(slice_trim(text->lines[i].s)))
			e = read_block(arena, text, i, seen, sink, err);
	return e;
}

const struct format fmt_vm_scalability = {
	.name = "vm-scalability",
	.summary = "rates of usemem and of the cases of vm-scalability",
	.tool = "vm-scalability of 2026, and as LKP runs it",
	.prose = vm_scalability_prose,
};
