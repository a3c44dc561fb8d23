/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The comparison as text for a mail: see docs/statistics.md for what each number is. */
#include <math.h>
#include <string.h>

#include "lib/report_parts.h"

/* The text of one cell; all empty for an absent one. */
struct text_cell {
	struct slice value, change, half;
	enum verdict_word word;
};

struct text_table {
	struct buf *buf;
	struct arena *arena;
	const struct comparison *comparison;
	struct text_cell *cells; /* row by row */
	struct report_group *groups;
	struct slice *names;              /* of rows */
	size_t width;                     /* of a line */
	size_t name, value, change, half; /* of the parts of a row; half 0 = no room */
	size_t mark, word;                /* of the verdict's; 0 = none, or no room */
	size_t others;                    /* columns beside the baseline in a block */
};

enum { INDENT = 2, GAP = 2 };

static size_t longer(size_t a, size_t b)
{
	return a > b ? a : b;
}

static void cells_fill(struct text_table *t)
{
	const struct comparison *c = t->comparison;

	t->cells = ARENA_ARRAY(t->arena, c->row_count * c->column_count, struct text_cell);
	for (size_t i = 0; i < c->row_count; i++) {
		const struct compare_row *row = &c->rows[i];
		int decimals = report_decimals(row, c->column_count);

		for (size_t k = 0; k < c->column_count; k++) {
			const struct compare_cell *cell = &row->cells[k];
			struct text_cell *text = &t->cells[i * c->column_count + k];

			struct report_effect effect;

			text->value = !cell->present ? SLICE("-")
						     : report_value(t->arena, report_centre(cell),
								    decimals);
			if (!cell->present || k == c->baseline)
				continue;
			effect = report_effect(row, c->baseline, k);
			text->change = report_change(t->arena, effect.change);
			text->half = report_half(t->arena, effect.change, effect.half);
			text->word = cell->verdict.word;
		}
	}
}

static void names_fill(struct text_table *t)
{
	const struct comparison *c = t->comparison;

	t->names = ARENA_ARRAY(t->arena, c->row_count, struct slice);
	t->groups = ARENA_ARRAY(t->arena, c->group_count, struct report_group);
	for (size_t i = 0; i < c->group_count; i++) {
		const struct compare_group *group = &c->groups[i];

		t->groups[i] = report_group_of(t->arena, c, group);
		for (size_t k = group->first; k < group->first + group->count; k++)
			t->names[k] = report_ascii(
				t->arena, report_row_name(t->arena, &t->groups[i], &c->rows[k]));
	}
}

static size_t block_width(const struct text_table *t, size_t name, size_t others, size_t half)
{
	return INDENT + name + GAP + t->value +
	       others * (GAP + t->value + 1 + t->change + t->mark + (half > 0 ? 1 + half : 0));
}

static size_t word_width(const struct text_table *t)
{
	const struct comparison *c = t->comparison;
	size_t width = 0;

	for (size_t i = 0; i < c->row_count * c->column_count; i++)
		width = longer(width, strlen(verdict_name(t->cells[i].word)));
	return width;
}

/* As many columns as fit come first, then intervals, a word for one other, room for names. */
static void layout(struct text_table *t)
{
	const struct comparison *c = t->comparison;
	size_t half = 0, most = t->width * 2 / 5;

	for (size_t i = 0; i < c->row_count * c->column_count; i++) {
		t->value = longer(t->value, t->cells[i].value.n);
		t->change = longer(t->change, t->cells[i].change.n);
		half = longer(half, t->cells[i].half.n);
	}
	t->change = longer(t->change, strlen("+00.00%"));
	t->mark = report_has_verdicts(c) ? 1 : 0;
	for (size_t i = 0; i < c->group_count; i++)
		if (report_group_counts(c, &c->groups[i]) > 1)
			t->name = strlen("geometric mean");
	for (size_t i = 0; i < c->row_count; i++)
		if (t->names[i].n <= most)
			t->name = longer(t->name, t->names[i].n);
	t->others = c->column_count - 1;
	while (t->others > 1 && block_width(t, t->name, t->others, 0) > t->width)
		t->others--;
	if (block_width(t, t->name, t->others, half) <= t->width)
		t->half = half;
	if (t->others == 1 && t->mark > 0 &&
	    block_width(t, t->name, 1, t->half) + 1 + word_width(t) <= t->width)
		t->word = word_width(t);
	while (t->name > 0 && block_width(t, t->name, t->others, t->half) > t->width)
		t->name--;
}

/* The columns of a block: the baseline, then those from `first` on among the others. */
static size_t other_column(const struct comparison *c, size_t place)
{
	return place < c->baseline ? place : place + 1;
}

static void add_change(struct text_table *t, const struct text_cell *cell)
{
	buf_addc(t->buf, ' ');
	report_right(t->buf, cell->change, t->change);
	if (t->mark > 0)
		buf_addc(t->buf, verdict_mark(cell->word));
	if (t->half > 0) {
		buf_addc(t->buf, ' ');
		report_left(t->buf, cell->half, t->half);
	}
	if (t->word > 0) {
		buf_addc(t->buf, ' ');
		report_left(t->buf, slice_str(verdict_name(cell->word)), t->word);
	}
}

/* A name that has no room before the values stands on lines of its own. */
static void add_name(struct text_table *t, struct slice name)
{
	if (name.n > t->name) {
		report_wrap(t->buf, name, t->width, INDENT, 2 * INDENT);
		name = SLICE_NONE;
	}
	buf_fill(t->buf, ' ', INDENT);
	report_left(t->buf, name, t->name);
}

static void add_row(struct text_table *t, size_t row, size_t first, size_t end)
{
	const struct comparison *c = t->comparison;
	const struct text_cell *cells = &t->cells[row * c->column_count];

	add_name(t, t->names[row]);
	buf_fill(t->buf, ' ', GAP);
	report_right(t->buf, cells[c->baseline].value, t->value);
	for (size_t i = first; i < end; i++) {
		const struct text_cell *cell = &cells[other_column(c, i)];

		buf_fill(t->buf, ' ', GAP);
		report_right(t->buf, cell->value, t->value);
		add_change(t, cell);
	}
	report_end_line(t->buf);
}

static void add_factors(struct text_table *t, const struct compare_row *row, size_t first,
			size_t end)
{
	const struct comparison *c = t->comparison;
	const struct compare_cell *base = &row->cells[c->baseline];

	for (size_t i = first; i < end; i++) {
		size_t column = other_column(c, i);
		const struct compare_cell *cell = &row->cells[column];
		double factor = report_factor(row, column);
		struct report_effect effect = report_effect(row, c->baseline, column);
		bool up = effect.change > 0, alone = base->n == 1 || cell->n == 1;

		if (factor == 0)
			continue;
		buf_addf(t->buf, "    %c is %.*f times %c%s\n",
			 report_letter(up ? column : c->baseline), factor < 1000 ? 2 : 0, factor,
			 report_letter(up ? c->baseline : column),
			 alone && isnan(effect.half) ? " (n = 1: no error known)" : "");
	}
}

static void add_geomean(struct text_table *t, const struct compare_group *group, size_t first,
			size_t end)
{
	const struct comparison *c = t->comparison;

	add_name(t, SLICE("geometric mean"));
	buf_fill(t->buf, ' ', GAP + t->value);
	for (size_t i = first; i < end; i++) {
		struct bootstrap mean = group->geomean[other_column(c, i)];
		struct text_cell cell = {
			.change = report_change(t->arena, mean.value),
			.half = report_half(t->arena, mean.value, (mean.hi - mean.lo) / 2),
		};

		buf_fill(t->buf, ' ', GAP + t->value);
		add_change(t, &cell);
	}
	report_end_line(t->buf);
}

static void add_group(struct text_table *t, size_t index, size_t first, size_t end)
{
	const struct comparison *c = t->comparison;
	const struct compare_group *group = &c->groups[index];
	size_t counts = report_group_counts(c, group), seen = 0;

	report_wrap(t->buf, report_ascii(t->arena, t->groups[index].heading), t->width, INDENT,
		    2 * INDENT);
	for (size_t i = group->first; i < group->first + group->count; i++) {
		const struct compare_row *row = &c->rows[i];

		add_row(t, i, first, end);
		add_factors(t, row, first, end);
		seen += row->counts;
		if (row->counts && seen == counts && counts > 1)
			add_geomean(t, group, first, end);
	}
}

static void add_letters(struct text_table *t, size_t first, size_t end)
{
	char letter = report_letter(t->comparison->baseline);

	buf_fill(t->buf, ' ', INDENT + t->name + GAP);
	report_right(t->buf, (struct slice){ &letter, 1 }, t->value);
	for (size_t i = first; i < end; i++) {
		letter = report_letter(other_column(t->comparison, i));
		buf_fill(t->buf, ' ', GAP);
		report_right(t->buf, (struct slice){ &letter, 1 }, t->value + 1 + t->change);
		buf_fill(t->buf, ' ', t->mark + (t->half > 0 ? 1 + t->half : 0));
	}
	report_end_line(t->buf);
}

static void add_block(struct text_table *t, size_t first, size_t end)
{
	const struct comparison *c = t->comparison;

	buf_addc(t->buf, '\n');
	add_letters(t, first, end);
	for (size_t i = 0; i < c->group_count; i++) {
		if (i > 0)
			buf_addc(t->buf, '\n');
		add_group(t, i, first, end);
	}
}

static void add_blocks(struct text_table *t)
{
	size_t others = t->comparison->column_count - 1;

	add_block(t, 0, t->others);
	for (size_t i = t->others; i < others; i += t->others)
		add_block(t, i, i + t->others < others ? i + t->others : others);
}

/* "A  6.1.192  child  6.1.192-child", the first two in columns of these widths; 0 = left out. */
static struct slice ascii_kernel(const struct text_table *t, size_t index)
{
	return report_ascii(t->arena, report_kernel(&t->comparison->columns[index]));
}

static struct slice ascii_label(const struct text_table *t, size_t index)
{
	return report_ascii(t->arena, report_label(&t->comparison->columns[index]));
}

static struct slice column_line(struct text_table *t, size_t index, size_t kernel, size_t label)
{
	const struct column *column = &t->comparison->columns[index];
	struct slice line = arena_printf(t->arena, "%c", report_letter(index));

	if (kernel > 0)
		line = arena_printf(t->arena, "%.*s  %-*.*s", SLICE_FMT(line), (int)kernel,
				    SLICE_FMT(ascii_kernel(t, index)));
	if (label > 0)
		line = arena_printf(t->arena, "%.*s  %-*.*s", SLICE_FMT(line), (int)label,
				    SLICE_FMT(ascii_label(t, index)));
	return arena_printf(t->arena, "%.*s  %.*s", SLICE_FMT(line),
			    SLICE_FMT(report_name(t->arena, column)));
}

static void add_columns(struct text_table *t)
{
	const struct comparison *c = t->comparison;
	size_t kernel = 0, label = 0;

	for (size_t i = 0; i < c->column_count; i++) {
		kernel = longer(kernel, ascii_kernel(t, i).n);
		label = longer(label, ascii_label(t, i).n);
	}
	for (size_t i = 0; i < c->column_count; i++)
		report_wrap(t->buf, report_ascii(t->arena, column_line(t, i, kernel, label)),
			    t->width, INDENT, INDENT + strlen("A  "));
	report_wrap(t->buf, report_ascii(t->arena, report_machines(t->arena, c)), t->width, INDENT,
		    2 * INDENT);
}

static void add_notes(struct text_table *t, struct slice link)
{
	struct report_notes notes = { 0 };

	report_notes_make(t->arena, t->comparison, t->half > 0, &notes);
	for (size_t i = 0; i < notes.count; i++)
		report_wrap(t->buf, report_ascii(t->arena, notes.list[i]), t->width, INDENT,
			    2 * INDENT);
	report_link(t->buf, "  ", link);
}

void report_compare_text(struct buf *buf, const struct comparison *comparison,
			 const struct report_options *options)
{
	struct arena arena;
	struct text_table t = { .buf = buf, .arena = &arena, .comparison = comparison };

	arena_init(&arena);
	t.width = report_width(options);
	cells_fill(&t);
	names_fill(&t);
	layout(&t);
	add_columns(&t);
	if (comparison->row_count > 0)
		add_blocks(&t);
	report_sweeps(buf, comparison, options);
	buf_addc(buf, '\n');
	report_ladders_text(buf, &arena, comparison, t.width);
	add_notes(&t, options->link);
	arena_release(&arena);
}
