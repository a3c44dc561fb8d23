/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One metric over kernels, a line for each config, with its changes. */
#include "lib/report_series.h"
#include "server/load.h"
#include "server/route.h"

enum { POINTS_MAX = 10000 };

/* Keeps the points of each line that are of the newest kernels; points are by kernel. */
static void keep_newest(json_t *series, int limit)
{
	const json_t *lines = json_object_get(series, "lines");

	for (size_t i = 0; i < json_array_size(lines); i++) {
		json_t *points = json_object_get(json_array_get(lines, i), "points");

		while (json_array_size(points) > (size_t)limit)
			(void)json_array_remove(points, 0); /* it is there */
	}
}

enum err api_series(struct request *request, struct reply *reply, struct error *err)
{
	struct changes series;
	json_t *json;
	int limit;
	enum err e = request_param_int(request, "limit", 1, POINTS_MAX, POINTS_MAX, &limit, err);

	if (e == OK)
		e = load_series(request, &series, err);
	if (e != OK)
		return e;
	json = report_series_json(&series);
	keep_newest(json, limit);
	return reply_json(reply, json);
}
