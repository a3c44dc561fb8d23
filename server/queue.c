/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/queue.h"

#include <pthread.h>
#include <stdlib.h>

#include "lib/memory.h"

struct queue {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct call *first, **end;
	size_t count, max;
	bool closed;
};

struct queue *queue_new(size_t max)
{
	struct queue *queue = memory_must(calloc(1, sizeof(*queue)));

	(void)pthread_mutex_init(&queue->lock, NULL); /* these cannot fail on Linux */
	(void)pthread_cond_init(&queue->changed, NULL);
	queue->end = &queue->first;
	queue->max = max;
	return queue;
}

void queue_free(struct queue *queue)
{
	(void)pthread_cond_destroy(&queue->changed); /* nobody waits any more */
	(void)pthread_mutex_destroy(&queue->lock);
	free(queue);
}

/* With the lock held. */
static void append(struct queue *queue, struct call *call)
{
	call->next = NULL;
	*queue->end = call;
	queue->end = &call->next;
	queue->count++;
	(void)pthread_cond_broadcast(&queue->changed);
}

bool queue_offer(struct queue *queue, struct call *call)
{
	bool taken;

	(void)pthread_mutex_lock(&queue->lock);
	taken = queue->count < queue->max && !queue->closed;
	if (taken)
		append(queue, call);
	(void)pthread_mutex_unlock(&queue->lock);
	return taken;
}

void queue_put(struct queue *queue, struct call *call, size_t most)
{
	(void)pthread_mutex_lock(&queue->lock);
	while (queue->count >= most)
		(void)pthread_cond_wait(&queue->changed, &queue->lock);
	append(queue, call);
	(void)pthread_mutex_unlock(&queue->lock);
}

struct call *queue_take(struct queue *queue)
{
	struct call *call;

	(void)pthread_mutex_lock(&queue->lock);
	while (queue->count == 0 && !queue->closed)
		(void)pthread_cond_wait(&queue->changed, &queue->lock);
	call = queue->first;
	if (call != NULL) {
		queue->first = call->next;
		if (queue->first == NULL)
			queue->end = &queue->first;
		queue->count--;
		(void)pthread_cond_broadcast(&queue->changed);
	}
	(void)pthread_mutex_unlock(&queue->lock);
	return call;
}

void queue_close(struct queue *queue)
{
	(void)pthread_mutex_lock(&queue->lock);
	queue->closed = true;
	(void)pthread_cond_broadcast(&queue->changed);
	(void)pthread_mutex_unlock(&queue->lock);
}
