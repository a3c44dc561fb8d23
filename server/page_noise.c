/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/report_noise.h"
#include "server/load.h"
#include "server/page.h"
#include "server/route.h"

enum err page_noise(struct request *request, struct reply *reply, struct error *err)
{
	const struct report_options options = page_report_options(request);
	struct page page = { .shell = "noise.html",
			     .meta = SLICE("Boots of one kernel and config against each other, "
					   "machines over time, and noise floors.") };
	struct noise_view view;
	struct buf text, lede;
	enum err e;

	if (request->format == FORMAT_JSON)
		return api_noise(request, reply, err);
	e = load_noise(request, &view, err);
	if (e != OK)
		return e;
	buf_init(&text);
	buf_init(&lede);
	report_noise_lede(&lede, &view);
	report_noise(&text, &view, &options);
	page.title = arena_slice(request->arena, buf_slice(&lede));
	page.text = &text;
	e = page_reply(reply, request, &page, err);
	buf_release(&lede);
	buf_release(&text);
	return e;
}
