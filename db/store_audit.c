/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who changed what. */
#include <time.h>

#include "db/store_admin.h"
#include "db/store_private.h"

enum err store_audit_add(struct db *db, const struct store_actor *actor, const char *action,
			 int64_t run, struct slice detail, struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(db, "audit_save", &stmt, err);

	if (e != OK)
		return e;
	db_bind_int(stmt, 1, (int64_t)time(NULL));
	db_bind_text(stmt, 2, actor->name);
	if (actor->token != 0)
		db_bind_int(stmt, 3, actor->token);
	db_bind_text(stmt, 4, actor->address);
	db_bind_text(stmt, 5, slice_str(action));
	if (run != 0)
		db_bind_int(stmt, 6, run);
	db_bind_text(stmt, 7, detail);
	return db_run(stmt, err);
}

static void audit_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct store_audit *audit = element;

	audit->at_s = db_int(stmt, 0);
	audit->actor = db_text(arena, stmt, 1);
	audit->address = db_text(arena, stmt, 2);
	audit->action = db_text(arena, stmt, 3);
	audit->run = db_text(arena, stmt, 4);
	audit->detail = db_text(arena, stmt, 5);
}

static const struct store_shape audit_shape = { sizeof(struct store_audit), audit_at };

enum err store_audit(struct store *store, struct arena *arena, struct slice run, int limit,
		     struct store_audit **out, size_t *count, struct error *err)
{
	struct store_run found = { 0 };
	struct stmt *stmt;
	enum err e = OK;

	if (limit < 1 || limit > STORE_AUDIT_MAX)
		return error_set(err, ERR_LIMIT, "limit is 1 to %d, not %d", STORE_AUDIT_MAX,
				 limit);
	if (run.n > 0)
		e = store_run_get(store, arena, run, &found, err);
	if (e == OK)
		e = db_prepare(store->db, run.n > 0 ? "audit_of_run" : "audit_list", &stmt, err);
	if (e != OK)
		return e;
	db_bind_int(stmt, 1, limit);
	if (run.n > 0)
		db_bind_int(stmt, 2, found.rowid);
	return store_list(arena, stmt, &audit_shape, out, count, err);
}
