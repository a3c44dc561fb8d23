/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/table.h"

#include <math.h>

#include "ingest/dict.h"
#include "lib/num.h"

enum { CLIENT_DIGITS_MAX = 4 };

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static struct slice small_letters(struct arena *arena, struct slice s)
{
	char *p = arena_cstr(arena, s);

	for (size_t i = 0; i < s.n; i++)
		if (p[i] >= 'A' && p[i] <= 'Z')
			p[i] = (char)(p[i] - 'A' + 'a');
	return (struct slice){ p, s.n };
}

static bool starts_with_any(struct slice word, const char *const *prefixes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (slice_starts(word, prefixes[i]))
			return true;
	return false;
}

/* A statistic as mmtests prints it in the first column. */
static bool is_statistic(struct slice word)
{
	static const char *const whole[] = {
		"Min",         "Max",       "Amean",      "Hmean",      "Gmean",
		"Mean",        "Stddev",    "HStddev",    "CoeffVar",   "HCoeffVar",
		"SubAmean",    "SubHmean",  "SubAmeanCI", "SubHmeanCI", "Submean",
		"SubmeanCI",   "Ratio",     "Dmean",      "Dmin",       "Dmax",
		"Significant", "1st-qrtle", "2nd-qrtle",  "3rd-qrtle",  "Median",
	};
	static const char *const prefixes[] = {
		"BAmean", "BHmean",  "Max-",   "Pctile", "Samples", "Best",
		"Worst",  "Highest", "Lowest", "Min-",   "Mean-",   "Tmean",
	};

	for (size_t i = 0; i < ARRAY_SIZE(whole); i++)
		if (slice_is(word, whole[i]))
			return true;
	return starts_with_any(word, prefixes, ARRAY_SIZE(prefixes));
}

/* The second word of rows of 2013: "Elapsed min", "User stddev". */
static bool is_small_statistic(struct slice word)
{
	static const char *const names[] = { "min",   "mean",     "stddev", "max",
					     "range", "coeffvar", "median" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (slice_is(word, names[i]))
			return true;
	return false;
}

static bool is_spread(struct slice statistic)
{
	return slice_is(statistic, "range") || slice_ends(statistic, "stddev") ||
	       slice_ends(statistic, "coeffvar");
}

static bool all_digits(struct slice s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!is_digit(s.p[i]))
			return false;
	return s.n > 0;
}

/* Words with one blank between each two of them. */
static struct slice single_blanks(struct arena *arena, struct slice words)
{
	struct slice word, out = SLICE_NONE;

	while ((word = slice_field(&words)).n > 0)
		out = out.n == 0
			      ? word
			      : arena_printf(arena, "%.*s %.*s", SLICE_FMT(out), SLICE_FMT(word));
	return out;
}

static bool is_duration(struct slice name)
{
	return slice_is(name, "User") || slice_is(name, "System") || slice_is(name, "Elapsed");
}

static void name_plain_row(struct arena *arena, const struct table_row *row,
			   struct table_meaning *out)
{
	struct slice name = single_blanks(arena, row->name);
	bool duration = slice_take(&name, "Duration ") || is_duration(name);

	(void)slice_take(&name, "Ops ");
	out->metric = name;
	if (duration) {
		out->unit = SLICE("s");
		out->better = BETTER_LOWER;
	}
}

/* docs/formats.md, "mmtests-table": what a row becomes. */
static void name_row(struct arena *arena, const struct table_row *row, struct table_meaning *out)
{
	struct slice rest = row->name, first = slice_field(&rest), second;
	struct slice others = slice_trim(rest);

	second = slice_field(&rest);
	if (!row->percents || slice_is(first, "Ops") || slice_is(first, "Duration")) {
		name_plain_row(arena, row, out);
	} else if (second.n > 0 && is_statistic(first)) {
		out->statistic = small_letters(arena, first);
		out->metric = single_blanks(arena, others);
	} else if (slice_trim(rest).n == 0 && all_digits(second)) {
		out->statistic = SLICE("mean");
		out->metric = arena_printf(arena, "%.*s-%.*s", SLICE_FMT(first), SLICE_FMT(second));
	} else if (slice_trim(rest).n == 0 && is_small_statistic(second)) {
		out->statistic = second;
		out->metric = first;
	} else if (second.n > 0 && slice_find_char(first, '/') < first.n) {
		out->unit = first;
		out->metric = single_blanks(arena, others);
	} else {
		out->metric = single_blanks(arena, row->name);
	}
	out->spread = is_spread(out->statistic);
}

/* Half a unit of the last printed digit. */
static double rounding(struct slice printed)
{
	return 0.5 * pow(10, -(double)num_decimals(printed));
}

/* Percent by which v differs from b, at the rounded edge of both. */
static double change_at(double b, double half_b, double v, double half_v)
{
	return 100 * (v + half_v) / (b + half_b) - 100;
}

bool table_percent_fits(struct slice base, struct slice value, struct slice percent)
{
	double b, v, p, least = INFINITY, most = -INFINITY;
	double half_b = rounding(base), half_v = rounding(value), slack = rounding(percent);

	if (!num_double(base, &b) || !num_double(value, &v) || !num_double(percent, &p) ||
	    fabs(b) <= half_b)
		return true;
	for (int corner = 0; corner < 4; corner++) {
		double change = change_at(b, corner & 1 ? half_b : -half_b, v,
					  corner & 2 ? half_v : -half_v);

		least = fmin(least, change);
		most = fmax(most, change);
	}
	slack += 1e-9 * fabs(p) + 1e-9;
	return (p >= least - slack && p <= most + slack) ||
	       (-p >= least - slack && -p <= most + slack);
}

enum fit {
	FIT_NOT,
	FIT_SILENT, /* nothing speaks against it, but all percents are zero */
	FIT_TELLS,
};

/* How well the printed percents of a row agree with this value in its first cell. */
static enum fit row_fit(const struct table_row *row, struct slice base)
{
	enum fit fit = FIT_SILENT;

	for (size_t i = 1; i < row->count; i++) {
		const struct table_cell *cell = &row->cells[i];
		double percent;

		if (!table_percent_fits(base, cell->value, cell->percent))
			return FIT_NOT;
		if (num_double(cell->percent, &percent) && percent != 0)
			fit = FIT_TELLS;
	}
	return fit;
}

/* Gives the name back the client number that the first value swallowed, where percents prove it. */
static void unglue(struct arena *arena, struct table_row *row)
{
	struct slice value = row->cells[0].value;
	enum fit fit = row_fit(row, value);

	if (!row->percents || fit == FIT_TELLS || (fit == FIT_SILENT && !row->glued))
		return;
	for (size_t k = 1; k <= CLIENT_DIGITS_MAX && k < value.n && is_digit(value.p[k - 1]); k++) {
		if (!is_digit(value.p[k]) || row_fit(row, slice_skip(value, k)) != FIT_TELLS)
			continue;
		row->name = arena_printf(arena, "%.*s%s%.*s", SLICE_FMT(row->name),
					 row->glued ? "" : " ", (int)k, value.p);
		row->cells[0].value = slice_skip(value, k);
		return;
	}
}

/* Which way is good, as a cell tells whose value moved: a positive percent is better. */
static enum better row_direction(const struct table_row *row)
{
	enum better found = BETTER_UNKNOWN;
	double base, value, percent;

	if (!num_double(row->cells[0].value, &base))
		return BETTER_UNKNOWN;
	for (size_t i = 1; i < row->count; i++) {
		enum better better;

		if (!num_double(row->cells[i].value, &value) ||
		    !num_double(row->cells[i].percent, &percent) || value == base || percent == 0)
			continue;
		better = (value > base) == (percent > 0) ? BETTER_HIGHER : BETTER_LOWER;
		if (found != BETTER_UNKNOWN && found != better)
			return BETTER_UNKNOWN;
		found = better;
	}
	return found;
}

/* A name without the number at its end: "faults/cpu-" of "faults/cpu-12". */
static struct slice stem_of(struct slice metric)
{
	while (metric.n > 0 && is_digit(metric.p[metric.n - 1]))
		metric.n--;
	return metric;
}

/* By which rows lend their direction, the nearest first. */
enum { LEND_METRIC, LEND_STEM, LEND_STATISTIC, LENDERS };

static struct slice lender_key(const struct table_meaning *meaning, int lender)
{
	if (lender == LEND_METRIC)
		return meaning->metric;
	return lender == LEND_STEM ? stem_of(meaning->metric) : meaning->statistic;
}

static enum better usual_direction(struct slice statistic)
{
	if (slice_is(statistic, "hmean"))
		return BETTER_HIGHER;
	return slice_is(statistic, "amean") ? BETTER_LOWER : BETTER_UNKNOWN;
}

/* Rows that tell nothing of the direction get it from their like. */
static void lend_directions(struct arena *arena, const struct table_block *block,
			    struct table_meaning *out)
{
	struct dict dicts[LENDERS];
	enum better *told[LENDERS];

	for (int l = 0; l < LENDERS; l++) {
		dict_init(&dicts[l], arena);
		told[l] = ARENA_ARRAY(arena, block->row_count, enum better);
		for (size_t i = 0; i < block->row_count; i++) {
			size_t at = DICT_NONE;

			if (out[i].better != BETTER_UNKNOWN && lender_key(&out[i], l).n > 0)
				at = dict_add(&dicts[l], lender_key(&out[i], l));
			if (at != DICT_NONE && told[l][at] == BETTER_UNKNOWN)
				told[l][at] = out[i].better;
		}
	}
	for (size_t i = 0; i < block->row_count; i++) {
		if (out[i].spread)
			continue;
		for (int l = 0; l < LENDERS && out[i].better == BETTER_UNKNOWN; l++) {
			size_t at = dict_find(&dicts[l], lender_key(&out[i], l));

			if (at != DICT_NONE)
				out[i].better = told[l][at];
		}
		if (out[i].better == BETTER_UNKNOWN)
			out[i].better = usual_direction(out[i].statistic);
	}
}

void table_meanings(struct arena *arena, struct table_block *block, struct table_meaning *out)
{
	for (size_t i = 0; i < block->row_count; i++) {
		struct table_row *row = &block->rows[i];

		unglue(arena, row);
		out[i] = (struct table_meaning){ 0 };
		name_row(arena, row, &out[i]);
		if (row->percents && !out[i].spread && out[i].better == BETTER_UNKNOWN)
			out[i].better = row_direction(row);
	}
	if (block->percents)
		lend_directions(arena, block, out);
}

bool table_name_known(struct slice name)
{
	static const char *const prefixes[] = {
		"Ops ",
		"Duration ",
		"Kswapd efficiency",
		"Kswapd velocity",
		"Direct efficiency",
		"Direct velocity",
		"Percentage direct",
		"Page writes ",
		"Page Ins",
		"Page Outs",
		"Page reclaim",
		"Page rescued",
		"Swap Ins",
		"Swap Outs",
		"Slabs scanned",
		"Direct pages ",
		"Kswapd pages ",
		"Kswapd inode",
		"Direct inode",
		"Kswapd skipped",
		"THP fault",
		"THP collapse",
		"THP split",
		"Compaction ",
		"Minor Faults",
		"Major Faults",
		"Allocation stalls",
		"DMA allocs",
		"DMA32 allocs",
		"Normal allocs",
		"Movable allocs",
		"Sector Reads",
		"Sector Writes",
		"NUMA alloc",
		"NUMA hint",
		"NUMA pages",
	};

	return starts_with_any(name, prefixes, ARRAY_SIZE(prefixes));
}
