/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/cmd_verdict_read.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CANNOT_EXECUTE = 126, NOT_THERE = 127, SIGNALLED = 128 };

/* ------------------------------------------------------------------ files */

static enum err several(struct arena *arena, const struct batch *batch, struct error *err)
{
	struct slice names = SLICE("");

	for (size_t i = 0; i < batch->run_count && names.n < 300; i++)
		names = arena_printf(arena, "%.*s%s%.*s", SLICE_FMT(names), i > 0 ? ", " : "",
				     SLICE_FMT(batch->runs[i].name));
	return error_set(err, ERR_CONFLICT,
			 "it holds several kernels or configs; name one of: %.*s",
			 SLICE_FMT(names));
}

/* Puts the samples of the same metric of another run behind those of into. */
static void join_cells(struct arena *arena, struct column_cell *into,
		       const struct column_cell *other, int boots)
{
	size_t n = into->n + other->n;
	double *values = ARENA_ARRAY(arena, n, double);
	int32_t *numbers = ARENA_ARRAY(arena, n, int32_t);

	for (size_t i = 0; i < n; i++) {
		bool first = i < into->n;

		values[i] = first ? into->values[i] : other->values[i - into->n];
		numbers[i] = first ? into->boots[i] : other->boots[i - into->n] + boots;
	}
	into->values = values;
	into->boots = numbers;
	into->n = n;
}

static void join(struct arena *arena, struct column *into, const struct column *other)
{
	size_t capacity = into->cell_count;

	for (size_t i = 0; i < other->cell_count; i++) {
		const struct column_cell *cell = &other->cells[i];
		struct column_cell *same = NULL;

		for (size_t k = 0; k < into->cell_count && same == NULL; k++)
			if (metric_eq(&into->cells[k].metric, &cell->metric) &&
			    slice_eq(into->cells[k].statistic, cell->statistic))
				same = &into->cells[k];
		if (same == NULL)
			ARENA_PUSH(arena, into->cells, into->cell_count, capacity, *cell);
		else if (cell->statistic.n == 0)
			join_cells(arena, same, cell, into->boots);
	}
	into->boots += other->boots;
}

static bool is_same(const struct batch_run *a, const struct batch_run *b)
{
	return slice_eq(a->kernel, b->kernel) && slice_eq(a->config.key, b->config.key);
}

static enum err take_batch(struct arena *arena, struct batch *batch,
			   const struct pipeline_result *result, struct column *out,
			   struct error *err)
{
	enum err e = pipeline_finish(result, batch, err);

	for (size_t i = 1; i < batch->run_count && e == OK; i++)
		if (!is_same(&batch->runs[0], &batch->runs[i]))
			e = several(arena, batch, err);
	if (e != OK)
		return e;
	compare_column_of_batch(arena, batch, 0, out);
	for (size_t i = 1; i < batch->run_count; i++) {
		struct column column;

		compare_column_of_batch(arena, batch, i, &column);
		join(arena, out, &column);
	}
	return OK;
}

/* Its upload's run is so called where nothing else names it. */
static struct batch *new_batch(struct arena *arena, const struct cmd_input *input,
			       struct slice name)
{
	struct batch *batch = ARENA_NEW(arena, struct batch);
	struct batch_options options = input->batch;

	options.name = name;
	batch_init(batch, arena, &options);
	return batch;
}

enum err verdict_read_path(struct arena *arena, const struct cmd_input *input, const char *path,
			   struct column *out, struct error *err)
{
	struct batch *batch = new_batch(arena, input, slice_basename(slice_str(path)));
	struct pipeline_result result;
	enum err e;

	e = pipeline_read(path, &input->pipeline, batch_sink(batch), batch, &result, err);
	return e == OK ? take_batch(arena, batch, &result, out, err) : e;
}

/* ------------------------------------------------------------------ the database */

static enum err read_stored(struct arena *arena, const char *db, const char *what,
			    struct column *out, struct error *err)
{
	struct store_run run;
	struct store *store;
	int64_t generation;
	enum err e = store_open(db, STORE_READ, &store, err);

	if (e != OK)
		return e;
	e = store_begin(store, &generation, err);
	if (e == OK)
		e = store_run_resolve(store, arena, slice_str(what), &run, err);
	if (e == OK)
		e = store_column(store, arena, &run.rowid, 1, out, err);
	store_end(store);
	store_close(store);
	return e;
}

enum err verdict_read_reference(struct arena *arena, const struct cmd_input *input, const char *db,
				const char *what, struct column *out, struct error *err)
{
	enum err e;

	if (strcmp(what, "-") == 0)
		return error_set(err, ERR_INPUT, "a reference is a file or a stored run, not '-'");
	if (access(what, F_OK) == 0)
		return verdict_read_path(arena, input, what, out, err);
	e = read_stored(arena, db, what, out, err);
	if (e == ERR_NOT_FOUND)
		(void)error_prefix(err, "no such file, and in %s", db);
	return e;
}

/* ------------------------------------------------------------------ a command */

/* Its process, and the end of the pipe that its output comes from. */
struct child {
	pid_t pid;
	int output;
};

/* The other end of the pipe is the child's standard output; it is closed on exec. */
static int spawn(char *const argv[], int output, pid_t *pid)
{
	posix_spawn_file_actions_t actions;
	int status = posix_spawn_file_actions_init(&actions);

	if (status != 0)
		return status;
	status = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
	if (status == 0)
		status = posix_spawn(pid, argv[0], &actions, NULL, argv, environ);
	(void)posix_spawn_file_actions_destroy(&actions); /* nothing in it can fail */
	return status;
}

static enum err start(struct arena *arena, const char *command, struct child *out,
		      struct error *err)
{
	char *const argv[] = { (char[]){ "/bin/sh" }, (char[]){ "-c" },
			       arena_cstr(arena, slice_str(command)), NULL };
	int ends[2], status;

	if (pipe2(ends, O_CLOEXEC) != 0)
		return error_set(err, ERR_IO, "no pipe: %s", strerror(errno));
	status = spawn(argv, ends[1], &out->pid);
	(void)close(ends[1]); /* not written to */
	out->output = ends[0];
	if (status == 0)
		return OK;
	(void)close(ends[0]); /* nothing was read */
	return error_set(err, ERR_IO, "%s: %s", argv[0], strerror(status));
}

/* As a shell says of a command that a signal ended: 128 and the signal's number. */
static enum err judge(int status, struct error *err)
{
	int code = WIFEXITED(status) ? WEXITSTATUS(status) : SIGNALLED + WTERMSIG(status);

	switch (code) {
	case 0:
	case SIGNALLED + SIGPIPE: /* when no more is read of it */
		return OK;
	case CANNOT_EXECUTE:
	case NOT_THERE:
		return error_set(err, ERR_IO, "the command cannot be run (status %d)", code);
	case SIGNALLED + SIGHUP:
	case SIGNALLED + SIGINT:
	case SIGNALLED + SIGQUIT:
	case SIGNALLED + SIGTERM:
		return error_set(err, ERR_IO, "the command was interrupted (status %d)", code);
	default:
		return error_set(err, ERR_INPUT, "the command failed (status %d)", code);
	}
}

static enum err wait_for(pid_t pid, struct error *err)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return error_set(err, ERR_IO, "wait: %s", strerror(errno));
	return judge(status, err);
}

static enum err tell_iteration(size_t iteration, struct error *err)
{
	char number[24];

	(void)snprintf(number, sizeof(number), "%zu", iteration); /* it fits */
	return setenv("MEMCGPERF_ITERATION", number, 1) == 0
		       ? OK
		       : error_set(err, ERR_IO, "environment: %s", strerror(errno));
}

enum err verdict_read_command(struct arena *arena, const struct cmd_input *input,
			      const char *command, size_t iteration, struct column *out,
			      struct error *err)
{
	struct batch *batch = new_batch(arena, input, SLICE("output"));
	struct pipeline_result result;
	struct error failed;
	struct child child;
	enum err e = tell_iteration(iteration, err), ended;

	if (e == OK)
		e = start(arena, command, &child, err);
	if (e != OK)
		return e;
	e = pipeline_read_fd(child.output, SLICE("output"), &input->pipeline, batch_sink(batch),
			     batch, &result, err);
	(void)close(child.output); /* only read from */
	ended = wait_for(child.pid, &failed);
	if (ended != OK) {
		*err = failed;
		return ended;
	}
	return e == OK ? take_batch(arena, batch, &result, out, err) : e;
}
