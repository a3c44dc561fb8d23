/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The answer of a page as one sentence, and the line of what it rests on.
 * Layer: lib, above report.
 */
#ifndef LIB_HEADLINE_H
#define LIB_HEADLINE_H

#include "lib/arena.h"
#include "lib/compare.h"
#include "lib/overhead.h"
#include "lib/report.h"

struct headline {
	struct slice title, meta;
};

/* What memcg costs on the newest kernel that has numbers, of what the filter shows. */
struct headline headline_overhead(struct arena *arena, const struct overhead *overhead,
				  const struct report_filter *filter);

/* What the others are against the baseline. */
struct headline headline_compare(struct arena *arena, const struct comparison *comparison);

#endif
