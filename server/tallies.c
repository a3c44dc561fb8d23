/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/tallies.h"

enum err tallies_add(const struct request *request, const struct tallied *tallied, int64_t rowid,
		     json_t *json, struct error *err)
{
	struct store_tally *tallies = NULL;
	size_t count = 0;
	json_t *list;
	enum err e = store_tallies(request->store, request->arena, tallied->what, rowid, &tallies,
				   &count, err);

	if (e != OK)
		return e;
	list = json_array();
	for (size_t i = 0; i < count; i++) {
		json_t *each = json_object();

		json_add(each, tallied->key, json_text(tallies[i].key));
		if (tallied->name != NULL)
			json_add(each, tallied->name, json_text(tallies[i].name));
		json_add_count(each, "runs", tallies[i].runs);
		json_push(list, each);
	}
	json_add(json, tallied->list, list);
	return OK;
}
