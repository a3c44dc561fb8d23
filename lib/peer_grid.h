/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of a peer table as text, HTML or DocBook. Columns have formats as the peer's printf strings
 * do; a cell behind the last format prints with two decimals, and so do the peer's misaligned ones.
 * Layer: lib, part of peer. Source: formats/mmtests.md section 5.
 */
#ifndef LIB_PEER_GRID_H
#define LIB_PEER_GRID_H

#include "lib/buf.h"
#include "lib/peer.h"

/* One printf format: what stands before and after, and how the cell is shown. */
struct peer_column {
	enum peer_shown { PEER_LEFT, PEER_RIGHT, PEER_NUMBER, PEER_NOTHING } shown;
	const char *before, *after;
	unsigned width, decimals;
	bool plus; /* "+" before positive numbers */
};

struct peer_cell {
	enum peer_content { PEER_CELL_NUMBER, PEER_CELL_TEXT, PEER_CELL_BLANK } content;
	double number;
	struct slice text;
	bool marked; /* significant: '*' for parentheses, or a colour by its sign */
};

struct peer_grid {
	struct buf *out;
	enum peer_format format;
	const struct peer_column *columns;
	size_t column_count;
	unsigned width; /* of cells without a format */
	bool old;       /* HTML of PEER_2015: no room for a colour in the elements */
};

static inline struct peer_cell peer_cell_number(double number)
{
	return (struct peer_cell){ .content = PEER_CELL_NUMBER, .number = number };
}

static inline struct peer_cell peer_cell_text(struct slice text)
{
	return (struct peer_cell){ .content = PEER_CELL_TEXT, .text = text };
}

static inline struct peer_cell peer_cell_blank(void)
{
	return (struct peer_cell){ .content = PEER_CELL_BLANK };
}

/* The name of a column, which is split over two lines. */
struct peer_head {
	struct slice name;
	unsigned width;
};

/* What stands before the rows. corner is the width of the column before the heads. */
void peer_grid_begin(const struct peer_grid *grid, const struct peer_head *heads, size_t count,
		     unsigned corner);
void peer_grid_row(const struct peer_grid *grid, const struct peer_cell *cells, size_t count);
void peer_grid_end(const struct peer_grid *grid);

#endif
