/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/work.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/memory.h"
#include "server/queue.h"
#include "server/route.h"
#include "server/server.h"
#include "server/worker.h"

enum { TOKENS_REMEMBERED = 64, TOKEN_USE_S = 60 };

struct work {
	struct queue *parsing, *writing;
	pthread_t *workers, writer;
	unsigned worker_count, started;
	struct store *store; /* the writer's */
	/* When the store was last told that a token was used. */
	struct {
		int64_t token, at_s;
	} uses[TOKENS_REMEMBERED];
};

static void finish(struct call *call, enum err e, const struct error *err)
{
	if (e != OK)
		call_fail(call, err);
	spool_close(&call->kept);
	arena_release(&call->work);
	arena_init(&call->work);
	call->batch = (struct batch){ 0 };
	call->is_done = true;
	call->done(call);
}

static void *run_worker(void *data)
{
	struct work *work = data;
	struct call *call;

	while ((call = queue_take(work->parsing)) != NULL) {
		struct error err;
		enum err e = call->request.route->parse(call, &err);

		spool_close(&call->file);
		if (e == OK)
			queue_put(work->writing, call, work->worker_count);
		else
			finish(call, e, &err);
	}
	return NULL;
}

/* Once a minute is enough to know which tokens are in use. */
static void note_use(struct work *work, int64_t token)
{
	size_t at = (size_t)token % TOKENS_REMEMBERED;
	int64_t now_s = (int64_t)time(NULL);
	struct error err;

	if (work->uses[at].token == token && now_s - work->uses[at].at_s < TOKEN_USE_S)
		return;
	if (store_token_used(work->store, token, now_s, &err) != OK)
		return; /* its next use is told then */
	work->uses[at].token = token;
	work->uses[at].at_s = now_s;
}

static void *run_writer(void *data)
{
	struct work *work = data;
	struct call *call;

	while ((call = queue_take(work->writing)) != NULL) {
		int64_t token = call->actor.token;
		struct error err;
		enum err e = call->request.route->write(call, work->store, &err);

		worker_written(); /* before the client hears of it */
		finish(call, e, &err);
		note_use(work, token);
	}
	return NULL;
}

static enum err start_thread(pthread_t *thread, void *(*run)(void *), struct work *work,
			     struct error *err)
{
	int failed = pthread_create(thread, NULL, run, work);

	return failed == 0 ? OK
			   : error_set(err, ERR_IO, "cannot start a thread: %s", strerror(failed));
}

static void stop_workers(struct work *work)
{
	queue_close(work->parsing);
	for (unsigned i = 0; i < work->started; i++)
		(void)pthread_join(work->workers[i], NULL);
	work->started = 0;
}

static enum err start_threads(struct work *work, struct error *err)
{
	enum err e = OK;

	while (work->started < work->worker_count && e == OK) {
		e = start_thread(&work->workers[work->started], run_worker, work, err);
		work->started += e == OK;
	}
	if (e == OK)
		e = start_thread(&work->writer, run_writer, work, err);
	if (e != OK)
		stop_workers(work);
	return e;
}

enum err work_start(const struct server *server, const struct work_options *options,
		    struct work **out, struct error *err)
{
	struct work *work = memory_must(calloc(1, sizeof(*work)));
	enum err e;

	work->worker_count = options->workers;
	work->workers = memory_must(calloc(options->workers, sizeof(*work->workers)));
	work->parsing = queue_new(options->waiting);
	work->writing = queue_new(options->waiting);
	e = store_open(server->database, STORE_WRITE, &work->store, err);
	if (e == OK)
		e = start_threads(work, err);
	if (e == OK)
		*out = work;
	else
		work_free(work);
	return e;
}

bool work_offer(struct work *work, struct call *call)
{
	return queue_offer(call->request.route->parse != NULL ? work->parsing : work->writing,
			   call);
}

void work_drain(struct work *work)
{
	stop_workers(work);
	queue_close(work->writing);
	(void)pthread_join(work->writer, NULL);
}

void work_free(struct work *work)
{
	store_close(work->store);
	queue_free(work->parsing);
	queue_free(work->writing);
	free(work->workers);
	free(work);
}
