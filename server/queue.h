/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Calls that wait for a thread, first come, first served, and never more than so many.
 * Layer: server, above call. Any thread may use it.
 */
#ifndef SERVER_QUEUE_H
#define SERVER_QUEUE_H

#include "server/call.h"

struct queue;

struct queue *queue_new(size_t max);
void queue_free(struct queue *queue); /* an empty one */

/* False when it is full or closed. */
bool queue_offer(struct queue *queue, struct call *call);
/* Waits until fewer than most are in it; also into one that is closed. */
void queue_put(struct queue *queue, struct call *call, size_t most);
/* Waits for a call; NULL when it is closed and empty. */
struct call *queue_take(struct queue *queue);
void queue_close(struct queue *queue);

#endif
