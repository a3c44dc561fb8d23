/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Doubles as one value, each under a whole number that says what it is of: the samples of a metric
 * by boot, which stand beside their aggregate, and the medians of a run by metric. Reading them
 * then costs a row and not one each. Tables of rows have the same, and more, and are what counts:
 * memcgperf db check holds these bytes against them.
 *
 * The bytes: how many groups of equal numbers there are, of each its number and how many doubles,
 * then all doubles; counts and numbers unsigned of 4 bytes, all least byte first.
 * Layer: db, above lib.
 */
#ifndef DB_PACKED_H
#define DB_PACKED_H

#include "lib/arena.h"
#include "lib/buf.h"
#include "lib/slice.h"

/* Doubles being packed, those of one number together; all zero = none yet. */
struct packing {
	struct buf groups, values, whole;
	int64_t of;       /* the number of the one before */
	uint32_t count;   /* groups so far */
	uint32_t in_this; /* doubles of this group */
};

void packing_add(struct packing *packing, int64_t of, double value);
/* The bytes, until the next is added, with which it begins anew. */
struct slice packing_end(struct packing *packing);
void packing_release(struct packing *packing);

/* How many doubles these are; 0 = they are no such bytes. */
size_t packed_count(struct slice packed);
/*
 * packed_count's doubles into values, and what each is of. False: the bytes are damaged, and what
 * was written means nothing.
 */
NODISCARD bool packed_read(struct slice packed, double *values, int32_t *of);

#endif
