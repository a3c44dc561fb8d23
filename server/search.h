/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where a text that somebody typed may lead: to runs, kernels (by their names and commits),
 * machines, benchmarks, metrics, functions, mails and frozen comparisons that are called so.
 * Layer: server, above load.
 */
#ifndef SERVER_SEARCH_H
#define SERVER_SEARCH_H

#include "server/request.h"

enum { SEARCH_OF_A_KIND = 8 }; /* hits at most */

struct search_hit {
	const char *kind;     /* "run", "kernel", ... */
	struct slice name;    /* what it is called */
	struct slice about;   /* more of it; "" = nothing */
	struct slice address; /* of its page, from '/' on */
	bool exact;           /* it is called so, and not only the like */
};

struct search {
	struct slice text;       /* as typed, without blanks around it */
	struct search_hit *hits; /* by kind, exact ones first */
	size_t count, capacity;
	bool cut;                      /* some kind has more */
	const struct search_hit *only; /* the only one, or the only exact one; NULL = none */
};

/* By the parameter q; no hit without it. */
NODISCARD enum err load_search(const struct request *request, struct search *out,
			       struct error *err);

#endif
