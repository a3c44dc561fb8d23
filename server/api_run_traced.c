/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What BPF tools saw in a run, as lists; /histograms and /allocs have what is in them. */
#include "lib/report_json.h"
#include "lib/traced.h"
#include "server/list.h"
#include "server/load.h"
#include "server/route.h"

/* One map, and how many keys it had. */
struct map {
	struct slice name;
	int64_t rows;
};

static enum err load_traced_run(const struct request *request, struct traced *out,
				struct error *err)
{
	struct store_run run;
	enum err e = load_run(request, &run, err);

	return e == OK ? store_traced(request->store, request->arena, &run, true, out, err) : e;
}

static enum err reply_list(struct request *request, struct reply *reply, struct slice run,
			   const struct list *list, struct error *err)
{
	json_t *json = json_object();

	json_add_text(json, "run", run);
	return list_reply(request, reply, list, json, err);
}

static json_t *histogram_to_json(const void *element)
{
	const struct traced_histogram *histogram = element;
	json_t *json = json_object();
	int64_t total = 0;

	for (size_t i = 0; i < histogram->bucket_count; i++)
		total += histogram->buckets[i].count;
	json_add(json, "metric", report_metric_json(&histogram->metric));
	json_add_count(json, "print", histogram->print);
	json_add_count(json, "buckets", (int64_t)histogram->bucket_count);
	json_add_count(json, "total", total);
	return json;
}

enum err api_run_histograms(struct request *request, struct reply *reply, struct error *err)
{
	struct list list = { .name = "histograms",
			     .element_bytes = sizeof(struct traced_histogram),
			     .to_json = histogram_to_json };
	struct traced run;
	enum err e = load_traced_run(request, &run, err);

	if (e != OK)
		return e;
	list.elements = run.histograms;
	list.total = run.histogram_count;
	return reply_list(request, reply, run.id, &list, err);
}

static json_t *map_to_json(const void *element)
{
	const struct map *map = element;
	json_t *json = json_object();

	json_add(json, "map", json_text(map->name));
	json_add_count(json, "rows", map->rows);
	return json;
}

/* The maps in the order in which they come first; returns how many. */
static size_t find_maps(struct arena *arena, const struct traced *run, struct map **out)
{
	struct map *maps = ARENA_ARRAY(arena, run->row_count, struct map);
	size_t count = 0;

	for (size_t i = 0, k; i < run->row_count; i++) {
		for (k = 0; k < count; k++)
			if (slice_eq(maps[k].name, run->rows[i].metric.name))
				break;
		if (k == count)
			maps[count++].name = run->rows[i].metric.name;
		maps[k].rows++;
	}
	*out = maps;
	return count;
}

enum err api_run_maps(struct request *request, struct reply *reply, struct error *err)
{
	struct list list = { .name = "maps",
			     .element_bytes = sizeof(struct map),
			     .to_json = map_to_json };
	struct map *maps;
	struct traced run;
	enum err e = load_traced_run(request, &run, err);

	if (e != OK)
		return e;
	list.total = find_maps(request->arena, &run, &maps);
	list.elements = maps;
	return reply_list(request, reply, run.id, &list, err);
}
