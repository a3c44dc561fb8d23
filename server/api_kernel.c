/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One kernel: what was run on it and what people say of it; and which kernels names mean. */
#include <string.h>

#include "server/call.h"
#include "server/load.h"
#include "server/load_kernel.h"
#include "server/route.h"
#include "server/run_json.h"

enum { RESOLVE_MAX = 100 };

static void add_neighbour(json_t *json, const char *key, const struct store_kernel *kernel)
{
	if (kernel != NULL)
		json_add(
			json, key,
			kernel_to_json(kernel->slug, kernel->name, kernel->release, kernel->level));
}

/* What people say: the commit and links. */
static enum err add_said(struct store *store, struct arena *arena,
			 const struct store_kernel *kernel, json_t *json, struct error *err)
{
	struct slice *links = NULL, commit;
	json_t *list = json_array();
	size_t count = 0;
	enum err e = store_kernel_commit(store, arena, kernel, &commit, err);

	if (e == OK)
		e = store_kernel_links(store, arena, kernel->rowid, &links, &count, err);
	for (size_t i = 0; i < count && e == OK; i++)
		json_push(list, json_text(links[i]));
	json_add(json, "links", list);
	if (e == OK)
		json_add_text(json, "commit", commit);
	return e;
}

static enum err add_mails(const struct request *request, const struct store_kernel *kernel,
			  json_t *json, struct error *err)
{
	struct store_mail *mails = NULL;
	size_t count = 0;
	enum err e = store_kernel_mails(request->store, request->arena, kernel->rowid, &mails,
					&count, err);

	if (e == OK)
		json_add(json, "mails", mails_to_json(mails, count));
	return e;
}

/* What memcg costs on the kernel, as the mean over metrics. */
static enum err add_costs(const struct request *request, int64_t kernel, json_t *json,
			  struct error *err)
{
	struct overhead overhead;
	json_t *list;
	enum err e = load_kernel_costs(request, kernel, &overhead, err);

	if (e != OK)
		return e;
	list = json_array();
	for (size_t i = 0; i < overhead.mean_count; i++) {
		const struct overhead_mean *mean = &overhead.means[i];
		json_t *each = json_object();

		json_add(each, "machine",
			 machine_to_json(overhead.input.machine_slugs[mean->machine],
					 overhead.input.machines[mean->machine]));
		json_add(each, "line", json_text(overhead.lines[mean->line].label));
		json_add_number(each, "cost", mean->cost);
		json_add_number(each, "lo", mean->lo);
		json_add_number(each, "hi", mean->hi);
		json_add_count(each, "metrics", (int64_t)mean->metrics);
		json_push(list, each);
	}
	json_add(json, "costs", list);
	return OK;
}

enum err api_kernel(struct request *request, struct reply *reply, struct error *err)
{
	struct placed_kernel placed = { NULL };
	json_t *json;
	enum err e = load_kernel(request, &placed, err);

	if (e != OK)
		return e;
	json = store_kernel_to_json(placed.kernel);
	add_neighbour(json, "previous", placed.previous);
	add_neighbour(json, "following", placed.next);
	e = add_said(request->store, request->arena, placed.kernel, json, err);
	for (size_t i = 0; i < TALLIED_LISTS && e == OK; i++)
		e = tallies_add(request, &kernel_tallied[i], placed.kernel->rowid, json, err);
	if (e == OK)
		e = add_mails(request, placed.kernel, json, err);
	if (e == OK)
		e = add_costs(request, placed.kernel->rowid, json, err);
	if (e == OK)
		return reply_json(reply, json);
	json_decref(json);
	return e;
}

/* ------------------------------------------------------------------ what people say */

/* The texts that a patch points to. */
struct said {
	struct slice order, commit;
	struct slice names[STORE_KERNEL_NAMES_MAX + 1], links[STORE_KERNEL_LINKS_MAX + 1];
};

/* A list of texts, one more than there may be at most, which the store refuses. */
static enum err read_list(const char *key, const json_t *list, struct slice *out, size_t max,
			  size_t *count, struct error *err)
{
	if (!json_is_array(list) && !json_is_null(list))
		return error_set(err, ERR_INPUT, "'%s' is no list", key);
	*count = 0;
	for (size_t i = 0; i < json_array_size(list) && i <= max; i++) {
		enum err e = call_text(key, json_array_get(list, i), &out[(*count)++], err);

		if (e != OK)
			return e;
	}
	return OK;
}

static enum err read_member(const char *key, const json_t *value, struct said *said,
			    struct store_kernel_patch *out, struct error *err)
{
	if (strcmp(key, "order") == 0) {
		out->order = &said->order;
		return call_text(key, value, &said->order, err);
	}
	if (strcmp(key, "commit") == 0) {
		out->commit = &said->commit;
		return call_text(key, value, &said->commit, err);
	}
	if (strcmp(key, "names") == 0) {
		out->names = said->names;
		return read_list(key, value, said->names, STORE_KERNEL_NAMES_MAX, &out->name_count,
				 err);
	}
	if (strcmp(key, "links") == 0) {
		out->links = said->links;
		return read_list(key, value, said->links, STORE_KERNEL_LINKS_MAX, &out->link_count,
				 err);
	}
	return error_set(err, ERR_INPUT, "unknown member '%.64s'; known here: %s", key,
			 "names commit order links");
}

static enum err reply_kernel(struct call *call, struct store *store,
			     const struct store_kernel *kernel, struct error *err)
{
	json_t *json = store_kernel_to_json(kernel);
	enum err e = add_said(store, &call->work, kernel, json, err);

	if (e == OK)
		return reply_json(&call->reply, json);
	json_decref(json);
	return e;
}

enum err api_kernel_say(struct call *call, struct store *store, struct error *err)
{
	struct store_kernel_patch patch = { NULL };
	struct store_kernel kernel;
	struct said said = { { NULL } };
	const char *key;
	json_t *body, *value;
	enum err e = call_object(call, &body, err);

	if (e != OK)
		return e;
	json_object_foreach(body, key, value)
	{
		e = read_member(key, value, &said, &patch, err);
		if (e != OK)
			break;
	}
	if (e == OK)
		e = store_kernel_patch(store, &call->work,
				       request_path_param(&call->request, "kernel"), &patch,
				       &call->actor, &kernel, err);
	json_decref(body);
	return e == OK ? reply_kernel(call, store, &kernel, err) : e;
}

/* ------------------------------------------------------------------ names */

static json_t *resolved(struct call *call, const struct store_kernel *kernels, size_t count,
			struct slice name)
{
	json_t *json = json_object(), *candidates = json_array();
	const struct store_kernel **found;
	size_t n = store_kernels_called(&call->work, kernels, count, name, &found);

	json_add(json, "name", json_text(name));
	if (n == 1)
		json_add(json, "kernel",
			 kernel_to_json(found[0]->slug, found[0]->name, found[0]->release,
					found[0]->level));
	for (size_t i = 0; i < n && n > 1; i++)
		json_push(candidates, kernel_to_json(found[i]->slug, found[i]->name,
						     found[i]->release, found[i]->level));
	json_add(json, "candidates", candidates);
	return json;
}

static enum err resolve_all(struct call *call, struct store *store, const json_t *names,
			    struct error *err)
{
	struct store_kernel *kernels = NULL;
	json_t *list = json_array(), *json = json_object();
	size_t count = 0;
	enum err e = store_kernels(store, &call->work, &kernels, &count, err);

	json_add(json, "kernels", list);
	for (size_t i = 0; i < json_array_size(names) && e == OK; i++) {
		struct slice name;

		e = call_text("names", json_array_get(names, i), &name, err);
		if (e == OK)
			json_push(list, resolved(call, kernels, count, name));
	}
	json_add_count(json, "count", (int64_t)json_array_size(list));
	if (e == OK)
		return reply_json(&call->reply, json);
	json_decref(json);
	return e;
}

enum err api_kernels_resolve(struct call *call, struct store *store, struct error *err)
{
	json_t *body, *names;
	enum err e = call_object(call, &body, err);

	if (e != OK)
		return e;
	names = json_object_get(body, "names");
	if (!json_is_array(names) || json_object_size(body) != 1)
		e = error_set(err, ERR_INPUT, "the body is {\"names\": [NAME, ...]}");
	else if (json_array_size(names) > RESOLVE_MAX)
		e = error_set(err, ERR_LIMIT, "more than %d names", RESOLVE_MAX);
	else
		e = resolve_all(call, store, names, err);
	json_decref(body);
	return e;
}
