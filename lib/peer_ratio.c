/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ratio table of PEER_HEAD and PEER_2025. Source: formats/mmtests.md section 5. */
#include <math.h>

#include "lib/peer_summary.h"

enum {
	PREFIX = 6,        /* "Ratio " and such */
	PERCENT_WIDTH = 7, /* in the head; the cells are as wide as they are */
};

struct ratio {
	double ratio, percent;
	double distance; /* in widths of the intervals; NaN without any in the baseline */
};

struct table {
	struct arena *arena;
	const struct peer_report *report;
	const struct peer_summary *summaries;
	size_t run_count;
	struct slice *labels;
	size_t label_count;
	struct ratio *ratios; /* label_count rows of run_count */
	struct peer_grid grid;
	struct peer_cell *cells; /* of one row */
};

static double key_of(const struct peer_result *result)
{
	return result->taken ? result->values[0] : NAN;
}

static bool is_missing(double value)
{
	return isnan(value) || value == -1;
}

static struct ratio ratio_of(const struct table *t, const struct peer_result *result,
			     const struct peer_result *base)
{
	double value = key_of(result), base_value = key_of(base);
	bool missing = is_missing(value) || is_missing(base_value);
	struct ratio r = { .ratio = 1, .distance = NAN };

	if (!missing) {
		r.ratio = peer_rdiff(value, base_value);
		r.percent = (t->report->style.higher ? peer_pdiff : peer_pndiff)(r.ratio, 1);
	}
	if (!t->summaries[0].any_interval)
		return r;
	r.distance = missing ? 0 : peer_cidiff(value, result->interval, base_value, base->interval);
	if (isnan(r.distance))
		r.distance = 0;
	return r;
}

static void compute(struct table *t)
{
	t->ratios = ARENA_ARRAY(t->arena, t->label_count * t->run_count, struct ratio);
	for (size_t i = 0; i < t->label_count; i++) {
		const struct peer_result *base = peer_summary_find(&t->summaries[0], t->labels[i]);

		for (size_t run = 0; run < t->run_count; run++)
			t->ratios[i * t->run_count + run] = ratio_of(
				t, peer_summary_find(&t->summaries[run], t->labels[i]), base);
	}
}

/*
 * The peer has a format for each operation and one more, not for each run: what is behind them
 * prints with the grid's default. Without percentages there are two formats for its three cells.
 */
static void make_columns(struct table *t, unsigned label_width)
{
	size_t each = t->report->compare ? 3 : 2;
	size_t count = 1 + each * (t->label_count + 1);
	struct peer_column *columns = ARENA_ARRAY(t->arena, count, struct peer_column);
	unsigned decimals = peer_decimals(&t->report->style);

	columns[0] = (struct peer_column){ PEER_LEFT, "", "", label_width, 0, false };
	for (size_t i = 1; i < count; i += each) {
		columns[i] = (struct peer_column){ PEER_NUMBER,           "",       "",
						   peer_width(t->report), decimals, false };
		if (!t->report->compare) {
			columns[i + 1] = (struct peer_column){ .shown = PEER_NOTHING };
			continue;
		}
		columns[i + 1] = (struct peer_column){ PEER_NUMBER, " (", "%)", 0, 2, false };
		columns[i + 2] = (struct peer_column){ PEER_NUMBER, " (", "s)", 0, 2, true };
	}
	t->grid.columns = columns;
	t->grid.column_count = count;
	t->cells = ARENA_ARRAY(t->arena, 1 + 3 * t->run_count, struct peer_cell);
}

static void print_ratios(struct table *t)
{
	for (size_t i = 0; i < t->label_count; i++) {
		t->cells[0] = peer_cell_text(
			arena_printf(t->arena, "Ratio %.*s", SLICE_FMT(t->labels[i])));
		for (size_t run = 0; run < t->run_count; run++) {
			const struct ratio *r = &t->ratios[i * t->run_count + run];
			struct peer_cell *cells = &t->cells[1 + 3 * run];

			cells[0] = peer_cell_number(r->ratio);
			cells[1] = peer_cell_number(t->report->compare ? r->percent : NAN);
			cells[2] = peer_cell_number(r->distance);
		}
		peer_grid_row(&t->grid, t->cells, 1 + 3 * t->run_count);
	}
}

/* Of a run's ratios. units has room for all of them. */
typedef double (*summary_of)(const struct table *t, size_t run, double *units);

static void print_summary(struct table *t, const char *name, summary_of summary)
{
	double *units = ARENA_ARRAY(t->arena, t->label_count, double);

	t->cells[0] = peer_cell_text(arena_printf(t->arena, "%-5s %s", name,
						  t->report->style.higher ? "Higher" : "Lower"));
	for (size_t run = 0; run < t->run_count; run++) {
		struct peer_cell *cells = &t->cells[1 + 3 * run];

		cells[0] = peer_cell_number(summary(t, run, units));
		cells[1] = cells[2] = peer_cell_blank();
	}
	peer_grid_row(&t->grid, t->cells, 1 + 3 * t->run_count);
}

static double distance_mean(const struct table *t, size_t run, double *units)
{
	for (size_t i = 0; i < t->label_count; i++)
		units[i] = t->ratios[i * t->run_count + run].distance;
	return peer_amean(units, t->label_count);
}

static double distance_min(const struct table *t, size_t run, double *units)
{
	(void)units; /* the shape of summary_of */
	double min = t->ratios[run].distance;

	for (size_t i = 1; i < t->label_count; i++)
		if (t->ratios[i * t->run_count + run].distance < min)
			min = t->ratios[i * t->run_count + run].distance;
	return min;
}

static double distance_max(const struct table *t, size_t run, double *units)
{
	(void)units; /* the shape of summary_of */
	double max = t->ratios[run].distance;

	for (size_t i = 1; i < t->label_count; i++)
		if (t->ratios[i * t->run_count + run].distance > max)
			max = t->ratios[i * t->run_count + run].distance;
	return max;
}

static double ratio_gmean(const struct table *t, size_t run, double *units)
{
	for (size_t i = 0; i < t->label_count; i++) {
		double ratio = t->ratios[i * t->run_count + run].ratio;

		units[i] = isnan(ratio) ? 1 : ratio == 0 ? 0.00001 : ratio;
	}
	return peer_geomean(units, t->label_count);
}

enum err peer_ratio_print(struct buf *out, struct arena *arena, const struct peer_report *report,
			  const struct peer_summary *summaries, size_t count, struct error *err)
{
	struct table t = {
		.arena = arena,
		.report = report,
		.summaries = summaries,
		.run_count = count,
		.grid = { .out = out, .format = report->format, .width = peer_width(report) },
	};
	unsigned label_width, percent_width = report->compare ? PERCENT_WIDTH : 0;
	enum err e = peer_operations(arena, report, &summaries[0], &t.labels, &t.label_count, err);

	if (e != OK)
		return e;
	label_width = peer_longest(t.labels, t.label_count) + PREFIX;
	compute(&t);
	make_columns(&t, label_width);
	peer_grid_begin(&t.grid, peer_heads(arena, report, summaries, count, percent_width), count,
			label_width);
	print_ratios(&t);
	if (summaries[0].any_interval) {
		print_summary(&t, "Dmean", distance_mean);
		print_summary(&t, "Dmin", distance_min);
		print_summary(&t, "Dmax", distance_max);
	}
	print_summary(&t, "Gmean", ratio_gmean);
	peer_grid_end(&t.grid);
	return OK;
}
