/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "db/store_private.h"

#include "lib/buf.h"
#include "lib/kver.h"

enum { CANDIDATES_MAX = 8 };

struct found {
	struct store_run *runs;
	size_t count;
};

/* Runs that a query finds for the text in ?1. */
static enum err find_text(struct store *store, struct arena *arena, const char *query,
			  struct slice what, struct found *out, struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(store->db, query, &stmt, err);

	if (e != OK)
		return e;
	db_bind_text(stmt, 1, what);
	return store_list(arena, stmt, &store_run_shape, &out->runs, &out->count, err);
}

static enum err check_filter(struct store *store, struct arena *arena,
			     const struct store_filter *filter, struct error *err)
{
	struct found last = { NULL };
	enum err e;

	if (filter->limit < 1 || filter->limit > STORE_RUNS_MAX)
		return error_set(err, ERR_LIMIT, "limit is 1 to %d, not %d", STORE_RUNS_MAX,
				 filter->limit);
	if (filter->cursor.n == 0)
		return OK;
	e = find_text(store, arena, "run_get", filter->cursor, &last, err);
	if (e == OK && last.count == 0)
		e = error_set(err, ERR_INPUT, "no such cursor '%.*s'",
			      SLICE_FMT(slice_head(filter->cursor, 64)));
	return e;
}

/* The cursor is the id of the last run of the page. */
enum err store_runs(struct store *store, struct arena *arena, const struct store_filter *filter,
		    struct store_runs *out, struct error *err)
{
	struct store_runs runs = { NULL };
	struct stmt *stmt;
	enum err e = check_filter(store, arena, filter, err);

	if (e == OK)
		e = db_prepare(store->db, "run_list", &stmt, err);
	if (e != OK)
		return e;
	db_bind_text(stmt, 1, filter->kernel);
	db_bind_text(stmt, 2, filter->machine);
	db_bind_text(stmt, 3, filter->benchmark);
	db_bind_text(stmt, 4, filter->config);
	db_bind_text(stmt, 5, filter->cursor);
	db_bind_int(stmt, 6, filter->with_superseded);
	db_bind_int(stmt, 7, filter->limit + 1); /* one more tells whether there are more */
	e = store_list(arena, stmt, &store_run_shape, &runs.runs, &runs.count, err);
	if (e != OK)
		return e;
	if (runs.count > (size_t)filter->limit) {
		runs.count = (size_t)filter->limit;
		runs.next = runs.runs[runs.count - 1].id;
	}
	*out = runs;
	return OK;
}

enum err store_run_get(struct store *store, struct arena *arena, struct slice id,
		       struct store_run *out, struct error *err)
{
	struct found found = { NULL };
	enum err e = find_text(store, arena, "run_get", id, &found, err);

	if (e == OK && found.count == 0)
		return error_set(err, ERR_NOT_FOUND, "no run '%.*s'",
				 SLICE_FMT(slice_head(id, 64)));
	if (e == OK)
		*out = found.runs[0];
	return e;
}

/* True when the kernel stands where what does on a version axis, in any of its names. */
static bool kernel_is_at(const struct store_kernel *kernel, struct slice what)
{
	if (kver_same_point(kernel->release, what) ||
	    (kernel->level.n > 0 && kver_same_point(kernel->level, what)))
		return true;
	for (size_t i = 0; i < kernel->name_count; i++)
		if (kver_same_point(kernel->names[i], what))
			return true;
	return false;
}

/* Other spellings of a version: v6.1, 6.1.0. */
static enum err find_spelled(struct store *store, struct arena *arena, struct slice what,
			     struct found *out, struct error *err)
{
	struct store_kernel *kernels = NULL;
	size_t count = 0, capacity = 0;
	struct slice kernel, variant;
	enum err e;

	kver_split(what, &kernel, &variant);
	if (variant.n > 0)
		return OK; /* a run's name, or a label */
	e = store_kernels(store, arena, &kernels, &count, err);

	for (size_t i = 0; i < count && e == OK; i++) {
		struct store_run *list = NULL;
		size_t n = 0;

		if (!kernel_is_at(&kernels[i], what))
			continue;
		e = store_list_of(store, arena, "run_of_kernel_row", kernels[i].rowid,
				  &store_run_shape, &list, &n, err);
		for (size_t k = 0; k < n && e == OK; k++)
			ARENA_PUSH(arena, out->runs, out->count, capacity, list[k]);
	}
	return e;
}

static enum err ambiguous(struct slice what, const struct found *found, struct error *err)
{
	struct buf names;
	enum err e;

	buf_init(&names);
	for (size_t i = 0; i < found->count && i < CANDIDATES_MAX; i++) {
		const struct store_run *run = &found->runs[i];

		buf_adds(&names, i > 0 ? ", " : "");
		buf_add(&names, slice_head(run->name, 48));
		buf_addf(&names, " (%.*s)", SLICE_FMT(run->id));
	}
	if (found->count > CANDIDATES_MAX)
		buf_addf(&names, " and %zu more", found->count - CANDIDATES_MAX);
	e = error_set(err, ERR_CONFLICT, "'%.*s' may be %.*s", SLICE_FMT(what),
		      SLICE_FMT(buf_slice(&names)));
	buf_release(&names);
	return e;
}

enum err store_run_resolve(struct store *store, struct arena *arena, struct slice what,
			   struct store_run *out, struct error *err)
{
	static const char *const queries[] = { "run_get", "run_named", "run_of_kernel" };
	struct slice shown = slice_head(what, 64);
	struct found found = { NULL };
	enum err e = OK;

	for (size_t i = 0; i < ARRAY_SIZE(queries) && e == OK && found.count == 0; i++)
		e = find_text(store, arena, queries[i], what, &found, err);
	if (e == OK && found.count == 0)
		e = find_spelled(store, arena, what, &found, err);
	if (e != OK)
		return e;
	if (found.count == 0)
		return error_set(err, ERR_NOT_FOUND, "no run or kernel '%.*s'", SLICE_FMT(shown));
	if (found.count > 1)
		return ambiguous(shown, &found, err);
	if (found.runs[0].withdrawn_s != 0)
		return error_set(err, ERR_NOT_FOUND, "run '%.*s' is withdrawn%s%.*s",
				 SLICE_FMT(shown), found.runs[0].withdrawn_why.n > 0 ? ": " : "",
				 SLICE_FMT(slice_head(found.runs[0].withdrawn_why, 256)));
	*out = found.runs[0];
	return OK;
}
