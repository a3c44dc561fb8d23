/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/table.h"

#include <string.h>

#include "lib/buf.h"
#include "lib/num.h"

enum { TAB_COLUMNS = 8, NAME_MAX_BYTES = 100 };

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_nan(struct slice s)
{
	return slice_is(s, "nan") || slice_is(s, "NaN") || slice_is(s, "-nan");
}

static bool is_number(struct slice s)
{
	double value;

	return num_double(s, &value) || is_nan(s);
}

static size_t skip_blanks(struct slice s, size_t i)
{
	while (i < s.n && s.p[i] == ' ')
		i++;
	return i;
}

/*
 * What stands in "( ... %)" or "* ... %*" from i on: the percent, and the column behind. The mark
 * at the end may have been cut off with the right edge.
 */
static bool take_percent(struct slice s, size_t i, struct slice *percent, size_t *end)
{
	size_t from = skip_blanks(s, i + 1), to = from;

	while (to < s.n && s.p[to] != '%' && s.p[to] != ' ')
		to++;
	*percent = (struct slice){ s.p + from, to - from };
	to = skip_blanks(s, to);
	if (to == s.n || s.p[to] != '%' || !is_number(*percent))
		return false;
	to++;
	if (to < s.n && s.p[to] != ')' && s.p[to] != '*')
		return false;
	*end = to < s.n ? to + 1 : to;
	return true;
}

/* Made of what numbers are made of, also when it is too large for one. */
static bool looks_numeric(struct slice s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!is_digit(s.p[i]) && (s.p[i] == '\0' || strchr(".eE+-", s.p[i]) == NULL))
			return false;
	return true;
}

/* The number that ends at column `end`: its start, or `end` when there is none. */
static size_t number_start(struct slice s, size_t from, size_t end)
{
	size_t i = end;

	while (i > from && s.p[i - 1] != ' ')
		i--;
	if (looks_numeric((struct slice){ s.p + i, end - i }) ||
	    is_nan((struct slice){ s.p + i, end - i }))
		return is_number((struct slice){ s.p + i, end - i }) ? i : end;
	/* a name without a blank before the value */
	for (i = end; i > from && (is_digit(s.p[i - 1]) || s.p[i - 1] == '.');)
		i--;
	return is_number((struct slice){ s.p + i, end - i }) ? i : end;
}

/* Column behind "( +0.12s)", which ratio tables print after a cell. */
static size_t skip_interval(struct slice s, size_t i)
{
	size_t open = skip_blanks(s, i), close;

	if (open == s.n || s.p[open] != '(')
		return i;
	close = open + slice_find_char(slice_skip(s, open), ')');
	return close < s.n && s.p[close - 1] == 's' ? close + 1 : i;
}

static void push_cell(struct arena *arena, struct table_row *row, size_t *capacity,
		      struct table_cell cell)
{
	ARENA_PUSH(arena, row->cells, row->count, *capacity, cell);
}

/* A last value whose percent the right edge has cut off. */
static void take_cut_value(struct arena *arena, struct slice s, size_t from, struct table_row *row,
			   size_t *capacity)
{
	size_t begin = skip_blanks(s, from), end = begin, rest;
	struct slice value;

	while (end < s.n && s.p[end] != ' ' && s.p[end] != '(' && s.p[end] != '*')
		end++;
	value = (struct slice){ s.p + begin, end - begin };
	rest = skip_blanks(s, end);
	if (!is_number(value) || (rest < s.n && s.p[rest] != '(' && s.p[rest] != '*'))
		return;
	for (rest++; rest < s.n; rest++)
		if (!is_digit(s.p[rest]) && s.p[rest] != ' ' && s.p[rest] != '.' &&
		    s.p[rest] != '-')
			return;
	push_cell(arena, row, capacity, (struct table_cell){ .value = value, .end = s.n });
}

/* Cells with percents. The first begins behind the name, each next behind the one before. */
static bool parse_percents(struct arena *arena, struct slice s, struct table_row *row)
{
	size_t from = 0, capacity = 0;

	for (size_t i = 0; i < s.n && row->count < TABLE_COLUMNS_MAX; i++) {
		struct table_cell cell = { 0 };
		size_t begin, end = i;

		if ((s.p[i] != '(' && s.p[i] != '*') ||
		    !take_percent(s, i, &cell.percent, &cell.end))
			continue;
		while (end > from && s.p[end - 1] == ' ')
			end--;
		begin = number_start(s, from, end);
		if (begin == end || (row->count > 0 && skip_blanks(s, from) != begin))
			break;
		if (row->count == 0) {
			row->glued = begin > 0 && s.p[begin - 1] != ' ';
			row->name = slice_trim(slice_head(s, begin));
		}
		cell.value = (struct slice){ s.p + begin, end - begin };
		push_cell(arena, row, &capacity, cell);
		from = skip_interval(s, cell.end);
		i = from - 1;
	}
	if (row->count > 0 && row->count < TABLE_COLUMNS_MAX)
		take_cut_value(arena, s, from, row, &capacity);
	row->percents = true;
	return row->count > 0;
}

/* Cells of plain numbers, or percents alone ("99%"), from the right. */
static bool parse_plain(struct arena *arena, struct slice s, struct table_row *row)
{
	struct table_cell cells[TABLE_COLUMNS_MAX];
	size_t n = 0, end = slice_trim_end(s).n;

	while (n < TABLE_COLUMNS_MAX && end > 0) {
		size_t begin = end;
		struct slice word;

		while (begin > 0 && s.p[begin - 1] != ' ')
			begin--;
		word = (struct slice){ s.p + begin, end - begin };
		cells[n] = (struct table_cell){ .end = end, .in_percent = slice_ends(word, "%") };
		word.n -= cells[n].in_percent;
		if (!is_number(word))
			break;
		cells[n++].value = word;
		for (end = begin; end > 0 && s.p[end - 1] == ' ';)
			end--;
	}
	row->name = slice_trim(slice_head(s, end));
	row->cells = ARENA_ARRAY(arena, n, struct table_cell);
	for (size_t i = 0; i < n; i++)
		row->cells[i] = cells[n - 1 - i];
	row->count = n;
	row->percents = false;
	return n > 0;
}

struct slice table_line(struct arena *arena, const struct text *text, size_t i)
{
	struct slice s = text->lines[i].s;
	struct slice out;
	struct buf buf;

	if (slice_find_char(s, '\t') == s.n)
		return s;
	buf_init(&buf);
	for (size_t k = 0; k < s.n; k++) {
		if (s.p[k] == '\t')
			buf_fill(&buf, ' ', TAB_COLUMNS - buf.n % TAB_COLUMNS);
		else
			buf_addc(&buf, s.p[k]);
	}
	out = arena_slice(arena, buf_slice(&buf));
	buf_release(&buf);
	return out;
}

struct slice table_column_name(struct arena *arena, size_t column)
{
	return arena_printf(arena, "col%zu", column + 1);
}

/* Nothing but what cells are made of: the rest of a row that a mail program wrapped. */
static bool is_cells_only(struct slice s)
{
	bool digit = false, mark = false;

	s = slice_trim(s);
	if (s.n == 0)
		return false;
	while (s.n > 0) {
		if (slice_take(&s, "nan"))
			continue;
		digit = digit || is_digit(s.p[0]);
		mark = mark || s.p[0] == '%';
		if (!is_digit(s.p[0]) && strchr(" \t.()*%-", s.p[0]) == NULL)
			return false;
		s = slice_skip(s, 1);
	}
	return digit || mark;
}

static bool parse_line(struct arena *arena, struct slice s, struct table_row *row)
{
	row->count = 0;
	row->cells = NULL;
	return parse_percents(arena, s, row) || parse_plain(arena, s, row);
}

static bool has_name(struct slice name)
{
	for (size_t i = 0; i < name.n; i++)
		if ((name.p[i] | 0x20) >= 'a' && (name.p[i] | 0x20) <= 'z')
			return true;
	return false;
}

bool table_row_parse(struct arena *arena, const struct text *text, size_t i, struct table_row *out)
{
	struct table_row row = { .index = i, .first = i };
	struct slice s = table_line(arena, text, i);

	if (s.n == 0 || text->lines[i].taken || is_cells_only(s) || !has_name(s))
		return false;
	while (row.index + 1 < text->count && !text->lines[row.index + 1].taken &&
	       text->lines[row.index + 1].depth <= text->lines[i].depth &&
	       is_cells_only(text->lines[row.index + 1].s) && s.n < 4096) {
		struct slice more = slice_trim(text->lines[++row.index].s);
		bool within = slice_starts(more, "%") || slice_starts(more, ")");

		s = arena_printf(arena, "%.*s%s%.*s", SLICE_FMT(s), within ? "" : " ",
				 SLICE_FMT(more));
	}
	if (!parse_line(arena, s, &row) || !has_name(row.name) || row.name.n > NAME_MAX_BYTES)
		return false;
	row.name_end = (size_t)(row.name.p - s.p) + row.name.n;
	*out = row;
	return true;
}
