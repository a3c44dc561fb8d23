/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/page_tallies.h"

#include <inttypes.h>

#include "lib/report_texts.h"

enum { COLUMNS = 3 };

enum err page_add_tallies(struct buf *text, const struct request *request,
			  const struct tallied *lists, int64_t rowid,
			  const struct report_options *options, struct error *err)
{
	static const struct slice heads[COLUMNS] = { SLICE("what"), SLICE("name"), SLICE("runs") };
	struct arena *arena = request->arena;
	struct slice *cells = NULL;
	size_t count = 0, capacity = 0;

	for (size_t i = 0; i < TALLIED_LISTS; i++) {
		struct slice what = slice_str(lists[i].list);
		struct store_tally *tallies = NULL;
		size_t n = 0;
		enum err e = store_tallies(request->store, arena, lists[i].what, rowid, &tallies,
					   &n, err);

		if (e != OK)
			return e;
		for (size_t k = 0; k < n; k++) {
			ARENA_PUSH(arena, cells, count, capacity, slice_head(what, what.n - 1));
			ARENA_PUSH(arena, cells, count, capacity, tallies[k].name);
			ARENA_PUSH(arena, cells, count, capacity,
				   arena_printf(arena, "%" PRId64, tallies[k].runs));
		}
	}
	report_texts(text, SLICE("Runs by what they have:"),
		     &(struct report_texts){ heads, COLUMNS, 2, cells, count / COLUMNS }, options);
	return OK;
}
