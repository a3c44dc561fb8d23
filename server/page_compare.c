/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/headline.h"
#include "server/list.h"
#include "server/load.h"
#include "server/page.h"
#include "server/page_runs.h"
#include "server/route.h"

/* Without parameters: how to use it, and what there is to compare. */
static enum err page_usage(struct request *request, struct reply *reply, struct error *err)
{
	struct report_options options = page_report_options(request);
	struct store_filter latest = { .limit = LIST_LIMIT_DEFAULT };
	struct store_runs runs;
	struct buf text;
	enum err e = store_runs(request->store, request->arena, &latest, &runs, err);

	if (e != OK)
		return e;
	buf_init(&text);
	report_paragraph(&text,
			 SLICE("Compare runs: base=WHAT is the baseline, new=WHAT what is held "
			       "against it, up to 8 times or with ',' between. WHAT is a run's id "
			       "or name, or a kernel that has one run."),
			 &options);
	report_paragraph(
		&text,
		arena_printf(request->arena, "%.*s?base=WHAT&new=WHAT", SLICE_FMT(options.link)),
		&options);
	options.link = SLICE_NONE;
	page_add_runs(&text, request, &runs, SLICE_NONE, &options);
	e = page_reply(reply, request,
		       &(struct page){ "compare.html", SLICE("Compare runs"),
				       SLICE("Choose a baseline and what is held against it."),
				       &text },
		       err);
	buf_release(&text);
	return e;
}

enum err page_compare(struct request *request, struct reply *reply, struct error *err)
{
	const struct report_options options = page_report_options(request);
	struct comparison whole, comparison;
	struct headline headline;
	struct buf text;
	enum err e;

	if (request->format == FORMAT_JSON)
		return api_compare(request, reply, err);
	if (request_param(request, "base").n == 0 && request_param(request, "new").n == 0)
		return page_usage(request, reply, err);
	e = load_picked(request, &whole, &comparison, err);
	if (e != OK)
		return e;
	headline = headline_compare(request->arena, &whole);
	buf_init(&text);
	report_compare(&text, &comparison, &options);
	e = page_reply(reply, request,
		       &(struct page){ "compare.html", headline.title, headline.meta, &text }, err);
	buf_release(&text);
	return e;
}
