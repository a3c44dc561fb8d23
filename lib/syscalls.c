/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/syscalls.h"

#include <math.h>
#include <stdlib.h>

enum kind { CALLS, ERRORS, TOTAL, MIN, MAX, SPREAD, KINDS };

static const struct {
	const char *name, *unit;
} kinds[KINDS] = {
	[CALLS] = { "calls", "" }, [ERRORS] = { "errors", "" }, [TOTAL] = { "total", "msec" },
	[MIN] = { "min", "msec" }, [MAX] = { "max", "msec" },   [SPREAD] = { "stddev", "%" },
};

/* One cell of a column that tells of a system call. */
struct item {
	struct slice name;
	size_t column;
	enum kind kind;
	const struct column_cell *cell;
};

/* All that one table tells of one system call. */
struct table {
	double values[KINDS];
};

static bool kind_of(const struct metric *metric, enum kind *out)
{
	for (size_t i = 0; i < KINDS; i++) {
		if (!slice_is(metric->name, kinds[i].name) ||
		    !slice_is(metric->unit, kinds[i].unit))
			continue;
		*out = (enum kind)i;
		return true;
	}
	return false;
}

static int item_cmp(const void *a, const void *b)
{
	const struct item *x = a, *y = b;
	int order = slice_cmp(x->name, y->name);

	if (order == 0)
		order = (x->column > y->column) - (x->column < y->column);
	if (order == 0)
		order = slice_cmp(x->cell->metric.labels, y->cell->metric.labels);
	return order != 0 ? order : (int)x->kind - (int)y->kind;
}

static size_t collect(struct arena *arena, const struct column *columns, size_t count,
		      struct item **out)
{
	size_t n = 0, capacity = 0;

	*out = NULL;
	for (size_t c = 0; c < count; c++)
		for (size_t i = 0; i < columns[c].cell_count; i++) {
			const struct column_cell *cell = &columns[c].cells[i];
			struct item item = { .column = c, .cell = cell };

			if (cell->statistic.n == 0 && kind_of(&cell->metric, &item.kind) &&
			    metric_label(arena, &cell->metric, SLICE("syscall"), &item.name))
				ARENA_PUSH(arena, *out, n, capacity, item);
		}
	if (n > 0)
		qsort(*out, n, sizeof(**out), item_cmp);
	return n;
}

/* A mail's own column has none when its tables name their runs. */
static struct column *columns_with_calls(struct arena *arena, const struct column *columns,
					 size_t *count)
{
	struct column *out = ARENA_ARRAY(arena, *count, struct column);
	struct item *items;
	size_t n = 0;

	for (size_t c = 0; c < *count; c++)
		if (collect(arena, &columns[c], 1, &items) > 0)
			out[n++] = columns[c];
	*count = n;
	return out;
}

/* ---- one cell ---- */

static double plus(double sum, double value)
{
	return isnan(value) ? sum : (isnan(sum) ? value : sum + value);
}

static void add_table(struct syscalls_cell *cell, const struct table *table)
{
	const double *v = table->values;

	cell->calls = plus(cell->calls, v[CALLS]);
	cell->errors = plus(cell->errors, v[ERRORS]);
	cell->total = plus(cell->total, v[TOTAL]);
	cell->min = fmin(cell->min, v[MIN]);
	cell->max = fmax(cell->max, v[MAX]);
	cell->tables++;
}

/* The tables of items [begin, end), which have the labels of one thread: one for each value. */
static void take_tables(const struct item *items, size_t begin, size_t end, struct arena *arena,
			struct table **tables, size_t *count, size_t *capacity)
{
	size_t n = 0;

	for (size_t i = begin; i < end; i++)
		if (items[i].kind == CALLS)
			n = items[i].cell->n;
	for (size_t k = 0; k < n; k++) {
		struct table table;

		for (size_t v = 0; v < KINDS; v++)
			table.values[v] = RECORD_NO_NUMBER;
		for (size_t i = begin; i < end; i++)
			if (k < items[i].cell->n)
				table.values[items[i].kind] = items[i].cell->values[k];
		ARENA_PUSH(arena, *tables, *count, *capacity, table);
	}
}

/*
 * Standard error of total / calls in percent: within tables as perf prints it, between them by
 * their means weighted with their calls (k / (k - 1) of the sum of squares).
 */
static double pooled_sem(const struct table *tables, size_t count, double calls, double avg)
{
	double within = 0, between = 0;

	for (size_t i = 0; i < count; i++) {
		const double *v = tables[i].values;
		double weight = v[CALLS] / calls, mean = v[TOTAL] / v[CALLS];

		if (!(v[CALLS] > 0))
			continue;
		within += pow(weight * mean * v[SPREAD] / 100, 2);
		between += pow(weight * (mean - avg), 2);
	}
	if (count > 1)
		between *= (double)count / (double)(count - 1);
	return avg > 0 ? 100 * sqrt(within + between) / avg : RECORD_NO_NUMBER;
}

static void finish_cell(struct syscalls_cell *cell, const struct table *tables, size_t count,
			const struct column *column)
{
	double runs = column->runs > 1 ? column->runs : 1;

	for (size_t i = 0; i < count; i++)
		add_table(cell, &tables[i]);
	if (cell->calls > 0) {
		cell->avg = cell->total / cell->calls;
		cell->sem_percent = pooled_sem(tables, count, cell->calls, cell->avg);
	}
	cell->calls /= runs;
	cell->errors /= runs;
	cell->total /= runs;
}

/* ---- rows ---- */

static struct syscalls_cell absent_cell(void)
{
	const double none = RECORD_NO_NUMBER;

	return (struct syscalls_cell){ .calls = none,
				       .errors = none,
				       .total = none,
				       .avg = none,
				       .min = none,
				       .max = none,
				       .sem_percent = none,
				       .calls_change = none,
				       .total_change = none,
				       .avg_change = none };
}

static double change(double base, double value)
{
	return base > 0 ? value / base - 1 : RECORD_NO_NUMBER;
}

static bool same_table(const struct item *a, const struct item *b)
{
	return slice_eq(a->name, b->name) && a->column == b->column &&
	       slice_eq(a->cell->metric.labels, b->cell->metric.labels);
}

/* The cell that items begin with at *i; *i is set behind its last. */
static void take_cell(struct arena *arena, const struct column *columns, const struct item *items,
		      size_t n, size_t *i, struct syscalls_cell *out)
{
	const struct item *first = &items[*i];
	struct table *tables = NULL;
	size_t count = 0, capacity = 0;

	while (*i < n && slice_eq(items[*i].name, first->name) &&
	       items[*i].column == first->column) {
		size_t begin = *i;

		while (*i < n && same_table(&items[begin], &items[*i]))
			++*i;
		take_tables(items, begin, *i, arena, &tables, &count, &capacity);
	}
	finish_cell(out, tables, count, &columns[first->column]);
}

static void take_row(struct arena *arena, const struct syscalls *in, const struct item *items,
		     size_t n, size_t *i, struct syscalls_row *out)
{
	size_t begin = *i;

	out->name = items[begin].name;
	out->cells = ARENA_ARRAY(arena, in->column_count, struct syscalls_cell);
	for (size_t c = 0; c < in->column_count; c++)
		out->cells[c] = absent_cell();
	while (*i < n && slice_eq(items[*i].name, out->name))
		take_cell(arena, in->columns, items, n, i, &out->cells[items[*i].column]);
	for (size_t c = 1; c < in->column_count; c++) {
		const struct syscalls_cell *base = &out->cells[0];
		struct syscalls_cell *cell = &out->cells[c];

		cell->calls_change = change(base->calls, cell->calls);
		cell->total_change = change(base->total, cell->total);
		cell->avg_change = change(base->avg, cell->avg);
	}
}

static double weight_of(const struct syscalls_row *row, size_t columns)
{
	for (size_t c = 0; c < columns; c++)
		if (row->cells[c].total >= 0)
			return row->cells[c].total;
	return 0;
}

/* A row and what it is sorted by. */
struct weighed {
	double weight;
	struct syscalls_row row;
};

static int weighed_cmp(const void *a, const void *b)
{
	const struct weighed *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	return slice_cmp(x->row.name, y->row.name);
}

enum err syscalls_build(struct arena *arena, const struct column *columns, size_t count,
			struct syscalls *out, struct error *err)
{
	struct weighed *rows = NULL;
	struct item *items;
	size_t n, capacity = 0, row_count = 0;

	if (count > COMPARE_COLUMNS_MAX)
		return error_set(err, ERR_LIMIT, "%zu runs, at most %d", count,
				 COMPARE_COLUMNS_MAX);
	columns = columns_with_calls(arena, columns, &count);
	*out = (struct syscalls){ .columns = columns, .column_count = count };
	n = collect(arena, columns, count, &items);
	for (size_t i = 0; i < n;) {
		struct weighed each = { 0 };

		take_row(arena, out, items, n, &i, &each.row);
		each.weight = weight_of(&each.row, count);
		ARENA_PUSH(arena, rows, row_count, capacity, each);
	}
	if (row_count == 0)
		return error_set(err, ERR_NOT_FOUND,
				 "no system calls: a summary of perf trace -s is needed");
	qsort(rows, row_count, sizeof(*rows), weighed_cmp);
	out->rows = ARENA_ARRAY(arena, row_count, struct syscalls_row);
	for (size_t i = 0; i < row_count; i++)
		out->rows[i] = rows[i].row;
	out->row_count = row_count;
	return OK;
}
