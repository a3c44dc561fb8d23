/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/meter.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "lib/memory.h"

enum { STATUS_MIN = 100, STATUS_MAX = 599, STATUSES = STATUS_MAX - STATUS_MIN + 1 };

/* Upper ends in microseconds; what takes longer is in the last one. */
static const int64_t bounds_us[] = { 300,    1000,   3000,    10000,   30000,
				     100000, 300000, 1000000, 3000000, 10000000 };
enum { BUCKETS = ARRAY_SIZE(bounds_us) + 1 };

struct meter {
	atomic_uint_fast64_t answers[METER_KINDS][STATUSES];
	atomic_uint_fast64_t cached;
	atomic_uint_fast64_t made[BUCKETS], made_us;
};

struct meter *meter_new(void)
{
	struct meter *meter = memory_must(calloc(1, sizeof(*meter)));

	return meter;
}

void meter_free(struct meter *meter)
{
	free(meter);
}

static void add(atomic_uint_fast64_t *count, uint64_t n)
{
	atomic_fetch_add_explicit(count, n, memory_order_relaxed);
}

static uint64_t get(const atomic_uint_fast64_t *count)
{
	return atomic_load_explicit(count, memory_order_relaxed);
}

void meter_answer(struct meter *meter, enum meter_kind kind, unsigned status)
{
	if (status >= STATUS_MIN && status <= STATUS_MAX)
		add(&meter->answers[kind][status - STATUS_MIN], 1);
}

void meter_cached(struct meter *meter)
{
	add(&meter->cached, 1);
}

void meter_made(struct meter *meter, int64_t microseconds)
{
	size_t i = 0;

	while (i < ARRAY_SIZE(bounds_us) && microseconds > bounds_us[i])
		i++;
	add(&meter->made[i], 1);
	add(&meter->made_us, (uint64_t)microseconds);
}

static void print_head(struct buf *buf, const char *name, const char *type, const char *help)
{
	buf_addf(buf, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void print_answers(struct buf *buf, const struct meter *meter)
{
	static const char *const kinds[METER_KINDS] = { "api",   "page", "asset",
							"state", "call", "none" };

	print_head(buf, "memcgperf_answers_total", "counter",
		   "Answers by kind of address and status; call: what changes something.");
	for (size_t k = 0; k < METER_KINDS; k++)
		for (unsigned i = 0; i < STATUSES; i++)
			if (get(&meter->answers[k][i]) > 0)
				buf_addf(buf,
					 "memcgperf_answers_total{kind=\"%s\",status=\"%u\"} "
					 "%" PRIu64 "\n",
					 kinds[k], i + STATUS_MIN, get(&meter->answers[k][i]));
}

static void print_made(struct buf *buf, const struct meter *meter)
{
	uint64_t count = 0;

	print_head(buf, "memcgperf_answer_seconds", "histogram",
		   "How long it took to make answers that were not in the cache.");
	for (size_t i = 0; i < ARRAY_SIZE(bounds_us); i++) {
		count += get(&meter->made[i]);
		buf_addf(buf, "memcgperf_answer_seconds_bucket{le=\"%g\"} %" PRIu64 "\n",
			 (double)bounds_us[i] / 1e6, count);
	}
	count += get(&meter->made[BUCKETS - 1]);
	buf_addf(buf,
		 "memcgperf_answer_seconds_bucket{le=\"+Inf\"} %" PRIu64 "\n"
		 "memcgperf_answer_seconds_sum %.6f\n"
		 "memcgperf_answer_seconds_count %" PRIu64 "\n",
		 count, (double)get(&meter->made_us) / 1e6, count);
}

void meter_print(struct buf *buf, const struct meter *meter)
{
	print_answers(buf, meter);
	print_head(buf, "memcgperf_answers_from_cache_total", "counter",
		   "Answers that were in the cache.");
	buf_addf(buf, "memcgperf_answers_from_cache_total %" PRIu64 "\n", get(&meter->cached));
	print_made(buf, meter);
}
