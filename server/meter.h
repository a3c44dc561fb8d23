/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the process has done, as numbers that only rise, for /metrics. Safe for several threads.
 * Layer: server, above lib.
 */
#ifndef SERVER_METER_H
#define SERVER_METER_H

#include "lib/buf.h"

struct meter;

/* What kind of address was asked for. */
enum meter_kind {
	METER_API,
	METER_PAGE,
	METER_ASSET,
	METER_STATE,
	METER_CALL,
	METER_NONE,
	METER_KINDS
};

struct meter *meter_new(void);
void meter_free(struct meter *meter);

/* An answer of that status, from 100 to 599, was sent. */
void meter_answer(struct meter *meter, enum meter_kind kind, unsigned status);
/* It came from the cache. */
void meter_cached(struct meter *meter);
/* It was made, which took so long. */
void meter_made(struct meter *meter, int64_t microseconds);

/* All of it in the text format of Prometheus, version 0.0.4. */
void meter_print(struct buf *buf, const struct meter *meter);

#endif
