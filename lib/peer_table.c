/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The comparison table of PEER_HEAD and PEER_2025. Source: formats/mmtests.md section 5. */
#include <math.h>

#include "lib/peer_summary.h"

enum {
	PERCENT_WIDTH = 7,
	SUBSELECTION_NAMES = sizeof("SubAmeanCI") - 1, /* of the rows that are left out */
};

struct table {
	struct arena *arena;
	const struct peer_report *report;
	const struct peer_summary *summaries;
	size_t run_count;
	struct slice *labels, *names; /* of operations, of statistics */
	size_t label_count;
	struct peer_stat_list list;
	struct peer_key key;
	struct peer_grid grid;
	struct peer_cell *cells;        /* of one row */
	const struct peer_result **row; /* results of one operation, for each run */
};

static void name_statistics(struct table *t)
{
	t->names = ARENA_ARRAY(t->arena, t->list.count, struct slice);
	for (size_t i = 0; i < t->list.count; i++)
		t->names[i] = peer_stat_name(t->arena, &t->list.stats[i], &t->report->style,
					     t->report->revision);
}

/* Two names, then a pair for each run and one more for the last cell of significance rows. */
static void make_columns(struct table *t, unsigned name_width, unsigned label_width)
{
	size_t count = 2 + 2 * (t->run_count + 1);
	struct peer_column *columns = ARENA_ARRAY(t->arena, count, struct peer_column);
	unsigned decimals = peer_decimals(&t->report->style);

	columns[0] = (struct peer_column){ PEER_LEFT, "", "", name_width, 0, false };
	columns[1] = (struct peer_column){ PEER_LEFT, " ", "", label_width, 0, false };
	for (size_t i = 2; i < count; i += 2) {
		columns[i] = (struct peer_column){ PEER_NUMBER,           "",       "",
						   peer_width(t->report), decimals, false };
		columns[i + 1] =
			(struct peer_column){ t->report->compare ? PEER_NUMBER : PEER_NOTHING,
					      " (",
					      "%)",
					      PERCENT_WIDTH,
					      2,
					      false };
	}
	t->grid = (struct peer_grid){
		.format = t->report->format,
		.columns = columns,
		.column_count = count,
		.width = peer_width(t->report),
	};
	t->cells = ARENA_ARRAY(t->arena, count, struct peer_cell);
}

static double value_of(const struct peer_result *result, size_t statistic)
{
	return result->taken ? result->values[statistic] : NAN;
}

/* How far a run is from the baseline, in widths of their intervals; 0 when that is unknown. */
static double distance(const struct table *t, size_t run)
{
	const struct peer_result *base = t->row[0], *result = t->row[run];
	double base_value = t->summaries[0].any_interval ? base->values[t->key.index] : 0;

	if (run == 0 || !result->interval.known)
		return 0;
	return peer_cidiff(base_value, base->interval, result->values[t->key.index],
			   result->interval);
}

static bool is_significant(const struct table *t, size_t run)
{
	return t->report->compare && fabs(distance(t, run)) > 1;
}

static void set_pair(const struct table *t, size_t statistic, size_t run)
{
	const struct peer_statistic *s = &t->list.stats[statistic];
	double base = value_of(t->row[0], statistic), value = value_of(t->row[run], statistic);
	struct peer_cell *pair = &t->cells[2 + 2 * run];
	bool missing = isnan(value) || value == -1 || base == -1;
	double diff = missing ? 0 : peer_stat_diff(s, &t->report->style)(value, base);

	pair[0] = peer_cell_number(missing ? 0 : value);
	pair[1] = peer_cell_number(peer_through_text(diff));
	pair[1].marked = statistic == t->key.index && is_significant(t, run);
}

static void find_row(struct table *t, struct slice label)
{
	for (size_t i = 0; i < t->run_count; i++)
		t->row[i] = peer_summary_find(&t->summaries[i], label);
	t->cells[1] = peer_cell_text(label);
}

static void print_rows(struct table *t)
{
	for (size_t statistic = 0; statistic < t->list.count; statistic++)
		for (size_t i = 0; i < t->label_count; i++) {
			find_row(t, t->labels[i]);
			t->cells[0] = peer_cell_text(t->names[statistic]);
			for (size_t run = 0; run < t->run_count; run++)
				set_pair(t, statistic, run);
			peer_grid_row(&t->grid, t->cells, 2 + 2 * t->run_count);
		}
}

static void print_significance(struct table *t)
{
	size_t count = 2 + 2 * t->run_count;

	for (size_t i = 0; i < t->label_count; i++) {
		find_row(t, t->labels[i]);
		t->cells[0] = peer_cell_text(SLICE("Significant"));
		for (size_t run = 0; run < t->run_count; run++) {
			t->cells[2 + 2 * run] = peer_cell_number(is_significant(t, run));
			t->cells[3 + 2 * run] = peer_cell_number(distance(t, run));
		}
		t->cells[count] = peer_cell_blank();
		peer_grid_row(&t->grid, t->cells, count + 1);
	}
}

enum err peer_table_print(struct buf *out, struct arena *arena, const struct peer_report *report,
			  const struct peer_summary *summaries, size_t count, struct error *err)
{
	struct table t = {
		.arena = arena,
		.report = report,
		.summaries = summaries,
		.run_count = count,
		.list = peer_stat_list(&report->style, report->revision),
		.key = peer_stat_key(&report->style, report->revision),
	};
	unsigned name_width, label_width, percent_width = report->compare ? PERCENT_WIDTH : 0;
	enum err e = peer_operations(arena, report, &summaries[0], &t.labels, &t.label_count, err);

	if (e != OK)
		return e;
	name_statistics(&t);
	name_width = peer_longest(t.names, t.list.count);
	if (report->style.kind == PEER_SUBSELECTION && name_width < SUBSELECTION_NAMES)
		name_width = SUBSELECTION_NAMES;
	label_width = peer_longest(t.labels, t.label_count);
	make_columns(&t, name_width, label_width);
	t.grid.out = out;
	t.row = ARENA_ARRAY(arena, count, const struct peer_result *);
	peer_grid_begin(&t.grid, peer_heads(arena, report, summaries, count, percent_width), count,
			name_width + label_width + 1);
	print_rows(&t);
	if (report->significance && report->compare)
		print_significance(&t);
	peer_grid_end(&t.grid);
	return OK;
}
