/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is said below a comparison: how numbers were made, from how many samples, by whom. */
#include <inttypes.h>
#include <math.h>

#include "lib/report_parts.h"
#include "lib/spoilers.h"

enum { RECOVERED_MAX = 4 };

/* Text of one column for a note; SLICE_NONE = nothing to say. */
typedef struct slice (*column_text)(struct arena *arena, const struct comparison *comparison,
				    size_t column);

/* The texts of all columns are one: it, or SLICE_NONE. */
static bool all_equal(const struct slice *texts, size_t count)
{
	for (size_t i = 1; i < count; i++)
		if (!slice_eq(texts[i], texts[0]))
			return false;
	return true;
}

/* "TITLE: A TEXT; B TEXT", or "TITLE EACH: TEXT" when all are equal. SLICE_NONE for no text. */
static struct slice per_column(struct arena *arena, const struct comparison *comparison,
			       column_text text, const char *title, const char *each)
{
	struct slice *texts = ARENA_ARRAY(arena, comparison->column_count, struct slice);
	struct slice out = SLICE("");

	for (size_t i = 0; i < comparison->column_count; i++)
		texts[i] = text(arena, comparison, i);
	if (all_equal(texts, comparison->column_count)) {
		if (texts[0].n == 0)
			return SLICE_NONE;
		return arena_printf(arena, "%s%s: %.*s", title, each, SLICE_FMT(texts[0]));
	}
	for (size_t i = 0; i < comparison->column_count; i++)
		if (texts[i].n > 0)
			out = arena_printf(arena, "%.*s%s%c %.*s", SLICE_FMT(out),
					   out.n > 0 ? "; " : "", report_letter(i),
					   SLICE_FMT(texts[i]));
	return arena_printf(arena, "%s: %.*s", title, SLICE_FMT(out));
}

struct slice report_name(struct arena *arena, const struct column *column)
{
	if (column->runs < 2)
		return column->name;
	return arena_printf(arena, "%.*s (%d runs)", SLICE_FMT(column->name), column->runs);
}

struct slice report_kernel(const struct column *column)
{
	return slice_eq(column->kernel, column->name) ? SLICE_NONE : column->kernel;
}

struct slice report_label(const struct column *column)
{
	return slice_is(column->config.label, "unknown") ? SLICE_NONE : column->config.label;
}

static struct slice machine_text(struct arena *arena, const struct comparison *comparison,
				 size_t column)
{
	struct slice machine = comparison->columns[column].machine;

	(void)arena;
	return slice_is(machine, "unknown") ? SLICE_NONE : machine;
}

struct slice report_machines(struct arena *arena, const struct comparison *comparison)
{
	return per_column(arena, comparison, machine_text, "Machine", "");
}

static struct slice percent_text(struct arena *arena, const struct comparison *comparison,
				 size_t column)
{
	double percent = comparison->columns[column].memcg_percent;

	return isnan(percent) ? SLICE_NONE : arena_printf(arena, "%.2f%%", percent);
}

/* How many measurements stand behind the cells of a column. */
struct counts {
	int64_t least, most;
	int boots;
	bool untold; /* some summary does not tell */
};

static void counts_add(struct counts *counts, const struct compare_cell *cell)
{
	int64_t n = cell->sample_boots != NULL ? (int64_t)cell->n : cell->summary_n;

	if (n == RECORD_NO_COUNT) {
		counts->untold = true;
		return;
	}
	if (counts->most == 0 || n < counts->least)
		counts->least = n;
	if (n > counts->most)
		counts->most = n;
	if (cell->boots > counts->boots)
		counts->boots = cell->boots;
}

/* Durations are measured once an iteration and count only where there is nothing else. */
static struct counts counts_of(const struct comparison *comparison, size_t column, bool durations)
{
	struct counts counts = { 0 };

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct compare_row *row = &comparison->rows[i];

		if (row->cells[column].present && row->duration == durations)
			counts_add(&counts, &row->cells[column]);
	}
	return counts;
}

static struct slice samples_text(struct arena *arena, const struct comparison *comparison,
				 size_t column)
{
	struct counts counts = counts_of(comparison, column, false);
	struct slice n;
	const char *more = "";

	if (counts.most == 0 && !counts.untold)
		counts = counts_of(comparison, column, true);
	if (counts.most == 0)
		return SLICE("n not told");
	if (counts.least < counts.most)
		n = arena_printf(arena, "n = %" PRId64 " to %" PRId64, counts.least, counts.most);
	else
		n = arena_printf(arena, "n = %" PRId64, counts.most);
	if (counts.untold)
		n = arena_printf(arena, "%.*s or not told", SLICE_FMT(n));
	if (counts.least == 1)
		more = counts.most == 1 ? ": no error known" : ", no error known where n = 1";
	if (counts.boots > 0 && counts.most > 1)
		n = arena_printf(arena, "%.*s from %d boot%s", SLICE_FMT(n), counts.boots,
				 counts.boots == 1 ? "" : "s");
	return arena_printf(arena, "%.*s%s", SLICE_FMT(n), more);
}

static struct tracing tracing_of(const struct column *column)
{
	return tracing_of_facts(column->facts, column->fact_count);
}

static struct slice tracing_text(struct arena *arena, const struct comparison *comparison,
				 size_t column)
{
	struct tracing tracing = tracing_of(&comparison->columns[column]);

	return tracing_cost(arena, &tracing);
}

struct slice report_spoiled(struct arena *arena, const struct comparison *comparison, size_t column)
{
	const struct column *of = &comparison->columns[column];
	struct spoilers spoilers = { of->config.spoilers, of->boots, of->boots, true,
				     tracing_of(of) };

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct compare_cell *cell = &comparison->rows[i].cells[column];

		if (cell->present && cell->sample_boots != NULL && cell->boots < spoilers.boots)
			spoilers.boots = cell->boots;
	}
	return spoilers_text(arena, &spoilers);
}

/* The same kernel, config and machine as the baseline's. */
static struct slice again_text(struct arena *arena, const struct comparison *comparison,
			       size_t column)
{
	const struct column *base = &comparison->columns[comparison->baseline];
	const struct column *other = &comparison->columns[column];

	(void)arena;
	if (column == comparison->baseline || base->kernel.n == 0 || base->config.key.n == 0 ||
	    base->transcribed || !slice_eq(base->kernel, other->kernel) ||
	    !slice_eq(base->machine, other->machine) ||
	    !slice_eq(base->config.key, other->config.key))
		return SLICE_NONE;
	return SLICE("the baseline's kernel and config again (A/A): what differs is noise");
}

/* "Of what B lost, C recovered: 83 % in usecs-op", of base, bad and fix; the first few rows. */
static struct slice recovered_text(struct arena *arena, const struct comparison *comparison)
{
	struct slice out = SLICE("");
	size_t bad = comparison->baseline == 0 ? 1 : 0, said = 0;
	size_t fix = 3 - comparison->baseline - bad;

	if (comparison->column_count != 3)
		return SLICE_NONE;
	for (size_t i = 0; i < comparison->row_count && said < RECOVERED_MAX; i++) {
		const struct compare_row *row = &comparison->rows[i];
		double part = compare_recovered(row, comparison->baseline, bad, fix);

		if (isnan(part) || row->duration)
			continue;
		out = arena_printf(arena, "%.*s%s%.0f %% in %.*s %.*s", SLICE_FMT(out),
				   said++ > 0 ? ", " : "", 100 * part,
				   SLICE_FMT(row->metric.benchmark),
				   SLICE_FMT(metric_title(arena, &row->metric)));
	}
	if (said == 0)
		return SLICE_NONE;
	return arena_printf(arena, "Of what %c lost, %c recovered: %.*s", report_letter(bad),
			    report_letter(fix), SLICE_FMT(out));
}

static struct slice transcribed_text(struct arena *arena, const struct comparison *comparison,
				     size_t column)
{
	(void)arena;
	return comparison->columns[column].transcribed ? SLICE("transcribed from a mail")
						       : SLICE_NONE;
}

void report_note(struct arena *arena, struct report_notes *notes, struct slice text)
{
	if (text.n > 0)
		ARENA_PUSH(arena, notes->list, notes->count, notes->capacity, text);
}

/* Some number is the median of several. */
static bool has_medians(const struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->row_count; i++)
		for (size_t k = 0; k < comparison->column_count; k++)
			if (comparison->rows[i].cells[k].n > 1)
				return true;
	return false;
}

void report_notes_make(struct arena *arena, const struct comparison *comparison, bool intervals,
		       struct report_notes *out)
{
	char base = report_letter(comparison->baseline);
	size_t left_out = comparison->left_out;

	if (comparison->picked.n > 0)
		report_note(arena, out,
			    arena_printf(arena, "Shown are %.*s.", SLICE_FMT(comparison->picked)));
	if (comparison->row_count == 0)
		return;
	if (comparison->column_count > 1)
		report_note(arena, out,
			    arena_printf(arena, "%sChange in percent of %c%s.",
					 has_medians(comparison) ? "Medians. " : "", base,
					 intervals ? ", +- half of its 95 % interval" : ""));
	else if (has_medians(comparison))
		report_note(arena, out, SLICE("Medians."));
	report_notes_verdicts(arena, comparison, out);
	report_note(arena, out,
		    per_column(arena, comparison, samples_text, "Samples", " in each column"));
	report_note(arena, out,
		    per_column(arena, comparison, percent_text, "mm/memcontrol.c, share of profile",
			       " in each column"));
	report_note(arena, out, per_column(arena, comparison, transcribed_text, "Numbers", ""));
	report_note(arena, out, recovered_text(arena, comparison));
	report_note(arena, out,
		    per_column(arena, comparison, report_spoiled, "Spoiled", " in each column"));
	report_note(arena, out, per_column(arena, comparison, tracing_text, "Cost of tracing", ""));
	report_note(arena, out, per_column(arena, comparison, again_text, "Noise", ""));
	if (left_out > 0)
		report_note(arena, out,
			    arena_printf(arena,
					 "%zu metric%s left out, which %c or all others lack.",
					 left_out, left_out == 1 ? "" : "s", base));
}
