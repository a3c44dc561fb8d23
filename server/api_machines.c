/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/list.h"
#include "server/load_kernel.h"
#include "server/route.h"
#include "server/run_json.h"

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

enum err api_machine(struct request *request, struct reply *reply, struct error *err)
{
	struct store_machine machine;
	json_t *json;
	enum err e = load_machine(request, &machine, err);

	if (e != OK)
		return e;
	json = store_machine_to_json(&machine);
	for (size_t i = 0; i < TALLIED_LISTS && e == OK; i++)
		e = tallies_add(request, &machine_tallied[i], machine.rowid, json, err);
	if (e == OK)
		return reply_json(reply, json);
	json_decref(json);
	return e;
}
