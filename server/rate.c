/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/rate.h"

#include <pthread.h>
#include <stdlib.h>

#include "lib/memory.h"

enum { SETS = 1024, WAYS = 4, MINUTE_MS = 60 * 1000 };

struct bucket {
	uint64_t who; /* hash */
	int64_t seen_ms;
	double tokens;
	bool used;
};

struct rate {
	double per_minute;
	pthread_mutex_t lock;
	struct bucket buckets[SETS][WAYS];
};

struct rate *rate_new(uint64_t per_minute)
{
	struct rate *rate = memory_must(calloc(1, sizeof(*rate)));

	rate->per_minute = (double)per_minute;
	(void)pthread_mutex_init(&rate->lock, NULL); /* cannot fail on Linux */
	return rate;
}

void rate_free(struct rate *rate)
{
	(void)pthread_mutex_destroy(&rate->lock); /* nobody holds it */
	free(rate);
}

/* The bucket of who, else the free or longest unused one of its set, filled. */
static struct bucket *bucket_of(struct rate *rate, uint64_t who, int64_t now_ms)
{
	struct bucket *set = rate->buckets[who % SETS], *oldest = &set[0];

	for (int i = 0; i < WAYS; i++) {
		if (set[i].used && set[i].who == who)
			return &set[i];
		if (!set[i].used || (oldest->used && set[i].seen_ms < oldest->seen_ms))
			oldest = &set[i];
	}
	*oldest = (struct bucket){ who, now_ms, rate->per_minute, true };
	return oldest;
}

/* Fills it for the time that passed, and takes one out if there is one. */
static unsigned take(const struct rate *rate, struct bucket *bucket, int64_t now_ms)
{
	double each_ms = MINUTE_MS / rate->per_minute;

	bucket->tokens += (double)(now_ms - bucket->seen_ms) / each_ms;
	if (bucket->tokens > rate->per_minute)
		bucket->tokens = rate->per_minute;
	bucket->seen_ms = now_ms;
	if (bucket->tokens < 1)
		return (unsigned)((1 - bucket->tokens) * each_ms / 1000) + 1;
	bucket->tokens -= 1;
	return 0;
}

unsigned rate_take(struct rate *rate, struct slice who, int64_t now_ms)
{
	uint64_t hash = slice_hash(who);
	unsigned wait_s;

	if (rate->per_minute == 0)
		return 0;
	(void)pthread_mutex_lock(&rate->lock);
	wait_s = take(rate, bucket_of(rate, hash, now_ms), now_ms);
	(void)pthread_mutex_unlock(&rate->lock);
	return wait_s;
}
