/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parsers that many rows share: GNU time, and words of some lines. */
#include <string.h>

#include "ingest/bench.h"
#include "ingest/perl.h"
#include "lib/num.h"

/* ---- time ---- */

/* "1:02:03.50": seconds, with minutes and hours before them. */
static double clock_value(struct slice text)
{
	struct slice part;
	double sum = 0;

	while (slice_split(&text, ':', &part))
		sum = 60 * sum + perl_value(part);
	return sum;
}

struct times {
	struct slice user, system, elapsed;
};

/* Words of "0.52user 0.05system 0:01.15elapsed 49%CPU ..." without their units. */
static struct times take_times(struct slice line)
{
	struct times times = { 0 };
	struct slice word;

	while ((word = slice_field(&line)).n > 0) {
		size_t end = slice_find(word, "elapsed");

		if (slice_ends(word, "user") && times.user.p == NULL)
			times.user = slice_head(word, word.n - 4);
		else if (slice_ends(word, "system") && times.system.p == NULL)
			times.system = slice_head(word, word.n - 6);
		else if (end < word.n && times.elapsed.p == NULL)
			times.elapsed = slice_head(word, end);
	}
	return times;
}

static bool is_clock(struct slice text)
{
	struct slice part;
	double value;

	if (text.n == 0)
		return false;
	while (slice_split(&text, ':', &part))
		if (!num_double(part, &value))
			return false;
	return true;
}

/* 0.52user 0.05system 0:01.15elapsed 49%CPU (0avgtext+0avgdata 21504maxresident)k */
static enum err time_line(struct bench_file *file, struct slice line, struct error *err)
{
	struct times times = take_times(line);
	double value;
	enum err e;

	if (!file->as_peer && (!num_double(times.user, &value) ||
			       !num_double(times.system, &value) || !is_clock(times.elapsed)))
		return bench_odd(file, err, "expected user, system and elapsed times");
	e = bench_put_value(file, "Elapsed", file->number, awk_print(clock_value(times.elapsed)),
			    err);
	if (e == OK)
		e = bench_put(file, "System", file->number, times.system, err);
	if (e == OK && (file->row->flags & ROW_NO_USER) == 0)
		e = bench_put(file, "User", file->number, times.user, err);
	return e;
}

/* Command names what could not be run or how it ended; "elapsed" is in the line that counts. */
static enum err parse_time(struct bench_file *file, struct error *err)
{
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		if (slice_starts(line, "Command exited") ||
		    slice_starts(line, "Command terminated"))
			e = bench_odd(file, err, "the measured command failed");
		else if (slice_find(line, "elapsed") < line.n)
			e = time_line(file, line, err);
	}
	return e;
}

const struct bench_parser bench_time = { "TIME", parse_time };

/* ---- times, one metric for each ---- */

enum time_part { TIME_USER, TIME_SYSTEM, TIME_ELAPSED, TIME_CPU };

/* "syst", "System", "sys": told by the letters that all eras have in common. */
static enum time_part part_of(const char *label)
{
	struct slice name = slice_str(label);

	if (slice_find(name, "ser") < name.n)
		return TIME_USER;
	if (slice_find(name, "ys") < name.n)
		return TIME_SYSTEM;
	return slice_find(name, "CPU") < name.n ? TIME_CPU : TIME_ELAPSED;
}

/* "49%CPU" */
static double cpu_percent(struct slice line)
{
	size_t end = slice_find(line, "%CPU"), start = end;

	while (start > 0 && line.p[start - 1] != ' ')
		start--;
	return perl_value((struct slice){ line.p + start, end - start });
}

static bool is_headline(const struct bench_file *file, enum time_part part)
{
	const struct benchmark *row = file->row;

	return part == TIME_ELAPSED && (row->flags & ROW_HEADLINE_ELAPSED) != 0 &&
	       (row->pattern == NULL || slice_is(file->of.a, row->pattern));
}

static enum err put_part(struct bench_file *file, const char *label, double number,
			 struct slice line, struct error *err)
{
	struct times times = take_times(line);
	enum time_part part = part_of(label);
	struct bench_tuple tuple = {
		.metric = slice_str(label),
		.a = file->of.a,
		.b = file->of.b,
		.number = number,
		.headline = is_headline(file, part),
	};

	if ((file->row->flags & ROW_A_FIRST) != 0) {
		tuple.metric = file->of.a;
		tuple.a = slice_str(label);
	}
	if (part == TIME_USER)
		tuple.value = clock_value(times.user);
	else if (part == TIME_SYSTEM)
		tuple.value = clock_value(times.system);
	else if (part == TIME_CPU)
		tuple.value = cpu_percent(line);
	else
		tuple.value = clock_value(times.elapsed);
	if (file->row->field > 0)
		tuple.value *= file->row->field;
	return bench_put_tuple(file, &tuple, err);
}

static enum err parse_times(struct bench_file *file, struct error *err)
{
	struct slice line;
	double value;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		double number;

		if (slice_find(line, "elapsed") == line.n)
			continue;
		if (!file->as_peer && !num_double(take_times(line).user, &value)) {
			e = bench_odd(file, err, "expected user, system and elapsed times");
			continue;
		}
		number = ++*file->count;
		for (const struct benchmark_metric *m = file->row->metrics;
		     e == OK && m->label != NULL; m++)
			if (m->label[0] != '*') /* a name, no time */
				e = put_part(file, m->label, number, line, err);
	}
	return e;
}

const struct bench_parser bench_times = { "TIMES", parse_times };

/* ---- a word of each line with a text ---- */

static struct slice strip(struct bench_file *file, struct slice word)
{
	const char *what = file->row->strip;
	size_t n = slice_str(what).n, at;
	char *out;

	if (n == 0 || slice_find(word, what) == word.n)
		return word;
	out = arena_alloc(file->arena, word.n);
	for (size_t used = 0;; used += at) {
		at = slice_find(word, what);
		memcpy(out + used, word.p, at);
		if (at == word.n)
			return (struct slice){ out, used + at };
		word = slice_skip(word, at + n);
	}
}

static struct slice word_of(const struct benchmark *row, struct slice line)
{
	struct perl_words words;

	if ((row->flags & ROW_PERL_WORDS) == 0)
		return awk_word(line, row->field);
	perl_split(line, &words);
	return perl_word(&words, (size_t)row->field);
}

static enum err parse_line(struct bench_file *file, struct error *err)
{
	const struct benchmark *row = file->row;
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		struct slice word;

		if (!bench_holds(line, row->pattern))
			continue;
		word = strip(file, word_of(row, line));
		if (word.n == 0 && file->as_peer && (row->eras & ERA_HEAD) != 0)
			continue; /* its shell drops it */
		e = bench_put(file, row->metric, ++*file->count, word, err);
		if ((row->flags & ROW_FIRST_LINE) != 0)
			break;
	}
	return e;
}

const struct bench_parser bench_line = { "LINE", parse_line };

/* ---- a word of each line that names a metric ---- */

static bool names(struct slice line, const char *label)
{
	struct slice rest;

	for (rest = bench_behind(line, label); rest.p != NULL; rest = bench_behind(rest, label))
		if (slice_starts(rest, ":"))
			return true;
	return false;
}

static enum err parse_named(struct bench_file *file, struct error *err)
{
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line))
		for (const struct benchmark_metric *m = file->row->metrics;
		     e == OK && m->label != NULL; m++)
			if (names(line, m->label))
				e = bench_put(file, m->label, file->number,
					      awk_word(line, file->row->field), err);
	return e;
}

const struct bench_parser bench_named = { "NAMED", parse_named };
