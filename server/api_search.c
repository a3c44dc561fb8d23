/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/route.h"
#include "server/search.h"

static json_t *hit_to_json(const struct search_hit *hit)
{
	json_t *json = json_object();

	json_add_text(json, "kind", slice_str(hit->kind));
	json_add_text(json, "name", hit->name);
	json_add_text(json, "about", hit->about);
	json_add_text(json, "address", hit->address);
	json_add_bool(json, "exact", hit->exact);
	return json;
}

enum err api_search(struct request *request, struct reply *reply, struct error *err)
{
	json_t *json, *hits;
	struct search search;
	enum err e = load_search(request, &search, err);

	if (e != OK)
		return e;
	json = json_object();
	hits = json_array();
	for (size_t i = 0; i < search.count; i++)
		json_push(hits, hit_to_json(&search.hits[i]));
	json_add(json, "hits", hits);
	if (search.cut)
		json_add_bool(json, "cut", true);
	if (search.only != NULL)
		json_add_text(json, "address", search.only->address);
	return reply_json(reply, json);
}
