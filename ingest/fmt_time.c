/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a shell and time(1) say of a command: real, user and sys of bash and of `time -p`; GNU
 * time's own line and its -v; mmtests' "time :: TEST 1.00 user 0.50 system 2.00 elapsed".
 */
#include "ingest/format.h"
#include "ingest/results.h"
#include "ingest/run_heading.h"
#include "lib/num.h"

#include <string.h>

enum { NUMBER_MAX_BYTES = 32, WORDS = 3 };

/* "12.34", or "12,34" where the locale has a comma. */
static bool read_number(struct slice s, double *out)
{
	char copy[NUMBER_MAX_BYTES];
	size_t comma = slice_find_char(s, ',');

	if (s.n == 0 || s.n > sizeof(copy) || s.p[0] < '0' || s.p[0] > '9')
		return false;
	memcpy(copy, s.p, s.n);
	if (comma < s.n)
		copy[comma] = '.';
	return num_double((struct slice){ copy, s.n }, out);
}

/* "0:18.20", "1:02:03": the last part in seconds. */
static bool read_clock(struct slice s, double *seconds)
{
	struct slice part;
	double value;

	*seconds = 0;
	if (slice_find_char(s, ':') == s.n)
		return false;
	while (slice_split(&s, ':', &part)) {
		if (!read_number(part, &value))
			return false;
		*seconds = *seconds * 60 + value;
	}
	return true;
}

/* "1m13.663s", of time -p "73.66", and with a format of their own "73.66s". */
static bool read_duration(struct slice s, double *seconds)
{
	size_t m = slice_find_char(s, 'm');
	double minutes = 0, rest;

	if (m < s.n && (!slice_ends(s, "s") || !read_number(slice_head(s, m), &minutes)))
		return false;
	s.n -= slice_ends(s, "s");
	if (!read_number(m < s.n ? slice_skip(s, m + 1) : s, &rest))
		return false;
	*seconds = minutes * 60 + rest;
	return true;
}

/* ---- real, user, sys ---- */

static const char *const shell_words[WORDS] = { "real", "user", "sys" };

struct shell_time {
	double seconds[WORDS];
	size_t lines[WORDS]; /* on which each stands */
	size_t count;
};

/* "real 0m1.5s" and what follows on this line, all of it pairs of the next words. */
static bool read_pairs(struct slice s, size_t line, struct shell_time *out)
{
	size_t first = out->count;

	while (slice_trim(s).n > 0) {
		struct slice word = slice_field(&s);

		word.n -= slice_ends(word, ":");
		if (out->count == WORDS || !slice_is(word, shell_words[out->count]) ||
		    !read_duration(slice_field(&s), &out->seconds[out->count])) {
			out->count = first;
			return false;
		}
		out->lines[out->count++] = line;
	}
	return out->count > first;
}

/* The line below, also behind one that is blank: some mail programs double them. */
static size_t line_below(const struct text *text, size_t i)
{
	size_t below = text_row_below(text, i);

	return below < text->count && slice_trim(text->lines[below].s).n == 0
		       ? text->lines[below].next
		       : below;
}

/* From "real" on; one of the other two at least must follow. */
static bool read_shell(const struct text *text, size_t i, struct shell_time *out)
{
	out->count = 0;
	while (i < text->count && out->count < WORDS && !text->lines[i].taken &&
	       read_pairs(text->lines[i].s, i, out))
		i = line_below(text, i);
	return out->count >= 2;
}

static enum err take_shell(struct results *r, struct text *text, const struct shell_time *times,
			   struct error *err)
{
	enum err e = OK;

	for (size_t i = 0; e == OK && i < times->count; i++) {
		text->lines[times->lines[i]].taken = true;
		r->line = text->lines[times->lines[i]].line_no;
		e = results_emit(r, shell_words[i], times->seconds[i], "s", BETTER_LOWER, err);
	}
	return e;
}

/* ---- the line of GNU time ---- */

struct gnu_time {
	double user, system, elapsed, cpu, resident; /* NaN = not told */
};

/* "12.34user" */
static bool take_with_unit(struct slice *s, const char *unit, struct slice *number)
{
	*number = slice_field(s);
	if (!slice_ends(*number, unit))
		return false;
	number->n -= slice_str(unit).n;
	return true;
}

/* "0.00user 0.00system 0:00.01elapsed 8%CPU (0avgtext+0avgdata 1640maxresident)k" */
static bool read_gnu(struct slice s, struct gnu_time *out)
{
	struct slice user, system, elapsed, cpu, resident;

	if (!take_with_unit(&s, "user", &user) || !take_with_unit(&s, "system", &system) ||
	    !take_with_unit(&s, "elapsed", &elapsed) || !read_number(user, &out->user) ||
	    !read_number(system, &out->system) || !read_clock(elapsed, &out->elapsed))
		return false;
	if (!take_with_unit(&s, "%CPU", &cpu) || !num_double(cpu, &out->cpu))
		out->cpu = RECORD_NO_NUMBER; /* "?%CPU" of a short run */
	(void)slice_field(&s);               /* (0avgtext+0avgdata */
	if (!take_with_unit(&s, "maxresident)k", &resident) ||
	    !num_double(resident, &out->resident))
		out->resident = RECORD_NO_NUMBER;
	return true;
}

static enum err emit_known(const struct results *r, const char *metric, double value,
			   const char *unit, enum better better, struct error *err)
{
	return value == value ? results_emit(r, metric, value, unit, better, err) : OK;
}

static enum err take_gnu(struct results *r, const struct gnu_time *times, struct error *err)
{
	enum err e = results_emit(r, "user", times->user, "s", BETTER_LOWER, err);

	if (e == OK)
		e = results_emit(r, "system", times->system, "s", BETTER_LOWER, err);
	if (e == OK)
		e = results_emit(r, "elapsed", times->elapsed, "s", BETTER_LOWER, err);
	if (e == OK)
		e = emit_known(r, "cpu", times->cpu, "%", BETTER_NONE, err);
	if (e == OK)
		e = emit_known(r, "maximum resident set size", times->resident, "KiB", BETTER_LOWER,
			       err);
	return e;
}

/* "0inputs+0outputs (0major+99minor)pagefaults 0swaps" */
static enum err take_faults(struct results *r, struct text *text, size_t i, struct error *err)
{
	struct slice s, major, minor;
	double value;
	enum err e = OK;

	if (i >= text->count || text->lines[i].taken)
		return OK;
	s = slice_trim(text->lines[i].s);
	if (slice_find(s, "inputs+") == s.n || slice_find(s, "pagefaults ") == s.n)
		return OK;
	s = slice_skip(s, slice_find_char(s, '(') + 1);
	if (!slice_split(&s, '+', &major) || !slice_split(&s, ')', &minor))
		return OK;
	text->lines[i].taken = true;
	r->line = text->lines[i].line_no;
	if (slice_ends(major, "major") && num_double(slice_head(major, major.n - 5), &value))
		e = results_emit(r, "major page faults", value, "", BETTER_LOWER, err);
	if (e == OK && slice_ends(minor, "minor") &&
	    num_double(slice_head(minor, minor.n - 5), &value))
		e = results_emit(r, "minor page faults", value, "", BETTER_LOWER, err);
	return e;
}

/* ---- time -v ---- */

struct verbose_row {
	const char *name, *metric, *unit;
	enum better better;
};

/* Rows that Linux fills; it leaves the others 0. */
static const struct verbose_row verbose_rows[] = {
	{ "User time (seconds)", "user", "s", BETTER_LOWER },
	{ "System time (seconds)", "system", "s", BETTER_LOWER },
	{ "Percent of CPU this job got", "cpu", "%", BETTER_NONE },
	{ "Elapsed (wall clock) time (h:mm:ss or m:ss)", "elapsed", "s", BETTER_LOWER },
	{ "Maximum resident set size (kbytes)", "maximum resident set size", "KiB", BETTER_LOWER },
	{ "Major (requiring I/O) page faults", "major page faults", "", BETTER_LOWER },
	{ "Minor (reclaiming a frame) page faults", "minor page faults", "", BETTER_LOWER },
	{ "Voluntary context switches", "voluntary context switches", "", BETTER_NONE },
	{ "Involuntary context switches", "involuntary context switches", "", BETTER_NONE },
	{ "File system inputs", "file system inputs", "", BETTER_NONE },
	{ "File system outputs", "file system outputs", "", BETTER_NONE },
};

static bool read_verbose(struct slice s, const struct verbose_row **row, double *value)
{
	size_t colon = slice_find(s, ": ");
	struct slice name = slice_head(s, colon), number = slice_trim(slice_skip(s, colon + 1));

	for (size_t i = 0; i < ARRAY_SIZE(verbose_rows); i++) {
		*row = &verbose_rows[i];
		if (!slice_is(name, verbose_rows[i].name))
			continue;
		number.n -= slice_ends(number, "%");
		return read_clock(number, value) || read_number(number, value);
	}
	return false;
}

/* Names of -v that give no sample but belong to it. */
static bool is_other_row(struct slice s)
{
	static const char *const names[] = { "Average ",
					     "Swaps: ",
					     "Socket messages ",
					     "Signals delivered: ",
					     "Page size (bytes): ",
					     "Exit status: ",
					     "Percent of CPU this job got: " };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (slice_starts(s, names[i]))
			return true;
	return false;
}

static enum err take_verbose(struct results *r, struct text *text, size_t i, struct error *err)
{
	struct slice command = slice_trim(text->lines[i].s);
	enum err e = OK;

	if (slice_take(&command, "Command being timed: \"")) {
		command.n -= slice_ends(command, "\"");
		results_label(r, "command", slice_head(command, 200));
		text->lines[i].taken = true;
		i = text->lines[i].next;
	}
	for (; e == OK && i < text->count && !text->lines[i].taken; i = text->lines[i].next) {
		struct slice s = slice_trim(text->lines[i].s);
		const struct verbose_row *row;
		double value;

		if (s.n == 0)
			continue;
		r->line = text->lines[i].line_no;
		if (read_verbose(s, &row, &value))
			e = results_emit(r, row->metric, value, row->unit, row->better, err);
		else if (!is_other_row(s))
			break;
		text->lines[i].taken = true;
	}
	return e;
}

/* ---- mmtests ---- */

/* "time :: pft 1.00 user 0.50 system 2.00 elapsed" */
static bool read_mmtests(struct slice s, struct slice *test, struct gnu_time *out)
{
	struct slice user, system, elapsed;

	if (!slice_take(&s, "time :: "))
		return false;
	*test = slice_field(&s);
	user = slice_field(&s);
	if (!slice_is(slice_field(&s), "user"))
		return false;
	system = slice_field(&s);
	if (!slice_is(slice_field(&s), "system"))
		return false;
	elapsed = slice_field(&s);
	out->cpu = out->resident = RECORD_NO_NUMBER;
	return slice_is(slice_trim(s), "elapsed") && read_number(user, &out->user) &&
	       read_number(system, &out->system) && read_number(elapsed, &out->elapsed);
}

/* ---- all of them ---- */

/* "Command exited with non-zero status 1", "Command terminated by signal 9" */
static enum err take_failure(struct results *r, struct text *text, size_t i, struct error *err)
{
	struct slice s = i < text->count ? slice_trim(text->lines[i].s) : SLICE_NONE;

	if (!slice_starts(s, "Command exited with non-zero status ") &&
	    !slice_starts(s, "Command terminated by signal "))
		return OK;
	text->lines[i].taken = true;
	return sink_diagnostic(r->sink, text->lines[i].line_no, err, "the command %.*s",
			       SLICE_FMT(slice_skip(s, slice_str("Command ").n)));
}

/* A cheap look at a line that one of the forms may begin with. */
static bool may_begin(struct slice s)
{
	return slice_starts(s, "real") || slice_starts(s, "time :: ") ||
	       slice_starts(s, "Command being timed: ") || slice_starts(s, "User time (seconds)") ||
	       slice_find(s, "elapsed ") < s.n;
}

static enum err take_line(struct results *r, struct arena *arena, struct text *text, size_t i,
			  struct error *err)
{
	size_t last, above = run_line_above(text, i);
	struct slice s = results_line(arena, text, i, "maxresident)k", &last);
	struct gnu_time times;
	enum err e;

	if (read_gnu(s, &times)) {
		results_take(text, i, last);
		e = take_failure(r, text, above, err);
		if (e == OK)
			e = take_gnu(r, &times, err);
		return e == OK ? take_faults(r, text, text->lines[last].next, err) : e;
	}
	if (read_mmtests(slice_trim(text->lines[i].s), &r->benchmark, &times)) {
		text->lines[i].taken = true;
		return take_gnu(r, &times, err);
	}
	return OK;
}

static enum err take_at(struct results *r, struct arena *arena, struct text *text, size_t i,
			struct error *err)
{
	struct slice s = slice_trim(text->lines[i].s);
	struct shell_time shell;
	enum err e;

	if (slice_starts(s, "real"))
		return read_shell(text, i, &shell) ? take_shell(r, text, &shell, err) : OK;
	if (!slice_starts(s, "Command being") && !slice_starts(s, "User time"))
		return take_line(r, arena, text, i, err);
	e = take_failure(r, text, run_line_above(text, i), err);
	return e == OK ? take_verbose(r, text, i, err) : e;
}

static enum err time_prose(struct arena *arena, struct text *text, struct sink *sink,
			   struct error *err)
{
	enum err e = OK;

	for (size_t i = 0; e == OK && i < text->count; i++) {
		struct results r = { .sink = sink, .benchmark = SLICE("time") };

		if (text->lines[i].taken || !may_begin(slice_trim(text->lines[i].s)))
			continue;
		results_heading(&r, text, i);
		r.line = text->lines[i].line_no;
		e = take_at(&r, arena, text, i, err);
	}
	return e;
}

const struct format fmt_time = {
	.name = "time",
	.summary = "real, user and sys of a command",
	.tool = "bash 5.2, GNU time 1.9 (also -p and -v), mmtests",
	.prose = time_prose,
};
