/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/headline.h"
#include "server/load.h"
#include "server/page.h"
#include "server/route.h"

enum err page_overhead(struct request *request, struct reply *reply, struct error *err)
{
	const struct report_options options = page_report_options(request);
	struct report_filter filter;
	struct overhead overhead;
	struct headline headline;
	struct buf text;
	enum err e;

	if (request->format == FORMAT_JSON)
		return api_overhead(request, reply, err);
	e = load_overhead(request, &overhead, &filter, err);
	if (e != OK)
		return e;
	headline = headline_overhead(request->arena, &overhead, &filter);
	buf_init(&text);
	load_add_range(&text, request, &options);
	report_overhead(&text, &overhead, &filter, &options);
	e = page_reply(reply, request,
		       &(struct page){ "overhead.html", headline.title, headline.meta, &text },
		       err);
	buf_release(&text);
	return e;
}
