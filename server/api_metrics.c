/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/report_json.h"
#include "server/list.h"
#include "server/route.h"

static json_t *metric_to_json(const void *element)
{
	return report_metric_json(&((const struct store_metric *)element)->metric);
}

static struct list_keys keys_of(const void *element)
{
	const struct metric *metric = &((const struct store_metric *)element)->metric;

	return (struct list_keys){ { metric->benchmark, metric->name, metric->labels,
				     metric->unit } };
}

static struct metric metric_of(const struct list_keys *keys)
{
	return (struct metric){ .benchmark = keys->part[0],
				.name = keys->part[1],
				.labels = keys->part[2],
				.unit = keys->part[3] };
}

static int cmp(const struct list_keys *a, const struct list_keys *b)
{
	const struct metric x = metric_of(a), y = metric_of(b);

	return metric_cmp(&x, &y);
}

enum err api_metrics(struct request *request, struct reply *reply, struct error *err)
{
	struct list list = { .name = "metrics",
			     .element_bytes = sizeof(struct store_metric),
			     .to_json = metric_to_json,
			     .keys_of = keys_of,
			     .cmp = cmp };
	struct store_metric *metrics = NULL;
	enum err e = store_metrics(request->store, request->arena, &metrics, &list.total, err);

	list.elements = metrics;
	return e == OK ? list_reply(request, reply, &list, NULL, err) : e;
}
