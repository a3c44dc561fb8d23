/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How noisy machines are, as text, Markdown, CSV and JSON. The same styles and rules as
 * lib/report.h.
 * Layer: lib, above report and noise_view.
 */
#ifndef LIB_REPORT_NOISE_H
#define LIB_REPORT_NOISE_H

#include "lib/json.h"
#include "lib/noise_view.h"
#include "lib/report.h"

void report_noise(struct buf *buf, const struct noise_view *view,
		  const struct report_options *options);
/* "Boots of one kernel and config differ by 0.3 % (median of 1140 pairs); 12 % have p <= 0.05." */
void report_noise_lede(struct buf *buf, const struct noise_view *view);
json_t *report_noise_view_json(const struct noise_view *view); /* NOISE of docs/api.md */

#endif
