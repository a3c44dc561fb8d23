/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Curves of a comparison as text: the places of the axis across, a line a column, and under each
 * the change against the baseline.
 */
#include <string.h>

#include "lib/report_parts.h"
#include "lib/sweep.h"

enum { INDENT = 2, GAP = 2, NAME = 6 };

struct curve {
	struct buf *buf;
	struct arena *arena;
	const struct comparison *comparison;
	const struct sweep *sweep;
	size_t width; /* of a place */
};

static struct slice value_text(const struct curve *c, size_t place, size_t column)
{
	const struct compare_row *row = &c->comparison->rows[c->sweep->rows[place]];

	if (!row->cells[column].present)
		return SLICE("-");
	return report_value(c->arena, report_centre(&row->cells[column]),
			    report_decimals(row, c->comparison->column_count));
}

static struct slice change_text(const struct curve *c, size_t place, size_t column)
{
	const struct compare_row *row = &c->comparison->rows[c->sweep->rows[place]];
	char mark[2] = { verdict_mark(row->cells[column].verdict.word), '\0' };

	if (!row->cells[column].present)
		return SLICE("");
	return arena_printf(
		c->arena, "%.*s%s",
		SLICE_FMT(report_change(
			c->arena, report_effect(row, c->comparison->baseline, column).change)),
		mark[0] == ' ' ? "" : mark);
}

static void layout(struct curve *c)
{
	for (size_t i = 0; i < c->sweep->count; i++)
		for (size_t k = 0; k < c->comparison->column_count; k++) {
			size_t value = value_text(c, i, k).n, change = change_text(c, i, k).n;

			c->width = value > c->width ? value : c->width;
			c->width = change > c->width ? change : c->width;
		}
}

static void add_line(struct curve *c, struct slice name, size_t column,
		     struct slice (*text)(const struct curve *, size_t, size_t), size_t first,
		     size_t end)
{
	buf_fill(c->buf, ' ', 2 * INDENT);
	report_left(c->buf, name, NAME);
	for (size_t i = first; i < end; i++)
		report_right(c->buf, text(c, i, column), GAP + c->width);
	report_end_line(c->buf);
}

static struct slice place_text(const struct curve *c, size_t place, size_t column)
{
	(void)column;
	return arena_printf(c->arena, "%.10g", c->sweep->at[place]);
}

static void add_block(struct curve *c, size_t first, size_t end)
{
	const struct comparison *comparison = c->comparison;
	char base = report_letter(comparison->baseline);

	add_line(c, SLICE("at"), 0, place_text, first, end);
	for (size_t k = 0; k < comparison->column_count; k++)
		add_line(c, arena_printf(c->arena, "%c", report_letter(k)), k, value_text, first,
			 end);
	for (size_t k = 0; k < comparison->column_count; k++)
		if (k != comparison->baseline)
			add_line(c, arena_printf(c->arena, "%c/%c-1", report_letter(k), base), k,
				 change_text, first, end);
}

static void add_sweep(struct buf *buf, struct arena *arena, const struct comparison *comparison,
		      struct slice benchmark, const struct sweep *sweep, size_t width)
{
	struct curve c = { buf, arena, comparison, sweep, 1 };
	struct slice title;
	size_t per_block;

	layout(&c);
	per_block = (width - 2 * INDENT - NAME) / (GAP + c.width);
	per_block = per_block == 0 ? 1 : per_block;
	title = sweep->axis.n > 0 ? arena_printf(arena, "%.*s %.*s by %.*s", SLICE_FMT(benchmark),
						 SLICE_FMT(sweep->name), SLICE_FMT(sweep->axis))
				  : arena_printf(arena, "%.*s %.*s-N", SLICE_FMT(benchmark),
						 SLICE_FMT(sweep->name));
	report_wrap(buf, report_ascii(arena, title), width, INDENT, 2 * INDENT);
	for (size_t i = 0; i < sweep->count; i += per_block)
		add_block(&c, i, sweep->count - i < per_block ? sweep->count : i + per_block);
}

void report_sweeps_text(struct buf *buf, struct arena *arena, const struct comparison *comparison,
			size_t width)
{
	for (size_t i = 0; i < comparison->group_count; i++) {
		const struct compare_group *group = &comparison->groups[i];
		size_t count;
		struct sweep *list = sweep_find(arena, comparison, group, &count);

		for (size_t k = 0; k < count; k++) {
			buf_addc(buf, '\n');
			add_sweep(buf, arena, comparison, group->benchmark, &list[k], width);
		}
	}
}
