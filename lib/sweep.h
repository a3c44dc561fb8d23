/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of a comparison that are one curve: the same metric at several places of an axis, as
 * threads, clients or groups. A number at the end of the name ("faults/cpu-1", "time-16") or a
 * label that is a number ("threads=4") is the place; of rows with several such labels those are one
 * curve that differ in one of them alone. Layer: lib, above compare.
 */
#ifndef LIB_SWEEP_H
#define LIB_SWEEP_H

#include "lib/compare.h"

enum { SWEEP_LEAST = 3 }; /* places that make a curve */

struct sweep {
	struct slice name; /* "faults/cpu" */
	struct slice axis; /* the label's key; "" = the name ends in the place */
	struct slice statistic;
	const size_t *rows; /* of the comparison, by place */
	const double *at;   /* the places */
	size_t count;
};

/* The sweeps of a group, in the order of their first rows. */
struct sweep *sweep_find(struct arena *arena, const struct comparison *comparison,
			 const struct compare_group *group, size_t *count);

#endif
