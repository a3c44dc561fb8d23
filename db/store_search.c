/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "db/store_search.h"

#include <ctype.h>
#include <stdlib.h>
#include <strings.h>

#include "db/store_private.h"

/* Behind every text that begins as the one before it. */
#define PAST "\xf4\x8f\xbf\xbf"

static void match_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct store_match *match = element;

	match->key = db_text(arena, stmt, 0);
	match->name = db_text(arena, stmt, 1);
	match->about = db_text(arena, stmt, 2);
}

static const struct store_shape match_shape = { sizeof(struct store_match), match_at };

/* Texts from start on, as two places of a statement. */
static void bind_start(struct arena *arena, struct stmt *stmt, int place, struct slice start)
{
	db_bind_text(stmt, place, start);
	db_bind_text(stmt, place + 1, arena_printf(arena, "%.*s" PAST, SLICE_FMT(start)));
}

static enum err matches(struct arena *arena, struct stmt *stmt, struct store_matches *out,
			struct error *err)
{
	return store_list(arena, stmt, &match_shape, &out->list, &out->count, err);
}

/* An id as it is written: in capitals. */
static struct slice as_id(struct arena *arena, struct slice text)
{
	char *id = arena_cstr(arena, text);

	for (size_t i = 0; i < text.n; i++)
		id[i] = (char)toupper((unsigned char)id[i]);
	return (struct slice){ id, text.n };
}

enum err store_search_runs(struct store *store, struct arena *arena, struct slice start, int limit,
			   struct store_matches *out, struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(store->db, "search_runs", &stmt, err);

	if (e != OK)
		return e;
	bind_start(arena, stmt, 1, start);
	bind_start(arena, stmt, 3, as_id(arena, start));
	db_bind_int(stmt, 5, limit);
	return matches(arena, stmt, out, err);
}

static bool starts_alike(struct slice text, struct slice start)
{
	return text.n >= start.n && strncasecmp(text.p, start.p, start.n) == 0;
}

/* "6.11-rc1-12-g3f25715c9a": the hash stands behind the last 'g' with a '-' before it. */
static struct slice hash_of(struct slice built)
{
	size_t dash = slice_rfind_char(built, '-');

	if (dash + 1 < built.n && built.p[dash + 1] == 'g')
		return slice_skip(built, dash + 2);
	return built;
}

enum err store_search_commits(struct store *store, struct arena *arena, struct slice start,
			      int limit, struct store_matches *out, struct error *err)
{
	struct store_matches all = { NULL };
	struct stmt *stmt;
	enum err e = db_prepare(store->db, "search_commits", &stmt, err);

	if (e == OK)
		e = matches(arena, stmt, &all, err);
	if (e != OK)
		return e;
	*out = (struct store_matches){ all.list, 0 };
	for (size_t i = 0; i < all.count && out->count < (size_t)limit; i++)
		if (starts_alike(hash_of(all.list[i].about), start))
			out->list[out->count++] = all.list[i];
	return OK;
}

enum err store_search_functions(struct store *store, struct arena *arena, struct slice start,
				int limit, struct store_matches *out, struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(store->db, "search_functions", &stmt, err);

	if (e != OK)
		return e;
	bind_start(arena, stmt, 1, start);
	db_bind_int(stmt, 3, STORE_SEARCH_PROFILES);
	db_bind_int(stmt, 4, limit);
	return matches(arena, stmt, out, err);
}

static void measured_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct store_measured *measured = element;

	measured->metric = store_metric_at(arena, stmt, 1);
	measured->machine = db_text(arena, stmt, 6);
}

static int measured_cmp(const void *a, const void *b)
{
	return metric_cmp(&((const struct store_measured *)a)->metric,
			  &((const struct store_measured *)b)->metric);
}

enum err store_search_metrics(struct store *store, struct arena *arena, struct store_measured **out,
			      size_t *count, struct error *err)
{
	static const struct store_shape shape = { sizeof(struct store_measured), measured_at };
	struct stmt *stmt;
	enum err e = db_prepare(store->db, "search_metrics", &stmt, err);

	if (e == OK)
		e = store_list(arena, stmt, &shape, out, count, err);
	if (e == OK && *count > 0)
		qsort(*out, *count, sizeof(**out), measured_cmp);
	return e;
}

static enum err of_mail(struct store *store, struct arena *arena, const char *query,
			struct slice id, int limit, struct store_matches *out, struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(store->db, query, &stmt, err);

	if (e != OK)
		return e;
	db_bind_text(stmt, 1, id);
	db_bind_int(stmt, 2, limit);
	return matches(arena, stmt, out, err);
}

enum err store_search_mail(struct store *store, struct arena *arena, struct slice id, int limit,
			   struct store_matches *runs, struct store_matches *comparisons,
			   struct error *err)
{
	enum err e = of_mail(store, arena, "search_mail_runs", id, limit, runs, err);

	return e == OK ? of_mail(store, arena, "search_mail_frozen", id, limit, comparisons, err)
		       : e;
}
