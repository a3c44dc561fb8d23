/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * will-it-scale: runtest.py's CSV, a row for each number of tasks. The name of the test stands in
 * a command above, as LKP writes one, or is that of the file. A mode that was not run is -1, or 0
 * in LKP's copy.
 */
#include "ingest/format.h"
#include "ingest/results.h"
#include "lib/num.h"

#define HEADER "tasks,processes,processes_idle,threads,threads_idle,linear"

enum { TASKS, PROCESSES, PROCESSES_IDLE, THREADS, THREADS_IDLE, LINEAR, COLUMNS, ABOVE = 3 };

/* A number and a comma: if it is no row, one was cut. */
static bool is_row_like(struct slice s)
{
	struct slice first = slice_head(s, slice_find_char(s, ','));
	uint64_t tasks;

	return first.n < s.n && num_uint(first, &tasks);
}

static bool read_row(struct slice s, struct slice *tasks, double values[COLUMNS])
{
	size_t n = 0;
	struct slice part;

	for (; slice_split(&s, ',', &part); n++) {
		if (n == TASKS)
			*tasks = part;
		if (n == COLUMNS || !num_double(part, &values[n]))
			return false;
	}
	return n == COLUMNS && values[TASKS] >= 0;
}

/* "python2 ./runtest.py mmap2 295 process 104": mmap2 */
static struct slice test_of_command(struct slice s)
{
	size_t at = slice_find(s, "runtest.py ");

	s = slice_skip(s, at + slice_str("runtest.py ").n);
	return slice_field(&s);
}

/* "page_fault1" of "results/page_fault1.csv" */
static struct slice test_of_path(struct slice path)
{
	struct slice name = slice_basename(path);

	return slice_ends(name, ".csv") ? slice_head(name, name.n - 4) : SLICE_NONE;
}

static void name_test(struct results *r, const struct text *text, size_t i)
{
	struct slice test = test_of_path(text->path);

	for (size_t k = 0, above = i; k < ABOVE; k++) {
		above = text->lines[above].previous;
		if (above >= text->count)
			break;
		if (test_of_command(text->lines[above].s).n > 0) {
			test = test_of_command(text->lines[above].s);
			text->lines[above].taken = true;
			break;
		}
	}
	results_label(r, "test", test);
}

/* -1 is no share of time. */
static enum err emit_idle(const struct results *r, const char *metric, double value,
			  struct error *err)
{
	return value < 0 ? OK : results_emit(r, metric, value, "%", BETTER_NONE, err);
}

static enum err take_row(struct results *r, struct slice tasks, const double values[COLUMNS],
			 struct error *err)
{
	enum err e = OK;

	if (values[TASKS] == 0)
		return OK; /* the script writes it for a chart */
	results_label(r, "tasks", tasks);
	if (values[PROCESSES] <= 0 && values[THREADS] <= 0)
		return sink_diagnostic(r->sink, r->line, err,
				       "neither processes nor threads did anything");
	if (values[PROCESSES] > 0)
		e = results_emit(r, "processes", values[PROCESSES], "ops/s", BETTER_HIGHER, err);
	if (e == OK)
		e = emit_idle(r, "processes_idle", values[PROCESSES_IDLE], err);
	if (e == OK && values[THREADS] > 0)
		e = results_emit(r, "threads", values[THREADS], "ops/s", BETTER_HIGHER, err);
	return e == OK ? emit_idle(r, "threads_idle", values[THREADS_IDLE], err) : e;
}

static enum err read_table(struct text *text, size_t i, struct sink *sink, struct error *err)
{
	struct results r = { .sink = sink, .benchmark = SLICE("will-it-scale") };
	enum err e = OK;

	results_heading(&r, text, i);
	name_test(&r, text, i);
	text->lines[i].taken = true;
	for (i = text->lines[i].next; e == OK && i < text->count; i = text->lines[i].next) {
		struct slice s = slice_trim(text->lines[i].s), tasks;
		double values[COLUMNS];

		if (!is_row_like(s))
			break;
		r.line = text->lines[i].line_no;
		text->lines[i].taken = true;
		if (read_row(s, &tasks, values))
			e = take_row(&r, tasks, values, err);
		else
			e = sink_diagnostic(sink, r.line, err, "expected six numbers");
	}
	return e;
}

/*
 * "brk1_threads: tests/brk1.c:33: child: Assertion `...' failed.": that mode has no result. The
 * same line comes from every task.
 */
static bool read_assertion(struct slice s, struct slice *test, const char **mode)
{
	size_t colon = slice_find_char(s, ':');
	struct slice rest = slice_skip(s, colon + 1);

	*test = slice_head(s, colon);
	*mode = slice_ends(*test, "_threads") ? "threads" : "processes";
	if (!slice_ends(*test, "_threads") && !slice_ends(*test, "_processes"))
		return false;
	*test = slice_head(*test, slice_rfind_char(*test, '_'));
	return slice_take(&rest, " tests/") && slice_find(rest, ": Assertion `") < rest.n;
}

static enum err take_assertion(struct text *text, size_t i, struct slice *failed, struct sink *sink,
			       struct error *err)
{
	struct results r = { .sink = sink, .benchmark = SLICE("will-it-scale") };
	struct slice s = slice_trim(text->lines[i].s), test;
	struct record sample;
	const char *mode;
	enum err e;

	if (!read_assertion(s, &test, &mode))
		return OK;
	text->lines[i].taken = true;
	s = slice_head(s, slice_find_char(s, ':'));
	if (slice_eq(s, *failed))
		return OK;
	*failed = s;
	r.line = text->lines[i].line_no;
	results_label(&r, "test", test);
	e = sink_diagnostic(sink, r.line, err, "%.*s failed", SLICE_FMT(s));
	sample = results_sample(&r, slice_str(mode), "ops/s", BETTER_HIGHER);
	sample.status = SLICE("failed");
	return e == OK ? sink_emit(sink, &sample, err) : e;
}

static enum err will_it_scale_prose(struct arena *arena, struct text *text, struct sink *sink,
				    struct error *err)
{
	struct slice failed = SLICE_NONE;
	enum err e = OK;

	(void)arena;
	for (size_t i = 0; e == OK && i < text->count; i++) {
		if (text->lines[i].taken)
			continue;
		if (slice_is(slice_trim(text->lines[i].s), HEADER))
			e = read_table(text, i, sink, err);
		else
			e = take_assertion(text, i, &failed, sink, err);
	}
	return e;
}

const struct format fmt_will_it_scale = {
	.name = "will-it-scale",
	.summary = "runtest.py's CSV: processes and threads by tasks",
	.tool = "will-it-scale of 2024, and as LKP runs it",
	.prose = will_it_scale_prose,
};
