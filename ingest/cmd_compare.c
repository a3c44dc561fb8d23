/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/cmd_columns.h"

#include <stdlib.h>
#include <string.h>

#include "db/store_admin.h"
#include "db/store_frozen.h"
#include "ingest/cmd_compare_mmtests.h"
#include "lib/report.h"

enum {
	OPTION_BASELINE = 1,
	OPTION_RUN,
	OPTION_STYLE,
	OPTION_WIDTH,
	OPTION_DB,
	OPTION_PUBLIC_URL,
	OPTION_FREEZE
};

struct comparing {
	const struct cmd_columns_view *view;
	struct arena arena;
	struct cmd_input input;
	struct report_options report;
	const char *baseline, *db, *public_url; /* NULL = not given */
	struct slice *runs;                     /* --run; none = all */
	size_t run_count, run_capacity;
	struct column *columns;
	size_t column_count, column_capacity;
	struct slice seen; /* "NAME, NAME" of all runs of the inputs */
	bool broken;       /* some input broke off */
	bool freeze;
};

static bool is_picked(const struct comparing *c, struct slice run)
{
	for (size_t i = 0; i < c->run_count; i++)
		if (slice_eq(c->runs[i], run))
			return true;
	return c->run_count == 0;
}

static void add_column(struct comparing *c, struct column column)
{
	ARENA_PUSH(&c->arena, c->columns, c->column_count, c->column_capacity, column);
}

/* Runs that measured nothing are no columns: a profile's, or the mail's own. */
static enum err add_path(struct comparing *c, const char *path, struct error *err)
{
	struct batch *batch = ARENA_NEW(&c->arena, struct batch);
	struct batch_options options = c->input.batch;
	struct pipeline_result result;
	enum err e;

	if (options.name.n == 0)
		options.name = slice_basename(slice_str(path));
	batch_init(batch, &c->arena, &options);
	e = pipeline_read(path, &c->input.pipeline, batch_sink(batch), batch, &result, err);
	if (e == OK)
		e = batch_finish(batch, err);
	if (e != OK)
		return e;
	c->broken = c->broken || result.broken;
	for (size_t i = 0; i < batch->run_count; i++) {
		struct column column;

		c->seen = arena_printf(&c->arena, "%.*s%s%.*s", SLICE_FMT(c->seen),
				       c->seen.n > 0 ? ", " : "", SLICE_FMT(batch->runs[i].name));
		if (!is_picked(c, batch->runs[i].name))
			continue;
		compare_column_of_batch(&c->arena, batch, i, &column);
		if (column.cell_count > 0)
			add_column(c, column);
	}
	return OK;
}

static enum err add_stored(struct comparing *c, struct store *store, const char *what,
			   struct error *err)
{
	struct store_run run;
	struct column column;
	enum err e = store_run_resolve(store, &c->arena, slice_str(what), &run, err);

	if (e == OK)
		e = store_column(store, &c->arena, &run.rowid, 1, &column, err);
	if (e == OK)
		add_column(c, column);
	return e;
}

static enum err add_all_stored(struct comparing *c, char **whats, int count, struct error *err)
{
	struct store *store;
	int64_t generation;
	enum err e = store_open(c->db, STORE_READ, &store, err);

	if (e != OK)
		return e;
	e = store_begin(store, &generation, err);
	for (int i = 0; e == OK && i < count; i++)
		e = add_stored(c, store, whats[i], err);
	store_end(store);
	store_close(store);
	return e;
}

/* "NAME, NAME, ..." of all columns. */
static struct slice column_names(struct comparing *c)
{
	struct slice out = SLICE("");

	for (size_t i = 0; i < c->column_count; i++)
		out = arena_printf(&c->arena, "%.*s%s%.*s", SLICE_FMT(out), i > 0 ? ", " : "",
				   SLICE_FMT(c->columns[i].name));
	return out;
}

static bool answers(const struct column *column, struct slice what, int rank)
{
	struct slice names[] = { column->id, column->name, column->kernel, column->config.label };

	return slice_eq(names[rank], what);
}

/* By run id, else run name, else kernel, else config; it must be one column only. */
static enum err find_baseline(struct comparing *c, size_t *out, struct error *err)
{
	struct slice what = slice_str(c->baseline);
	size_t found = 0, count = 0;

	for (int rank = 0; rank < 4 && count == 0; rank++)
		for (size_t i = 0; i < c->column_count; i++)
			if (answers(&c->columns[i], what, rank) && count++ == 0)
				found = i;
	if (count == 0)
		return error_set(err, ERR_NOT_FOUND, "no baseline '%s' among: %.*s", c->baseline,
				 SLICE_FMT(column_names(c)));
	if (count > 1)
		return error_set(err, ERR_CONFLICT, "baseline '%s' is %zu of: %.*s", c->baseline,
				 count, SLICE_FMT(column_names(c)));
	*out = found;
	return OK;
}

/* The baseline becomes the first column; the others keep their order. */
static enum err order_columns(struct comparing *c, struct error *err)
{
	struct column base;
	size_t at = 0;
	enum err e = c->baseline == NULL ? OK : find_baseline(c, &at, err);

	if (e != OK || at == 0)
		return e;
	base = c->columns[at];
	memmove(&c->columns[1], &c->columns[0], at * sizeof(base));
	c->columns[0] = base;
	return OK;
}

/* Without a '/' at its end; "" = not told. */
static struct slice public_url(const struct comparing *c)
{
	struct slice url =
		slice_str(c->public_url != NULL ? c->public_url : getenv("MEMCGPERF_URL"));

	while (slice_ends(url, "/"))
		url.n--;
	return url;
}

/* PUBLIC_URL/compare?base=ID&new=ID,ID or its like; none without an address or a store. */
static struct slice live_link(struct comparing *c)
{
	struct slice out, base = public_url(c);

	if (c->db == NULL || base.n == 0)
		return SLICE_NONE;
	out = arena_printf(&c->arena, "%.*s/%s%.*s", SLICE_FMT(base), c->view->page,
			   SLICE_FMT(c->columns[0].id));
	for (size_t i = 1; i < c->column_count; i++)
		out = arena_printf(&c->arena, "%.*s%s%.*s", SLICE_FMT(out),
				   i > 1 ? "," : c->view->others, SLICE_FMT(c->columns[i].id));
	return out;
}

/* Every --run must be one of the inputs' runs. */
static enum err check_picked(const struct comparing *c, struct error *err)
{
	for (size_t i = 0; c->db == NULL && i < c->run_count; i++) {
		bool found = false;

		for (size_t k = 0; k < c->column_count; k++)
			found = found || slice_eq(c->columns[k].name, c->runs[i]);
		if (!found)
			return error_set(err, ERR_NOT_FOUND,
					 "no run '%.*s' with numbers among: %.*s",
					 SLICE_FMT(c->runs[i]), SLICE_FMT(c->seen));
	}
	return OK;
}

/* The form that was stored, now or before. */
static enum err print_frozen(struct comparing *c, struct store *store, struct slice slug,
			     struct error *err)
{
	const struct frozen_forms *forms;
	struct store_frozen frozen;
	struct buf buf;
	enum err e = store_frozen_get(store, &c->arena, slug, &frozen, err);

	if (e != OK)
		return e;
	forms = &frozen.forms;
	buf_init(&buf);
	buf_add(&buf, c->report.style == REPORT_CSV        ? forms->csv
		      : c->report.style == REPORT_JSON     ? forms->json
		      : c->report.style == REPORT_MARKDOWN ? forms->markdown
							   : forms->text);
	e = cmd_print(&buf, err);
	buf_release(&buf);
	return e;
}

static enum err freeze(struct comparing *c, struct error *err)
{
	const struct store_actor actor = cmd_actor(&c->arena);
	struct store_freezing freezing = { .public_url = public_url(c) };
	struct comparison comparison;
	struct store *store;
	enum err e = compare_build(&c->arena, c->columns, c->column_count, 0, &comparison, err);

	if (e == OK)
		e = store_open(c->db, STORE_WRITE, &store, err);
	if (e != OK)
		return e;
	freezing.comparison = &comparison;
	e = store_freeze(store, &c->arena, &freezing, &actor, err);
	if (e == OK)
		e = print_frozen(c, store, freezing.slug, err);
	store_close(store);
	return e;
}

static enum err print_columns(struct comparing *c, struct error *err)
{
	struct buf buf;
	enum err e;

	if (c->column_count > COMPARE_COLUMNS_MAX)
		return error_set(err, ERR_LIMIT, "%zu runs, at most %d; pick with --run NAME: %.*s",
				 c->column_count, COMPARE_COLUMNS_MAX, SLICE_FMT(column_names(c)));
	e = check_picked(c, err);
	if (e == OK)
		e = order_columns(c, err);
	if (e != OK)
		return e;
	if (c->freeze)
		return freeze(c, err);
	c->report.link = c->column_count > 0 ? live_link(c) : SLICE_NONE;
	buf_init(&buf);
	e = c->view->print(&c->arena, c->columns, c->column_count, &c->report, &buf, err);
	if (e == OK)
		e = cmd_print(&buf, err);
	buf_release(&buf);
	return e;
}

static enum err take_option(struct comparing *c, int option, struct error *err)
{
	switch (option) {
	case OPTION_BASELINE:
		c->baseline = optarg;
		return OK;
	case OPTION_RUN:
		ARENA_PUSH(&c->arena, c->runs, c->run_count, c->run_capacity, slice_str(optarg));
		return OK;
	case OPTION_STYLE:
		if (c->view->has_lkp && slice_is(slice_str(optarg), "lkp")) {
			c->report.style = REPORT_LKP;
			return OK;
		}
		return cmd_style(optarg, &c->report.style, err);
	case OPTION_WIDTH:
		return cmd_width(optarg, &c->report.width, err);
	case OPTION_DB:
		c->db = optarg;
		return OK;
	case OPTION_PUBLIC_URL:
		c->public_url = optarg;
		return OK;
	case OPTION_FREEZE:
		c->freeze = true;
		return OK;
	default:
		return cmd_input_option(&c->input, option, err);
	}
}

/* Returns the exit status; 0 = go on. */
static int take_options(struct comparing *c, int argc, char **argv)
{
	static const struct option options[] = {
		{ "baseline", required_argument, NULL, OPTION_BASELINE },
		{ "run", required_argument, NULL, OPTION_RUN },
		{ "style", required_argument, NULL, OPTION_STYLE },
		{ "width", required_argument, NULL, OPTION_WIDTH },
		{ "db", required_argument, NULL, OPTION_DB },
		{ "public-url", required_argument, NULL, OPTION_PUBLIC_URL },
		{ "freeze", no_argument, NULL, OPTION_FREEZE },
		CMD_INPUT_OPTIONS,
		{ 0 },
	};
	struct error err;
	int option;

	while ((option = cmd_option(argc, argv, options)) != -1) {
		if (option == '?')
			return CMD_STATUS_USAGE;
		if (take_option(c, option, &err) != OK)
			return cmd_usage(argv[0], "%s", err.text);
	}
	if (c->freeze && (!c->view->freezes || c->db == NULL || public_url(c).n == 0))
		return cmd_usage(argv[0], "--freeze is for stored runs: it takes --db, and "
					  "--public-url for the link");
	if (optind == argc)
		return cmd_usage(argv[0], "name %s",
				 c->db == NULL ? "trees, archives or mails" : "runs or kernels");
	return 0;
}

static int read_and_print(struct comparing *c, int argc, char **argv)
{
	struct error err;

	if (c->db != NULL && add_all_stored(c, &argv[optind], argc - optind, &err) != OK)
		return cmd_fail(NULL, &err);
	for (int i = optind; c->db == NULL && i < argc; i++)
		if (add_path(c, argv[i], &err) != OK)
			return cmd_fail(argv[i], &err);
	if (print_columns(c, &err) != OK)
		return cmd_fail(NULL, &err);
	if (!c->broken)
		return 0;
	(void)error_set(&err, ERR_INPUT, "an input breaks off: what stands before it is compared");
	return cmd_fail(NULL, &err);
}

int cmd_columns_run(int argc, char **argv, const struct cmd_columns_view *view)
{
	struct comparing c = { .view = view };
	int status;

	arena_init(&c.arena);
	cmd_input_init(&c.input);
	status = take_options(&c, argc, argv);
	if (status == 0)
		status = read_and_print(&c, argc, argv);
	arena_release(&c.arena);
	return status;
}

static enum err print_comparison(struct arena *arena, const struct column *columns, size_t count,
				 const struct report_options *report, struct buf *buf,
				 struct error *err)
{
	struct comparison comparison;
	enum err e = compare_build(arena, columns, count, 0, &comparison, err);

	if (e == OK)
		report_compare(buf, &comparison, report);
	return e;
}

static int compare_run(int argc, char **argv)
{
	static const struct cmd_columns_view view = { print_comparison,
						      "compare?base=", "&new=", .has_lkp = true,
						      .freezes = true };

	if (peer_options_meant(argc, argv))
		return cmd_compare_mmtests(argc, argv);
	return cmd_columns_run(argc, argv, &view);
}

const struct command cmd_compare = {
	.name = "compare",
	.summary = "print a table of runs side by side",
	.arguments = "[OPTION]... WHAT...",
	.help = "Compares up to 9 runs over the metrics that they share, and prints a table for a\n"
		"mail: values, change in percent of the first, geometric means, samples.\n"
		"WHAT is an mmtests tree, an archive or a mail, and each run in it is a column; "
		"no\n"
		"database is needed. With --db it is a run's id or name, or a kernel with one "
		"run.\n"
		"\n" CMD_COLUMNS_HELP "\n"
		"  --freeze            with --db: keep the table as it is, for the link that its "
		"last\n"
		"                      line has; its numbers do not change again\n"
		"\n"
		"--style also takes lkp, the columns of a 0-day report (means, no verdicts), and\n"
		"mmtests, mmtests-2025 and mmtests-2015: mmtests' own tables.\n"
		"\n" PEER_OPTIONS_HELP "\n"
		"Exit status: 0; 1 when there is nothing to compare or an input breaks off; 2 for "
		"a\n"
		"wrong option; 3 when a WHAT is not there; 4 when it could be several.\n"
		"\n"
		"Examples:\n"
		"  memcgperf compare work/log/6.11-vanilla work/log/6.11-series\n"
		"  memcgperf compare --baseline nomemcg mail.txt\n"
		"  memcgperf compare --run 6.12-base --run 6.12-fix results.tar.xz\n"
		"  memcgperf compare --db sqlite:results.db 6.12.117-child 7.3.4-child\n"
		"  memcgperf compare --db sqlite:results.db --public-url https://perf.example \\\n"
		"      --freeze 6.12.117-child 7.3.4-child\n"
		"  memcgperf compare --style mmtests -d work/log -b kernbench -n 6.11-vanilla,"
		"6.11-series\n",
	.run = compare_run,
};
