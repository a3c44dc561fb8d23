/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf annotate --stdio: each instruction of a function with its share, its samples or its period.
 * Source lines between them are passed over. What a counter blames on an instruction is often due
 * to the one before it: nothing is moved.
 */
#include "ingest/format.h"

#include "ingest/perf_event.h"
#include "ingest/run_heading.h"
#include "lib/num.h"

enum { COLUMNS_MAX = 16, ROWS_MIN = 5 };

enum unit { UNIT_PERCENT, UNIT_SAMPLES, UNIT_PERIOD };

/* What the title and the head of the function tell. */
struct function {
	enum unit unit;
	struct slice run, object, symbol;
	struct slice events[COLUMNS_MAX];
	size_t event_count;
};

struct row {
	struct slice numbers[COLUMNS_MAX];
	size_t count;               /* 0: a row without numbers */
	struct slice address, text; /* text: of a row without numbers what stands right of ':' */
};

/* ---- lines ---- */

/* " Percent |	Source code & Disassembly of OBJECT for EVENT (N samples, percent: ...)" */
static bool read_title(struct slice line, struct function *out)
{
	static const char mark[] = "Source code & Disassembly of ";
	size_t bar = slice_find_char(line, '|'), for_at;
	struct slice what = slice_trim(slice_head(line, bar));
	struct slice rest = slice_trim(slice_skip(line, bar + 1));

	if (!slice_take(&rest, mark))
		return false;
	*out = (struct function){ .unit = UNIT_PERCENT };
	if (slice_starts(what, "Samples"))
		out->unit = UNIT_SAMPLES;
	else if (!slice_starts(what, "Percent"))
		out->unit = UNIT_PERIOD;
	for_at = slice_find(rest, " for ");
	out->object = slice_trim(slice_head(rest, for_at));
	rest = slice_skip(rest, for_at + 5);
	rest = slice_trim(slice_head(rest, slice_find(rest, " (")));
	out->event_count = perf_event_members(rest, slice_find_char(rest, ',') < rest.n,
					      out->events, COLUMNS_MAX);
	return true;
}

/* Cuts ':' or the bar that newer terminals show in its place off the front. */
static bool take_divider(struct slice *rest)
{
	return slice_take(rest, ":") || slice_take(rest, "\xe2\x94\x82");
}

static bool is_number(struct slice word)
{
	double value;

	return word.n > 0 && word.p[0] >= '0' && word.p[0] <= '9' && num_double(word, &value);
}

static bool is_hex(struct slice word)
{
	for (size_t i = 0; i < word.n; i++)
		if (!((word.p[i] >= '0' && word.p[i] <= '9') ||
		      (word.p[i] >= 'a' && word.p[i] <= 'f')))
			return false;
	return word.n > 0;
}

/* The instruction without the bytes of its code, "48 85 ff   test", that old perf prints. */
static struct slice without_code(struct slice text)
{
	struct slice rest = text, word;

	for (word = slice_field(&rest); word.n == 2 && is_hex(word); word = slice_field(&rest))
		continue;
	if (word.n == 0 || word.p == text.p || (word.p[-1] != '\t' && word.p[-2] != ' '))
		return text;
	return (struct slice){ word.p, text.n - (size_t)(word.p - text.p) };
}

/* "NUMBER... : ADDRESS: INSTRUCTION", or ": TEXT". False for another line. */
static bool read_row(struct slice line, struct row *out)
{
	struct slice rest = slice_trim(line), word, address;
	size_t colon;

	out->count = 0;
	while (!take_divider(&rest)) {
		word = slice_field(&rest);
		if (out->count == COLUMNS_MAX || !is_number(word))
			return false;
		out->numbers[out->count++] = word;
		rest = slice_trim(rest);
	}
	out->text = slice_trim(rest);
	if (out->count == 0)
		return true;
	colon = slice_find_char(out->text, ':');
	address = slice_head(out->text, colon);
	if (colon == out->text.n || !is_hex(address))
		return false;
	out->address = address;
	out->text = without_code(slice_trim(slice_skip(out->text, colon + 1)));
	return true;
}

/* "0000000000001370 <touch>:" above its instructions, behind the number of a source line or not. */
static void read_head(struct slice text, struct function *function)
{
	size_t open = slice_find_char(text, '<');
	struct slice before = slice_trim(slice_head(text, open));
	size_t blank = slice_rfind_char(before, ' ');

	if (blank < before.n)
		before = slice_skip(before, blank + 1);
	if (slice_ends(text, ">:") && open < text.n && is_hex(before))
		function->symbol = slice_head(slice_skip(text, open + 1), text.n - open - 3);
}

/* ---- records ---- */

/* A number that does not fit its unit stays absent. */
static void set_number(struct record *r, enum unit unit, struct slice number)
{
	double value;
	int64_t count;

	if (unit == UNIT_PERCENT && num_double(number, &value))
		r->percent = value;
	else if (unit == UNIT_SAMPLES && num_int(number, &count))
		r->samples = count;
	else if (unit == UNIT_PERIOD && num_int(number, &count))
		r->period = count;
}

static enum err emit_row(const struct function *function, const struct text_line *line,
			 const struct row *row, struct sink *sink, struct error *err)
{
	enum err e = OK;

	for (size_t i = 0; e == OK && i < row->count; i++) {
		struct record r = record_init(RECORD_INSTRUCTION);
		char column[8];
		int n = snprintf(column, sizeof(column), "%zu", i + 1);
		const struct label label = { SLICE("column"), { column, (size_t)n } };

		r.line = line->line_no;
		r.run = function->run;
		r.dso = function->object;
		r.symbol = function->symbol;
		r.address = row->address;
		r.assembly = row->text;
		if (function->event_count == row->count)
			r.event = function->events[i];
		else if (function->event_count == 1)
			r.event = function->events[0];
		r.labels = &label;
		r.label_count = row->count > 1;
		set_number(&r, function->unit, row->numbers[i]);
		e = sink_emit(sink, &r, err);
	}
	return e;
}

/* ---- the text ---- */

static bool is_ruler(struct slice line)
{
	struct slice s = slice_trim(line);

	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] != '-')
			return false;
	return s.n > 8;
}

/* Instructions from line i on, without a title above them: enough to be sure? */
static bool are_rows(const struct text *text, size_t i)
{
	size_t rows = 0;
	struct row row;

	for (; i < text->count && rows < ROWS_MIN; i = text->lines[i].next) {
		if (text->lines[i].taken || !read_row(text->lines[i].s, &row))
			break;
		rows += row.count > 0;
	}
	return rows == ROWS_MIN;
}

struct annotate {
	struct text *text;
	struct sink *sink;
	struct function function;
	bool in_function;
};

/* "Sorted summary for file ...": shares by source line, above the table. The line behind it. */
static size_t pass_summary(struct text *text, size_t i)
{
	for (; i < text->count && !text->lines[i].taken; i = text->lines[i].next) {
		struct slice rest = text->lines[i].s, word = slice_field(&rest);

		if (!is_number(word) && word.n > 0 && !is_ruler(text->lines[i].s) &&
		    !slice_starts(word, "Sorted"))
			break;
		text->lines[i].taken = true;
	}
	return i;
}

/* Begins a function at line i if one stands there. */
static bool begin_function(struct annotate *annotate, size_t i)
{
	struct text_line *line = &annotate->text->lines[i];
	struct function function = { .unit = UNIT_PERCENT };
	struct row row;

	if (read_title(line->s, &function))
		line->taken = true;
	else if (annotate->in_function || !read_row(line->s, &row) || row.count == 0 ||
		 !are_rows(annotate->text, i))
		return false;
	function.run = run_heading(annotate->text, i);
	annotate->function = function;
	annotate->in_function = true;
	return true;
}

/* A line below a title: rows may go on behind a reply. */
static enum err take_line(struct annotate *annotate, size_t i, struct error *err)
{
	struct text_line *line = &annotate->text->lines[i];
	struct row row;

	if (is_ruler(line->s)) {
		line->taken = true;
		return OK;
	}
	if (!read_row(line->s, &row))
		return OK;
	line->taken = true;
	if (row.count > 0)
		return emit_row(&annotate->function, line, &row, annotate->sink, err);
	read_head(row.text, &annotate->function);
	return OK;
}

static enum err read_depth(struct annotate *annotate, size_t i, struct error *err)
{
	struct text *text = annotate->text;
	enum err e = OK;

	while (e == OK && i < text->count) {
		struct text_line *line = &text->lines[i];
		size_t next = line->next;

		if (!line->taken && slice_starts(line->s, "Sorted summary for file "))
			next = pass_summary(text, i);
		else if (!line->taken && (!begin_function(annotate, i) || !line->taken) &&
			 annotate->in_function)
			e = take_line(annotate, i, err);
		i = next;
	}
	return e;
}

static enum err perf_annotate_prose(struct arena *arena, struct text *text, struct sink *sink,
				    struct error *err)
{
	enum err e = OK;

	(void)arena;
	for (size_t i = 0; e == OK && i < text->count; i++) {
		struct annotate annotate = { .text = text, .sink = sink };

		if (text->lines[i].previous >= text->count) /* the first line of its depth */
			e = read_depth(&annotate, i, err);
	}
	return e;
}

const struct format fmt_perf_annotate = {
	.name = "perf-annotate",
	.summary = "share of each instruction of a function",
	.tool = "perf annotate --stdio, checked with 5.10, 6.1, 6.12 and 7.2",
	.prose = perf_annotate_prose,
};
