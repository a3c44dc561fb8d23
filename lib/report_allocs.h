/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Allocations side by side, in the styles and by the rules of lib/report.h.
 * Layer: lib, above report and allocs.
 */
#ifndef LIB_REPORT_ALLOCS_H
#define LIB_REPORT_ALLOCS_H

#include "lib/allocs.h"
#include "lib/json.h"
#include "lib/report.h"

/* Text shows so many rows, and says how many there are. */
enum { REPORT_ALLOCS_ROWS = 30 };

/*
 * ops: operations of each run (NaN = not told), by which counts are divided where all are told; or
 * NULL.
 */
void report_allocs(struct buf *buf, const struct allocs *allocs, const double *ops,
		   const struct report_options *options);
json_t *report_allocs_json(const struct allocs *allocs);

#endif
