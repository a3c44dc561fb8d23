/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/watchdog.h"

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "lib/memory.h"

enum { TICK_MS = 100, DRAIN_GRACE_MS = 200, SLOWEST_BYTES_PER_MS = 16 };

struct watched {
	int socket;
	atomic_bool answering;
	atomic_llong deadline_ms;
	struct watched *next, **link;
};

struct watchdog {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t wake;
	struct watched *first;
	long long deadline_ms;
	long long drain_ms; /* when those without a request go; LLONG_MAX = not yet */
	bool stopping;
};

static long long now_ms(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC_COARSE, &now); /* cannot fail on Linux */
	return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static void shut_late(struct watchdog *watchdog)
{
	long long now = now_ms();

	for (struct watched *w = watchdog->first; w != NULL; w = w->next)
		if (atomic_load(&w->deadline_ms) < now ||
		    (watchdog->drain_ms < now && !atomic_load(&w->answering)))
			(void)shutdown(w->socket, SHUT_RDWR); /* gone already is as good */
}

static void wait_tick(struct watchdog *watchdog)
{
	struct timespec until;

	(void)clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_nsec += TICK_MS * 1000000L;
	until.tv_sec += until.tv_nsec / 1000000000L;
	until.tv_nsec %= 1000000000L;
	(void)pthread_cond_timedwait(&watchdog->wake, &watchdog->lock, &until);
}

static void *watch(void *data)
{
	struct watchdog *watchdog = data;

	(void)pthread_mutex_lock(&watchdog->lock);
	while (!watchdog->stopping) {
		shut_late(watchdog);
		wait_tick(watchdog);
	}
	(void)pthread_mutex_unlock(&watchdog->lock);
	return NULL;
}

enum err watchdog_start(int deadline_s, struct watchdog **out, struct error *err)
{
	struct watchdog *watchdog = calloc(1, sizeof(*watchdog));
	pthread_condattr_t monotonic;
	int failed;

	if (watchdog == NULL)
		return error_set(err, ERR_IO, "no memory for the watchdog");
	watchdog->deadline_ms = deadline_s * 1000LL;
	watchdog->drain_ms = LLONG_MAX;
	(void)pthread_mutex_init(&watchdog->lock, NULL); /* these cannot fail on Linux */
	(void)pthread_condattr_init(&monotonic);
	(void)pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	(void)pthread_cond_init(&watchdog->wake, &monotonic);
	failed = pthread_create(&watchdog->thread, NULL, watch, watchdog);
	if (failed != 0) {
		free(watchdog);
		return error_set(err, ERR_IO, "cannot start a thread: %s", strerror(failed));
	}
	*out = watchdog;
	return OK;
}

void watchdog_stop(struct watchdog *watchdog)
{
	(void)pthread_mutex_lock(&watchdog->lock);
	watchdog->stopping = true;
	(void)pthread_cond_signal(&watchdog->wake);
	(void)pthread_mutex_unlock(&watchdog->lock);
	(void)pthread_join(watchdog->thread, NULL);
	free(watchdog);
}

struct watched *watchdog_add(struct watchdog *watchdog, int socket)
{
	struct watched *watched = memory_must(calloc(1, sizeof(*watched)));

	watched->socket = socket;
	watchdog_answered(watchdog, watched);
	(void)pthread_mutex_lock(&watchdog->lock);
	watched->next = watchdog->first;
	watched->link = &watchdog->first;
	if (watched->next != NULL)
		watched->next->link = &watched->next;
	watchdog->first = watched;
	(void)pthread_mutex_unlock(&watchdog->lock);
	return watched;
}

void watchdog_remove(struct watchdog *watchdog, struct watched *watched)
{
	(void)pthread_mutex_lock(&watchdog->lock);
	*watched->link = watched->next;
	if (watched->next != NULL)
		watched->next->link = watched->link;
	(void)pthread_mutex_unlock(&watchdog->lock);
	free(watched);
}

void watchdog_answering(struct watchdog *watchdog, struct watched *watched, size_t size_bytes)
{
	atomic_store(&watched->answering, true);
	atomic_store(&watched->deadline_ms, now_ms() + watchdog->deadline_ms +
						    (long long)(size_bytes / SLOWEST_BYTES_PER_MS));
}

void watchdog_receiving(struct watched *watched, size_t size_bytes)
{
	(void)atomic_fetch_add(&watched->deadline_ms, size_bytes / SLOWEST_BYTES_PER_MS);
}

void watchdog_working(struct watched *watched)
{
	atomic_store(&watched->deadline_ms, LLONG_MAX);
}

void watchdog_answered(struct watchdog *watchdog, struct watched *watched)
{
	atomic_store(&watched->answering, false);
	atomic_store(&watched->deadline_ms, now_ms() + watchdog->deadline_ms);
}

void watchdog_drain(struct watchdog *watchdog)
{
	(void)pthread_mutex_lock(&watchdog->lock);
	watchdog->drain_ms = now_ms() + DRAIN_GRACE_MS;
	(void)pthread_mutex_unlock(&watchdog->lock);
}
