/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/tee.h"

#include <stdlib.h>

enum { ZSTD_LEVEL = 3 };

static void compress_bytes(struct tee *tee, struct slice bytes, ZSTD_EndDirective directive)
{
	ZSTD_inBuffer in = { .src = bytes.p, .size = bytes.n };
	size_t left;

	do {
		char chunk[16 * 1024];
		ZSTD_outBuffer out = { .dst = chunk, .size = sizeof(chunk) };

		left = ZSTD_compressStream2(tee->compressor, &out, &in, directive);
		if (ZSTD_isError(left))
			abort(); /* only for want of memory */
		buf_add(&tee->zstd, (struct slice){ chunk, out.pos });
	} while (in.pos < in.size || (directive == ZSTD_e_end && left > 0));
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
		compress_bytes(tee, (struct slice){ p, (size_t)got }, ZSTD_e_continue);
	return got;
}

void tee_init(struct tee *tee, struct stream *inner, bool keep)
{
	*tee = (struct tee){ .stream = { tee_read }, .inner = inner };
	buf_init(&tee->zstd);
	sha256_begin(&tee->hash);
	if (!keep)
		return;
	tee->compressor = ZSTD_createCCtx();
	if (tee->compressor == NULL ||
	    ZSTD_isError(
		    ZSTD_CCtx_setParameter(tee->compressor, ZSTD_c_compressionLevel, ZSTD_LEVEL)))
		abort(); /* only for want of memory */
}

void tee_finish(struct tee *tee)
{
	char chunk[16 * 1024];
	struct error err;

	while (tee_read(&tee->stream, chunk, sizeof(chunk), &err) > 0)
		continue;
	sha256_end(&tee->hash, tee->sha256);
	if (tee->compressor != NULL)
		compress_bytes(tee, SLICE_NONE, ZSTD_e_end);
}

void tee_release(struct tee *tee)
{
	(void)ZSTD_freeCCtx(tee->compressor);
	buf_release(&tee->zstd);
}
