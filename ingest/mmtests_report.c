/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/mmtests_report.h"

#include <stdlib.h>
#include <string.h>

#include "ingest/mmtests_folder.h"
#include "ingest/mmtests_report_parts.h"
#include "ingest/monitor.h"

/* ---- tables ---- */

/* Reads one run's iterations. */
static enum err read_run(const struct mmtests_report *report, const struct mmtests_table *table,
			 struct peer_run *run, void **shared, struct error *err)
{
	struct mmtests_folder folder = {
		.arena = report->arena,
		.directory = report->directory,
		.run = run->name,
		.benchmark = table->benchmark,
		.limits = report->limits,
	};
	struct monitor_reading reading = {
		.arena = report->arena,
		.monitor = table->monitor,
		.benchmark = table->benchmark,
		.heading = table->heading,
		.revision = report->revision,
		.run = run,
		.files = &folder.files,
		.shared = shared,
	};
	struct slice place =
		arena_printf(report->arena, "%s/%.*s", report->directory, SLICE_FMT(run->name));
	struct slice *iterations;
	size_t count;
	enum err e = mmtests_folder_list(report->arena, place.p, "iter-", &iterations, &count, err);

	mmtests_folder_init(&folder);
	if (e == OK && report->revision == PEER_2015)
		return table->monitor->read(&reading, err);
	for (size_t i = 0; e == OK && i < count; i++) {
		folder.iteration = iterations[i].p;
		e = table->monitor->read(&reading, err);
		peer_run_next_iteration(run);
	}
	return e;
}

/* A run that the monitor cannot be read of is left out with a warning, as the peer does. */
static enum err warn_of_run(const struct mmtests_report *report, size_t at, struct buf *warnings,
			    struct error *err)
{
	if (err->code != ERR_INPUT)
		return err->code;
	buf_addf(warnings, "%.*s: %s\n", SLICE_FMT(report->runs[at]), err->text);
	return OK;
}

enum err mmtests_monitor_print(const struct mmtests_report *report,
			       const struct mmtests_table *table, struct buf *out,
			       struct buf *warnings, struct error *err)
{
	struct peer_run *runs = ARENA_ARRAY(report->arena, report->run_count, struct peer_run);
	struct peer_report printed = {
		.revision = report->revision,
		.runs = runs,
		.benchmark = table->benchmark,
		.heading = table->heading,
		.significance = table->significance,
		.format = table->format,
	};
	void *shared = NULL;

	for (size_t i = 0; i < report->run_count; i++) {
		struct peer_run *run = &runs[printed.run_count];
		enum err e;

		peer_run_init(run, report->arena, report->runs[i]);
		e = read_run(report, table, run, &shared, err);
		if (e == OK)
			printed.run_count++;
		else if (warn_of_run(report, i, warnings, err) != OK)
			return e;
	}
	printed.style = monitor_style(table->monitor, report->revision);
	return peer_report_print(out, warnings, report->arena, &printed, err);
}

/* ---- the parts of the report ---- */

struct writer {
	const struct mmtests_report *report;
	struct slice benchmark;
	struct buf *out, *warnings;
};

/* A table into out; one that cannot be made leaves nothing and a warning. */
static enum err add_table(struct writer *w, const struct mmtests_table *asked, struct buf *out,
			  struct error *err)
{
	struct mmtests_table table = *asked;
	struct buf text;
	enum err e;

	table.benchmark = w->benchmark;
	table.format = w->report->html ? PEER_HTML : PEER_TEXT;
	table.significance = table.significance && w->report->significance;
	buf_init(&text);
	e = table.monitor != NULL
		    ? mmtests_monitor_print(w->report, &table, &text, w->warnings, err)
		    : w->report->table(w->report, &table, &text, w->warnings, err);
	if (e == OK)
		report_table(w->report, out, buf_slice(&text));
	else if (e == ERR_INPUT || e == ERR_NOT_FOUND)
		buf_addf(w->warnings, "%.*s: %s\n", SLICE_FMT(w->benchmark), err->text);
	buf_release(&text);
	return e == ERR_INPUT || e == ERR_NOT_FOUND ? OK : e;
}

static struct slice title_of(struct writer *w, const struct report_part *part)
{
	if (part->title == NULL)
		return w->benchmark;
	if (part->title[0] == '=')
		return slice_str(part->title + 1);
	return arena_printf(w->report->arena, "%.*s %s", SLICE_FMT(w->benchmark), part->title);
}

static enum err add_part(struct writer *w, const struct report_part *part, struct error *err)
{
	struct mmtests_table table = {
		.alt = slice_str(part->alt),
		.heading = slice_str(part->heading),
		.significance = !part->plain,
	};
	enum err e = OK;

	if (part->title == NULL || part->title[0] != '\0')
		report_title(w->report, w->out, title_of(w, part));
	if (!part->no_table)
		e = add_table(w, &table, w->out, err);
	if (part->gap)
		report_gap(w->report, w->out);
	return e;
}

static enum err add_tables(struct writer *w, struct error *err)
{
	const struct report_benchmark *benchmark =
		report_benchmark_find(w->report->revision, w->benchmark);
	enum err e = OK;

	for (size_t i = 0; e == OK && report_part_used(benchmark, i); i++)
		e = add_part(w, &benchmark->parts[i], err);
	if (benchmark->last_gap)
		report_gap(w->report, w->out);
	return e;
}

static enum err add_monitor(struct writer *w, const char *name, struct buf *out, struct error *err)
{
	struct mmtests_table table = {
		.monitor = monitor_find(slice_str(name)),
		.significance = true,
	};

	if (w->report->html)
		report_title(w->report, out, slice_str(name));
	return add_table(w, &table, out, err);
}

/* Whether any iteration of the baseline has a file of a monitor, for whichever benchmark. */
static enum err has_monitor(struct writer *w, const char *file, bool *out, struct error *err)
{
	const struct mmtests_report *report = w->report;
	struct slice prefix = arena_printf(report->arena, "%s-", file);
	struct slice *iterations;
	size_t count;
	enum err e = report_iterations(report, report->runs[0], &iterations, &count, err);

	*out = false;
	for (size_t i = 0; e == OK && !*out && i < count; i++) {
		struct slice place =
			arena_printf(report->arena, "%s/%.*s/%.*s", report->directory,
				     SLICE_FMT(report->runs[0]), SLICE_FMT(iterations[i]));

		e = mmtests_folder_has(place.p, prefix.p, out, err);
	}
	return e;
}

/* The first number of the table's fourth line (its second row): how long the first disk waits. */
static double first_wait(struct slice table)
{
	struct slice line = SLICE_NONE;

	for (int i = 0; i < 4 && slice_line(&table, &line); i++)
		continue;
	(void)slice_field(&line);
	(void)slice_field(&line);
	return perl_value(slice_field(&line));
}

enum { WAIT_SHOWN_MS = 5 };

/* Disks are shown when they were waited for. */
static enum err add_iostat(struct writer *w, struct error *err)
{
	struct mmtests_report plain = *w->report;
	struct writer trial = { &plain, w->benchmark, w->out, w->warnings };
	struct buf text;
	double wait;
	enum err e;

	plain.html = false;
	buf_init(&text);
	e = add_monitor(&trial, "iostat", &text, err);
	wait = first_wait(buf_slice(&text));
	buf_release(&text);
	if (e != OK || !(wait >= WAIT_SHOWN_MS + 1))
		return e;
	report_gap(w->report, w->out);
	return add_monitor(w, "iostat", w->out, err);
}

static enum err add_slabs(struct writer *w, struct error *err)
{
	report_gap(w->report, w->out);
	report_title(w->report, w->out, SLICE("Kcache activity"));
	return add_monitor(w, "kcacheslabs", w->out, err);
}

/* Monitors that are shown where the baseline has them. */
static enum err add_if_there(struct writer *w, const char *name, struct error *err)
{
	const struct monitor *monitor = monitor_find(slice_str(name));
	bool there;
	enum err e = has_monitor(w, monitor->file, &there, err);

	if (e != OK || !there)
		return e;
	if (strcmp(name, "iostat") == 0)
		return add_iostat(w, err);
	if (strcmp(name, "kcacheslabs") == 0)
		return add_slabs(w, err);
	return add_monitor(w, name, w->out, err);
}

static enum err add_monitors(struct writer *w, struct error *err)
{
	static const char *const optional[] = { "turbostat", "perf-time-stat", "iostat",
						"kcacheslabs" };
	bool is_old = w->report->revision == PEER_2015;
	enum err e = add_monitor(w, "duration", w->out, err);

	report_gap(w->report, w->out);
	if (e == OK)
		e = add_monitor(w, "mmtests-vmstat", w->out, err);
	if (e != OK || is_old)
		return e;
	report_gap(w->report, w->out);
	e = add_monitor(w, "mmtests-schedstat", w->out, err);
	for (size_t i = 0; e == OK && i < ARRAY_SIZE(optional); i++)
		e = add_if_there(w, optional[i], err);
	return e;
}

static enum err add_benchmark(struct writer *w, bool is_first, struct error *err)
{
	enum err e = OK;

	report_gap(w->report, w->out);
	report_section(w->report, w->out, w->benchmark);
	if (is_first)
		e = report_options(w->report, w->out, err);
	if (e == OK)
		e = add_tables(w, err);
	report_gap(w->report, w->out);
	return e == OK ? add_monitors(w, err) : e;
}

/* ---- benchmarks of a run ---- */

/* Words of an activity line: epoch, script, what happened. "begin NAME" is the oldest form. */
static struct slice begun_benchmark(struct slice line)
{
	struct slice words[6];

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		words[i] = slice_field(&line);
	if (!slice_is(words[1], "run-mmtests:") && !slice_is(words[1], "run-kvm:"))
		return SLICE_NONE;
	if (slice_is(words[2], "begin"))
		return words[3];
	return slice_is(words[2], "test") && slice_is(words[3], "start") ? words[5] : SLICE_NONE;
}

/* test begin :: NAME EPOCH */
static struct slice timed_benchmark(struct slice line)
{
	return slice_take(&line, "test begin :: ") ? slice_field(&line) : SLICE_NONE;
}

static bool ends_iteration(struct slice line)
{
	(void)slice_field(&line);
	(void)slice_field(&line);
	return slice_starts(slice_trim(line), "Iteration 1 end");
}

/* The file that tells which benchmarks a run had: activity, and times before 2019-05. */
static enum err activity_of(const struct mmtests_report *report, struct slice run,
			    struct slice *text, bool *found, struct error *err)
{
	static const char *const files[] = { "mmtests-activity", "iter-0/tests-activity" };
	struct slice old = arena_printf(report->arena, "tests-timestamp-%.*s", SLICE_FMT(run));
	enum err e = OK;

	*found = false;
	for (size_t i = 0; e == OK && !*found && i < ARRAY_SIZE(files); i++)
		e = report_file(report, run, files[i], text, found, err);
	if (e == OK && !*found)
		e = report_file(report, SLICE("."), old.p, text, found, err);
	return e;
}

static enum err benchmarks_of(const struct mmtests_report *report, struct slice **out,
			      size_t *count, struct error *err)
{
	struct slice text = SLICE_NONE, line, *names = NULL;
	size_t capacity = 0;
	bool found;
	enum err e = activity_of(report, report->runs[0], &text, &found, err);

	*count = 0;
	while (e == OK && slice_line(&text, &line) && !ends_iteration(line)) {
		struct slice name = begun_benchmark(line);

		if (name.n == 0)
			name = timed_benchmark(line);
		if (name.n > 0)
			ARENA_PUSH(report->arena, names, *count, capacity, name);
	}
	*out = names;
	return e;
}

enum err mmtests_report_print(const struct mmtests_report *report, struct buf *out,
			      struct buf *warnings, struct error *err)
{
	struct writer w = { report, SLICE_NONE, out, warnings };
	struct slice *names;
	size_t count;
	enum err e = benchmarks_of(report, &names, &count, err);

	report_page_begin(report, out);
	if (e == OK)
		e = report_differences(report, out, err);
	for (size_t i = 0; e == OK && i < count; i++) {
		w.benchmark = names[i];
		e = add_benchmark(&w, i == 0, err);
	}
	report_page_end(report, out);
	return e;
}
