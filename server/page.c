/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/page.h"

#include "lib/report_lists.h"
#include "server/assets.h"
#include "server/route.h"
#include "server/server.h"

/* What all pages begin with: the link to the page itself among those of the list is marked. */
static void add_top(struct buf *out, const struct request *request)
{
	struct slice path = request->path, rest;
	struct asset top;
	enum format suffix;
	size_t at;

	if (!asset_find(request->server, request->arena, SLICE("top.html"), &top))
		return;
	(void)request_suffix(&path, &suffix);
	rest = arena_printf(request->arena, "<a href=\"%.*s\"", SLICE_FMT(path));
	at = slice_find(top.bytes, arena_cstr(request->arena, rest));
	if (at < top.bytes.n)
		at += rest.n;
	buf_add(out, slice_head(top.bytes, at));
	if (at < top.bytes.n)
		buf_adds(out, " aria-current=\"page\"");
	buf_add(out, slice_skip(top.bytes, at));
}

/* What to do first, on every page that shows results, while there is none. */
static void add_first_steps(struct buf *out)
{
	buf_adds(out,
		 "<section class=\"first\" aria-label=\"First steps\">\n<p>Nothing is stored yet. "
		 "<code>memcgperf ingest --db DATABASE work/log</code> keeps results here; "
		 "<a href=\"/upload\">Upload</a> takes them from a browser, from curl and from "
		 "<code>memcgperf push</code>.</p>\n</section>\n");
}

static void add_first_steps_text(struct buf *out, const struct request *request)
{
	struct report_options options = page_report_options(request);

	report_paragraph(out,
			 SLICE("Nothing is stored yet. 'memcgperf ingest --db DATABASE work/log' "
			       "keeps results here, 'memcgperf push work/log' sends them:"),
			 &options);
	report_paragraph(
		out,
		arena_printf(request->arena, "%.*s/upload", SLICE_FMT(request->server->public_url)),
		&options);
}

/* Cuts the name of a slot off *shell and adds what belongs there; false when it begins with none.
 */
static bool fill_slot(struct buf *out, struct slice *shell, const struct request *request,
		      const struct page *page, bool is_empty)
{
	if (slice_take(shell, "{{top}}\n")) {
		add_top(out, request);
		if (is_empty)
			add_first_steps(out);
	} else if (slice_take(shell, "{{figure}}"))
		buf_add(out, page->figure);
	else if (slice_take(shell, "{{title}}"))
		buf_add_html(out, page->title);
	else if (slice_take(shell, "{{meta}}"))
		buf_add_html(out, page->meta);
	else if (slice_take(shell, "{{text}}"))
		buf_add_html(out, buf_slice(page->text));
	else
		return false;
	return true;
}

/* Copies shell into out with its slots filled. */
static void fill(struct buf *out, struct slice shell, const struct request *request,
		 const struct page *page, bool is_empty)
{
	while (shell.n > 0) {
		size_t n = slice_find(shell, "{{");

		buf_add(out, slice_head(shell, n));
		shell = slice_skip(shell, n);
		if (fill_slot(out, &shell, request, page, is_empty))
			continue;
		buf_add(out, slice_head(shell, 1)); /* two braces that are no slot, or the end */
		shell = slice_skip(shell, 1);
	}
}

static bool reply_html(struct reply *reply, const struct request *request, const struct page *page,
		       bool is_empty)
{
	struct asset shell;

	if (!asset_find(request->server, request->arena, slice_str(page->shell), &shell))
		return false;
	fill(&reply->body, shell.bytes, request, page, is_empty);
	reply_header(reply, "Content-Type", "text/html; charset=utf-8");
	return true;
}

static const char *text_type(enum format format)
{
	switch (format) {
	case FORMAT_CSV:
		return "text/csv; charset=utf-8; header=present";
	case FORMAT_MARKDOWN:
		return "text/markdown; charset=utf-8";
	default:
		return "text/plain; charset=utf-8";
	}
}

/* Whether the page would show runs, and there is none. */
static enum err lacks_runs(const struct request *request, const struct page *page, bool *out,
			   struct error *err)
{
	const struct store_filter any = { .limit = 1 };
	struct store_runs runs = { NULL };
	enum err e = OK;

	if (!page->needs_no_runs)
		e = store_runs(request->store, request->arena, &any, &runs, err);
	*out = !page->needs_no_runs && runs.count == 0;
	return e;
}

static enum err reply_page(struct reply *reply, const struct request *request,
			   const struct page *page, bool is_empty, struct error *err)
{
	if (page->text->failed)
		return error_set(err, ERR_BUG, "no memory for the page");
	if (request->format != FORMAT_HTML) {
		buf_add(&reply->body, buf_slice(page->text));
		reply_header(reply, "Content-Type", text_type(request->format));
		return OK;
	}
	if (!reply_html(reply, request, page, is_empty))
		return error_set(err, ERR_BUG, "the page %s is not in this program", page->shell);
	return OK;
}

enum err page_reply(struct reply *reply, const struct request *request, const struct page *page,
		    struct error *err)
{
	struct page shown = *page;
	struct buf text;
	bool is_empty;
	enum err e = lacks_runs(request, page, &is_empty, err);

	if (e != OK)
		return e;
	buf_init(&text);
	if (is_empty) {
		add_first_steps_text(&text, request);
		buf_add(&text, buf_slice(page->text));
		shown.text = &text;
	}
	e = reply_page(reply, request, &shown, is_empty, err);
	buf_release(&text);
	return e;
}

void page_error(struct reply *reply, const struct request *request, struct slice title,
		struct slice detail)
{
	struct buf text;
	struct page page = { "error.html", title, detail, &text, .needs_no_runs = true };

	buf_init(&text);
	buf_add(&text, title);
	buf_adds(&text, ": ");
	buf_add(&text, detail);
	buf_addc(&text, '\n');
	if (!reply_html(reply, request, &page, false)) {
		buf_add(&reply->body, buf_slice(&text));
		reply_header(reply, "Content-Type", text_type(FORMAT_TEXT));
	}
	buf_release(&text);
}

struct slice page_address(const struct request *request)
{
	struct slice path = request->path;
	struct slice query = request_canonical_query(request, slice_str(request->route->query));
	enum format suffix;

	(void)request_suffix(&path, &suffix);
	return arena_printf(request->arena, "%.*s%.*s%s%.*s",
			    SLICE_FMT(request->server->public_url), SLICE_FMT(path),
			    query.n > 0 ? "?" : "", SLICE_FMT(query));
}

struct slice page_next(const struct request *request, struct slice next)
{
	struct buf link;
	struct slice query, out;

	if (next.n == 0)
		return SLICE_NONE;
	query = request_query_without(request, slice_str(request->route->query), "cursor");
	buf_init(&link);
	buf_add(&link, request->server->public_url);
	buf_add(&link, request->path);
	buf_addc(&link, '?');
	buf_add(&link, query);
	buf_adds(&link, query.n > 0 ? "&cursor=" : "cursor=");
	buf_add_url(&link, next);
	out = arena_slice(request->arena, buf_slice(&link));
	buf_release(&link);
	return out;
}

struct report_options page_report_options(const struct request *request)
{
	enum report_style style = request->format == FORMAT_CSV        ? REPORT_CSV
				  : request->format == FORMAT_MARKDOWN ? REPORT_MARKDOWN
								       : REPORT_TEXT;

	return (struct report_options){ .style = style, .link = page_address(request) };
}
