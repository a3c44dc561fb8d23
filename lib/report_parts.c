/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/report_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lib/num.h"

/* True within a character of several bytes, of which the first has its '?' already. */
static bool goes_on(struct slice text, size_t i)
{
	return i > 0 && ((unsigned char)text.p[i] & 0xc0) == 0x80 &&
	       ((unsigned char)text.p[i - 1] & 0x80) != 0;
}

struct slice report_ascii(struct arena *arena, struct slice text)
{
	char *out = arena_alloc(arena, text.n + 1);
	size_t n = 0;

	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];

		if (c == '\t' || c == '\n' || c == '\r')
			out[n++] = ' ';
		else if (c >= ' ' && c <= '~')
			out[n++] = c;
		else if (!goes_on(text, i))
			out[n++] = '?';
	}
	return slice_trim((struct slice){ out, n });
}

void report_link(struct buf *buf, const char *lead, struct slice link)
{
	struct arena arena;

	if (link.n == 0)
		return;
	arena_init(&arena);
	buf_addf(buf, "%sLink: %.*s\n", lead, SLICE_FMT(report_ascii(&arena, link)));
	arena_release(&arena);
}

char report_letter(size_t column)
{
	return (char)('A' + column);
}

static const char *direction(enum better better)
{
	return better == BETTER_HIGHER  ? "higher is better"
	       : better == BETTER_LOWER ? "lower is better"
					: "";
}

/* "a, b, c" of the parts that are not empty. */
static struct slice joined(struct arena *arena, const struct slice *parts, size_t count)
{
	struct slice out = SLICE("");

	for (size_t i = 0; i < count; i++)
		if (parts[i].n > 0)
			out = arena_printf(arena, "%.*s%s%.*s", SLICE_FMT(out),
					   out.n > 0 ? ", " : "", SLICE_FMT(parts[i]));
	return out;
}

struct slice report_heading(struct arena *arena, struct slice benchmark,
			    const struct metric *metric)
{
	struct slice parts[] = { benchmark, metric->unit, slice_str(direction(metric->better)) };

	return joined(arena, parts, ARRAY_SIZE(parts));
}

struct report_group report_group_of(struct arena *arena, const struct comparison *comparison,
				    const struct compare_group *group)
{
	const struct compare_row *rows = &comparison->rows[group->first];
	const struct metric *first = NULL;
	struct metric common = { .better = BETTER_UNKNOWN };
	struct report_group out = { .unit = true, .better = true };

	for (size_t i = 0; i < group->count; i++) {
		const struct metric *metric = &rows[i].metric;

		if (rows[i].duration)
			continue;
		if (first == NULL)
			first = metric;
		out.unit = out.unit && slice_eq(metric->unit, first->unit);
		if (direction(metric->better)[0] == '\0')
			continue;
		if (direction(common.better)[0] == '\0')
			common.better = metric->better;
		out.better = out.better && metric->better == common.better;
	}
	if (first != NULL && out.unit)
		common.unit = first->unit;
	if (!out.better)
		common.better = BETTER_UNKNOWN;
	out.directed = direction(common.better)[0] != '\0';
	out.heading = report_heading(arena, group->benchmark, &common);
	return out;
}

/* "Hmean faults/cpu-1" */
static struct slice plain_name(struct arena *arena, const struct compare_row *row)
{
	struct slice title = metric_title(arena, &row->metric);
	struct slice statistic = row->statistic;
	char first;

	if (statistic.n == 0)
		return title;
	first = statistic.p[0];
	if (first >= 'a' && first <= 'z')
		first = (char)(first - 'a' + 'A');
	return arena_printf(arena, "%c%.*s %.*s", first, SLICE_FMT(slice_skip(statistic, 1)),
			    SLICE_FMT(title));
}

struct slice report_row_name(struct arena *arena, const struct report_group *group,
			     const struct compare_row *row)
{
	struct slice parts[2] = { plain_name(arena, row) };

	if (row->metric.unit.n > 0 && (row->duration || !group->unit))
		parts[0] = arena_printf(arena, "%.*s %.*s", SLICE_FMT(parts[0]),
					SLICE_FMT(row->metric.unit));
	if (!row->duration && !group->better)
		parts[1] = slice_str(direction(row->metric.better));
	else if (!row->duration && group->directed && direction(row->metric.better)[0] == '\0')
		parts[1] = SLICE("neutral");
	return joined(arena, parts, ARRAY_SIZE(parts));
}

size_t report_group_counts(const struct comparison *comparison, const struct compare_group *group)
{
	size_t n = 0;

	for (size_t i = 0; i < group->count && comparison->column_count > 1; i++)
		n += comparison->rows[group->first + i].counts;
	return n;
}

/* Decimals that give a number of this size so many significant digits. */
static int decimals_for(double size, int digits)
{
	int decimals = digits - 1 - (int)floor(log10(size));

	return decimals > 0 ? decimals : 0;
}

static int zeros_behind(double value, int decimals)
{
	char text[64];
	int n = snprintf(text, sizeof(text), "%.*f", decimals, value), zeros = 0;

	while (zeros < decimals && zeros < n && text[n - 1 - zeros] == '0')
		zeros++;
	return zeros;
}

/* What a row of values needs to be told apart. */
struct extent {
	double largest, nearest; /* of sizes; of differences to the baseline, 0 = none */
	bool spread;             /* some value is the median of several */
	bool finite;
};

static struct extent extent_of(const struct compare_row *row, size_t columns)
{
	struct extent out = { .finite = true };
	double base = NAN;

	for (size_t i = 0; i < columns; i++) {
		const struct compare_cell *cell = &row->cells[i];
		double away;

		if (!cell->present)
			continue;
		if (isnan(base))
			base = report_centre(cell);
		out.finite = out.finite && isfinite(report_centre(cell));
		out.spread = out.spread || cell->n > 1;
		out.largest = fmax(out.largest, fabs(report_centre(cell)));
		away = fabs(report_centre(cell) - base);
		if (away > 0 && (out.nearest == 0 || away < out.nearest))
			out.nearest = away;
	}
	return out;
}

int report_decimals(const struct compare_row *row, size_t columns)
{
	struct extent extent = extent_of(row, columns);
	int most, decimals, zeros = INT32_MAX;

	if (extent.largest == 0)
		return 0;
	if (!extent.finite || extent.largest < 1e-6 || extent.largest >= 1e15)
		return -1;
	most = decimals = decimals_for(extent.largest, 7);
	if (extent.spread) {
		decimals = decimals_for(extent.largest, 5);
		if (extent.nearest > 0 && decimals_for(extent.nearest, 2) > decimals)
			decimals = decimals_for(extent.nearest, 2);
		decimals = decimals < most ? decimals : most;
	}
	for (size_t i = 0; i < columns; i++) {
		int now;

		if (!row->cells[i].present)
			continue;
		now = zeros_behind(report_centre(&row->cells[i]), decimals);
		zeros = now < zeros ? now : zeros;
	}
	return decimals - zeros;
}

struct slice report_value(struct arena *arena, double value, int decimals)
{
	if (decimals < 0)
		return arena_printf(arena, "%.6g", value);
	return arena_printf(arena, "%.*f", decimals, value);
}

/* 2, none where they would drown; -1 for what only an exponent can say. */
static int change_decimals(double fraction)
{
	return fabs(fraction) < 9.995 ? 2 : fabs(fraction) < 1e4 ? 0 : -1;
}

struct slice report_change(struct arena *arena, double fraction)
{
	int decimals = change_decimals(fraction);

	if (!isfinite(fraction))
		return SLICE("-");
	if (decimals < 0)
		return arena_printf(arena, "%+.2g%%", 100 * fraction);
	return arena_printf(arena, "%+.*f%%", decimals, 100 * fraction);
}

struct slice report_half(struct arena *arena, double fraction, double half_fraction)
{
	double half = 100 * half_fraction;
	int decimals = half >= 1000 ? 0 : change_decimals(fraction);
	double least = decimals == 2 ? 0.01 : 1;

	if (!isfinite(half))
		return SLICE_NONE;
	if (decimals < 0 || half >= 1e6)
		return arena_printf(arena, "+-%.2g", half);
	return arena_printf(arena, "+-%.*f", decimals, half > 0 ? fmax(half, least) : half);
}

double report_centre(const struct compare_cell *cell)
{
	return cell->sample_boots != NULL ? cell->stats.median : cell->stats.mean;
}

struct report_effect report_effect(const struct compare_row *row, size_t baseline, size_t column)
{
	const struct compare_cell *cell = &row->cells[column];
	double base = fabs(report_centre(&row->cells[baseline]));
	const struct verdict *v = &cell->verdict;

	/* a summary that tells its standard error has no verdict, but an interval */
	if (!v->is_difference && isnan(v->lo))
		return (struct report_effect){ v->effect, (cell->delta_hi - cell->delta_lo) / 2 };
	if (!v->is_difference)
		return (struct report_effect){ v->effect, (v->hi - v->lo) / 2 };
	return (struct report_effect){ cell->delta, base > 0 ? (v->hi - v->lo) / 2 / base : NAN };
}

double report_factor(const struct compare_row *row, size_t column)
{
	const struct compare_cell *cell = &row->cells[column];
	double ratio = 1 + (cell->verdict.is_difference ? cell->delta : cell->verdict.effect);

	if (row->duration || !(ratio > 0) || (ratio >= 0.5 && ratio <= 2))
		return 0;
	return ratio > 1 ? ratio : 1 / ratio;
}

size_t report_width(const struct report_options *options)
{
	int width = options->width == 0 ? REPORT_WIDTH : options->width;

	if (width < REPORT_WIDTH_MIN)
		return REPORT_WIDTH_MIN;
	return width > REPORT_WIDTH_MAX ? REPORT_WIDTH_MAX : (size_t)width;
}

void report_right(struct buf *buf, struct slice text, size_t width)
{
	buf_fill(buf, ' ', width > text.n ? width - text.n : 0);
	buf_add(buf, text);
}

void report_left(struct buf *buf, struct slice text, size_t width)
{
	buf_add(buf, text);
	buf_fill(buf, ' ', width > text.n ? width - text.n : 0);
}

void report_end_line(struct buf *buf)
{
	while (buf->n > 0 && buf->data[buf->n - 1] == ' ')
		buf->n--;
	buf_addc(buf, '\n');
}

/* Where to break text so that at most room bytes stand before: behind a blank, else hard, but an
 * address stays whole. */
static size_t break_at(struct slice text, size_t room)
{
	size_t n = room;

	if (text.n <= room)
		return text.n;
	while (n > 0 && text.p[n] != ' ')
		n--;
	if (n > 0)
		return n;
	return slice_starts(text, "https://") || slice_starts(text, "http://")
		       ? slice_find_char(text, ' ')
		       : room;
}

void report_wrap(struct buf *buf, struct slice text, size_t width, size_t indent, size_t hang)
{
	text = slice_trim(text);
	while (text.n > 0) {
		size_t n = break_at(text, width - indent);

		buf_fill(buf, ' ', indent);
		buf_add(buf, slice_trim_end(slice_head(text, n)));
		buf_addc(buf, '\n');
		text = slice_trim(slice_skip(text, n));
		indent = hang;
	}
}
