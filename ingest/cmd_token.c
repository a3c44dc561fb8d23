/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/cmd.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "db/store_admin.h"
#include "lib/report_lists.h"

enum { OPTION_DB = 1, OPTION_SCOPE, OPTION_MACHINE, OPTION_EXPIRES };

struct token_asked {
	const char *db;
	bool has_scope;
	struct store_token_new token;
};

/* ------------------------------------------------------------------ add */

/* From now on. */
static enum err take_expires(const char *text, int64_t *out, struct error *err)
{
	int64_t seconds = 0;
	enum err e = cmd_duration("--expires", text, &seconds, err);

	*out = (int64_t)time(NULL) + seconds;
	return e;
}

static enum err take_option(struct token_asked *asked, int option, struct error *err)
{
	switch (option) {
	case OPTION_DB:
		asked->db = optarg;
		return OK;
	case OPTION_SCOPE:
		asked->has_scope = true;
		if (!store_scope_parse(slice_str(optarg), &asked->token.scope))
			return error_set(err, ERR_INPUT, "--scope is submit or manage, not '%s'",
					 optarg);
		return OK;
	case OPTION_MACHINE:
		asked->token.machine = slice_str(optarg);
		return OK;
	default:
		return take_expires(optarg, &asked->token.expires_s, err);
	}
}

/* Options and one argument. 0, or the status of wrong usage. */
static int take(struct token_asked *asked, const struct option *options, const char *argument,
		int argc, char **argv)
{
	struct error err;
	int option;

	while ((option = cmd_option(argc, argv, options)) != -1) {
		if (option == '?')
			return CMD_STATUS_USAGE;
		if (take_option(asked, option, &err) != OK)
			return cmd_usage(argv[0], "%s", err.text);
	}
	if (argument == NULL && optind < argc)
		return cmd_usage(argv[0], "'%s' is one argument too many", argv[optind]);
	if (argument != NULL && optind + 1 != argc)
		return cmd_usage(argv[0], "say one %s", argument);
	return 0;
}

static enum err draw(unsigned char random[STORE_TOKEN_RANDOM], struct error *err)
{
	ssize_t n = getrandom(random, STORE_TOKEN_RANDOM, 0);

	if (n != STORE_TOKEN_RANDOM)
		return error_set(err, ERR_IO, "no random bytes: %s", strerror(errno));
	return OK;
}

static enum err print_secret(struct slice secret, struct error *err)
{
	struct buf buf;
	enum err e;

	buf_init(&buf);
	buf_add(&buf, secret);
	buf_addc(&buf, '\n');
	e = cmd_print(&buf, err);
	buf_release(&buf);
	return e;
}

static enum err make_token(const struct token_asked *asked, struct arena *arena, struct error *err)
{
	unsigned char random[STORE_TOKEN_RANDOM];
	struct store_actor actor = cmd_actor(arena);
	struct slice secret = SLICE_NONE;
	struct store *store;
	enum err e = draw(random, err);

	if (e == OK)
		e = store_open(asked->db, STORE_WRITE, &store, err);
	if (e != OK)
		return e;
	e = store_token_add(store, arena, &asked->token, random, &actor, &secret, err);
	store_close(store);
	return e == OK ? print_secret(secret, err) : e;
}

static int add_run(int argc, char **argv)
{
	static const struct option options[] = {
		{ "db", required_argument, NULL, OPTION_DB },
		{ "scope", required_argument, NULL, OPTION_SCOPE },
		{ "machine", required_argument, NULL, OPTION_MACHINE },
		{ "expires", required_argument, NULL, OPTION_EXPIRES },
		{ 0 },
	};
	struct token_asked asked = { .db = cmd_db() };
	struct arena arena;
	struct error err;
	int status = take(&asked, options, "NAME for the token", argc, argv);
	enum err e;

	if (status != 0)
		return status;
	if (!asked.has_scope)
		return cmd_usage(argv[0], "say --scope submit or --scope manage");
	asked.token.name = slice_str(argv[optind]);
	arena_init(&arena);
	e = make_token(&asked, &arena, &err);
	arena_release(&arena);
	if (e != OK)
		return cmd_fail(NULL, &err);
	if (isatty(STDERR_FILENO))
		(void)fputs("This is the only time that it is shown. memcgperf push reads it "
			    "from MEMCGPERF_TOKEN.\n",
			    stderr);
	return 0;
}

/* ------------------------------------------------------------------ list */

static struct slice state_of(struct arena *arena, const struct store_token *token)
{
	if (token->revoked_s != 0)
		return arena_printf(arena, "revoked %.*s",
				    SLICE_FMT(report_time(arena, token->revoked_s)));
	if (token->expires_s != 0 && token->expires_s <= (int64_t)time(NULL))
		return SLICE("expired");
	return SLICE("in force");
}

static void add_tokens(struct buf *buf, struct arena *arena, const struct store_token *list,
		       size_t count)
{
	static const char *const heads[] = {
		"NAME", "PREFIX", "SCOPE", "MACHINE", "MADE", "EXPIRES", "LAST USE", "STATE",
	};
	struct slice *cells = ARENA_ARRAY(arena, count * ARRAY_SIZE(heads) + 1, struct slice);

	for (size_t i = 0; i < count; i++) {
		const struct store_token *token = &list[i];
		const struct slice row[] = {
			token->name,
			token->prefix,
			slice_str(store_scope_name(token->scope)),
			token->machine,
			report_time(arena, token->created_s),
			report_time(arena, token->expires_s),
			report_time(arena, token->used_s),
			state_of(arena, token),
		};

		_Static_assert(ARRAY_SIZE(row) == ARRAY_SIZE(heads), "a head a cell");
		memcpy(&cells[i * ARRAY_SIZE(heads)], row, sizeof(row));
	}
	cmd_table(buf, heads, ARRAY_SIZE(heads), cells, count);
}

static enum err print_tokens(const char *url, struct arena *arena, struct buf *buf,
			     struct error *err)
{
	struct store_token *list = NULL;
	struct store *store;
	size_t count = 0;
	enum err e = store_open(url, STORE_READ, &store, err);

	if (e != OK)
		return e;
	e = store_tokens(store, arena, &list, &count, err);
	store_close(store);
	if (e != OK)
		return e;
	add_tokens(buf, arena, list, count);
	return cmd_print(buf, err);
}

static const struct option db_options[] = { { "db", required_argument, NULL, OPTION_DB }, { 0 } };

static int list_run(int argc, char **argv)
{
	struct token_asked asked = { .db = cmd_db() };
	struct arena arena;
	struct error err;
	struct buf buf;
	int status = take(&asked, db_options, NULL, argc, argv);
	enum err e;

	if (status != 0)
		return status;
	arena_init(&arena);
	buf_init(&buf);
	e = print_tokens(asked.db, &arena, &buf, &err);
	buf_release(&buf);
	arena_release(&arena);
	return e == OK ? 0 : cmd_fail(NULL, &err);
}

/* ------------------------------------------------------------------ revoke */

/* For writing, but one that is there. */
static enum err open_existing(const char *url, struct store **out, struct error *err)
{
	enum err e = store_open(url, STORE_READ, out, err);

	if (e == ERR_NOT_FOUND)
		return e;
	if (e == OK)
		store_close(*out);
	return store_open(url, STORE_WRITE, out, err);
}

static enum err revoke_token(const char *url, struct slice what, struct arena *arena,
			     struct error *err)
{
	struct store_actor actor = cmd_actor(arena);
	struct store_token token;
	struct store *store;
	enum err e = open_existing(url, &store, err);

	if (e != OK)
		return e;
	e = store_token_revoke(store, arena, what, &actor, &token, err);
	store_close(store);
	if (e == OK)
		(void)printf("revoked %.*s (%.*s)\n", SLICE_FMT(token.name),
			     SLICE_FMT(token.prefix));
	return e;
}

static int revoke_run(int argc, char **argv)
{
	struct token_asked asked = { .db = cmd_db() };
	struct arena arena;
	struct error err;
	int status = take(&asked, db_options, "NAME or PREFIX of a token", argc, argv);
	enum err e;

	if (status != 0)
		return status;
	arena_init(&arena);
	e = revoke_token(asked.db, slice_str(argv[optind]), &arena, &err);
	arena_release(&arena);
	return e == OK ? 0 : cmd_fail(NULL, &err);
}

static int token_run(int argc, char **argv)
{
	static const struct subcommand subs[] = {
		{ "add", add_run },
		{ "list", list_run },
		{ "revoke", revoke_run },
	};

	return cmd_sub(subs, ARRAY_SIZE(subs), argc, argv);
}

const struct command cmd_token = {
	.name = "token",
	.summary = "let others store results over HTTP",
	.arguments = "add|list|revoke [OPTION]... [NAME]",
	.help = "Anyone may read from a server; storing and changing needs a token, which a\n"
		"client sends as 'Authorization: Bearer mp_...'. The database keeps only its\n"
		"SHA-256.\n"
		"\n"
		"  token add --scope SCOPE [OPTION]... NAME\n"
		"                      makes one and prints it: this once and never again\n"
		"  token list          names, prefixes, scopes, last use; no secrets\n"
		"  token revoke NAME   ends one at once, by its name or its prefix (the 8\n"
		"                      characters behind mp_s_ or mp_m_)\n"
		"\n"
		"  --db URL            " CMD_DB_HELP "\n"
		"  --scope SCOPE       submit: store results; manage: correct, withdraw too\n"
		"  --machine NAME      only results of this machine\n"
		"  --expires TIME      such as 12h, 90d or 8w; else it lasts until revoked\n"
		"\n"
		"Exit status: 0; 2 for wrong usage; 3 for no such token or database; 4 when the\n"
		"name is taken or the token is revoked already; 6 when the database is locked.\n"
		"\n"
		"Examples:\n"
		"  memcgperf token add --db lab.db --scope submit --expires 90d ci\n"
		"  memcgperf token add --db lab.db --scope submit --machine lab1 lab1-ci\n"
		"  memcgperf token list --db lab.db\n"
		"  memcgperf token revoke --db lab.db ci\n",
	.run = token_run,
};
