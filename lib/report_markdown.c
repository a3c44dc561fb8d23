/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables in the Markdown that GitHub reads. */
#include <math.h>
#include <string.h>

#include "lib/report_parts.h"

/* No markup, no table cell's end, no line's end. */
void report_markdown_text(struct buf *buf, struct slice text)
{
	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];

		if (c == '\n' || c == '\r' || c == '\t')
			c = ' ';
		if (c == '<')
			buf_adds(buf, "&lt;");
		else if (c == '&')
			buf_adds(buf, "&amp;");
		else if (c != '\0' && strchr("\\|*_`[]~", c) != NULL)
			buf_addf(buf, "\\%c", c);
		else
			buf_addc(buf, c);
	}
}

void report_markdown_cell(struct buf *buf, struct slice text)
{
	buf_addc(buf, ' ');
	report_markdown_text(buf, text);
	buf_adds(buf, " |");
}

static void add_columns(struct buf *buf, struct arena *arena, const struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->column_count; i++) {
		const struct column *column = &comparison->columns[i];
		struct slice parts[] = { report_kernel(column), report_label(column),
					 report_name(arena, column) };

		buf_addf(buf, "- **%c**", report_letter(i));
		for (size_t k = 0; k < ARRAY_SIZE(parts); k++) {
			if (parts[k].n > 0)
				buf_addc(buf, ' ');
			report_markdown_text(buf, parts[k]);
		}
		buf_addc(buf, '\n');
	}
}

static void add_head(struct buf *buf, const struct comparison *comparison, struct slice heading)
{
	buf_addc(buf, '|');
	report_markdown_cell(buf, heading);
	for (size_t i = 0; i < comparison->column_count; i++) {
		buf_addf(buf, " %c |", report_letter(i));
		if (i != comparison->baseline)
			buf_addf(buf, " %c/%c-1 |", report_letter(i),
				 report_letter(comparison->baseline));
	}
	buf_adds(buf, "\n| --- |");
	for (size_t i = 0; i < 2 * comparison->column_count - 1; i++)
		buf_adds(buf, " ---: |");
	buf_addc(buf, '\n');
}

static struct slice change_text(struct arena *arena, const struct comparison *comparison,
				const struct compare_row *row, size_t column)
{
	struct report_effect effect = report_effect(row, comparison->baseline, column);
	enum verdict_word word = row->cells[column].verdict.word;
	struct slice half = report_half(arena, effect.change, effect.half);
	double factor = report_factor(row, column);
	struct slice out = report_change(arena, effect.change);

	if (half.n > 0)
		out = arena_printf(arena, "%.*s %.*s", SLICE_FMT(out), SLICE_FMT(half));
	if (factor > 0)
		out = arena_printf(arena, "%.*s (factor %.*f)", SLICE_FMT(out),
				   factor < 1000 ? 2 : 0, factor);
	if (word != VERDICT_NONE)
		out = arena_printf(arena, "%.*s %s", SLICE_FMT(out), verdict_name(word));
	return out;
}

static struct slice geomean_text(struct arena *arena, struct bootstrap mean)
{
	struct slice half = report_half(arena, mean.value, (mean.hi - mean.lo) / 2);

	return arena_printf(arena, "%.*s%s%.*s", SLICE_FMT(report_change(arena, mean.value)),
			    half.n > 0 ? " " : "", SLICE_FMT(half));
}

static void add_row(struct buf *buf, struct arena *arena, const struct comparison *comparison,
		    const struct report_group *words, const struct compare_row *row)
{
	int decimals = report_decimals(row, comparison->column_count);

	buf_addc(buf, '|');
	report_markdown_cell(buf, report_row_name(arena, words, row));
	for (size_t i = 0; i < comparison->column_count; i++) {
		const struct compare_cell *cell = &row->cells[i];

		report_markdown_cell(
			buf, cell->present ? report_value(arena, report_centre(cell), decimals)
					   : SLICE("-"));
		if (i != comparison->baseline)
			report_markdown_cell(buf, cell->present
							  ? change_text(arena, comparison, row, i)
							  : SLICE_NONE);
	}
	buf_addc(buf, '\n');
}

static void add_geomean(struct buf *buf, struct arena *arena, const struct comparison *comparison,
			const struct compare_group *group)
{
	buf_adds(buf, "| *geometric mean* |");
	for (size_t i = 0; i < comparison->column_count; i++) {
		buf_adds(buf, " |");
		if (i != comparison->baseline)
			report_markdown_cell(buf, geomean_text(arena, group->geomean[i]));
	}
	buf_addc(buf, '\n');
}

static void add_group(struct buf *buf, struct arena *arena, const struct comparison *comparison,
		      const struct compare_group *group)
{
	struct report_group words = report_group_of(arena, comparison, group);
	size_t counts = report_group_counts(comparison, group), seen = 0;

	buf_addc(buf, '\n');
	add_head(buf, comparison, words.heading);
	for (size_t i = group->first; i < group->first + group->count; i++) {
		const struct compare_row *row = &comparison->rows[i];

		add_row(buf, arena, comparison, &words, row);
		seen += row->counts;
		if (row->counts && seen == counts && counts > 1)
			add_geomean(buf, arena, comparison, group);
	}
}

void report_compare_markdown(struct buf *buf, const struct comparison *comparison,
			     const struct report_options *options)
{
	struct report_notes notes = { 0 };
	struct arena arena;

	arena_init(&arena);
	add_columns(buf, &arena, comparison);
	for (size_t i = 0; i < comparison->group_count; i++)
		add_group(buf, &arena, comparison, &comparison->groups[i]);
	report_sweeps(buf, comparison, options);
	buf_addc(buf, '\n');
	ARENA_PUSH(&arena, notes.list, notes.count, notes.capacity,
		   report_machines(&arena, comparison));
	for (size_t i = 0; i < comparison->group_count; i++)
		report_note(&arena, &notes,
			    report_ladder(&arena, comparison, &comparison->groups[i]));
	report_notes_make(&arena, comparison, true, &notes);
	for (size_t i = 0; i < notes.count; i++) {
		report_markdown_text(buf, notes.list[i]);
		buf_adds(buf, notes.list[i].n > 0 ? "\n" : "");
	}
	report_link(buf, "\n", options->link);
	arena_release(&arena);
}
