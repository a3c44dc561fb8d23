/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/cmd_db.h"

#include <inttypes.h>

#include "ingest/cmd_reread.h"

enum { OPTION_DB = 1, OPTION_RUN, OPTION_DRY, OPTION_ALL };
enum { SHOWN = 3 };

struct reparse {
	const char *db;
	struct slice run; /* "" = all */
	bool dry, all;    /* all: of the differences */
	struct pipeline_options pipeline;
	struct store *store;
	struct arena arena; /* of one run */
	size_t read, changed, left;
};

/* A value in a line of its own; control characters would speak to the terminal. */
static void add_value(struct buf *buf, struct slice value)
{
	struct slice head = slice_head(value, 120);

	for (size_t i = 0; i < head.n; i++)
		buf_addc(buf,
			 (unsigned char)head.p[i] < ' ' || head.p[i] == 0x7f ? '?' : head.p[i]);
	if (head.n < value.n)
		buf_adds(buf, "...");
}

static void add_difference(struct buf *buf, const struct store_difference *difference)
{
	const bool is_new = difference->before.p == NULL, is_gone = difference->after.p == NULL;

	buf_addf(buf, "  %c %.*s ",
		 is_new    ? '+'
		 : is_gone ? '-'
			   : ' ',
		 SLICE_FMT(difference->kind));
	add_value(buf, difference->what);
	buf_adds(buf, ": ");
	if (!is_new)
		add_value(buf, difference->before);
	if (!is_new && !is_gone)
		buf_adds(buf, " -> ");
	if (!is_gone)
		add_value(buf, difference->after);
	buf_adds(buf, "\n");
}

static void add_run(struct buf *buf, const struct reparse *r, const struct store_reread_run *run,
		    const struct store_reread *done)
{
	size_t shown = r->all || done->shown_count <= SHOWN ? done->shown_count : SHOWN;
	size_t count = done->added + done->gone + done->changed;

	buf_addf(buf, "%.*s  ", SLICE_FMT(run->id));
	add_value(buf, run->name);
	buf_addf(buf, ": %zu added, %zu gone, %zu changed\n", done->added, done->gone,
		 done->changed);
	for (size_t i = 0; i < shown; i++)
		add_difference(buf, &done->shown[i]);
	if (shown < count)
		buf_addf(buf, "    ... %zu more%s\n", count - shown,
			 r->all ? "" : "; --all has the first 100");
}

static enum err read_one(struct reparse *r, const struct store_reread_run *run, struct buf *out,
			 struct error *err)
{
	struct store_actor actor = cmd_actor(&r->arena);
	struct store_reread *done = ARENA_NEW(&r->arena, struct store_reread);
	struct batch batch;
	struct error why;
	size_t index = 0;
	enum err e = cmd_reread(r->store, &r->arena, run, &r->pipeline, &batch, &index, &why);

	if (e == ERR_NOT_FOUND) {
		r->left++;
		buf_addf(out, "%.*s  ", SLICE_FMT(run->id));
		add_value(out, run->name);
		buf_addf(out, ": left alone, %s\n", why.text);
		return OK;
	}
	if (e != OK) {
		*err = why;
		return e;
	}
	e = store_reread(r->store, &r->arena, run->rowid, &batch, index, &actor, !r->dry, done,
			 err);
	if (e != OK)
		return e;
	r->read++;
	if (done->added + done->gone + done->changed == 0)
		return OK;
	r->changed++;
	add_run(out, r, run, done);
	return OK;
}

static enum err read_all(struct reparse *r, struct error *err)
{
	struct store_reread_run *runs = NULL;
	struct arena list;
	size_t count = 0;
	enum err e;

	arena_init(&list);
	e = store_reread_runs(r->store, &list, r->run, &runs, &count, err);
	for (size_t i = 0; e == OK && i < count; i++) {
		struct buf out;

		buf_init(&out);
		arena_reset(&r->arena);
		e = read_one(r, &runs[i], &out, err);
		if (e == OK)
			e = cmd_print(&out, err);
		buf_release(&out);
	}
	arena_release(&list);
	return e;
}

static enum err reparse(struct reparse *r, struct error *err)
{
	struct buf end;
	enum err e = store_open(r->db, STORE_WRITE, &r->store, err);

	if (e != OK)
		return e;
	arena_init(&r->arena);
	e = read_all(r, err);
	arena_release(&r->arena);
	store_close(r->store);
	if (e != OK)
		return e;
	buf_init(&end);
	buf_addf(&end, "%zu runs read again: %zu differ%s, %zu as before", r->read, r->changed,
		 r->changed == 0 ? ""
		 : r->dry        ? " (nothing stored)"
				 : " (stored)",
		 r->read - r->changed);
	if (r->left > 0)
		buf_addf(&end, "; %zu left alone", r->left);
	buf_adds(&end, "\n");
	e = cmd_print(&end, err);
	buf_release(&end);
	return e;
}

int cmd_db_reparse(int argc, char **argv)
{
	static const struct option options[] = {
		{ "db", required_argument, NULL, OPTION_DB },
		{ "run", required_argument, NULL, OPTION_RUN },
		{ "dry-run", no_argument, NULL, OPTION_DRY },
		{ "all", no_argument, NULL, OPTION_ALL },
		{ 0 },
	};
	struct reparse r = { .db = cmd_db() };
	struct error err;
	int option;

	pipeline_options_init(&r.pipeline);
	while ((option = cmd_option(argc, argv, options)) != -1) {
		if (option == '?')
			return CMD_STATUS_USAGE;
		if (option == OPTION_DB)
			r.db = optarg;
		else if (option == OPTION_RUN)
			r.run = slice_str(optarg);
		r.dry = r.dry || option == OPTION_DRY;
		r.all = r.all || option == OPTION_ALL;
	}
	if (optind < argc)
		return cmd_usage(argv[0], "'%s' is one argument too many", argv[optind]);
	if (reparse(&r, &err) != OK)
		return cmd_fail(NULL, &err);
	return r.left > 0;
}
