/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One metric over kernels, a line for each config. */
#include "lib/report_json.h"
#include "server/route.h"
#include "server/run_json.h"

static json_t *point_to_json(const struct overhead_point *point)
{
	json_t *json = json_object();

	json_add_count(json, "kernel", point->kernel);
	json_add_text(json, "run", point->run);
	json_add_count(json, "runs", point->runs);
	report_stats_add(json, &point->stats, point->boots);
	return json;
}

/* Points come by line: a new one begins where the line's key changes. */
static json_t *lines_to_json(const struct overhead_input *input)
{
	json_t *lines = json_array(), *points = NULL;
	struct slice key = SLICE_NONE;

	for (size_t i = 0; i < input->point_count; i++) {
		const struct config *config = &input->configs[input->points[i].config];

		if (points == NULL || !slice_eq(config->line, key)) {
			json_t *line = json_object();

			key = config->line;
			points = json_array();
			json_add(line, "key", json_text(key));
			json_add(line, "label", json_text(config->label));
			json_add_text(line, "mode", slice_str(memcg_mode_name(config->mode)));
			json_add(line, "points", points);
			json_push(lines, line);
		}
		json_push(points, point_to_json(&input->points[i]));
	}
	return lines;
}

static json_t *series_to_json(const struct overhead_input *input)
{
	json_t *json = json_object(), *kernels = json_array();

	for (size_t i = 0; i < input->kernel_count; i++)
		json_push(kernels, kernel_to_json(input->kernel_slugs[i], input->kernels[i],
						  SLICE_NONE, SLICE_NONE));
	json_add(json, "metric", report_metric_json(&input->metrics[0]));
	json_add(json, "machine", machine_to_json(input->machine_slugs[0], input->machines[0]));
	json_add(json, "kernels", kernels);
	json_add(json, "lines", lines_to_json(input));
	return json;
}

/* Machines are not pooled: with several, one has to be named. */
static enum err check_machine(const struct overhead_input *input, struct error *err)
{
	struct buf names;
	enum err e;

	if (input->machine_count == 0)
		return error_set(err, ERR_NOT_FOUND, "no samples of this metric on this machine");
	if (input->machine_count == 1)
		return OK;
	buf_init(&names);
	for (size_t i = 0; i < input->machine_count; i++)
		buf_addf(&names, "%s%.*s", i > 0 ? ", " : "", SLICE_FMT(input->machine_slugs[i]));
	e = error_set(err, ERR_CONFLICT, "measured on several machines, machine= may be %.*s",
		      SLICE_FMT(buf_slice(&names)));
	buf_release(&names);
	return e;
}

enum err api_series(struct request *request, struct reply *reply, struct error *err)
{
	struct metric metric = {
		.benchmark = request_param(request, "benchmark"),
		.name = request_param(request, "metric"),
		.labels = request_param(request, "labels"),
		.unit = request_param(request, "unit"),
	};
	struct overhead_input input;
	enum err e;

	if (metric.name.n == 0)
		return error_set(err, ERR_INPUT, "metric=NAME is needed; /api/v1/metrics has them");
	e = store_series(request->store, request->arena, request_param(request, "machine"), &metric,
			 &input, err);
	if (e == OK)
		e = check_machine(&input, err);
	return e == OK ? reply_json(reply, series_to_json(&input)) : e;
}
