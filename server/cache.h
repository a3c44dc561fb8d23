/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Finished answers by the hash that is also their ETag, the least recently used dropped first
 * when their bytes exceed the limit. Knows nothing of what it holds. Safe for several threads.
 * Layer: server, above lib.
 */
#ifndef SERVER_CACHE_H
#define SERVER_CACHE_H

#include "lib/base.h"
#include "lib/sha256.h"

struct cache;

/* release is called once for each value that the cache drops, under its lock. */
struct cache *cache_new(size_t limit_bytes, void (*release)(void *value));
void cache_free(struct cache *cache);

/* Calls use(value, data) under the lock when there is a value; false when there is none. */
bool cache_use(struct cache *cache, const unsigned char key[SHA256_SIZE],
	       void (*use)(void *value, void *data), void *data);

/*
 * Gives the value to the cache. One that is there already stays, and one of more than an eighth
 * of the limit is not kept: value is then released at once.
 */
void cache_add(struct cache *cache, const unsigned char key[SHA256_SIZE], void *value,
	       size_t size_bytes);

size_t cache_bytes(struct cache *cache);

#endif
