/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "db/store.h"

#include <stdlib.h>
#include <string.h>

#include "db/migrate.h"
#include "db/store_private.h"
#include "lib/memory.h"

/* Cuts "sqlite:" off; no other engine is spoken. */
static enum err path_of(const char **url, struct error *err)
{
	size_t scheme = strcspn(*url, ":/");

	if (strncmp(*url, "sqlite:", 7) == 0)
		*url += 7;
	else if (strncmp(*url + scheme, "://", 3) == 0)
		return error_set(err, ERR_INPUT,
				 "'%s': a database is named as sqlite:PATH or by its path", *url);
	return OK;
}

enum err store_open(const char *url, enum store_mode mode, struct store **out, struct error *err)
{
	struct store *store;
	const char *path = url;
	struct db *db;
	enum err e = path_of(&path, err);

	if (e == OK)
		e = db_open(path, mode == STORE_READ ? DB_READ : DB_WRITE, &db, err);
	if (e != OK)
		return e;
	e = mode == STORE_READ ? migrate_check(db, err) : migrate(db, err);
	if (e != OK) {
		db_close(db);
		return e;
	}
	store = memory_must(calloc(1, sizeof(*store)));
	store->db = db;
	*out = store;
	return OK;
}

void store_close(struct store *store)
{
	if (store == NULL)
		return;
	db_close(store->db);
	free(store);
}

enum err store_begin(struct store *store, int64_t *generation, struct error *err)
{
	struct stmt *stmt;
	enum err e = db_begin(store->db, DB_READ, err);

	if (e != OK)
		return e;
	e = db_prepare(store->db, "generation", &stmt, err);
	if (e == OK)
		e = store_step_id(stmt, generation, err);
	if (e != OK)
		db_rollback(store->db);
	return e;
}

void store_end(struct store *store)
{
	db_rollback(store->db);
}

void store_deadline(struct store *store, int milliseconds)
{
	db_deadline(store->db, milliseconds);
}

enum err store_settle(struct store *store, enum err e, struct error *err)
{
	if (e == OK)
		e = db_commit(store->db, err);
	if (e != OK)
		db_rollback(store->db);
	return e;
}

enum err store_apply(struct db *db, const char *query, int64_t id, struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(db, query, &stmt, err);

	if (e != OK)
		return e;
	db_bind_int(stmt, 1, id);
	return db_run(stmt, err);
}

enum err store_tell(struct db *db, const char *query, int64_t id, struct slice text,
		    struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(db, query, &stmt, err);

	if (e != OK)
		return e;
	db_bind_int(stmt, 1, id);
	db_bind_text(stmt, 2, text);
	return db_run(stmt, err);
}

enum err store_raise(struct db *db, struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(db, "generation_raise", &stmt, err);

	return e == OK ? db_run(stmt, err) : e;
}

enum err store_step_id(struct stmt *stmt, int64_t *id, struct error *err)
{
	bool row = false;
	enum err e = db_step(stmt, &row, err);

	*id = e == OK && row ? db_int(stmt, 0) : 0;
	db_reset(stmt);
	return e;
}

enum err store_list(struct arena *arena, struct stmt *stmt, const struct store_shape *shape,
		    void *out, size_t *count, struct error *err)
{
	char *list = NULL;
	size_t n = 0, capacity = 0;
	bool more = false;
	enum err e;

	while ((e = db_step(stmt, &more, err)) == OK && more) {
		list = arena_grow(arena, list, n, &capacity, shape->bytes);
		memset(list + n * shape->bytes, 0, shape->bytes);
		shape->fill(arena, stmt, list + n * shape->bytes);
		n++;
	}
	db_reset(stmt);
	if (e == OK) {
		memcpy(out, &list, sizeof(list)); /* whatever the elements are */
		*count = n;
	}
	return e;
}

enum err store_list_of(struct store *store, struct arena *arena, const char *query, int64_t id,
		       const struct store_shape *shape, void *out, size_t *count, struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(store->db, query, &stmt, err);

	if (e != OK)
		return e;
	db_bind_int(stmt, 1, id);
	return store_list(arena, stmt, shape, out, count, err);
}

struct metric store_metric_at(struct arena *arena, struct stmt *stmt, int column)
{
	return (struct metric){
		.benchmark = db_text(arena, stmt, column),
		.name = db_text(arena, stmt, column + 1),
		.labels = db_text(arena, stmt, column + 2),
		.unit = db_text(arena, stmt, column + 3),
		.better = better_parse(db_text(arena, stmt, column + 4)),
	};
}

enum err store_damaged(struct error *err)
{
	return error_set(err, ERR_IO,
			 "the samples of a run are damaged: memcgperf db check tells which");
}

struct stats store_stats_at(struct stmt *stmt, int column)
{
	return (struct stats){
		.n = (size_t)db_int(stmt, column),
		.mean = db_double(stmt, column + 1),
		.hmean = db_double(stmt, column + 2),
		.stddev = db_double(stmt, column + 3),
		.min = db_double(stmt, column + 4),
		.max = db_double(stmt, column + 5),
		.median = db_double(stmt, column + 6),
	};
}

struct config store_config_at(struct arena *arena, struct stmt *stmt, int column)
{
	struct slice options = db_text(arena, stmt, column + 7);

	return (struct config){
		.mode = memcg_mode_parse(db_text(arena, stmt, column)),
		.nokmem = db_int(stmt, column + 1) != 0,
		.nosocket = db_int(stmt, column + 2) != 0,
		.nobpf = db_int(stmt, column + 3) != 0,
		.placement = db_text(arena, stmt, column + 4),
		.variant = db_text(arena, stmt, column + 5),
		.words = db_text(arena, stmt, column + 6),
		.options = options,
		.spoilers = config_spoilers(arena, options),
		.key = db_text(arena, stmt, column + 8),
		.line = db_text(arena, stmt, column + 9),
		.label = db_text(arena, stmt, column + 10),
	};
}

static void run_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct store_run *run = element;

	*run = (struct store_run){
		.rowid = db_int(stmt, 0),
		.id = db_text(arena, stmt, 1),
		.name = db_text(arena, stmt, 2),
		.kernel = db_text(arena, stmt, 3),
		.kernel_slug = db_text(arena, stmt, 4),
		.kernel_release = db_text(arena, stmt, 5),
		.kernel_level = db_text(arena, stmt, 6),
		.config = store_config_at(arena, stmt, 7),
		.machine = db_text(arena, stmt, 18),
		.machine_slug = db_text(arena, stmt, 19),
		.start_s = db_int(stmt, 20),
		.stored_s = db_int(stmt, 21),
		.boots = (int)db_int(stmt, 22),
		.iterations = (int)db_int(stmt, 23),
		.transcribed = db_int(stmt, 24) != 0,
		.superseded_by = db_text(arena, stmt, 25),
		.samples = db_int(stmt, 26),
		.summaries = db_int(stmt, 27),
		.metrics = db_int(stmt, 28),
		.files = db_int(stmt, 29),
		.benchmarks = db_text(arena, stmt, 30),
		.withdrawn_s = db_int(stmt, 31),
		.withdrawn_why = db_text(arena, stmt, 32),
		.note = db_text(arena, stmt, 33),
	};
}

const struct store_shape store_run_shape = { sizeof(struct store_run), run_at };
