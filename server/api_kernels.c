/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/kver.h"
#include "server/list.h"
#include "server/load.h"
#include "server/route.h"
#include "server/run_json.h"

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

static struct list_keys keys_of(const void *element)
{
	const struct store_kernel *kernel = element;

	return (struct list_keys){ { kernel->order, kernel->release } };
}

static int cmp(const struct list_keys *a, const struct list_keys *b)
{
	int order = kver_cmp(a->part[0], b->part[0]);

	return order != 0 ? order : kver_cmp(a->part[1], b->part[1]);
}

/* Those that are called so, in their order; returns how many. */
static size_t keep_called(const struct request *request, struct store_kernel *kernels, size_t count)
{
	struct slice name = request_param(request, "name");
	struct slice spelled = load_with_pluses(request->arena, name);
	size_t kept = 0;

	for (size_t i = 0; i < count; i++)
		if (name.n == 0 || is_called(&kernels[i], name) || is_called(&kernels[i], spelled))
			kernels[kept++] = kernels[i];
	return kept;
}

enum err api_kernels(struct request *request, struct reply *reply, struct error *err)
{
	struct list list = { .name = "kernels",
			     .element_bytes = sizeof(struct store_kernel),
			     .to_json = store_kernel_to_json,
			     .keys_of = keys_of,
			     .cmp = cmp };
	struct store_kernel *kernels = NULL;
	enum err e = store_kernels(request->store, request->arena, &kernels, &list.total, err);

	if (e != OK)
		return e;
	list.elements = kernels;
	list.total = keep_called(request, kernels, list.total);
	return list_reply(request, reply, &list, NULL, err);
}
