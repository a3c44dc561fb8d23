/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SHA-256 and the short public ids made from it. The only file that sees nettle.
 * Layer: lib, above slice.
 */
#ifndef LIB_SHA256_H
#define LIB_SHA256_H

#include "lib/base.h"
#include "lib/slice.h"

enum { SHA256_SIZE = 32, SHA256_HEX_SIZE = 65 };

void sha256(struct slice bytes, unsigned char out[SHA256_SIZE]);

/* The same over bytes that come piece by piece. */
struct sha256_stream {
	_Alignas(8) unsigned char state[128]; /* private */
};
void sha256_begin(struct sha256_stream *stream);
void sha256_add(struct sha256_stream *stream, struct slice bytes);
void sha256_end(struct sha256_stream *stream, unsigned char out[SHA256_SIZE]);

/* Takes the same time wherever they differ. */
bool sha256_eq(const unsigned char a[SHA256_SIZE], const unsigned char b[SHA256_SIZE]);

/* Lower-case hex with a NUL. */
void sha256_hex(const unsigned char hash[SHA256_SIZE], char out[SHA256_HEX_SIZE]);
/*
 * The first `chars` Crockford base32 characters (0-9 A-Z without I L O U) of a hash, and a NUL.
 * chars is 1 to 52; out has room for chars + 1.
 */
void id_from_hash(const unsigned char hash[SHA256_SIZE], size_t chars, char *out);

#endif
