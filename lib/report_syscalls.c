/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/report_syscalls.h"

#include <math.h>

#include "lib/num.h"
#include "lib/report_grid.h"
#include "lib/report_json.h"
#include "lib/report_latency.h"

/* What a system call's lines tell; avg is shown in microseconds. */
enum measure { CALLS, TOTAL, AVG, MEASURES };

static const char *const measure_names[MEASURES] = { "calls", "total, msec", "avg, usec" };

enum { NAMES = 2, AVG_DIGITS = 4, USEC_PER_MSEC = 1000 };

static double value_of(const struct syscalls_cell *cell, enum measure measure)
{
	switch (measure) {
	case CALLS:
		return cell->calls;
	case TOTAL:
		return cell->total;
	default:
		return cell->avg * USEC_PER_MSEC;
	}
}

static double change_of(const struct syscalls_cell *cell, enum measure measure)
{
	switch (measure) {
	case CALLS:
		return cell->calls_change;
	case TOTAL:
		return cell->total_change;
	default:
		return cell->avg_change;
	}
}

/* As perf prints it; avg, which is made here, with four digits. "" for NaN. */
static struct slice number(struct arena *arena, double value, enum measure measure)
{
	struct slice out;
	struct buf buf;

	if (isnan(value))
		return SLICE_NONE;
	if (measure == TOTAL)
		return report_value(arena, value, 3);
	buf_init(&buf);
	if (measure == AVG)
		num_print_digits(&buf, value, AVG_DIGITS);
	else
		num_print(&buf, value);
	out = arena_slice(arena, buf_slice(&buf));
	buf_release(&buf);
	return out;
}

/* ---- text and markdown ---- */

/* A column of a run, and beside each but the first one for its change. */
static size_t grid_columns(const struct syscalls *syscalls)
{
	return NAMES + 2 * syscalls->column_count - 1;
}

static struct slice *heads_of(struct arena *arena, const struct syscalls *syscalls)
{
	struct slice *heads = ARENA_ARRAY(arena, grid_columns(syscalls), struct slice);

	heads[0] = SLICE("system call");
	heads[NAMES] = SLICE("A");
	for (size_t c = 1; c < syscalls->column_count; c++) {
		heads[NAMES + 2 * c - 1] = arena_printf(arena, "%c", report_letter(c));
		heads[NAMES + 2 * c] = arena_printf(arena, "%c/A", report_letter(c));
	}
	return heads;
}

static void fill_row(struct arena *arena, const struct syscalls *syscalls,
		     const struct syscalls_row *row, enum measure measure, struct slice *cells)
{
	if (measure == CALLS)
		cells[0] = report_ascii(arena, row->name);
	cells[1] = slice_str(measure_names[measure]);
	for (size_t c = 0; c < syscalls->column_count; c++) {
		const struct syscalls_cell *cell = &row->cells[c];
		struct slice value = number(arena, value_of(cell, measure), measure);

		cells[c == 0 ? NAMES : NAMES + 2 * c - 1] = value;
		if (c > 0 && value.n > 0)
			cells[NAMES + 2 * c] = report_change(arena, change_of(cell, measure));
	}
}

static struct report_grid grid_of(struct arena *arena, const struct syscalls *syscalls, size_t rows)
{
	size_t columns = grid_columns(syscalls);
	struct slice *cells = ARENA_ARRAY(arena, rows * MEASURES * columns, struct slice);

	for (size_t i = 0; i < rows; i++)
		for (size_t m = 0; m < MEASURES; m++)
			fill_row(arena, syscalls, &syscalls->rows[i], (enum measure)m,
				 cells + (i * MEASURES + m) * columns);
	return (struct report_grid){
		.heads = heads_of(arena, syscalls),
		.columns = columns,
		.names = NAMES,
		.cells = cells,
		.rows = rows * MEASURES,
	};
}

/* "A  v5.8  5.8  child" */
static void add_columns(struct buf *buf, struct arena *arena, const struct syscalls *syscalls,
			const struct report_options *options)
{
	for (size_t c = 0; c < syscalls->column_count; c++) {
		const struct column *column = &syscalls->columns[c];
		struct slice name = report_name(arena, column), kernel = column->kernel;
		bool is_named = slice_ends(name, arena_cstr(arena, kernel));
		struct slice parts[] = { name, is_named ? SLICE_NONE : report_kernel(column),
					 report_label(column) };
		struct slice line = arena_printf(arena, "%c", report_letter(c));

		for (size_t i = 0; i < ARRAY_SIZE(parts); i++)
			if (parts[i].n > 0)
				line = arena_printf(arena, "%.*s  %.*s", SLICE_FMT(line),
						    SLICE_FMT(parts[i]));
		report_traced_line(buf, line, options);
	}
}

static bool any_summed(const struct syscalls *syscalls)
{
	for (size_t i = 0; i < syscalls->row_count; i++)
		for (size_t c = 0; c < syscalls->column_count; c++)
			if (syscalls->rows[i].cells[c].tables > 1)
				return true;
	return false;
}

static void add_notes(struct buf *buf, struct arena *arena, const struct syscalls *syscalls,
		      size_t shown, const struct report_options *options)
{
	buf_addc(buf, '\n');
	report_traced_line(buf,
			   SLICE("Changes are against A. avg is total / calls. Less time is "
				 "better; one run of each tells no error. Tracing itself costs "
				 "time, so only runs traced alike compare."),
			   options);
	if (any_summed(syscalls))
		report_traced_line(buf, SLICE("Summed over the threads of a run."), options);
	if (shown < syscalls->row_count)
		report_traced_line(buf,
				   arena_printf(arena,
						"%zu of %zu system calls are shown, those that "
						"took longest; csv and json have all.",
						shown, syscalls->row_count),
				   options);
	report_link(buf, "  ", options->link);
}

static void add_text(struct buf *buf, struct arena *arena, const struct syscalls *syscalls,
		     const struct report_options *options)
{
	size_t shown = syscalls->row_count < REPORT_SYSCALLS_ROWS ? syscalls->row_count
								  : REPORT_SYSCALLS_ROWS;
	struct report_grid grid = grid_of(arena, syscalls, shown);

	add_columns(buf, arena, syscalls, options);
	buf_addc(buf, '\n');
	if (options->style == REPORT_MARKDOWN)
		report_grid_markdown(buf, &grid);
	else
		report_grid_text(buf, &grid, options);
	add_notes(buf, arena, syscalls, shown, options);
}

/* ---- csv and json ---- */

static void add_number_csv(struct buf *buf, double value)
{
	if (!isnan(value))
		num_print(buf, value);
	buf_addc(buf, ',');
}

static void add_csv(struct buf *buf, const struct syscalls *syscalls)
{
	buf_adds(buf, "syscall,id,run,kernel,config,calls,errors,total_msec,avg_msec,min_msec,"
		      "max_msec,sem_percent,tables,calls_change,total_change,avg_change\n");
	for (size_t k = 0; k < syscalls->row_count * syscalls->column_count; k++) {
		const struct syscalls_row *row = &syscalls->rows[k / syscalls->column_count];
		const struct column *column = &syscalls->columns[k % syscalls->column_count];
		const struct syscalls_cell *cell = &row->cells[k % syscalls->column_count];
		const double values[] = { cell->calls, cell->errors, cell->total,      cell->avg,
					  cell->min,   cell->max,    cell->sem_percent };
		const double changes[] = { cell->calls_change, cell->total_change,
					   cell->avg_change };

		if (cell->tables == 0)
			continue;
		report_csv_text(buf, row->name);
		report_csv_text(buf, column->id);
		report_csv_text(buf, column->name);
		report_csv_text(buf, column->kernel);
		report_csv_text(buf, report_label(column));
		for (size_t i = 0; i < ARRAY_SIZE(values); i++)
			add_number_csv(buf, values[i]);
		buf_addf(buf, "%zu,", cell->tables);
		for (size_t i = 0; i < ARRAY_SIZE(changes); i++)
			add_number_csv(buf, changes[i]);
		report_csv_end(buf);
	}
}

static json_t *cell_json(const struct syscalls_cell *cell)
{
	json_t *json = json_object();

	if (cell->tables == 0)
		return json;
	json_add_number(json, "calls", cell->calls);
	json_add_number(json, "errors", cell->errors);
	json_add_number(json, "total", cell->total);
	json_add_number(json, "avg", cell->avg);
	json_add_number(json, "min", cell->min);
	json_add_number(json, "max", cell->max);
	json_add_number(json, "sem_percent", cell->sem_percent);
	json_add_count(json, "tables", (int64_t)cell->tables);
	json_add_number(json, "calls_change", cell->calls_change);
	json_add_number(json, "total_change", cell->total_change);
	json_add_number(json, "avg_change", cell->avg_change);
	return json;
}

json_t *report_syscalls_json(const struct syscalls *syscalls)
{
	json_t *json = json_object(), *columns = json_array(), *rows = json_array();

	for (size_t c = 0; c < syscalls->column_count; c++)
		json_push(columns, report_column_json(&syscalls->columns[c]));
	for (size_t i = 0; i < syscalls->row_count; i++) {
		json_t *row = json_object(), *cells = json_array();

		for (size_t c = 0; c < syscalls->column_count; c++)
			json_push(cells, cell_json(&syscalls->rows[i].cells[c]));
		json_add_text(row, "syscall", syscalls->rows[i].name);
		json_add(row, "cells", cells);
		json_push(rows, row);
	}
	json_add(json, "columns", columns);
	json_add(json, "syscalls", rows);
	return json;
}

struct slice report_syscalls_headline(struct arena *arena, const struct syscalls *syscalls)
{
	const struct syscalls_row *row = &syscalls->rows[0];
	struct slice changes = SLICE_NONE;

	for (size_t c = 1; c < syscalls->column_count; c++) {
		double change = row->cells[c].total_change;

		if (!isnan(change))
			changes = arena_printf(arena, "%.*s%s%+.1f%% in %.*s", SLICE_FMT(changes),
					       changes.n > 0 ? ", " : "", 100 * change,
					       SLICE_FMT(syscalls->columns[c].name));
	}
	if (changes.n == 0)
		return arena_printf(arena, "System calls of %.*s: %.*s took longest",
				    SLICE_FMT(syscalls->columns[0].name), SLICE_FMT(row->name));
	return arena_printf(arena, "%.*s: time in all %.*s against %.*s", SLICE_FMT(row->name),
			    SLICE_FMT(changes), SLICE_FMT(syscalls->columns[0].name));
}

void report_syscalls(struct buf *buf, const struct syscalls *syscalls,
		     const struct report_options *options)
{
	struct arena arena;

	arena_init(&arena);
	if (options->style == REPORT_CSV) {
		add_csv(buf, syscalls);
	} else if (options->style == REPORT_JSON) {
		report_json_print(buf, report_syscalls_json(syscalls));
	} else {
		add_text(buf, &arena, syscalls, options);
	}
	arena_release(&arena);
}
