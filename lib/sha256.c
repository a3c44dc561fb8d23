/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/sha256.h"

#include <assert.h>

#include <nettle/memops.h>
#include <nettle/sha2.h>

_Static_assert(SHA256_SIZE == SHA256_DIGEST_SIZE, "nettle agrees");

_Static_assert(sizeof(struct sha256_stream) >= sizeof(struct sha256_ctx), "its state has room");

void sha256(struct slice bytes, unsigned char out[SHA256_SIZE])
{
	struct sha256_stream stream;

	sha256_begin(&stream);
	sha256_add(&stream, bytes);
	sha256_end(&stream, out);
}

static struct sha256_ctx *context(struct sha256_stream *stream)
{
	return (struct sha256_ctx *)(void *)stream->state;
}

void sha256_begin(struct sha256_stream *stream)
{
	sha256_init(context(stream));
}

void sha256_add(struct sha256_stream *stream, struct slice bytes)
{
	sha256_update(context(stream), bytes.n, (const uint8_t *)bytes.p);
}

void sha256_end(struct sha256_stream *stream, unsigned char out[SHA256_SIZE])
{
	sha256_digest(context(stream), SHA256_SIZE, out);
}

bool sha256_eq(const unsigned char a[SHA256_SIZE], const unsigned char b[SHA256_SIZE])
{
	return memeql_sec(a, b, SHA256_SIZE) != 0;
}

void sha256_hex(const unsigned char hash[SHA256_SIZE], char out[SHA256_HEX_SIZE])
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < SHA256_SIZE; i++) {
		out[2 * i] = digits[hash[i] >> 4];
		out[2 * i + 1] = digits[hash[i] & 15];
	}
	out[SHA256_HEX_SIZE - 1] = '\0';
}

void id_from_hash(const unsigned char hash[SHA256_SIZE], size_t chars, char *out)
{
	static const char digits[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

	assert(chars >= 1 && chars <= 52);
	for (size_t i = 0; i < chars; i++) {
		unsigned value = 0;

		for (size_t bit = 5 * i; bit < 5 * i + 5; bit++) {
			unsigned byte = bit / 8 < SHA256_SIZE ? hash[bit / 8] : 0;

			value = value << 1 | (byte >> (7 - bit % 8) & 1);
		}
		out[i] = digits[value];
	}
	out[chars] = '\0';
}
