/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/list.h"
#include "server/route.h"
#include "server/run_json.h"
#include "server/tallies.h"

static json_t *machine_of(const void *element)
{
	return store_machine_to_json(element);
}

static struct list_keys keys_of(const void *element)
{
	const struct store_machine *machine = element;

	return (struct list_keys){ { machine->machine.name, machine->slug } };
}

enum err api_machines(struct request *request, struct reply *reply, struct error *err)
{
	struct list list = { .name = "machines",
			     .element_bytes = sizeof(struct store_machine),
			     .to_json = machine_of,
			     .keys_of = keys_of };
	struct store_machine *machines = NULL;
	enum err e = store_machines(request->store, request->arena, &machines, &list.total, err);

	list.elements = machines;
	return e == OK ? list_reply(request, reply, &list, NULL, err) : e;
}

static enum err find_machine(const struct request *request, struct store_machine *out,
			     struct error *err)
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

enum err api_machine(struct request *request, struct reply *reply, struct error *err)
{
	static const struct tallied tallied[] = {
		{ STORE_MACHINE_KERNELS, "kernels", "slug", "name" },
		{ STORE_MACHINE_CONFIGS, "configs", "key", "label" },
		{ STORE_MACHINE_BENCHMARKS, "benchmarks", "name", NULL },
	};
	struct store_machine machine;
	json_t *json;
	enum err e = find_machine(request, &machine, err);

	if (e != OK)
		return e;
	json = store_machine_to_json(&machine);
	for (size_t i = 0; i < ARRAY_SIZE(tallied) && e == OK; i++)
		e = tallies_add(request, &tallied[i], machine.rowid, json, err);
	if (e == OK)
		return reply_json(reply, json);
	json_decref(json);
	return e;
}
