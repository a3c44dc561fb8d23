/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs of the store in a page's text.
 * Layer: server, above page.
 */
#ifndef SERVER_PAGE_RUNS_H
#define SERVER_PAGE_RUNS_H

#include "db/store.h"
#include "lib/report_lists.h"
#include "server/page.h"

/* The run as reports take it; borrows from it. */
struct report_run page_run_of(const struct store_run *run);

/* more: address of the rest of the list; "" = none. */
void page_add_runs(struct buf *text, const struct request *request, const struct store_runs *runs,
		   struct slice more, const struct report_options *options);

#endif
