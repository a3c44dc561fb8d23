/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the API and the page of a frozen comparison share; it is in server/api_comparisons.c.
 * Layer: server, above request and db.
 */
#ifndef SERVER_FROZEN_H
#define SERVER_FROZEN_H

#include "db/store_frozen.h"
#include "server/request.h"

struct frozen_page {
	struct store_frozen frozen;
	struct store_frozen_run *runs;
	size_t run_count;
	struct store_mail *mails;
	size_t mail_count;
};

/* The one that the path names. */
NODISCARD enum err load_frozen(const struct request *request, struct frozen_page *out,
			       struct error *err);

/* Below the public URL: its page, and the same comparison of what is stored now. */
struct slice frozen_link(const struct request *request, struct slice slug);
struct slice frozen_live(const struct request *request, const struct frozen_page *page);

#endif
