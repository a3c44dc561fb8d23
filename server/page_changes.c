/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/report_changes.h"
#include "server/load.h"
#include "server/page.h"
#include "server/route.h"

enum err page_changes(struct request *request, struct reply *reply, struct error *err)
{
	const struct report_options options = page_report_options(request);
	struct page page = { .shell = "changes.html",
			     .meta = SLICE("Change points of each metric over kernels, held "
					   "against their samples.") };
	struct changes changes;
	struct buf text, lede;
	enum err e;

	if (request->format == FORMAT_JSON)
		return api_changes(request, reply, err);
	e = load_changes(request, &changes, err);
	if (e != OK)
		return e;
	buf_init(&text);
	buf_init(&lede);
	report_changes_lede(&lede, &changes);
	report_changes(&text, &changes, &options);
	page.title = arena_slice(request->arena, buf_slice(&lede));
	page.text = &text;
	e = page_reply(reply, request, &page, err);
	buf_release(&lede);
	buf_release(&text);
	return e;
}
