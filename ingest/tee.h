/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A stream that passes another one on and remembers what went through: how much, its SHA-256, and
 * when asked the bytes themselves, compressed with zstd.
 * Layer: ingest, above input.
 */
#ifndef INGEST_TEE_H
#define INGEST_TEE_H

#include <zstd.h>

#include "ingest/input.h"
#include "lib/buf.h"
#include "lib/sha256.h"

struct tee {
	struct stream stream;
	uint64_t bytes;
	struct buf zstd; /* complete after tee_finish; empty when it was not asked for */
	unsigned char sha256[SHA256_SIZE]; /* set by tee_finish */
	struct error failed;               /* what the inner stream said; code OK = nothing */
	/* private */
	struct stream *inner;
	struct sha256_stream hash;
	ZSTD_CCtx *compressor; /* NULL = do not keep */
	struct buf head;       /* bytes not compressed yet: small files are done at once */
	bool streaming;        /* it is no small file */
};

/* A compressor for tee_init, for any number of streams after each other. ZSTD_freeCCtx ends it. */
ZSTD_CCtx *tee_compressor(void);
/* compressor: NULL = the bytes are not kept. */
void tee_init(struct tee *tee, struct stream *inner, ZSTD_CCtx *compressor);
/* Reads what nobody has read yet, up to the end or the damage, and completes hash and zstd. */
void tee_finish(struct tee *tee);
void tee_release(struct tee *tee);

#endif
