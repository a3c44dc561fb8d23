/* SPDX-License-Identifier: GPL-2.0-or-later */
/* perf stat as it prints for people: blocks with a heading, interval rows, and pastes without. */
#include "ingest/perf_number.h"
#include "ingest/perf_stat_line.h"
#include "ingest/run_heading.h"
#include "lib/num.h"

enum { HEADER_LINES_MAX = 8, WRAPPED_MAX_BYTES = 40, WEAK_ROWS_MAX = 16 };

struct row {
	enum perf_stat_line_kind kind;
	struct perf_stat_line line;
	size_t line_no;
};

struct block {
	struct arena *arena;
	struct row *rows;
	size_t count, capacity;
	struct slice run;
	int64_t n;     /* runs of -r; RECORD_NO_COUNT = none told */
	size_t header; /* line number of "Performance counter stats for"; 0 = none */
	bool is_machine, is_total, has_footer, has_intervals;
	char decimal;
	size_t strong;
	size_t end; /* the line behind it */
};

/* ---- lines of a block ---- */

static bool is_header(struct slice line)
{
	return slice_starts(slice_trim(line), "Performance counter stats for ");
}

/* "#           time             counts unit events" */
static bool is_interval_header(struct slice line)
{
	return slice_take(&line, "#") && slice_is(slice_field(&line), "time") && line.n > 0;
}

/* "# started on ...", "# Table of individual measurements:", "# Final result:" */
static bool is_note(struct slice line)
{
	struct slice s = slice_trim(line);

	return is_interval_header(s) || slice_starts(s, "# started on ") ||
	       slice_starts(s, "# Table of individual") || slice_starts(s, "# Final result");
}

static void push_line(struct block *block, enum perf_stat_line_kind kind,
		      const struct perf_stat_line *line, size_t line_no)
{
	struct row row = { kind, *line, line_no };

	ARENA_PUSH(block->arena, block->rows, block->count, block->capacity, row);
	if (kind == PERF_STAT_FOOTER)
		block->has_footer = true;
	if (line->time.n > 0)
		block->has_intervals = true;
	block->strong += kind == PERF_STAT_ROW && line->is_strong;
	if (line->value.n > 0 && line->row.status.n == 0 && perf_stat_has_decimals(&line->row) &&
	    perf_decimal_mark(line->value) != '\0')
		block->decimal = perf_decimal_mark(line->value);
	else if (line->time.n > 0 && block->decimal == '\0')
		block->decimal = perf_decimal_mark(line->time);
}

/* Units that perf stat prints; a word of prose behind a number is none. */
static bool is_metric_unit(struct slice unit)
{
	static const char *const ends[] = { "/sec",       "GHz",       "utilized",
					    " per cycle", " per insn", " cycles idle" };

	for (size_t i = 0; i < ARRAY_SIZE(ends); i++)
		if (slice_ends(unit, ends[i]))
			return true;
	return slice_starts(unit, "of all ");
}

/* A row whose end stands on the next line, as a mail program wraps it. */
static bool join_wrapped(struct block *block, struct slice above, struct slice line)
{
	struct row *last = block->count > 0 ? &block->rows[block->count - 1] : NULL;
	struct perf_stat_line joined;
	struct slice number, unit, whole;

	if (last == NULL || last->kind != PERF_STAT_ROW || slice_trim(line).n > WRAPPED_MAX_BYTES)
		return false;
	whole = arena_printf(block->arena, "%.*s %.*s", SLICE_FMT(above),
			     SLICE_FMT(slice_trim(line)));
	if (perf_stat_line_parse(whole, &joined) != PERF_STAT_ROW || joined.metric_count == 0 ||
	    !perf_stat_metric_split(joined.metrics[joined.metric_count - 1], &number, &unit) ||
	    !is_metric_unit(unit))
		return false;
	block->strong += !last->line.is_strong;
	last->line = joined;
	return true;
}

/* Takes one line into the block; false when the block ends before it. */
static bool take_line(struct block *block, const struct text *text, size_t i, size_t above)
{
	struct slice s = text->lines[i].s;
	struct perf_stat_line line;
	enum perf_stat_line_kind kind;

	if (is_note(s))
		return true;
	kind = perf_stat_line_parse(s, &line);
	if (kind == PERF_STAT_NONE)
		return above < text->count && above + 1 == i &&
		       join_wrapped(block, text->lines[above].s, s);
	if (kind == PERF_STAT_TAIL) {
		if (block->count == 0)
			return false;
		if (line.sem.n > 0)
			block->rows[block->count - 1].line.sem = line.sem;
		if (line.running.n > 0)
			block->rows[block->count - 1].line.running = line.running;
		return true;
	}
	if (block->has_footer && kind != PERF_STAT_FOOTER)
		return false;
	push_line(block, kind, &line, text->lines[i].line_no);
	return true;
}

/* Whether a line may belong to the block although a blank line stands before it. */
static bool survives_gap(const struct block *block, struct slice line)
{
	struct perf_stat_line parsed;
	enum perf_stat_line_kind kind;

	if (block->count == 0 || is_note(line))
		return true;
	kind = perf_stat_line_parse(line, &parsed);
	return kind == PERF_STAT_FOOTER || kind == PERF_STAT_RAW ||
	       (kind == PERF_STAT_ROW && !block->has_footer && parsed.is_strong);
}

/* Reads from line i on; the line behind the last in *end. Takes nothing yet. */
static void read_lines(struct block *block, const struct text *text, size_t i, size_t *end)
{
	size_t above = text->count;
	bool gap = false;

	*end = i;
	for (; i < text->count && !text->lines[i].taken; i = text->lines[i].next) {
		struct slice s = text->lines[i].s;

		if (slice_trim(s).n == 0) {
			gap = true;
			continue;
		}
		if (is_header(s) || (gap && !survives_gap(block, s)) ||
		    !take_line(block, text, i, above))
			break;
		above = i;
		gap = false;
		*end = text->lines[i].next;
		if (block->header == 0 && block->count == WEAK_ROWS_MAX && block->strong < 2)
			break; /* some other list of numbers and words */
	}
}

static void take_lines(struct text *text, size_t i, size_t end)
{
	for (; i < end && i < text->count; i = text->lines[i].next)
		if (slice_trim(text->lines[i].s).n > 0)
			text->lines[i].taken = true;
}

/* ---- the heading ---- */

/* "... for 'make' (5 runs):" from line i on, over several lines where the command is long. */
static size_t read_header(struct block *block, struct text *text, size_t i)
{
	for (int k = 0; k < HEADER_LINES_MAX && i < text->count; k++) {
		struct slice s = slice_trim(text->lines[i].s), runs;
		size_t open = slice_rfind_char(s, '(');

		text->lines[i].taken = true;
		i = text->lines[i].next;
		if (slice_find(s, "'system wide'") < s.n || slice_find(s, "'CPU(s) ") < s.n)
			block->is_machine = true;
		if (!slice_ends(s, ":"))
			continue;
		runs = slice_skip(s, open + 1);
		if (slice_ends(runs, " runs):"))
			if (!num_int(slice_field(&runs), &block->n))
				block->n = RECORD_NO_COUNT;
		break;
	}
	return i;
}

/* ---- records ---- */

/* In the cgroup mode every row has one word behind the event. */
static bool has_cgroups(const struct block *block)
{
	size_t rows = 0;

	for (size_t i = 0; i < block->count; i++) {
		if (block->rows[i].kind != PERF_STAT_ROW)
			continue;
		if (block->rows[i].line.behind_count != 1)
			return false;
		rows++;
	}
	return rows > 0;
}

static enum err emit_metrics(const struct block *block, const struct row *row,
			     const struct perf_stat_row *of, struct sink *sink, struct error *err)
{
	enum err e = OK;

	for (size_t i = 0; e == OK && i < row->line.metric_count; i++) {
		struct slice number, unit;
		double value;

		if (perf_stat_metric_split(row->line.metrics[i], &number, &unit) &&
		    perf_number(number, block->decimal, false, &value))
			e = perf_stat_emit_metric(block->arena, sink, of, value, unit, err);
	}
	return e;
}

/* Fills what the line and its block tell into the row; false when its value is no number. */
static bool complete(const struct block *block, struct row *row, bool cgroups)
{
	struct perf_stat_row *r = &row->line.row;
	bool whole = !perf_stat_has_decimals(r);

	r->line = row->line_no;
	r->run = block->run;
	r->is_machine = r->is_machine || block->is_machine;
	r->is_total = block->is_total && row->kind == PERF_STAT_ROW;
	r->time_s = perf_number_or_none(row->line.time, block->decimal);
	r->sem_percent = perf_number_or_none(row->line.sem, block->decimal);
	r->running_percent = perf_number_or_none(row->line.running, block->decimal);
	if (row->kind != PERF_STAT_RAW)
		r->n = block->n;
	r->is_mean = r->n != RECORD_NO_COUNT || r->sem_percent == r->sem_percent;
	if (cgroups && row->kind == PERF_STAT_ROW)
		perf_stat_label(r, "cgroup", row->line.behind);
	return r->status.n > 0 || perf_number(row->line.value, block->decimal, whole, &r->value);
}

static enum err emit_block(struct block *block, struct sink *sink, struct error *err)
{
	struct perf_stat_row none = perf_stat_row_init();
	const struct perf_stat_row *last = &none;
	bool cgroups = has_cgroups(block);
	enum err e = OK;

	none.run = block->run;
	for (size_t i = 0; e == OK && i < block->count; i++) {
		struct row *row = &block->rows[i];

		if (row->kind == PERF_STAT_METRIC) {
			none.line = last == &none ? row->line_no : none.line;
			e = emit_metrics(block, row, last, sink, err);
			continue;
		}
		if (!complete(block, row, cgroups)) {
			e = sink_diagnostic(sink, row->line_no, err, "'%.*s' is no number",
					    SLICE_FMT(slice_head(row->line.value, 40)));
			continue;
		}
		e = perf_stat_emit(sink, &row->line.row, err);
		if (e == OK)
			e = emit_metrics(block, row, &row->line.row, sink, err);
		last = row->kind == PERF_STAT_ROW ? &row->line.row : last;
	}
	return e;
}

/* ---- the text ---- */

/* perf 6.1 prints the value of the last run where others print the mean. */
static bool tells_version_6_1(const struct text *text)
{
	for (size_t i = 0; i < text->count; i++) {
		struct slice s = slice_trim(text->lines[i].s);

		(void)slice_take(&s, "# ");
		if (slice_take(&s, "perf version ") &&
		    (slice_starts(s, ": 6.1.") || slice_starts(s, "6.1.") || slice_is(s, "6.1")))
			return true;
	}
	return false;
}

static bool is_block(const struct block *block)
{
	if (block->header > 0 || block->has_intervals)
		return block->count > 0;
	return block->strong >= 2 || (block->has_footer && block->count > 1);
}

/* A block may begin at line i only with one of these. */
static bool may_begin(struct slice s)
{
	struct perf_stat_line line;

	if (is_header(s) || is_interval_header(s))
		return true;
	return perf_stat_line_parse(s, &line) == PERF_STAT_ROW;
}

/* Reads the block that begins at this line, if one does. block tells what came before. */
static enum err read_block(struct text *text, size_t begin, struct block *block, bool is_last_run,
			   struct sink *sink, struct error *err)
{
	size_t end;
	enum err e = OK;

	block->run = run_heading(text, begin);
	if (is_header(text->lines[begin].s)) {
		block->header = text->lines[begin].line_no;
		begin = read_header(block, text, begin);
	}
	read_lines(block, text, begin, &end);
	block->end = end;
	if (!is_block(block)) {
		block->has_intervals = false;
		return OK;
	}
	take_lines(text, begin, end);
	if (block->n > 1 && is_last_run)
		e = sink_diagnostic(sink, block->header, err,
				    "perf 6.1 prints the value of the last run, not the mean");
	return e == OK ? emit_block(block, sink, err) : e;
}

enum err perf_stat_text(struct arena *arena, struct text *text, struct sink *sink,
			struct error *err)
{
	bool after_intervals = false, is_last_run = tells_version_6_1(text);
	size_t looked_at = 0; /* lines before it, of this depth, begin no block */
	uint32_t depth = 0;
	enum err e = OK;

	for (size_t i = 0; e == OK && i < text->count; i++) {
		struct block block = { .arena = arena, .n = RECORD_NO_COUNT };
		struct slice s = text->lines[i].s;

		if (text->lines[i].taken || slice_trim(s).n == 0 ||
		    (i < looked_at && text->lines[i].depth == depth))
			continue;
		block.is_total = after_intervals && is_header(s);
		after_intervals = false;
		if (!may_begin(s))
			continue;
		e = read_block(text, i, &block, is_last_run, sink, err);
		after_intervals = block.has_intervals;
		looked_at = block.end;
		depth = text->lines[i].depth;
	}
	return e;
}
