/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which rows of a comparison are shown: of a benchmark, with words in their name, with a verdict.
 * Verdicts and intervals stay those of the whole comparison. The page picks by the same rules
 * (web/app/pickrows.js). Layer: lib, above compare.
 */
#ifndef LIB_COMPARE_PICK_H
#define LIB_COMPARE_PICK_H

#include "lib/compare.h"

/* "" = any. */
struct compare_pick {
	struct slice benchmark;
	struct slice text;    /* words, all of which the row's name has, in any case */
	struct slice verdict; /* a verdict's name, "open" = none, or "decided" */
	struct slice column;  /* whose verdict, by its letter; "" = of one at least */
};

/*
 * Leaves the rows that the pick lets through, maybe none, and sets comparison->picked where
 * something is asked for. A benchmark that lost results has no geometric mean, as it would be of
 * other rows than those shown. ERR_INPUT for a verdict or a column that there is not.
 */
NODISCARD enum err compare_narrow(struct arena *arena, const struct compare_pick *pick,
				  struct comparison *comparison, struct error *err);

#endif
