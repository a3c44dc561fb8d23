/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A table of texts in the styles of lib/report.h, for lists that need no layout of their own.
 * Layer: lib, above report.
 */
#ifndef LIB_REPORT_TEXTS_H
#define LIB_REPORT_TEXTS_H

#include "lib/report.h"

struct report_texts {
	const struct slice *heads; /* one a column */
	size_t columns;
	size_t names;              /* the first of them are names: left-aligned */
	const struct slice *cells; /* row by row; "" = nothing */
	size_t rows;
};

/* title: a line above it, which CSV leaves out; "" = none. Nothing of a table without rows. */
void report_texts(struct buf *buf, struct slice title, const struct report_texts *table,
		  const struct report_options *options);

/* "Link: ADDRESS" of the option, which CSV leaves out. */
void report_texts_link(struct buf *buf, const struct report_options *options);

#endif
