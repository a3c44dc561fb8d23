/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pages: a static shell of web/ with slots. {{title}}, {{meta}} and {{text}} take plain text,
 * escaped; the text is the page's content as a mail would have it. {{figure}} takes an SVG that
 * the server drew, of pages that have one; {{top}} takes top.html, the head that all pages share.
 * Scripts add the rest.
 * Layer: server, above assets.
 */
#ifndef SERVER_PAGE_H
#define SERVER_PAGE_H

#include "lib/report.h"
#include "server/reply.h"
#include "server/request.h"

struct page {
	const char *shell; /* "overhead.html" */
	struct slice title, meta;
	struct buf *text;
	struct slice figure; /* markup of ours, put in as it is; "" = none */
	bool needs_no_runs;  /* else, where nothing is stored, it says so and what to do */
};

/* Sends text in the form that the request wants: in the shell, or as it is. */
NODISCARD enum err page_reply(struct reply *reply, const struct request *request,
			      const struct page *page, struct error *err);

/* The shell for errors, else plain text. */
void page_error(struct reply *reply, const struct request *request, struct slice title,
		struct slice detail);

/* How lib/report is to write the text of this page, with the page's own address as its link. */
struct report_options page_report_options(const struct request *request);

/* The page's address below the public URL, with its query, without a suffix. */
struct slice page_address(const struct request *request);

/*
 * Address of the rest of the list that this request asks for, from the cursor next; "" when next
 * is.
 */
struct slice page_next(const struct request *request, struct slice next);

#endif
