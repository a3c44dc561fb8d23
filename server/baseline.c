/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/baseline.h"

#include "lib/buf.h"
#include "lib/overhead.h"

#define SAME_KERNEL_OFF "same-kernel-off"

static bool is_among(const struct store_run *run, const struct store_run *runs, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (runs[i].rowid == run->rowid)
			return true;
	return false;
}

/* The run of the list that fits best to one that is on; NULL = none. */
static const struct store_run *best_off(const struct store_runs *list, const struct store_run *on)
{
	const struct store_run *best = NULL;
	int best_fit = -1;

	for (size_t i = 0; i < list->count; i++) {
		int fit = overhead_fit(&on->config, &list->runs[i].config);

		if (fit > best_fit) {
			best_fit = fit;
			best = &list->runs[i];
		}
	}
	return best;
}

/* The first of the upload's runs that has a run without memcg beside it. */
static enum err find_off(struct store *store, struct arena *arena, const struct store_run *runs,
			 size_t count, struct store_run *out, struct error *err)
{
	for (size_t i = 0; i < count; i++) {
		struct store_filter filter = { .kernel = runs[i].kernel_slug,
					       .machine = runs[i].machine_slug,
					       .limit = STORE_RUNS_MAX };
		const struct store_run *off;
		struct store_runs list;
		enum err e;

		if (config_is_off(&runs[i].config) || runs[i].kernel_slug.n == 0)
			continue;
		e = store_runs(store, arena, &filter, &list, err);
		if (e != OK)
			return e;
		off = best_off(&list, &runs[i]);
		if (off != NULL) {
			*out = *off;
			return OK;
		}
	}
	return error_set(err, ERR_NOT_FOUND,
			 "baseline: no run of the same kernel and machine has memcg off");
}

/* Of a kernel's many runs the latest that differs from the upload's first in the kernel alone. */
static enum err find_alike(struct store *store, struct arena *arena, struct slice kernel,
			   const struct store_run *runs, size_t count, struct store_run *out,
			   struct error *err)
{
	struct store_filter filter = { .kernel = kernel,
				       .machine = runs[0].machine_slug,
				       .config = runs[0].config.key,
				       .limit = STORE_RUNS_MAX };
	struct store_runs list;
	enum err e = store_runs(store, arena, &filter, &list, err);

	for (size_t i = 0; i < list.count && e == OK; i++)
		if (!is_among(&list.runs[i], runs, count)) {
			*out = list.runs[i];
			return OK;
		}
	return e == OK ? ERR_NOT_FOUND : e;
}

static enum err find(struct store *store, struct arena *arena, struct slice what,
		     const struct store_run *runs, size_t count, struct store_run *out,
		     struct error *err)
{
	struct error other;
	enum err e;

	if (slice_is(what, SAME_KERNEL_OFF))
		return find_off(store, arena, runs, count, out, err);
	e = store_run_resolve(store, arena, what, out, err);
	if (e == ERR_CONFLICT && find_alike(store, arena, what, runs, count, out, &other) == OK)
		e = OK;
	if (e == ERR_CONFLICT || e == ERR_NOT_FOUND)
		(void)error_prefix(err, "baseline");
	return e;
}

enum err baseline_find(struct store *store, struct arena *arena, struct slice what,
		       const struct store_run *runs, size_t count, struct baseline *out,
		       struct error *err)
{
	bool same_kernel = slice_is(what, SAME_KERNEL_OFF);
	struct baseline baseline = { .other_count = 0 };
	struct buf query;
	enum err e;

	if (count == 0)
		return error_set(err, ERR_NOT_FOUND, "baseline: no run of the upload stands");
	e = find(store, arena, what, runs, count, &baseline.base, err);
	if (e != OK)
		return e;
	buf_init(&query);
	buf_addf(&query, "base=%.*s", SLICE_FMT(baseline.base.id));
	for (size_t i = 0; i < count && baseline.other_count < COMPARE_COLUMNS_MAX - 1; i++) {
		if (runs[i].rowid == baseline.base.rowid ||
		    !slice_eq(runs[i].machine_slug, baseline.base.machine_slug) ||
		    (same_kernel && !slice_eq(runs[i].kernel_slug, baseline.base.kernel_slug)))
			continue;
		buf_addf(&query, "&new=%.*s", SLICE_FMT(runs[i].id));
		baseline.others[baseline.other_count++] = &runs[i];
	}
	baseline.query = arena_slice(arena, buf_slice(&query));
	buf_release(&query);
	if (baseline.other_count == 0)
		return error_set(err, ERR_CONFLICT,
				 "baseline: it is of another machine, or the same run");
	*out = baseline;
	return OK;
}

enum err baseline_compare(struct store *store, struct arena *arena, const struct baseline *baseline,
			  struct comparison *out, struct error *err)
{
	struct column *columns = ARENA_ARRAY(arena, baseline->other_count + 1, struct column);
	int64_t generation;
	enum err e = store_begin(store, &generation, err);

	if (e == OK)
		e = store_column(store, arena, &baseline->base.rowid, 1, &columns[0], err);
	for (size_t i = 0; i < baseline->other_count && e == OK; i++)
		e = store_column(store, arena, &baseline->others[i]->rowid, 1, &columns[i + 1],
				 err);
	store_end(store);
	if (e == OK)
		e = compare_build(arena, columns, baseline->other_count + 1, 0, out, err);
	return e == OK ? OK : error_prefix(err, "baseline");
}
