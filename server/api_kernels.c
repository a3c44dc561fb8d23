/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/load.h"
#include "server/route.h"
#include "server/run_json.h"

static json_t *store_kernel_to_json(const struct store_kernel *kernel)
{
	json_t *json = kernel_to_json(kernel->slug, kernel->name, kernel->release, kernel->level);
	json_t *names = json_array();

	for (size_t i = 0; i < kernel->name_count; i++)
		json_push(names, json_text(kernel->names[i]));
	json_add(json, "names", names);
	json_add_count(json, "runs", kernel->runs);
	json_add_count(json, "discussed", kernel->mails);
	return json;
}

static bool is_called(const struct store_kernel *kernel, struct slice name)
{
	if (slice_eq(kernel->slug, name) || slice_eq(kernel->name, name) ||
	    slice_eq(kernel->release, name) || slice_eq(kernel->level, name))
		return true;
	for (size_t i = 0; i < kernel->name_count; i++)
		if (slice_eq(kernel->names[i], name))
			return true;
	return false;
}

enum err api_kernels(struct request *request, struct reply *reply, struct error *err)
{
	struct slice name = request_param(request, "name");
	struct slice spelled = load_with_pluses(request->arena, name);
	struct store_kernel *kernels;
	size_t count;
	enum err e = store_kernels(request->store, request->arena, &kernels, &count, err);
	json_t *list;

	if (e != OK)
		return e;
	list = json_array();
	for (size_t i = 0; i < count; i++)
		if (name.n == 0 || is_called(&kernels[i], name) || is_called(&kernels[i], spelled))
			json_push(list, store_kernel_to_json(&kernels[i]));
	return reply_json(reply, list_to_json("kernels", list));
}
