/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/report_latency.h"
#include "lib/report_lists.h"
#include "server/page.h"
#include "server/route.h"
#include "server/traced.h"

/* "Median of @usecs: 16-32 on 6.11, 8-16 on 6.12." of the histogram with the most values. */
static struct slice headline(struct arena *arena, const struct latency *latency)
{
	const struct latency_row *row = &latency->rows[0];
	struct slice out;

	for (size_t i = 1; i < latency->row_count; i++)
		if (latency->rows[i].cells[0].total > row->cells[0].total)
			row = &latency->rows[i];
	out = arena_printf(arena, "Median of %.*s:", SLICE_FMT(metric_title(arena, &row->metric)));
	for (size_t run = 0, told = 0; run < latency->run_count; run++) {
		struct slice range = report_range(
			arena, latency_percentile(row, &row->cells[run], latency_percentiles[0]));
		const struct traced *of = &latency->runs[run];

		if (range.n == 0)
			continue;
		out = arena_printf(arena, "%.*s%s %.*s%s%.*s on %.*s", SLICE_FMT(out),
				   told++ > 0 ? "," : "", SLICE_FMT(range),
				   row->metric.unit.n > 0 ? " " : "", SLICE_FMT(row->metric.unit),
				   SLICE_FMT(of->kernel.n > 0 ? of->kernel : of->name));
	}
	return arena_printf(arena, "%.*s.", SLICE_FMT(out));
}

static void add_usage(struct buf *text, const struct report_options *options)
{
	report_paragraph(
		text,
		SLICE("Histograms of runs side by side: base=WHAT is the first column, "
		      "new=WHAT the others, up to 8 times. WHAT is a run's id or name, or a "
		      "kernel that has one run. metric=NAME shows one histogram; prints=all "
		      "adds up all printings."),
		options);
}

enum err page_latency(struct request *request, struct reply *reply, struct error *err)
{
	const struct report_options options = page_report_options(request);
	struct page page = { "latency.html", SLICE("Histograms of runs side by side"),
			     SLICE("How long things took, by kernel."), NULL };
	struct latency latency;
	struct buf text;
	enum err e = OK;

	if (request->format == FORMAT_JSON)
		return api_histograms(request, reply, err);
	buf_init(&text);
	page.text = &text;
	if (request_param(request, "base").n == 0) {
		add_usage(&text, &options);
	} else if ((e = load_latency(request, &latency, err)) == OK) {
		page.title = headline(request->arena, &latency);
		page.meta = SLICE("Percentiles are the bounds of the bucket that holds them.");
		report_latency(&text, &latency, &options);
	}
	if (e == OK)
		e = page_reply(reply, request, &page, err);
	buf_release(&text);
	return e;
}
