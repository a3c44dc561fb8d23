/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What memcg costs over kernels, in Markdown: a table a line, kernels side by side. */
#include "lib/report_parts.h"

static struct slice cost_text(struct arena *arena, double cost, double half_fraction,
			      const char *flag)
{
	struct slice change = report_change(arena, cost),
		     half = report_half(arena, cost, half_fraction);

	return arena_printf(arena, "%.*s%s%.*s%s", SLICE_FMT(change), half.n > 0 ? " " : "",
			    SLICE_FMT(half), flag);
}

static struct slice cell_text(struct arena *arena, const struct overhead_cell *cell)
{
	struct slice text = cost_text(arena, cell->cost, (cell->hi - cell->lo) / 2,
				      cell->off_in_root ? " r" : "");
	const char *word = verdict_name(cell->verdict.word);

	return arena_printf(arena, "%.*s%s%s%s", SLICE_FMT(text), word[0] != '\0' ? " " : "", word,
			    report_is_spoiled(arena, cell) ? " !" : "");
}

static void add_head(struct buf *buf, struct arena *arena, const struct overhead *overhead,
		     const struct report_costs *costs)
{
	struct slice title =
		arena_printf(arena, "%.*s, on %.*s", SLICE_FMT(overhead->lines[costs->line].label),
			     SLICE_FMT(overhead->input.machines[costs->machine]));

	buf_adds(buf, "\n|");
	report_markdown_cell(buf, title);
	for (size_t i = 0; i < costs->kernel_count; i++)
		report_markdown_cell(buf, overhead->input.kernels[costs->kernels[i]]);
	buf_adds(buf, "\n| --- |");
	for (size_t i = 0; i < costs->kernel_count; i++)
		buf_adds(buf, " ---: |");
	buf_addc(buf, '\n');
}

/* The row of the metric that begins at cell `first`. */
static void add_row(struct buf *buf, struct arena *arena, const struct overhead *overhead,
		    const struct report_costs *costs, size_t first)
{
	const struct metric *metric = &overhead->input.metrics[costs->cells[first]->metric];
	size_t count = report_costs_end(costs, first) - first;

	buf_addc(buf, '|');
	report_markdown_cell(buf, arena_printf(arena, "%.*s %.*s", SLICE_FMT(metric->benchmark),
					       SLICE_FMT(metric_title(arena, metric))));
	for (size_t i = 0; i < costs->kernel_count; i++) {
		const struct overhead_cell *cell =
			report_costs_find(&costs->cells[first], count, costs->kernels[i]);

		report_markdown_cell(buf, cell == NULL ? SLICE_NONE : cell_text(arena, cell));
	}
	buf_addc(buf, '\n');
}

static void add_means(struct buf *buf, struct arena *arena, const struct overhead *overhead,
		      const struct report_costs *costs)
{
	buf_adds(buf, "| *geometric mean* |");
	for (size_t i = 0; i < costs->kernel_count; i++) {
		const struct overhead_mean *mean =
			report_costs_mean(overhead, costs->machine, costs->line, costs->kernels[i]);

		report_markdown_cell(buf, mean == NULL ? SLICE_NONE
						       : cost_text(arena, mean->cost,
								   (mean->hi - mean->lo) / 2, ""));
	}
	buf_addc(buf, '\n');
}

static void add_table(struct buf *buf, struct arena *arena, const struct overhead *overhead,
		      const struct report_filter *filter, const struct report_costs *costs)
{
	add_head(buf, arena, overhead, costs);
	for (size_t i = 0; i < costs->count; i = report_costs_end(costs, i))
		add_row(buf, arena, overhead, costs, i);
	if (filter->metric == REPORT_ALL)
		add_means(buf, arena, overhead, costs);
}

static void add_paragraph(struct buf *buf, struct slice text)
{
	if (text.n == 0)
		return;
	buf_addc(buf, '\n');
	report_markdown_text(buf, text);
	buf_addc(buf, '\n');
}

void report_overhead_markdown(struct buf *buf, const struct overhead *overhead,
			      const struct report_filter *filter,
			      const struct report_options *options)
{
	struct buf lede;
	struct arena arena;

	arena_init(&arena);
	buf_init(&lede);
	report_overhead_lede(&lede, overhead, filter);
	report_markdown_text(buf, buf_slice(&lede));
	buf_addc(buf, '\n');
	for (uint32_t machine = 0; machine < overhead->input.machine_count; machine++)
		for (uint32_t line = 0; line < overhead->line_count; line++) {
			struct report_costs costs;

			report_costs_take(&arena, overhead, filter, machine, line, &costs);
			if (costs.count > 0)
				add_table(buf, &arena, overhead, filter, &costs);
		}
	buf_addf(buf, "\n%s\n", report_costs_note);
	add_paragraph(buf, report_costs_spoiled(&arena, overhead, filter));
	add_paragraph(buf, report_left_out(&arena, &overhead->input));
	report_link(buf, "\n", options->link);
	buf_release(&lede);
	arena_release(&arena);
}
