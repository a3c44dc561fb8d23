/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The steps of an overhead as text: a row a step, a column a kernel. */
#include <string.h>

#include "lib/report_parts.h"
#include "lib/steps.h"

enum { INDENT = 2, GAP = 2, NAME = 23, COLUMN = 15 };

/* Rows in the order in which they are shown. */
static const struct overhead_step kinds[] = {
	{ .to = STEP_ROOT },
	{ .to = STEP_CHILD },
	{ .to = STEP_CHILD, .is_part = true },
	{ .to = STEP_OFF_CHILD, .is_part = true },
	{ .to = STEP_LIMIT },
};

static const struct overhead_step *find(const struct overhead_steps *steps, uint32_t machine,
					uint32_t kernel, const struct overhead_step *kind)
{
	for (size_t i = 0; i < steps->count; i++) {
		const struct overhead_step *step = &steps->list[i];

		if (step->machine == machine && step->kernel == kernel && step->to == kind->to &&
		    step->is_part == kind->is_part)
			return step;
	}
	return NULL;
}

static void add_value(struct buf *buf, struct arena *arena, const struct overhead_step *step)
{
	struct slice change = report_change(arena, step->value);
	struct slice half = report_half(arena, step->value, (step->hi - step->lo) / 2);

	report_right(
		buf,
		arena_printf(arena, "%.*s %-6.*s", (int)(change.n - 1), change.p, SLICE_FMT(half)),
		GAP + COLUMN);
}

static void add_row(struct buf *buf, struct arena *arena, const struct overhead_steps *steps,
		    uint32_t machine, const struct overhead_step *kind, const uint32_t *kernels,
		    size_t count)
{
	bool any = false;

	for (size_t i = 0; i < count; i++)
		any = any || find(steps, machine, kernels[i], kind) != NULL;
	if (!any)
		return;
	buf_fill(buf, ' ', (size_t)(kind->is_part ? 2 * INDENT : INDENT));
	report_left(buf, slice_str(step_name(kind)),
		    (size_t)(kind->is_part ? NAME - INDENT : NAME));
	for (size_t i = 0; i < count; i++) {
		const struct overhead_step *step = find(steps, machine, kernels[i], kind);

		if (step == NULL)
			buf_fill(buf, ' ', GAP + COLUMN);
		else
			add_value(buf, arena, step);
	}
	report_end_line(buf);
}

static void add_block(struct buf *buf, struct arena *arena, const struct overhead *overhead,
		      const struct overhead_steps *steps, uint32_t machine, const uint32_t *kernels,
		      size_t count)
{
	buf_fill(buf, ' ', INDENT + NAME);
	for (size_t i = 0; i < count; i++)
		report_right(buf,
			     slice_head(report_ascii(arena, overhead->input.kernels[kernels[i]]),
					COLUMN),
			     GAP + COLUMN);
	report_end_line(buf);
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		add_row(buf, arena, steps, machine, &kinds[i], kernels, count);
}

static struct slice title_of(struct arena *arena, const struct overhead *overhead,
			     const struct overhead_steps *steps, uint32_t machine)
{
	size_t least = SIZE_MAX, most = 0;
	const char *on = overhead->input.machine_count > 1 ? ", on " : "";

	for (size_t i = 0; i < steps->count; i++) {
		if (steps->list[i].machine != machine || steps->list[i].is_part)
			continue;
		least = steps->list[i].metrics < least ? steps->list[i].metrics : least;
		most = steps->list[i].metrics > most ? steps->list[i].metrics : most;
	}
	return arena_printf(
		arena,
		"Where it comes from, in percent of off in the root group%s%.*s (%zu%s metrics)",
		on, (int)(on[0] == '\0' ? 0 : overhead->input.machines[machine].n),
		overhead->input.machines[machine].p, least,
		least == most ? "" : arena_cstr(arena, arena_printf(arena, " to %zu", most)));
}

void report_steps_text(struct buf *buf, const struct overhead *overhead,
		       const struct overhead_steps *steps, size_t width)
{
	size_t per_block = (width - INDENT - NAME) / (GAP + COLUMN);
	struct arena arena;
	uint32_t *kernels;

	arena_init(&arena);
	kernels = ARENA_ARRAY(&arena, steps->count + 1, uint32_t);
	per_block = per_block == 0 ? 1 : per_block;
	for (uint32_t machine = 0; machine < overhead->input.machine_count; machine++) {
		size_t count = 0;

		for (size_t i = 0; i < steps->count; i++)
			if (steps->list[i].machine == machine &&
			    (count == 0 || kernels[count - 1] != steps->list[i].kernel))
				kernels[count++] = steps->list[i].kernel;
		for (size_t i = 0; i < count; i += per_block) {
			buf_addc(buf, '\n');
			report_wrap(
				buf,
				report_ascii(&arena, title_of(&arena, overhead, steps, machine)),
				width, INDENT, 2 * INDENT);
			add_block(buf, &arena, overhead, steps, machine, &kernels[i],
				  count - i < per_block ? count - i : per_block);
		}
	}
	arena_release(&arena);
}
