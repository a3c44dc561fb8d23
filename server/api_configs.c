/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/report_json.h"
#include "server/list.h"
#include "server/route.h"

static json_t *config_to_json(const void *element)
{
	const struct store_config *config = element;
	json_t *json = report_config_json(&config->config);

	json_add_count(json, "runs", config->runs);
	return json;
}

static struct list_keys keys_of(const void *element)
{
	const struct store_config *config = element;

	return (struct list_keys){ { config->config.label, config->config.key } };
}

enum err api_configs(struct request *request, struct reply *reply, struct error *err)
{
	struct list list = { .name = "configs",
			     .element_bytes = sizeof(struct store_config),
			     .to_json = config_to_json,
			     .keys_of = keys_of };
	struct store_config *configs = NULL;
	enum err e = store_configs(request->store, request->arena, &configs, &list.total, err);

	list.elements = configs;
	return e == OK ? list_reply(request, reply, &list, NULL, err) : e;
}
