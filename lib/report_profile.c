/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Profiles as text. */
#include "lib/report_profile.h"

#include <math.h>
#include <stdlib.h>

#include "lib/num.h"
#include "lib/report_grid.h"
#include "lib/report_lists.h"
#include "lib/report_profile_parts.h"

enum { LIST_NAME_MAX = 16, NAME_MAX = 28, CALLER_MAX = 30 };

/* ------------------------------------------------------------------ cells */

struct slice report_points(struct arena *arena, double fraction)
{
	return isnan(fraction) ? SLICE_NONE : arena_printf(arena, "%+.2f", 100 * fraction);
}

struct slice report_share(struct arena *arena, double fraction)
{
	return isnan(fraction) ? SLICE_NONE : arena_printf(arena, "%.2f%%", 100 * fraction);
}

static struct slice name_cell(struct arena *arena, struct slice name, size_t most)
{
	struct slice text = report_ascii(arena, name);

	if (text.n <= most)
		return text;
	return arena_printf(arena, "%.*s..", (int)(most - 2), text.p);
}

static struct slice weight_cell(struct arena *arena, const struct profile_sum *sum, double weight)
{
	return report_share(arena, profile_share(sum, weight).part);
}

static bool is_empty(const struct report_grid *grid, size_t column)
{
	for (size_t row = 0; row < grid->rows; row++)
		if (grid->cells[row * grid->columns + column].n > 0)
			return false;
	return true;
}

/* The grid without the columns that have nothing. */
static struct report_grid pruned(struct arena *arena, const struct report_grid *grid)
{
	struct slice *heads = ARENA_ARRAY(arena, grid->columns, struct slice);
	struct slice *cells = ARENA_ARRAY(arena, grid->columns * grid->rows, struct slice);
	size_t *from = ARENA_ARRAY(arena, grid->columns, size_t);
	struct report_grid out = { heads, 0, 0, cells, grid->rows };

	for (size_t i = 0; i < grid->columns; i++) {
		if (is_empty(grid, i))
			continue;
		out.names += i < grid->names;
		heads[out.columns] = grid->heads[i];
		from[out.columns++] = i;
	}
	for (size_t row = 0; row < grid->rows; row++)
		for (size_t i = 0; i < out.columns; i++)
			cells[row * out.columns + i] = grid->cells[row * grid->columns + from[i]];
	return out;
}

void report_profile_grid(struct buf *buf, const char *title, const struct report_grid *grid,
			 const struct report_options *options)
{
	struct report_grid shown;
	struct arena arena;

	if (grid->rows == 0)
		return;
	arena_init(&arena);
	shown = pruned(&arena, grid);
	if (options->style == REPORT_MARKDOWN) {
		report_paragraph(buf, slice_str(title), options);
		report_grid_markdown(buf, &shown);
	} else {
		buf_addf(buf, "  %s\n", title);
		report_grid_text(buf, &shown, options);
	}
	buf_addc(buf, '\n');
	arena_release(&arena);
}

/* ------------------------------------------------------------------ sentences */

struct slice report_profile_answer(struct arena *arena, const struct profile_sum *sum)
{
	struct share share = profile_share(sum, sum->strict);

	if (isnan(share.part))
		return SLICE("no samples");
	if (!sum->counted)
		return arena_printf(arena, "memcg %.2f %% of the profile", 100 * share.part);
	return arena_printf(arena, "memcg %.2f %% (95 %%: %.2f to %.2f) of %.0f samples",
			    100 * share.part, 100 * share.lo, 100 * share.hi, sum->whole);
}

struct slice report_profile_what(struct arena *arena, const struct profile *profile)
{
	struct slice name = profile->event.n > 0 ? profile->event : profile->metric;

	return arena_printf(arena, "%.*s%s%.*s of %.*s", SLICE_FMT(name), name.n > 0 ? ", " : "",
			    SLICE_FMT(profile->source.n > 0 ? profile->source : SLICE("profile")),
			    SLICE_FMT(profile->path));
}

static struct slice answer_line(struct arena *arena, const struct profile_sum *sum)
{
	struct slice answer = report_profile_answer(arena, sum);
	struct slice more = SLICE_NONE;

	if (!isnan(profile_share(sum, sum->total).part))
		more = arena_printf(arena, "; with what it calls %.2f %%",
				    100 * profile_share(sum, sum->total).part);
	if (sum->shared > 0)
		more = arena_printf(arena, "%.*s; with functions that others share %.2f %%",
				    SLICE_FMT(more),
				    100 * profile_share(sum, sum->strict + sum->shared).part);
	return arena_printf(arena, "%.*s%.*s.", SLICE_FMT(answer), SLICE_FMT(more));
}

static void tracing_notes(struct arena *arena, const struct tracing *tracing, const char *of,
			  struct report_notes *out)
{
	struct slice lost = tracing_losses(arena, tracing), cost = tracing_cost(arena, tracing);

	if (lost.n > 0)
		report_note(arena, out,
			    arena_printf(arena, "Events lost in recording the run%s: %.*s.", of,
					 SLICE_FMT(lost)));
	if (cost.n > 0)
		report_note(
			arena, out,
			arena_printf(arena, "Tracing cost the run%s %.*s.", of, SLICE_FMT(cost)));
}

static void profile_notes(struct arena *arena, const struct profile *profile,
			  const struct profile_sum *sum, struct report_notes *out)
{
	double whole = sum->whole;

	if (whole <= 0) {
		report_note(arena, out, SLICE("It has no shares of functions."));
		return;
	}
	if (sum->covered < 0.995)
		report_note(arena, out,
			    arena_printf(arena,
					 "The listing holds %.1f %% of the profile; what it leaves "
					 "out is not counted.",
					 100 * sum->covered));
	if (sum->unlisted >= 0.00005 * whole)
		report_note(arena, out,
			    arena_printf(arena,
					 "%.2f %% stands in memcg's files, but in no function that "
					 "is listed.",
					 100 * sum->unlisted / whole));
	if (sum->ambiguous > 0)
		report_note(arena, out,
			    arena_printf(arena,
					 "%.2f %% is not counted: functions whose names others use "
					 "as well, with nothing that says that they are the "
					 "kernel's.",
					 100 * sum->ambiguous / whole));
	if (isnan(sum->total))
		report_note(arena, out,
			    SLICE("There are no call chains, so what memcg's callees cost is not "
				  "known."));
	if (!sum->counted)
		report_note(arena, out,
			    SLICE("It does not tell how many samples it has, so there are no "
				  "intervals."));
	else if (sum->unit > 1)
		report_note(arena, out,
			    arena_printf(arena,
					 "All counts are multiples of %.0f: intervals take that "
					 "for one sample.",
					 sum->unit));
	else if (!profile_is_sampled(profile))
		report_note(arena, out,
			    SLICE("Intervals take each count for one sample, which the input does "
				  "not say."));
	report_note(arena, out,
		    SLICE("Code that the compiler inlined counts in the function that it was "
			  "inlined into, memcg's or not: over kernels and compilers compare "
			  "phases, not single functions."));
}

void report_profile_notes(struct arena *arena, const struct profile *profile,
			  const struct profile_sum *sum, struct report_notes *out)
{
	tracing_notes(arena, &profile->tracing, "", out);
	profile_notes(arena, profile, sum, out);
}

/* ------------------------------------------------------------------ one profile */

static void add_phases(struct buf *buf, struct arena *arena, const struct profile_sum *sum,
		       const struct report_options *options)
{
	static const struct slice heads[] = { SLICE("phase"), SLICE("self"), SLICE("shared"),
					      SLICE("total") };
	struct slice cells[MEMCG_GROUPS * 4];
	struct report_grid grid = { heads, 4, 1, cells, 0 };

	for (int i = 0; i < MEMCG_GROUPS; i++) {
		const struct profile_phase *phase = &sum->phases[i];
		struct slice *row = &cells[grid.rows * 4];

		if (phase->self == 0 && phase->shared == 0 && !(phase->total > 0))
			continue;
		row[0] = slice_str(memcg_group_name((enum memcg_group)i));
		row[1] = weight_cell(arena, sum, phase->self);
		row[2] = phase->shared > 0 ? weight_cell(arena, sum, phase->shared) : SLICE_NONE;
		row[3] = weight_cell(arena, sum, phase->total);
		grid.rows++;
	}
	report_profile_grid(buf, "Phases of memcg", &grid, options);
}

static struct slice phase_cell(struct arena *arena, struct memcg_class class)
{
	const char *kind = memcg_kind_name(class.kind);

	if (class.kind == MEMCG_NOT)
		return SLICE_NONE;
	return arena_printf(arena, "%s%s%s", memcg_group_name(class.group),
			    class.strict ? "" : ", ", class.strict ? "" : kind);
}

static void add_functions(struct buf *buf, struct arena *arena, const struct profile_sum *sum,
			  bool only_memcg, const struct report_options *options)
{
	static const struct slice heads[] = { SLICE("function"), SLICE("phase"), SLICE("self"),
					      SLICE("total") };
	struct slice *cells = ARENA_ARRAY(arena, 4 * REPORT_PROFILE_ROWS, struct slice);
	struct report_grid grid = { heads, 4, 2, cells, 0 };

	for (size_t i = 0; i < sum->function_count && grid.rows < REPORT_PROFILE_ROWS; i++) {
		const struct profile_function *function = &sum->functions[i];
		struct slice *row = &cells[grid.rows * 4];

		if (only_memcg && function->class.kind == MEMCG_NOT)
			continue;
		row[0] = name_cell(arena, function->symbol, NAME_MAX);
		row[1] = phase_cell(arena, function->class);
		row[2] = weight_cell(arena, sum, function->self);
		row[3] = weight_cell(arena, sum, function->total);
		grid.rows++;
	}
	report_profile_grid(buf, only_memcg ? "Functions of memcg" : "Top functions", &grid,
			    options);
}

static bool has_others(const struct profile_sum *sum)
{
	for (size_t i = 0; i < sum->function_count; i++)
		if (sum->functions[i].class.kind == MEMCG_NOT)
			return true;
	return false;
}

static void add_entries(struct buf *buf, struct arena *arena, const struct profile_sum *sum,
			const struct report_options *options)
{
	static const struct slice heads[] = { SLICE("caller"), SLICE("calls"), SLICE("share") };
	struct slice *cells = ARENA_ARRAY(arena, 3 * REPORT_PROFILE_ROWS, struct slice);
	struct report_grid grid = { heads, 3, 2, cells, 0 };

	for (size_t i = 0; i < sum->entry_count && grid.rows < REPORT_PROFILE_ROWS; i++) {
		const struct profile_entry *entry = &sum->entries[i];
		struct slice *row = &cells[3 * grid.rows++];

		row[0] = entry->caller.n > 0 ? name_cell(arena, entry->caller, CALLER_MAX)
					     : SLICE("(none)");
		row[1] = name_cell(arena, entry->function, CALLER_MAX);
		row[2] = weight_cell(arena, sum, entry->weight);
	}
	report_profile_grid(buf, "Who calls into memcg", &grid, options);
}

void report_profile_end(struct buf *buf, const struct report_notes *notes,
			const struct report_options *options)
{
	for (size_t i = 0; i < notes->count; i++)
		report_paragraph(buf, notes->list[i], options);
	if (options->link.n == 0)
		return;
	buf_adds(buf, options->style == REPORT_MARKDOWN ? "" : "  Link: ");
	buf_add(buf, options->link);
	buf_addc(buf, '\n');
}

static void add_csv_number(struct buf *buf, double value)
{
	if (isfinite(value))
		num_print(buf, value);
	buf_addc(buf, ',');
}

static void profile_csv(struct buf *buf, const struct profile_sum *sum)
{
	buf_adds(buf, "symbol,where,phase,kind,self,self_lo,self_hi,total\n");
	for (size_t i = 0; i < sum->function_count && i < REPORT_PROFILE_ROWS_MAX; i++) {
		const struct profile_function *function = &sum->functions[i];
		struct share self = profile_share(sum, function->self);
		bool memcg = function->class.kind != MEMCG_NOT;

		report_csv_text(buf, function->symbol);
		report_csv_text(buf, function->where);
		report_csv_text(buf, memcg ? slice_str(memcg_group_name(function->class.group))
					   : SLICE_NONE);
		report_csv_text(buf, slice_str(memcg_kind_name(function->class.kind)));
		add_csv_number(buf, self.part);
		add_csv_number(buf, self.lo);
		add_csv_number(buf, self.hi);
		add_csv_number(buf, profile_share(sum, function->total).part);
		report_csv_end(buf);
	}
}

static void add_what(struct buf *buf, struct arena *arena, const char *letter,
		     const struct report_profile *what, const struct report_options *options)
{
	struct slice text = report_profile_what(arena, what->profile);

	report_paragraph(buf,
			 arena_printf(arena, "%s%.*s%s%.*s", letter, SLICE_FMT(what->about),
				      what->about.n > 0 ? ": " : "", SLICE_FMT(text)),
			 options);
}

void report_profile(struct buf *buf, const struct report_profile *what,
		    const struct report_options *options)
{
	struct report_notes notes = { NULL };
	struct arena arena;

	if (options->style == REPORT_CSV) {
		profile_csv(buf, what->sum);
		return;
	}
	arena_init(&arena);
	add_what(buf, &arena, "", what, options);
	report_paragraph(buf, answer_line(&arena, what->sum), options);
	add_phases(buf, &arena, what->sum, options);
	add_functions(buf, &arena, what->sum, true, options);
	add_entries(buf, &arena, what->sum, options);
	if (has_others(what->sum))
		add_functions(buf, &arena, what->sum, false, options);
	report_profile_notes(&arena, what->profile, what->sum, &notes);
	report_profile_end(buf, &notes, options);
	arena_release(&arena);
}

void report_profiles(struct buf *buf, const struct report_profile_row *rows, size_t count,
		     const struct report_options *options)
{
	static const struct slice heads[] = { SLICE("profile"), SLICE("run"), SLICE("of"),
					      SLICE("memcg"), SLICE("samples") };
	struct report_grid grid = { heads, 5, 3, NULL, count };
	struct arena arena;
	struct slice *cells;

	if (options->style == REPORT_CSV)
		return;
	arena_init(&arena);
	cells = ARENA_ARRAY(&arena, 5 * count, struct slice);
	for (size_t i = 0; i < count; i++) {
		struct slice *row = &cells[5 * i];

		row[0] = rows[i].id;
		row[1] = name_cell(&arena, rows[i].run, LIST_NAME_MAX);
		row[2] = name_cell(&arena, rows[i].what, LIST_NAME_MAX);
		row[3] = report_share(&arena, rows[i].percent / 100);
		row[4] = isnan(rows[i].samples) ? SLICE_NONE
						: arena_printf(&arena, "%.0f", rows[i].samples);
	}
	grid.cells = cells;
	report_profile_grid(buf, "Latest profiles", &grid, options);
	arena_release(&arena);
}

/* ------------------------------------------------------------------ two profiles */

struct slice report_profile_diff_answer(struct arena *arena, const struct profile_diff *diff)
{
	struct share a = profile_share(diff->a, diff->a->strict);
	struct share b = profile_share(diff->b, diff->b->strict);
	struct slice interval = SLICE_NONE;

	if (isnan(a.part) || isnan(b.part))
		return SLICE("no samples on one side");
	if (!isnan(diff->strict.lo))
		interval = arena_printf(arena, " (95 %%: %+.2f to %+.2f)", 100 * diff->strict.lo,
					100 * diff->strict.hi);
	return arena_printf(arena, "memcg %.2f %% before, %.2f %% after: %+.2f points%.*s",
			    100 * a.part, 100 * b.part, 100 * diff->strict.part,
			    SLICE_FMT(interval));
}

static void move_row(struct arena *arena, const struct profile_move *move, struct slice *row)
{
	row[0] = name_cell(arena, move->symbol, NAME_MAX);
	row[1] = report_share(arena, move->share_a.part);
	row[2] = report_share(arena, move->share_b.part);
	row[3] = arena_printf(arena, "%.*s%s", SLICE_FMT(report_points(arena, move->change.part)),
			      move->moved ? "*" : "~");
	row[4] = isnan(move->change.lo) ? SLICE_NONE
					: arena_printf(arena, "%+.2f..%+.2f", 100 * move->change.lo,
						       100 * move->change.hi);
}

static void add_moves(struct buf *buf, struct arena *arena, const char *title,
		      const struct profile_move *moves, size_t count, bool all,
		      const struct report_options *options)
{
	static const struct slice heads[] = { SLICE("share of samples"), SLICE("before"),
					      SLICE("after"), SLICE("points"), SLICE("95 %") };
	struct slice *cells = ARENA_ARRAY(arena, 5 * REPORT_PROFILE_ROWS, struct slice);
	struct report_grid grid = { heads, 5, 1, cells, 0 };

	for (size_t i = 0; i < count && grid.rows < REPORT_PROFILE_ROWS; i++)
		if ((all || moves[i].class.kind != MEMCG_NOT) && (moves[i].a > 0 || moves[i].b > 0))
			move_row(arena, &moves[i], &cells[5 * grid.rows++]);
	report_profile_grid(buf, title, &grid, options);
}

static void diff_csv(struct buf *buf, const struct profile_diff *diff, bool all)
{
	buf_adds(buf, "symbol,phase,kind,before,after,change,change_lo,change_hi,moved\n");
	for (size_t i = 0, rows = 0; i < diff->function_count; i++) {
		const struct profile_move *move = &diff->functions[i];
		bool memcg = move->class.kind != MEMCG_NOT;

		if ((!all && !memcg) || rows++ >= REPORT_PROFILE_ROWS_MAX)
			continue;
		report_csv_text(buf, move->symbol);
		report_csv_text(buf, memcg ? slice_str(memcg_group_name(move->class.group))
					   : SLICE_NONE);
		report_csv_text(buf, slice_str(memcg_kind_name(move->class.kind)));
		add_csv_number(buf, move->share_a.part);
		add_csv_number(buf, move->share_b.part);
		add_csv_number(buf, move->change.part);
		add_csv_number(buf, move->change.lo);
		add_csv_number(buf, move->change.hi);
		report_csv_text(buf, move->moved ? SLICE("yes") : SLICE("no"));
		report_csv_end(buf);
	}
}

static void diff_notes(struct arena *arena, const struct report_profile *a,
		       const struct report_profile *b, const struct profile_diff *diff,
		       struct report_notes *notes)
{
	if (!isnan(diff->total.part))
		report_note(arena, notes,
			    arena_printf(arena,
					 "With what memcg calls: %.2f %% before, %.2f %% after, "
					 "%+.2f points.",
					 100 * diff->a->total / diff->a->whole,
					 100 * diff->b->total / diff->b->whole,
					 100 * diff->total.part));
	report_note(arena, notes,
		    SLICE("* moved: 10 samples or more on a side, 0.1 points or more, and an "
			  "interval without 0 (Newcombe). ~ not sure. Samples of one profile are "
			  "not independent: take several to be sure."));
	if (!slice_eq(a->profile->event, b->profile->event))
		report_note(arena, notes, SLICE("The two count different events."));
	tracing_notes(arena, &a->profile->tracing, " before", notes);
	tracing_notes(arena, &b->profile->tracing, " after", notes);
	profile_notes(arena, b->profile, b->sum, notes);
}

/* "Over 3 profiles before and 4 after memcg takes 6.40 % and 7.90 %: +23.44% +-4.1 worse." */
static void add_replicates(struct buf *buf, struct arena *arena, const struct profile_replicates *r,
			   const struct report_options *options)
{
	struct slice half, text;

	if (r->n_a < VERDICT_LEAST || r->n_b < VERDICT_LEAST)
		return;
	half = report_half(arena, r->verdict.effect, (r->verdict.hi - r->verdict.lo) / 2);
	text = arena_printf(arena,
			    "Over %zu profiles before and %zu after, memcg takes %.2f %% and %.2f "
			    "%% (medians): %.*s%s%.*s, %s.",
			    r->n_a, r->n_b, 100 * r->share_a, 100 * r->share_b,
			    SLICE_FMT(report_change(arena, r->verdict.effect)),
			    half.n > 0 ? " " : "", SLICE_FMT(half), verdict_name(r->verdict.word));
	report_paragraph(buf, text, options);
}

void report_profile_diff(struct buf *buf, const struct report_profile *a,
			 const struct report_profile *b, const struct profile_diff *diff, bool all,
			 const struct report_options *options)
{
	struct report_notes notes = { NULL };
	struct arena arena;

	if (options->style == REPORT_CSV) {
		diff_csv(buf, diff, all);
		return;
	}
	arena_init(&arena);
	add_what(buf, &arena, "before  ", a, options);
	add_what(buf, &arena, "after   ", b, options);
	report_paragraph(
		buf,
		arena_printf(&arena, "%.*s.", SLICE_FMT(report_profile_diff_answer(&arena, diff))),
		options);
	add_replicates(buf, &arena, &diff->replicates, options);
	add_moves(buf, &arena, "Phases of memcg", diff->phases, MEMCG_GROUPS, true, options);
	add_moves(buf, &arena, all ? "Largest moves" : "Largest moves in memcg", diff->functions,
		  diff->function_count, all, options);
	diff_notes(&arena, a, b, diff, &notes);
	report_profile_end(buf, &notes, options);
	arena_release(&arena);
}
