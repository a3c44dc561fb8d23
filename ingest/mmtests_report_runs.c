/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs of a folder of results, their order, and small files of theirs. */
#include "ingest/mmtests_report_parts.h"

#include <stdlib.h>
#include <string.h>

#include "ingest/mmtests_folder.h"
#include "ingest/monitor.h"

struct reading_text {
	struct monitor_take take;
	struct arena *arena;
	struct buf *buf;
};

static enum err take_text(struct monitor_take *take, struct input *input, struct error *err)
{
	struct reading_text *text = CONTAINER_OF(take, struct reading_text, take);
	char chunk[16 * 1024];
	ptrdiff_t got;

	while ((got = input_read(input, chunk, sizeof(chunk), err)) > 0)
		buf_add(text->buf, (struct slice){ chunk, (size_t)got });
	return got < 0 ? err->code : OK;
}

static enum err read_path(struct arena *arena, const char *path, const struct unpack_limits *limits,
			  struct slice *out, bool *found, struct error *err)
{
	struct buf buf;
	struct reading_text text = { { take_text }, arena, &buf };
	enum err e;

	buf_init(&buf);
	e = mmtests_folder_open(arena, path, limits, &text.take, found, err);
	if (e == ERR_INPUT)
		e = OK; /* it breaks off: what stands before is there */
	*out = arena_slice(arena, buf_slice(&buf));
	buf_release(&buf);
	return e;
}

enum err report_file(const struct mmtests_report *report, struct slice run, const char *path,
		     struct slice *text, bool *found, struct error *err)
{
	struct slice whole =
		arena_printf(report->arena, "%s/%.*s/%s", report->directory, SLICE_FMT(run), path);

	return read_path(report->arena, whole.p, report->limits, text, found, err);
}

static int by_nature(const void *a, const void *b)
{
	return slice_cmp_natural(*(const struct slice *)a, *(const struct slice *)b);
}

enum err report_iterations(const struct mmtests_report *report, struct slice run,
			   struct slice **out, size_t *count, struct error *err)
{
	struct slice place =
		arena_printf(report->arena, "%s/%.*s", report->directory, SLICE_FMT(run));
	enum err e = mmtests_folder_list(report->arena, place.p, "iter-", out, count, err);

	if (e == OK && *count > 0)
		qsort(*out, *count, sizeof(**out), by_nature);
	return e;
}

/* ---- order ---- */

struct begun {
	struct slice name;
	double epoch;
};

/* When a run began, by its activity files; false = it is no run. */
static enum err begin_of(struct arena *arena, const char *directory, struct begun *run,
			 const struct unpack_limits *limits, bool *is_run, struct error *err)
{
	static const char *const files[] = { "iter-0/tests-activity", "mmtests-activity" };
	struct slice text, line;
	bool found = false;

	*is_run = false;
	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		struct slice path = arena_printf(arena, "%s/%.*s/%s", directory,
						 SLICE_FMT(run->name), files[i]);
		enum err e = read_path(arena, path.p, limits, &text, &found, err);

		if (e != OK)
			return e;
		while (slice_line(&text, &line)) {
			double epoch = perl_value(line);

			if (slice_find(line, "run-mmtests: Start") == line.n)
				continue;
			if (!*is_run || epoch < run->epoch)
				run->epoch = epoch;
			*is_run = true;
		}
	}
	return OK;
}

/* Before 2019-05 a run was a suffix of files that stand beside each other. */
static enum err old_runs(struct arena *arena, const char *directory,
			 const struct unpack_limits *limits, struct begun **runs, size_t *count,
			 struct error *err)
{
	static const char prefix[] = "tests-timestamp-";
	size_t file_count, capacity = 0;
	struct slice *files;
	enum err e = mmtests_folder_files(arena, directory, prefix, &files, &file_count, err);

	for (size_t i = 0; e == OK && i < file_count; i++) {
		struct begun run = { .name = slice_skip(files[i], sizeof(prefix) - 1) };
		struct slice path = arena_printf(arena, "%s/%.*s", directory, SLICE_FMT(files[i]));
		struct slice text, line;
		bool found;

		e = read_path(arena, path.p, limits, &text, &found, err);
		while (e == OK && slice_line(&text, &line))
			if (slice_take(&line, "start :: "))
				run.epoch = perl_value(line);
		ARENA_PUSH(arena, *runs, *count, capacity, run);
	}
	return e;
}

static int by_begin(const void *a, const void *b)
{
	const struct begun *left = a, *right = b;

	if (left->epoch != right->epoch)
		return left->epoch < right->epoch ? -1 : 1;
	return slice_cmp(left->name, right->name);
}

enum err mmtests_report_runs(struct arena *arena, const char *directory,
			     const struct unpack_limits *limits, struct slice **out, size_t *count,
			     struct error *err)
{
	struct slice *folders;
	struct begun *runs = NULL;
	size_t folder_count, run_count = 0, capacity = 0;
	enum err e = mmtests_folder_list(arena, directory, "", &folders, &folder_count, err);

	for (size_t i = 0; e == OK && i < folder_count; i++) {
		struct begun run = { .name = folders[i] };
		bool is_run;

		e = begin_of(arena, directory, &run, limits, &is_run, err);
		if (e == OK && is_run)
			ARENA_PUSH(arena, runs, run_count, capacity, run);
	}
	if (e == OK && run_count == 0)
		e = old_runs(arena, directory, limits, &runs, &run_count, err);
	if (e != OK)
		return e;
	if (runs == NULL)
		return error_set(err, ERR_INPUT, "no runs of mmtests in it");
	qsort(runs, run_count, sizeof(runs[0]), by_begin);
	*out = ARENA_ARRAY(arena, run_count, struct slice);
	for (size_t i = 0; i < run_count; i++)
		(*out)[i] = runs[i].name;
	*count = run_count;
	return OK;
}

static int by_version(const void *a, const void *b)
{
	struct slice left = *(const struct slice *)a, right = *(const struct slice *)b;
	double major = perl_value(slice_head(left, slice_find_char(left, '.'))) -
		       perl_value(slice_head(right, slice_find_char(right, '.')));
	double minor = perl_value(slice_skip(left, slice_find_char(left, '.') + 1)) -
		       perl_value(slice_skip(right, slice_find_char(right, '.') + 1));

	if (major != 0)
		return major < 0 ? -1 : 1;
	if (minor != 0)
		return minor < 0 ? -1 : 1;
	return slice_cmp(left, right);
}

void mmtests_report_sort(struct slice *runs, size_t count)
{
	qsort(runs, count, sizeof(runs[0]), by_version);
}
