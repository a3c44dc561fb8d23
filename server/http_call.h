/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Calls over the HTTP library: its body comes in pieces, then the connection is suspended until
 * the call is done. Only http.c and this see microhttpd.h.
 * Layer: server, beside http.
 */
#ifndef SERVER_HTTP_CALL_H
#define SERVER_HTTP_CALL_H

#include <microhttpd.h>

#include "server/cache.h"
#include "server/call.h"
#include "server/server.h"
#include "server/watchdog.h"
#include "server/work.h"

struct http {
	const struct server *server;
	struct MHD_Daemon *daemon;
	struct cache *cache; /* of struct MHD_Response */
	struct watchdog *watchdog;
	struct work *work;
};

/* A request header; empty when it is absent. */
struct slice http_header(struct MHD_Connection *connection, const char *name);
struct watched *http_watched(struct MHD_Connection *connection);
/* Sends the reply, and keeps it where it may be. Takes the reply's bytes. */
enum MHD_Result http_answer(struct http *http, struct MHD_Connection *connection,
			    const struct request *request, struct reply *reply);

/* Before the body: refuses it, or makes the call that takes it; *call is NULL then, or it. */
enum MHD_Result http_call_begin(struct http *http, struct MHD_Connection *connection,
				const struct request *request, struct call **call);
/* A piece of the body. */
void http_call_take(struct MHD_Connection *connection, struct call *call, struct slice bytes);
/* After the body, and again when the call is done. */
enum MHD_Result http_call_end(struct http *http, struct MHD_Connection *connection,
			      struct call *call);
void http_call_free(struct call *call);

#endif
