/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/report_json.h"

#include <math.h>

#include "lib/report_parts.h"
#include "lib/sweep.h"
#include "lib/tracing.h"

/* Cuts the next piece up to an unescaped sep off *rest, and undoes its escapes. */
static struct slice take_escaped(struct arena *arena, struct slice *rest, char sep)
{
	char *out = arena_alloc(arena, rest->n + 1);
	size_t i, n = 0;

	for (i = 0; i < rest->n && rest->p[i] != sep; i++) {
		if (rest->p[i] == '\\' && i + 1 < rest->n)
			i++;
		out[n++] = rest->p[i];
	}
	*rest = slice_skip(*rest, i + 1);
	return (struct slice){ out, n };
}

static json_t *labels_json(struct arena *arena, struct slice labels)
{
	json_t *object = json_object();

	while (labels.n > 0) {
		struct slice key = take_escaped(arena, &labels, '=');
		struct slice value = take_escaped(arena, &labels, ',');

		json_add(object, arena_cstr(arena, key), json_text(value));
	}
	return object;
}

json_t *report_metric_json(const struct metric *metric)
{
	json_t *object = json_object();
	struct arena arena;

	arena_init(&arena);
	json_add_text(object, "benchmark", metric->benchmark);
	json_add_text(object, "name", metric->name);
	if (metric->labels.n > 0)
		json_add(object, "labels", labels_json(&arena, metric->labels));
	json_add_text(object, "title", metric_title(&arena, metric));
	json_add_text(object, "unit", metric->unit);
	json_add_text(object, "better", slice_str(better_name(metric->better)));
	arena_release(&arena);
	return object;
}

json_t *report_config_json(const struct config *config)
{
	json_t *object = json_object();

	json_add_text(object, "label", config->label);
	json_add_text(object, "mode", slice_str(memcg_mode_name(config->mode)));
	json_add_bool(object, "nokmem", config->nokmem);
	json_add_bool(object, "nosocket", config->nosocket);
	json_add_bool(object, "nobpf", config->nobpf);
	json_add_text(object, "placement", config->placement);
	json_add_text(object, "variant", config->variant);
	json_add_text(object, "words", config->words);
	json_add_text(object, "options", config->options);
	json_add_text(object, "spoilers", config->spoilers);
	json_add_text(object, "key", config->key);
	json_add_text(object, "line", config->line);
	return object;
}

void report_stats_add(json_t *object, const struct stats *stats, int boots)
{
	json_add_count(object, "n", (int64_t)stats->n);
	json_add_count(object, "boots", boots);
	json_add_number(object, "mean", stats->mean);
	json_add_number(object, "hmean", stats->hmean);
	json_add_number(object, "stddev", stats->stddev);
	json_add_number(object, "min", stats->min);
	json_add_number(object, "max", stats->max);
	json_add_number(object, "median", stats->median);
}

json_t *report_column_json(const struct column *column)
{
	struct tracing tracing = tracing_of_facts(column->facts, column->fact_count);
	json_t *object = json_object();

	json_add_text(object, "id", column->id);
	json_add_text(object, "name", column->name);
	json_add_text(object, "kernel", column->kernel);
	json_add(object, "config", report_config_json(&column->config));
	json_add_text(object, "machine", column->machine);
	json_add_count(object, "runs", column->runs);
	json_add_count(object, "boots", column->boots);
	json_add_bool(object, "transcribed", column->transcribed);
	json_add_number(object, "memcg_percent", column->memcg_percent);
	tracing_add_json(object, &tracing);
	return object;
}

json_t *report_share_json(struct share share)
{
	json_t *json = json_object();

	json_add_number(json, "part", share.part);
	json_add_number(json, "lo", share.lo);
	json_add_number(json, "hi", share.hi);
	return json;
}

json_t *report_verdict_json(const struct verdict *verdict)
{
	json_t *object = json_object();

	json_add_text(object, "word", slice_str(verdict_name(verdict->word)));
	json_add_text(object, "method", slice_str(verdict_method_name(verdict->method)));
	json_add_number(object, "effect", verdict->effect);
	json_add_number(object, "lo", verdict->lo);
	json_add_number(object, "hi", verdict->hi);
	json_add_bool(object, "is_difference", verdict->is_difference);
	json_add_text(object, "replicates", verdict->by_boots ? SLICE("boots") : SLICE("samples"));
	json_add_count(object, "n_base", (int64_t)verdict->n_a);
	json_add_count(object, "n", (int64_t)verdict->n_b);
	json_add_count(object, "boots_base", verdict->boots_a);
	json_add_count(object, "boots", verdict->boots_b);
	if (verdict->method == VERDICT_NO_TEST)
		return object;
	json_add_number(object, "p", verdict->p);
	json_add_number(object, "q", verdict->q);
	json_add_count(object, "family", (int64_t)verdict->family);
	json_add_number(object, "a12", verdict->a12);
	json_add_number(object, "cliffs_delta", 2 * verdict->a12 - 1);
	json_add_number(object, "floor", verdict->floor);
	json_add_number(object, "detectable", verdict->detectable);
	json_add_number(object, "needed", verdict->needed);
	json_add_bool(object, "constant", verdict->constant);
	return object;
}

static json_t *interval_json(struct bootstrap interval)
{
	json_t *object = json_object();

	if (!isfinite(interval.lo) || !isfinite(interval.hi)) {
		json_decref(object);
		return json_null();
	}
	json_add_number(object, "lo", interval.lo);
	json_add_number(object, "hi", interval.hi);
	return object;
}

static json_t *cell_json(const struct compare_cell *cell)
{
	json_t *object, *samples, *boots;

	if (!cell->present)
		return json_null();
	object = json_object();
	report_stats_add(object, &cell->stats, cell->boots);
	json_add_count(object, "summary_n", cell->summary_n);
	if (cell->sem_percent > 0)
		json_add_number(object, "sem_percent", cell->sem_percent);
	json_add_number(object, "delta", cell->delta);
	json_add_number(object, "delta_lo", cell->delta_lo);
	json_add_number(object, "delta_hi", cell->delta_hi);
	json_add_number(object, "welch_p", cell->welch_p);
	if (cell->verdict.n_a > 0)
		json_add(object, "verdict", report_verdict_json(&cell->verdict));
	if (cell->sample_boots == NULL)
		return object;
	samples = json_array();
	boots = json_array();
	for (size_t i = 0; i < cell->n; i++) {
		json_push(samples, json_number(cell->values[i]));
		json_push(boots, json_integer(cell->sample_boots[i]));
	}
	json_add(object, "samples", samples);
	json_add(object, "sample_boots", boots);
	return object;
}

static json_t *row_json(const struct comparison *comparison, const struct compare_row *row)
{
	json_t *object = json_object(), *cells = json_array();
	size_t bad = comparison->baseline == 0 ? 1 : 0;

	json_add(object, "metric", report_metric_json(&row->metric));
	json_add_text(object, "statistic", row->statistic);
	for (size_t i = 0; i < comparison->column_count; i++)
		json_push(cells, cell_json(&row->cells[i]));
	json_add(object, "cells", cells);
	if (comparison->column_count == 3)
		json_add_number(object, "recovered",
				compare_recovered(row, comparison->baseline, bad,
						  3 - comparison->baseline - bad));
	return object;
}

/* Rows by their places within the group. */
static json_t *sweep_json(const struct compare_group *group, const struct sweep *sweep)
{
	json_t *object = json_object(), *at = json_array(), *rows = json_array();

	json_add_text(object, "name", sweep->name);
	json_add_text(object, "axis", sweep->axis);
	json_add_text(object, "statistic", sweep->statistic);
	for (size_t i = 0; i < sweep->count; i++) {
		json_push(at, json_number(sweep->at[i]));
		json_push(rows, json_integer((json_int_t)(sweep->rows[i] - group->first)));
	}
	json_add(object, "at", at);
	json_add(object, "rows", rows);
	return object;
}

static json_t *sweeps_json(const struct comparison *comparison, const struct compare_group *group)
{
	json_t *list = json_array();
	struct arena arena;
	struct sweep *sweeps;
	size_t count;

	arena_init(&arena);
	sweeps = sweep_find(&arena, comparison, group, &count);
	for (size_t i = 0; i < count; i++)
		json_push(list, sweep_json(group, &sweeps[i]));
	arena_release(&arena);
	return list;
}

static json_t *group_json(const struct comparison *comparison, const struct compare_group *group)
{
	json_t *object = json_object(), *rows = json_array();
	json_t *means = json_array(), *intervals = json_array();

	json_add(object, "benchmark", json_text(group->benchmark));
	for (size_t i = 0; i < comparison->column_count; i++) {
		json_push(means, json_number(group->geomean[i].value));
		json_push(intervals, interval_json(group->geomean[i]));
	}
	json_add(object, "geomean", means);
	json_add(object, "geomean_interval", intervals);
	for (size_t i = 0; i < group->count; i++)
		json_push(rows, row_json(comparison, &comparison->rows[group->first + i]));
	json_add(object, "rows", rows);
	json_add(object, "sweeps", sweeps_json(comparison, group));
	return object;
}

static json_t *differences_json(const struct comparison *comparison)
{
	json_t *list = json_array();

	for (size_t i = 0; i < comparison->difference_count; i++) {
		const struct compare_difference *difference = &comparison->differences[i];
		json_t *object = json_object(), *values = json_array();

		json_add_text(object, "key", difference->key);
		for (size_t k = 0; k < comparison->column_count; k++)
			json_push(values, difference->values[k].n > 0
						  ? json_text(difference->values[k])
						  : json_null());
		json_add(object, "values", values);
		json_push(list, object);
	}
	return list;
}

json_t *report_compare_json(const struct comparison *comparison)
{
	json_t *object = json_object(), *columns = json_array(), *groups = json_array();
	struct arena arena;

	json_add_count(object, "baseline", (int64_t)comparison->baseline);
	json_add_text(object, "rule", SLICE(VERDICT_VERSION));
	arena_init(&arena);
	for (size_t i = 0; i < comparison->column_count; i++) {
		json_t *column = report_column_json(&comparison->columns[i]);

		json_add_text(column, "spoiled", report_spoiled(&arena, comparison, i));
		json_push(columns, column);
	}
	arena_release(&arena);
	json_add(object, "columns", columns);
	for (size_t i = 0; i < comparison->group_count; i++)
		json_push(groups, group_json(comparison, &comparison->groups[i]));
	json_add(object, "groups", groups);
	json_add(object, "differences", differences_json(comparison));
	json_add_count(object, "left_out", (int64_t)comparison->left_out);
	json_add_text(object, "picked", comparison->picked);
	return object;
}

json_t *report_names_json(const struct slice *names, const struct slice *slugs, size_t count)
{
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++) {
		json_t *object = json_object();

		if (slugs != NULL)
			json_add(object, "slug", json_text(slugs[i]));
		json_add(object, "name", json_text(names[i]));
		json_push(list, object);
	}
	return list;
}

static json_t *point_json(const struct overhead_point *point)
{
	json_t *object = json_object();

	json_add_text(object, "run", point->run);
	json_add_count(object, "runs", point->runs);
	report_stats_add(object, &point->stats, point->boots);
	report_spoiled_add(object, point);
	return object;
}

/* The same cost with on as the denominator. */
static void saved_add(json_t *object, double cost, double lo, double hi)
{
	json_add_number(object, "saved", overhead_saved(cost));
	json_add_number(object, "saved_lo", overhead_saved(lo));
	json_add_number(object, "saved_hi", overhead_saved(hi));
}

static json_t *overhead_cell_json(const struct overhead *overhead, const struct overhead_cell *cell)
{
	json_t *object = json_object(), *off = point_json(cell->off);

	json_add_count(object, "machine", cell->machine);
	json_add_count(object, "metric", cell->metric);
	json_add_count(object, "line", cell->line);
	json_add_count(object, "kernel", cell->kernel);
	json_add_number(object, "cost", cell->cost);
	json_add_number(object, "lo", cell->lo);
	json_add_number(object, "hi", cell->hi);
	json_add(object, "on", point_json(cell->on));
	json_add_text(off, "config", overhead->input.configs[cell->off->config].label);
	json_add(object, "off", off);
	json_add_bool(object, "off_in_root", cell->off_in_root);
	saved_add(object, cell->cost, cell->lo, cell->hi);
	json_add(object, "verdict", report_verdict_json(&cell->verdict));
	return object;
}

static json_t *overhead_mean_json(const struct overhead_mean *mean)
{
	json_t *object = json_object();

	json_add_count(object, "machine", mean->machine);
	json_add_count(object, "line", mean->line);
	json_add_count(object, "kernel", mean->kernel);
	json_add_number(object, "cost", mean->cost);
	json_add_number(object, "lo", mean->lo);
	json_add_number(object, "hi", mean->hi);
	json_add_count(object, "metrics", (int64_t)mean->metrics);
	saved_add(object, mean->cost, mean->lo, mean->hi);
	json_add_text(object, "benchmark", mean->benchmark);
	return object;
}

static json_t *lines_json(const struct overhead *overhead)
{
	json_t *list = json_array();

	for (size_t i = 0; i < overhead->line_count; i++) {
		json_t *object = json_object();

		json_add(object, "key", json_text(overhead->lines[i].key));
		json_add(object, "label", json_text(overhead->lines[i].label));
		json_push(list, object);
	}
	return list;
}

json_t *report_steps_json(const struct overhead_steps *steps)
{
	json_t *list = json_array();

	for (size_t i = 0; i < steps->count; i++) {
		const struct overhead_step *step = &steps->list[i];
		json_t *object = json_object();

		json_add_count(object, "machine", step->machine);
		json_add_count(object, "kernel", step->kernel);
		if (step->metric != UINT32_MAX)
			json_add_count(object, "metric", step->metric);
		json_add_text(object, "from", slice_str(step_role_name(step->from)));
		json_add_text(object, "to", slice_str(step_role_name(step->to)));
		json_add_text(object, "name", slice_str(step_name(step)));
		json_add_bool(object, "is_part", step->is_part);
		json_add_number(object, "value", step->value);
		json_add_number(object, "lo", step->lo);
		json_add_number(object, "hi", step->hi);
		json_add_count(object, "metrics", (int64_t)step->metrics);
		json_push(list, object);
	}
	return list;
}

json_t *report_overhead_json(const struct overhead *overhead, uint32_t metric)
{
	const struct overhead_input *input = &overhead->input;
	json_t *object = json_object(), *metrics = json_array();
	json_t *cells = json_array(), *means = json_array(), *now = json_array();
	struct overhead_steps steps;
	struct arena arena;

	json_add(object, "kernels",
		 report_names_json(input->kernels, input->kernel_slugs, input->kernel_count));
	json_add(object, "machines",
		 report_names_json(input->machines, input->machine_slugs, input->machine_count));
	for (size_t i = 0; i < input->metric_count; i++)
		json_push(metrics, report_metric_json(&input->metrics[i]));
	json_add(object, "metrics", metrics);
	json_add(object, "lines", lines_json(overhead));
	json_add_text(object, "spoiled", input->spoiled_all);
	if (input->kernels_left_out > 0)
		json_add_count(object, "kernels_left_out", (int64_t)input->kernels_left_out);
	for (size_t i = 0; i < overhead->cell_count; i++)
		json_push(cells, overhead_cell_json(overhead, &overhead->cells[i]));
	json_add(object, "cells", cells);
	for (size_t i = 0; i < overhead->mean_count; i++)
		json_push(means, overhead_mean_json(&overhead->means[i]));
	json_add(object, "means", means);
	for (size_t i = 0; i < overhead->now_count; i++)
		json_push(now, overhead_mean_json(&overhead->now[i]));
	json_add(object, "now", now);
	arena_init(&arena);
	steps_build(&arena, overhead, metric, &steps);
	json_add(object, "steps", report_steps_json(&steps));
	arena_release(&arena);
	return object;
}

void report_json_print(struct buf *buf, json_t *value)
{
	json_print(buf, value);
	buf_addc(buf, '\n');
	json_decref(value);
}
