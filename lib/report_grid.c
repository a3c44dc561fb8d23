/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/report_grid.h"

enum { INDENT = 2, GAP = 2 };

static struct slice text_at(const struct report_grid *grid, size_t row, size_t column)
{
	return row == 0 ? grid->heads[column] : grid->cells[(row - 1) * grid->columns + column];
}

static size_t width_of(const struct report_grid *grid, size_t column)
{
	size_t width = 0;

	for (size_t row = 0; row <= grid->rows; row++)
		if (text_at(grid, row, column).n > width)
			width = text_at(grid, row, column).n;
	return width;
}

/* Row 0 is the heads. */
static void add_row(struct buf *buf, const struct report_grid *grid, const size_t *widths,
		    size_t row, size_t first, size_t end)
{
	buf_fill(buf, ' ', INDENT);
	for (size_t i = 0; i < grid->names; i++) {
		report_left(buf, text_at(grid, row, i), widths[i]);
		buf_fill(buf, ' ', GAP);
	}
	for (size_t i = first; i < end; i++) {
		report_right(buf, text_at(grid, row, i), widths[i]);
		buf_fill(buf, ' ', GAP);
	}
	report_end_line(buf);
}

/* The end of the block that begins with column first: as many as fit, but one at least. */
static size_t block_end(const struct report_grid *grid, const size_t *widths, size_t first,
			size_t room)
{
	size_t end = first, used = INDENT;

	for (size_t i = 0; i < grid->names; i++)
		used += widths[i] + GAP;
	while (end < grid->columns && (end == first || used + widths[end] <= room))
		used += widths[end++] + GAP;
	return end;
}

static bool is_plain(struct slice text)
{
	for (size_t i = 0; i < text.n; i++)
		if (text.p[i] < ' ' || text.p[i] > '~')
			return false;
	return true;
}

/* Texts for a mail: a cell that is none becomes one, the others keep their blanks. */
static struct slice *plain_texts(struct arena *arena, const struct slice *texts, size_t count)
{
	struct slice *out = ARENA_ARRAY(arena, count + 1, struct slice);

	for (size_t i = 0; i < count; i++)
		out[i] = is_plain(texts[i]) ? texts[i] : report_ascii(arena, texts[i]);
	return out;
}

static void add_blocks(struct buf *buf, struct arena *arena, const struct report_grid *grid,
		       const struct report_options *options)
{
	size_t *widths = ARENA_ARRAY(arena, grid->columns, size_t);

	for (size_t i = 0; i < grid->columns; i++)
		widths[i] = width_of(grid, i);
	for (size_t first = grid->names, end; first < grid->columns; first = end) {
		end = block_end(grid, widths, first, report_width(options));
		if (first > grid->names)
			buf_addc(buf, '\n');
		for (size_t row = 0; row <= grid->rows; row++)
			add_row(buf, grid, widths, row, first, end);
	}
}

void report_grid_text(struct buf *buf, const struct report_grid *grid,
		      const struct report_options *options)
{
	struct report_grid plain = *grid;
	struct arena arena;

	arena_init(&arena);
	plain.heads = plain_texts(&arena, grid->heads, grid->columns);
	plain.cells = plain_texts(&arena, grid->cells, grid->rows * grid->columns);
	add_blocks(buf, &arena, &plain, options);
	arena_release(&arena);
}

void report_grid_markdown(struct buf *buf, const struct report_grid *grid)
{
	for (size_t row = 0; row <= grid->rows; row++) {
		buf_addc(buf, '|');
		for (size_t i = 0; i < grid->columns; i++)
			report_markdown_cell(buf, text_at(grid, row, i));
		buf_addc(buf, '\n');
		for (size_t i = 0; row == 0 && i < grid->columns; i++)
			buf_adds(buf, i < grid->names ? "| --- " : "| ---: ");
		if (row == 0)
			buf_adds(buf, "|\n");
	}
}
