/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What memcg costs over kernels, as text for a mail. */
#include <string.h>

#include "lib/report_parts.h"
#include "lib/steps.h"

enum { INDENT = 2, GAP = 2, ROW_INDENT = 4 };

struct cost_table {
	struct buf *buf;
	struct arena *arena;
	const struct overhead *overhead;
	struct report_costs costs;
	bool has_means;                  /* geometric means are shown */
	size_t width;                    /* of a line */
	size_t name, cost, half, column; /* of a row's parts; column = one kernel's */
};

static struct slice cost_text(struct arena *arena, double cost)
{
	struct slice text = report_change(arena, cost);

	return slice_head(text, text.n - (slice_ends(text, "%") ? 1 : 0));
}

static struct slice name_of(const struct cost_table *t, uint32_t metric)
{
	return report_ascii(t->arena, metric_title(t->arena, &t->overhead->input.metrics[metric]));
}

static size_t longer(size_t a, size_t b)
{
	return a > b ? a : b;
}

/* Columns behind a number for "r" and "!". */
static size_t flags(const struct cost_table *t)
{
	return (t->costs.has_root ? 1 : 0) + (t->costs.has_spoiled ? 1 : 0);
}

static void layout(struct cost_table *t)
{
	size_t kernel = 0, most = t->width * 2 / 5;

	t->name = strlen("geometric mean");
	t->cost = strlen("+00.00");
	t->half = strlen("+-0.00");
	for (size_t i = 0; i < t->costs.count; i++) {
		const struct overhead_cell *cell = t->costs.cells[i];
		size_t n = name_of(t, cell->metric).n;

		if (n <= most)
			t->name = longer(t->name, n);
		t->cost = longer(t->cost, cost_text(t->arena, cell->cost).n);
		t->half = longer(t->half,
				 report_half(t->arena, cell->cost, (cell->hi - cell->lo) / 2).n);
	}
	for (size_t i = 0; i < t->costs.kernel_count; i++)
		kernel = longer(kernel, t->overhead->input.kernels[t->costs.kernels[i]].n);
	t->column = longer(t->cost + 2 + t->half + flags(t), kernel);
	if (ROW_INDENT + t->name + GAP + t->column > t->width)
		t->name = 0;
	if (ROW_INDENT + GAP + t->column > t->width)
		t->column = t->width - ROW_INDENT - GAP;
}

static void add_name(struct cost_table *t, struct slice name, size_t indent)
{
	size_t room = ROW_INDENT + t->name - indent;

	if (name.n > room) {
		report_wrap(t->buf, name, t->width, indent, indent + INDENT);
		name = SLICE_NONE;
	}
	buf_fill(t->buf, ' ', indent);
	report_left(t->buf, name, room);
}

static void add_cost(struct cost_table *t, double cost, double half_fraction, char mark,
		     const char *flag)
{
	struct slice text = cost_text(t->arena, cost);
	struct slice half = report_half(t->arena, cost, half_fraction);
	size_t used = t->half + 2 + flags(t);

	report_right(t->buf, text, GAP + t->column - used);
	buf_addc(t->buf, mark);
	buf_addc(t->buf, ' ');
	report_left(t->buf, half, t->half);
	report_left(t->buf, slice_str(flag), flags(t));
}

static const char *flag_of(const struct cost_table *t, const struct overhead_cell *cell)
{
	bool spoiled = t->costs.has_spoiled && report_is_spoiled(t->arena, cell);

	if (cell->off_in_root)
		return spoiled ? "r!" : "r";
	return spoiled ? "!" : "";
}

/* The row of cells[0..count), all of one metric. */
static void add_row(struct cost_table *t, const struct overhead_cell *const *cells, size_t count,
		    size_t first, size_t end)
{
	bool any = false;

	for (size_t i = first; i < end; i++)
		any = any || report_costs_find(cells, count, t->costs.kernels[i]) != NULL;
	if (!any)
		return;
	add_name(t, name_of(t, cells[0]->metric), ROW_INDENT);
	for (size_t i = first; i < end; i++) {
		const struct overhead_cell *cell =
			report_costs_find(cells, count, t->costs.kernels[i]);

		if (cell == NULL)
			buf_fill(t->buf, ' ', GAP + t->column);
		else
			add_cost(t, cell->cost, (cell->hi - cell->lo) / 2,
				 verdict_mark(cell->verdict.word), flag_of(t, cell));
	}
	report_end_line(t->buf);
}

/* The means, over off or, when saved, as what on would save by being off. */
static void add_means(struct cost_table *t, struct slice name, bool saved, size_t first, size_t end)
{
	add_name(t, name, INDENT);
	for (size_t i = first; i < end; i++) {
		const struct overhead_mean *mean = report_costs_mean(
			t->overhead, t->costs.machine, t->costs.line, t->costs.kernels[i]);

		if (mean == NULL)
			buf_fill(t->buf, ' ', GAP + t->column);
		else if (saved)
			add_cost(t, overhead_saved(mean->cost),
				 (overhead_saved(mean->hi) - overhead_saved(mean->lo)) / 2, ' ',
				 "");
		else
			add_cost(t, mean->cost, (mean->hi - mean->lo) / 2, ' ', "");
	}
	report_end_line(t->buf);
}

static void add_kernels(struct cost_table *t, size_t first, size_t end)
{
	buf_fill(t->buf, ' ', ROW_INDENT + t->name);
	for (size_t i = first; i < end; i++) {
		struct slice name =
			report_ascii(t->arena, t->overhead->input.kernels[t->costs.kernels[i]]);

		report_right(t->buf, slice_head(name, t->column), GAP + t->column);
	}
	report_end_line(t->buf);
}

static void add_block(struct cost_table *t, size_t first, size_t end)
{
	const struct metric *metrics = t->overhead->input.metrics;
	struct slice benchmark = SLICE_NONE;

	add_kernels(t, first, end);
	for (size_t i = 0, next; i < t->costs.count; i = next) {
		const struct metric *metric = &metrics[t->costs.cells[i]->metric];

		next = report_costs_end(&t->costs, i);
		if (i == 0 || !slice_eq(metric->benchmark, benchmark))
			report_wrap(t->buf, report_ascii(t->arena, metric->benchmark), t->width,
				    INDENT, ROW_INDENT);
		benchmark = metric->benchmark;
		add_row(t, &t->costs.cells[i], next - i, first, end);
	}
	if (!t->has_means)
		return;
	add_means(t, SLICE("geometric mean"), false, first, end);
	add_means(t, SLICE("saved, % of on"), true, first, end);
}

static void add_table(struct cost_table *t)
{
	const struct overhead *o = t->overhead;
	struct slice title = arena_printf(t->arena, "%.*s, cost in percent of off",
					  SLICE_FMT(o->lines[t->costs.line].label));
	size_t per_block;

	if (o->input.machine_count > 1)
		title = arena_printf(t->arena, "%.*s, on %.*s", SLICE_FMT(title),
				     SLICE_FMT(o->input.machines[t->costs.machine]));
	layout(t);
	per_block = (t->width - ROW_INDENT - t->name) / (GAP + t->column);
	for (size_t i = 0; i < t->costs.kernel_count; i += per_block) {
		size_t end = i + per_block < t->costs.kernel_count ? i + per_block
								   : t->costs.kernel_count;

		buf_addc(t->buf, '\n');
		report_wrap(t->buf, report_ascii(t->arena, title), t->width, INDENT, ROW_INDENT);
		add_block(t, i, end);
	}
}

static void add_notes(struct cost_table *t, struct slice spoiled, struct slice link)
{
	report_wrap(t->buf, slice_str(report_costs_note), t->width, INDENT, ROW_INDENT);
	report_wrap(t->buf, report_ascii(t->arena, spoiled), t->width, INDENT, ROW_INDENT);
	report_wrap(t->buf, report_left_out(t->arena, &t->overhead->input), t->width, INDENT,
		    ROW_INDENT);
	report_link(t->buf, "  ", link);
}

static void add_lede(struct cost_table *t, const struct report_filter *filter)
{
	struct buf lede;

	buf_init(&lede);
	report_overhead_lede(&lede, t->overhead, filter);
	if (lede.n == 0)
		buf_adds(&lede, "No kernel has numbers both with memcg on and with memcg off.");
	report_wrap(t->buf, report_ascii(t->arena, buf_slice(&lede)), t->width, INDENT, INDENT);
	buf_release(&lede);
}

/* Those of the metric that is shown, else the means; a line alone has none. */
static void add_steps(struct cost_table *t, const struct report_filter *filter)
{
	struct overhead_steps steps;

	if (filter->line != REPORT_ALL)
		return;
	steps_build(t->arena, t->overhead, filter->metric, &steps);
	report_steps_text(t->buf, t->overhead, &steps, t->width);
}

void report_overhead_text(struct buf *buf, const struct overhead *overhead,
			  const struct report_filter *filter, const struct report_options *options)
{
	bool any = false;
	struct arena arena;
	struct cost_table t = { .buf = buf, .arena = &arena, .overhead = overhead };

	arena_init(&arena);
	t.width = report_width(options);
	t.has_means = filter->metric == REPORT_ALL;
	add_lede(&t, filter);
	for (uint32_t machine = 0; machine < overhead->input.machine_count; machine++)
		for (uint32_t line = 0; line < overhead->line_count; line++) {
			report_costs_take(&arena, overhead, filter, machine, line, &t.costs);
			if (t.costs.count == 0)
				continue;
			add_table(&t);
			any = true;
		}
	if (any) {
		add_steps(&t, filter);
		buf_addc(buf, '\n');
		add_notes(&t, report_costs_spoiled(&arena, overhead, filter), options->link);
	}
	arena_release(&arena);
}
