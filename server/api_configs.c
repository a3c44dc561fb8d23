/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/report_json.h"
#include "server/route.h"
#include "server/run_json.h"

enum err api_configs(struct request *request, struct reply *reply, struct error *err)
{
	struct store_config *configs;
	size_t count;
	enum err e = store_configs(request->store, request->arena, &configs, &count, err);
	json_t *list;

	if (e != OK)
		return e;
	list = json_array();
	for (size_t i = 0; i < count; i++) {
		json_t *each = report_config_json(&configs[i].config);

		json_add_count(each, "runs", configs[i].runs);
		json_push(list, each);
	}
	return reply_json(reply, list_to_json("configs", list));
}
