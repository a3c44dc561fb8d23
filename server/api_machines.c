/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/route.h"
#include "server/run_json.h"

static void add_known(json_t *json, const char *key, int64_t value)
{
	if (value > 0)
		json_add_count(json, key, value);
}

static json_t *store_machine_to_json(const struct store_machine *row)
{
	const struct machine *machine = &row->machine;
	json_t *json = machine_to_json(row->slug, machine->name);

	json_add_text(json, "cpu", machine->cpu);
	add_known(json, "sockets", machine->sockets);
	add_known(json, "cores", machine->cores);
	add_known(json, "threads", machine->threads);
	add_known(json, "nodes", machine->nodes);
	add_known(json, "memory", machine->memory_bytes);
	json_add_count(json, "runs", row->runs);
	return json;
}

enum err api_machines(struct request *request, struct reply *reply, struct error *err)
{
	struct store_machine *machines;
	size_t count;
	enum err e = store_machines(request->store, request->arena, &machines, &count, err);
	json_t *list;

	if (e != OK)
		return e;
	list = json_array();
	for (size_t i = 0; i < count; i++)
		json_push(list, store_machine_to_json(&machines[i]));
	return reply_json(reply, list_to_json("machines", list));
}
