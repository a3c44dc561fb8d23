/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables of PEER_2015. Source: the program at that revision; formats/mmtests.md section 5. */
#include <math.h>
#include <string.h>

#include "lib/peer_2015_rows.h"

enum { PERCENT_WIDTH = 6 };

struct table {
	struct arena *arena;
	const struct peer_report *report;
	struct old_run *runs;
	size_t run_count;
	struct peer_grid grid;
	struct peer_cell *cells;
	size_t cell_count;                   /* of the row that is being made */
	struct old_unit *ratios, *distances; /* ratio reports: rows of the baseline times runs */
};

/* 'h' or 'l': which difference a statistic's column has. */
static char diff_of(const struct peer_style *style, size_t column)
{
	static const char higher[] = "hhllh";
	const char *diffs = style->diffs;

	if (diffs == NULL && style->kind == PEER_MULTIOPS && style->higher)
		diffs = higher;
	if (diffs == NULL || diffs[0] == '\0')
		return style->higher ? 'h' : 'l';
	return diffs[column < strlen(diffs) ? column : strlen(diffs) - 1];
}

/* That revision knows no NaN in a baseline: it goes through the arithmetic. */
static double difference(const struct peer_style *style, size_t column, double value, double base)
{
	if (diff_of(style, column) == 'l')
		return peer_pndiff(value, base);
	return isnan(base) && value != 0 ? NAN : peer_pdiff(value, base);
}

/* The value at a row and column; false when the run has none there. */
static bool value_at(const struct old_run *run, size_t row, size_t column, double *out)
{
	*out = 0;
	if (row >= run->count || column >= run->rows[row].count)
		return false;
	*out = run->rows[row].values[column];
	return true;
}

static void push(struct table *t, struct peer_cell cell)
{
	t->cells[t->cell_count++] = cell;
}

static void push_pair(struct table *t, const struct old_run *run, size_t row, size_t column)
{
	const struct peer_style *style = &t->report->style;
	double value, base;
	bool known = value_at(run, row, column, &value);

	(void)value_at(&t->runs[0], row, column, &base); /* undefined counts as 0 */
	if (value == -1 || base == -1) {
		push(t, peer_cell_number(0));
		push(t, peer_cell_number(0));
	} else if (!isnan(value)) {
		push(t, known ? peer_cell_number(value) : peer_cell_blank());
		push(t, peer_cell_number(difference(style, column, value, base)));
	}
}

static struct peer_column number_column(const struct table *t, int decimals, const char *suffix)
{
	unsigned of_style = peer_decimals(&t->report->style);

	return (struct peer_column){ PEER_NUMBER,
				     "",
				     suffix,
				     peer_width(t->report) - (unsigned)strlen(suffix),
				     decimals < 0 ? of_style : (unsigned)decimals,
				     false };
}

/* The two columns before the numbers; returns the width of both. */
static unsigned name_columns(const struct table *t, struct peer_column *columns)
{
	const struct old_run *base = &t->runs[0];
	struct slice *labels = ARENA_ARRAY(t->arena, base->count, struct slice);
	unsigned names = peer_longest(base->columns, base->column_count), width;

	for (size_t i = 0; i < base->count; i++)
		labels[i] = base->rows[i].label;
	width = peer_longest(labels, base->count);
	if (t->report->style.kind == PEER_ROWS) {
		columns[0] = (struct peer_column){ PEER_LEFT, "", "", width, 0, false };
		columns[1] = (struct peer_column){ .shown = PEER_NOTHING };
		return width;
	}
	columns[0] = (struct peer_column){ PEER_LEFT, "", "", names, 0, false };
	columns[1] = (struct peer_column){ PEER_LEFT, " ", "", width, 0, false };
	return names + 1 + width;
}

/* As many as the first row has; each is a value, a percentage and in ratio reports a distance. */
static void number_columns(struct table *t, struct peer_column *columns, size_t first_row)
{
	size_t each = t->report->ratio ? 3 : 2;
	bool compare = t->report->compare;

	t->grid.columns = columns;
	t->grid.column_count = 2 + each * first_row;
	for (size_t i = 2; i < t->grid.column_count; i += each) {
		columns[i] = number_column(t, PEER_DECIMALS_OF_STYLE, "");
		columns[i + 1] = (struct peer_column){
			compare ? PEER_NUMBER : PEER_NOTHING, " (", "%)", PERCENT_WIDTH, 2, false
		};
		if (each == 3)
			columns[i + 2] = (struct peer_column){ compare ? PEER_NUMBER : PEER_NOTHING,
							       " (",
							       "s)",
							       PERCENT_WIDTH,
							       2,
							       true };
	}
}

/* How many cells the first row has for numbers, in values. */
static size_t first_row_values(struct table *t)
{
	t->cell_count = 0;
	for (size_t run = 0; run < t->run_count; run++)
		push_pair(t, &t->runs[run], 0, 0);
	return t->cell_count / 2;
}

static void print_row(struct table *t, struct peer_column *columns, size_t row, size_t column)
{
	const struct old_run *base = &t->runs[0];

	t->cell_count = 0;
	push(t, peer_cell_text(base->columns[column]));
	push(t, peer_cell_text(base->rows[row].label));
	if (t->report->style.kind == PEER_ROWS) {
		t->cells[0] = t->cells[1];
		for (size_t i = 2; i < t->grid.column_count; i += 2)
			columns[i] =
				number_column(t, base->rows[row].decimals, base->rows[row].suffix);
	}
	for (size_t run = 0; run < t->run_count; run++)
		push_pair(t, &t->runs[run], row, column);
	peer_grid_row(&t->grid, t->cells, t->cell_count);
}

static double distance_of(const struct table *t, size_t row, double value, double base)
{
	double stddev = t->runs[0].rows[row].stddev;

	if (!t->runs[0].spread)
		return NAN;
	return stddev == 0 ? value - base : (value - base) / stddev;
}

static void push_ratio(struct table *t, const struct old_run *run, size_t row)
{
	double value, base, ratio = 1, distance = 0, diff = 0;

	(void)value_at(run, row, 0, &value); /* undefined counts as 0 */
	(void)value_at(&t->runs[0], row, 0, &base);
	if (isnan(value) && base != -1)
		return;
	if (value != -1 && base != -1) {
		ratio = base == 0 ? 0 : value / base;
		distance = distance_of(t, row, value, base);
		diff = difference(&t->report->style, 0, value, base);
	}
	push(t, peer_cell_number(ratio));
	push(t, peer_cell_number(diff));
	push(t, peer_cell_number(distance));
}

static void print_ratio_row(struct table *t, size_t row)
{
	size_t rows = t->runs[0].count;

	t->cell_count = 0;
	push(t, peer_cell_text(t->runs[0].columns[0]));
	push(t, peer_cell_text(t->runs[0].rows[row].label));
	for (size_t run = 0; run < t->run_count; run++)
		push_ratio(t, &t->runs[run], row);
	for (size_t i = 0; 4 + 3 * i < t->cell_count; i++) {
		t->ratios[i * rows + row] = (struct old_unit){ true, t->cells[2 + 3 * i].number };
		t->distances[i * rows + row] =
			(struct old_unit){ true, t->cells[4 + 3 * i].number };
	}
	peer_grid_row(&t->grid, t->cells, t->cell_count);
}

static void print_summary(struct table *t, const char *name, const struct old_unit *of,
			  struct old_unit (*summary)(const struct old_unit *units, size_t n))
{
	size_t rows = t->runs[0].count;

	t->cell_count = 0;
	push(t, peer_cell_text(slice_str(name)));
	push(t, peer_cell_text(t->report->style.higher ? SLICE("Higher") : SLICE("Lower")));
	for (size_t run = 0; run < t->run_count; run++) {
		struct old_unit unit = summary(&of[run * rows], rows);

		push(t, unit.known ? peer_cell_number(unit.value) : peer_cell_blank());
		push(t, peer_cell_blank());
		push(t, peer_cell_blank());
	}
	peer_grid_row(&t->grid, t->cells, t->cell_count);
}

static void print_ratios(struct table *t)
{
	size_t rows = t->runs[0].count;

	t->ratios = ARENA_ARRAY(t->arena, rows * t->run_count, struct old_unit);
	t->distances = ARENA_ARRAY(t->arena, rows * t->run_count, struct old_unit);
	for (size_t row = 0; row < rows; row++)
		print_ratio_row(t, row);
	if (t->runs[0].spread) {
		print_summary(t, "Dmean", t->distances, old_mean_of);
		print_summary(t, "Dmin", t->distances, old_min_of);
		print_summary(t, "Dmax", t->distances, old_max_of);
	}
	print_summary(t, "Gmean", t->ratios, old_gmean_of);
}

static void print_table(struct table *t)
{
	const struct old_run *base = &t->runs[0];
	size_t each = t->report->ratio ? 3 : 2;
	unsigned extra = t->report->compare ? PERCENT_WIDTH + 4 : 0, corner;
	struct peer_head *heads = ARENA_ARRAY(t->arena, t->run_count, struct peer_head);
	struct peer_column *columns =
		ARENA_ARRAY(t->arena, 2 + each * t->run_count, struct peer_column);

	t->cells = ARENA_ARRAY(t->arena, 2 + each * t->run_count, struct peer_cell);
	for (size_t i = 0; i < t->run_count; i++)
		heads[i] = (struct peer_head){
			t->report->style.nameless ? SLICE_NONE : t->runs[i].name,
			(t->runs[i].named ? peer_header_width(t->report) : 0) + extra,
		};
	corner = name_columns(t, columns);
	number_columns(t, columns, first_row_values(t));
	peer_grid_begin(&t->grid, heads, t->run_count, corner);
	if (t->report->ratio)
		print_ratios(t);
	else
		for (size_t column = 0; column < base->column_count; column++)
			for (size_t row = 0; row < base->count; row++)
				print_row(t, columns, row, column);
	peer_grid_end(&t->grid);
}

/* Runs in their places: one that fails has none, but those behind it keep theirs. */
static void make_runs(struct table *t, const struct peer_filter *filter, struct buf *warnings)
{
	const struct peer_report *report = t->report;

	t->runs = ARENA_ARRAY(t->arena, report->run_count + 1, struct old_run);
	for (size_t i = 0; i < report->run_count; i++) {
		t->runs[i] = old_run_of(t->arena, report, filter, &report->runs[i]);
		t->run_count = t->runs[i].named ? i + 1 : i;
		if (!t->runs[i].named)
			buf_addf(warnings, "%.*s: no samples of %.*s\n",
				 SLICE_FMT(report->runs[i].name), SLICE_FMT(report->benchmark));
	}
}

enum err peer_2015_print(struct buf *out, struct buf *warnings, struct arena *arena,
			 const struct peer_report *report, struct error *err)
{
	struct table t = {
		.arena = arena,
		.report = report,
		.grid = { .out = out,
			  .format = report->format,
			  .width = peer_width(report),
			  .old = true },
	};
	struct peer_filter filter;
	enum err e = peer_filter_init(&filter, report, err);

	if (e == OK)
		make_runs(&t, &filter, warnings);
	peer_filter_release(&filter);
	if (e == OK && (t.run_count == 0 || t.runs[0].count == 0))
		return error_set(err, ERR_INPUT, "no results of %.*s%s%.*s to compare with",
				 SLICE_FMT(report->benchmark),
				 report->heading.n > 0 ? " under " : "",
				 SLICE_FMT(report->heading));
	if (e == OK)
		print_table(&t);
	return e;
}
