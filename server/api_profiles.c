/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Profiles: those of a run, one with what it tells, its stacks, its instructions; two of them. */
#include "lib/profile_export.h"
#include "server/list.h"
#include "server/load.h"
#include "server/load_profile.h"
#include "server/route.h"
#include "server/run_json.h"

static json_t *row_json(const struct store_profile *row)
{
	json_t *json = json_object();

	json_add_text(json, "id", row->id);
	json_add_text(json, "source", row->source);
	json_add_text(json, "file", row->path);
	json_add_text(json, "event", row->event);
	json_add_text(json, "metric", row->metric);
	json_add_count(json, "print", row->print);
	json_add_number(json, "samples", row->samples);
	json_add_number(json, "memcg", row->memcg_percent / 100);
	json_add_bool(json, "stacks", row->nodes > 0);
	json_add_count(json, "symbols", row->symbols);
	json_add_count(json, "instructions", row->instructions);
	return json;
}

static json_t *profile_to_json(const void *element)
{
	return row_json(element);
}

enum err api_run_profiles(struct request *request, struct reply *reply, struct error *err)
{
	struct list list = { .name = "profiles",
			     .element_bytes = sizeof(struct store_profile),
			     .to_json = profile_to_json };
	struct store_profile *rows = NULL;
	struct store_run run;
	json_t *json;
	enum err e = load_run(request, &run, err);

	if (e == OK)
		e = store_run_profiles(request->store, request->arena, &run, &rows, &list.total,
				       err);
	if (e != OK)
		return e;
	list.elements = rows;
	json = json_object();
	json_add_text(json, "run", run.id);
	return list_reply(request, reply, &list, json, err);
}

static enum err limit_of(const struct request *request, int *limit, struct error *err)
{
	return request_param_int(request, "limit", 1, REPORT_PROFILE_ROWS_MAX, 100, limit, err);
}

static json_t *side_json(const struct store_run *run)
{
	json_t *json = json_object();

	json_add_text(json, "id", run->id);
	json_add(json, "name", json_text(run->name));
	json_add(json, "kernel",
		 kernel_to_json(run->kernel_slug, run->kernel, run->kernel_release,
				run->kernel_level));
	json_add_text(json, "config", run->config.label);
	json_add(json, "machine", machine_to_json(run->machine_slug, run->machine));
	return json;
}

static enum err add_annotated(const struct request *request, const struct store_run *run,
			      json_t *json, struct error *err)
{
	struct store_annotated *list = NULL;
	json_t *functions = json_array();
	size_t count = 0;
	enum err e =
		store_annotated(request->store, request->arena, run->rowid, &list, &count, err);

	for (size_t i = 0; e == OK && i < count; i++) {
		json_t *each = json_object();

		json_add(each, "symbol", json_text(list[i].symbol));
		json_add_text(each, "where", list[i].dso);
		json_add_count(each, "instructions", list[i].instructions);
		json_push(functions, each);
	}
	json_add(json, "annotated", functions);
	return e;
}

enum err api_profile(struct request *request, struct reply *reply, struct error *err)
{
	struct loaded_profile loaded;
	json_t *json;
	bool all;
	int limit;
	enum err e = load_filter(request, true, &all, err);

	if (e == OK)
		e = limit_of(request, &limit, err);
	if (e == OK)
		e = load_profile(request, &loaded, err);
	if (e != OK)
		return e;
	json = report_profile_json(&loaded.report, all, (size_t)limit);
	json_add(json, "run", side_json(&loaded.run));
	e = add_annotated(request, &loaded.run, json, err);
	if (e == OK)
		return reply_json(reply, json);
	json_decref(json);
	return e;
}

/* One with stacks. */
static enum err load_stacks(const struct request *request, struct loaded_profile *out,
			    struct error *err)
{
	enum err e = load_profile(request, out, err);

	if (e == OK && out->profile.node_count == 0)
		e = error_set(err, ERR_NOT_FOUND, "profile %.*s has no call chains",
			      SLICE_FMT(out->row.id));
	return e;
}

enum err api_profile_flame(struct request *request, struct reply *reply, struct error *err)
{
	struct loaded_profile loaded;
	struct flame flame;
	bool all;
	enum err e = load_filter(request, true, &all, err);

	if (e == OK)
		e = load_stacks(request, &loaded, err);
	if (e != OK)
		return e;
	flame_of(request->arena, &loaded.profile, &loaded.sum, !all, &flame);
	return reply_json(reply, report_flame_json(request->arena, &flame));
}

enum err api_profile_folded(struct request *request, struct reply *reply, struct error *err)
{
	struct loaded_profile loaded;
	enum err e = load_stacks(request, &loaded, err);

	if (e != OK)
		return e;
	profile_folded(request->arena, &reply->body, &loaded.profile);
	reply_header(reply, "Content-Type", "text/plain; charset=utf-8");
	return OK;
}

enum err api_profile_speedscope(struct request *request, struct reply *reply, struct error *err)
{
	struct loaded_profile loaded;
	json_t *json;
	enum err e = load_stacks(request, &loaded, err);

	if (e == OK)
		e = profile_speedscope(request->arena, &loaded.profile, loaded.report.about, &json,
				       err);
	return e == OK ? reply_json(reply, json) : e;
}

enum err api_profile_instructions(struct request *request, struct reply *reply, struct error *err)
{
	struct report_instruction *rows = NULL;
	struct store_profile row;
	struct store_run run;
	size_t count = 0;
	json_t *json, *list;
	enum err e = load_profile_row(request, &run, &row, err);

	if (e == OK)
		e = load_instructions(request, &run, &rows, &count, err);
	if (e != OK)
		return e;
	list = json_array();
	for (size_t i = 0; i < count; i++) {
		json_t *each = json_object();

		json_add_text(each, "address", rows[i].address);
		json_add_text(each, "text", rows[i].assembly);
		json_add_text(each, "event", rows[i].event);
		json_add_text(each, "column", rows[i].column);
		json_add_number(each, "part", rows[i].percent / 100);
		json_add_count(each, "samples", rows[i].samples);
		json_push(list, each);
	}
	json = json_object();
	json_add(json, "instructions", list);
	json_add(json, "symbol", json_text(request_param(request, "symbol")));
	return reply_json(reply, json);
}

enum err api_profile_diff(struct request *request, struct reply *reply, struct error *err)
{
	struct loaded_diff loaded;
	json_t *json;
	int limit;
	enum err e = limit_of(request, &limit, err);

	if (e == OK)
		e = load_profile_diff(request, &loaded, err);
	if (e != OK)
		return e;
	json = report_profile_diff_json(&loaded.a.report, &loaded.b.report, &loaded.diff,
					loaded.all, (size_t)limit);
	json_add(json_object_get(json, "a"), "run", side_json(&loaded.a.run));
	json_add(json_object_get(json, "b"), "run", side_json(&loaded.b.run));
	return reply_json(reply, json);
}
