/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/report_noise.h"

#include <math.h>

#include "lib/report_grid.h"
#include "lib/report_json.h"
#include "lib/report_lists.h"

enum { INDENT = 2 };

static const char note[] =
	"A pair is one metric in two successive boots of the same kernel and config, held against "
	"each other by the verdict as if they were two kernels. Were boots alike, 5 % of pairs "
	"would "
	"have p <= 0.05; what is more comes from boots, and is why boots are the replicates where "
	"there are 3 or more. Floors: what a series changes by although nothing did.";

/* "12.3%"; "" for what is not known. */
static struct slice percent(struct arena *arena, double fraction)
{
	return isnan(fraction) ? SLICE_NONE : arena_printf(arena, "%.2g%%", 100 * fraction);
}

/* "12% (9-15)", in percent. */
static struct slice share_text(struct arena *arena, struct share share)
{
	if (isnan(share.part))
		return SLICE_NONE;
	return arena_printf(arena, "%.1f%% (%.1f-%.1f)", 100 * share.part, 100 * share.lo,
			    100 * share.hi);
}

static struct slice count_text(struct arena *arena, size_t count)
{
	return arena_printf(arena, "%zu", count);
}

/* ---- grids ---- */

static struct report_grid pairs_grid(struct arena *arena, const struct noise_view *view,
				     struct slice machine)
{
	static const struct slice heads[] = {
		SLICE("benchmark"), SLICE("pairs"),  SLICE("p <= 0.05"),
		SLICE("decided"),   SLICE("median"), SLICE("largest"),
	};
	enum { COLUMNS = ARRAY_SIZE(heads) };
	struct slice *cells = ARENA_ARRAY(arena, view->pairs_count * COLUMNS + 1, struct slice);
	size_t rows = 0;

	for (size_t i = 0; i < view->pairs_count; i++) {
		const struct noise_pairs *pairs = &view->pairs[i];
		struct slice *row = &cells[rows * COLUMNS];

		if (!slice_eq(pairs->machine, machine))
			continue;
		rows++;
		row[0] = pairs->benchmark;
		row[1] = count_text(arena, pairs->pairs);
		row[2] = share_text(arena, pairs->low_p);
		row[3] = share_text(arena, pairs->decided);
		row[4] = percent(arena, pairs->median);
		row[5] = percent(arena, pairs->worst);
	}
	return (struct report_grid){ heads, COLUMNS, 1, cells, rows };
}

static struct report_grid floors_grid(struct arena *arena, const struct noise_view *view,
				      struct slice machine)
{
	static const struct slice heads[] = {
		SLICE("benchmark"), SLICE("series"),  SLICE("floor known"),
		SLICE("median"),    SLICE("largest"),
	};
	enum { COLUMNS = ARRAY_SIZE(heads) };
	struct slice *cells = ARENA_ARRAY(arena, view->floors_count * COLUMNS + 1, struct slice);
	size_t rows = 0;

	for (size_t i = 0; i < view->floors_count; i++) {
		const struct noise_floors *floors = &view->floors[i];
		struct slice *row = &cells[rows * COLUMNS];

		if (!slice_eq(floors->machine, machine) || floors->known == 0)
			continue;
		rows++;
		row[0] = floors->benchmark;
		row[1] = count_text(arena, floors->series);
		row[2] = count_text(arena, floors->known);
		row[3] = percent(arena, floors->median);
		row[4] = percent(arena, floors->worst);
	}
	return (struct report_grid){ heads, COLUMNS, 1, cells, rows };
}

static struct slice run_name(struct arena *arena, const struct noise_view *view, size_t i)
{
	const struct column *column = &view->runs[i].column;
	struct slice day = slice_head(report_time(arena, view->runs[i].start_s), 10);

	return arena_printf(arena, "%.*s %.*s %.*s%s", SLICE_FMT(day), SLICE_FMT(column->kernel),
			    SLICE_FMT(column->config.label),
			    column->config.spoilers.n > 0 ? " (debug options)" : "");
}

static struct report_grid runs_grid(struct arena *arena, const struct noise_view *view,
				    struct slice machine)
{
	static const struct slice heads[] = {
		SLICE("run"), SLICE("metrics"), SLICE("boots"), SLICE("within"), SLICE("between"),
	};
	enum { COLUMNS = ARRAY_SIZE(heads) };
	struct slice *cells = ARENA_ARRAY(arena, view->run_count * COLUMNS + 1, struct slice);
	size_t rows = 0;

	for (size_t i = 0; i < view->run_count; i++) {
		const struct noise_spread *spread = &view->spreads[i];
		struct slice *row = &cells[rows * COLUMNS];

		if (!slice_eq(view->runs[i].column.machine, machine))
			continue;
		rows++;
		row[0] = run_name(arena, view, i);
		row[1] = count_text(arena, spread->metrics);
		row[2] = count_text(arena, (size_t)view->runs[i].column.boots);
		row[3] = percent(arena, spread->within);
		row[4] = percent(arena, spread->between);
	}
	return (struct report_grid){ heads, COLUMNS, 1, cells, rows };
}

/* What is printed, in order. */
struct part {
	const char *title;
	struct report_grid (*grid)(struct arena *arena, const struct noise_view *view,
				   struct slice machine);
};

static const struct part parts[] = {
	{ "A/A: boots of the same kernel and config against each other", pairs_grid },
	{ "Spread of a run's samples within boots, and between boots, latest first; "
	  "medians over metrics",
	  runs_grid },
	{ "Noise floors of the series that the latest run of each config belongs to", floors_grid },
};

/* ---- text and Markdown ---- */

/* The machine of run i, if no run before it is of the same; else nothing. */
static struct slice new_machine(const struct noise_view *view, size_t i)
{
	struct slice machine = view->runs[i].column.machine;

	for (size_t k = 0; k < i; k++)
		if (slice_eq(view->runs[k].column.machine, machine))
			return SLICE_NONE;
	return machine.n > 0 ? machine : SLICE("unknown machine");
}

static bool has_floors(const struct noise_view *view)
{
	for (size_t i = 0; i < view->floors_count; i++)
		if (view->floors[i].known > 0)
			return true;
	return false;
}

static const char no_floors[] = "No series has a noise floor yet: it takes 3 pairs of runs of one "
				"kernel and config, or 8 kernels.";

void report_noise_lede(struct buf *buf, const struct noise_view *view)
{
	if (view->tested == 0) {
		buf_adds(buf, "No two boots of one kernel and config have 3 samples of a metric "
			      "each yet.");
		return;
	}
	buf_addf(buf,
		 "Boots of one kernel and config differ by %.2g %% (median of %zu pairs); %.1f %% "
		 "of "
		 "pairs have p <= 0.05, %.1f %% would be called different.",
		 100 * view->median, view->tested, 100 * view->low_p.part,
		 100 * view->decided.part);
}

static void add_machine_text(struct buf *buf, struct arena *arena, const struct noise_view *view,
			     struct slice machine, const struct report_options *options)
{
	size_t width = report_width(options);

	for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
		struct report_grid grid = parts[i].grid(arena, view, machine);
		struct slice title = arena_printf(arena, "%s, on %.*s", parts[i].title,
						  SLICE_FMT(report_ascii(arena, machine)));

		if (grid.rows == 0)
			continue;
		buf_addc(buf, '\n');
		report_wrap(buf, title, width, INDENT, INDENT);
		report_grid_text(buf, &grid, options);
	}
}

static void add_text(struct buf *buf, const struct noise_view *view,
		     const struct report_options *options)
{
	size_t width = report_width(options);
	struct slice machine;
	struct arena arena;
	struct buf lede;

	arena_init(&arena);
	buf_init(&lede);
	report_noise_lede(&lede, view);
	report_wrap(buf, report_ascii(&arena, buf_slice(&lede)), width, INDENT, INDENT);
	for (size_t i = 0; i < view->run_count; i++)
		if ((machine = new_machine(view, i)).n > 0)
			add_machine_text(buf, &arena, view, machine, options);
	buf_addc(buf, '\n');
	if (!has_floors(view))
		report_wrap(buf, slice_str(no_floors), width, INDENT, INDENT);
	report_wrap(buf, slice_str(note), width, INDENT, INDENT);
	report_link(buf, "  ", options->link);
	buf_release(&lede);
	arena_release(&arena);
}

static void add_machine_markdown(struct buf *buf, struct arena *arena,
				 const struct noise_view *view, struct slice machine)
{
	for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
		struct report_grid grid = parts[i].grid(arena, view, machine);

		if (grid.rows == 0)
			continue;
		buf_adds(buf, "\n**");
		report_markdown_text(buf, arena_printf(arena, "%s, on %.*s", parts[i].title,
						       SLICE_FMT(machine)));
		buf_adds(buf, "**\n\n");
		report_grid_markdown(buf, &grid);
	}
}

static void add_markdown(struct buf *buf, const struct noise_view *view,
			 const struct report_options *options)
{
	struct slice machine;
	struct arena arena;
	struct buf lede;

	arena_init(&arena);
	buf_init(&lede);
	report_noise_lede(&lede, view);
	report_markdown_text(buf, buf_slice(&lede));
	buf_addc(buf, '\n');
	for (size_t i = 0; i < view->run_count; i++)
		if ((machine = new_machine(view, i)).n > 0)
			add_machine_markdown(buf, &arena, view, machine);
	buf_addc(buf, '\n');
	report_markdown_text(buf, slice_str(note));
	buf_addc(buf, '\n');
	report_link(buf, "\n", options->link);
	buf_release(&lede);
	arena_release(&arena);
}

/* ---- CSV and JSON ---- */

/* The A/A table; what else there is has its own members in JSON. */
static void add_csv(struct buf *buf, const struct noise_view *view)
{
	buf_adds(buf, "machine,benchmark,pairs,low_p,low_p_lo,low_p_hi,decided,decided_lo,"
		      "decided_hi,median,worst,worst_metric,worst_run\n");
	for (size_t i = 0; i < view->pairs_count; i++) {
		const struct noise_pairs *pairs = &view->pairs[i];
		const double numbers[] = { pairs->low_p.part, pairs->low_p.lo,
					   pairs->low_p.hi,   pairs->decided.part,
					   pairs->decided.lo, pairs->decided.hi,
					   pairs->median,     pairs->worst };

		report_csv_text(buf, pairs->machine);
		report_csv_text(buf, pairs->benchmark);
		buf_addf(buf, "%zu,", pairs->pairs);
		for (size_t k = 0; k < ARRAY_SIZE(numbers); k++)
			report_csv_number(buf, numbers[k]);
		report_csv_text(buf, pairs->worst_metric);
		report_csv_text(buf, pairs->worst_run);
		report_csv_end(buf);
	}
}

static json_t *pairs_json(const struct noise_pairs *pairs)
{
	json_t *json = json_object();

	json_add_text(json, "machine", pairs->machine);
	json_add(json, "benchmark", json_text(pairs->benchmark));
	json_add_count(json, "pairs", (int64_t)pairs->pairs);
	json_add(json, "low_p", report_share_json(pairs->low_p));
	json_add(json, "decided", report_share_json(pairs->decided));
	json_add_number(json, "median", pairs->median);
	json_add_number(json, "worst", pairs->worst);
	json_add_text(json, "worst_metric", pairs->worst_metric);
	json_add_text(json, "worst_run", pairs->worst_run);
	return json;
}

static json_t *floors_json(const struct noise_floors *floors)
{
	json_t *json = json_object();

	json_add_text(json, "machine", floors->machine);
	json_add(json, "benchmark", json_text(floors->benchmark));
	json_add_count(json, "series", (int64_t)floors->series);
	json_add_count(json, "known", (int64_t)floors->known);
	json_add_number(json, "median", floors->median);
	json_add_number(json, "worst", floors->worst);
	json_add_text(json, "worst_metric", floors->worst_metric);
	return json;
}

static json_t *run_json(const struct noise_run *run, const struct noise_spread *spread)
{
	const struct column *column = &run->column;
	json_t *json = json_object();

	json_add_text(json, "id", column->id);
	json_add_text(json, "name", column->name);
	json_add_text(json, "machine", column->machine);
	json_add_text(json, "kernel", column->kernel);
	json_add(json, "config", report_config_json(&column->config));
	if (run->start_s > 0)
		json_add_count(json, "start", run->start_s);
	json_add_count(json, "boots", column->boots);
	json_add_count(json, "metrics", (int64_t)spread->metrics);
	json_add_number(json, "within", spread->within);
	json_add_number(json, "between", spread->between);
	return json;
}

json_t *report_noise_view_json(const struct noise_view *view)
{
	json_t *json = json_object(), *pairs = json_array(), *runs = json_array(),
	       *floors = json_array();

	json_add_text(json, "rule", SLICE(VERDICT_VERSION));
	json_add_count(json, "pairs", (int64_t)view->tested);
	json_add_number(json, "median", view->median);
	json_add(json, "low_p", report_share_json(view->low_p));
	json_add(json, "decided", report_share_json(view->decided));
	for (size_t i = 0; i < view->pairs_count; i++)
		json_push(pairs, pairs_json(&view->pairs[i]));
	for (size_t i = 0; i < view->run_count; i++)
		json_push(runs, run_json(&view->runs[i], &view->spreads[i]));
	for (size_t i = 0; i < view->floors_count; i++)
		json_push(floors, floors_json(&view->floors[i]));
	json_add(json, "benchmarks", pairs);
	json_add(json, "runs", runs);
	json_add(json, "floors", floors);
	return json;
}

void report_noise(struct buf *buf, const struct noise_view *view,
		  const struct report_options *options)
{
	switch (options->style) {
	case REPORT_MARKDOWN:
		add_markdown(buf, view, options);
		break;
	case REPORT_CSV:
		add_csv(buf, view);
		break;
	case REPORT_JSON:
		report_json_print(buf, report_noise_view_json(view));
		break;
	default:
		add_text(buf, view, options);
	}
}
