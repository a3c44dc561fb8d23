/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where a text may lead. A browser goes on where that is one place; other clients read its name. */
#include <string.h>

#include "lib/report_lists.h"
#include "lib/report_texts.h"
#include "server/page.h"
#include "server/route.h"
#include "server/search.h"
#include "server/server.h"

static const char usage[] =
	"q=TEXT finds a kernel by any of its names or the hash of its commit, a run by its name or "
	"id, a machine, a benchmark, a metric, a function of a profile, and by a Message-ID what "
	"is "
	"said in that mail. The beginning of a name is enough; of kernels, machines, benchmarks "
	"and metrics any part of it.";

static struct slice title_of(const struct request *request, const struct search *search)
{
	struct slice shown = slice_head(search->text, 64);

	if (search->text.n == 0)
		return SLICE("Find a kernel, a run, a metric, ...");
	if (search->count == 0)
		return arena_printf(request->arena, "Nothing is called '%.*s'", SLICE_FMT(shown));
	return arena_printf(request->arena, "%zu place%s for '%.*s'", search->count,
			    search->count == 1 ? "" : "s", SLICE_FMT(shown));
}

static struct slice meta_of(const struct search *search)
{
	if (search->text.n > 0 && search->count == 0)
		return SLICE(
			"Less of the name finds more; the lists of runs and kernels have all.");
	return search->cut ? SLICE("There are more: more of the name finds fewer.")
			   : SLICE("By name, commit, Message-ID or id.");
}

static void add_csv(struct buf *text, const struct request *request, const struct search *search,
		    const struct report_options *options)
{
	static const struct slice heads[] = { SLICE("what"), SLICE("name"), SLICE("more"),
					      SLICE("address") };
	enum { COLUMNS = ARRAY_SIZE(heads) };
	struct slice *cells = ARENA_ARRAY(request->arena, search->count * COLUMNS, struct slice);
	struct slice *row = cells;

	for (size_t i = 0; i < search->count; i++, row += COLUMNS) {
		const struct search_hit *hit = &search->hits[i];

		row[0] = slice_str(hit->kind);
		row[1] = hit->name;
		row[2] = hit->about;
		row[3] = hit->address;
	}
	report_texts(text, SLICE_NONE,
		     &(struct report_texts){ heads, COLUMNS, COLUMNS, cells, search->count },
		     options);
}

static void add_hits(struct buf *text, const struct request *request, const struct search *search,
		     const struct report_options *options)
{
	for (size_t i = 0; i < search->count; i++) {
		const struct search_hit *hit = &search->hits[i];

		report_paragraph(text,
				 arena_printf(request->arena, "%s %.*s%s%.*s: %.*s%.*s", hit->kind,
					      SLICE_FMT(hit->name), hit->about.n > 0 ? ", " : "",
					      SLICE_FMT(hit->about),
					      SLICE_FMT(request->server->public_url),
					      SLICE_FMT(hit->address)),
				 options);
	}
}

/* The hits as links, under the names of their kinds: of a reader without scripts too. */
static struct slice links_of(const struct request *request, const struct search *search)
{
	struct buf buf;
	struct slice out;

	buf_init(&buf);
	for (size_t i = 0; i < search->count; i++) {
		const struct search_hit *hit = &search->hits[i];

		if (i == 0)
			buf_adds(&buf, "<dl class=\"found\">\n");
		if (i == 0 || strcmp(hit->kind, search->hits[i - 1].kind) != 0)
			buf_addf(&buf, "<dt>%s</dt>\n", hit->kind);
		buf_adds(&buf, "<dd><a href=\"");
		buf_add_html(&buf, hit->address);
		buf_adds(&buf, "\">");
		buf_add_html(&buf, hit->name);
		buf_adds(&buf, "</a> <span class=\"note\">");
		buf_add_html(&buf, hit->about);
		buf_adds(&buf, "</span></dd>\n");
	}
	buf_adds(&buf, search->count > 0 ? "</dl>" : "");
	out = arena_slice(request->arena, buf_slice(&buf));
	buf_release(&buf);
	return out;
}

static enum err lead_on(const struct request *request, struct reply *reply, struct slice address)
{
	reply->status = 303;
	reply_header(reply, "Location", arena_cstr(request->arena, address));
	return OK;
}

enum err page_search(struct request *request, struct reply *reply, struct error *err)
{
	const struct report_options options = page_report_options(request);
	struct page page = { .shell = "search.html" };
	struct search search;
	struct buf text;
	enum err e;

	if (request->format == FORMAT_JSON)
		return api_search(request, reply, err);
	e = load_search(request, &search, err);
	if (e != OK)
		return e;
	if (request->format == FORMAT_HTML && search.only != NULL)
		return lead_on(request, reply, search.only->address);
	page.title = title_of(request, &search);
	page.meta = meta_of(&search);
	buf_init(&text);
	if (request->format == FORMAT_CSV) {
		add_csv(&text, request, &search, &options);
	} else {
		report_paragraph(&text, page.title, &options);
		report_paragraph(&text, search.text.n == 0 ? slice_str(usage) : page.meta,
				 &options);
		add_hits(&text, request, &search, &options);
	}
	report_texts_link(&text, &options);
	page.figure = links_of(request, &search);
	page.text = &text;
	e = page_reply(reply, request, &page, err);
	buf_release(&text);
	return e;
}
