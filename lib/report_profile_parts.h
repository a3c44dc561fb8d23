/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the texts of profiles share.
 * Layer: lib, within report_profile*.c only.
 */
#ifndef LIB_REPORT_PROFILE_PARTS_H
#define LIB_REPORT_PROFILE_PARTS_H

#include "lib/report_grid.h"
#include "lib/report_profile.h"

/* "6.64%" and "+0.79" of a fraction; "" for NaN. */
struct slice report_share(struct arena *arena, double fraction);
struct slice report_points(struct arena *arena, double fraction);
/* A title and the grid below it; nothing when it has no rows. */
void report_profile_grid(struct buf *buf, const char *title, const struct report_grid *grid,
			 const struct report_options *options);
/* What a reader has to know of the numbers, a sentence each. */
void report_profile_notes(struct arena *arena, const struct profile *profile,
			  const struct profile_sum *sum, struct report_notes *out);
/* Notes and link. */
void report_profile_end(struct buf *buf, const struct report_notes *notes,
			const struct report_options *options);

#endif
