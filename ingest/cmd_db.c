/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/cmd.h"

#include <string.h>

#include "db/store_admin.h"
#include "lib/report_lists.h"

enum { OPTION_DB = 1, OPTION_LIMIT, OPTION_RUN };
enum { LOG_LIMIT = 50 };

struct log_asked {
	const char *db;
	struct slice run; /* "" = all */
	int limit;
};

static void add_log(struct buf *buf, struct arena *arena, const struct store_audit *list,
		    size_t count)
{
	static const char *const heads[] = { "TIME (UTC)", "WHO", "FROM", "DID", "RUN", "DETAIL" };
	struct slice *cells = ARENA_ARRAY(arena, count * ARRAY_SIZE(heads) + 1, struct slice);

	for (size_t i = 0; i < count; i++) {
		const struct store_audit *line = &list[i];
		const struct slice row[] = {
			report_time(arena, line->at_s),
			line->actor,
			line->address,
			line->action,
			line->run,
			line->detail,
		};

		_Static_assert(ARRAY_SIZE(row) == ARRAY_SIZE(heads), "a head a cell");
		memcpy(&cells[i * ARRAY_SIZE(heads)], row, sizeof(row));
	}
	cmd_table(buf, heads, ARRAY_SIZE(heads), cells, count);
}

static enum err print_log(const struct log_asked *asked, struct arena *arena, struct buf *buf,
			  struct error *err)
{
	struct store_audit *list = NULL;
	struct store *store;
	size_t count = 0;
	enum err e = store_open(asked->db, STORE_READ, &store, err);

	if (e != OK)
		return e;
	e = store_audit(store, arena, asked->run, asked->limit, &list, &count, err);
	store_close(store);
	if (e != OK)
		return e;
	add_log(buf, arena, list, count);
	return cmd_print(buf, err);
}

static enum err take_option(struct log_asked *asked, int option, struct error *err)
{
	uint64_t limit = 0;
	enum err e = OK;

	if (option == OPTION_DB)
		asked->db = optarg;
	else if (option == OPTION_RUN)
		asked->run = slice_str(optarg);
	else
		e = cmd_count(slice_str(optarg), STORE_AUDIT_MAX, &limit, err);
	if (e != OK)
		(void)error_prefix(err, "--limit");
	if (limit > 0)
		asked->limit = (int)limit;
	return e;
}

static int log_run(int argc, char **argv)
{
	static const struct option options[] = {
		{ "db", required_argument, NULL, OPTION_DB },
		{ "limit", required_argument, NULL, OPTION_LIMIT },
		{ "run", required_argument, NULL, OPTION_RUN },
		{ 0 },
	};
	struct log_asked asked = { .db = cmd_db(), .limit = LOG_LIMIT };
	struct arena arena;
	struct error err;
	struct buf buf;
	int option;
	enum err e;

	while ((option = cmd_option(argc, argv, options)) != -1) {
		if (option == '?')
			return CMD_STATUS_USAGE;
		if (take_option(&asked, option, &err) != OK)
			return cmd_usage(argv[0], "%s", err.text);
	}
	if (optind < argc)
		return cmd_usage(argv[0], "'%s' is one argument too many", argv[optind]);
	arena_init(&arena);
	buf_init(&buf);
	e = print_log(&asked, &arena, &buf, &err);
	buf_release(&buf);
	arena_release(&arena);
	return e == OK ? 0 : cmd_fail(NULL, &err);
}

static int database_run(int argc, char **argv)
{
	static const struct subcommand subs[] = { { "log", log_run } };

	return cmd_sub(subs, ARRAY_SIZE(subs), argc, argv);
}

const struct command cmd_database = {
	.name = "db",
	.summary = "look after a database",
	.arguments = "log [OPTION]...",
	.help = "  db log              who stored, corrected or withdrew what, and who made which\n"
		"                      token; latest first\n"
		"\n"
		"  --db URL            " CMD_DB_HELP "\n"
		"  --limit N           that many lines (50)\n"
		"  --run ID            only what was done to this run\n"
		"\n"
		"WHO is a token's name, or cli:USER for the command line; FROM is an address, or "
		"-\n"
		"for this machine.\n"
		"\n"
		"Examples:\n"
		"  memcgperf db log --db lab.db\n"
		"  memcgperf db log --db lab.db --run G9SHSFEEEDPZ\n",
	.run = database_run,
};
