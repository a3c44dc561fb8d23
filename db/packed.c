/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "db/packed.h"

#include <endian.h>
#include <string.h>

enum { NUMBER = sizeof(uint32_t), GROUP = 2 * NUMBER, VALUE = sizeof(double) };

static void add_number(struct buf *buf, uint32_t number)
{
	number = htole32(number);
	buf_add(buf, (struct slice){ (const char *)&number, sizeof(number) });
}

static uint32_t number_at(const char *p)
{
	uint32_t number;

	memcpy(&number, p, sizeof(number));
	return le32toh(number);
}

static double value_at(const char *p)
{
	uint64_t bits;
	double value;

	memcpy(&bits, p, sizeof(bits));
	bits = le64toh(bits);
	memcpy(&value, &bits, sizeof(value));
	return value;
}

/* What is told of the group that ends. */
static void add_group(const struct packing *packing, struct buf *out)
{
	add_number(out, (uint32_t)packing->of);
	add_number(out, packing->in_this);
}

void packing_add(struct packing *packing, int64_t of, double value)
{
	uint64_t bits;

	if (packing->count == 0 || of != packing->of) {
		if (packing->count > 0)
			add_group(packing, &packing->groups);
		packing->count++;
		packing->of = of;
		packing->in_this = 0;
	}
	packing->in_this++;
	memcpy(&bits, &value, sizeof(bits));
	bits = htole64(bits);
	buf_add(&packing->values, (struct slice){ (const char *)&bits, sizeof(bits) });
}

struct slice packing_end(struct packing *packing)
{
	buf_clear(&packing->whole);
	add_number(&packing->whole, packing->count);
	buf_add(&packing->whole, buf_slice(&packing->groups));
	if (packing->count > 0)
		add_group(packing, &packing->whole);
	buf_add(&packing->whole, buf_slice(&packing->values));
	buf_clear(&packing->groups);
	buf_clear(&packing->values);
	packing->count = 0;
	return buf_slice(&packing->whole);
}

void packing_release(struct packing *packing)
{
	buf_release(&packing->groups);
	buf_release(&packing->values);
	buf_release(&packing->whole);
}

/* Where the values begin. */
static size_t values_start(struct slice packed)
{
	return NUMBER + (size_t)number_at(packed.p) * GROUP;
}

size_t packed_count(struct slice packed)
{
	size_t start;

	if (packed.n < NUMBER)
		return 0;
	start = values_start(packed);
	return start > packed.n || (packed.n - start) % VALUE != 0 ? 0 : (packed.n - start) / VALUE;
}

bool packed_read(struct slice packed, double *values, int32_t *of)
{
	size_t n = packed_count(packed), start = n > 0 ? values_start(packed) : 0, place = 0;

	for (size_t at = NUMBER; at < start; at += GROUP) {
		int32_t number = (int32_t)number_at(packed.p + at);
		size_t more = number_at(packed.p + at + NUMBER);

		if (more > n - place)
			return false;
		while (more-- > 0)
			of[place++] = number;
	}
	for (size_t i = 0; i < n; i++)
		values[i] = value_at(packed.p + start + i * VALUE);
	return n > 0 && place == n;
}
