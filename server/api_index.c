/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The API's root, its contract, and the state of the process. */
#include "lib/json.h"
#include "server/assets.h"
#include "server/list.h"
#include "server/route.h"
#include "server/worker.h"
#include "version.h"

/* Addresses without parameters, by the last part of their path. */
static json_t *links_to_json(const struct request *request)
{
	json_t *links = json_object();

	for (size_t i = 0; i < route_count; i++) {
		struct slice path = slice_str(routes[i].pattern);

		if (routes[i].kind != ROUTE_API || routes[i].write != NULL ||
		    slice_find_char(path, ':') < path.n)
			continue;
		json_add(links,
			 arena_cstr(request->arena, slice_is(path, "/api/v1")
							    ? SLICE("self")
							    : slice_basename(path)),
			 json_text(arena_printf(request->arena, "%.*s%.*s",
						SLICE_FMT(request->server->public_url),
						SLICE_FMT(path))));
	}
	return links;
}

enum err api_index(struct request *request, struct reply *reply, struct error *err)
{
	json_t *index = json_object(), *limits = json_object();

	(void)err;
	json_add_count(limits, "limit", LIST_LIMIT_MAX);
	json_add_count(limits, "columns", COMPARE_COLUMNS_MAX);
	json_add_count(limits, "parameters", REQUEST_PARAMS_MAX);
	json_add_count(limits, "parameter_bytes", REQUEST_VALUE_MAX);
	json_add_text(index, "version", SLICE(MEMCGPERF_VERSION));
	json_add(index, "links", links_to_json(request));
	json_add(index, "limits", limits);
	return reply_json(reply, index);
}

enum err api_openapi(struct request *request, struct reply *reply, struct error *err)
{
	struct asset contract;

	if (!asset_find(request->server, request->arena, SLICE("openapi.json"), &contract))
		return error_set(err, ERR_BUG, "openapi.json is not in this program");
	buf_add(&reply->body, contract.bytes);
	reply_header(reply, "Content-Type", "application/json");
	return OK;
}
