/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/sweep.h"

#include <math.h>
#include <stdlib.h>

#include "lib/num.h"

/* Where one row may stand: the curve is told by all but the place. */
struct place {
	struct slice name, axis, others, statistic; /* others: labels without the axis */
	double at;
	size_t row;
};

/* "faults/cpu-16" as "faults/cpu" and 16. */
static bool split_name(struct slice name, struct slice *stem, double *at)
{
	size_t dash = slice_rfind_char(name, '-');
	int64_t number;

	if (dash == 0 || dash >= name.n || !num_int(slice_skip(name, dash + 1), &number) ||
	    number < 0)
		return false;
	*stem = slice_head(name, dash);
	*at = (double)number;
	return true;
}

enum { AXES_MAX = 8 }; /* labels of a row that are numbers */

/* All labels but the one at `axis`, which is left out. */
static struct slice without(struct arena *arena, struct slice labels, struct slice axis)
{
	size_t before = (size_t)(axis.p - labels.p);
	struct slice behind = slice_skip(labels, before + axis.n);

	return arena_printf(arena, "%.*s%.*s", SLICE_FMT(slice_head(labels, before)),
			    SLICE_FMT(behind));
}

/* A place for each label that is a number: any of them may be the axis. */
static size_t split_labels(struct arena *arena, const struct place *row, struct slice labels,
			   struct place out[AXES_MAX])
{
	struct slice rest = labels, label;
	size_t n = 0;

	while (n < AXES_MAX && slice_split(&rest, ',', &label)) {
		size_t equals = slice_find_char(label, '=');
		double at;

		if (equals == label.n || !num_double(slice_skip(label, equals + 1), &at))
			continue;
		out[n] = *row;
		out[n].axis = slice_head(label, equals);
		out[n].at = at;
		out[n++].others = without(arena, labels, label);
	}
	return n;
}

/* Where a row may stand in curves; how many there are. */
static size_t places_of(struct arena *arena, const struct compare_row *row, size_t index,
			struct place out[AXES_MAX])
{
	struct place place = { .name = row->metric.name,
			       .others = row->metric.labels,
			       .statistic = row->statistic,
			       .row = index };
	size_t n = 0;

	if (row->duration)
		return 0;
	if (row->metric.labels.n > 0)
		n = split_labels(arena, &place, row->metric.labels, out);
	if (n > 0)
		return n;
	out[0] = place;
	return split_name(row->metric.name, &out[0].name, &out[0].at);
}

static int curve_cmp(const struct place *a, const struct place *b)
{
	int order = slice_cmp(a->name, b->name);

	if (order == 0)
		order = slice_cmp(a->axis, b->axis);
	if (order == 0)
		order = slice_cmp(a->others, b->others);
	return order != 0 ? order : slice_cmp(a->statistic, b->statistic);
}

static int place_cmp(const void *a, const void *b)
{
	const struct place *x = a, *y = b;
	int order = curve_cmp(x, y);

	if (order == 0)
		order = (x->at > y->at) - (x->at < y->at);
	return order != 0 ? order : (x->row > y->row) - (x->row < y->row);
}

static int sweep_cmp(const void *a, const void *b)
{
	const struct sweep *x = a, *y = b;

	if (x->rows[0] != y->rows[0])
		return x->rows[0] > y->rows[0] ? 1 : -1;
	return slice_cmp(x->axis, y->axis);
}

static struct sweep sweep_of(struct arena *arena, const struct place *places, size_t count)
{
	size_t *rows = ARENA_ARRAY(arena, count, size_t);
	double *at = ARENA_ARRAY(arena, count, double);

	for (size_t i = 0; i < count; i++) {
		rows[i] = places[i].row;
		at[i] = places[i].at;
	}
	return (struct sweep){
		places[0].name, places[0].axis, places[0].statistic, rows, at, count
	};
}

struct sweep *sweep_find(struct arena *arena, const struct comparison *comparison,
			 const struct compare_group *group, size_t *count)
{
	struct place *places = ARENA_ARRAY(arena, (group->count + 1) * AXES_MAX, struct place);
	struct sweep *list = NULL;
	size_t n = 0, capacity = 0;

	*count = 0;
	for (size_t i = group->first; i < group->first + group->count; i++)
		n += places_of(arena, &comparison->rows[i], i, &places[n]);
	qsort(places, n, sizeof(*places), place_cmp);
	for (size_t i = 0, end; i < n; i = end) {
		for (end = i + 1; end < n && curve_cmp(&places[i], &places[end]) == 0; end++)
			continue;
		if (end - i >= SWEEP_LEAST)
			ARENA_PUSH(arena, list, *count, capacity,
				   sweep_of(arena, &places[i], end - i));
	}
	if (*count > 0)
		qsort(list, *count, sizeof(*list), sweep_cmp);
	return list;
}
