/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "db/store_reread.h"

#include <math.h>

#include "db/store_save.h"

static void run_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct store_reread_run *run = element;

	run->rowid = db_int(stmt, 0);
	run->id = db_text(arena, stmt, 1);
	run->name = db_text(arena, stmt, 2);
	run->hash = db_text(arena, stmt, 3);
	run->upload = db_text(arena, stmt, 4);
	run->said = db_text(arena, stmt, 5);
}

enum err store_reread_runs(struct store *store, struct arena *arena, struct slice id,
			   struct store_reread_run **out, size_t *count, struct error *err)
{
	static const struct store_shape shape = { sizeof(struct store_reread_run), run_at };
	struct stmt *stmt;
	enum err e = db_prepare(store->db, "reread_list", &stmt, err);

	if (e != OK)
		return e;
	db_bind_text(stmt, 1, id);
	e = store_list(arena, stmt, &shape, out, count, err);
	if (e == OK && id.n > 0 && *count == 0)
		e = error_set(err, ERR_NOT_FOUND, "no run '%.*s' that stands",
			      SLICE_FMT(slice_head(id, 64)));
	return e;
}

/* ---- what differs ---- */

struct row {
	struct slice kind, what, text;
	int64_t place;
	double value; /* NaN = none */
};

static void row_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct row *row = element;

	row->kind = db_text(arena, stmt, 0);
	row->what = db_text(arena, stmt, 1);
	row->place = db_int(stmt, 2);
	row->value = db_double(stmt, 3);
	row->text = db_text(arena, stmt, 4);
}

struct rows {
	struct row *list;
	size_t count;
};

static enum err rows_of(struct store *store, struct arena *arena, int64_t run, struct rows *out,
			struct error *err)
{
	static const struct store_shape shape = { sizeof(struct row), row_at };

	return store_list_of(store, arena, "reread_rows", run, &shape, &out->list, &out->count,
			     err);
}

/* In the order of the query. */
static int row_cmp(const struct row *a, const struct row *b)
{
	int order = slice_cmp(a->kind, b->kind);

	if (order == 0)
		order = slice_cmp(a->what, b->what);
	return order != 0 ? order : (a->place > b->place) - (a->place < b->place);
}

static bool is_same(const struct row *a, const struct row *b)
{
	bool same_value = a->value == b->value || (isnan(a->value) && isnan(b->value));

	return same_value && slice_eq(a->text, b->text);
}

/* What a row says, for people. */
static struct slice said_by(struct arena *arena, const struct row *row)
{
	if (row == NULL)
		return SLICE_NONE;
	if (isnan(row->value))
		return row->text.p == NULL ? SLICE("") : row->text;
	return arena_printf(arena, "%.15g%s%.*s", row->value, row->text.n > 0 ? " " : "",
			    SLICE_FMT(row->text));
}

/* before or after is NULL where there is none; row is one of them. */
static void add_difference(struct arena *arena, const struct row *row, const struct row *before,
			   const struct row *after, struct store_reread *out)
{
	out->added += before == NULL;
	out->gone += after == NULL;
	out->changed += before != NULL && after != NULL;
	if (out->shown_count == STORE_DIFFERENCES_SHOWN)
		return;
	out->shown[out->shown_count++] = (struct store_difference){
		.kind = row->kind,
		.what = row->what,
		.before = said_by(arena, before),
		.after = said_by(arena, after),
	};
}

static void compare(struct arena *arena, const struct rows *before, const struct rows *after,
		    struct store_reread *out)
{
	size_t i = 0, k = 0;

	*out = (struct store_reread){ .added = 0 };
	for (;;) {
		const struct row *was = i < before->count ? &before->list[i] : NULL;
		const struct row *is = k < after->count ? &after->list[k] : NULL;
		int order;

		if (was == NULL && is == NULL)
			return;
		order = was == NULL ? 1 : is == NULL ? -1 : row_cmp(was, is);
		if (order < 0)
			add_difference(arena, was, was, NULL, out);
		else if (order > 0)
			add_difference(arena, is, NULL, is, out);
		else if (!is_same(was, is))
			add_difference(arena, was, was, is, out);
		i += order <= 0;
		k += order >= 0;
	}
}

/* ---- the rows anew ---- */

static enum err write_times(struct save *save, size_t index, struct error *err)
{
	const struct batch_run *run = &save->batch->runs[index];
	struct stmt *stmt;
	enum err e = db_prepare(save->db, "reread_update", &stmt, err);

	if (e != OK)
		return e;
	db_bind_int(stmt, 1, save->runs[index]);
	db_bind_int(stmt, 2, run->start_s);
	db_bind_int(stmt, 3, run->boots);
	db_bind_int(stmt, 4, run->iterations);
	db_bind_int(stmt, 5, run->transcribed);
	return db_run(stmt, err);
}

static enum err write_references(struct save *save, size_t index, struct error *err)
{
	struct store_refs refs = { 0 };
	struct stmt *stmt;
	enum err e = save_references(save, &save->batch->runs[index], &refs, err);

	if (e == OK)
		e = db_prepare(save->db, "reread_refer", &stmt, err);
	if (e != OK)
		return e;
	db_bind_int(stmt, 1, save->runs[index]);
	if (refs.kernel != 0)
		db_bind_int(stmt, 2, refs.kernel);
	else
		db_bind_null(stmt, 2);
	db_bind_int(stmt, 3, refs.config);
	db_bind_int(stmt, 4, refs.machine);
	return db_run(stmt, err);
}

static enum err write_run(struct store *store, struct save *save, size_t index, struct error *err)
{
	int64_t run = save->runs[index];
	enum err e = store_drop_rows(store->db, run, err);

	if (e == OK)
		e = write_times(save, index, err);
	if (e == OK)
		e = write_references(save, index, err);
	if (e == OK)
		e = save_rows(save, err);
	if (e == OK)
		e = save_count_run(save, run, err);
	return e == OK ? store_restand(store, save->arena, run, err) : e;
}

static enum err rewrite(struct store *store, struct arena *arena, int64_t run,
			const struct batch *batch, size_t index, const struct store_actor *actor,
			struct error *err)
{
	struct save save;
	enum err e;

	save_init(&save, store->db, arena, batch, actor);
	save.runs[index] = run;
	e = write_run(store, &save, index, err);
	save_release(&save);
	return e;
}

static enum err tell(struct store *store, struct arena *arena, int64_t run,
		     const struct store_actor *actor, const struct store_reread *done,
		     struct error *err)
{
	struct slice detail = arena_printf(arena, "%zu rows added, %zu gone, %zu changed",
					   done->added, done->gone, done->changed);
	enum err e = store_audit_add(store->db, actor, "reparse", run, detail, err);

	return e == OK ? store_raise(store->db, err) : e;
}

static bool differs(const struct store_reread *done)
{
	return done->added + done->gone + done->changed > 0;
}

enum err store_reread(struct store *store, struct arena *arena, int64_t run,
		      const struct batch *batch, size_t index, const struct store_actor *actor,
		      bool keep, struct store_reread *out, struct error *err)
{
	struct rows before = { NULL }, after = { NULL };
	enum err e = db_begin(store->db, DB_WRITE, err);

	if (e != OK)
		return e;
	e = rows_of(store, arena, run, &before, err);
	if (e == OK)
		e = rewrite(store, arena, run, batch, index, actor, err);
	if (e == OK)
		e = rows_of(store, arena, run, &after, err);
	if (e == OK)
		compare(arena, &before, &after, out);
	if (e == OK && keep && differs(out))
		return store_settle(store, tell(store, arena, run, actor, out, err), err);
	db_rollback(store->db);
	return e;
}
