/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs that are withdrawn, machines that turn out to be one, and what stands for what after it. */
#include "db/store_admin.h"

#include <time.h>

#include "db/store_private.h"

enum { CANDIDATES_MAX = 8 };

enum err store_text_check(const char *what, struct slice text, size_t bytes_max, struct error *err)
{
	if (text.n > bytes_max)
		return error_set(err, ERR_LIMIT, "%s has at most %zu bytes", what, bytes_max);
	for (size_t i = 0; i < text.n; i++)
		if ((unsigned char)text.p[i] < ' ' || text.p[i] == 0x7f)
			return error_set(err, ERR_INPUT, "%s is one line of text", what);
	if (!slice_is_utf8(text))
		return error_set(err, ERR_INPUT, "%s is UTF-8", what);
	return OK;
}

enum err store_run_refs(struct store *store, int64_t run, struct store_refs *out, struct error *err)
{
	bool row = false;
	struct stmt *stmt;
	enum err e = db_prepare(store->db, "run_refers", &stmt, err);

	if (e != OK)
		return e;
	db_bind_int(stmt, 1, run);
	e = db_step(stmt, &row, err);
	if (e == OK && row)
		*out = (struct store_refs){ db_int(stmt, 0), db_int(stmt, 1), db_int(stmt, 2) };
	db_reset(stmt);
	return e;
}

struct candidate {
	int64_t id;
	struct slice name;
};

static void candidate_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct candidate *candidate = element;

	candidate->id = db_int(stmt, 0);
	candidate->name = db_text(arena, stmt, 1);
}

static const struct store_shape candidate_shape = { sizeof(struct candidate), candidate_at };

static enum err ambiguous(struct arena *arena, struct slice called, const struct candidate *list,
			  size_t count, struct error *err)
{
	struct slice names = SLICE("");

	for (size_t i = 0; i < count && i < CANDIDATES_MAX; i++)
		names = arena_printf(arena, "%.*s%s%.*s", SLICE_FMT(names), i > 0 ? ", " : "",
				     SLICE_FMT(slice_head(list[i].name, 48)));
	return error_set(err, ERR_CONFLICT, "'%.*s' may be %.*s%s",
			 SLICE_FMT(slice_head(called, 64)), SLICE_FMT(names),
			 count > CANDIDATES_MAX ? " and more" : "");
}

enum err store_called(struct store *store, struct arena *arena, const char *query,
		      struct slice called, int64_t *id, struct error *err)
{
	struct candidate *list = NULL;
	size_t count = 0;
	struct stmt *stmt;
	enum err e = db_prepare(store->db, query, &stmt, err);

	if (e != OK)
		return e;
	db_bind_text(stmt, 1, called);
	e = store_list(arena, stmt, &candidate_shape, &list, &count, err);
	if (e == OK && count > 1 && !slice_eq(list[0].name, called))
		e = ambiguous(arena, called, list, count, err);
	if (e == OK)
		*id = count > 0 ? list[0].id : 0;
	return e;
}

/* ------------------------------------------------------------------ standing */

static void id_at(struct arena *arena, struct stmt *stmt, void *element)
{
	(void)arena;
	*(int64_t *)element = db_int(stmt, 0);
}

static const struct store_shape id_shape = { sizeof(int64_t), id_at };

/* Finds out by which live run a run is held, and which ones it holds. */
static enum err find_stand(struct db *db, int64_t run, struct error *err)
{
	static const char *const queries[] = {
		"run_superseded",
		"run_supersede",
		"transcript_supersede",
	};
	enum err e = OK;

	for (size_t i = 0; i < ARRAY_SIZE(queries) && e == OK; i++)
		e = store_apply(db, queries[i], run, err);
	return e;
}

enum err store_stood_for(struct store *store, struct arena *arena, int64_t run, int64_t **out,
			 size_t *count, struct error *err)
{
	return store_list_of(store, arena, "run_stood_for", run, &id_shape, out, count, err);
}

enum err store_restand(struct store *store, struct arena *arena, int64_t run, struct error *err)
{
	int64_t *others = NULL;
	size_t count = 0;
	enum err e = store_stood_for(store, arena, run, &others, &count, err);

	if (e == OK)
		e = store_apply(store->db, "run_release", run, err);
	if (e == OK)
		e = find_stand(store->db, run, err);
	for (size_t i = 0; i < count && e == OK; i++)
		e = find_stand(store->db, others[i], err);
	return e;
}

/* ------------------------------------------------------------------ withdrawal */

static enum err mark_withdrawn(struct store *store, int64_t run, struct slice why,
			       struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(store->db, "run_withdraw", &stmt, err);

	if (e != OK)
		return e;
	db_bind_int(stmt, 1, run);
	db_bind_text(stmt, 2, why);
	db_bind_int(stmt, 3, (int64_t)time(NULL));
	return db_run(stmt, err);
}

static enum err withdraw(struct store *store, struct arena *arena, const struct store_run *run,
			 struct slice why, const struct store_actor *actor, struct error *err)
{
	enum err e = mark_withdrawn(store, run->rowid, why, err);

	if (e == OK)
		e = store_restand(store, arena, run->rowid, err);
	if (e == OK)
		e = store_audit_add(store->db, actor, "withdraw", run->rowid, why, err);
	return e == OK ? store_raise(store->db, err) : e;
}

enum err store_run_withdraw(struct store *store, struct arena *arena, struct slice id,
			    struct slice why, const struct store_actor *actor,
			    struct store_run *out, struct error *err)
{
	struct store_run run = { 0 };
	struct store_refs refs = { 0 };
	enum err e = store_text_check("a reason", why, STORE_NOTE_MAX, err);

	if (e == OK)
		e = db_begin(store->db, DB_WRITE, err);
	if (e != OK)
		return e;
	e = store_run_get(store, arena, id, &run, err);
	if (e == OK)
		e = store_run_refs(store, run.rowid, &refs, err);
	if (e == OK)
		e = store_actor_check(store->db, actor, refs.machine, err);
	if (e == OK && run.withdrawn_s == 0)
		e = withdraw(store, arena, &run, why, actor, err);
	if (e == OK)
		e = store_run_get(store, arena, id, &run, err);
	e = store_settle(store, e, err);
	if (e == OK)
		*out = run;
	return e;
}

/* ------------------------------------------------------------------ machines */

static enum err find_machine(struct store *store, struct arena *arena, struct slice slug,
			     const struct store_actor *actor, struct store_machine *out,
			     struct error *err)
{
	int64_t id = 0;
	enum err e = store_called(store, arena, "machine_by_name", slug, &id, err);

	if (e == OK && id == 0)
		e = error_set(err, ERR_NOT_FOUND, "no machine '%.*s'",
			      SLICE_FMT(slice_head(slug, 64)));
	if (e == OK)
		e = store_actor_check(store->db, actor, id, err);
	return e == OK ? store_machine_get(store, arena, id, out, err) : e;
}

/* Runs a query with two ids. */
static enum err relate(struct store *store, const char *query, int64_t from, int64_t to,
		       struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(store->db, query, &stmt, err);

	if (e != OK)
		return e;
	db_bind_int(stmt, 1, from);
	db_bind_int(stmt, 2, to);
	return db_run(stmt, err);
}

static enum err move_runs(struct store *store, struct arena *arena, int64_t from, int64_t to,
			  size_t *count, struct error *err)
{
	int64_t *runs = NULL;
	enum err e =
		store_list_of(store, arena, "run_of_machine", from, &id_shape, &runs, count, err);

	if (e == OK)
		e = relate(store, "run_move", from, to, err);
	if (e == OK)
		e = relate(store, "machine_merge", from, to, err);
	for (size_t i = 0; i < *count && e == OK; i++)
		e = find_stand(store->db, runs[i], err);
	return e;
}

static enum err merge(struct store *store, struct arena *arena, const struct store_machine *from,
		      const struct store_machine *to, const struct store_actor *actor,
		      struct error *err)
{
	size_t count = 0;
	enum err e;

	if (from->rowid == to->rowid)
		return error_set(err, ERR_CONFLICT, "both are machine '%.*s'",
				 SLICE_FMT(slice_head(to->slug, 64)));
	e = move_runs(store, arena, from->rowid, to->rowid, &count, err);
	if (e == OK)
		e = store_audit_add(store->db, actor, "machine-merge", 0,
				    arena_printf(arena, "%.*s -> %.*s, runs moved: %zu",
						 SLICE_FMT(from->slug), SLICE_FMT(to->slug), count),
				    err);
	return e == OK ? store_raise(store->db, err) : e;
}

enum err store_machine_merge(struct store *store, struct arena *arena, struct slice slug,
			     struct slice into, const struct store_actor *actor,
			     struct store_machine *out, struct error *err)
{
	struct store_machine from, to;
	enum err e = db_begin(store->db, DB_WRITE, err);

	if (e != OK)
		return e;
	e = find_machine(store, arena, slug, actor, &from, err);
	if (e == OK)
		e = find_machine(store, arena, into, actor, &to, err);
	if (e == OK)
		e = merge(store, arena, &from, &to, actor, err);
	if (e == OK)
		e = store_machine_get(store, arena, to.rowid, &to, err);
	e = store_settle(store, e, err);
	if (e == OK)
		*out = to;
	return e;
}
