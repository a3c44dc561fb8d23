/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A deadline for each connection's request, from its first byte (or the last answer) to its
 * answer's end. The HTTP library's own timeout counts only silence, so that a client that
 * trickles bytes would stay for ever.
 * Layer: server, below http. A thread of its own shuts late sockets down, under a lock that the
 * connection's end takes too: a descriptor's number is never used after it was given up.
 */
#ifndef SERVER_WATCHDOG_H
#define SERVER_WATCHDOG_H

#include "lib/base.h"
#include "lib/error.h"

struct watchdog;
struct watched; /* one connection */

NODISCARD enum err watchdog_start(int deadline_s, struct watchdog **out, struct error *err);
void watchdog_stop(struct watchdog *watchdog); /* after the last connection's end */

struct watched *watchdog_add(struct watchdog *watchdog, int socket);
void watchdog_remove(struct watchdog *watchdog, struct watched *watched);

/* A request was read; the bytes of its answer, once known, give it more time on a slow line. */
void watchdog_answering(struct watchdog *watchdog, struct watched *watched, size_t size_bytes);
/* So many bytes of its body came: more time, unless the line is very slow. */
void watchdog_receiving(struct watched *watched, size_t size_bytes);
/* It is all there, and how long it takes now is not the client's doing. */
void watchdog_working(struct watched *watched);
/* The answer is out: the next request's time begins. */
void watchdog_answered(struct watchdog *watchdog, struct watched *watched);

/*
 * From soon on, shuts down all connections that wait for a request; one that was sent already
 * has time to be read.
 */
void watchdog_drain(struct watchdog *watchdog);

#endif
