/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Points of runs that ran on the same kernel, config and machine, over all runs. */
#include "db/store_private.h"

#include <stdlib.h>

enum axis { KERNEL, CONFIG, MACHINE, METRIC, AXES };

/* A point while its places are still row ids. */
struct raw_point {
	int64_t ids[AXES];
	struct overhead_point point;
};

/* Which row ids occur in points, and their numbers in the order of a list. */
struct axis_map {
	uint32_t *place; /* by row id; UINT32_MAX = does not occur */
	size_t ids;      /* place's length */
	size_t count;    /* ids that occur */
};

static void raw_point_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct raw_point *raw = element;

	for (int i = 0; i < AXES; i++)
		raw->ids[i] = db_int(stmt, i);
	raw->point.boots = (int)db_int(stmt, 4);
	raw->point.run = db_text(arena, stmt, 5);
	raw->point.stats = store_stats_at(stmt, 6);
	raw->point.runs = 1;
}

static bool same_point(const struct raw_point *a, const struct raw_point *b)
{
	for (int i = 0; i < AXES; i++)
		if (a->ids[i] != b->ids[i])
			return false;
	return true;
}

/* Puts neighbours of equal ids together; the latest run stands for them. */
static void pool(struct raw_point *points, size_t *count)
{
	size_t n = 0;

	for (size_t i = 0; i < *count; i++) {
		struct raw_point *last = n > 0 ? &points[n - 1] : NULL;

		if (last == NULL || !same_point(last, &points[i])) {
			points[n++] = points[i];
			continue;
		}
		stats_pool(&last->point.stats, &points[i].point.stats);
		last->point.runs++;
		last->point.boots += points[i].point.boots;
		last->point.run = points[i].point.run;
	}
	*count = n;
}

static struct axis_map axis_used(struct arena *arena, const struct raw_point *points, size_t count,
				 enum axis axis)
{
	struct axis_map map = { NULL };

	for (size_t i = 0; i < count; i++)
		if ((size_t)points[i].ids[axis] >= map.ids)
			map.ids = (size_t)points[i].ids[axis] + 1;
	map.place = ARENA_ARRAY(arena, map.ids + 1, uint32_t);
	for (size_t i = 0; i < map.ids; i++)
		map.place[i] = UINT32_MAX;
	for (size_t i = 0; i < count; i++)
		map.place[points[i].ids[axis]] = 0;
	return map;
}

/* Gives the row id the next number and says true when it occurs in points. */
static bool axis_take(struct axis_map *map, int64_t rowid)
{
	if ((size_t)rowid >= map->ids || map->place[rowid] == UINT32_MAX)
		return false;
	map->place[rowid] = (uint32_t)map->count++;
	return true;
}

static enum err take_kernels(struct store *store, struct arena *arena, struct axis_map *map,
			     struct overhead_input *out, struct error *err)
{
	struct store_kernel *list = NULL;
	struct slice *names, *slugs;
	size_t count = 0;
	enum err e = store_kernels(store, arena, &list, &count, err);

	if (e != OK)
		return e;
	out->kernels = names = ARENA_ARRAY(arena, count + 1, struct slice);
	out->kernel_slugs = slugs = ARENA_ARRAY(arena, count + 1, struct slice);
	for (size_t i = 0; i < count; i++)
		if (axis_take(map, list[i].rowid)) {
			names[map->count - 1] = list[i].name;
			slugs[map->count - 1] = list[i].slug;
		}
	out->kernel_count = map->count;
	return OK;
}

static enum err take_machines(struct store *store, struct arena *arena, struct axis_map *map,
			      struct overhead_input *out, struct error *err)
{
	struct store_machine *list = NULL;
	struct slice *names, *slugs;
	size_t count = 0;
	enum err e = store_machines(store, arena, &list, &count, err);

	if (e != OK)
		return e;
	out->machines = names = ARENA_ARRAY(arena, count + 1, struct slice);
	out->machine_slugs = slugs = ARENA_ARRAY(arena, count + 1, struct slice);
	for (size_t i = 0; i < count; i++)
		if (axis_take(map, list[i].rowid)) {
			names[map->count - 1] = list[i].machine.name;
			slugs[map->count - 1] = list[i].slug;
		}
	out->machine_count = map->count;
	return OK;
}

static enum err take_configs(struct store *store, struct arena *arena, struct axis_map *map,
			     struct overhead_input *out, struct error *err)
{
	struct store_config *list = NULL;
	struct config *configs;
	size_t count = 0;
	enum err e = store_configs(store, arena, &list, &count, err);

	if (e != OK)
		return e;
	out->configs = configs = ARENA_ARRAY(arena, count + 1, struct config);
	for (size_t i = 0; i < count; i++)
		if (axis_take(map, list[i].rowid))
			configs[map->count - 1] = list[i].config;
	out->config_count = map->count;
	return OK;
}

static enum err take_metrics(struct store *store, struct arena *arena, struct axis_map *map,
			     struct overhead_input *out, struct error *err)
{
	struct store_metric *list = NULL;
	struct metric *metrics;
	size_t count = 0;
	enum err e = store_metrics_by(store, arena, "metric_names", &list, &count, err);

	if (e != OK)
		return e;
	out->metrics = metrics = ARENA_ARRAY(arena, count + 1, struct metric);
	for (size_t i = 0; i < count; i++)
		if (axis_take(map, list[i].rowid))
			metrics[map->count - 1] = list[i].metric;
	out->metric_count = map->count;
	return OK;
}

static const struct store_shape point_shape = { sizeof(struct raw_point), raw_point_at };

/* The bound query's points as an input of overhead. */
static enum err build(struct store *store, struct arena *arena, struct stmt *stmt,
		      struct overhead_input *out, struct error *err)
{
	struct raw_point *raw = NULL;
	size_t count = 0;
	struct axis_map maps[AXES];
	struct overhead_input input = { NULL };
	struct overhead_point *points;
	enum err e = store_list(arena, stmt, &point_shape, &raw, &count, err);

	if (e != OK)
		return e;
	pool(raw, &count);
	for (int i = 0; i < AXES; i++)
		maps[i] = axis_used(arena, raw, count, (enum axis)i);
	e = take_kernels(store, arena, &maps[KERNEL], &input, err);
	if (e == OK)
		e = take_machines(store, arena, &maps[MACHINE], &input, err);
	if (e == OK)
		e = take_configs(store, arena, &maps[CONFIG], &input, err);
	if (e == OK)
		e = take_metrics(store, arena, &maps[METRIC], &input, err);
	if (e != OK)
		return e;
	points = ARENA_ARRAY(arena, count + 1, struct overhead_point);
	for (size_t i = 0; i < count; i++) {
		points[i] = raw[i].point;
		points[i].kernel = maps[KERNEL].place[raw[i].ids[KERNEL]];
		points[i].config = maps[CONFIG].place[raw[i].ids[CONFIG]];
		points[i].machine = maps[MACHINE].place[raw[i].ids[MACHINE]];
		points[i].metric = maps[METRIC].place[raw[i].ids[METRIC]];
	}
	input.points = points;
	input.point_count = count;
	*out = input;
	return OK;
}

enum err store_overhead(struct store *store, struct arena *arena, struct slice machine,
			struct slice benchmark, struct overhead_input *out, struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(store->db, "point_list", &stmt, err);

	if (e != OK)
		return e;
	db_bind_text(stmt, 1, machine);
	db_bind_text(stmt, 2, benchmark);
	return build(store, arena, stmt, out, err);
}

static enum err metric_row(struct store *store, const struct metric *metric, int64_t *out,
			   struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(store->db, "metric_find", &stmt, err);

	if (e != OK)
		return e;
	db_bind_text(stmt, 1, metric->benchmark);
	db_bind_text(stmt, 2, metric->name);
	db_bind_text(stmt, 3, metric->labels);
	db_bind_text(stmt, 4, metric->unit);
	e = store_step_id(stmt, out, err);
	if (e == OK && *out == 0)
		e = error_set(err, ERR_NOT_FOUND, "no metric '%.*s %.*s'",
			      SLICE_FMT(slice_head(metric->benchmark, 64)),
			      SLICE_FMT(slice_head(metric->name, 64)));
	return e;
}

/* By config line, then kernel; points of several machines stay apart. */
static int series_cmp(const void *a, const void *b, void *data)
{
	const struct overhead_point *x = a, *y = b;
	const struct overhead_input *input = data;
	int order = slice_cmp(input->configs[x->config].line, input->configs[y->config].line);

	if (order == 0)
		order = (x->machine > y->machine) - (x->machine < y->machine);
	if (order == 0)
		order = (x->kernel > y->kernel) - (x->kernel < y->kernel);
	return order != 0 ? order : (x->config > y->config) - (x->config < y->config);
}

enum err store_series(struct store *store, struct arena *arena, struct slice machine,
		      const struct metric *metric, struct overhead_input *out, struct error *err)
{
	struct overhead_point *points;
	int64_t row = 0;
	struct stmt *stmt;
	enum err e = metric_row(store, metric, &row, err);

	if (e == OK)
		e = db_prepare(store->db, "point_series", &stmt, err);
	if (e != OK)
		return e;
	db_bind_text(stmt, 1, machine);
	db_bind_int(stmt, 2, row);
	e = build(store, arena, stmt, out, err);
	if (e != OK)
		return e;
	points = ARENA_ARRAY(arena, out->point_count + 1, struct overhead_point);
	for (size_t i = 0; i < out->point_count; i++)
		points[i] = out->points[i];
	qsort_r(points, out->point_count, sizeof(*points), series_cmp, out);
	out->points = points;
	return OK;
}
