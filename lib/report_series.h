/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One metric on one machine over kernels, a line for each config: values with intervals, noise
 * floors and changes. As text, Markdown, CSV and JSON by the rules of lib/report.h.
 * Layer: lib, above report and changes.
 */
#ifndef LIB_REPORT_SERIES_H
#define LIB_REPORT_SERIES_H

#include "lib/changes.h"
#include "lib/json.h"
#include "lib/report.h"

/*
 * What a point of a series stands for: the mean of its replicates, which are the medians of boots
 * where there are 3 or more, else samples; and its 95 % t interval, NaN below 3 replicates.
 */
struct series_value {
	double mean, lo, hi;
	size_t replicates;
	bool by_boots;
};
struct series_value series_value_of(struct arena *arena, const struct overhead_point *point);

/* All of these: changes of an input of one machine and one metric, points by line, then kernel. */
void report_series(struct buf *buf, const struct changes *series,
		   const struct report_options *options);
/* "kmemops usecs-op-pipe changed twice over 5 kernels; last on 7.3.4, child: +9.28% +-0.3." */
void report_series_lede(struct buf *buf, const struct changes *series);
json_t *report_series_json(const struct changes *series); /* SERIES of docs/api.md */

#endif
