/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "db/store_frozen.h"

#include <inttypes.h>
#include <time.h>

#include "db/store_private.h"
#include "lib/headline.h"

/* ---- reading ---- */

static void frozen_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct store_frozen *frozen = element;

	frozen->rowid = db_int(stmt, 0);
	frozen->slug = db_text(arena, stmt, 1);
	frozen->hash = db_text(arena, stmt, 2);
	frozen->request = db_text(arena, stmt, 3);
	frozen->forms = (struct frozen_forms){
		.title = db_text(arena, stmt, 4),
		.text = db_text(arena, stmt, 5),
		.markdown = db_text(arena, stmt, 6),
		.csv = db_text(arena, stmt, 7),
		.json = db_text(arena, stmt, 8),
	};
	frozen->frozen_s = db_int(stmt, 9);
	frozen->actor = db_text(arena, stmt, 10);
}

enum err store_frozen_get(struct store *store, struct arena *arena, struct slice text,
			  struct store_frozen *out, struct error *err)
{
	struct slice slug = SLICE_NONE;
	bool row = false;
	struct stmt *stmt;
	enum err e = db_prepare(store->db, "frozen_find", &stmt, err);

	if (e != OK)
		return e;
	if (frozen_slug_parse(arena, text, &slug)) {
		db_bind_text(stmt, 1, slug);
		e = db_step(stmt, &row, err);
		if (e == OK && row)
			frozen_at(arena, stmt, out);
	}
	db_reset(stmt);
	return e == OK && !row ? error_set(err, ERR_NOT_FOUND, "no frozen comparison '%.*s'",
					   SLICE_FMT(slice_head(text, FROZEN_SLUG_MAX)))
			       : e;
}

static void listed_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct store_frozen *frozen = element;

	frozen->slug = db_text(arena, stmt, 0);
	frozen->forms.title = db_text(arena, stmt, 1);
	frozen->frozen_s = db_int(stmt, 2);
	frozen->actor = db_text(arena, stmt, 3);
	frozen->runs = db_int(stmt, 4);
	frozen->order = arena_printf(arena, "%020" PRId64, INT64_MAX - frozen->frozen_s);
}

enum err store_frozen_list(struct store *store, struct arena *arena, struct store_frozen **out,
			   size_t *count, struct error *err)
{
	static const struct store_shape shape = { sizeof(struct store_frozen), listed_at };
	struct stmt *stmt;
	enum err e = db_prepare(store->db, "frozen_list", &stmt, err);

	return e == OK ? store_list(arena, stmt, &shape, out, count, err) : e;
}

static void run_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct store_frozen_run *run = element;

	run->id = db_text(arena, stmt, 0);
	run->name = db_text(arena, stmt, 1);
	run->withdrawn_s = db_int(stmt, 2);
	run->withdrawn_why = db_text(arena, stmt, 3);
}

enum err store_frozen_runs(struct store *store, struct arena *arena, int64_t frozen,
			   struct store_frozen_run **out, size_t *count, struct error *err)
{
	static const struct store_shape shape = { sizeof(struct store_frozen_run), run_at };

	return store_list_of(store, arena, "frozen_runs", frozen, &shape, out, count, err);
}

enum err store_frozen_mails(struct store *store, struct arena *arena, int64_t frozen,
			    struct store_mail **out, size_t *count, struct error *err)
{
	return store_list_of(store, arena, "frozen_mails", frozen, &store_mail_shape, out, count,
			     err);
}

/* ---- freezing ---- */

static enum err ask_text(struct store *store, struct arena *arena, const char *query,
			 struct slice text, struct slice *out, struct error *err)
{
	bool row = false;
	struct stmt *stmt;
	enum err e = db_prepare(store->db, query, &stmt, err);

	*out = SLICE_NONE;
	if (e != OK)
		return e;
	db_bind_text(stmt, 1, text);
	e = db_step(stmt, &row, err);
	if (e == OK && row)
		*out = db_text(arena, stmt, 0);
	db_reset(stmt);
	return e;
}

/* The shortest slug of the hash that no other has. */
static enum err free_slug(struct store *store, struct arena *arena,
			  const unsigned char hash[SHA256_SIZE], struct slice *out,
			  struct error *err)
{
	char slug[FROZEN_SLUG_MAX + 1];
	struct slice taken;
	enum err e = OK;

	for (size_t n = FROZEN_SLUG_LEAST; e == OK && n <= FROZEN_SLUG_MAX; n++) {
		id_from_hash(hash, n, slug);
		e = ask_text(store, arena, "frozen_slug_taken", slice_str(slug), &taken, err);
		if (e == OK && taken.n == 0) {
			*out = arena_slice(arena, slice_str(slug));
			return OK;
		}
	}
	return e != OK ? e : error_set(err, ERR_BUG, "no free name for a frozen comparison");
}

static enum err save_row(struct store *store, const struct store_frozen *frozen,
			 const struct store_actor *actor, struct error *err)
{
	const struct frozen_forms *forms = &frozen->forms;
	struct stmt *stmt;
	enum err e = db_prepare(store->db, "frozen_save", &stmt, err);

	if (e != OK)
		return e;
	db_bind_text(stmt, 1, frozen->slug);
	db_bind_text(stmt, 2, frozen->hash);
	db_bind_text(stmt, 3, frozen->request);
	db_bind_text(stmt, 4, forms->title);
	db_bind_text(stmt, 5, forms->text);
	db_bind_text(stmt, 6, forms->markdown);
	db_bind_text(stmt, 7, forms->csv);
	db_bind_text(stmt, 8, forms->json);
	db_bind_int(stmt, 9, frozen->frozen_s);
	db_bind_text(stmt, 10, actor->name);
	return db_run(stmt, err);
}

static enum err save_runs(struct store *store, int64_t frozen, const struct comparison *comparison,
			  struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(store->db, "frozen_run_save", &stmt, err);

	for (size_t i = 0; e == OK && i < comparison->column_count; i++) {
		db_bind_int(stmt, 1, frozen);
		db_bind_int(stmt, 2, (int64_t)i);
		db_bind_text(stmt, 3, comparison->columns[i].id);
		e = db_run(stmt, err);
	}
	return e;
}

struct slice store_frozen_link(struct arena *arena, struct slice public_url, struct slice slug)
{
	return arena_printf(arena, "%.*s/c/%.*s", SLICE_FMT(public_url), SLICE_FMT(slug));
}

static enum err save(struct store *store, struct arena *arena,
		     const struct store_freezing *freezing, struct store_frozen *frozen,
		     const struct store_actor *actor, struct error *err)
{
	const struct comparison *comparison = freezing->comparison;
	enum err e;

	frozen->frozen_s = (int64_t)time(NULL);
	frozen_render(arena, comparison, headline_compare(arena, comparison).title,
		      store_frozen_link(arena, freezing->public_url, frozen->slug),
		      frozen->frozen_s, &frozen->forms);
	e = save_row(store, frozen, actor, err);
	if (e == OK)
		e = save_runs(store, db_last_id(store->db), comparison, err);
	if (e == OK)
		e = store_audit_add(store->db, actor, "freeze", 0, frozen->slug, err);
	return e == OK ? store_raise(store->db, err) : e;
}

/* Finds it, or makes it. */
static enum err freeze(struct store *store, struct arena *arena, struct store_freezing *freezing,
		       struct store_frozen *frozen, const struct store_actor *actor,
		       struct error *err)
{
	unsigned char hash[SHA256_SIZE];
	char hex[SHA256_HEX_SIZE];
	enum err e;

	sha256(frozen->request, hash);
	sha256_hex(hash, hex);
	frozen->hash = slice_str(hex);
	e = ask_text(store, arena, "frozen_slug", frozen->hash, &frozen->slug, err);
	freezing->existed = frozen->slug.n > 0;
	if (e != OK || freezing->existed)
		return e;
	e = free_slug(store, arena, hash, &frozen->slug, err);
	return e == OK ? save(store, arena, freezing, frozen, actor, err) : e;
}

enum err store_freeze(struct store *store, struct arena *arena, struct store_freezing *freezing,
		      const struct store_actor *actor, struct error *err)
{
	struct store_frozen frozen = { 0 };
	enum err e = frozen_request(arena, freezing->comparison, &frozen.request, err);

	if (e == OK)
		e = db_begin(store->db, DB_WRITE, err);
	if (e != OK)
		return e;
	e = freeze(store, arena, freezing, &frozen, actor, err);
	freezing->slug = frozen.slug;
	return store_settle(store, e, err);
}

/* ---- mails ---- */

static enum err save_mail(struct store *store, int64_t frozen, struct slice mail, bool discusses,
			  struct error *err)
{
	struct stmt *stmt;
	enum err e = discusses ? store_mail_keep(store, mail, err) : OK;

	if (e == OK)
		e = db_prepare(store->db, discusses ? "frozen_mail_save" : "frozen_mail_drop",
			       &stmt, err);
	if (e != OK)
		return e;
	db_bind_int(stmt, 1, frozen);
	db_bind_text(stmt, 2, mail);
	return db_run(stmt, err);
}

enum err store_frozen_discuss(struct store *store, struct arena *arena, struct slice slug,
			      struct slice mail, bool discusses, const struct store_actor *actor,
			      struct error *err)
{
	struct store_frozen frozen;
	enum err e = db_begin(store->db, DB_WRITE, err);

	if (e != OK)
		return e;
	e = store_frozen_get(store, arena, slug, &frozen, err);
	if (e == OK)
		e = save_mail(store, frozen.rowid, mail, discusses, err);
	if (e == OK)
		e = store_audit_add(store->db, actor, "discuss", 0,
				    arena_printf(arena, "%.*s: %s%.*s", SLICE_FMT(frozen.slug),
						 discusses ? "" : "not ", SLICE_FMT(mail)),
				    err);
	if (e == OK)
		e = store_raise(store->db, err);
	return store_settle(store, e, err);
}
