/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sends an upload to a server until it has an answer.
 * Layer: ingest, above http_client, backoff, pack and push_answer.
 */
#ifndef INGEST_PUSH_H
#define INGEST_PUSH_H

#include "ingest/client_config.h"
#include "ingest/http_client.h"
#include "ingest/pack.h"
#include "ingest/push_answer.h"
#include "lib/arena.h"
#include "lib/batch.h"
#include "lib/error.h"

/* A failed try that is followed by another. */
struct push_wait {
	const char *why;
	int64_t wait_ms;
	unsigned retry,
		retries; /* number of the next one, from 1, and how many there are; 0 = any */
};

struct push_options {
	struct client_config client;
	struct batch_options told; /* what is told of the results; "" and 0 = nothing */
	struct slice baseline;     /* "" = none */
	const char *format;        /* NULL = any */
	bool dry_run;              /* do all but store */
	unsigned retries;          /* after the first try */
	int64_t time_ms;           /* for all tries and waits of an upload */
	int64_t wait_ms;           /* for a verdict against the baseline, after that; 0 = none */
	void (*progress)(uint64_t sent, uint64_t size_bytes); /* as of http_post */
	void (*waiting)(const struct push_wait *wait);        /* before each wait */
};

/*
 * Sends what is packed and sends it again after connections that failed and after the statuses
 * 429, 502, 503 and 504. OK when it is stored, known, or would be. Else push_code tells it from the
 * status; ERR_BUSY when there are no more tries. While there is no verdict it is sent again, as the
 * baseline may be stored by now; when wait_ms are over it is still OK, and answer has none. body is
 * what the server said last, unchanged; answer what it holds, as far as it is one of memcgperfd.
 */
NODISCARD enum err push_send(struct arena *arena, const struct push_options *options,
			     const struct packed *packed, struct buf *body,
			     struct push_answer *answer, struct error *err);

#endif
