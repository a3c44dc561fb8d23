/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/report_json.h"
#include "server/load.h"
#include "server/route.h"
#include "server/run_json.h"

enum err api_overhead(struct request *request, struct reply *reply, struct error *err)
{
	struct report_filter filter;
	struct overhead overhead;
	enum err e = load_overhead(request, &overhead, &filter, err);
	json_t *json;

	if (e != OK)
		return e;
	json = report_overhead_json(&overhead, filter.metric);
	slugs_add(json_object_get(json, "kernels"), overhead.input.kernel_slugs);
	slugs_add(json_object_get(json, "machines"), overhead.input.machine_slugs);
	return reply_json(reply, json);
}
