/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The threads that carry calls out: some workers, which parse, and one writer, which owns the only
 * connection that changes the store. What waits for either is bounded, and a batch that waits for
 * the writer holds its worker, so that memory is bounded too.
 * Layer: server, above queue and route.
 */
#ifndef SERVER_WORK_H
#define SERVER_WORK_H

#include "server/call.h"

struct work;

struct work_options {
	unsigned workers;
	size_t waiting; /* calls, beside those being worked on */
};

/* Makes or migrates the database. */
NODISCARD enum err work_start(const struct server *server, const struct work_options *options,
			      struct work **out, struct error *err);
/* Carries the call out and tells it that it is done. False when too many wait, or it ends. */
bool work_offer(struct work *work, struct call *call);
/* Takes no more, and ends when all is done that was taken; then work_free. */
void work_drain(struct work *work);
void work_free(struct work *work);

#endif
