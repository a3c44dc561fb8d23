/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From a request to its answer, in three steps so that the HTTP layer can look into its cache
 * between them:
 *	if (serve_begin(...) == SERVE_RENDER && !cached(request.key))
 *		serve_render(...);
 *	serve_end(...);
 * Layer: server, above route; sees no HTTP library.
 */
#ifndef SERVER_SERVE_H
#define SERVER_SERVE_H

#include "server/reply.h"
#include "server/request.h"
#include "server/server.h"

enum serve_step {
	SERVE_DONE,   /* reply is complete: an error, or 304 */
	SERVE_CALL,   /* it wants to change something: serve_admit, then its body */
	SERVE_RENDER, /* the answer is to be made, or to be found in the cache by request->key */
};

/*
 * Finds the route, checks the query, learns the store's generation where the answer depends on it,
 * and sets request->key, which names the answer's bytes. The request's memory is the thread's.
 */
enum serve_step serve_begin(const struct server *server, struct request *request,
			    struct reply *reply);
/* Makes the answer within one read transaction; request->key becomes that one's. */
void serve_render(struct request *request, struct reply *reply);
/* Whether the request wants JSON as text. */
bool serve_as_lines(const struct request *request);
void serve_end(struct request *request);

/*
 * Whether a request may change something, by its token, and send the body that it announces; in
 * the request's memory. Else the reply says why not.
 */
bool serve_admit(struct request *request, struct store_actor *actor, struct reply *reply);

/* True when the complete answer may be kept under request->key. */
bool serve_may_keep(const struct request *request, const struct reply *reply);

#endif
