/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Curves of a comparison as tables: a row for each place of the axis, the baseline, and for each
 * other column its value and the change, so that no mean over the places stands alone.
 */
#include <string.h>

#include "lib/report_grid.h"
#include "lib/sweep.h"

enum { INDENT = 2, CHANGE = 10 };

/* One curve, and its table as far as it is made. */
struct curve {
	struct arena *arena;
	const struct comparison *comparison;
	const struct sweep *sweep;
	struct slice *heads, *cells; /* cells row by row */
	size_t columns, used;
};

typedef struct slice (*cell_text)(const struct curve *c, size_t place, size_t column);

static const struct compare_row *row_at(const struct curve *c, size_t place)
{
	return &c->comparison->rows[c->sweep->rows[place]];
}

static struct slice place_text(const struct curve *c, size_t place, size_t column)
{
	(void)column;
	return arena_printf(c->arena, "%.10g", c->sweep->at[place]);
}

static struct slice value_text(const struct curve *c, size_t place, size_t column)
{
	const struct compare_row *row = row_at(c, place);

	if (!row->cells[column].present)
		return SLICE("-");
	return report_value(c->arena, report_centre(&row->cells[column]),
			    report_decimals(row, c->comparison->column_count));
}

/* Its mark, or a blank, stands last. */
static struct slice change_text(const struct curve *c, size_t place, size_t column)
{
	const struct compare_row *row = row_at(c, place);
	struct report_effect effect;

	if (!row->cells[column].present)
		return SLICE(" ");
	effect = report_effect(row, c->comparison->baseline, column);
	return arena_printf(c->arena, "%.*s%c", SLICE_FMT(report_change(c->arena, effect.change)),
			    verdict_mark(row->cells[column].verdict.word));
}

/* Both in one cell, so that no line's end comes between them. */
static struct slice pair_text(const struct curve *c, size_t place, size_t column)
{
	return arena_printf(c->arena, "%.*s %*.*s", SLICE_FMT(value_text(c, place, column)), CHANGE,
			    SLICE_FMT(change_text(c, place, column)));
}

/* All cells as wide, with blanks before them. */
static void add_column(struct curve *c, struct slice head, cell_text text, size_t column)
{
	struct slice *cells = &c->cells[c->used];
	size_t width = head.n;

	for (size_t i = 0; i < c->sweep->count; i++) {
		cells[i * c->columns] = text(c, i, column);
		if (cells[i * c->columns].n > width)
			width = cells[i * c->columns].n;
	}
	for (size_t i = 0; i < c->sweep->count; i++)
		cells[i * c->columns] = arena_printf(c->arena, "%*.*s", (int)width,
						     SLICE_FMT(cells[i * c->columns]));
	c->heads[c->used++] = arena_printf(c->arena, "%*.*s", (int)width, SLICE_FMT(head));
}

static void begin(struct curve *c, size_t columns)
{
	struct slice axis = c->sweep->axis;

	c->columns = columns;
	c->used = 0;
	c->heads = ARENA_ARRAY(c->arena, columns, struct slice);
	c->cells = ARENA_ARRAY(c->arena, columns * c->sweep->count, struct slice);
	add_column(c, axis.n > 0 ? report_ascii(c->arena, axis) : SLICE("N"), place_text, 0);
	add_column(c, arena_printf(c->arena, "%c", report_letter(c->comparison->baseline)),
		   value_text, c->comparison->baseline);
}

/* The place and the baseline in every block; of each other column value and change. */
static void add_text(struct curve *c, struct buf *buf, const struct report_options *options)
{
	const struct comparison *comparison = c->comparison;
	char base = report_letter(comparison->baseline);

	begin(c, comparison->column_count + 1);
	for (size_t k = 0; k < comparison->column_count; k++)
		if (k != comparison->baseline)
			add_column(c,
				   arena_printf(c->arena, "%c %*s%c/%c-1 ", report_letter(k),
						CHANGE - (int)strlen("B/A-1 "), "",
						report_letter(k), base),
				   pair_text, k);
	report_grid_text(
		buf, &(struct report_grid){ c->heads, c->columns, 2, c->cells, c->sweep->count },
		options);
}

static void add_markdown(struct curve *c, struct buf *buf)
{
	const struct comparison *comparison = c->comparison;
	char base = report_letter(comparison->baseline);

	begin(c, 2 * comparison->column_count);
	for (size_t k = 0; k < comparison->column_count; k++) {
		char letter = report_letter(k);

		if (k == comparison->baseline)
			continue;
		add_column(c, arena_printf(c->arena, "%c", letter), value_text, k);
		add_column(c, arena_printf(c->arena, "%c/%c-1", letter, base), change_text, k);
	}
	for (size_t i = 0; i < c->columns; i++)
		c->heads[i] = slice_trim(c->heads[i]);
	for (size_t i = 0; i < c->columns * c->sweep->count; i++)
		c->cells[i] = slice_trim(c->cells[i]);
	report_grid_markdown(
		buf, &(struct report_grid){ c->heads, c->columns, 1, c->cells, c->sweep->count });
}

/* "pft faults/cpu-N, Hmean", "forks usecs-op by threads" */
static struct slice title_of(struct arena *arena, struct slice benchmark, const struct sweep *sweep)
{
	struct slice name = arena_printf(arena, "%.*s %.*s%s", SLICE_FMT(benchmark),
					 SLICE_FMT(sweep->name), sweep->axis.n > 0 ? "" : "-N");

	if (sweep->statistic.n > 0)
		name = arena_printf(arena, "%.*s, %.*s", SLICE_FMT(name),
				    SLICE_FMT(sweep->statistic));
	if (sweep->axis.n > 0)
		name = arena_printf(arena, "%.*s by %.*s", SLICE_FMT(name), SLICE_FMT(sweep->axis));
	return slice_trim(name);
}

void report_sweeps(struct buf *buf, const struct comparison *comparison,
		   const struct report_options *options)
{
	struct arena arena;

	arena_init(&arena);
	for (size_t i = 0; i < comparison->group_count; i++) {
		const struct compare_group *group = &comparison->groups[i];
		size_t count;
		struct sweep *list = sweep_find(&arena, comparison, group, &count);

		for (size_t k = 0; k < count; k++) {
			struct curve curve = { &arena, comparison, &list[k] };
			struct slice title = title_of(&arena, group->benchmark, &list[k]);

			buf_addc(buf, '\n');
			if (options->style == REPORT_MARKDOWN) {
				report_markdown_text(buf, title);
				buf_adds(buf, "\n\n");
				add_markdown(&curve, buf);
				continue;
			}
			report_wrap(buf, report_ascii(&arena, title), report_width(options), INDENT,
				    2 * INDENT);
			add_text(&curve, buf, options);
		}
	}
	arena_release(&arena);
}
