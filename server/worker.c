/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/worker.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>

#include "lib/memory.h"

enum { QUERY_DEADLINE_MS = 2000, RECENT_NS = 1000 * 1000, REQUEST_ID_CHARS = 16 };

struct worker {
	struct arena arena;
	struct store *store;
	int64_t generation;             /* of the store at seen_ns */
	int64_t seen_ns;                /* of the monotonic clock; 0 = never */
	uint_fast64_t seen_writes;      /* of this process by then */
	unsigned char ids[SHA256_SIZE]; /* a hash of the one before is the next */
};

/* Counts what the writer has done, so that who wrote reads it. */
static atomic_uint_fast64_t writes;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;

static void worker_free(void *data)
{
	struct worker *worker = data;

	if (worker->store != NULL)
		store_close(worker->store);
	arena_release(&worker->arena);
	free(worker);
}

static void make_key(void)
{
	if (pthread_key_create(&key, worker_free) != 0)
		memory_none(); /* we have but this one */
}

static struct worker *worker_get(void)
{
	struct worker *worker;

	(void)pthread_once(&once, make_key); /* cannot fail */
	worker = pthread_getspecific(key);
	if (worker != NULL)
		return worker;
	worker = memory_must(calloc(1, sizeof(*worker)));
	if (pthread_setspecific(key, worker) != 0)
		memory_none();
	arena_init(&worker->arena);
	if (getrandom(worker->ids, sizeof(worker->ids), 0) != sizeof(worker->ids))
		abort(); /* so few bytes are always there */
	return worker;
}

struct arena *worker_arena(void)
{
	struct worker *worker = worker_get();

	arena_reset(&worker->arena);
	return &worker->arena;
}

struct slice worker_request_id(struct arena *arena)
{
	unsigned char *ids = worker_get()->ids;
	char text[REQUEST_ID_CHARS + 1];

	sha256((struct slice){ (const char *)ids, SHA256_SIZE }, ids);
	id_from_hash(ids, REQUEST_ID_CHARS, text);
	return arena_slice(arena, slice_str(text));
}

static int64_t now_ns(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC, &now); /* cannot fail on Linux */
	return now.tv_sec * (int64_t)1000000000 + now.tv_nsec;
}

void worker_written(void)
{
	atomic_fetch_add(&writes, 1);
}

bool worker_recent_generation(int64_t *generation)
{
	const struct worker *worker = worker_get();

	if (worker->seen_ns == 0 || worker->seen_writes != atomic_load(&writes) ||
	    now_ns() - worker->seen_ns > RECENT_NS)
		return false;
	*generation = worker->generation;
	return true;
}

enum err worker_store(const struct server *server, struct store **out, int64_t *generation,
		      struct error *err)
{
	struct worker *worker = worker_get();
	uint_fast64_t seen = atomic_load(&writes);
	enum err e = OK;

	if (worker->store == NULL) {
		e = store_open(server->database, STORE_READ, &worker->store, err);
		if (e == OK)
			store_deadline(worker->store, QUERY_DEADLINE_MS);
	}
	if (e == OK)
		e = store_begin(worker->store, generation, err);
	if (e != OK)
		return e;
	worker->generation = *generation;
	worker->seen_writes = seen;
	worker->seen_ns = now_ns();
	*out = worker->store;
	return OK;
}

void worker_end(struct store *store)
{
	if (store != NULL)
		store_end(store);
}
