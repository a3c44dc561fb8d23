/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/report_latency.h"

#include <inttypes.h>
#include <math.h>

#include "lib/num.h"
#include "lib/report_grid.h"
#include "lib/report_json.h"

enum { BAR_WIDTH = 18, BARS_MAX = 2 }; /* columns of a bar; runs that have room for one each */

static const char *const percentile_names[LATENCY_PERCENTILES] = { "p50", "p90", "p99", "p99.9" };

/* "@usecs read, usec" */
static struct slice row_title(struct arena *arena, const struct latency_row *row)
{
	struct slice title = metric_title(arena, &row->metric);

	return row->metric.unit.n == 0 ? title
				       : arena_printf(arena, "%.*s, %.*s", SLICE_FMT(title),
						      SLICE_FMT(row->metric.unit));
}

static int64_t largest(const struct latency_row *row, const struct latency_cell *cell)
{
	int64_t most = 1;

	for (size_t i = 0; i < row->bound_count; i++)
		if (cell->counts[i] > most)
			most = cell->counts[i];
	return most;
}

/* "181044 ########"; the count alone without bars; nothing where the tool printed nothing. */
static struct slice count_text(struct arena *arena, int64_t count, int64_t most, bool bars)
{
	static const char bar[BAR_WIDTH + 1] = "##################";
	int width = (int)ceil((double)count * BAR_WIDTH / (double)most);

	if (count == LATENCY_NOT_PRINTED)
		return SLICE_NONE;
	return bars ? arena_printf(arena, "%" PRId64 " %-*.*s", count, BAR_WIDTH, width, bar)
		    : arena_printf(arena, "%" PRId64, count);
}

static void fill_counts(struct arena *arena, const struct latency *latency,
			const struct latency_row *row, bool bars, struct slice *cells)
{
	size_t columns = latency->run_count + 1;

	for (size_t i = 0; i < row->bound_count; i++)
		cells[i * columns] = report_range(arena, row->bounds[i]);
	for (size_t run = 0; run < latency->run_count; run++) {
		int64_t most = largest(row, &row->cells[run]);

		for (size_t i = 0; i < row->bound_count; i++)
			cells[i * columns + run + 1] =
				count_text(arena, row->cells[run].counts[i], most, bars);
	}
}

/* The width of a bar, so that ranges stand below counts. */
static struct slice below_counts(struct arena *arena, struct slice text, bool bars)
{
	return bars && text.n > 0 ? arena_printf(arena, "%.*s %*s", SLICE_FMT(text), BAR_WIDTH, "")
				  : text;
}

static void fill_summary(struct arena *arena, const struct latency *latency,
			 const struct latency_row *row, bool bars, struct slice *cells)
{
	size_t columns = latency->run_count + 1;

	cells[0] = SLICE("all");
	for (size_t p = 0; p < LATENCY_PERCENTILES; p++)
		cells[(p + 1) * columns] = slice_str(percentile_names[p]);
	for (size_t run = 0; run < latency->run_count; run++) {
		const struct latency_cell *cell = &row->cells[run];

		if (cell->total > 0)
			cells[run + 1] = below_counts(
				arena, arena_printf(arena, "%" PRId64, cell->total), bars);
		for (size_t p = 0; p < LATENCY_PERCENTILES; p++)
			cells[(p + 1) * columns + run + 1] = below_counts(
				arena,
				report_range(arena,
					     latency_percentile(row, cell, latency_percentiles[p])),
				bars);
	}
}

static struct slice *letters(struct arena *arena, const struct latency *latency, struct slice title,
			     bool bars)
{
	struct slice *heads = ARENA_ARRAY(arena, latency->run_count + 1, struct slice);

	heads[0] = title;
	for (size_t i = 0; i < latency->run_count; i++)
		heads[i + 1] =
			below_counts(arena, arena_printf(arena, "%c", report_letter(i)), bars);
	return heads;
}

/* The title stands above in text, where it may be long, and in the head elsewhere. */
static struct report_grid grid_of(struct arena *arena, const struct latency *latency,
				  const struct latency_row *row, struct slice title, bool bars)
{
	size_t columns = latency->run_count + 1, rows = row->bound_count + 1 + LATENCY_PERCENTILES;
	struct slice *cells = ARENA_ARRAY(arena, rows * columns, struct slice);

	fill_counts(arena, latency, row, bars, cells);
	fill_summary(arena, latency, row, bars, cells + row->bound_count * columns);
	return (struct report_grid){
		.heads = letters(arena, latency, title, bars),
		.columns = columns,
		.names = 1,
		.cells = cells,
		.rows = rows,
	};
}

static bool any_open(const struct latency *latency)
{
	for (size_t i = 0; i < latency->row_count; i++)
		for (size_t run = 0; run < latency->run_count; run++)
			if (latency->rows[i].cells[run].open_top)
				return true;
	return false;
}

static bool any_merged(const struct latency *latency)
{
	for (size_t i = 0; i < latency->row_count; i++)
		for (size_t run = 0; run < latency->run_count; run++)
			if (latency->rows[i].cells[run].prints > 1)
				return true;
	return false;
}

static void add_notes(struct buf *buf, struct arena *arena, const struct latency *latency,
		      size_t shown, const struct report_options *options)
{
	buf_addc(buf, '\n');
	report_traced_line(
		buf,
		SLICE("p50 ... p99.9: the bounds of the bucket that holds the value, as a "
		      "histogram does not say more. Buckets without a number were not "
		      "printed by the tool."),
		options);
	if (any_open(latency))
		report_traced_line(
			buf,
			SLICE("The top bucket 2G-4G may hold larger values: bpftrace before "
			      "0.20 cuts them to 32 bits, and no newer version is told."),
			options);
	if (any_merged(latency))
		report_traced_line(buf,
				   SLICE("Several printings were added up; that is right only when "
					 "the script clears its maps after each."),
				   options);
	report_traced_notes(buf, latency->runs, latency->run_count, options);
	if (shown < latency->row_count)
		report_traced_line(buf,
				   arena_printf(arena,
						"%zu of %zu histograms are shown; metric=NAME "
						"picks one, csv and json have all.",
						shown, latency->row_count),
				   options);
	report_link(buf, "  ", options->link);
}

static void add_text(struct buf *buf, struct arena *arena, const struct latency *latency,
		     const struct report_options *options)
{
	size_t shown =
		latency->row_count < REPORT_LATENCY_ROWS ? latency->row_count : REPORT_LATENCY_ROWS;
	bool bars = options->style == REPORT_TEXT && latency->run_count <= BARS_MAX;

	report_traced_columns(buf, latency->runs, latency->run_count, options);
	for (size_t i = 0; i < shown; i++) {
		struct slice title = report_ascii(arena, row_title(arena, &latency->rows[i]));
		struct report_grid grid;

		buf_addc(buf, '\n');
		if (options->style == REPORT_MARKDOWN) {
			grid = grid_of(arena, latency, &latency->rows[i], title, bars);
			report_grid_markdown(buf, &grid);
			continue;
		}
		report_traced_line(buf, title, options);
		grid = grid_of(arena, latency, &latency->rows[i], SLICE_NONE, bars);
		report_grid_text(buf, &grid, options);
	}
	add_notes(buf, arena, latency, shown, options);
}

/* ------------------------------------------------------------------ csv and json */

static void add_bound_csv(struct buf *buf, struct arena *arena, double bound)
{
	struct buf text;

	buf_init(&text);
	if (isfinite(bound))
		num_print(&text, bound);
	report_csv_text(buf, arena_slice(arena, buf_slice(&text)));
	buf_release(&text);
}

static void add_csv(struct buf *buf, struct arena *arena, const struct latency *latency)
{
	buf_adds(buf, "metric,unit,id,run,kernel,config,lo,hi,count\n");
	for (size_t i = 0; i < latency->row_count; i++) {
		const struct latency_row *row = &latency->rows[i];

		for (size_t k = 0; k < latency->run_count * row->bound_count; k++) {
			const struct traced *run = &latency->runs[k / row->bound_count];
			const struct latency_range *range = &row->bounds[k % row->bound_count];
			int64_t count =
				row->cells[k / row->bound_count].counts[k % row->bound_count];

			if (count == LATENCY_NOT_PRINTED)
				continue;
			report_csv_text(buf, metric_title(arena, &row->metric));
			report_csv_text(buf, row->metric.unit);
			report_csv_text(buf, run->id);
			report_csv_text(buf, run->name);
			report_csv_text(buf, run->kernel);
			report_csv_text(buf, run->label);
			add_bound_csv(buf, arena, range->lo);
			add_bound_csv(buf, arena, range->hi);
			buf_addf(buf, "%" PRId64 ",", count);
			report_csv_end(buf);
		}
	}
}

static json_t *range_json(struct latency_range range)
{
	json_t *json = json_array();

	json_push(json, json_number(range.lo));
	json_push(json, json_number(range.hi));
	return json;
}

static json_t *cell_json(const struct latency_row *row, const struct latency_cell *cell)
{
	json_t *json = json_object(), *buckets = json_array(), *percentiles = json_object();

	if (cell->total == 0)
		return json;
	json_add_count(json, "total", cell->total);
	json_add_count(json, "prints", cell->prints);
	json_add_bool(json, "open_top", cell->open_top);
	for (size_t i = 0; i < row->bound_count; i++) {
		json_t *bucket;

		if (cell->counts[i] == LATENCY_NOT_PRINTED)
			continue;
		bucket = range_json(row->bounds[i]);
		json_push(bucket, json_integer(cell->counts[i]));
		json_push(buckets, bucket);
	}
	json_add(json, "buckets", buckets);
	for (size_t p = 0; p < LATENCY_PERCENTILES; p++)
		json_add(percentiles, percentile_names[p],
			 range_json(latency_percentile(row, cell, latency_percentiles[p])));
	json_add(json, "percentiles", percentiles);
	return json;
}

json_t *report_latency_json(const struct latency *latency)
{
	json_t *json = json_object(), *runs = json_array(), *rows = json_array();

	for (size_t i = 0; i < latency->run_count; i++)
		json_push(runs, report_traced_json(&latency->runs[i]));
	for (size_t i = 0; i < latency->row_count; i++) {
		const struct latency_row *row = &latency->rows[i];
		json_t *each = json_object(), *cells = json_array();

		for (size_t run = 0; run < latency->run_count; run++)
			json_push(cells, cell_json(row, &row->cells[run]));
		json_add(each, "metric", report_metric_json(&row->metric));
		json_add(each, "cells", cells);
		json_push(rows, each);
	}
	json_add(json, "runs", runs);
	json_add(json, "histograms", rows);
	return json;
}

void report_latency(struct buf *buf, const struct latency *latency,
		    const struct report_options *options)
{
	struct arena arena;

	arena_init(&arena);
	if (options->style == REPORT_CSV) {
		add_csv(buf, &arena, latency);
	} else if (options->style == REPORT_JSON) {
		report_json_print(buf, report_latency_json(latency));
	} else {
		add_text(buf, &arena, latency, options);
	}
	arena_release(&arena);
}
