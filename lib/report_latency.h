/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Histograms side by side, in the styles and by the rules of lib/report.h.
 * Layer: lib, above report and latency.
 */
#ifndef LIB_REPORT_LATENCY_H
#define LIB_REPORT_LATENCY_H

#include "lib/json.h"
#include "lib/latency.h"
#include "lib/report.h"

/* Text shows so many histograms of one comparison, and says how many there are. */
enum { REPORT_LATENCY_ROWS = 12 };

void report_latency(struct buf *buf, const struct latency *latency,
		    const struct report_options *options);
json_t *report_latency_json(const struct latency *latency);

/* "16-32", "64K-128K", ">=1M", "<0", "5"; K, M, ... are powers of 1024. "" where there is none. */
struct slice report_range(struct arena *arena, struct latency_range range);

/*
 * Shared with other tables of what BPF tools saw: a sentence on lines of its own, the lines
 * "A  6.1.192  child  NAME", and sentences on what runs lost and what tracing cost them.
 */
void report_traced_line(struct buf *buf, struct slice text, const struct report_options *options);
void report_traced_columns(struct buf *buf, const struct traced *runs, size_t count,
			   const struct report_options *options);
void report_traced_notes(struct buf *buf, const struct traced *runs, size_t count,
			 const struct report_options *options);
json_t *report_traced_json(const struct traced *run);

#endif
