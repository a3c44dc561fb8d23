/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/page.h"
#include "server/route.h"

static enum err page_shell(struct request *request, struct reply *reply, const char *shell,
			   struct error *err)
{
	struct buf text;
	struct page page = { shell, SLICE("memcgperf"), SLICE_NONE, &text };
	enum err e;

	buf_init(&text);
	e = page_reply(reply, request, &page, err);
	buf_release(&text);
	return e;
}

#define SHELL_PAGE(name, shell)                                                        \
	enum err name(struct request *request, struct reply *reply, struct error *err) \
	{                                                                              \
		return page_shell(request, reply, shell, err);                         \
	}
SHELL_PAGE(page_home, "index.html")
SHELL_PAGE(page_overhead, "overhead.html")
SHELL_PAGE(page_compare, "compare.html")
SHELL_PAGE(page_runs, "runs.html")
SHELL_PAGE(page_run, "run.html")
