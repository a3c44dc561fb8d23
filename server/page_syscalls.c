/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/report_lists.h"
#include "lib/report_syscalls.h"
#include "server/list.h"
#include "server/load.h"
#include "server/page.h"
#include "server/page_runs.h"
#include "server/route.h"

static enum err reply_text(struct request *request, struct reply *reply, struct slice title,
			   struct slice meta, struct buf *text, struct error *err)
{
	return page_reply(reply, request, &(struct page){ "syscalls.html", title, meta, text },
			  err);
}

/* Without parameters: how to use it, and what there is. */
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
	report_paragraph(
		&text,
		SLICE("System calls of runs side by side, as perf trace -s sums them: "
		      "runs=WHAT,WHAT, up to 9, the first is the baseline. WHAT is a run's "
		      "id or name, or a kernel that has one run."),
		&options);
	report_paragraph(
		&text, arena_printf(request->arena, "%.*s?runs=WHAT,WHAT", SLICE_FMT(options.link)),
		&options);
	options.link = SLICE_NONE;
	page_add_runs(&text, request, &runs, SLICE_NONE, &options);
	e = reply_text(request, reply, SLICE("System calls of runs"),
		       SLICE("Choose runs that hold a summary of perf trace -s."), &text, err);
	buf_release(&text);
	return e;
}

enum err page_syscalls(struct request *request, struct reply *reply, struct error *err)
{
	const struct report_options options = page_report_options(request);
	struct syscalls syscalls;
	struct column *columns;
	struct buf text;
	size_t count;
	enum err e;

	if (request->format == FORMAT_JSON)
		return api_syscalls(request, reply, err);
	if (request_param(request, "runs").n == 0)
		return page_usage(request, reply, err);
	e = load_columns(request, "runs", &columns, &count, err);
	if (e == OK)
		e = syscalls_build(request->arena, columns, count, &syscalls, err);
	if (e != OK)
		return e;
	buf_init(&text);
	report_syscalls(&text, &syscalls, &options);
	e = reply_text(request, reply, report_syscalls_headline(request->arena, &syscalls),
		       SLICE("Calls, total time and time a call, as perf trace -s sums them."),
		       &text, err);
	buf_release(&text);
	return e;
}
