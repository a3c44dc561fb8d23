/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/page_runs.h"

#include "server/load.h"
#include "server/route.h"

struct report_run page_run_of(const struct store_run *run)
{
	return (struct report_run){
		.id = run->id,
		.name = run->name,
		.kernel = run->kernel,
		.kernel_release = run->kernel_release,
		.config = &run->config,
		.machine = run->machine,
		.benchmarks = run->benchmarks,
		.start_s = run->start_s,
		.samples = run->samples,
		.summaries = run->summaries,
		.metrics = run->metrics,
		.boots = run->boots,
		.iterations = run->iterations,
		.transcribed = run->transcribed,
		.superseded_by = run->superseded_by,
	};
}

void page_add_runs(struct buf *text, const struct request *request, const struct store_runs *runs,
		   struct slice more, const struct report_options *options)
{
	struct report_run *list = ARENA_ARRAY(request->arena, runs->count, struct report_run);

	for (size_t i = 0; i < runs->count; i++)
		list[i] = page_run_of(&runs->runs[i]);
	report_runs(text, list, runs->count, more, options);
}

enum err page_runs(struct request *request, struct reply *reply, struct error *err)
{
	const struct report_options options = page_report_options(request);
	struct page page = { .shell = "runs.html",
			     .meta = SLICE("Latest first; each with its "
					   "kernel, config and numbers.") };
	struct store_runs runs;
	struct buf text;
	enum err e;

	if (request->format == FORMAT_JSON)
		return api_runs(request, reply, err);
	e = load_runs(request, &runs, err);
	if (e != OK)
		return e;
	buf_init(&text);
	page_add_runs(&text, request, &runs, page_next(request, runs.next), &options);
	page.title =
		arena_printf(request->arena, "%s%zu run%s", runs.next.n > 0 ? "The latest " : "",
			     runs.count, runs.count == 1 ? "" : "s");
	page.text = &text;
	e = page_reply(reply, request, &page, err);
	buf_release(&text);
	return e;
}
