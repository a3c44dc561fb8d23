/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/load_kernel.h"

const struct tallied kernel_tallied[TALLIED_LISTS] = {
	{ STORE_KERNEL_CONFIGS, "configs", "key", "label" },
	{ STORE_KERNEL_MACHINES, "machines", "slug", "name" },
	{ STORE_KERNEL_BENCHMARKS, "benchmarks", "name", NULL },
};
const struct tallied machine_tallied[TALLIED_LISTS] = {
	{ STORE_MACHINE_KERNELS, "kernels", "slug", "name" },
	{ STORE_MACHINE_CONFIGS, "configs", "key", "label" },
	{ STORE_MACHINE_BENCHMARKS, "benchmarks", "name", NULL },
};

static enum err ambiguous(const struct request *request, struct slice called,
			  const struct store_kernel *const *found, size_t count, struct error *err)
{
	struct slice names = SLICE("");

	for (size_t i = 0; i < count; i++)
		names = arena_printf(request->arena, "%.*s%s%.*s", SLICE_FMT(names),
				     i > 0 ? ", " : "", SLICE_FMT(found[i]->slug));
	return error_set(err, ERR_CONFLICT, "'%.*s' may be %.*s", SLICE_FMT(slice_head(called, 64)),
			 SLICE_FMT(slice_head(names, 300)));
}

enum err load_kernel(const struct request *request, struct placed_kernel *out, struct error *err)
{
	struct slice called = request_path_param(request, "kernel");
	const struct store_kernel **found;
	struct store_kernel *kernels = NULL;
	size_t count = 0, n, place;
	enum err e = store_kernels(request->store, request->arena, &kernels, &count, err);

	if (e != OK)
		return e;
	n = store_kernels_called(request->arena, kernels, count, called, &found);
	if (n == 0)
		return error_set(err, ERR_NOT_FOUND, "no kernel is called '%.*s'",
				 SLICE_FMT(slice_head(called, 64)));
	if (n > 1)
		return ambiguous(request, called, found, n, err);
	place = (size_t)(found[0] - kernels);
	*out = (struct placed_kernel){
		.kernel = found[0],
		.previous = place > 0 ? &kernels[place - 1] : NULL,
		.next = place + 1 < count ? &kernels[place + 1] : NULL,
	};
	return OK;
}

enum err load_kernel_costs(const struct request *request, int64_t kernel, struct overhead *out,
			   struct error *err)
{
	const struct store_selection scope = { .kernel = kernel };
	struct overhead_input input;
	enum err e = store_overhead(request->store, request->arena, &scope, &input, err);

	if (e == OK)
		overhead_build(request->arena, &input, out);
	return e;
}

enum err load_machine(const struct request *request, struct store_machine *out, struct error *err)
{
	struct slice called = request_path_param(request, "machine");
	struct store_machine *machines = NULL, *found = NULL;
	size_t count = 0;
	enum err e = store_machines(request->store, request->arena, &machines, &count, err);

	for (size_t i = 0; i < count && e == OK; i++)
		if (slice_eq(machines[i].slug, called))
			found = &machines[i];
	if (e == OK && found == NULL)
		return error_set(err, ERR_NOT_FOUND, "no machine has the slug '%.*s'",
				 SLICE_FMT(slice_head(called, 64)));
	if (e == OK)
		*out = *found;
	return e;
}

enum err tallies_add(const struct request *request, const struct tallied *tallied, int64_t rowid,
		     json_t *json, struct error *err)
{
	struct store_tally *tallies = NULL;
	size_t count = 0;
	json_t *list;
	enum err e = store_tallies(request->store, request->arena, tallied->what, rowid, &tallies,
				   &count, err);

	if (e != OK)
		return e;
	list = json_array();
	for (size_t i = 0; i < count; i++) {
		json_t *each = json_object();

		json_add(each, tallied->key, json_text(tallies[i].key));
		if (tallied->name != NULL)
			json_add(each, tallied->name, json_text(tallies[i].name));
		json_add_count(each, "runs", tallies[i].runs);
		json_push(list, each);
	}
	json_add(json, tallied->list, list);
	return OK;
}
