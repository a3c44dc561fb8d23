/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One line a cell, with a header; quoting of RFC 4180, lines end in "\n". */
#include <inttypes.h>
#include <math.h>

#include "lib/num.h"
#include "lib/report_parts.h"
#include "lib/sweep.h"

/* Text that a spreadsheet could take for a formula is quoted too. */
static bool needs_quotes(struct slice text)
{
	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];

		if (c == ',' || c == '"' || c == '\r' || c == '\n')
			return true;
	}
	return text.n > 0 &&
	       (text.p[0] == '=' || text.p[0] == '+' || text.p[0] == '-' || text.p[0] == '@');
}

void report_csv_text(struct buf *buf, struct slice text)
{
	bool quotes = needs_quotes(text);

	if (quotes)
		buf_addc(buf, '"');
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] == '"')
			buf_addc(buf, '"');
		buf_addc(buf, text.p[i]);
	}
	buf_adds(buf, quotes ? "\"," : ",");
}

static void add_count(struct buf *buf, int64_t value)
{
	if (value != RECORD_NO_COUNT)
		buf_addf(buf, "%" PRId64, value);
	buf_addc(buf, ',');
}

void report_csv_number(struct buf *buf, double value)
{
	if (isfinite(value))
		num_print(buf, value);
	buf_addc(buf, ',');
}

void report_csv_end(struct buf *buf)
{
	if (!buf->failed)
		buf->n--;
	buf_addc(buf, '\n');
}

static void add_metric(struct buf *buf, struct arena *arena, const struct metric *metric)
{
	report_csv_text(buf, metric->benchmark);
	report_csv_text(buf, metric_title(arena, metric));
	report_csv_text(buf, metric->unit);
	report_csv_text(buf, slice_str(better_name(metric->better)));
}

static void add_stats(struct buf *buf, const struct stats *stats, int boots)
{
	add_count(buf, (int64_t)stats->n);
	add_count(buf, boots);
	report_csv_number(buf, stats->mean);
	report_csv_number(buf, stats->hmean);
	report_csv_number(buf, stats->stddev);
	report_csv_number(buf, stats->min);
	report_csv_number(buf, stats->max);
	report_csv_number(buf, stats->median);
}

#define VERDICT_COLUMNS "verdict,method,effect,lo,hi,p,q,family,a12,floor,needed,replicates"

static void add_verdict(struct buf *buf, const struct verdict *verdict)
{
	bool tested = verdict->method != VERDICT_NO_TEST;

	report_csv_text(buf, slice_str(verdict_name(verdict->word)));
	report_csv_text(buf, slice_str(verdict_method_name(verdict->method)));
	report_csv_number(buf, verdict->effect);
	report_csv_number(buf, verdict->lo);
	report_csv_number(buf, verdict->hi);
	report_csv_number(buf, verdict->p);
	report_csv_number(buf, verdict->q);
	add_count(buf, tested ? (int64_t)verdict->family : RECORD_NO_COUNT);
	report_csv_number(buf, verdict->a12);
	report_csv_number(buf, tested ? verdict->floor : NAN);
	report_csv_number(buf, verdict->needed);
	report_csv_text(buf, !tested             ? SLICE_NONE
			     : verdict->by_boots ? SLICE("boots")
						 : SLICE("samples"));
}

/* Where a row stands on a curve. */
struct placed {
	const struct sweep *sweep; /* NULL = on none */
	double at;
};

/* Of all rows of a comparison. */
static struct placed *places_of(struct arena *arena, const struct comparison *comparison)
{
	struct placed *places = ARENA_ARRAY(arena, comparison->row_count, struct placed);

	for (size_t i = 0; i < comparison->group_count; i++) {
		size_t count;
		struct sweep *list = sweep_find(arena, comparison, &comparison->groups[i], &count);

		for (size_t k = 0; k < count; k++)
			for (size_t n = 0; n < list[k].count; n++)
				places[list[k].rows[n]] =
					(struct placed){ &list[k], list[k].at[n] };
	}
	return places;
}

static void add_place(struct buf *buf, struct placed place)
{
	const struct sweep *sweep = place.sweep;

	report_csv_text(buf, sweep != NULL ? sweep->name : SLICE_NONE);
	report_csv_text(buf, sweep != NULL ? sweep->axis : SLICE_NONE);
	report_csv_number(buf, sweep != NULL ? place.at : NAN);
}

static void add_compare_cell(struct buf *buf, struct arena *arena,
			     const struct comparison *comparison, const struct compare_row *row,
			     size_t column, struct placed place)
{
	const struct column *from = &comparison->columns[column];
	const struct compare_cell *cell = &row->cells[column];

	add_metric(buf, arena, &row->metric);
	report_csv_text(buf, row->statistic);
	report_csv_text(buf, column == comparison->baseline ? SLICE("yes") : SLICE("no"));
	report_csv_text(buf, from->id);
	report_csv_text(buf, from->name);
	report_csv_text(buf, from->kernel);
	report_csv_text(buf, from->config.label);
	report_csv_text(buf, from->machine);
	add_stats(buf, &cell->stats, cell->boots);
	add_count(buf, cell->summary_n);
	report_csv_number(buf, cell->delta);
	report_csv_number(buf, cell->delta_lo);
	report_csv_number(buf, cell->delta_hi);
	report_csv_number(buf, cell->welch_p);
	add_verdict(buf, &cell->verdict);
	add_place(buf, place);
	report_csv_end(buf);
}

void report_compare_csv(struct buf *buf, const struct comparison *comparison)
{
	struct placed *places;
	struct arena arena;

	arena_init(&arena);
	places = places_of(&arena, comparison);
	buf_adds(buf,
		 "benchmark,metric,unit,better,statistic,baseline,id,run,kernel,config,machine,"
		 "n,boots,mean,hmean,stddev,min,max,median,summary_n,"
		 "delta,delta_lo,delta_hi,welch_p," VERDICT_COLUMNS ",sweep,axis,at\n");
	for (size_t i = 0; i < comparison->row_count; i++)
		for (size_t k = 0; k < comparison->column_count; k++)
			if (comparison->rows[i].cells[k].present)
				add_compare_cell(buf, &arena, comparison, &comparison->rows[i], k,
						 places[i]);
	arena_release(&arena);
}

static void add_point(struct buf *buf, const struct overhead *overhead,
		      const struct overhead_point *point)
{
	report_csv_text(buf, point->run);
	report_csv_text(buf, overhead->input.configs[point->config].label);
	add_count(buf, point->runs);
	add_count(buf, point->boots);
	add_count(buf, (int64_t)point->stats.n);
	report_csv_number(buf, point->stats.mean);
	report_csv_number(buf, point->stats.stddev);
}

/* What is known against both sides. */
static void add_spoiled(struct buf *buf, struct arena *arena, const struct overhead_cell *cell)
{
	struct slice on = report_spoiled_point(arena, cell->on),
		     off = report_spoiled_point(arena, cell->off);

	report_csv_text(buf, arena_printf(arena, "%s%.*s%s%s%.*s", on.n > 0 ? "on: " : "",
					  SLICE_FMT(on), on.n > 0 && off.n > 0 ? "; " : "",
					  off.n > 0 ? "off: " : "", SLICE_FMT(off)));
}

void report_overhead_csv(struct buf *buf, const struct overhead *overhead,
			 const struct report_filter *filter)
{
	const struct overhead_input *input = &overhead->input;
	struct arena arena;

	arena_init(&arena);
	buf_adds(buf, "machine,benchmark,metric,unit,better,line,kernel,cost,lo,hi,off_in_root,"
		      "on_run,on_config,on_runs,on_boots,on_n,on_mean,on_stddev,"
		      "off_run,off_config,off_runs,off_boots,off_n,off_mean,off_stddev,"
		      "saved," VERDICT_COLUMNS ",spoiled\n");
	for (size_t i = 0; i < overhead->cell_count; i++) {
		const struct overhead_cell *cell = &overhead->cells[i];

		if (!report_shows(filter, cell))
			continue;
		report_csv_text(buf, input->machines[cell->machine]);
		add_metric(buf, &arena, &input->metrics[cell->metric]);
		report_csv_text(buf, overhead->lines[cell->line].label);
		report_csv_text(buf, input->kernels[cell->kernel]);
		report_csv_number(buf, cell->cost);
		report_csv_number(buf, cell->lo);
		report_csv_number(buf, cell->hi);
		report_csv_text(buf, cell->off_in_root ? SLICE("yes") : SLICE("no"));
		add_point(buf, overhead, cell->on);
		add_point(buf, overhead, cell->off);
		report_csv_number(buf, overhead_saved(cell->cost));
		add_verdict(buf, &cell->verdict);
		add_spoiled(buf, &arena, cell);
		report_csv_end(buf);
	}
	arena_release(&arena);
}
