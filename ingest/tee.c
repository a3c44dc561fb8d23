/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/tee.h"

#include "lib/memory.h"

enum { ZSTD_LEVEL = 3, SMALL_BYTES = 128 * 1024 };

static void compress_part(struct tee *tee, struct slice bytes, ZSTD_EndDirective directive)
{
	ZSTD_inBuffer in = { .src = bytes.p, .size = bytes.n };
	size_t left;

	do {
		char chunk[16 * 1024];
		ZSTD_outBuffer out = { .dst = chunk, .size = sizeof(chunk) };

		left = ZSTD_compressStream2(tee->compressor, &out, &in, directive);
		if (ZSTD_isError(left))
			memory_none(); /* it fails for nothing else */
		buf_add(&tee->zstd, (struct slice){ chunk, out.pos });
	} while (in.pos < in.size || (directive == ZSTD_e_end && left > 0));
}

/* The size known before, the compressor clears tables of that size and not of megabytes. */
static void compress_small(struct tee *tee)
{
	/* Fails only within a session that was begun. */
	(void)ZSTD_CCtx_setPledgedSrcSize(tee->compressor, tee->head.n);
	compress_part(tee, buf_slice(&tee->head), ZSTD_e_end);
}

static void compress_bytes(struct tee *tee, struct slice bytes)
{
	if (!tee->streaming && tee->head.n + bytes.n <= SMALL_BYTES) {
		buf_add(&tee->head, bytes);
		return;
	}
	if (!tee->streaming)
		compress_part(tee, buf_slice(&tee->head), ZSTD_e_continue);
	tee->streaming = true;
	compress_part(tee, bytes, ZSTD_e_continue);
}

static ptrdiff_t tee_read(struct stream *stream, char *p, size_t capacity, struct error *err)
{
	struct tee *tee = CONTAINER_OF(stream, struct tee, stream);
	ptrdiff_t got;

	if (tee->failed.code != OK) {
		*err = tee->failed;
		return -1;
	}
	got = tee->inner->read(tee->inner, p, capacity, &tee->failed);
	if (got < 0) {
		*err = tee->failed;
		return -1;
	}
	tee->bytes += (uint64_t)got;
	sha256_add(&tee->hash, (struct slice){ p, (size_t)got });
	if (tee->compressor != NULL && got > 0)
		compress_bytes(tee, (struct slice){ p, (size_t)got });
	return got;
}

ZSTD_CCtx *tee_compressor(void)
{
	ZSTD_CCtx *compressor = memory_must(ZSTD_createCCtx());

	(void)ZSTD_CCtx_setParameter(compressor, ZSTD_c_compressionLevel,
				     ZSTD_LEVEL); /* there is such a level */
	return compressor;
}

void tee_init(struct tee *tee, struct stream *inner, ZSTD_CCtx *compressor)
{
	*tee = (struct tee){ .stream = { tee_read }, .inner = inner, .compressor = compressor };
	buf_init(&tee->zstd);
	buf_init(&tee->head);
	sha256_begin(&tee->hash);
	if (compressor != NULL)
		(void)ZSTD_CCtx_reset(compressor, ZSTD_reset_session_only); /* cannot fail */
}

void tee_finish(struct tee *tee)
{
	char chunk[16 * 1024];
	struct error err;

	while (tee_read(&tee->stream, chunk, sizeof(chunk), &err) > 0)
		continue;
	sha256_end(&tee->hash, tee->sha256);
	if (tee->compressor == NULL)
		return;
	if (tee->streaming)
		compress_part(tee, SLICE_NONE, ZSTD_e_end);
	else
		compress_small(tee);
}

void tee_release(struct tee *tee)
{
	buf_release(&tee->head);
	buf_release(&tee->zstd);
}
