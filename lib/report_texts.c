/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/report_texts.h"

#include "lib/report_grid.h"
#include "lib/report_lists.h"

static void add_csv(struct buf *buf, const struct report_texts *table)
{
	for (size_t i = 0; i < table->columns; i++)
		report_csv_text(buf, table->heads[i]);
	report_csv_end(buf);
	for (size_t i = 0; i < table->rows; i++) {
		for (size_t k = 0; k < table->columns; k++)
			report_csv_text(buf, table->cells[i * table->columns + k]);
		report_csv_end(buf);
	}
}

/* The same texts without what a mail does not take. */
static const struct slice *ascii_of(struct arena *arena, const struct slice *texts, size_t count)
{
	struct slice *out = ARENA_ARRAY(arena, count, struct slice);

	for (size_t i = 0; i < count; i++)
		out[i] = report_ascii(arena, texts[i]);
	return out;
}

void report_texts(struct buf *buf, struct slice title, const struct report_texts *table,
		  const struct report_options *options)
{
	struct report_grid grid = { table->heads, table->columns, table->names, table->cells,
				    table->rows };
	struct arena arena;

	if (table->rows == 0)
		return;
	if (options->style == REPORT_CSV) {
		add_csv(buf, table);
		return;
	}
	if (title.n > 0)
		report_paragraph(buf, title, options);
	if (options->style == REPORT_MARKDOWN) {
		report_grid_markdown(buf, &grid);
	} else {
		arena_init(&arena);
		grid.cells = ascii_of(&arena, table->cells, table->rows * table->columns);
		report_grid_text(buf, &grid, options);
		arena_release(&arena);
	}
	buf_addc(buf, '\n');
}

void report_texts_link(struct buf *buf, const struct report_options *options)
{
	if (options->style != REPORT_CSV)
		report_link(buf, options->style == REPORT_MARKDOWN ? "" : "  ", options->link);
}
