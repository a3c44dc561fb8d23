/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/route.h"
#include "server/run_json.h"

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
