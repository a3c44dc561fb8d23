/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is said below a comparison of its verdicts: the test, the marks, what they rest on. */
#include <math.h>

#include "lib/report_parts.h"

/* What all tested cells have in common. */
struct tested {
	size_t cells, t, ranks, normal, constant, unclear, by_boots, few_boots;
	size_t family_least, family_most;
	double floor_least, floor_most;
	double needed_least, needed_most;
};

static void least_and_most(double value, double *least, double *most)
{
	if (isnan(value))
		return;
	*least = isnan(*least) ? value : fmin(*least, value);
	*most = isnan(*most) ? value : fmax(*most, value);
}

/* Durations are no results, so that nobody needs them clearer. */
static void add(struct tested *all, const struct verdict *v, bool duration)
{
	all->cells++;
	all->t += v->method == VERDICT_T;
	all->ranks += v->method == VERDICT_RANKS || v->method == VERDICT_TIES;
	all->normal += v->method == VERDICT_NORMAL;
	all->constant += v->constant;
	all->by_boots += v->by_boots;
	all->few_boots += !v->by_boots && v->boots_a > 0 && v->boots_b > 0;
	if (all->family_least == 0 || v->family < all->family_least)
		all->family_least = v->family;
	if (v->family > all->family_most)
		all->family_most = v->family;
	if (!v->is_difference)
		least_and_most(v->floor, &all->floor_least, &all->floor_most);
	if (v->word == VERDICT_UNCLEAR && !duration) {
		all->unclear++;
		least_and_most(v->needed, &all->needed_least, &all->needed_most);
	}
}

static struct tested tested_of(const struct comparison *comparison)
{
	struct tested all = {
		.floor_least = NAN, .floor_most = NAN, .needed_least = NAN, .needed_most = NAN
	};

	for (size_t i = 0; i < comparison->row_count; i++)
		for (size_t k = 0; k < comparison->column_count; k++) {
			const struct verdict *v = &comparison->rows[i].cells[k].verdict;

			if (v->method != VERDICT_NO_TEST)
				add(&all, v, comparison->rows[i].duration);
		}
	return all;
}

bool report_has_verdicts(const struct comparison *comparison)
{
	return tested_of(comparison).cells > 0;
}

/* "3", or "3 to 7". */
static struct slice range(struct arena *arena, double least, double most)
{
	if (least == most)
		return arena_printf(arena, "%.6g", least);
	return arena_printf(arena, "%.6g to %.6g", least, most);
}

static struct slice method_text(struct arena *arena, const struct tested *all)
{
	const char *t = all->t == 0                     ? ""
			: all->ranks + all->normal == 0 ? "Welch's t test of logs"
							: "; Welch's t test of logs where n = 3";
	const char *ranks =
		all->ranks + all->normal == 0 ? "" : "rank-sum test, Hodges-Lehmann ratio";

	return arena_printf(arena, "By %s%s%s.", ranks, t,
			    all->normal > 0 ? "; p is approximate where n > 50 or values tie" : "");
}

static struct slice marks_text(struct arena *arena, const struct tested *all)
{
	struct slice floor = isnan(all->floor_least)
				     ? SLICE("0")
				     : range(arena, round(1000 * all->floor_least) / 10,
					     round(1000 * all->floor_most) / 10);

	return arena_printf(
		arena,
		"Verdicts: * decided, at 5 %% and at least %.*s %%; ~ noise. "
		"Benjamini-Hochberg over a benchmark's rows, m = %.*s.",
		SLICE_FMT(floor),
		SLICE_FMT(range(arena, (double)all->family_least, (double)all->family_most)));
}

static struct slice replicates_text(const struct tested *all)
{
	if (all->by_boots == all->cells)
		return SLICE("They rest on the medians of boots.");
	if (all->by_boots > 0)
		return SLICE("They rest on the medians of boots where there are 3 or more.");
	if (all->few_boots > 0)
		return SLICE("They rest on samples pooled over fewer than 3 boots a side, and "
			     "do not know how boots differ.");
	return SLICE_NONE;
}

static struct slice unclear_text(struct arena *arena, const struct tested *all)
{
	const char *is = all->unclear == 1 ? "result is" : "results are";

	if (all->unclear == 0)
		return SLICE_NONE;
	if (isnan(all->needed_least))
		return arena_printf(arena, "%zu %s unclear.", all->unclear, is);
	return arena_printf(arena, "%zu %s unclear; to tell takes about n = %.*s a side.",
			    all->unclear, is,
			    SLICE_FMT(range(arena, all->needed_least, all->needed_most)));
}

static struct slice constant_text(struct arena *arena, const struct tested *all)
{
	if (all->constant == 0)
		return SLICE_NONE;
	return arena_printf(arena,
			    "%zu without deviation on either side: taken as exact, so a clock's "
			    "steps count as differences.",
			    all->constant);
}

void report_notes_verdicts(struct arena *arena, const struct comparison *comparison,
			   struct report_notes *out)
{
	struct tested all = tested_of(comparison);

	if (all.cells == 0)
		return;
	report_note(arena, out, method_text(arena, &all));
	report_note(arena, out, marks_text(arena, &all));
	report_note(arena, out, replicates_text(&all));
	report_note(arena, out, unclear_text(arena, &all));
	report_note(arena, out, constant_text(arena, &all));
}
