/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/cache.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

enum { BUCKETS = 1024, ENTRY_COST_BYTES = 1024, SHARE_MAX = 8 };

struct entry {
	unsigned char key[SHA256_SIZE];
	void *value;
	size_t cost_bytes;
	struct entry *chain;         /* of the bucket */
	struct entry *newer, *older; /* by last use */
};

struct cache {
	pthread_mutex_t lock;
	void (*release)(void *value);
	size_t limit_bytes, used_bytes;
	struct entry *newest, *oldest;
	struct entry *buckets[BUCKETS];
};

struct cache *cache_new(size_t limit_bytes, void (*release)(void *value))
{
	struct cache *cache = memory_must(calloc(1, sizeof(*cache)));

	(void)pthread_mutex_init(&cache->lock, NULL); /* cannot fail without attributes */
	cache->release = release;
	cache->limit_bytes = limit_bytes;
	return cache;
}

/* Where the pointer to the key's entry stands, or would stand. */
static struct entry **place_of(struct cache *cache, const unsigned char key[SHA256_SIZE])
{
	struct entry **place = &cache->buckets[(key[0] | key[1] << 8) % BUCKETS];

	while (*place != NULL && memcmp((*place)->key, key, SHA256_SIZE) != 0)
		place = &(*place)->chain;
	return place;
}

static void list_remove(struct cache *cache, struct entry *entry)
{
	*(entry->newer != NULL ? &entry->newer->older : &cache->newest) = entry->older;
	*(entry->older != NULL ? &entry->older->newer : &cache->oldest) = entry->newer;
}

static void list_add(struct cache *cache, struct entry *entry)
{
	entry->newer = NULL;
	entry->older = cache->newest;
	*(cache->newest != NULL ? &cache->newest->newer : &cache->oldest) = entry;
	cache->newest = entry;
}

static void drop_oldest(struct cache *cache)
{
	struct entry *entry = cache->oldest;

	*place_of(cache, entry->key) = entry->chain;
	cache->oldest = entry->newer;
	*(entry->newer != NULL ? &entry->newer->older : &cache->newest) = NULL;
	cache->used_bytes -= entry->cost_bytes;
	cache->release(entry->value);
	free(entry);
}

void cache_free(struct cache *cache)
{
	while (cache->oldest != NULL)
		drop_oldest(cache);
	(void)pthread_mutex_destroy(&cache->lock); /* nobody holds it */
	free(cache);
}

bool cache_use(struct cache *cache, const unsigned char key[SHA256_SIZE],
	       void (*use)(void *value, void *data), void *data)
{
	struct entry *entry;

	(void)pthread_mutex_lock(&cache->lock);
	entry = *place_of(cache, key);
	if (entry != NULL) {
		list_remove(cache, entry);
		list_add(cache, entry);
		use(entry->value, data);
	}
	(void)pthread_mutex_unlock(&cache->lock);
	return entry != NULL;
}

/* With the lock held; false when value was not taken. */
static bool take(struct cache *cache, const unsigned char key[SHA256_SIZE], void *value,
		 size_t cost_bytes)
{
	struct entry *entry, **place;

	if (cost_bytes > cache->limit_bytes / SHARE_MAX || *place_of(cache, key) != NULL)
		return false;
	entry = calloc(1, sizeof(*entry));
	if (entry == NULL)
		return false;
	while (cache->used_bytes + cost_bytes > cache->limit_bytes)
		drop_oldest(cache);
	memcpy(entry->key, key, SHA256_SIZE);
	entry->value = value;
	entry->cost_bytes = cost_bytes;
	place = place_of(cache, key);
	*place = entry;
	list_add(cache, entry);
	cache->used_bytes += cost_bytes;
	return true;
}

void cache_add(struct cache *cache, const unsigned char key[SHA256_SIZE], void *value,
	       size_t size_bytes)
{
	(void)pthread_mutex_lock(&cache->lock);
	if (!take(cache, key, value, size_bytes + ENTRY_COST_BYTES))
		cache->release(value);
	(void)pthread_mutex_unlock(&cache->lock);
}

size_t cache_bytes(struct cache *cache)
{
	size_t used;

	(void)pthread_mutex_lock(&cache->lock);
	used = cache->used_bytes;
	(void)pthread_mutex_unlock(&cache->lock);
	return used;
}
