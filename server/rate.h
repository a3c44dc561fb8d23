/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How often somebody may come: a bucket each that holds a minute's worth and fills steadily.
 * Somebody who was not seen for long may be forgotten, whose bucket is full again then.
 * Layer: server, above lib. Any thread may use it.
 */
#ifndef SERVER_RATE_H
#define SERVER_RATE_H

#include "lib/slice.h"

struct rate;

struct rate *rate_new(uint64_t per_minute); /* 0 = any number */
void rate_free(struct rate *rate);

/* 0 when who may come now, at now_ms of a monotonic clock; else in how many seconds. */
unsigned rate_take(struct rate *rate, struct slice who, int64_t now_ms);

#endif
