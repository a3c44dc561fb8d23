/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A plain grid of texts in the styles of lib/report.h: what tables that need no layout of their own
 * are printed with.
 * Layer: lib, within report*.c only.
 */
#ifndef LIB_REPORT_GRID_H
#define LIB_REPORT_GRID_H

#include "lib/report_parts.h"

struct report_grid {
	const struct slice *heads; /* one a column */
	size_t columns;
	size_t names;              /* the first of them are names: left-aligned, in every block */
	const struct slice *cells; /* row by row; "" = nothing */
	size_t rows;
};

/* As plain ASCII: columns that have no room beside the names follow in further blocks. */
void report_grid_text(struct buf *buf, const struct report_grid *grid,
		      const struct report_options *options);
void report_grid_markdown(struct buf *buf, const struct report_grid *grid);

#endif
