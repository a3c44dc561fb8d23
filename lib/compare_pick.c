/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/compare_pick.h"

#include <math.h>

/* The pick against one comparison. */
struct picking {
	struct arena *arena;
	const struct comparison *comparison;
	const struct compare_pick *pick;
	bool decided, open;
	enum verdict_word word;
	size_t first, end; /* columns whose verdict counts */
};

static enum err read_verdict(struct picking *picking, struct slice name, struct error *err)
{
	picking->decided = slice_is(name, "decided");
	picking->open = slice_is(name, "open");
	if (name.n == 0 || picking->decided || picking->open)
		return OK;
	for (int word = VERDICT_BETTER; word <= VERDICT_UNCLEAR; word++)
		if (slice_is(name, verdict_name((enum verdict_word)word))) {
			picking->word = (enum verdict_word)word;
			return OK;
		}
	return error_set(err, ERR_INPUT,
			 "no verdict '%.*s': there are better, worse, changed, same, small, "
			 "unclear, open and decided",
			 SLICE_FMT(slice_head(name, 32)));
}

static enum err read_column(struct picking *picking, struct slice letter, struct error *err)
{
	const struct comparison *comparison = picking->comparison;

	picking->end = comparison->column_count;
	if (letter.n == 0)
		return OK;
	picking->first = (size_t)(letter.p[0] - 'A');
	if (letter.n != 1 || letter.p[0] < 'A' || picking->first >= comparison->column_count ||
	    picking->first == comparison->baseline)
		return error_set(err, ERR_INPUT, "no column '%.*s' beside the baseline",
				 SLICE_FMT(slice_head(letter, 32)));
	picking->end = picking->first + 1;
	return OK;
}

static bool cell_fits(const struct picking *picking, const struct compare_cell *cell)
{
	enum verdict_word word = cell->verdict.word;

	if (!cell->present)
		return false;
	if (picking->decided)
		return verdict_mark(word) == '*';
	if (picking->open)
		return word == VERDICT_NONE && (cell->verdict.n_a > 0 || isfinite(cell->delta));
	return word == picking->word;
}

static bool verdict_fits(const struct picking *picking, const struct compare_row *row)
{
	if (picking->pick->verdict.n == 0)
		return true;
	for (size_t i = picking->first; i < picking->end; i++)
		if (i != picking->comparison->baseline && cell_fits(picking, &row->cells[i]))
			return true;
	return false;
}

static bool name_fits(const struct picking *picking, const struct compare_row *row)
{
	struct slice title, name;

	if (picking->pick->text.n == 0)
		return true;
	title = metric_title(picking->arena, &row->metric);
	name = arena_printf(picking->arena, "%.*s %.*s%s%.*s%s", SLICE_FMT(row->metric.benchmark),
			    SLICE_FMT(title), row->statistic.n > 0 ? " (" : "",
			    SLICE_FMT(row->statistic), row->statistic.n > 0 ? ")" : "");
	return slice_has_words(name, picking->pick->text);
}

static bool fits(const struct picking *picking, const struct compare_row *row)
{
	struct slice benchmark = picking->pick->benchmark;

	return (benchmark.n == 0 || slice_eq(benchmark, row->metric.benchmark)) &&
	       name_fits(picking, row) && verdict_fits(picking, row);
}

static void take_mean(const struct picking *picking, struct compare_group *group,
		      struct compare_row *rows)
{
	size_t columns = picking->comparison->column_count;

	group->geomean = ARENA_ARRAY(picking->arena, columns, struct bootstrap);
	for (size_t i = 0; i < columns; i++)
		group->geomean[i] = (struct bootstrap){ NAN, NAN, NAN };
	for (size_t i = 0; i < group->count; i++)
		rows[group->first + i].counts = false;
}

/* Appends what is left of a group to out; a group that lost results has no mean. */
static void narrow_group(const struct picking *picking, const struct compare_group *group,
			 struct comparison *out)
{
	const struct compare_row *rows = &picking->comparison->rows[group->first];
	struct compare_group left = { group->benchmark, out->row_count, 0, group->geomean };
	bool lost_results = false;

	for (size_t i = 0; i < group->count; i++) {
		if (fits(picking, &rows[i]))
			out->rows[out->row_count++] = rows[i];
		else
			lost_results = lost_results || !rows[i].duration;
	}
	left.count = out->row_count - left.first;
	if (lost_results)
		take_mean(picking, &left, out->rows);
	if (left.count > 0)
		out->groups[out->group_count++] = left;
}

/* "3 of 24 rows: benchmark pft, name with 'cpu', decided in B". */
static struct slice told(const struct picking *picking, size_t shown)
{
	const struct compare_pick *pick = picking->pick;
	const struct {
		const char *before, *after;
		struct slice value;
	} parts[] = {
		{ "benchmark ", "", pick->benchmark },
		{ "name with '", "'", pick->text },
		{ "verdict ", "", pick->verdict },
		{ "in column ", "", pick->verdict.n > 0 ? pick->column : SLICE_NONE },
	};
	struct slice out = arena_printf(picking->arena, "%zu of %zu rows", shown,
					picking->comparison->row_count);
	const char *separator = ": ";

	for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
		if (parts[i].value.n == 0)
			continue;
		out = arena_printf(picking->arena, "%.*s%s%s%.*s%s", SLICE_FMT(out), separator,
				   parts[i].before, SLICE_FMT(parts[i].value), parts[i].after);
		separator = ", ";
	}
	return out;
}

enum err compare_narrow(struct arena *arena, const struct compare_pick *pick,
			struct comparison *comparison, struct error *err)
{
	struct picking picking = { .arena = arena, .comparison = comparison, .pick = pick };
	struct comparison out = *comparison;
	enum err e = read_verdict(&picking, pick->verdict, err);

	if (e == OK)
		e = read_column(&picking, pick->column, err);
	if (e != OK || pick->benchmark.n + pick->text.n + pick->verdict.n == 0)
		return e;
	out.rows = ARENA_ARRAY(arena, comparison->row_count, struct compare_row);
	out.groups = ARENA_ARRAY(arena, comparison->group_count, struct compare_group);
	out.row_count = out.group_count = 0;
	for (size_t i = 0; i < comparison->group_count; i++)
		narrow_group(&picking, &comparison->groups[i], &out);
	out.picked = told(&picking, out.row_count);
	*comparison = out;
	return OK;
}
