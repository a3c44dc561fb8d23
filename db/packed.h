/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The samples of one metric of a run as one value, which stands beside their statistics: reading
 * a run then costs a row a metric, not one a sample. The table sample has what else is known of
 * each, and is what counts: memcgperf db check holds this against it.
 *
 * Numbers are unsigned, of 4 bytes, or IEEE doubles, least byte first: how many boots, of each its
 * number and how many samples it has, then all values.
 * Layer: db, above lib.
 */
#ifndef DB_PACKED_H
#define DB_PACKED_H

#include "lib/arena.h"
#include "lib/buf.h"
#include "lib/slice.h"

/* Samples being packed, in the order of boots; all zero = none yet. */
struct packing {
	struct buf counts, values, whole;
	int64_t boot;    /* of the sample before */
	uint32_t boots;  /* so far */
	uint32_t of_one; /* samples of this boot */
};

void packing_add(struct packing *packing, int64_t boot, double value);
/* The bytes, until the next is added, with which it begins anew. */
struct slice packing_end(struct packing *packing);
void packing_release(struct packing *packing);

/* How many samples these are; 0 = they are no such bytes. */
size_t packed_count(struct slice packed);
/*
 * packed_count's samples into values, and the numbers of their boots. False: the bytes are
 * damaged, and what was written means nothing.
 */
NODISCARD bool packed_read(struct slice packed, double *values, int32_t *boots);

#endif
