/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The documentation: pages that tools/docs.mjs made when the program was built. */
#include "server/assets.h"
#include "server/page.h"
#include "server/route.h"

/* "Formats that are read" of Markdown that begins so; "Documentation" when it does not. */
static struct slice title_of(const struct request *request, struct slice markdown)
{
	struct slice line;
	char *title;
	size_t n = 0;

	if (!slice_line(&markdown, &line) || !slice_take(&line, "# "))
		return SLICE("Documentation");
	title = arena_alloc(request->arena, line.n);
	for (size_t i = 0; i < line.n; i++)
		if (line.p[i] != '`')
			title[n++] = line.p[i];
	return (struct slice){ title, n };
}

static bool find_form(const struct request *request, struct slice name, const char *suffix,
		      struct slice *out)
{
	struct asset asset;
	struct slice path = arena_printf(request->arena, "docs/%.*s%s", SLICE_FMT(name), suffix);

	if (!asset_find(request->server, request->arena, path, &asset))
		return false;
	*out = asset.bytes;
	return true;
}

static enum err reply_doc(struct request *request, struct reply *reply, struct slice name,
			  struct error *err)
{
	struct slice markdown, html, title;
	struct buf text;
	json_t *json;
	enum err e;

	if (!find_form(request, name, ".md", &markdown) ||
	    !find_form(request, name, ".html", &html))
		return error_set(err, ERR_NOT_FOUND, "no page '%.*s'; /docs lists them",
				 SLICE_FMT(slice_head(name, 64)));
	title = title_of(request, markdown);
	if (request->format == FORMAT_JSON) {
		json = json_object();
		json_add_text(json, "title", title);
		json_add_text(json, "markdown", markdown);
		return reply_json(reply, json);
	}
	buf_init(&text);
	buf_add(&text, markdown);
	e = page_reply(reply, request,
		       &(struct page){ "docs.html", title, title, &text, html, true }, err);
	buf_release(&text);
	return e;
}

enum err page_docs(struct request *request, struct reply *reply, struct error *err)
{
	return reply_doc(request, reply, SLICE("index"), err);
}

enum err page_doc(struct request *request, struct reply *reply, struct error *err)
{
	return reply_doc(request, reply, request_path_param(request, "doc"), err);
}
