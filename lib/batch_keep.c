/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "lib/batch_state.h"

static bool write_all(int file, struct slice bytes, uint64_t at)
{
	while (bytes.n > 0) {
		ssize_t n = pwrite(file, bytes.p, bytes.n, (off_t)at);

		if (n < 0 && errno != EINTR)
			return false;
		if (n > 0) {
			bytes = slice_skip(bytes, (size_t)n);
			at += (uint64_t)n;
		}
	}
	return true;
}

struct batch_kept batch_keep(struct batch_state *state, struct slice zstd)
{
	struct batch *batch = state->batch;
	struct batch_kept kept = { .bytes = zstd.n };

	if (zstd.n == 0)
		return kept;
	if (batch->options.keep_file == 0) {
		kept.memory = arena_slice(batch->arena, zstd);
		return kept;
	}
	kept.at = state->kept_bytes;
	if (write_all(batch->options.keep_file, zstd, kept.at))
		state->kept_bytes += zstd.n;
	else
		state->keep_errno = errno;
	return kept;
}

enum err batch_kept_bytes(const struct batch *batch, const struct batch_kept *kept, struct buf *buf,
			  struct slice *out, struct error *err)
{
	char chunk[64 * 1024];

	*out = kept->memory;
	if (kept->memory.n == kept->bytes)
		return OK;
	buf_clear(buf);
	while (buf->n < kept->bytes) {
		size_t want = kept->bytes - buf->n;
		ssize_t n = pread(batch->options.keep_file, chunk,
				  want < sizeof(chunk) ? want : sizeof(chunk),
				  (off_t)(kept->at + buf->n));

		if (n == 0 || (n < 0 && errno != EINTR))
			return error_set(err, ERR_IO, "cannot read what was kept: %s",
					 n == 0 ? "it is too short" : strerror(errno));
		buf_add(buf, (struct slice){ chunk, n > 0 ? (size_t)n : 0 });
	}
	*out = buf_slice(buf);
	return OK;
}
