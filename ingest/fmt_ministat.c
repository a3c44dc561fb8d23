/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ministat: the table that it prints, a row for each data set, which "x NAME" above it names; its
 * plot and its verdict are left alone. With --format ministat also what it reads: a number a line.
 */
#include "ingest/format.h"
#include "ingest/results.h"
#include "lib/num.h"

enum { COLUMNS = 6, LEGEND_LINES_MAX = 60 };

static const char *const header[COLUMNS] = { "N", "Min", "Max", "Median", "Avg", "Stddev" };
static const char *const statistics[COLUMNS] = { "", "min", "max", "median", "mean", "stddev" };

static bool is_header(struct slice s)
{
	for (size_t i = 0; i < COLUMNS; i++)
		if (!slice_is(slice_field(&s), header[i]))
			return false;
	return slice_trim(s).n == 0;
}

/* "x   4           1.4           1.6          1.55        1.5125   0.085391256" */
static bool read_row(struct slice s, char *symbol, double values[COLUMNS])
{
	struct slice first = slice_field(&s);

	*symbol = first.n == 1 ? first.p[0] : '\0';
	for (size_t i = 0; i < COLUMNS; i++)
		if (!num_double(slice_field(&s), &values[i]))
			return false;
	return first.n == 1 && slice_trim(s).n == 0 && values[0] >= 1 && values[0] < 1e15;
}

/* The name behind a symbol, above the plot. */
static struct slice legend(const struct text *text, size_t i, char symbol)
{
	for (int k = 0; k < LEGEND_LINES_MAX; k++) {
		struct slice s;

		i = text->lines[i].previous;
		if (i >= text->count || text->lines[i].taken)
			break;
		s = slice_trim_end(text->lines[i].s);
		if (s.n > 2 && s.p[0] == symbol && s.p[1] == ' ')
			return slice_trim(slice_skip(s, 2));
	}
	return SLICE_NONE;
}

static enum err take_row(const struct results *results, const double values[COLUMNS],
			 struct error *err)
{
	enum err e = OK;

	for (size_t i = 1; e == OK && i < COLUMNS; i++) {
		struct record r = results_sample(results, SLICE("value"), "", BETTER_NONE);

		r.value = values[i];
		r.statistic = slice_str(statistics[i]);
		r.n = (int64_t)values[0];
		e = sink_emit(results->sink, &r, err);
	}
	return e;
}

static enum err read_table(struct text *text, size_t head, struct sink *sink, struct error *err)
{
	enum err e = OK;

	for (size_t i = text->lines[head].next; e == OK && i < text->count;
	     i = text->lines[i].next) {
		struct results results = { .sink = sink, .line = text->lines[i].line_no };
		double values[COLUMNS];
		char symbol;

		if (!read_row(slice_trim(text->lines[i].s), &symbol, values))
			break;
		results.run = legend(text, head, symbol);
		text->lines[i].taken = true;
		e = take_row(&results, values, err);
	}
	text->lines[head].taken = true;
	return e;
}

/* The first column of what ministat reads; '#' begins a comment. */
static enum err read_column(struct text *text, struct sink *sink, struct error *err)
{
	enum err e = OK;

	for (size_t i = 0; e == OK && i < text->count; i++) {
		struct results results = { .sink = sink, .line = text->lines[i].line_no };
		struct slice s = text->lines[i].s;
		double value;

		s = slice_head(s, slice_find_char(s, '#'));
		if (text->lines[i].taken || !num_double(slice_field(&s), &value))
			continue;
		text->lines[i].taken = true;
		e = results_emit(&results, "value", value, "", BETTER_NONE, err);
	}
	return e;
}

static enum err ministat_prose(struct arena *arena, struct text *text, struct sink *sink,
			       struct error *err)
{
	enum err e = OK;

	(void)arena;
	for (size_t i = 0; e == OK && i < text->count; i++)
		if (!text->lines[i].taken && is_header(text->lines[i].s))
			e = read_table(text, i, sink, err);
	return e == OK && text->chosen ? read_column(text, sink, err) : e;
}

const struct format fmt_ministat = {
	.name = "ministat",
	.summary = "ministat's table; with --format also the numbers it reads",
	.tool = "ministat 20150715",
	.prose = ministat_prose,
};
