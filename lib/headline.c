/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/headline.h"

#include <math.h>

#include "lib/report.h"

enum { PARTS_MAX = 3 };

static struct slice append(struct arena *arena, struct slice list, const char *between,
			   struct slice item)
{
	return list.n == 0 ? item
			   : arena_printf(arena, "%.*s%s%.*s", SLICE_FMT(list), between,
					  SLICE_FMT(item));
}

static struct slice lede(struct arena *arena, const struct overhead *overhead,
			 const struct report_filter *filter)
{
	struct buf buf;
	struct slice out;

	buf_init(&buf);
	report_overhead_lede(&buf, overhead, filter);
	out = arena_slice(arena, buf_slice(&buf));
	buf_release(&buf);
	return out;
}

struct headline headline_overhead(struct arena *arena, const struct overhead *overhead,
				  const struct report_filter *filter)
{
	struct slice title = lede(arena, overhead, filter);

	if (title.n == 0)
		return (struct headline){
			SLICE("What memcg costs is not known yet."),
			SLICE("It takes runs with memcg on and off on one kernel and machine."),
		};
	return (struct headline){
		title,
		SLICE("Against memcg off on the same kernel, machine and placement; "
		      "95 % intervals."),
	};
}

static struct slice change(struct arena *arena, struct slice what, double fraction)
{
	if (what.n == 0) /* numbers that no benchmark's name goes with */
		what = SLICE("geometric mean");
	return arena_printf(arena, "%.*s %+.1f %%", SLICE_FMT(what), 100 * fraction);
}

/* One other column: its change in each benchmark. */
static struct slice changes_by_group(struct arena *arena, const struct comparison *c, size_t column)
{
	struct slice out = SLICE_NONE;
	size_t shown = 0;

	for (size_t i = 0; i < c->group_count && shown < PARTS_MAX; i++) {
		if (!isfinite(c->groups[i].geomean[column].value))
			continue;
		out = append(
			arena, out, ", ",
			change(arena, c->groups[i].benchmark, c->groups[i].geomean[column].value));
		shown++;
	}
	return out;
}

/* Several others: the change of each in the first benchmark that has one. */
static struct slice changes_by_column(struct arena *arena, const struct comparison *c)
{
	struct slice out = SLICE_NONE;

	for (size_t i = 0; i < c->group_count && out.n == 0; i++) {
		const struct compare_group *group = &c->groups[i];

		for (size_t k = 0; k < c->column_count; k++)
			if (k != c->baseline && isfinite(group->geomean[k].value))
				out = append(
					arena, out, ", ",
					change(arena, c->columns[k].name, group->geomean[k].value));
		if (out.n > 0 && group->benchmark.n > 0)
			out = arena_printf(arena, "%.*s in %.*s", SLICE_FMT(out),
					   SLICE_FMT(group->benchmark));
	}
	return out;
}

struct headline headline_compare(struct arena *arena, const struct comparison *c)
{
	const struct column *base = &c->columns[c->baseline];
	size_t other = c->baseline == 0 ? 1 : 0;
	bool is_pair = c->column_count == 2;
	struct slice changes =
		is_pair ? changes_by_group(arena, c, other) : changes_by_column(arena, c);
	struct slice title =
		is_pair ? arena_printf(arena, "%.*s against %.*s",
				       SLICE_FMT(c->columns[other].name), SLICE_FMT(base->name))
			: arena_printf(arena, "%zu runs against %.*s", c->column_count - 1,
				       SLICE_FMT(base->name));

	if (c->column_count == 1)
		return (struct headline){
			base->name,
			arena_printf(arena, "%zu metric%s.", c->row_count,
				     c->row_count == 1 ? "" : "s"),
		};
	return (struct headline){
		append(arena, title, ": ", changes),
		arena_printf(arena,
			     "%zu metric%s in common, geometric mean a benchmark; the baseline "
			     "is %.*s.",
			     c->row_count, c->row_count == 1 ? "" : "s", SLICE_FMT(base->name)),
	};
}
