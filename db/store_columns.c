/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs as a column of a comparison. */
#include "db/packed.h"
#include "db/store_private.h"
#include "db/store_profiles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The cells of one or more runs, on their way into a column. */
struct cells {
	struct column_cell *list;
	size_t count, capacity;
};

/* Of damaged bytes none. */
static void read_samples(struct arena *arena, struct slice packed, struct column_cell *cell)
{
	size_t n = packed_count(packed);
	double *values = ARENA_ARRAY(arena, n, double);
	int32_t *boots = ARENA_ARRAY(arena, n, int32_t);

	cell->values = values;
	cell->boots = boots;
	cell->n = packed_read(packed, values, boots) ? n : 0;
}

static void group_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct column_cell *cell = element;

	cell->metric = store_metric_at(arena, stmt, 0);
	cell->statistic = SLICE("");
	read_samples(arena, db_bytes(stmt, 5), cell);
	cell->key = db_int(stmt, 6);
	cell->summary_n = RECORD_NO_COUNT;
}

static void summary_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct column_cell *cell = element;
	double *value = ARENA_NEW(arena, double);

	cell->metric = store_metric_at(arena, stmt, 0);
	cell->statistic = db_text(arena, stmt, 5);
	*value = db_double(stmt, 6);
	cell->values = value;
	cell->n = 1;
	cell->summary_n = db_is_null(stmt, 7) ? RECORD_NO_COUNT : db_int(stmt, 7);
	cell->sem_percent = db_is_null(stmt, 8) ? 0 : db_double(stmt, 8);
}

static void add_cells(struct arena *arena, struct cells *cells, const struct column_cell *list,
		      size_t count)
{
	for (size_t i = 0; i < count; i++)
		ARENA_PUSH(arena, cells->list, cells->count, cells->capacity, list[i]);
}

static const struct store_shape group_shape = { sizeof(struct column_cell), group_at };
static const struct store_shape summary_shape = { sizeof(struct column_cell), summary_at };

/* The boots of a run count on from those of the runs before. */
static const int32_t *boots_after(struct arena *arena, const int32_t *boots, size_t n, int before)
{
	int32_t *out = ARENA_ARRAY(arena, n, int32_t);

	for (size_t i = 0; i < n; i++)
		out[i] = boots[i] + before;
	return out;
}

static enum err finish_groups(struct arena *arena, struct column_cell *groups, size_t count,
			      int boots_before, struct error *err)
{
	for (size_t i = 0; i < count; i++) {
		if (groups[i].n == 0)
			return store_damaged(err);
		if (boots_before > 0)
			groups[i].boots =
				boots_after(arena, groups[i].boots, groups[i].n, boots_before);
	}
	return OK;
}

static enum err read_cells(struct store *store, struct arena *arena, int64_t run, int boots_before,
			   struct cells *cells, struct error *err)
{
	struct column_cell *groups = NULL, *summaries = NULL;
	size_t group_count = 0, summary_count = 0;
	enum err e = store_list_of(store, arena, "column_groups", run, &group_shape, &groups,
				   &group_count, err);

	if (e == OK)
		e = finish_groups(arena, groups, group_count, boots_before, err);
	if (e == OK)
		e = store_list_of(store, arena, "column_summaries", run, &summary_shape, &summaries,
				  &summary_count, err);
	if (e != OK)
		return e;
	add_cells(arena, cells, groups, group_count);
	add_cells(arena, cells, summaries, summary_count);
	return OK;
}

static int cell_order(const struct column_cell *a, const struct column_cell *b)
{
	int order = metric_cmp(&a->metric, &b->metric);

	return order != 0 ? order : slice_cmp(a->statistic, b->statistic);
}

static int cell_ref_cmp(const void *a, const void *b)
{
	const struct column_cell *x = *(const struct column_cell *const *)a;
	const struct column_cell *y = *(const struct column_cell *const *)b;
	int order = cell_order(x, y);

	return order != 0 ? order : (x > y) - (x < y);
}

/* Equal cells as one: samples in the order of the runs; of summaries the first. */
static struct column_cell merge(struct arena *arena, struct column_cell **refs, size_t count)
{
	struct column_cell cell = *refs[0];
	double *values;
	int32_t *boots;
	size_t n = 0;

	if (count == 1 || cell.boots == NULL)
		return cell;
	for (size_t i = 0; i < count; i++)
		n += refs[i]->n;
	cell.values = values = ARENA_ARRAY(arena, n, double);
	cell.boots = boots = ARENA_ARRAY(arena, n, int32_t);
	cell.n = n;
	n = 0;
	for (size_t i = 0; i < count; i++) {
		memcpy(values + n, refs[i]->values, refs[i]->n * sizeof(*values));
		memcpy(boots + n, refs[i]->boots, refs[i]->n * sizeof(*boots));
		n += refs[i]->n;
	}
	return cell;
}

static void sort_cells(struct arena *arena, const struct cells *cells, struct column *out)
{
	struct column_cell **refs = ARENA_ARRAY(arena, cells->count + 1, struct column_cell *);

	for (size_t i = 0; i < cells->count; i++)
		refs[i] = &cells->list[i];
	qsort(refs, cells->count, sizeof(*refs), cell_ref_cmp);
	out->cells = ARENA_ARRAY(arena, cells->count + 1, struct column_cell);
	for (size_t i = 0, end; i < cells->count; i = end) {
		for (end = i + 1; end < cells->count; end++)
			if (cell_order(refs[i], refs[end]) != 0)
				break;
		out->cells[out->cell_count++] = merge(arena, &refs[i], end - i);
	}
}

/* One value a key, the latest; store_run_facts gives them in order of keys. */
static enum err read_facts(struct store *store, struct arena *arena, int64_t run,
			   struct column *out, struct error *err)
{
	struct store_fact *facts = NULL;
	size_t count = 0;
	enum err e = store_run_facts(store, arena, run, &facts, &count, err);

	if (e != OK)
		return e;
	out->facts = ARENA_ARRAY(arena, count + 1, struct label);
	for (size_t i = 0; i < count; i++)
		if (i + 1 == count || !slice_eq(facts[i].key, facts[i + 1].key))
			out->facts[out->fact_count++] =
				(struct label){ facts[i].key, facts[i].value };
	return OK;
}

/* Of the first profile that is of no map and has a share. */
static enum err read_memcg_percent(struct store *store, struct arena *arena,
				   const struct store_run *run, double *out, struct error *err)
{
	struct store_profile *profiles = NULL;
	size_t count = 0;
	enum err e = store_run_profiles(store, arena, run, &profiles, &count, err);

	*out = NAN;
	for (size_t i = 0; e == OK && i < count && isnan(*out); i++) {
		struct profile profile;

		if (profiles[i].metric.n > 0)
			continue;
		*out = profiles[i].memcg_percent;
		if (!isnan(*out))
			break;
		e = store_profile_load(store, arena, &profiles[i], &profile, err);
		if (e == OK)
			*out = profile_memcg_percent(arena, &profile);
	}
	return e;
}

/* What the column says of its runs, from the first of them. */
static enum err begin_column(struct store *store, struct arena *arena, const struct store_run *run,
			     struct column *out, struct error *err)
{
	enum err e;

	*out = (struct column){
		.id = run->id,
		.name = run->name,
		.kernel = run->kernel,
		.config = run->config,
		.machine = run->machine,
	};
	e = read_facts(store, arena, run->rowid, out, err);
	return e == OK ? read_memcg_percent(store, arena, run, &out->memcg_percent, err) : e;
}

static enum err run_by_row(struct store *store, struct arena *arena, int64_t rowid,
			   struct store_run *out, struct error *err)
{
	struct store_run *list = NULL;
	size_t count = 0;
	enum err e = store_list_of(store, arena, "run_get_row", rowid, &store_run_shape, &list,
				   &count, err);

	if (e == OK && count == 0)
		return error_set(err, ERR_NOT_FOUND, "no run of number %lld", (long long)rowid);
	if (e == OK)
		*out = *list;
	return e;
}

/* One more run for a column of runs of one machine. */
static enum err add_run(struct store *store, struct arena *arena, int64_t rowid,
			struct slice *machine, struct column *column, struct cells *cells,
			struct error *err)
{
	struct store_run run = { 0 };
	enum err e = run_by_row(store, arena, rowid, &run, err);

	if (e == OK && column->runs == 0) {
		*machine = run.machine_slug;
		e = begin_column(store, arena, &run, column, err);
	}
	if (e == OK && !slice_eq(run.machine_slug, *machine))
		e = error_set(err, ERR_CONFLICT, "'%.*s' and '%.*s' are of different machines",
			      SLICE_FMT(column->name), SLICE_FMT(run.name));
	if (e == OK)
		e = read_cells(store, arena, run.rowid, column->boots, cells, err);
	column->runs++;
	column->boots += run.boots;
	column->transcribed = column->transcribed || run.transcribed;
	return e;
}

enum err store_column_bare(struct store *store, struct arena *arena, const int64_t *runs,
			   size_t run_count, struct column *out, struct error *err)
{
	struct cells cells = { NULL };
	struct slice machine = SLICE("");
	enum err e = OK;

	*out = (struct column){ .runs = 0 };
	for (size_t i = 0; i < run_count && e == OK; i++)
		e = add_run(store, arena, runs[i], &machine, out, &cells, err);
	if (e == OK)
		sort_cells(arena, &cells, out);
	return e;
}

enum err store_column(struct store *store, struct arena *arena, const int64_t *runs,
		      size_t run_count, struct column *out, struct error *err)
{
	enum err e = store_column_bare(store, arena, runs, run_count, out, err);

	if (e == OK && run_count > 0)
		e = store_noise(store, arena, runs[0], out, err);
	return e;
}
