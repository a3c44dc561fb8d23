/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/cmd_traced.h"

static void add_run(struct cmd_traced *t, struct traced run)
{
	ARENA_PUSH(&t->arena, t->runs, t->run_count, t->run_capacity, run);
}

/* Runs of which no BPF tool tells anything are left out. */
static enum err add_path(struct cmd_traced *t, const char *path, struct error *err)
{
	struct batch *batch = ARENA_NEW(&t->arena, struct batch);
	struct batch_options options = t->input.batch;
	struct pipeline_result result;
	enum err e;

	if (options.name.n == 0)
		options.name = slice_basename(slice_str(path));
	batch_init(batch, &t->arena, &options);
	e = pipeline_read(path, &t->input.pipeline, batch_sink(batch), batch, &result, err);
	if (e == OK)
		e = batch_finish(batch, err);
	if (e != OK)
		return e;
	t->broken = t->broken || result.broken;
	for (size_t i = 0; i < batch->run_count; i++) {
		struct traced run;

		traced_of_batch(&t->arena, batch, i, &run);
		if (run.histogram_count + run.row_count > 0)
			add_run(t, run);
	}
	return OK;
}

static enum err add_stored(struct cmd_traced *t, struct store *store, const char *what,
			   struct error *err)
{
	struct store_run run;
	struct traced traced;
	enum err e = store_run_resolve(store, &t->arena, slice_str(what), &run, err);

	if (e == OK)
		e = store_traced(store, &t->arena, &run, true, &traced, err);
	if (e == OK)
		add_run(t, traced);
	return e;
}

static enum err add_all_stored(struct cmd_traced *t, char **whats, int count, struct error *err)
{
	struct store *store;
	int64_t generation;
	enum err e = store_open(t->db, STORE_READ, &store, err);

	if (e != OK)
		return e;
	e = store_begin(store, &generation, err);
	for (int i = 0; e == OK && i < count; i++)
		e = add_stored(t, store, whats[i], err);
	store_end(store);
	store_close(store);
	return e;
}

static enum err take_shared(struct cmd_traced *t, int option, struct error *err)
{
	switch (option) {
	case CMD_TRACED_DB:
		t->db = optarg;
		return OK;
	case CMD_TRACED_STYLE:
		return cmd_style(optarg, &t->report.style, err);
	case CMD_TRACED_WIDTH:
		return cmd_width(optarg, &t->report.width, err);
	default:
		return cmd_input_option(&t->input, option, err);
	}
}

static int print_all(struct cmd_traced *t, void *asked, cmd_traced_print *print)
{
	struct error err;
	struct buf buf;
	enum err e;

	buf_init(&buf);
	e = print(t, asked, &buf, &err);
	if (e == OK)
		e = cmd_print(&buf, &err);
	buf_release(&buf);
	if (e == OK && !t->broken)
		return 0;
	if (e == OK)
		(void)error_set(&err, ERR_INPUT,
				"an input breaks off: what stands before it is printed");
	return cmd_fail(NULL, &err);
}

static int read_all(struct cmd_traced *t, int argc, char **argv)
{
	struct error err;

	if (optind >= argc)
		return cmd_usage(argv[0], "name a file, or with --db a run");
	if (t->db != NULL && add_all_stored(t, &argv[optind], argc - optind, &err) != OK)
		return cmd_fail(NULL, &err);
	for (int i = optind; t->db == NULL && i < argc; i++)
		if (add_path(t, argv[i], &err) != OK)
			return cmd_fail(argv[i], &err);
	return 0;
}

int cmd_traced_run(int argc, char **argv, const struct option *options,
		   enum err (*take_option)(void *asked, int option, struct error *err), void *asked,
		   cmd_traced_print *print)
{
	struct cmd_traced t = { 0 };
	struct error err;
	int option, status = 0;

	arena_init(&t.arena);
	cmd_input_init(&t.input);
	while (status == 0 && (option = cmd_option(argc, argv, options)) != -1) {
		if (option == '?')
			status = CMD_STATUS_USAGE;
		else if ((option < CMD_TRACED_DB ? take_option(asked, option, &err)
						 : take_shared(&t, option, &err)) != OK)
			status = cmd_usage(argv[0], "%s", err.text);
	}
	if (status == 0)
		status = read_all(&t, argc, argv);
	if (status == 0)
		status = print_all(&t, asked, print);
	arena_release(&t.arena);
	return status;
}
