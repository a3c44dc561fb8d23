/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/report_series.h"

#include <math.h>

#include "lib/report_changes.h"
#include "lib/report_grid.h"
#include "lib/report_json.h"

enum { INDENT = 2, DIGITS = 5, DECIMALS_MAX = 7 };

struct series_value series_value_of(struct arena *arena, const struct overhead_point *point)
{
	struct series_value out = { point->stats.mean, NAN, NAN, 0, false };
	double stddev, half;
	double *values;

	out.by_boots = verdict_boots(&point->samples) >= VERDICT_BOOTS_LEAST;
	values = verdict_replicates(arena, &point->samples, out.by_boots, false, &out.replicates);
	if (out.replicates == 0)
		return out;
	stats_moments(values, out.replicates, &out.mean, &stddev);
	if (out.replicates < VERDICT_LEAST)
		return out;
	half = stats_t_quantile(1 - VERDICT_ALPHA / 2, (double)out.replicates - 1) * stddev /
	       sqrt((double)out.replicates);
	out.lo = out.mean - half;
	out.hi = out.mean + half;
	return out;
}

/* ---- lines: runs of points with one line's key ---- */

struct line {
	const struct overhead_point *points;
	size_t count;
	const struct config *config;
};

static const struct config *config_of(const struct changes *c, const struct overhead_point *point)
{
	return &c->input->configs[point->config];
}

/* The line that begins at point i; false at the end. */
static bool line_at(const struct changes *c, size_t i, struct line *out)
{
	const struct overhead_input *input = c->input;

	if (i >= input->point_count)
		return false;
	*out = (struct line){ .points = &input->points[i] };
	out->config = config_of(c, out->points);
	while (i + out->count < input->point_count &&
	       slice_eq(config_of(c, &out->points[out->count])->line, out->config->line))
		out->count++;
	return true;
}

static struct line *lines_of(struct arena *arena, const struct changes *c, size_t *count)
{
	struct line *lines = NULL, line;
	size_t capacity = 0;

	*count = 0;
	for (size_t i = 0; line_at(c, i, &line); i += line.count)
		ARENA_PUSH(arena, lines, *count, capacity, line);
	return lines;
}

/* NULL for a line that has no level to be changed. */
static const struct change_series *series_of(const struct changes *c, const struct line *line)
{
	for (size_t i = 0; i < c->series_count; i++)
		if (slice_eq(c->input->configs[c->series[i].config].line, line->config->line))
			return &c->series[i];
	return NULL;
}

/* Confirmed and not dismissed. */
static bool is_shown(const struct change *change)
{
	return change_is_confirmed(change) && change->triage.state != CHANGE_DISMISSED;
}

static bool changes_at(const struct changes *c, const struct overhead_point *point)
{
	for (size_t i = 0; i < c->count; i++)
		if (is_shown(&c->list[i]) && change_point(c, &c->list[i]) == point)
			return true;
	return false;
}

/* ---- words ---- */

static struct slice title_of(struct arena *arena, const struct changes *c)
{
	const struct metric *metric = &c->input->metrics[0];

	return arena_printf(arena, "%.*s%s%.*s", SLICE_FMT(metric->benchmark),
			    metric->benchmark.n > 0 ? " " : "",
			    SLICE_FMT(metric_title(arena, metric)));
}

/* "+9.28% +-0.3 worse" */
static struct slice effect_of(struct arena *arena, const struct change *change)
{
	const struct verdict *verdict = &change->verdict;
	struct slice half = report_half(arena, verdict->effect, (verdict->hi - verdict->lo) / 2);

	return arena_printf(arena, "%.*s%s%.*s %s",
			    SLICE_FMT(report_change(arena, verdict->effect)), half.n > 0 ? " " : "",
			    SLICE_FMT(half), verdict_name(verdict->word));
}

static size_t kernels_in(struct arena *arena, const struct changes *c)
{
	const struct overhead_input *input = c->input;
	bool *has = ARENA_ARRAY(arena, input->kernel_count + 1, bool);
	size_t count = 0;

	for (size_t i = 0; i < input->point_count; i++) {
		count += !has[input->points[i].kernel];
		has[input->points[i].kernel] = true;
	}
	return count;
}

/* The list is newest first. */
void report_series_lede(struct buf *buf, const struct changes *c)
{
	const struct change *last = NULL;
	struct arena arena;
	size_t count = 0, kernels;

	arena_init(&arena);
	kernels = kernels_in(&arena, c);
	for (size_t i = 0; i < c->count; i++) {
		last = last == NULL && is_shown(&c->list[i]) ? &c->list[i] : last;
		count += is_shown(&c->list[i]);
	}
	buf_addf(buf, "%.*s", SLICE_FMT(title_of(&arena, c)));
	if (kernels == 1)
		buf_adds(buf, " was measured on one kernel");
	else if (count == 0)
		buf_addf(buf, ": no confirmed change of level over %zu kernels", kernels);
	else
		buf_addf(buf, " changed %s over %zu kernels",
			 count == 1   ? "once"
			 : count == 2 ? "twice"
				      : arena_printf(&arena, "%zu times", count).p,
			 kernels);
	if (last != NULL)
		buf_addf(buf, "; last on %.*s, %.*s: %.*s",
			 SLICE_FMT(c->input->kernels[change_point(c, last)->kernel]),
			 SLICE_FMT(c->input->configs[c->series[last->series].config].label),
			 SLICE_FMT(effect_of(&arena, last)));
	buf_addc(buf, '.');
	arena_release(&arena);
}

/* ---- the grid: a row a kernel, a column a line ---- */

/* Decimals that show the largest mean with 5 digits; whole numbers have none. */
static int decimals_of(const struct changes *c)
{
	double most = 0;
	bool whole = true;
	int decimals;

	for (size_t i = 0; i < c->input->point_count; i++) {
		double mean = fabs(c->input->points[i].stats.mean);

		most = mean > most ? mean : most;
		whole = whole && mean == floor(mean);
	}
	if (whole || most == 0)
		return 0;
	decimals = DIGITS - 1 - (int)floor(log10(most));
	return decimals < 0 ? 0 : decimals > DECIMALS_MAX ? DECIMALS_MAX : decimals;
}

/* "44.71 +-0.12*"; of several builds on one kernel the last. */
static struct slice cell_text(struct arena *arena, const struct changes *c,
			      const struct overhead_point *point, int decimals)
{
	struct series_value value = series_value_of(arena, point);
	struct slice mean = report_value(arena, value.mean, decimals);

	if (isfinite(value.lo))
		mean = arena_printf(
			arena, "%.*s +-%.*s", SLICE_FMT(mean),
			SLICE_FMT(report_value(arena, (value.hi - value.lo) / 2, decimals)));
	return arena_printf(arena, "%.*s%s%s", SLICE_FMT(mean),
			    report_spoiled_point(arena, point).n > 0 ? "!" : "",
			    changes_at(c, point) ? "*" : " ");
}

/* Which kernels have a point, in order: a row each. */
static size_t *rows_of(struct arena *arena, const struct changes *c, size_t *count)
{
	size_t *rows = ARENA_ARRAY(arena, c->input->kernel_count + 1, size_t), n = 0;
	bool *has = ARENA_ARRAY(arena, c->input->kernel_count + 1, bool);

	for (size_t i = 0; i < c->input->point_count; i++)
		has[c->input->points[i].kernel] = true;
	for (size_t i = 0; i < c->input->kernel_count; i++)
		if (has[i])
			rows[i] = n++;
	*count = n;
	return rows;
}

static struct report_grid grid_of(struct arena *arena, const struct changes *c)
{
	size_t line_count, row_count;
	const struct line *lines = lines_of(arena, c, &line_count);
	const size_t *rows = rows_of(arena, c, &row_count);
	struct slice *heads = ARENA_ARRAY(arena, line_count + 1, struct slice);
	struct slice *cells = ARENA_ARRAY(arena, row_count * (line_count + 1) + 1, struct slice);
	int decimals = decimals_of(c);

	heads[0] = SLICE("kernel");
	for (size_t k = 0; k < line_count; k++) {
		heads[k + 1] = arena_printf(arena, "%.*s ", SLICE_FMT(lines[k].config->label));
		for (size_t i = 0; i < lines[k].count; i++) {
			const struct overhead_point *point = &lines[k].points[i];
			struct slice *row = &cells[rows[point->kernel] * (line_count + 1)];

			row[0] = c->input->kernels[point->kernel];
			row[k + 1] = cell_text(arena, c, point, decimals);
		}
	}
	return (struct report_grid){ heads, line_count + 1, 1, cells, row_count };
}

/* ---- what stands around it ---- */

static struct slice change_text(struct arena *arena, const struct changes *c,
				const struct change *change)
{
	const struct change_series *series = &c->series[change->series];
	const struct slice *kernels = c->input->kernels;

	return arena_printf(arena, "* %.*s, %.*s: %.*s, after %.*s (%s; %s)",
			    SLICE_FMT(kernels[change_point(c, change)->kernel]),
			    SLICE_FMT(c->input->configs[series->config].label),
			    SLICE_FMT(effect_of(arena, change)),
			    SLICE_FMT(kernels[series->points[change->at - 1]->kernel]), change->id,
			    change_state_name(change->triage.state));
}

static struct slice subject_text(struct arena *arena, const struct changes *c)
{
	const struct metric *metric = &c->input->metrics[0];
	struct slice heading = report_heading(arena, title_of(arena, c), metric);

	return arena_printf(arena, "%.*s; %.*s", SLICE_FMT(heading),
			    SLICE_FMT(c->input->machines[0]));
}

static const char note[] =
	"Mean of replicates and half of its 95 % t interval. Replicates are the medians of boots "
	"where there are 3 or more, else samples. * a confirmed change of level (" EDIV_VERSION
	", " VERDICT_VERSION "); among few kernels only that of the newest is looked for.";

static struct slice spoiled_text(struct arena *arena, const struct changes *c)
{
	const struct overhead_input *input = c->input;
	const struct overhead_point **points =
		ARENA_ARRAY(arena, input->point_count + 1, const struct overhead_point *);

	for (size_t i = 0; i < input->point_count; i++)
		points[i] = &input->points[i];
	return report_spoiled_points(arena, input, points, input->point_count);
}

static void add_text(struct buf *buf, const struct changes *c, const struct report_options *options)
{
	size_t width = report_width(options);
	struct report_grid grid;
	struct arena arena;
	struct buf lede;

	arena_init(&arena);
	buf_init(&lede);
	report_series_lede(&lede, c);
	report_wrap(buf, report_ascii(&arena, buf_slice(&lede)), width, INDENT, INDENT);
	report_wrap(buf, report_ascii(&arena, subject_text(&arena, c)), width, INDENT, 2 * INDENT);
	buf_addc(buf, '\n');
	grid = grid_of(&arena, c);
	report_grid_text(buf, &grid, options);
	buf_addc(buf, '\n');
	for (size_t i = 0; i < c->count; i++)
		if (is_shown(&c->list[i]))
			report_wrap(buf, report_ascii(&arena, change_text(&arena, c, &c->list[i])),
				    width, INDENT, 2 * INDENT);
	report_wrap(buf, report_ascii(&arena, spoiled_text(&arena, c)), width, INDENT, 2 * INDENT);
	report_wrap(buf, slice_str(note), width, INDENT, INDENT);
	report_link(buf, "  ", options->link);
	buf_release(&lede);
	arena_release(&arena);
}

static void add_markdown(struct buf *buf, const struct changes *c,
			 const struct report_options *options)
{
	struct report_grid grid;
	struct slice spoiled;
	struct arena arena;
	struct buf lede;

	arena_init(&arena);
	buf_init(&lede);
	report_series_lede(&lede, c);
	report_markdown_text(buf, buf_slice(&lede));
	buf_adds(buf, "\n\n");
	report_markdown_text(buf, subject_text(&arena, c));
	buf_adds(buf, "\n\n");
	grid = grid_of(&arena, c);
	report_grid_markdown(buf, &grid);
	spoiled = spoiled_text(&arena, c);
	buf_adds(buf, spoiled.n > 0 ? "\n" : "");
	report_markdown_text(buf, spoiled);
	buf_addf(buf, "%s\n%s\n", spoiled.n > 0 ? "\n" : "", note);
	report_link(buf, "\n", options->link);
	buf_release(&lede);
	arena_release(&arena);
}

/* ---- CSV and JSON ---- */

static void add_csv_row(struct buf *buf, struct arena *arena, const struct changes *c,
			const struct overhead_point *point)
{
	const struct overhead_input *input = c->input;
	const struct metric *metric = &input->metrics[point->metric];
	struct series_value value = series_value_of(arena, point);

	report_csv_text(buf, input->machines[point->machine]);
	report_csv_text(buf, metric->benchmark);
	report_csv_text(buf, metric_title(arena, metric));
	report_csv_text(buf, metric->unit);
	report_csv_text(buf, slice_str(better_name(metric->better)));
	report_csv_text(buf, config_of(c, point)->label);
	report_csv_text(buf, input->kernels[point->kernel]);
	report_csv_number(buf, value.mean);
	report_csv_number(buf, value.lo);
	report_csv_number(buf, value.hi);
	buf_addf(buf, "%zu,%d,", point->stats.n, point->boots);
	report_csv_text(buf, point->run);
	report_csv_text(buf, changes_at(c, point) ? SLICE("yes") : SLICE("no"));
	report_csv_text(buf, report_spoiled_point(arena, point));
	report_csv_end(buf);
}

static void add_csv(struct buf *buf, const struct changes *c)
{
	struct arena arena;

	arena_init(&arena);
	buf_adds(buf, "machine,benchmark,metric,unit,better,config,kernel,mean,lo,hi,n,boots,run,"
		      "change,spoiled\n");
	for (size_t i = 0; i < c->input->point_count; i++)
		add_csv_row(buf, &arena, c, &c->input->points[i]);
	arena_release(&arena);
}

static json_t *point_json(struct arena *arena, const struct overhead_point *point)
{
	struct series_value value = series_value_of(arena, point);
	json_t *json = json_object();

	json_add_count(json, "kernel", point->kernel);
	json_add_text(json, "run", point->run);
	json_add_count(json, "runs", point->runs);
	report_stats_add(json, &point->stats, point->boots);
	json_add_number(json, "value", value.mean);
	json_add_number(json, "lo", value.lo);
	json_add_number(json, "hi", value.hi);
	json_add_text(json, "replicates", value.by_boots ? SLICE("boots") : SLICE("samples"));
	report_spoiled_add(json, point);
	return json;
}

static json_t *line_json(struct arena *arena, const struct changes *c, const struct line *line)
{
	const struct change_series *series = series_of(c, line);
	json_t *json = json_object(), *points = json_array();

	json_add(json, "key", json_text(line->config->line));
	json_add(json, "label", json_text(line->config->label));
	json_add_text(json, "mode", slice_str(memcg_mode_name(line->config->mode)));
	if (series != NULL)
		json_add(json, "noise", report_noise_json(&series->noise));
	for (size_t i = 0; i < line->count; i++)
		json_push(points, point_json(arena, &line->points[i]));
	json_add(json, "points", points);
	return json;
}

/* Of one metric and machine: a change needs neither. */
json_t *report_series_json(const struct changes *c)
{
	const struct overhead_input *input = c->input;
	json_t *json = json_object(), *lines = json_array(), *all = report_changes_json(c);
	struct arena arena;
	struct line line;

	arena_init(&arena);
	json_add(json, "metric", report_metric_json(&input->metrics[0]));
	json_add(json, "machine", json_incref(json_array_get(json_object_get(all, "machines"), 0)));
	for (size_t i = 0; line_at(c, i, &line); i += line.count)
		json_push(lines, line_json(&arena, c, &line));
	json_add(json, "kernels", json_incref(json_object_get(all, "kernels")));
	json_add_text(json, "spoiled", input->spoiled_all);
	json_add(json, "lines", lines);
	json_add(json, "changes", json_incref(json_object_get(all, "changes")));
	json_decref(all);
	arena_release(&arena);
	return json;
}

void report_series(struct buf *buf, const struct changes *series,
		   const struct report_options *options)
{
	switch (options->style) {
	case REPORT_MARKDOWN:
		add_markdown(buf, series, options);
		break;
	case REPORT_CSV:
		add_csv(buf, series);
		break;
	case REPORT_JSON:
		report_json_print(buf, report_series_json(series));
		break;
	default:
		add_text(buf, series, options);
	}
}
