/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The first page: what memcg costs now, what changed last, and the latest runs. */
#include "lib/report_changes.h"
#include "lib/report_now.h"
#include "lib/headline.h"
#include "server/load.h"
#include "server/page.h"
#include "server/page_runs.h"
#include "server/route.h"

enum { LATEST_RUNS = 10, LATEST_CHANGES = 5 };

/* From the points that the costs are made of, so that samples are read once. */
static enum err add_changes(struct buf *text, const struct request *request,
			    const struct overhead *overhead, const struct report_options *options,
			    struct error *err)
{
	struct changes changes;
	enum err e;

	changes_build(request->arena, &overhead->input, &changes);
	e = store_changes_triage(request->store, request->arena, &changes, err);
	if (e == OK)
		report_changes_latest(text, &changes, LATEST_CHANGES, options);
	return e;
}

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
	report_now(&text, &overhead, &options);
	e = add_changes(&text, request, &overhead, &options, err);
	page_add_runs(&text, request, &runs, SLICE_NONE, &options);
	if (e == OK)
		e = page_reply(reply, request,
			       &(struct page){ "index.html", headline.title, headline.meta, &text },
			       err);
	buf_release(&text);
	return e;
}
