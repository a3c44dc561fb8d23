/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What differs between the runs of a report: command line, LSM, preemption, idle states, disks. */
#include "ingest/mmtests_report_parts.h"

#include <stdlib.h>

static int by_bytes(const void *a, const void *b)
{
	return slice_cmp(*(const struct slice *)a, *(const struct slice *)b);
}

/* Parameters that say where a kernel lies, not how it behaves. */
static bool is_place(struct slice parameter)
{
	return slice_starts(parameter, "BOOT_IMAGE=") || slice_starts(parameter, "root=") ||
	       slice_starts(parameter, "resume=");
}

/* Sorted, each once, a blank behind each. */
static struct slice sorted_parameters(struct arena *arena, struct slice line)
{
	struct slice *list = NULL, parameter, out;
	size_t count = 0, capacity = 0;
	struct buf buf;

	while ((parameter = slice_field(&line)).n > 0)
		if (!is_place(parameter))
			ARENA_PUSH(arena, list, count, capacity, parameter);
	if (count > 0)
		qsort(list, count, sizeof(list[0]), by_bytes);
	buf_init(&buf);
	for (size_t i = 0; i < count; i++)
		if (i == 0 || !slice_eq(list[i], list[i - 1]))
			buf_addf(&buf, "%.*s ", SLICE_FMT(list[i]));
	out = arena_slice(arena, buf_slice(&buf));
	buf_release(&buf);
	return out;
}

static struct slice command_line(struct arena *arena, struct slice dmesg)
{
	struct slice line;

	while (slice_line(&dmesg, &line)) {
		size_t at = slice_find(line, "Command line:");

		if (at == line.n)
			continue;
		line = slice_skip(line, at + sizeof("Command line:") - 1);
		(void)slice_take(&line, " ");
		if (line.n > 0)
			return sorted_parameters(arena, line);
		break;
	}
	return SLICE("No command line available in dmesg log");
}

/* A fact of each run: how it is read, and how it is shown where it differs. */
struct difference {
	const char *heading, *file;
	const char *before; /* stands before the run's name */
	unsigned revisions;
	bool is_command_line; /* of dmesg; runs without the file do not count */
	bool on_next_line;
};

enum { HEAD = 1 << PEER_HEAD, R2025 = 1 << PEER_2025 };

static const struct difference differences[] = {
	{ "Test kernel command lines", "iter-0/dmesg", "", HEAD | R2025, true, false },
	{ "Test LSM module order", "iter-0/security-lsm", "", HEAD | R2025, false, false },
	{ "Test Preemption Dynamic Settings", "iter-0/preempt-dynamic", "", HEAD, false, false },
	{ "Test CState latencies", "iter-0/cpuidle-latencies.txt",
	  "CState exit latencies: ", HEAD | R2025, false, true },
};

/* Without the line ends at its end, as a shell substitutes. */
static struct slice substituted(struct slice text)
{
	while (text.n > 0 && text.p[text.n - 1] == '\n')
		text.n--;
	return text;
}

static void add_fact(const struct mmtests_report *report, struct buf *lines,
		     const struct difference *difference, struct slice run, struct slice value)
{
	const char *colon = report->revision == PEER_HEAD ? ":" : "";
	struct slice name = arena_printf(report->arena, "%.*s%s", SLICE_FMT(run), colon);

	buf_addf(lines, "%s%-40.*s%c%.*s\n", difference->before, SLICE_FMT(name),
		 difference->on_next_line ? '\n' : ' ', SLICE_FMT(value));
}

static enum err add_difference(const struct mmtests_report *report, struct buf *out,
			       const struct difference *difference, struct error *err)
{
	struct slice first = SLICE_NONE;
	bool has_first = false, differs = false;
	struct buf lines;
	enum err e = OK;

	buf_init(&lines);
	for (size_t i = 0; e == OK && i < report->run_count; i++) {
		struct slice text;
		bool found;

		e = report_file(report, report->runs[i], difference->file, &text, &found, err);
		if (e != OK || (!found && difference->is_command_line))
			continue;
		if (!found)
			text = SLICE("(unavailable)");
		else if (difference->is_command_line)
			text = command_line(report->arena, text);
		text = substituted(text);
		if (!has_first)
			first = text;
		has_first = true;
		differs = differs || !slice_eq(text, first);
		add_fact(report, &lines, difference, report->runs[i], text);
	}
	if (e == OK && differs)
		report_lines(report, out, difference->heading, buf_slice(&lines));
	buf_release(&lines);
	return e;
}

/* What stands behind the last ':' of lines that hold "scheduler:", as one line. */
static enum err add_disks(const struct mmtests_report *report, struct buf *lines, struct slice run,
			  struct error *err)
{
	struct slice *iterations, text, line;
	size_t count;
	enum err e = report_iterations(report, run, &iterations, &count, err);

	for (size_t i = 0; e == OK && i < count; i++) {
		struct slice path = arena_printf(report->arena, "%.*s/storageioqueue.txt",
						 SLICE_FMT(iterations[i]));
		struct slice last = SLICE_NONE;
		bool found;

		e = report_file(report, run, path.p, &text, &found, err);
		if (e != OK || !found)
			continue;
		while (slice_line(&text, &line))
			if (slice_find(line, "scheduler:") < line.n)
				last = slice_skip(line, slice_rfind_char(line, ':') + 1);
		path = arena_printf(report->arena, "%.*s:", SLICE_FMT(run));
		buf_addf(lines, "%-40.*s %.*s\n", SLICE_FMT(path), SLICE_FMT(last));
	}
	return e;
}

static enum err add_storage(const struct mmtests_report *report, struct buf *out, struct error *err)
{
	struct buf lines;
	enum err e = OK;

	buf_init(&lines);
	for (size_t i = 0; e == OK && i < report->run_count; i++)
		e = add_disks(report, &lines, report->runs[i], err);
	if (e == OK && lines.n > 0)
		report_lines(report, out, "Storage scheduler", buf_slice(&lines));
	buf_release(&lines);
	return e;
}

/* Lines of one dmesg; where a run has several, each with its file before it. */
static void take_warnings(struct buf *lines, struct slice text, const char *file)
{
	struct slice line;

	while (slice_line(&text, &line))
		if (slice_find(line, "WARNING:") < line.n || slice_find(line, "Oops:") < line.n)
			buf_addf(lines, "%s%.*s\n", file, SLICE_FMT(line));
}

static enum err add_warnings(const struct mmtests_report *report, struct buf *out, struct slice run,
			     struct error *err)
{
	struct slice *iterations, heading, text;
	struct buf lines;
	size_t count;
	enum err e = report_iterations(report, run, &iterations, &count, err);

	buf_init(&lines);
	for (size_t i = 0; e == OK && i < count; i++) {
		struct slice path =
			arena_printf(report->arena, "%.*s/dmesg", SLICE_FMT(iterations[i]));
		struct slice file = arena_printf(report->arena, "%.*s/%.*s.gz:", SLICE_FMT(run),
						 SLICE_FMT(path));
		bool found;

		e = report_file(report, run, path.p, &text, &found, err);
		if (e == OK && found)
			take_warnings(&lines, text, count > 1 ? file.p : "");
	}
	heading =
		arena_printf(report->arena, "Test %.*s produced warnings or oops", SLICE_FMT(run));
	if (e == OK && lines.n > 0) {
		report_lines(report, out, heading.p, buf_slice(&lines));
		report_gap(report, out);
	}
	buf_release(&lines);
	return e;
}

enum err report_differences(const struct mmtests_report *report, struct buf *out, struct error *err)
{
	enum err e = OK;

	for (size_t i = 0; e == OK && i < ARRAY_SIZE(differences); i++)
		if (differences[i].revisions & (1U << report->revision))
			e = add_difference(report, out, &differences[i], err);
	if (e == OK && report->revision != PEER_2015)
		e = add_storage(report, out, err);
	for (size_t i = 0; e == OK && report->revision == PEER_HEAD && i < report->run_count; i++)
		e = add_warnings(report, out, report->runs[i], err);
	return e;
}

/* Lines that follow an equal one are left out. */
static void add_unique_lines(struct buf *out, struct slice text)
{
	struct slice line, before = SLICE_NONE;
	bool is_first = true;

	for (; slice_line(&text, &line); before = line, is_first = false)
		if (is_first || !slice_eq(line, before))
			buf_addf(out, "%.*s\n", SLICE_FMT(line));
}

enum err report_options(const struct mmtests_report *report, struct buf *out, struct error *err)
{
	static const char *const files[] = { "compiler.opts", "runtime.opts", "sysctl.opts" };
	struct slice *iterations, text, line;
	size_t count;
	enum err e = report_iterations(report, report->runs[0], &iterations, &count, err);

	for (size_t k = 0; e == OK && k < ARRAY_SIZE(files); k++) {
		bool found = false;
		struct buf lines;

		for (size_t i = 0; e == OK && !found && i < count; i++) {
			struct slice path = arena_printf(report->arena, "%.*s/%s",
							 SLICE_FMT(iterations[i]), files[k]);

			e = report_file(report, report->runs[0], path.p, &text, &found, err);
		}
		if (e != OK || !found)
			continue;
		buf_init(&lines);
		(void)slice_line(&text, &line); /* none: an empty heading */
		add_unique_lines(&lines, text);
		report_lines(report, out, arena_cstr(report->arena, line), buf_slice(&lines));
		buf_release(&lines);
		report_gap(report, out);
	}
	return e;
}
