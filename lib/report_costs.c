/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the overhead's tables are made of, and the sentence above them. */
#include <math.h>

#include "lib/report_parts.h"

const char report_costs_note[] =
	"Cost in percent over memcg off on the same kernel and placement: off/on - 1 where higher "
	"is better, on/off - 1 where lower is. +- is half of its 95 % interval. "
	"* decided, at 5 % over a benchmark's rows and above the floor; ~ noise. "
	"Saved: the same in percent of the kernel with memcg on. "
	"r: off was measured in the root group.";

bool report_shows(const struct report_filter *filter, const struct overhead_cell *cell)
{
	return (filter->machine == REPORT_ALL || filter->machine == cell->machine) &&
	       (filter->metric == REPORT_ALL || filter->metric == cell->metric) &&
	       (filter->line == REPORT_ALL || filter->line == cell->line);
}

bool report_is_spoiled(struct arena *arena, const struct overhead_cell *cell)
{
	return report_spoiled_point(arena, cell->on).n > 0 ||
	       report_spoiled_point(arena, cell->off).n > 0;
}

struct slice report_costs_spoiled(struct arena *arena, const struct overhead *overhead,
				  const struct report_filter *filter)
{
	const struct overhead_point **points =
		ARENA_ARRAY(arena, 2 * overhead->cell_count + 1, const struct overhead_point *);
	size_t count = 0;

	for (size_t i = 0; i < overhead->cell_count; i++) {
		if (!report_shows(filter, &overhead->cells[i]))
			continue;
		points[count++] = overhead->cells[i].on;
		points[count++] = overhead->cells[i].off;
	}
	return report_spoiled_points(arena, &overhead->input, points, count);
}

void report_costs_take(struct arena *arena, const struct overhead *overhead,
		       const struct report_filter *filter, uint32_t machine, uint32_t line,
		       struct report_costs *out)
{
	const struct overhead_input *input = &overhead->input;
	bool *has = ARENA_ARRAY(arena, input->kernel_count + 1, bool);
	struct report_costs costs = { .machine = machine, .line = line };

	costs.cells = ARENA_ARRAY(arena, overhead->cell_count + 1, const struct overhead_cell *);
	costs.kernels = ARENA_ARRAY(arena, input->kernel_count + 1, uint32_t);
	for (size_t i = 0; i < overhead->cell_count; i++) {
		const struct overhead_cell *cell = &overhead->cells[i];
		bool duration = metric_is_duration(&input->metrics[cell->metric]);

		if (cell->machine != machine || cell->line != line || !report_shows(filter, cell) ||
		    (duration && filter->metric == REPORT_ALL))
			continue;
		costs.cells[costs.count++] = cell;
		costs.has_root = costs.has_root || cell->off_in_root;
		costs.has_spoiled = costs.has_spoiled || report_is_spoiled(arena, cell);
		has[cell->kernel] = true;
	}
	for (uint32_t i = 0; i < input->kernel_count; i++)
		if (has[i])
			costs.kernels[costs.kernel_count++] = i;
	*out = costs;
}

size_t report_costs_end(const struct report_costs *costs, size_t i)
{
	size_t end = i + 1;

	while (end < costs->count && costs->cells[end]->metric == costs->cells[i]->metric)
		end++;
	return end;
}

const struct overhead_cell *report_costs_find(const struct overhead_cell *const *cells,
					      size_t count, uint32_t kernel)
{
	for (size_t i = 0; i < count; i++)
		if (cells[i]->kernel == kernel)
			return cells[i];
	return NULL;
}

const struct overhead_mean *report_costs_mean(const struct overhead *overhead, uint32_t machine,
					      uint32_t line, uint32_t kernel)
{
	for (size_t i = 0; i < overhead->mean_count; i++) {
		const struct overhead_mean *mean = &overhead->means[i];

		if (mean->machine == machine && mean->line == line && mean->kernel == kernel)
			return mean;
	}
	return NULL;
}

/* What the sentence says of one line. */
struct claim {
	uint32_t line, kernel, machine;
	double cost, half;
	size_t metrics; /* of its geometric mean; 0 = of one metric */
};

enum { CLAIMS_MAX = 3 };

/* Keeps the first claims about the newest kernel; of several machines, the first. */
static void claim_add(struct claim *claims, size_t *count, struct claim claim)
{
	if (*count > 0 && claim.machine != claims[0].machine)
		return;
	if (*count > 0 && claim.kernel > claims[0].kernel)
		*count = 0;
	if (*count == 0 || (*count < CLAIMS_MAX && claim.kernel == claims[0].kernel))
		claims[(*count)++] = claim;
}

static size_t claims_take(const struct overhead *overhead, const struct report_filter *filter,
			  struct claim *claims)
{
	size_t count = 0;

	for (size_t i = 0; i < overhead->mean_count && filter->metric == REPORT_ALL; i++) {
		const struct overhead_mean *m = &overhead->means[i];
		struct overhead_cell cell = { m->kernel, m->line, m->machine, REPORT_ALL };

		if (report_shows(filter, &cell))
			claim_add(claims, &count,
				  (struct claim){ m->line, m->kernel, m->machine, m->cost,
						  (m->hi - m->lo) / 2, m->metrics });
	}
	for (size_t i = 0; i < overhead->cell_count && filter->metric != REPORT_ALL; i++) {
		const struct overhead_cell *c = &overhead->cells[i];

		if (report_shows(filter, c))
			claim_add(claims, &count,
				  (struct claim){ c->line, c->kernel, c->machine, c->cost,
						  (c->hi - c->lo) / 2 });
	}
	return count;
}

static void add_claim(struct buf *buf, const struct overhead *overhead, const struct claim *claim,
		      bool verb)
{
	double half = 100 * claim->half;

	buf_add(buf, overhead->lines[claim->line].label);
	buf_addf(buf, "%s %.1f %%", verb ? " costs" : "", 100 * claim->cost);
	if (isfinite(half))
		buf_addf(buf, " +- %.1f", half);
}

/* "(geometric mean of 9 metrics)", or of "9 to 21 metrics" where lines differ. */
static void add_measure(struct buf *buf, const struct claim *claims, size_t count)
{
	size_t least = claims[0].metrics, most = claims[0].metrics;

	for (size_t i = 1; i < count; i++) {
		least = claims[i].metrics < least ? claims[i].metrics : least;
		most = claims[i].metrics > most ? claims[i].metrics : most;
	}
	if (least == most)
		buf_addf(buf, " (geometric mean of %zu metric%s)", most, most == 1 ? "" : "s");
	else
		buf_addf(buf, " (geometric mean of %zu to %zu metrics)", least, most);
}

void report_overhead_lede(struct buf *buf, const struct overhead *overhead,
			  const struct report_filter *filter)
{
	const struct overhead_input *input = &overhead->input;
	struct claim claims[CLAIMS_MAX];
	size_t count = claims_take(overhead, filter, claims);

	if (count == 0)
		return;
	buf_addf(buf, "On %.*s", SLICE_FMT(input->kernels[claims[0].kernel]));
	for (size_t i = 0; i < count; i++) {
		buf_adds(buf, i == 0 || i + 1 < count ? ", " : " and ");
		add_claim(buf, overhead, &claims[i], i == 0);
	}
	buf_adds(buf, " over memcg off");
	if (filter->metric == REPORT_ALL) {
		add_measure(buf, claims, count);
	} else {
		const struct metric *metric = &input->metrics[filter->metric];
		struct arena arena;

		arena_init(&arena);
		buf_adds(buf, " in ");
		buf_add(buf, metric->benchmark);
		buf_adds(buf, metric->benchmark.n > 0 ? " " : "");
		buf_add(buf, metric_title(&arena, metric));
		arena_release(&arena);
	}
	buf_addc(buf, '.');
}
