/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/peer_grid.h"

#include <math.h>
#include <stdio.h>

static void add_padded(struct buf *out, const char *text, unsigned width)
{
	buf_addf(out, "%*s", (int)width, text);
}

static void add_number(struct buf *out, const struct peer_column *column, double value)
{
	if (isnan(value))
		add_padded(out, "NaN", column->width);
	else if (isinf(value))
		add_padded(out, value < 0 ? "-Inf" : column->plus ? "+Inf" : "Inf", column->width);
	else
		buf_addf(out, column->plus ? "%+*.*f" : "%*.*f", (int)column->width,
			 (int)column->decimals, value);
}

static void add_text(struct buf *out, const struct peer_column *column, struct slice text)
{
	size_t fill = text.n < column->width ? column->width - text.n : 0;

	if (column->shown == PEER_RIGHT)
		buf_fill(out, ' ', fill);
	buf_add(out, text);
	if (column->shown == PEER_LEFT)
		buf_fill(out, ' ', fill);
}

/* Labels come from logs, so markup in them is no markup. */
static void add_escaped(struct buf *out, const struct peer_column *column, struct slice text)
{
	struct buf plain;

	buf_init(&plain);
	add_text(&plain, column, text);
	buf_add_html(out, buf_slice(&plain));
	buf_release(&plain);
}

/* The format around a cell; a significant one has stars for parentheses. */
static void add_around(struct buf *out, const char *text, bool starred)
{
	for (; *text != '\0'; text++)
		buf_addc(out, starred && (*text == '(' || *text == ')') ? '*' : *text);
}

static void add_cell(const struct peer_grid *grid, const struct peer_column *column,
		     const struct peer_cell *cell)
{
	bool starred = cell->marked && grid->format == PEER_TEXT;

	if (column->shown == PEER_NOTHING)
		return;
	add_around(grid->out, column->before, starred);
	if (column->shown == PEER_NUMBER)
		add_number(grid->out, column, cell->number);
	else if (grid->format == PEER_TEXT)
		add_text(grid->out, column, cell->text);
	else
		add_escaped(grid->out, column, cell->text);
	add_around(grid->out, column->after, starred);
}

/* Undefined cells are as wide as a 0 in text, and a 0 elsewhere. */
static void add_text_cell(const struct peer_grid *grid, const struct peer_column *column,
			  const struct peer_cell *cell)
{
	struct buf *out = grid->out;
	size_t start = out->n;

	add_cell(grid, column, cell);
	if (cell->content != PEER_CELL_BLANK || out->failed)
		return;
	for (size_t i = start; i < out->n; i++)
		out->data[i] = ' ';
}

static const char *colour(const struct peer_cell *cell)
{
	if (!cell->marked)
		return "";
	return cell->number > 0 ? "bgcolor=\"#A0FFA0\"" : "bgcolor=\"#FFA0A0\"";
}

/* open and close are the element of a cell. */
static void add_html_row(const struct peer_grid *grid, const struct peer_cell *cells, size_t count,
			 const char *open, const char *close)
{
	const struct peer_column spare = { PEER_NUMBER, "", "", grid->width, 2, false };

	buf_adds(grid->out, "<tr>");
	for (size_t i = 0; i < count; i++) {
		bool known = i < grid->column_count;

		if (known && !grid->old)
			buf_addf(grid->out, "<%s %s>", open, colour(&cells[i]));
		else
			buf_addf(grid->out, "<%s>", open);
		add_cell(grid, known ? &grid->columns[i] : &spare, &cells[i]);
		buf_addf(grid->out, "</%s>", close);
	}
	buf_adds(grid->out, "</tr>\n");
}

/* span: cells are two columns wide. */
static void add_docbook_row(const struct peer_grid *grid, const struct peer_cell *cells,
			    size_t count, bool span)
{
	const struct peer_column spare = { PEER_NUMBER, "", "", grid->width, 2, false };

	buf_adds(grid->out, "<row>");
	for (size_t i = 0; i < count; i++) {
		buf_adds(grid->out, "<entry");
		if (span)
			buf_addf(grid->out, " namest=\"col%zu\" nameend=\"col%zu\"", i * 2 + 1,
				 i * 2 + 2);
		buf_adds(grid->out, ">");
		add_cell(grid, i < grid->column_count ? &grid->columns[i] : &spare, &cells[i]);
		buf_adds(grid->out, "</entry>");
	}
	buf_adds(grid->out, "</row>\n");
}

void peer_grid_row(const struct peer_grid *grid, const struct peer_cell *cells, size_t count)
{
	const struct peer_column spare = { PEER_NUMBER, "", "", grid->width, 2, false };

	if (grid->format == PEER_HTML) {
		add_html_row(grid, cells, count, "td", "td");
		return;
	}
	if (grid->format == PEER_DOCBOOK) {
		add_docbook_row(grid, cells, count, false);
		return;
	}
	for (size_t i = 0; i < count; i++)
		add_text_cell(grid, i < grid->column_count ? &grid->columns[i] : &spare, &cells[i]);
	buf_addc(grid->out, '\n');
}

/* True when "-rc" and a digit begin at p or stand within the limit of characters from it. */
static bool has_rc(struct slice from, size_t limit)
{
	struct slice part = slice_head(from, limit);

	while (part.n >= 4) {
		size_t at = slice_find(part, "-rc");

		if (at + 3 >= part.n)
			return false;
		if (part.p[at + 3] >= '0' && part.p[at + 3] <= '9')
			return true;
		part = slice_skip(part, at + 1);
	}
	return false;
}

/*
 * The name at its first '-', or behind the release candidate after it. Without a '-' the peer's
 * index is -1, which its substr counts from the end.
 */
static void split_name(struct slice name, struct slice *first, struct slice *second)
{
	size_t dash = slice_find_char(name, '-');

	if (dash == name.n) {
		*first = slice_head(name, name.n > 0 ? name.n - 1 : 0);
		*second = name;
		return;
	}
	if (has_rc(slice_skip(name, dash), dash + 3))
		dash += 4;
	*first = slice_head(name, dash);
	*second = slice_skip(name, dash + 1);
}

static void add_head_rows(const struct peer_grid *head, struct peer_cell *const *lines,
			  size_t count)
{
	for (int i = 0; i < 2; i++)
		if (head->format == PEER_HTML)
			add_html_row(head, lines[i], count, "th colspan=\"2\"", "th");
		else if (head->format == PEER_DOCBOOK)
			add_docbook_row(head, lines[i], count, true);
		else
			peer_grid_row(head, lines[i], count);
}

/* What opens the table; the head's rows stand in it twice, one time for each column that they span.
 */
static void add_docbook_head(const struct peer_grid *head, struct peer_cell *const *lines,
			     size_t count)
{
	buf_addf(head->out,
		 "<table frame='all'>\n<title></title>\n"
		 "<tgroup cols='%zu' align='left' colsep='1' rowsep='1'>\n",
		 count * 2);
	for (size_t i = 1; i <= count * 2; i++)
		buf_addf(head->out, "<colspec colnum=\"%zu\" colname=\"col%zu\" />\n", i, i);
	buf_adds(head->out, "<thead>\n");
	add_head_rows(head, lines, count);
	add_head_rows(head, lines, count);
	buf_adds(head->out, "</thead>\n<tbody>\n");
}

void peer_grid_begin(const struct peer_grid *grid, const struct peer_head *heads, size_t count,
		     unsigned corner)
{
	struct arena arena;
	struct peer_column *columns;
	struct peer_cell *lines[2];
	struct peer_grid head = *grid;

	arena_init(&arena);
	columns = ARENA_ARRAY(&arena, count + 1, struct peer_column);
	for (int i = 0; i < 2; i++) {
		lines[i] = ARENA_ARRAY(&arena, count + 1, struct peer_cell);
		lines[i][0] = peer_cell_text(SLICE(""));
	}
	columns[0] = (struct peer_column){ PEER_RIGHT, "", "", corner, 0, false };
	for (size_t i = 0; i < count; i++) {
		lines[0][i + 1] = lines[1][i + 1] = peer_cell_text(SLICE(""));
		split_name(heads[i].name, &lines[0][i + 1].text, &lines[1][i + 1].text);
		columns[i + 1] =
			(struct peer_column){ PEER_RIGHT, "", "", heads[i].width, 0, false };
	}
	head.columns = columns;
	head.column_count = count + 1;
	if (grid->format == PEER_DOCBOOK) {
		add_docbook_head(&head, lines, count + 1);
	} else {
		if (grid->format == PEER_HTML)
			buf_adds(grid->out, "<table class=\"resultsTable\">\n");
		add_head_rows(&head, lines, count + 1);
	}
	arena_release(&arena);
}

void peer_grid_end(const struct peer_grid *grid)
{
	if (grid->format == PEER_HTML)
		buf_adds(grid->out, "</table>\n");
	if (grid->format == PEER_DOCBOOK)
		buf_adds(grid->out, "</tbody>\n</tgroup>\n</table>\n");
}
