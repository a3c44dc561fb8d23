/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <time.h>

#include "db/store_prune.h"
#include "ingest/cmd_db.h"
#include "lib/report_lists.h"

enum { OPTION_DB = 1, OPTION_OLDER, OPTION_TAG, OPTION_DRY, OPTION_VACUUM };

struct prune {
	const char *db;
	struct store_prune what;
	bool dry, vacuum;
	struct store *store;
	struct arena arena;
	struct store_prune_run *runs;
	size_t count, frozen;
	int64_t samples; /* of those that go */
};

static enum err take_tag(struct slice text, struct store_prune *out, struct error *err)
{
	size_t equals = slice_find_char(text, '=');

	out->tag = slice_head(text, equals);
	out->value = equals < text.n ? slice_skip(text, equals + 1) : SLICE("");
	return out->tag.n > 0 ? OK : error_set(err, ERR_INPUT, "--tag is NAME or NAME=VALUE");
}

static enum err take_option(struct prune *p, int option, struct error *err)
{
	int64_t seconds = 0;
	enum err e = OK;

	switch (option) {
	case OPTION_DB:
		p->db = optarg;
		break;
	case OPTION_OLDER:
		e = cmd_duration("--older-than", optarg, &seconds, err);
		p->what.before_s = (int64_t)time(NULL) - seconds;
		break;
	case OPTION_TAG:
		e = take_tag(slice_str(optarg), &p->what, err);
		break;
	case OPTION_DRY:
		p->dry = true;
		break;
	default:
		p->vacuum = true;
	}
	return e;
}

static enum err find(struct prune *p, struct error *err)
{
	enum err e = store_prune_runs(p->store, &p->arena, &p->what, &p->runs, &p->count, err);

	for (size_t i = 0; e == OK && i < p->count; i++) {
		p->frozen += p->runs[i].frozen;
		p->samples += p->runs[i].frozen ? 0 : p->runs[i].samples;
	}
	return e;
}

static enum err forget(struct prune *p, struct error *err)
{
	struct store_actor actor = cmd_actor(&p->arena);
	enum err e = OK;

	for (size_t i = 0; e == OK && i < p->count; i++)
		if (!p->runs[i].frozen)
			e = store_prune_one(p->store, &p->arena, &p->runs[i], &actor, err);
	if (e == OK)
		e = store_prune_rest(p->store, err);
	return e == OK && p->vacuum ? store_vacuum(p->store, err) : e;
}

static void add_list(struct prune *p, struct buf *buf)
{
	static const char *const heads[] = { "BEGAN (UTC)", "RUN", "NAME", "SAMPLES", "" };
	struct slice *cells =
		ARENA_ARRAY(&p->arena, p->count * ARRAY_SIZE(heads) + 1, struct slice);

	for (size_t i = 0; i < p->count; i++) {
		const struct store_prune_run *run = &p->runs[i];
		struct slice *row = &cells[i * ARRAY_SIZE(heads)];

		row[0] = report_time(&p->arena, run->began_s);
		row[1] = run->id;
		row[2] = run->name;
		row[3] = arena_printf(&p->arena, "%lld", (long long)run->samples);
		row[4] = run->frozen ? SLICE("stays: frozen") : SLICE("goes");
	}
	cmd_table(buf, heads, ARRAY_SIZE(heads), cells, p->count);
}

static enum err tell(struct prune *p, struct error *err)
{
	struct buf buf;
	enum err e;

	buf_init(&buf);
	if (p->dry && p->count > 0)
		add_list(p, &buf);
	buf_addf(&buf, "%zu runs with %lld samples %s", p->count - p->frozen, (long long)p->samples,
		 p->dry ? "would go" : "are gone");
	if (p->frozen > 0)
		buf_addf(&buf, "; %zu stay for frozen comparisons", p->frozen);
	buf_adds(&buf, "\n");
	e = cmd_print(&buf, err);
	buf_release(&buf);
	return e;
}

static enum err prune(struct prune *p, struct error *err)
{
	enum err e = store_open(p->db, STORE_WRITE, &p->store, err);

	if (e != OK)
		return e;
	arena_init(&p->arena);
	e = find(p, err);
	if (e == OK && !p->dry)
		e = forget(p, err);
	if (e == OK)
		e = tell(p, err);
	arena_release(&p->arena);
	store_close(p->store);
	return e;
}

int cmd_db_prune(int argc, char **argv)
{
	static const struct option options[] = {
		{ "db", required_argument, NULL, OPTION_DB },
		{ "older-than", required_argument, NULL, OPTION_OLDER },
		{ "tag", required_argument, NULL, OPTION_TAG },
		{ "dry-run", no_argument, NULL, OPTION_DRY },
		{ "vacuum", no_argument, NULL, OPTION_VACUUM },
		{ 0 },
	};
	struct prune p = { .db = cmd_db() };
	struct error err;
	int option;

	while ((option = cmd_option(argc, argv, options)) != -1) {
		if (option == '?')
			return CMD_STATUS_USAGE;
		if (take_option(&p, option, &err) != OK)
			return cmd_usage(argv[0], "%s", err.text);
	}
	if (optind < argc)
		return cmd_usage(argv[0], "'%s' is one argument too many", argv[optind]);
	if (p.what.before_s == 0 && p.what.tag.n == 0)
		return cmd_usage(argv[0], "say which runs: --older-than 365d, --tag NAME=VALUE");
	return prune(&p, &err) == OK ? 0 : cmd_fail(NULL, &err);
}
