/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/cmd_db.h"

#include <inttypes.h>
#include <string.h>

#include "db/store_admin.h"
#include "db/store_check.h"
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

/* ---- check and backup ---- */

/* --db and so many words; returns the exit status, 0 = go on. */
static int take_words(int argc, char **argv, const char **db, int words)
{
	static const struct option options[] = {
		{ "db", required_argument, NULL, OPTION_DB },
		{ 0 },
	};

	*db = cmd_db();
	for (int option; (option = cmd_option(argc, argv, options)) != -1;) {
		if (option == '?')
			return CMD_STATUS_USAGE;
		*db = optarg;
	}
	if (argc - optind > words)
		return cmd_usage(argv[0], "'%s' is one argument too many", argv[optind + words]);
	return argc - optind < words ? cmd_usage(argv[0], "name the file to write") : 0;
}

static void add_check(struct buf *buf, const struct store_check *check)
{
	for (size_t i = 0; i < check->fault_count; i++)
		buf_addf(buf, "%.*s\n", SLICE_FMT(check->faults[i]));
	buf_addf(buf,
		 "%s: %" PRId64 " runs, %" PRId64 " samples, %" PRId64 " raw files, %" PRId64
		 " frozen comparisons\n",
		 check->fault_count == 0                 ? "ok"
		 : check->fault_count < STORE_FAULTS_MAX ? "not whole"
							 : "not whole, and more than is listed",
		 check->runs, check->samples, check->files, check->frozen);
}

static enum err check_store(const char *db, struct arena *arena, struct store_check *check,
			    struct error *err)
{
	struct store *store;
	int64_t generation;
	enum err e = store_open(db, STORE_READ, &store, err);

	if (e != OK)
		return e;
	e = store_begin(store, &generation, err);
	if (e == OK)
		e = store_check(store, arena, check, err);
	store_end(store);
	store_close(store);
	return e;
}

static int check_run(int argc, char **argv)
{
	struct store_check check = { 0 };
	struct arena arena;
	struct error err;
	const char *db;
	struct buf buf;
	int status = take_words(argc, argv, &db, 0);
	enum err e;

	if (status != 0)
		return status;
	arena_init(&arena);
	buf_init(&buf);
	e = check_store(db, &arena, &check, &err);
	if (e == OK) {
		add_check(&buf, &check);
		e = cmd_print(&buf, &err);
	}
	buf_release(&buf);
	arena_release(&arena);
	return e != OK ? cmd_fail(NULL, &err) : check.fault_count > 0;
}

static int backup_run(int argc, char **argv)
{
	struct store *store;
	struct error err;
	const char *db;
	int status = take_words(argc, argv, &db, 1);
	enum err e;

	if (status != 0)
		return status;
	if (store_open(db, STORE_READ, &store, &err) != OK)
		return cmd_fail(NULL, &err);
	e = store_backup(store, argv[optind], &err);
	store_close(store);
	return e == OK ? 0 : cmd_fail(argv[optind], &err);
}

static int database_run(int argc, char **argv)
{
	static const struct subcommand subs[] = {
		{ "log", log_run },        { "check", check_run },
		{ "backup", backup_run },  { "reparse", cmd_db_reparse },
		{ "prune", cmd_db_prune },
	};

	return cmd_sub(subs, ARRAY_SIZE(subs), argc, argv);
}

const struct command cmd_database = {
	.name = "db",
	.summary = "look after a database",
	.arguments = "log|check|backup|reparse|prune [OPTION]... [FILE]",
	.help = "  db log              who stored, corrected or withdrew what, and who made which\n"
		"                      token; latest first\n"
		"  db check            reads all of it: structure, references, raw files against\n"
		"                      their hashes, aggregates against samples, frozen links\n"
		"  db backup FILE      a copy of one state, while servers go on; to restore it, "
		"stop\n"
		"                      the server and put the copy in the database's place\n"
		"\n"
		"  db reparse          reads stored raw files again with the parsers of this "
		"program,\n"
		"                      and tells what differs; runs keep their ids, corrections "
		"and\n"
		"                      frozen links\n"
		"  db prune            forgets runs by age or tag, and what only they had; what a\n"
		"                      frozen comparison has stays\n"
		"\n"
		"  --db URL            " CMD_DB_HELP "\n"
		"  --limit N           log: that many lines (50)\n"
		"  --run ID            log, reparse: only this run\n"
		"  --dry-run           reparse, prune: tell what would be done\n"
		"  --all               reparse: the first 100 differences of a run, not 3\n"
		"  --older-than TIME   prune: runs that began longer ago, such as 365d or 104w\n"
		"  --tag NAME[=VALUE]  prune: runs with this tag (of native results)\n"
		"  --vacuum            prune: give the room back to the file system; else later "
		"runs\n"
		"                      use it\n"
		"\n"
		"WHO is a token's name, or cli:USER for the command line; FROM is an address, or "
		"-\n"
		"for this machine.\n"
		"\n"
		"Exit status: 0; 1 when check finds a fault or reparse left a run alone; 2 for\n"
		"wrong usage; 3 for no such database or run; 4 when FILE is there already; 6 when\n"
		"the database is locked; 7 when it cannot be written.\n"
		"\n"
		"Examples:\n"
		"  memcgperf db log --db lab.db\n"
		"  memcgperf db backup --db lab.db /backup/lab-$(date +%F).db\n"
		"  memcgperf db log --db lab.db --run G9SHSFEEEDPZ\n"
		"  memcgperf db reparse --db lab.db --dry-run\n"
		"  memcgperf db prune --db lab.db --older-than 730d --tag series=rfc --dry-run\n",
	.run = database_run,
};
