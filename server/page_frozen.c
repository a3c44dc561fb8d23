/* SPDX-License-Identifier: GPL-2.0-or-later */
/* /c/ID: what was frozen, as it was sent; above it what became of its runs. */
#include "lib/mail_id.h"
#include "lib/report_lists.h"
#include "server/frozen.h"
#include "server/page.h"
#include "server/route.h"

static void add_banner(struct buf *text, const struct request *request,
		       const struct frozen_page *page, const struct report_options *options)
{
	for (size_t i = 0; i < page->run_count; i++) {
		const struct store_frozen_run *run = &page->runs[i];

		if (run->withdrawn_s > 0)
			report_paragraph(
				text,
				arena_printf(
					request->arena,
					"Run %.*s (%.*s) was withdrawn at %.*s UTC%s%.*s. The "
					"numbers stand as they were frozen.",
					SLICE_FMT(run->id), SLICE_FMT(run->name),
					SLICE_FMT(report_time(request->arena, run->withdrawn_s)),
					run->withdrawn_why.n > 0 ? ": " : "",
					SLICE_FMT(run->withdrawn_why)),
				options);
	}
	for (size_t i = 0; i < page->mail_count; i++)
		report_paragraph(
			text,
			arena_printf(request->arena, "Discussed in %.*s",
				     SLICE_FMT(mail_id_link(request->arena, page->mails[i].id))),
			options);
}

static struct slice form_of(const struct request *request, const struct frozen_forms *forms)
{
	switch (request->format) {
	case FORMAT_CSV:
		return forms->csv;
	case FORMAT_MARKDOWN:
		return forms->markdown;
	default:
		return forms->text;
	}
}

enum err page_frozen(struct request *request, struct reply *reply, struct error *err)
{
	const struct report_options options = page_report_options(request);
	struct page shown = { .shell = "compare.html" };
	struct frozen_page page;
	struct buf text;
	enum err e;

	if (request->format == FORMAT_JSON)
		return api_comparison(request, reply, err);
	e = load_frozen(request, &page, err);
	if (e != OK)
		return e;
	buf_init(&text);
	if (request->format != FORMAT_CSV)
		add_banner(&text, request, &page, &options);
	buf_add(&text, form_of(request, &page.frozen.forms));
	shown.title = page.frozen.forms.title;
	shown.meta = arena_printf(
		request->arena, "Frozen %.*s: these numbers do not change.",
		SLICE_FMT(slice_head(report_time(request->arena, page.frozen.frozen_s), 10)));
	shown.text = &text;
	e = page_reply(reply, request, &shown, err);
	buf_release(&text);
	return e;
}
