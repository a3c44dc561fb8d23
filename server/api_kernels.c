/* SPDX-License-Identifier: GPL-2.0-or-later */
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
	return json;
}

enum err api_kernels(struct request *request, struct reply *reply, struct error *err)
{
	struct store_kernel *kernels;
	size_t count;
	enum err e = store_kernels(request->store, request->arena, &kernels, &count, err);
	json_t *list;

	if (e != OK)
		return e;
	list = json_array();
	for (size_t i = 0; i < count; i++)
		json_push(list, store_kernel_to_json(&kernels[i]));
	return reply_json(reply, list_to_json("kernels", list));
}
