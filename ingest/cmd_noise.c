/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/cmd.h"

#include "db/store.h"
#include "lib/report_noise.h"

enum { OPTION_DB = 1, OPTION_MACHINE, OPTION_BENCHMARK, OPTION_STYLE, OPTION_WIDTH };

struct asked {
	const char *db;
	struct slice machine, benchmark; /* "" = all */
	struct report_options report;
};

static enum err print_noise(struct store *store, struct arena *arena, const struct asked *asked,
			    struct error *err)
{
	struct noise_view view;
	struct noise_run *runs;
	int64_t generation;
	struct buf buf;
	size_t count;
	enum err e = store_begin(store, &generation, err);

	if (e == OK)
		e = store_noise_runs(store, arena, asked->machine, asked->benchmark, &runs, &count,
				     err);
	store_end(store);
	if (e != OK)
		return e;
	noise_view_build(arena, runs, count, &view);
	buf_init(&buf);
	report_noise(&buf, &view, &asked->report);
	e = cmd_print(&buf, err);
	buf_release(&buf);
	return e;
}

static enum err carry_out(const struct asked *asked, struct error *err)
{
	struct arena arena;
	struct store *store;
	enum err e = store_open(asked->db, STORE_READ, &store, err);

	if (e != OK)
		return e;
	arena_init(&arena);
	e = print_noise(store, &arena, asked, err);
	arena_release(&arena);
	store_close(store);
	return e;
}

static enum err take_option(struct asked *asked, int option, struct error *err)
{
	switch (option) {
	case OPTION_DB:
		asked->db = optarg;
		return OK;
	case OPTION_MACHINE:
		asked->machine = slice_str(optarg);
		return OK;
	case OPTION_BENCHMARK:
		asked->benchmark = slice_str(optarg);
		return OK;
	case OPTION_STYLE:
		return cmd_style(optarg, &asked->report.style, err);
	default:
		return cmd_width(optarg, &asked->report.width, err);
	}
}

static int noise_run(int argc, char **argv)
{
	static const struct option options[] = {
		{ "db", required_argument, NULL, OPTION_DB },
		{ "machine", required_argument, NULL, OPTION_MACHINE },
		{ "benchmark", required_argument, NULL, OPTION_BENCHMARK },
		{ "style", required_argument, NULL, OPTION_STYLE },
		{ "width", required_argument, NULL, OPTION_WIDTH },
		{ 0 },
	};
	struct asked asked = { .db = cmd_db() };
	struct error err;
	int option;

	while ((option = cmd_option(argc, argv, options)) != -1) {
		if (option == '?')
			return CMD_STATUS_USAGE;
		if (take_option(&asked, option, &err) != OK)
			return cmd_usage(argv[0], "%s", err.text);
	}
	if (optind < argc)
		return cmd_usage(argv[0], "'%s' is one argument too many", argv[optind]);
	return carry_out(&asked, &err) == OK ? 0 : cmd_fail(NULL, &err);
}

const struct command cmd_noise = {
	.name = "noise",
	.summary = "tell how far numbers differ although nothing changed",
	.arguments = "[OPTION]...",
	.help = "Of the 40 latest runs that are stored: boots of the same kernel and config held\n"
		"against each other as if they were two kernels (A/A), how far samples and boots\n"
		"of each run lie apart, and the noise floors of series.\n"
		"\n"
		"  --db URL            " CMD_DB_HELP "\n"
		"  --machine NAME      only this machine\n"
		"  --benchmark NAME    only runs of this benchmark\n"
		"  --style STYLE       " REPORT_STYLES " (text)\n"
		"  --width N           columns of the text style (72)\n"
		"\n"
		"Examples:\n"
		"  memcgperf noise --benchmark pft\n",
	.run = noise_run,
};
