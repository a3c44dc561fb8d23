/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Connections, their limits, and the cache of answers; http_call.c has requests with a body.
 * Layer: server, above serve, cache, watchdog and work.
 */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include "lib/error.h"
#include "server/listen.h"
#include "server/server.h"
#include "server/work.h"

struct http;

struct http_options {
	unsigned threads;     /* at least 2 */
	unsigned connections; /* at once; further ones wait. An address may have a quarter */
	size_t cache_bytes;
	int deadline_s; /* for one request, from its first byte to the answer's last */
	struct work_options work;
};

/* Takes the listening socket. server must outlive it. */
NODISCARD enum err http_start(const struct server *server, const struct listener *listener,
			      const struct http_options *options, struct http **out,
			      struct error *err);
/* Takes no more connections, lets those finish that are being worked on, and ends. */
void http_stop(struct http *http);

#endif
