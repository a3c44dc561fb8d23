/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>

#include "lib/report_allocs.h"
#include "lib/report_lists.h"
#include "server/page.h"
#include "server/route.h"
#include "server/traced.h"

/* "@alloc: 15.6 % of what the allocator took is waste, 1400046 of 1400070 ask to be charged." */
static struct slice headline(struct arena *arena, const struct allocs *allocs)
{
	for (size_t i = 0; i < allocs->run_count; i++) {
		const struct allocs_total *total = &allocs->totals[i];
		const struct traced *run = &allocs->runs[i];

		if (isnan(total->count))
			continue;
		return arena_printf(
			arena,
			"On %.*s, %.1f %% of what the allocator took is waste; %.0f of "
			"%.0f allocations ask to be charged.",
			SLICE_FMT(run->kernel.n > 0 ? run->kernel : run->name),
			total->allocated > 0 ? 100 * (1 - total->requested / total->allocated) : 0,
			total->accounted, total->count);
	}
	return SLICE("Allocations of runs side by side");
}

static void add_usage(struct buf *text, const struct report_options *options)
{
	report_paragraph(
		text,
		SLICE("Maps of allocations of runs side by side: base=WHAT is the first "
		      "column, new=WHAT the others, up to 8 times. WHAT is a run's id or "
		      "name, or a kernel that has one run. map=NAME is the map (" ALLOCS_MAP
		      "), keys=NAMES what the parts of its key are (" ALLOCS_KEYS
		      "), ops=N,N the operations of each run."),
		options);
}

enum err page_allocs(struct request *request, struct reply *reply, struct error *err)
{
	const struct report_options options = page_report_options(request);
	struct page page = { "allocs.html", SLICE("Allocations of runs side by side"),
			     SLICE("What was allocated, by size and flags."), NULL };
	struct allocs allocs;
	struct buf text;
	double *ops;
	enum err e = OK;

	if (request->format == FORMAT_JSON)
		return api_allocs(request, reply, err);
	buf_init(&text);
	page.text = &text;
	if (request_param(request, "base").n == 0) {
		add_usage(&text, &options);
	} else if ((e = load_allocs(request, &allocs, &ops, err)) == OK) {
		page.title = headline(request->arena, &allocs);
		page.meta = SLICE("A flag that asks for a charge is none where nothing is charged: "
				  "in the root cgroup.");
		report_allocs(&text, &allocs, ops, &options);
	}
	if (e == OK)
		e = page_reply(reply, request, &page, err);
	buf_release(&text);
	return e;
}
