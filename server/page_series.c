/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/report_lists.h"
#include "lib/report_series.h"
#include "server/load.h"
#include "server/page.h"
#include "server/route.h"

static const char usage[] =
	"One metric over kernels, a line for each config: metric=NAME with benchmark=NAME says "
	"which; "
	"machine=NAME where several have measured it. /api/v1/metrics lists what there is.";

static struct slice lede(const struct request *request, const struct changes *series)
{
	struct buf buf;
	struct slice out;

	buf_init(&buf);
	report_series_lede(&buf, series);
	out = arena_slice(request->arena, buf_slice(&buf));
	buf_release(&buf);
	return out;
}

enum err page_series(struct request *request, struct reply *reply, struct error *err)
{
	const struct report_options options = page_report_options(request);
	struct page page = { "series.html", SLICE("One metric over kernels"),
			     SLICE("With intervals, noise floor and changes."), NULL };
	struct changes series;
	struct buf text;
	enum err e = OK;

	if (request->format == FORMAT_JSON)
		return api_series(request, reply, err);
	buf_init(&text);
	page.text = &text;
	if (request_param(request, "metric").n == 0) {
		report_paragraph(&text, slice_str(usage), &options);
	} else if ((e = load_series(request, &series, err)) == OK) {
		page.title = lede(request, &series);
		page.meta = arena_printf(request->arena, "On %.*s; 95 %% intervals.",
					 SLICE_FMT(series.input->machines[0]));
		load_add_range(&text, request, &options);
		report_series(&text, &series, &options);
	}
	if (e == OK)
		e = page_reply(reply, request, &page, err);
	buf_release(&text);
	return e;
}
