/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a comparison that is frozen is called: the hash of what was compared, which is the same on
 * every server that has the same runs. Names of kernels, configs and machines can be corrected and
 * are no part of it.
 * Layer: lib, above compare and sha256.
 */
#ifndef LIB_FROZEN_H
#define LIB_FROZEN_H

#include "lib/compare.h"
#include "lib/report.h"
#include "lib/sha256.h"

enum { FROZEN_SLUG_LEAST = 10, FROZEN_SLUG_MAX = 52 };

/*
 * Lines of text, in this order, of which the SHA-256 is the hash:
 *	memcgperf comparison 1
 *	rule hl-ranksum/1            VERDICT_VERSION
 *	base RUN SHA256              a run's id, and the hash of its column's numbers (below)
 *	new RUN SHA256               for each other column, in their order
 * The numbers of a column are, for each metric in the order of metric_cmp and then the statistic,
 * "BENCHMARK\tNAME\tLABELS\tUNIT\tSTATISTIC\n", then "BOOT VALUE\n" for each sample, boots counted
 *from 0 and values as num_print writes them; a number that a tool printed has no boot ("-
 *VALUE\n"). ERR_INPUT when a column is of no stored run.
 */
NODISCARD enum err frozen_request(struct arena *arena, const struct comparison *comparison,
				  struct slice *out, struct error *err);

/* The slug that text stands for: upper case, I and L for 1, O for 0. False when it is none. */
NODISCARD bool frozen_slug_parse(struct arena *arena, struct slice text, struct slice *out);

/* All forms of it, with the link of its page, a line that says when it was frozen, and its title.
 */
struct frozen_forms {
	struct slice title, text, markdown, csv, json;
};
void frozen_render(struct arena *arena, const struct comparison *comparison, struct slice title,
		   struct slice link, int64_t when_s, struct frozen_forms *out);

#endif
