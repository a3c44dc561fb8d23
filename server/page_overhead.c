/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/headline.h"
#include "server/load.h"
#include "server/page.h"
#include "server/route.h"

enum err page_overhead(struct request *request, struct reply *reply, struct error *err)
{
	static const struct report_filter all = { REPORT_ALL, REPORT_ALL, REPORT_ALL };
	const struct report_options options = page_report_options(request);
	struct overhead overhead;
	struct headline headline;
	struct buf text;
	enum err e;

	if (request->format == FORMAT_JSON)
		return api_overhead(request, reply, err);
	e = load_overhead(request, &overhead, err);
	if (e != OK)
		return e;
	headline = headline_overhead(request->arena, &overhead);
	buf_init(&text);
	report_overhead(&text, &overhead, &all, &options);
	e = page_reply(reply, request,
		       &(struct page){ "overhead.html", headline.title, headline.meta, &text },
		       err);
	buf_release(&text);
	return e;
}
