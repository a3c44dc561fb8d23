/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Points of runs that ran on the same kernel, config and machine, over all runs. */
#include "db/packed.h"
#include "db/store_private.h"

#include <stdlib.h>
#include <string.h>

enum { KERNELS_LEAST = 2 };

enum axis { KERNEL, CONFIG, MACHINE, METRIC, AXES };

/* A point while its places are still row ids. */
struct raw_point {
	int64_t ids[AXES];
	struct overhead_point point;
	double *values; /* of the point's samples, with room for capacity */
	int32_t *boots;
	size_t capacity;
	double *run_medians;
	size_t run_capacity;
};

/* Points being collected, run by run; runs of equal kernel, config and machine in a row. */
struct points {
	struct raw_point *list;
	size_t count, capacity;
	size_t group;      /* first point of the runs in a row */
	uint32_t *metrics; /* by a metric's row id: its point, when that is in the group */
	size_t metrics_size;
};

struct point_run {
	int64_t rowid, ids[METRIC]; /* kernel, config, machine */
	struct slice id;
	int boots;
	int64_t samples; /* of all benchmarks */
	bool has_losses; /* which its facts tell */
	size_t place;    /* as the store told them: those of one machine and config, latest last */
	struct tracing tracing;
};

/* Those of the kernels that are wanted. */
struct point_runs {
	struct point_run *list;
	size_t count, capacity;
	int64_t samples;
	size_t kernels, kernels_left_out;
	int64_t *unread; /* rows of kernels with such runs that are not in the list */
	size_t unread_count, unread_capacity;
};

struct kernel_list {
	struct store_kernel *list; /* oldest first */
	size_t count;
};

/* Which row ids occur in points, and their numbers in the order of a list. */
struct axis_map {
	uint32_t *place; /* by row id; UINT32_MAX = does not occur */
	size_t ids;      /* place's length */
	size_t count;    /* ids that occur */
};

static void point_run_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct point_run *run = element;

	run->rowid = db_int(stmt, 0);
	for (int i = 0; i < METRIC; i++)
		run->ids[i] = db_int(stmt, 1 + i);
	run->id = db_text(arena, stmt, 4);
	run->boots = (int)db_int(stmt, 5);
	run->samples = db_int(stmt, 6);
	run->has_losses = db_int(stmt, 7) != 0;
	run->tracing = tracing_init();
}

static const struct store_shape point_run_shape = { sizeof(struct point_run), point_run_at };

static bool same_group(const struct point_run *a, const struct point_run *b)
{
	for (int i = 0; i < METRIC; i++)
		if (a->ids[i] != b->ids[i])
			return false;
	return true;
}

static void make_room(struct arena *arena, struct points *points, int64_t metric)
{
	size_t size = points->metrics_size;
	uint32_t *metrics;

	if ((size_t)metric < size)
		return;
	points->metrics_size = (size_t)metric * 2 + 1;
	metrics = ARENA_ARRAY(arena, points->metrics_size, uint32_t);
	if (size > 0)
		memcpy(metrics, points->metrics, size * sizeof(*metrics));
	points->metrics = metrics;
}

/* The group's point of a metric; NULL when it has none yet. */
static struct raw_point *point_of(const struct points *points, int64_t metric)
{
	uint32_t place = points->metrics[metric];
	struct raw_point *point;

	if (place < points->group || place >= points->count)
		return NULL;
	point = &points->list[place];
	return point->ids[METRIC] == metric ? point : NULL;
}

/* Counts the run, and keeps what it says by itself. */
static void add_run_median(struct arena *arena, struct raw_point *raw, double median)
{
	size_t runs = (size_t)raw->point.runs++;

	raw->run_medians = arena_grow(arena, raw->run_medians, runs, &raw->run_capacity,
				      sizeof(*raw->run_medians));
	raw->run_medians[runs] = median;
	raw->point.run_medians = raw->run_medians;
}

static void add_spoilers(struct overhead_point *point, const struct point_run *run)
{
	point->spoilers.boots = point->boots;
	point->spoilers.of_boots += run->boots;
	point->spoilers.tracing.lost += run->tracing.lost;
	point->spoilers.tracing.full_maps += run->tracing.full_maps;
}

/* Room for n more samples. */
static void samples_grow(struct arena *arena, struct raw_point *raw, size_t n)
{
	size_t have = raw->point.samples.n;
	double *values = raw->values;
	int32_t *boots = raw->boots;

	if (have + n <= raw->capacity)
		return;
	raw->capacity = 2 * have + n;
	raw->values = ARENA_ARRAY(arena, raw->capacity, double);
	raw->boots = ARENA_ARRAY(arena, raw->capacity, int32_t);
	if (have > 0) {
		memcpy(raw->values, values, have * sizeof(*values));
		memcpy(raw->boots, boots, have * sizeof(*boots));
	}
	raw->point.samples.values = raw->values;
	raw->point.samples.boots = raw->boots;
}

/* Those of a run, after those of the runs before, whose boots are others. */
static enum err add_samples(struct arena *arena, struct raw_point *raw, struct slice packed,
			    struct error *err)
{
	size_t have = raw->point.samples.n, n = packed_count(packed);
	int32_t before = have > 0 ? raw->boots[have - 1] : 0;

	samples_grow(arena, raw, n);
	if (n != raw->point.stats.n || !packed_read(packed, raw->values + have, raw->boots + have))
		return store_damaged(err);
	for (size_t i = have; before > 0 && i < have + n; i++)
		raw->boots[i] += before;
	raw->point.samples.n += n;
	return OK;
}

/* The point to which the run adds: a new one, or that of the runs before in the group. */
static struct raw_point *take_point(struct arena *arena, struct points *points,
				    const struct point_run *run, int64_t metric)
{
	struct raw_point *old, raw = { .point = { .run = run->id } };

	make_room(arena, points, metric);
	old = point_of(points, metric);
	if (old != NULL) {
		old->point.run = run->id; /* the latest stands for all */
		return old;
	}
	memcpy(raw.ids, run->ids, sizeof(run->ids));
	raw.ids[METRIC] = metric;
	points->metrics[metric] = (uint32_t)points->count;
	ARENA_PUSH(arena, points->list, points->count, points->capacity, raw);
	return &points->list[points->count - 1];
}

/* A run's samples of a metric and their statistics, on which the statement stands. */
static enum err add_point(struct arena *arena, struct points *points, const struct point_run *run,
			  struct stmt *stmt, struct error *err)
{
	struct raw_point *raw = take_point(arena, points, run, db_int(stmt, 0));

	raw->point.stats = store_stats_at(stmt, 2); /* of several runs reckoned at the end */
	raw->point.boots += (int)db_int(stmt, 1);
	add_run_median(arena, raw, raw->point.stats.median);
	add_spoilers(&raw->point, run);
	return add_samples(arena, raw, db_bytes(stmt, 9), err);
}

/* Which statistics of which runs are wanted. */
struct wanted {
	struct store_selection scope;
	int64_t metric;  /* of the benchmark; 0 = all */
	int64_t samples; /* of the newest kernels, about so many; 0 = all */
};

static enum err add_run(struct store *store, struct arena *arena, struct points *points,
			const struct point_run *run, const struct wanted *wanted, struct error *err)
{
	bool row = false, one = wanted->metric > 0;
	struct stmt *stmt;
	enum err e = db_prepare(store->db, one ? "point_metric" : "point_list", &stmt, err);

	if (e != OK)
		return e;
	db_bind_int(stmt, 1, run->rowid);
	if (one)
		db_bind_int(stmt, 2, wanted->metric);
	else
		db_bind_text(stmt, 2, wanted->scope.benchmark);
	while (e == OK && (e = db_step(stmt, &row, err)) == OK && row)
		e = add_point(arena, points, run, stmt, err);
	db_reset(stmt);
	return e;
}

/* Whose tools lost something says so in facts. */
static enum err read_losses(struct store *store, struct arena *arena, struct point_run *run,
			    struct error *err)
{
	bool row = false;
	struct stmt *stmt;
	enum err e = db_prepare(store->db, "run_losses", &stmt, err);

	if (e != OK)
		return e;
	db_bind_int(stmt, 1, run->rowid);
	while ((e = db_step(stmt, &row, err)) == OK && row)
		tracing_fact(&run->tracing, db_text(arena, stmt, 0), db_text(arena, stmt, 1));
	db_reset(stmt);
	return e;
}

static enum err ask_runs(struct store *store, int64_t kernel, const struct store_selection *scope,
			 struct stmt **stmt, struct error *err)
{
	enum err e = db_prepare(store->db, "point_runs", stmt, err);

	if (e != OK)
		return e;
	db_bind_int(*stmt, 1, kernel);
	db_bind_text(*stmt, 2, scope->machine);
	db_bind_text(*stmt, 3, scope->benchmark);
	return OK;
}

/* A kernel whose runs are not read: is there any? */
static enum err leave_out(struct store *store, struct arena *arena, int64_t kernel,
			  const struct store_selection *scope, struct point_runs *runs,
			  struct error *err)
{
	bool row = false;
	struct stmt *stmt;
	enum err e = ask_runs(store, kernel, scope, &stmt, err);

	if (e != OK)
		return e;
	e = db_step(stmt, &row, err);
	if (row)
		ARENA_PUSH(arena, runs->unread, runs->unread_count, runs->unread_capacity, kernel);
	db_reset(stmt);
	return e;
}

/* The kernel's runs, or none of them when they are too many. */
static enum err take_runs(struct store *store, struct arena *arena, int64_t kernel,
			  const struct wanted *wanted, struct point_runs *runs, struct error *err)
{
	struct point_run *list = NULL;
	size_t count = 0;
	int64_t samples = 0;
	struct stmt *stmt;
	enum err e = ask_runs(store, kernel, &wanted->scope, &stmt, err);

	if (e == OK)
		e = store_list(arena, stmt, &point_run_shape, &list, &count, err);
	if (e != OK || count == 0)
		return e;
	for (size_t i = 0; i < count; i++)
		samples += list[i].samples;
	runs->samples += samples;
	if (wanted->samples > 0 && runs->kernels >= KERNELS_LEAST &&
	    runs->samples > wanted->samples) {
		ARENA_PUSH(arena, runs->unread, runs->unread_count, runs->unread_capacity, kernel);
		runs->kernels_left_out++;
		return OK;
	}
	runs->kernels++;
	for (size_t i = 0; i < count; i++) {
		list[i].place = i;
		ARENA_PUSH(arena, runs->list, runs->count, runs->capacity, list[i]);
	}
	return OK;
}

static int point_run_cmp(const void *a, const void *b)
{
	static const enum axis axes[] = { MACHINE, CONFIG, KERNEL };
	const struct point_run *x = a, *y = b;

	for (size_t i = 0; i < ARRAY_SIZE(axes); i++)
		if (x->ids[axes[i]] != y->ids[axes[i]])
			return x->ids[axes[i]] < y->ids[axes[i]] ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

/* Where a kernel stands in the list; none when that is 0. */
static size_t place_of(const struct kernel_list *kernels, int64_t rowid, size_t none)
{
	for (size_t i = 0; rowid > 0 && i < kernels->count; i++)
		if (kernels->list[i].rowid == rowid)
			return i;
	return none;
}

/* From the newest kernel on, so that what was left out costs a look each. */
static enum err find_runs(struct store *store, struct arena *arena,
			  const struct kernel_list *kernels, const struct wanted *wanted,
			  struct point_runs *out, struct error *err)
{
	size_t first = place_of(kernels, wanted->scope.from, 0);
	size_t last = place_of(kernels, wanted->scope.to, kernels->count);
	enum err e = OK;

	for (size_t i = kernels->count; e == OK && i-- > 0;) {
		int64_t kernel = kernels->list[i].rowid;
		bool full = out->kernels_left_out > 0, asked = i >= first && i <= last;
		size_t unread = out->unread_count;

		if (wanted->scope.kernel > 0 && wanted->scope.kernel != kernel)
			continue;
		if (asked && !full) {
			e = take_runs(store, arena, kernel, wanted, out, err);
			continue;
		}
		e = leave_out(store, arena, kernel, &wanted->scope, out, err);
		if (asked)
			out->kernels_left_out += out->unread_count - unread;
	}
	if (out->count > 0)
		qsort(out->list, out->count, sizeof(*out->list), point_run_cmp);
	return e;
}

static enum err read_points(struct store *store, struct arena *arena, const struct wanted *wanted,
			    const struct point_runs *runs, struct points *points, struct error *err)
{
	enum err e = OK;

	for (size_t i = 0; i < runs->count && e == OK; i++) {
		if (i > 0 && !same_group(&runs->list[i - 1], &runs->list[i]))
			points->group = points->count;
		if (runs->list[i].has_losses)
			e = read_losses(store, arena, &runs->list[i], err);
		if (e == OK)
			e = add_run(store, arena, points, &runs->list[i], wanted, err);
	}
	return e;
}

/* Row ids that occur: those of points, and others. */
static struct axis_map axis_used(struct arena *arena, const struct points *points, enum axis axis,
				 const int64_t *others, size_t other_count)
{
	struct axis_map map = { NULL };

	for (size_t i = 0; i < points->count; i++)
		if ((size_t)points->list[i].ids[axis] >= map.ids)
			map.ids = (size_t)points->list[i].ids[axis] + 1;
	for (size_t i = 0; i < other_count; i++)
		if ((size_t)others[i] >= map.ids)
			map.ids = (size_t)others[i] + 1;
	map.place = ARENA_ARRAY(arena, map.ids + 1, uint32_t);
	for (size_t i = 0; i < map.ids; i++)
		map.place[i] = UINT32_MAX;
	for (size_t i = 0; i < points->count; i++)
		map.place[points->list[i].ids[axis]] = 0;
	for (size_t i = 0; i < other_count; i++)
		map.place[others[i]] = 0;
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

static void take_kernels(struct arena *arena, const struct kernel_list *kernels,
			 struct axis_map *map, struct overhead_input *out)
{
	struct slice *names, *slugs;

	out->kernels = names = ARENA_ARRAY(arena, kernels->count + 1, struct slice);
	out->kernel_slugs = slugs = ARENA_ARRAY(arena, kernels->count + 1, struct slice);
	for (size_t i = 0; i < kernels->count; i++)
		if (axis_take(map, kernels->list[i].rowid)) {
			names[map->count - 1] = kernels->list[i].name;
			slugs[map->count - 1] = kernels->list[i].slug;
		}
	out->kernel_count = map->count;
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
	enum err e = store_metrics(store, arena, &list, &count, err);

	if (e != OK)
		return e;
	out->metrics = metrics = ARENA_ARRAY(arena, count + 1, struct metric);
	for (size_t i = 0; i < count; i++)
		if (axis_take(map, list[i].rowid))
			metrics[map->count - 1] = list[i].metric;
	out->metric_count = map->count;
	return OK;
}

static enum err take_axes(struct store *store, struct arena *arena,
			  const struct kernel_list *kernels, struct axis_map maps[AXES],
			  struct overhead_input *out, struct error *err)
{
	enum err e = take_machines(store, arena, &maps[MACHINE], out, err);

	take_kernels(arena, kernels, &maps[KERNEL], out);
	if (e == OK)
		e = take_configs(store, arena, &maps[CONFIG], out, err);
	return e == OK ? take_metrics(store, arena, &maps[METRIC], out, err) : e;
}

/* Options that spoil all points of a machine alike say nothing of one of them. */
static void take_machine_options(struct arena *arena, struct overhead_input *input,
				 struct overhead_point *points, uint32_t machine)
{
	struct slice first = SLICE_NONE;

	for (size_t i = 0; i < input->point_count; i++) {
		struct slice options = points[i].spoilers.options;

		if (points[i].machine != machine)
			continue;
		if (options.n == 0 || (first.n > 0 && !slice_eq(options, first)))
			return;
		first = options;
	}
	for (size_t i = 0; i < input->point_count; i++)
		if (points[i].machine == machine)
			points[i].spoilers.options = SLICE_NONE;
	if (input->machine_count > 1)
		first = arena_printf(arena, "%.*s (%.*s)", SLICE_FMT(first),
				     SLICE_FMT(input->machines[machine]));
	input->spoiled_all = input->spoiled_all.n == 0 ? first
						       : arena_printf(arena, "%.*s, %.*s",
								      SLICE_FMT(input->spoiled_all),
								      SLICE_FMT(first));
}

static void take_options(struct arena *arena, struct overhead_input *input,
			 struct overhead_point *points)
{
	for (size_t i = 0; i < input->point_count; i++)
		points[i].spoilers.options = input->configs[points[i].config].spoilers;
	for (uint32_t machine = 0; machine < input->machine_count; machine++)
		take_machine_options(arena, input, points, machine);
}

static enum err build(struct store *store, struct arena *arena, const struct wanted *wanted,
		      struct overhead_input *out, struct error *err)
{
	struct kernel_list kernels = { NULL };
	struct point_runs runs = { NULL };
	struct points raw = { NULL };
	struct axis_map maps[AXES];
	struct overhead_input input = { NULL };
	struct overhead_point *points;
	enum err e = store_kernels(store, arena, &kernels.list, &kernels.count, err);

	if (e == OK)
		e = find_runs(store, arena, &kernels, wanted, &runs, err);
	if (e == OK)
		e = read_points(store, arena, wanted, &runs, &raw, err);
	if (e != OK)
		return e;
	input.kernels_left_out = runs.kernels_left_out;
	for (int i = 0; i < AXES; i++)
		maps[i] = axis_used(arena, &raw, (enum axis)i, runs.unread,
				    i == KERNEL ? runs.unread_count : 0);
	e = take_axes(store, arena, &kernels, maps, &input, err);
	if (e != OK)
		return e;
	points = ARENA_ARRAY(arena, raw.count + 1, struct overhead_point);
	for (size_t i = 0; i < raw.count; i++) {
		const int64_t *ids = raw.list[i].ids;

		points[i] = raw.list[i].point;
		if (points[i].runs > 1)
			points[i].stats =
				stats_of(arena, points[i].samples.values, points[i].samples.n);
		points[i].kernel = maps[KERNEL].place[ids[KERNEL]];
		points[i].config = maps[CONFIG].place[ids[CONFIG]];
		points[i].machine = maps[MACHINE].place[ids[MACHINE]];
		points[i].metric = maps[METRIC].place[ids[METRIC]];
	}
	input.points = points;
	input.point_count = raw.count;
	take_options(arena, &input, points);
	*out = input;
	return OK;
}

enum err store_overhead(struct store *store, struct arena *arena,
			const struct store_selection *scope, struct overhead_input *out,
			struct error *err)
{
	const struct wanted wanted = { .scope = *scope, .samples = STORE_SAMPLES_MAX };

	return build(store, arena, &wanted, out, err);
}

enum err store_overhead_all(struct store *store, struct arena *arena, struct slice machine,
			    struct overhead_input *out, struct error *err)
{
	const struct wanted wanted = { .scope = { .machine = machine } };

	return build(store, arena, &wanted, out, err);
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
	struct wanted wanted = { .scope = { machine, metric->benchmark, 0 } };
	enum err e = metric_row(store, metric, &wanted.metric, err);

	if (e == OK)
		e = build(store, arena, &wanted, out, err);
	if (e != OK)
		return e;
	points = ARENA_ARRAY(arena, out->point_count + 1, struct overhead_point);
	for (size_t i = 0; i < out->point_count; i++)
		points[i] = out->points[i];
	qsort_r(points, out->point_count, sizeof(*points), series_cmp, out);
	out->points = points;
	return OK;
}
