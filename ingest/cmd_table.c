/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/cmd.h"

#include <string.h>

enum { GAP = 2 };

/* Columns that UTF-8 text takes, where each character takes one. */
static size_t width_of(struct slice text)
{
	size_t width = 0;

	for (size_t i = 0; i < text.n; i++)
		width += ((unsigned char)text.p[i] & 0xc0) != 0x80;
	return width;
}

static void add_cell(struct buf *buf, struct slice text, size_t width)
{
	for (size_t i = 0; i < text.n; i++) {
		unsigned char c = (unsigned char)text.p[i];

		buf_addc(buf, c < ' ' || c == 0x7f ? '?' : text.p[i]);
	}
	if (width > 0)
		buf_fill(buf, ' ', width + GAP - width_of(text));
}

void cmd_table(struct buf *buf, const char *const *heads, size_t columns, const struct slice *cells,
	       size_t rows)
{
	for (size_t row = 0; row <= rows; row++) {
		for (size_t column = 0; column < columns; column++) {
			struct slice text = slice_str(heads[column]);
			size_t width = width_of(text);

			for (size_t i = 0; i < rows; i++)
				if (width_of(cells[i * columns + column]) > width)
					width = width_of(cells[i * columns + column]);
			if (row > 0)
				text = cells[(row - 1) * columns + column];
			if (text.n == 0)
				text = SLICE("-");
			add_cell(buf, text, column + 1 < columns ? width : 0);
		}
		buf_addc(buf, '\n');
	}
}
