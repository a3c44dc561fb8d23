/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "db/store_kernels.h"

#include "db/store_admin.h"
#include "db/store_private.h"
#include "lib/kver.h"

static void tally_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct store_tally *tally = element;

	tally->key = db_text(arena, stmt, 0);
	tally->name = db_text(arena, stmt, 1);
	tally->runs = db_int(stmt, 2);
}

static void text_at(struct arena *arena, struct stmt *stmt, void *element)
{
	*(struct slice *)element = db_text(arena, stmt, 0);
}

static const struct store_shape tally_shape = { sizeof(struct store_tally), tally_at };
static const struct store_shape text_shape = { sizeof(struct slice), text_at };

enum err store_tallies(struct store *store, struct arena *arena, enum store_tallied what,
		       int64_t rowid, struct store_tally **out, size_t *count, struct error *err)
{
	static const char *const queries[] = {
		[STORE_KERNEL_CONFIGS] = "kernel_configs",
		[STORE_KERNEL_MACHINES] = "kernel_machines",
		[STORE_KERNEL_BENCHMARKS] = "kernel_benchmarks",
		[STORE_MACHINE_KERNELS] = "machine_kernels",
		[STORE_MACHINE_CONFIGS] = "machine_configs",
		[STORE_MACHINE_BENCHMARKS] = "machine_benchmarks",
	};

	return store_list_of(store, arena, queries[what], rowid, &tally_shape, out, count, err);
}

static bool has_name(const struct store_kernel *kernel, struct slice name)
{
	if (slice_eq(kernel->name, name) || slice_eq(kernel->level, name))
		return true;
	for (size_t i = 0; i < kernel->name_count; i++)
		if (slice_eq(kernel->names[i], name))
			return true;
	return false;
}

size_t store_kernels_called(struct arena *arena, const struct store_kernel *kernels, size_t count,
			    struct slice called, const struct store_kernel ***out)
{
	const struct store_kernel **list =
		ARENA_ARRAY(arena, count + 1, const struct store_kernel *);
	size_t n = 0;

	*out = list;
	for (size_t i = 0; i < count; i++) {
		if (slice_eq(kernels[i].slug, called) || slice_eq(kernels[i].release, called)) {
			list[0] = &kernels[i];
			return 1;
		}
		if (called.n > 0 && has_name(&kernels[i], called))
			list[n++] = &kernels[i];
	}
	return n;
}

enum err store_kernel_links(struct store *store, struct arena *arena, int64_t kernel,
			    struct slice **out, size_t *count, struct error *err)
{
	return store_list_of(store, arena, "kernel_links", kernel, &text_shape, out, count, err);
}

enum err store_kernel_commit(struct store *store, struct arena *arena,
			     const struct store_kernel *kernel, struct slice *out,
			     struct error *err)
{
	struct slice *told = NULL;
	size_t count = 0;
	enum err e = store_list_of(store, arena, "kernel_commits", kernel->rowid, &text_shape,
				   &told, &count, err);

	if (e == OK && kernel->commit.n > 0)
		*out = kernel->commit;
	else if (e == OK)
		*out = count == 1 ? told[0] : SLICE_NONE;
	return e;
}

/* ------------------------------------------------------------------ what people say */

static enum err check_texts(const char *what, const struct slice *texts, size_t count,
			    size_t count_max, size_t bytes_max, struct error *err)
{
	enum err e = OK;

	if (count > count_max)
		return error_set(err, ERR_LIMIT, "a kernel has at most %zu of %s", count_max, what);
	for (size_t i = 0; i < count && e == OK; i++) {
		e = store_text_check(what, texts[i], bytes_max, err);
		if (e == OK && texts[i].n == 0)
			e = error_set(err, ERR_INPUT, "one of %s is empty", what);
	}
	return e;
}

static enum err check_patch(const struct store_kernel_patch *patch, struct error *err)
{
	enum err e = check_texts("names", patch->names, patch->name_count, STORE_KERNEL_NAMES_MAX,
				 STORE_TEXT_MAX, err);

	if (e == OK)
		e = check_texts("links", patch->links, patch->link_count, STORE_KERNEL_LINKS_MAX,
				STORE_URL_MAX, err);
	for (size_t i = 0; i < patch->link_count && e == OK; i++)
		if (!slice_starts(patch->links[i], "https://") &&
		    !slice_starts(patch->links[i], "http://"))
			e = error_set(err, ERR_INPUT, "a link begins with https:// or http://");
	if (e == OK && patch->commit != NULL)
		e = store_text_check("a commit", *patch->commit, STORE_TEXT_MAX, err);
	if (e == OK && patch->order != NULL)
		e = store_text_check("order", *patch->order, STORE_TEXT_MAX, err);
	if (e == OK && patch->order != NULL && patch->order->n > 0 &&
	    !kver_has_version(*patch->order))
		e = error_set(err, ERR_INPUT,
			      "order is a kernel's name with a version, such as 6.12-rc3");
	return e;
}

static enum err find_kernel(struct store *store, struct arena *arena, struct slice called,
			    struct store_kernel *out, struct error *err)
{
	const struct store_kernel **found;
	struct store_kernel *kernels = NULL;
	size_t count = 0, n;
	enum err e = store_kernels(store, arena, &kernels, &count, err);

	if (e != OK)
		return e;
	n = store_kernels_called(arena, kernels, count, called, &found);
	if (n == 0)
		return error_set(err, ERR_NOT_FOUND, "no kernel is called '%.*s'",
				 SLICE_FMT(slice_head(called, 64)));
	if (n > 1)
		return error_set(err, ERR_CONFLICT, "'%.*s' may be %.*s or %.*s%s",
				 SLICE_FMT(slice_head(called, 64)), SLICE_FMT(found[0]->slug),
				 SLICE_FMT(found[1]->slug), n > 2 ? ", or another" : "");
	*out = *found[0];
	return OK;
}

static enum err write_list(struct store *store, const char *clear, const char *save, int64_t kernel,
			   const struct slice *texts, size_t count, struct error *err)
{
	enum err e = store_apply(store->db, clear, kernel, err);

	for (size_t i = 0; i < count && e == OK; i++)
		e = store_tell(store->db, save, kernel, texts[i], err);
	return e;
}

static enum err write_texts(struct store *store, const struct store_kernel *kernel,
			    const struct store_kernel_patch *patch, struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(store->db, "kernel_patch", &stmt, err);

	if (e != OK)
		return e;
	db_bind_int(stmt, 1, kernel->rowid);
	db_bind_text(stmt, 2, patch->order != NULL ? *patch->order : kernel->placed_as);
	db_bind_text(stmt, 3, patch->commit != NULL ? *patch->commit : kernel->commit);
	return db_run(stmt, err);
}

static enum err write_kernel(struct store *store, struct arena *arena,
			     const struct store_kernel *kernel,
			     const struct store_kernel_patch *patch,
			     const struct store_actor *actor, struct error *err)
{
	enum err e = write_texts(store, kernel, patch, err);

	if (e == OK && patch->names != NULL)
		e = write_list(store, "kernel_names_clear", "kernel_name_save", kernel->rowid,
			       patch->names, patch->name_count, err);
	if (e == OK && patch->links != NULL)
		e = write_list(store, "kernel_links_clear", "kernel_link_save", kernel->rowid,
			       patch->links, patch->link_count, err);
	if (e == OK)
		e = store_audit_add(store->db, actor, "kernel", 0,
				    arena_printf(arena, "%.*s", SLICE_FMT(kernel->slug)), err);
	return e == OK ? store_raise(store->db, err) : e;
}

enum err store_kernel_patch(struct store *store, struct arena *arena, struct slice called,
			    const struct store_kernel_patch *patch, const struct store_actor *actor,
			    struct store_kernel *out, struct error *err)
{
	struct store_kernel kernel = { 0 };
	enum err e = check_patch(patch, err);

	if (e == OK && actor->machine.n > 0)
		e = error_set(err, ERR_DENIED, "this token is for machine '%.*s' only",
			      SLICE_FMT(slice_head(actor->machine, 64)));
	if (e == OK)
		e = db_begin(store->db, DB_WRITE, err);
	if (e != OK)
		return e;
	e = find_kernel(store, arena, called, &kernel, err);
	if (e == OK)
		e = write_kernel(store, arena, &kernel, patch, actor, err);
	if (e == OK)
		e = find_kernel(store, arena, kernel.slug, &kernel, err);
	e = store_settle(store, e, err);
	if (e == OK)
		*out = kernel;
	return e;
}
