/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What BPF tools saw in a run. */
#include "db/store_private.h"

#include <math.h>

#include "lib/allocs.h"

static int64_t print_at(struct stmt *stmt, int column)
{
	return db_is_null(stmt, column) ? RECORD_NO_COUNT : db_int(stmt, column);
}

static void histogram_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct traced_histogram *histogram = element;

	histogram->metric = store_metric_at(arena, stmt, 0);
	histogram->print = print_at(stmt, 5);
	histogram->bucket_count = (size_t)db_int(stmt, 6);
}

static void bucket_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct bucket *bucket = element;

	(void)arena; /* numbers only */
	bucket->lo = db_is_null(stmt, 0) ? -INFINITY : db_double(stmt, 0);
	bucket->hi = db_is_null(stmt, 1) ? INFINITY : db_double(stmt, 1);
	bucket->count = db_int(stmt, 2);
}

static void row_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct traced_row *row = element;

	row->metric = store_metric_at(arena, stmt, 0);
	row->print = print_at(stmt, 5);
	row->value = db_double(stmt, 6);
}

static const struct store_shape histogram_shape = { sizeof(struct traced_histogram), histogram_at };
static const struct store_shape bucket_shape = { sizeof(struct bucket), bucket_at };
static const struct store_shape row_shape = { sizeof(struct traced_row), row_at };

static enum err read_histograms(struct store *store, struct arena *arena, int64_t run,
				bool all_prints, struct traced *out, struct error *err)
{
	const char *heads = all_prints ? "traced_histograms" : "traced_last_histograms";
	const char *bodies = all_prints ? "traced_buckets" : "traced_last_buckets";
	struct bucket *buckets;
	size_t bucket_count, at = 0;
	enum err e = store_list_of(store, arena, heads, run, &histogram_shape, &out->histograms,
				   &out->histogram_count, err);

	if (e == OK)
		e = store_list_of(store, arena, bodies, run, &bucket_shape, &buckets, &bucket_count,
				  err);
	for (size_t i = 0; e == OK && i < out->histogram_count; i++) {
		out->histograms[i].buckets = buckets + at;
		at += out->histograms[i].bucket_count;
	}
	return e;
}

/* A map of bpftrace, and labels of one of its rows. */
struct map {
	struct slice name, labels;
};

static void map_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct map *map = element;

	map->name = db_text(arena, stmt, 0);
	map->labels = db_text(arena, stmt, 1);
}

static void seen_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct store_seen *seen = element;

	(void)arena; /* numbers only */
	seen->histograms = db_int(stmt, 0);
	seen->has_syscalls = db_int(stmt, 1) > 0;
}

static const struct store_shape map_shape = { sizeof(struct map), map_at };
static const struct store_shape seen_shape = { sizeof(struct store_seen), seen_at };

/* Its key's parts are told by name, or it is the map whose parts are known by their places. */
static bool tells_sizes(const struct map *map)
{
	return slice_find(map->labels, "bytes_alloc=") < map->labels.n ||
	       (slice_is(map->name, ALLOCS_MAP) &&
		slice_find(map->labels, "key2=") < map->labels.n);
}

enum err store_run_seen(struct store *store, struct arena *arena, int64_t run,
			struct store_seen *out, struct error *err)
{
	struct store_seen *seen;
	struct map *maps;
	size_t count, map_count;
	enum err e = store_list_of(store, arena, "run_seen", run, &seen_shape, &seen, &count, err);

	if (e == OK)
		e = store_list_of(store, arena, "run_maps", run, &map_shape, &maps, &map_count,
				  err);
	if (e != OK)
		return e;
	*out = seen[0];
	out->maps = (int64_t)map_count;
	for (size_t i = map_count; i-- > 0;)
		if (tells_sizes(&maps[i]))
			out->allocs = maps[i].name;
	return OK;
}

static enum err read_facts(struct store *store, struct arena *arena, int64_t run,
			   struct traced *out, struct error *err)
{
	struct store_fact *facts;
	size_t count;
	enum err e = store_run_facts(store, arena, run, &facts, &count, err);

	for (size_t i = 0; e == OK && i < count; i++)
		traced_fact(out, facts[i].key, facts[i].value);
	return e;
}

enum err store_traced(struct store *store, struct arena *arena, const struct store_run *run,
		      bool all_prints, struct traced *out, struct error *err)
{
	enum err e;

	*out = (struct traced){
		.id = run->id,
		.name = run->name,
		.kernel = run->kernel,
		.level = run->kernel_level,
		.label = run->config.label,
		.tracing = tracing_init(),
	};
	e = read_histograms(store, arena, run->rowid, all_prints, out, err);
	if (e == OK)
		e = store_list_of(store, arena, "traced_rows", run->rowid, &row_shape, &out->rows,
				  &out->row_count, err);
	return e == OK ? read_facts(store, arena, run->rowid, out, err) : e;
}
