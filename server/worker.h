/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What each thread of the pool owns: memory for one request at a time, and a reading connection to
 * the store, opened when first asked for and closed when the thread ends.
 * Layer: server, above db.
 */
#ifndef SERVER_WORKER_H
#define SERVER_WORKER_H

#include "db/store.h"
#include "server/server.h"

/* Empty memory; what was in it before is gone. */
struct arena *worker_arena(void);

/* What an answer is called in the log and in problem documents: unlike that of any other one. */
struct slice worker_request_id(struct arena *arena);

/* Something was written: what threads have seen before is not recent any more. */
void worker_written(void);
/*
 * The store's generation when the thread last looked, at most a millisecond ago and after all that
 * this process wrote: to ask the store for each of a burst of requests costs more than to answer
 * them. False when it is longer ago.
 */
bool worker_recent_generation(int64_t *generation);

/* The thread's store, in a read transaction that worker_end ends (out may be NULL there). */
NODISCARD enum err worker_store(const struct server *server, struct store **out,
				int64_t *generation, struct error *err);
void worker_end(struct store *store);

#endif
