/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The first page: what memcg costs now, and the latest runs. */
#include "server/headline.h"
#include "server/load.h"
#include "server/page.h"
#include "server/page_runs.h"
#include "server/route.h"

enum { LATEST_RUNS = 10 };

enum err page_home(struct request *request, struct reply *reply, struct error *err)
{
	const struct report_options options = page_report_options(request);
	struct store_filter latest = { .limit = LATEST_RUNS };
	struct report_filter filter;
	struct overhead overhead;
	struct headline headline;
	struct store_runs runs;
	struct buf text;
	enum err e;

	if (request->format == FORMAT_JSON)
		return api_index(request, reply, err);
	e = load_overhead(request, &overhead, &filter, err);
	if (e == OK)
		e = store_runs(request->store, request->arena, &latest, &runs, err);
	if (e != OK)
		return e;
	headline = headline_overhead(request->arena, &overhead, &filter);
	buf_init(&text);
	report_paragraph(&text, headline.title, &options);
	page_add_runs(&text, request, &runs, SLICE_NONE, &options);
	e = page_reply(reply, request,
		       &(struct page){ "index.html", headline.title, headline.meta, &text }, err);
	buf_release(&text);
	return e;
}
