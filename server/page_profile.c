/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One profile, or the instructions of one of its functions; and what two profiles differ in. */
#include <math.h>

#include "lib/report_lists.h"
#include "server/list.h"
#include "server/load.h"
#include "server/load_profile.h"
#include "server/page.h"
#include "server/route.h"

/* This page's path with its query, but for the root: what frames link to. */
static struct slice flame_link(const struct request *request)
{
	struct slice path = request->path;
	struct slice query =
		request_query_without(request, slice_str(request->route->query), "root");
	enum format suffix;

	(void)request_suffix(&path, &suffix);
	return arena_printf(request->arena, "%.*s%s%.*s", SLICE_FMT(path), query.n > 0 ? "?" : "",
			    SLICE_FMT(query));
}

/* Draws into svg. ERR_INPUT for a root that is none. */
static enum err draw(const struct request *request, const struct flame *flame, struct slice title,
		     enum flame_width width, struct buf *svg, struct error *err)
{
	struct slice root = request_param(request, "root");
	struct flame_options options = {
		.title = title,
		.link = flame_link(request),
		.width = width,
		.style = request->format == FORMAT_SVG ? FLAME_LINKED : FLAME_INLINE,
	};

	if (root.n > 0)
		options.root = flame_find(flame, root);
	if (root.n > 0 && options.root == 0 &&
	    !slice_eq(root, flame_path(request->arena, flame, 0)))
		return error_set(err, ERR_NOT_FOUND, "no frame '%.*s' in this flame graph",
				 SLICE_FMT(root));
	flame_svg(request->arena, svg, flame, &options);
	return OK;
}

static enum err reply_svg(struct reply *reply, const struct buf *svg, struct error *err)
{
	if (svg->failed)
		return error_set(err, ERR_BUG, "no memory for the flame graph");
	buf_add(&reply->body, buf_slice(svg));
	reply_header(reply, "Content-Type", "image/svg+xml");
	return OK;
}

/* The page with text and figure, or the figure alone. */
static enum err reply_page(const struct request *request, struct reply *reply, struct page *page,
			   const struct buf *svg, struct error *err)
{
	if (request->format == FORMAT_SVG)
		return reply_svg(reply, svg, err);
	page->figure = buf_slice(svg);
	return page_reply(reply, request, page, err);
}

/* ------------------------------------------------------------------ one profile */

static struct slice profile_title(struct arena *arena, const struct loaded_profile *loaded)
{
	struct share share = profile_share(&loaded->sum, loaded->sum.strict);
	struct slice event = loaded->profile.event;

	if (isnan(share.part))
		return arena_printf(arena, "A profile of %.*s", SLICE_FMT(loaded->run.name));
	return arena_printf(arena, "memcg takes %.2f %% of %.*s in %.*s.", 100 * share.part,
			    SLICE_FMT(event.n > 0 ? event : SLICE("the profile")),
			    SLICE_FMT(loaded->run.name));
}

static struct slice profile_meta(struct arena *arena, const struct loaded_profile *loaded)
{
	return arena_printf(arena, "%.*s: %.*s.",
			    SLICE_FMT(report_profile_what(arena, &loaded->profile)),
			    SLICE_FMT(report_profile_answer(arena, &loaded->sum)));
}

static enum err draw_profile(const struct request *request, const struct loaded_profile *loaded,
			     struct buf *svg, struct error *err)
{
	struct flame flame;
	bool all;
	enum err e = load_filter(request, true, &all, err);

	if (e != OK)
		return e;
	if (loaded->profile.node_count == 0 || loaded->sum.whole <= 0) {
		buf_adds(svg, "<p class=\"note\">No counted call chains in this profile, so there "
			      "is no flame graph.</p>");
		return request->format == FORMAT_SVG
			       ? error_set(err, ERR_NOT_FOUND, "profile %.*s has no call chains",
					   SLICE_FMT(loaded->row.id))
			       : OK;
	}
	flame_of(request->arena, &loaded->profile, &loaded->sum, !all, &flame);
	return draw(request, &flame, profile_meta(request->arena, loaded), FLAME_WIDTH_B, svg, err);
}

static enum err show_profile(const struct request *request, struct reply *reply, struct error *err)
{
	const struct report_options options = page_report_options(request);
	struct loaded_profile loaded;
	struct buf text, svg;
	struct page page = { .shell = "profile.html", .text = &text };
	enum err e = load_profile(request, &loaded, err);

	if (e != OK)
		return e;
	buf_init(&text);
	buf_init(&svg);
	page.title = profile_title(request->arena, &loaded);
	page.meta = profile_meta(request->arena, &loaded);
	e = draw_profile(request, &loaded, &svg, err);
	if (e == OK) {
		report_profile(&text, &loaded.report, &options);
		e = reply_page(request, reply, &page, &svg, err);
	}
	buf_release(&svg);
	buf_release(&text);
	return e;
}

static enum err show_function(const struct request *request, struct reply *reply, struct error *err)
{
	const struct report_options options = page_report_options(request);
	struct slice symbol = request_param(request, "symbol");
	struct report_instruction *list = NULL;
	struct page page = { .shell = "profile.html" };
	struct store_profile row;
	struct store_run run;
	struct buf text;
	size_t count = 0;
	enum err e = load_profile_row(request, &run, &row, err);

	if (e == OK)
		e = load_instructions(request, &run, &list, &count, err);
	if (e == OK && count == 0)
		e = error_set(err, ERR_NOT_FOUND, "run %.*s has no instructions of '%.*s'",
			      SLICE_FMT(run.name), SLICE_FMT(symbol));
	if (e != OK)
		return e;
	buf_init(&text);
	report_annotate(&text, run.name, symbol, list, count, &options);
	page.text = &text;
	page.title = arena_printf(request->arena, "Instructions of %.*s", SLICE_FMT(symbol));
	page.meta = arena_printf(request->arena, "%zu instructions, in run %.*s.", count,
				 SLICE_FMT(run.name));
	e = page_reply(reply, request, &page, err);
	buf_release(&text);
	return e;
}

enum err page_profile(struct request *request, struct reply *reply, struct error *err)
{
	bool function = request_param(request, "symbol").n > 0;

	if (request->format == FORMAT_JSON)
		return function ? api_profile_instructions(request, reply, err)
				: api_profile(request, reply, err);
	if (function && request->format != FORMAT_SVG)
		return show_function(request, reply, err);
	return show_profile(request, reply, err);
}

/* ------------------------------------------------------------------ two profiles */

static enum err width_of(const struct request *request, enum flame_width *out, struct error *err)
{
	static const char *const names[] = { "after", "before", "both" };
	struct slice width = request_param(request, "width");

	*out = FLAME_WIDTH_B;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (slice_is(width, names[i]))
			*out = (enum flame_width)i;
	if (width.n > 0 && !slice_is(width, names[*out]))
		return error_set(err, ERR_INPUT, "width is after, before or both");
	return OK;
}

static enum err draw_diff(const struct request *request, const struct loaded_diff *loaded,
			  struct slice title, struct buf *svg, struct error *err)
{
	enum flame_width width;
	struct flame flame;
	enum err e = width_of(request, &width, err);

	if (e != OK)
		return e;
	if (loaded->a.profile.node_count == 0 || loaded->b.profile.node_count == 0) {
		buf_adds(svg, "<p class=\"note\">Not both have call chains, so there is no flame "
			      "graph.</p>");
		return request->format == FORMAT_SVG
			       ? error_set(err, ERR_NOT_FOUND, "not both have call chains")
			       : OK;
	}
	flame_of_two(request->arena, &loaded->a.profile, &loaded->a.sum, &loaded->b.profile,
		     &loaded->b.sum, !loaded->all, &flame);
	return draw(request, &flame, title, width, svg, err);
}

static enum err add_latest(const struct request *request, struct buf *text,
			   const struct report_options *options, struct error *err)
{
	struct store_profile_of *list = NULL;
	struct report_profile_row *rows;
	size_t count = 0;
	enum err e = store_latest_profiles(request->store, request->arena, LIST_LIMIT_DEFAULT,
					   &list, &count, err);

	if (e != OK)
		return e;
	rows = ARENA_ARRAY(request->arena, count, struct report_profile_row);
	for (size_t i = 0; i < count; i++) {
		const struct store_profile *profile = &list[i].profile;

		rows[i] = (struct report_profile_row){
			profile->id,
			list[i].run_name,
			profile->event.n > 0    ? profile->event
			: profile->metric.n > 0 ? profile->metric
						: profile->source,
			profile->memcg_percent,
			profile->samples,
		};
	}
	report_profiles(text, rows, count, options);
	return OK;
}

/* Without parameters: how to use it, and what there is. */
static enum err show_usage(struct request *request, struct reply *reply, struct error *err)
{
	const struct report_options options = page_report_options(request);
	struct buf text;
	struct page page = { .shell = "profile-diff.html",
			     .title = SLICE("Compare two profiles"),
			     .meta = SLICE("Choose what was before and what came after."),
			     .text = &text };
	enum err e;

	buf_init(&text);
	report_paragraph(&text,
			 SLICE("Two profiles: a=PROFILE is before, b=PROFILE after. PROFILE is its "
			       "id, or a run or a kernel: then its first profile."),
			 &options);
	report_paragraph(
		&text,
		arena_printf(request->arena, "%.*s?a=PROFILE&b=PROFILE", SLICE_FMT(options.link)),
		&options);
	e = add_latest(request, &text, &options, err);
	if (e == OK)
		e = page_reply(reply, request, &page, err);
	buf_release(&text);
	return e;
}

static enum err show_diff(const struct request *request, struct reply *reply, struct error *err)
{
	const struct report_options options = page_report_options(request);
	struct loaded_diff loaded;
	struct buf text, svg;
	struct page page = { .shell = "profile-diff.html", .text = &text };
	enum err e = load_profile_diff(request, &loaded, err);

	if (e != OK)
		return e;
	buf_init(&text);
	buf_init(&svg);
	page.title =
		arena_printf(request->arena, "%.*s.",
			     SLICE_FMT(report_profile_diff_answer(request->arena, &loaded.diff)));
	page.meta =
		arena_printf(request->arena, "Before: %.*s. After: %.*s.",
			     SLICE_FMT(loaded.a.report.about), SLICE_FMT(loaded.b.report.about));
	e = draw_diff(request, &loaded, page.meta, &svg, err);
	if (e == OK) {
		report_profile_diff(&text, &loaded.a.report, &loaded.b.report, &loaded.diff,
				    loaded.all, &options);
		e = reply_page(request, reply, &page, &svg, err);
	}
	buf_release(&svg);
	buf_release(&text);
	return e;
}

enum err page_profile_diff(struct request *request, struct reply *reply, struct error *err)
{
	bool asked = request_param(request, "a").n > 0 || request_param(request, "b").n > 0;

	if (request->format == FORMAT_JSON)
		return api_profile_diff(request, reply, err);
	if (!asked && request->format != FORMAT_SVG)
		return show_usage(request, reply, err);
	return show_diff(request, reply, err);
}
