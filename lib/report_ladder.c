/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The columns of a comparison as a ladder: "v5.8 100 | v5.9 88.1* | v5.12-rc6 90.4*". */
#include <math.h>

#include "lib/report_parts.h"

enum { COLUMNS_LEAST = 3, INDENT = 2 };

/* A column against the baseline, which is 100. */
struct rung {
	double value;
	bool decided;
};

/* The only row that counts; NULL when there are others. */
static const struct compare_row *only_row(const struct comparison *comparison,
					  const struct compare_group *group)
{
	const struct compare_row *found = NULL;

	for (size_t i = group->first; i < group->first + group->count; i++) {
		if (!comparison->rows[i].counts)
			continue;
		if (found != NULL)
			return NULL;
		found = &comparison->rows[i];
	}
	return found;
}

/* The largest effect below which a verdict on some row that counts would say nothing. */
static double floor_of(const struct comparison *comparison, const struct compare_group *group,
		       size_t column)
{
	double floor = 0;

	for (size_t i = group->first; i < group->first + group->count; i++)
		if (comparison->rows[i].counts)
			floor = fmax(floor, comparison->rows[i].cells[column].verdict.floor);
	return floor;
}

/* Of a row by its verdict, of several by their geometric mean, whose interval then decides. */
static struct rung rung_of(const struct comparison *comparison, const struct compare_group *group,
			   size_t column)
{
	const struct compare_row *row = only_row(comparison, group);
	struct bootstrap mean = group->geomean[column];
	struct rung out = { 100 * (1 + mean.value), mean.lo > 0 || mean.hi < 0 };

	if (row != NULL)
		return (struct rung){
			100 * (1 + report_effect(row, comparison->baseline, column).change),
			verdict_mark(row->cells[column].verdict.word) == '*',
		};
	out.decided = out.decided && fabs(mean.value) >= floor_of(comparison, group, column);
	return out;
}

/* Kernels where all are told apart by them, else names of runs. */
static bool by_kernel(const struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->column_count; i++)
		for (size_t k = 0; k <= i; k++)
			if (comparison->columns[k].kernel.n == 0 ||
			    (k < i && slice_eq(comparison->columns[i].kernel,
					       comparison->columns[k].kernel)))
				return false;
	return true;
}

static struct slice rung_text(struct arena *arena, const struct comparison *comparison,
			      const struct compare_group *group, size_t column)
{
	const struct column *from = &comparison->columns[column];
	struct slice name = by_kernel(comparison) ? from->kernel : from->name;
	struct rung rung;

	if (column == comparison->baseline)
		return arena_printf(arena, "%.*s 100", SLICE_FMT(name));
	rung = rung_of(comparison, group, column);
	if (!isfinite(rung.value))
		return arena_printf(arena, "%.*s -", SLICE_FMT(name));
	return arena_printf(arena, "%.*s %.1f%s", SLICE_FMT(name), rung.value,
			    rung.decided ? "*" : "");
}

static bool has_ladder(const struct comparison *comparison, const struct compare_group *group)
{
	return comparison->column_count >= COLUMNS_LEAST &&
	       report_group_counts(comparison, group) > 0;
}

static struct slice title_of(struct arena *arena, const struct comparison *comparison,
			     const struct compare_group *group)
{
	return arena_printf(arena, "Ladder of %.*s:",
			    SLICE_FMT(report_group_of(arena, comparison, group).heading));
}

struct slice report_ladder(struct arena *arena, const struct comparison *comparison,
			   const struct compare_group *group)
{
	struct slice out = title_of(arena, comparison, group);

	if (!has_ladder(comparison, group))
		return SLICE_NONE;
	for (size_t i = 0; i < comparison->column_count; i++)
		out = arena_printf(arena, "%.*s%s%.*s", SLICE_FMT(out), i > 0 ? " | " : " ",
				   SLICE_FMT(rung_text(arena, comparison, group, i)));
	return out;
}

/* A rung is never broken, unless it is wider than a line. */
static void add_ladder(struct buf *buf, struct arena *arena, const struct comparison *comparison,
		       const struct compare_group *group, size_t width)
{
	struct slice line = report_ascii(arena, title_of(arena, comparison, group));
	size_t indent = INDENT;

	for (size_t i = 0; i < comparison->column_count; i++) {
		struct slice rung = report_ascii(arena, rung_text(arena, comparison, group, i));

		if (i + 1 < comparison->column_count)
			rung = arena_printf(arena, "%.*s |", SLICE_FMT(rung));
		if (line.n > 0 && indent + line.n + 1 + rung.n > width) {
			report_wrap(buf, line, width, indent, 2 * INDENT);
			line = SLICE_NONE;
			indent = 2 * INDENT;
		}
		line = arena_printf(arena, "%.*s%s%.*s", SLICE_FMT(line), line.n > 0 ? " " : "",
				    SLICE_FMT(rung));
	}
	report_wrap(buf, line, width, indent, 2 * INDENT);
}

void report_ladders_text(struct buf *buf, struct arena *arena, const struct comparison *comparison,
			 size_t width)
{
	for (size_t i = 0; i < comparison->group_count; i++)
		if (has_ladder(comparison, &comparison->groups[i]))
			add_ladder(buf, arena, comparison, &comparison->groups[i], width);
}
