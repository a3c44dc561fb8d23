/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf diff: shares of symbols in one profile, and how many points they moved in others. A share
 * that stands in one file only leaves the other's column empty, so that columns are told by the
 * dotted line below their names, or, without it, by the sign that only a delta has.
 */
#include <string.h>

#include "ingest/format.h"
#include "ingest/run_heading.h"
#include "lib/num.h"

enum { COLUMNS_MAX = 24, ROWS_MIN = 2, FILES_MAX = 16 };

enum role { BASELINE, DELTA, RATIO, WEIGHTED, COMM, DSO, SYMBOL, OTHER };

struct column {
	enum role role;
	size_t begin, end; /* in the line */
	uint64_t file;     /* of Delta/N; 0 = the only other one */
};

struct table {
	struct slice run, event;
	struct slice files[FILES_MAX]; /* of "# Data files:", "" = not told */
	struct column columns[COLUMNS_MAX];
	size_t column_count; /* 0 = no header: told by shape */
	char separator;      /* of -t; '\0' = none */
};

struct row {
	double baseline, values[COLUMNS_MAX];
	enum role roles[COLUMNS_MAX];
	uint64_t files[COLUMNS_MAX];
	size_t value_count;
	struct slice comm, dso, symbol;
};

/* ---- the header ---- */

static enum role role_of(struct slice name)
{
	static const struct {
		const char *begin;
		enum role role;
	} roles[] = {
		{ "Baseline", BASELINE }, { "Delta", DELTA },   { "Ratio", RATIO },
		{ "Weighted", WEIGHTED }, { "Command", COMM },  { "Shared Object", DSO },
		{ "Object", DSO },        { "Symbol", SYMBOL },
	};

	for (size_t i = 0; i < ARRAY_SIZE(roles); i++)
		if (slice_starts(name, roles[i].begin))
			return roles[i].role;
	return OTHER;
}

static void push_column(struct table *table, struct slice name, size_t begin, size_t end)
{
	struct column *column = &table->columns[table->column_count];
	size_t slash = slice_rfind_char(name, '/');

	if (table->column_count == COLUMNS_MAX)
		return;
	*column = (struct column){ .role = role_of(name), .begin = begin, .end = end };
	if (!num_uint(slice_trim(slice_skip(name, slash + 1)), &column->file))
		column->file = 0;
	table->column_count++;
}

static bool is_header(struct slice line)
{
	struct slice s = slice_trim(line);

	return slice_take(&s, "#") && slice_starts(slice_trim(s), "Baseline") &&
	       (slice_find(s, "Delta") < s.n || slice_find(s, "Ratio") < s.n ||
		slice_find(s, "Weighted") < s.n);
}

/* Columns of the header by the dots below it; false when that is no line of dots. */
static bool dotted_columns(struct slice header, struct slice dots, struct table *table)
{
	table->column_count = 0;
	for (size_t i = 0; i < dots.n;) {
		size_t begin = i;

		while (i < dots.n && dots.p[i] == '.')
			i++;
		if (i == begin) {
			if (dots.p[i] != ' ' && dots.p[i] != '#')
				return false;
			i++;
			continue;
		}
		push_column(table, slice_trim(slice_head(slice_skip(header, begin), i - begin)),
			    begin, i);
	}
	return table->column_count >= 2;
}

/* "# Baseline,Delta Abs,Shared Object,Symbol" of -t: no dots stand below it. */
static void separated_columns(struct slice header, struct table *table)
{
	struct slice s = slice_trim(header), part;
	size_t at;

	(void)slice_take(&s, "#");
	s = slice_trim(s);
	at = strlen("Baseline");
	while (at < s.n && s.p[at] == ' ')
		at++;
	if (at >= s.n || s.p[at] == 'D' || s.p[at] == 'R' || s.p[at] == 'W')
		return; /* the dots were cut off: rows are told by shape */
	table->separator = s.p[at];
	while (slice_split(&s, table->separator, &part))
		push_column(table, slice_trim(part), 0, 0);
}

/* ---- rows ---- */

static bool percent(struct slice s, double *out)
{
	s = slice_trim(s);
	if (!slice_ends(s, "%"))
		return false;
	s.n--;
	return num_double(s, out);
}

static bool is_tag(struct slice s)
{
	return s.n == 3 && s.p[0] == '[' && s.p[2] == ']';
}

/* "[k] memcg1_commit_charge  # note": the name alone. */
static struct slice symbol_name(struct slice s)
{
	s = slice_trim(s);
	if (is_tag(slice_head(s, 3)))
		s = slice_trim(slice_skip(s, 3));
	s = slice_head(s, slice_find(s, "  "));
	s = slice_head(s, slice_find_char(s, '\t'));
	return slice_trim_end(slice_head(s, slice_find(s, " <==")));
}

static void take_cell(const struct column *column, struct slice cell, struct row *out)
{
	double value;
	bool is_number = percent(cell, &value) || num_double(slice_trim(cell), &value);

	if (column->role == BASELINE && is_number) {
		out->baseline = value;
	} else if (column->role == COMM) {
		out->comm = slice_trim(cell);
	} else if (column->role == DSO) {
		out->dso = slice_trim(cell);
	} else if (column->role == SYMBOL) {
		out->symbol = symbol_name(cell);
	} else if (is_number &&
		   (column->role == DELTA || column->role == RATIO || column->role == WEIGHTED)) {
		out->roles[out->value_count] = column->role;
		out->files[out->value_count] = column->file;
		out->values[out->value_count++] = value;
	}
}

/* The last column goes on to the end of the line. */
static void row_by_columns(const struct table *table, struct slice line, struct row *out)
{
	for (size_t i = 0; i < table->column_count; i++) {
		const struct column *column = &table->columns[i];
		bool last = i + 1 == table->column_count;
		struct slice cell = slice_skip(line, column->begin);

		if (table->separator != '\0') {
			if (!slice_split(&line, table->separator, &cell))
				break;
		} else if (!last) {
			cell = slice_head(cell, table->columns[i + 1].begin - column->begin);
		}
		take_cell(column, cell, out);
	}
}

/* "0.09%  +0.08%  [kernel.kallsyms]  [k] name": DSO and comm before the tag. */
static bool row_by_shape(struct slice line, struct row *out)
{
	struct slice rest = line, word = slice_field(&rest);
	bool is_baseline = word.n > 0 && word.p[0] != '+' && word.p[0] != '-';

	if (is_baseline) {
		if (!percent(word, &out->baseline))
			return false;
		word = slice_field(&rest);
	}
	if (word.n < 2 || (word.p[0] != '+' && word.p[0] != '-') || !percent(word, &out->values[0]))
		return false;
	out->roles[0] = DELTA;
	out->value_count = 1;
	rest = slice_trim(rest);
	for (struct slice before = rest; (word = slice_field(&before)).n > 0;) {
		if (!is_tag(word))
			continue;
		out->dso = slice_trim(slice_head(rest, (size_t)(word.p - rest.p)));
		out->symbol = symbol_name(slice_skip(rest, (size_t)(word.p - rest.p)));
		return out->symbol.n > 0;
	}
	return false;
}

static bool parse_row(const struct table *table, struct slice line, struct row *out)
{
	*out = (struct row){ .baseline = RECORD_NO_NUMBER };
	if (table->column_count > 0) {
		row_by_columns(table, line, out);
		if ((out->value_count > 0 || out->baseline == out->baseline) &&
		    (out->symbol.n > 0 || out->dso.n > 0 || out->comm.n > 0))
			return true;
		*out = (struct row){ .baseline = RECORD_NO_NUMBER };
	}
	return row_by_shape(line, out);
}

/* ---- records ---- */

static enum err emit_symbol(const struct table *table, const struct row *row, double delta,
			    uint64_t file, size_t line, struct sink *sink, struct error *err)
{
	struct record r = record_init(RECORD_SYMBOL);

	r.line = line;
	r.run = file > 0 && file < FILES_MAX && table->files[file].n > 0 ? table->files[file]
									 : table->run;
	r.event = table->event;
	r.comm = row->comm;
	r.dso = row->dso;
	r.symbol = row->symbol;
	r.baseline_percent = row->baseline;
	r.delta_percent = delta;
	return sink_emit(sink, &r, err);
}

/* Ratio and weighted difference have no place in a symbol's record. */
static enum err emit_sample(const struct table *table, const struct row *row, size_t i, size_t line,
			    struct sink *sink, struct error *err)
{
	const struct label all[] = { { SLICE("event"), table->event },
				     { SLICE("comm"), row->comm },
				     { SLICE("dso"), row->dso },
				     { SLICE("symbol"), row->symbol } };
	struct record r = record_init(RECORD_SAMPLE);
	struct label labels[ARRAY_SIZE(all)];

	for (size_t k = 0; k < ARRAY_SIZE(all); k++)
		if (all[k].value.n > 0)
			labels[r.label_count++] = all[k];
	r.line = line;
	r.run = table->run;
	r.metric = row->roles[i] == RATIO ? SLICE("ratio") : SLICE("weighted diff");
	r.labels = labels;
	r.value = row->values[i];
	return sink_emit(sink, &r, err);
}

static enum err emit_row(const struct table *table, const struct row *row, size_t line,
			 struct sink *sink, struct error *err)
{
	bool has_symbol = false;
	enum err e = OK;

	for (size_t i = 0; e == OK && i < row->value_count; i++) {
		if (row->roles[i] == DELTA) {
			has_symbol = true;
			e = emit_symbol(table, row, row->values[i], row->files[i], line, sink, err);
		} else {
			e = emit_sample(table, row, i, line, sink, err);
		}
	}
	if (e == OK && !has_symbol && row->baseline == row->baseline)
		e = emit_symbol(table, row, RECORD_NO_NUMBER, 0, line, sink, err);
	return e;
}

/* ---- the text ---- */

/* "#  [1] perf.data.new" below "# Data files:" */
static bool take_file(struct slice s, struct table *table)
{
	struct slice number;
	uint64_t i;
	size_t end;

	if (!slice_take(&s, "#"))
		return false;
	s = slice_trim(s);
	end = slice_find_char(s, ']');
	if (!slice_starts(s, "[") || end == s.n)
		return false;
	number = (struct slice){ s.p + 1, end - 1 };
	s = slice_trim(slice_skip(s, end + 1));
	if (slice_ends(s, "(Baseline)"))
		s = slice_trim_end(slice_head(s, s.n - strlen("(Baseline)")));
	if (!num_uint(number, &i) || i >= FILES_MAX)
		return false;
	table->files[i] = s;
	return true;
}

static bool take_event(struct slice s, struct slice *event)
{
	if (!slice_take(&s, "# Event '"))
		return false;
	*event = slice_head(s, slice_rfind_char(s, '\''));
	return true;
}

/* Takes a comment line that belongs to perf diff; a header gives the columns. */
static bool take_comment(struct text *text, size_t i, struct table *table)
{
	struct slice s = slice_trim(text->lines[i].s);
	size_t below = text->lines[i].next;

	if (!slice_starts(s, "#"))
		return false;
	text->lines[i].taken = true;
	if (take_event(s, &table->event) || take_file(s, table) || !is_header(s))
		return true;
	table->column_count = 0;
	table->separator = '\0';
	if (below >= text->count || !dotted_columns(text->lines[i].s, text->lines[below].s, table))
		separated_columns(text->lines[i].s, table);
	return true;
}

static enum err read_table(struct text *text, size_t i, struct table *table, struct sink *sink,
			   struct error *err)
{
	enum err e = OK;

	for (; e == OK && i < text->count && !text->lines[i].taken; i = text_row_below(text, i)) {
		struct row row;

		if (slice_trim(text->lines[i].s).n == 0)
			continue;
		if (take_comment(text, i, table))
			continue;
		if (!parse_row(table, text->lines[i].s, &row))
			break;
		text->lines[i].taken = true;
		e = emit_row(table, &row, text->lines[i].line_no, sink, err);
	}
	return e;
}

static bool are_rows(const struct text *text, size_t i)
{
	struct table none = { 0 };
	struct row row;
	int n = 0;

	while (n < ROWS_MIN && i < text->count && !text->lines[i].taken &&
	       parse_row(&none, text->lines[i].s, &row)) {
		i = text_row_below(text, i);
		n++;
	}
	return n == ROWS_MIN;
}

/* "# Event 'x'" stands above perf diff's header alone; "# Data files:" likewise. */
static bool begins(const struct text *text, size_t i)
{
	struct slice s = slice_trim(text->lines[i].s);

	return slice_starts(s, "# Event '") || slice_starts(s, "# Data files:") || is_header(s) ||
	       are_rows(text, i);
}

static enum err perf_diff_prose(struct arena *arena, struct text *text, struct sink *sink,
				struct error *err)
{
	enum err e = OK;

	(void)arena;
	for (size_t i = 0; e == OK && i < text->count; i++) {
		struct table table = { 0 };

		if (text->lines[i].taken || !begins(text, i))
			continue;
		table.run = run_heading(text, i);
		e = read_table(text, i, &table, sink, err);
	}
	return e;
}

const struct format fmt_perf_diff = {
	.name = "perf-diff",
	.summary = "shares of symbols in one profile and their change in others",
	.tool = "perf diff, checked with 5.x and 6.1",
	.prose = perf_diff_prose,
};
