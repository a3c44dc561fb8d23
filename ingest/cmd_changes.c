/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/cmd.h"

#include "db/store_changes.h"
#include "lib/report_changes.h"

enum {
	OPTION_DB = 1,
	OPTION_MACHINE,
	OPTION_BENCHMARK,
	OPTION_METRIC,
	OPTION_LINE,
	OPTION_ALL,
	OPTION_STYLE,
	OPTION_WIDTH,
	OPTION_STATE,
	OPTION_NOTE,
	OPTION_LINK,
};

struct asked {
	const char *db;
	struct slice machine, benchmark; /* "" = all */
	struct changes_filter filter;
	struct report_options report;
	/* Triage of the change that is named. */
	struct slice id; /* "" = list them */
	enum change_state state;
	struct slice note, link;
	struct store_triage triage;
};

static enum err list_changes(struct store *store, struct arena *arena, const struct asked *asked,
			     struct error *err)
{
	struct changes changes;
	int64_t generation;
	struct buf buf;
	enum err e = store_begin(store, &generation, err);

	if (e == OK)
		e = store_changes(store, arena, asked->machine, asked->benchmark, &changes, err);
	store_end(store);
	if (e != OK)
		return e;
	changes_narrow(arena, &changes, &asked->filter);
	buf_init(&buf);
	report_changes(&buf, &changes, &asked->report);
	e = cmd_print(&buf, err);
	buf_release(&buf);
	return e;
}

static enum err triage(struct store *store, struct arena *arena, const struct asked *asked,
		       struct error *err)
{
	const struct store_actor actor = cmd_actor(arena);
	struct change_triage out;

	return store_change_triage(store, arena, asked->id, &asked->triage, &actor, &out, err);
}

static enum err carry_out(const struct asked *asked, struct error *err)
{
	bool lists = asked->id.n == 0;
	struct arena arena;
	struct store *store;
	enum err e = store_open(asked->db, lists ? STORE_READ : STORE_WRITE, &store, err);

	if (e != OK)
		return e;
	arena_init(&arena);
	e = lists ? list_changes(store, &arena, asked, err) : triage(store, &arena, asked, err);
	arena_release(&arena);
	store_close(store);
	return e;
}

static enum err take_triage(struct asked *asked, int option, struct error *err)
{
	if (option == OPTION_STATE) {
		if (!change_state_parse(slice_str(optarg), &asked->state))
			return error_set(err, ERR_INPUT, "no state '%s'; there are: %s", optarg,
					 CHANGE_STATES);
		asked->triage.state = &asked->state;
		return OK;
	}
	if (option == OPTION_NOTE) {
		asked->note = slice_str(optarg);
		asked->triage.note = &asked->note;
		return OK;
	}
	asked->link = slice_str(optarg);
	asked->triage.link = &asked->link;
	return OK;
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
	case OPTION_METRIC:
		asked->filter.metric = slice_str(optarg);
		return OK;
	case OPTION_LINE:
		asked->filter.line = slice_str(optarg);
		return OK;
	case OPTION_ALL:
		asked->filter.with_dismissed = asked->filter.with_weak = true;
		return OK;
	case OPTION_STYLE:
		return cmd_style(optarg, &asked->report.style, err);
	case OPTION_WIDTH:
		return cmd_width(optarg, &asked->report.width, err);
	default:
		return take_triage(asked, option, err);
	}
}

static int changes_run(int argc, char **argv)
{
	static const struct option options[] = {
		{ "db", required_argument, NULL, OPTION_DB },
		{ "machine", required_argument, NULL, OPTION_MACHINE },
		{ "benchmark", required_argument, NULL, OPTION_BENCHMARK },
		{ "metric", required_argument, NULL, OPTION_METRIC },
		{ "config", required_argument, NULL, OPTION_LINE },
		{ "all", no_argument, NULL, OPTION_ALL },
		{ "style", required_argument, NULL, OPTION_STYLE },
		{ "width", required_argument, NULL, OPTION_WIDTH },
		{ "state", required_argument, NULL, OPTION_STATE },
		{ "note", required_argument, NULL, OPTION_NOTE },
		{ "link", required_argument, NULL, OPTION_LINK },
		{ 0 },
	};
	struct asked asked = { .db = cmd_db() };
	struct error err;
	bool says;
	int option;

	while ((option = cmd_option(argc, argv, options)) != -1) {
		if (option == '?')
			return CMD_STATUS_USAGE;
		if (take_option(&asked, option, &err) != OK)
			return cmd_usage(argv[0], "%s", err.text);
	}
	if (optind < argc)
		asked.id = slice_str(argv[optind++]);
	says = asked.triage.state != NULL || asked.triage.note != NULL || asked.triage.link != NULL;
	if (optind < argc)
		return cmd_usage(argv[0], "'%s' is one argument too many", argv[optind]);
	if (says != (asked.id.n > 0))
		return cmd_usage(argv[0], "an ID and a --state, --note or --link go together");
	return carry_out(&asked, &err) == OK ? 0 : cmd_fail(NULL, &err);
}

const struct command cmd_changes = {
	.name = "changes",
	.summary = "list where metrics changed over kernels, and triage it",
	.arguments = "[OPTION]... [ID]",
	.help = "For each metric, machine and config that is stored: the kernels with which its\n"
		"level changed, held against the samples around them. The newest kernel is held\n"
		"against the one before it at once. What is said of a change with an ID is kept\n"
		"by its identity: a dismissed one does not come back.\n"
		"\n"
		"  --db URL            " CMD_DB_HELP "\n"
		"  --machine NAME      only this machine\n"
		"  --benchmark NAME    only this benchmark\n"
		"  --metric NAME       only this metric\n"
		"  --config NAME       only this config: root, child, ...\n"
		"  --all               weak and dismissed ones as well\n"
		"  --style STYLE       " REPORT_STYLES " (text)\n" CMD_WIDTH_HELP "\n"
		"Of the change ID:\n"
		"  --state STATE       " CHANGE_STATES "\n"
		"  --note TEXT         what is known of it\n"
		"  --link URL          a thread about it\n"
		"\n"
		"Examples:\n"
		"  memcgperf changes --benchmark pft\n"
		"  memcgperf changes 8F3K2Q0ABC --state dismissed --note 'compiler, not kernel'\n",
	.run = changes_run,
};
