/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/report_now.h"

#include <math.h>

#include "lib/report_grid.h"

enum { INDENT = 2 };

/* Means of one machine: now[first, end). */
struct block {
	const struct overhead *overhead;
	size_t first, end;
	uint32_t *lines; /* those that some mean has, in the overhead's order */
	size_t line_count;
	struct slice *benchmarks;
	size_t benchmark_count;
};

static bool has_line(const struct block *block, uint32_t line)
{
	for (size_t i = block->first; i < block->end; i++)
		if (block->overhead->now[i].line == line)
			return true;
	return false;
}

static size_t row_of(struct block *block, struct slice benchmark)
{
	for (size_t i = 0; i < block->benchmark_count; i++)
		if (slice_eq(block->benchmarks[i], benchmark))
			return i;
	block->benchmarks[block->benchmark_count] = benchmark;
	return block->benchmark_count++;
}

static struct block block_at(struct arena *arena, const struct overhead *overhead, size_t first)
{
	struct block block = { .overhead = overhead, .first = first, .end = first };

	while (block.end < overhead->now_count &&
	       overhead->now[block.end].machine == overhead->now[first].machine)
		block.end++;
	block.lines = ARENA_ARRAY(arena, overhead->line_count + 1, uint32_t);
	block.benchmarks = ARENA_ARRAY(arena, block.end - first + 1, struct slice);
	for (uint32_t line = 0; line < overhead->line_count; line++)
		if (has_line(&block, line))
			block.lines[block.line_count++] = line;
	for (size_t i = first; i < block.end; i++)
		(void)row_of(&block, overhead->now[i].benchmark);
	return block;
}

/* "+15.22% +-0.82", and "~" where no cost is within the interval. */
static struct slice cost_text(struct arena *arena, const struct overhead_mean *mean)
{
	struct slice half = report_half(arena, mean->cost, (mean->hi - mean->lo) / 2);
	bool is_noise = !(mean->lo > 0 || mean->hi < 0);

	return arena_printf(arena, "%.*s%s%s%.*s", SLICE_FMT(report_change(arena, mean->cost)),
			    is_noise ? "~" : "", half.n > 0 ? " " : "", SLICE_FMT(half));
}

static struct report_grid grid_of(struct arena *arena, struct block *block)
{
	const struct overhead *o = block->overhead;
	size_t columns = block->line_count + 1;
	struct slice *heads = ARENA_ARRAY(arena, columns, struct slice);
	struct slice *cells = ARENA_ARRAY(arena, block->benchmark_count * columns, struct slice);

	heads[0] = SLICE("benchmark");
	for (size_t k = 0; k < block->line_count; k++)
		heads[k + 1] = o->lines[block->lines[k]].label;
	for (size_t i = block->first; i < block->end; i++) {
		size_t row = row_of(block, o->now[i].benchmark);

		cells[row * columns] = o->now[i].benchmark;
		for (size_t k = 0; k < block->line_count; k++)
			if (block->lines[k] == o->now[i].line)
				cells[row * columns + k + 1] = cost_text(arena, &o->now[i]);
	}
	return (struct report_grid){ heads, columns, 1, cells, block->benchmark_count };
}

void report_now(struct buf *buf, const struct overhead *overhead,
		const struct report_options *options)
{
	struct arena arena;
	struct block block;

	if (options->style != REPORT_TEXT && options->style != REPORT_MARKDOWN)
		return;
	arena_init(&arena);
	for (size_t i = 0; i < overhead->now_count; i = block.end) {
		const struct overhead_mean *mean = &overhead->now[i];
		struct report_grid grid;
		struct slice title;

		block = block_at(&arena, overhead, i);
		grid = grid_of(&arena, &block);
		title = arena_printf(&arena,
				     "Cost over memcg off by benchmark, %.*s, on %.*s "
				     "(~ not to be told from none)",
				     SLICE_FMT(overhead->input.kernels[mean->kernel]),
				     SLICE_FMT(overhead->input.machines[mean->machine]));
		if (options->style == REPORT_MARKDOWN) {
			report_markdown_text(buf, title);
			buf_adds(buf, "\n\n");
			report_grid_markdown(buf, &grid);
		} else {
			report_wrap(buf, report_ascii(&arena, title), report_width(options), INDENT,
				    INDENT);
			report_grid_text(buf, &grid, options);
		}
		buf_addc(buf, '\n');
	}
	arena_release(&arena);
}
