/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/cmd.h"

#include "db/store.h"
#include "lib/report.h"

enum { OPTION_DB = 1, OPTION_MACHINE, OPTION_BENCHMARK, OPTION_STYLE, OPTION_WIDTH };

struct asked {
	const char *db;
	struct slice machine, benchmark; /* "" = all */
	struct report_options report;
};

static enum err read_overhead(struct arena *arena, const struct asked *asked, struct overhead *out,
			      struct error *err)
{
	const struct store_selection scope = { .machine = asked->machine,
					       .benchmark = asked->benchmark };
	struct overhead_input input;
	struct store *store;
	int64_t generation;
	enum err e = store_open(asked->db, STORE_READ, &store, err);

	if (e != OK)
		return e;
	e = store_begin(store, &generation, err);
	if (e == OK)
		e = store_overhead(store, arena, &scope, &input, err);
	if (e == OK)
		overhead_build(arena, &input, out);
	store_end(store);
	store_close(store);
	return e;
}

static enum err print_overhead(const struct asked *asked, struct error *err)
{
	static const struct report_filter all = { REPORT_ALL, REPORT_ALL, REPORT_ALL };
	struct overhead overhead;
	struct arena arena;
	struct buf buf;
	enum err e;

	arena_init(&arena);
	buf_init(&buf);
	e = read_overhead(&arena, asked, &overhead, err);
	if (e == OK) {
		report_overhead(&buf, &overhead, &all, &asked->report);
		e = cmd_print(&buf, err);
	}
	buf_release(&buf);
	arena_release(&arena);
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
	case OPTION_WIDTH:
		return cmd_width(optarg, &asked->report.width, err);
	default:
		return cmd_style(optarg, &asked->report.style, err);
	}
}

static int overhead_run(int argc, char **argv)
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
	return print_overhead(&asked, &err) == OK ? 0 : cmd_fail(NULL, &err);
}

const struct command cmd_overhead = {
	.name = "overhead",
	.summary = "print what memcg costs, over kernels",
	.arguments = "[OPTION]...",
	.help = "For each kernel, config and metric that is stored: how much more it costs than\n"
		"the same kernel with memcg off, in the same cgroup placement, in percent.\n"
		"\n"
		"  --db URL            " CMD_DB_HELP "\n"
		"  --machine NAME      only this machine\n"
		"  --benchmark NAME    only this benchmark\n"
		"  --style STYLE       " REPORT_STYLES " (text)\n" CMD_WIDTH_HELP "\n"
		"Examples:\n"
		"  memcgperf overhead --db sqlite:results.db\n"
		"  memcgperf overhead --benchmark pft --style csv\n",
	.run = overhead_run,
};
