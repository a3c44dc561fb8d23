/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is known against the points of a series or of costs, for text and JSON. */
#include "lib/report_parts.h"

enum { TOLD_MAX = 6 };

struct slice report_spoiled_point(struct arena *arena, const struct overhead_point *point)
{
	return spoilers_text(arena, &point->spoilers);
}

void report_spoiled_add(json_t *object, const struct overhead_point *point)
{
	struct arena arena;

	arena_init(&arena);
	json_add_text(object, "spoiled", report_spoiled_point(&arena, point));
	arena_release(&arena);
}

static bool same_run(const struct overhead_point *a, const struct overhead_point *b)
{
	return a->kernel == b->kernel && a->config == b->config && a->machine == b->machine;
}

/* The points of a kernel, config and machine as one; those that nothing spoils are left out. */
static struct overhead_point *merge(struct arena *arena, const struct overhead_point *const *points,
				    size_t count, size_t *out_count)
{
	struct overhead_point *list = NULL;
	size_t n = 0, capacity = 0;

	for (size_t i = 0; i < count; i++) {
		size_t k = 0;

		if (report_spoiled_point(arena, points[i]).n == 0)
			continue;
		while (k < n && !same_run(&list[k], points[i]))
			k++;
		if (k < n)
			spoilers_add(&list[k].spoilers, &points[i]->spoilers);
		else
			ARENA_PUSH(arena, list, n, capacity, *points[i]);
	}
	*out_count = n;
	return list;
}

static struct slice spoiled_all(struct arena *arena, const struct overhead_input *input)
{
	if (input->spoiled_all.n == 0)
		return SLICE_NONE;
	return arena_printf(arena, "All kernels here are built with %.*s.",
			    SLICE_FMT(input->spoiled_all));
}

struct slice report_left_out(struct arena *arena, const struct overhead_input *input)
{
	if (input->kernels_left_out == 0)
		return SLICE_NONE;
	return arena_printf(arena,
			    "Of the newest kernels; %zu older left out, as they have too many "
			    "samples for one answer: name a machine or a benchmark, or "
			    "ask /overhead for a range of kernels.",
			    input->kernels_left_out);
}

struct slice report_spoiled_points(struct arena *arena, const struct overhead_input *input,
				   const struct overhead_point *const *points, size_t count)
{
	size_t n;
	struct overhead_point *list = merge(arena, points, count, &n);
	struct slice out = SLICE("");

	for (size_t i = 0; i < n && i < TOLD_MAX; i++)
		out = arena_printf(
			arena, "%.*s%s %.*s %.*s%s%.*s: %.*s", SLICE_FMT(out), i > 0 ? ";" : "",
			SLICE_FMT(input->kernels[list[i].kernel]),
			SLICE_FMT(input->configs[list[i].config].label),
			input->machine_count > 1 ? " on " : "",
			(int)(input->machine_count > 1 ? input->machines[list[i].machine].n : 0),
			input->machines[list[i].machine].p,
			SLICE_FMT(report_spoiled_point(arena, &list[i])));
	if (n == 0)
		return spoiled_all(arena, input);
	if (n > TOLD_MAX)
		out = arena_printf(arena, "%.*s; and %zu more", SLICE_FMT(out), n - TOLD_MAX);
	out = arena_printf(arena, "Spoiled (!):%.*s.", SLICE_FMT(out));
	if (input->spoiled_all.n > 0)
		out = arena_printf(arena, "%.*s %.*s", SLICE_FMT(out),
				   SLICE_FMT(spoiled_all(arena, input)));
	return out;
}
