/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "db/store_prune.h"

#include "db/store_private.h"

static void run_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct store_prune_run *run = element;

	run->rowid = db_int(stmt, 0);
	run->id = db_text(arena, stmt, 1);
	run->name = db_text(arena, stmt, 2);
	run->began_s = db_int(stmt, 3);
	run->samples = db_int(stmt, 4);
	run->frozen = db_int(stmt, 5) != 0;
}

enum err store_prune_runs(struct store *store, struct arena *arena, const struct store_prune *prune,
			  struct store_prune_run **out, size_t *count, struct error *err)
{
	static const struct store_shape shape = { sizeof(struct store_prune_run), run_at };
	struct slice key = prune->tag;
	struct stmt *stmt;
	enum err e = db_prepare(store->db, "prune_list", &stmt, err);

	if (e != OK)
		return e;
	if (key.n > 0)
		key = arena_printf(arena, "tag.%.*s", SLICE_FMT(key));
	if (prune->before_s > 0)
		db_bind_int(stmt, 1, prune->before_s);
	else
		db_bind_null(stmt, 1);
	db_bind_text(stmt, 2, key);
	db_bind_text(stmt, 3, prune->value);
	return store_list(arena, stmt, &shape, out, count, err);
}

/* Those that it stood for stand for themselves, or another stands for them. */
static enum err release(struct store *store, struct arena *arena, int64_t run, int64_t **others,
			size_t *count, struct error *err)
{
	enum err e = store_stood_for(store, arena, run, others, count, err);

	return e == OK ? store_apply(store->db, "run_release", run, err) : e;
}

static enum err forget(struct store *store, struct arena *arena, const struct store_prune_run *run,
		       const struct store_actor *actor, struct error *err)
{
	static const char *const queries[] = { "prune_mails", "prune_run" };
	int64_t *others = NULL;
	size_t count = 0;
	enum err e = release(store, arena, run->rowid, &others, &count, err);

	if (e == OK)
		e = store_drop_rows(store->db, run->rowid, err);
	if (e == OK)
		e = store_tell(store->db, "prune_audit", run->rowid, run->id, err);
	for (size_t i = 0; i < ARRAY_SIZE(queries) && e == OK; i++)
		e = store_apply(store->db, queries[i], run->rowid, err);
	for (size_t i = 0; i < count && e == OK; i++)
		e = store_restand(store, arena, others[i], err);
	if (e == OK)
		e = store_audit_add(
			store->db, actor, "prune", 0,
			arena_printf(arena, "%.*s %.*s", SLICE_FMT(run->id), SLICE_FMT(run->name)),
			err);
	return e == OK ? store_raise(store->db, err) : e;
}

enum err store_prune_one(struct store *store, struct arena *arena,
			 const struct store_prune_run *run, const struct store_actor *actor,
			 struct error *err)
{
	enum err e = db_begin(store->db, DB_WRITE, err);

	return e == OK ? store_settle(store, forget(store, arena, run, actor, err), err) : e;
}

enum err store_prune_rest(struct store *store, struct error *err)
{
	static const char *const queries[] = { "prune_contents", "prune_uploads", "prune_metrics",
					       "prune_frames" };
	enum err e = db_begin(store->db, DB_WRITE, err);

	if (e != OK)
		return e;
	for (size_t i = 0; i < ARRAY_SIZE(queries) && e == OK; i++) {
		struct stmt *stmt;

		e = db_prepare(store->db, queries[i], &stmt, err);
		if (e == OK)
			e = db_run(stmt, err);
	}
	return store_settle(store, e, err);
}

enum err store_vacuum(struct store *store, struct error *err)
{
	return db_vacuum(store->db, err);
}
