/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tables of mmtests' compare-kernels.sh as they stand in mails since 2012:
 *
 *	pft faults
 *	                              4.0.0                  4.0.0
 *	                            vanilla             nomemcg-v1
 *	Hmean    faults/cpu-1 1443258.1051 (  0.00%) 1530574.6033 (  6.05%)
 *
 * and the blocks of durations and counters without percents below them.
 */
#include "ingest/format.h"

#include "ingest/dict.h"
#include "ingest/table.h"
#include "lib/num.h"

/* The heading that came last for a number of columns: blocks without one take its names. */
struct headings {
	struct slice *names[TABLE_COLUMNS_MAX + 1];
	struct slice letters[TABLE_COLUMNS_MAX + 1];
};

struct reader {
	struct arena *arena;
	struct text *text;
	struct sink *sink;
	struct headings last;
	bool *seen; /* lines that stand in a block that is none of ours */
};

/* The number of cells that most rows have. */
static size_t usual_columns(const struct table_block *block)
{
	size_t counts[TABLE_COLUMNS_MAX + 1] = { 0 }, best = 0;

	for (size_t i = 0; i < block->row_count; i++)
		counts[block->rows[i].count]++;
	for (size_t n = 1; n <= TABLE_COLUMNS_MAX; n++)
		if (counts[n] > counts[best])
			best = n;
	return best;
}

/* Rows from line i on, one right below the other; replies of another depth may stand between. */
static void collect_rows(struct reader *reader, size_t i, struct table_block *block)
{
	size_t capacity = 0;
	struct table_row row;

	*block = (struct table_block){ 0 };
	while (i < reader->text->count && table_row_parse(reader->arena, reader->text, i, &row)) {
		if (block->row_count == 0)
			block->percents = row.percents;
		if (row.percents != block->percents)
			break;
		ARENA_PUSH(reader->arena, block->rows, block->row_count, capacity, row);
		i = row.first;
		while (reader->text->lines[i].next <= row.index)
			i = reader->text->lines[i].next;
		i = text_row_below(reader->text, i);
	}
	block->columns = usual_columns(block);
}

static bool is_zero(struct slice number)
{
	double value;

	return num_double(number, &value) && value == 0;
}

/* A table of comparisons has a baseline, whose cells read ( 0.00%). */
static bool is_comparison(const struct table_block *block)
{
	for (size_t i = 0; i < block->row_count; i++) {
		const struct table_row *row = &block->rows[i];

		if (row->cells[0].percent.n > 0 && is_zero(row->cells[0].percent) &&
		    num_decimals(row->cells[0].percent) == 2)
			return true;
	}
	return false;
}

/* A block of durations or counters shows that it is one by the names of its rows. */
static bool is_monitor(const struct table_block *block)
{
	size_t durations = 0;

	for (size_t i = 0; i < block->row_count; i++) {
		struct slice name = block->rows[i].name;

		if (table_name_known(name))
			return true;
		durations += slice_is(name, "User") || slice_is(name, "System") ||
			     slice_is(name, "Elapsed");
	}
	return durations >= 2;
}

/* Values of a row that belong to its columns: of a plain row the last ones. */
static const struct table_cell *row_cells(const struct table_block *block,
					  const struct table_row *row, size_t *count)
{
	size_t extra = 0;

	if (!row->percents && row->count > block->columns)
		extra = row->count - block->columns;
	*count = row->count - extra;
	if (*count > block->columns)
		*count = block->columns;
	return row->cells + extra;
}

/* Columns without any number but 0.00 ( 0.00%): the benchmark did not run there. */
static void find_empty_columns(const struct table_block *block, bool *empty)
{
	for (size_t c = 0; c < block->columns; c++)
		empty[c] = block->percents;
	for (size_t i = 0; i < block->row_count; i++) {
		size_t n;
		const struct table_cell *cells = row_cells(block, &block->rows[i], &n);

		for (size_t c = 0; c < n; c++)
			empty[c] = empty[c] && is_zero(cells[c].value);
	}
}

static void name_columns(struct reader *reader, struct table_block *block)
{
	size_t n = block->columns;
	bool again = block->names_cut && reader->last.names[n] != NULL &&
		     slice_eq(block->letters, reader->last.letters[n]);

	/* wider columns of the same names leave no doubt where each ends */
	if (block->names == NULL || again)
		block->names = reader->last.names[n];
	if (block->names == NULL) {
		block->names = ARENA_ARRAY(reader->arena, n, struct slice);
		for (size_t i = 0; i < n; i++)
			block->names[i] = table_column_name(reader->arena, i);
	}
	reader->last.names[n] = block->names;
	if (block->letters.n > 0)
		reader->last.letters[n] = block->letters;
}

/* Says when a printed percent is not what the values give, or stands for no measurement. */
static enum err check_percent(struct reader *reader, const struct table_cell *base,
			      const struct table_cell *cell, const struct record *r, bool *measured,
			      struct error *err)
{
	*measured = true;
	if (cell->percent.n == 0 || table_percent_fits(base->value, cell->value, cell->percent))
		return OK;
	*measured = !(is_zero(cell->value) && is_zero(cell->percent));
	return sink_diagnostic(reader->sink, r->line, err,
			       *measured ? "%.*s of %.*s: the values do not give the %.*s %% that "
					   "is printed"
					 : "%.*s of %.*s was not measured",
			       SLICE_FMT(r->metric), SLICE_FMT(r->run), SLICE_FMT(cell->percent));
}

static enum err emit_row(struct reader *reader, const struct table_block *block,
			 const struct table_row *row, const struct table_meaning *meaning,
			 const bool *empty, struct error *err)
{
	struct record r = record_init(RECORD_SAMPLE);
	enum err e = OK;
	size_t n;
	const struct table_cell *cells = row_cells(block, row, &n);

	r.line = reader->text->lines[row->first].line_no;
	r.benchmark = block->benchmark;
	r.metric = meaning->metric;
	r.statistic = meaning->statistic;
	r.better = meaning->better;
	for (size_t i = 0; e == OK && i < n; i++) {
		bool measured;

		r.run = block->names[i];
		r.unit = cells[i].in_percent ? SLICE("%") : meaning->unit;
		if (empty[i] || !num_double(cells[i].value, &r.value))
			continue;
		e = check_percent(reader, &cells[0], &cells[i], &r, &measured, err);
		if (e == OK && measured)
			e = sink_emit(reader->sink, &r, err);
	}
	return e;
}

/* A sentence may hold a number with ( 0.00%); a table names its columns or has several. */
static bool is_sentence(const struct table_block *block)
{
	return block->percents && block->columns == 1 && block->names == NULL;
}

static void pass_over(struct reader *reader, const struct table_block *block)
{
	for (size_t i = 0; i < block->row_count; i++)
		reader->seen[block->rows[i].first] = true;
}

static enum err emit_block(struct reader *reader, struct table_block *block, struct error *err)
{
	struct table_meaning *meanings =
		ARENA_ARRAY(reader->arena, block->row_count, struct table_meaning);
	bool empty[TABLE_COLUMNS_MAX];
	enum err e = OK;

	table_heading_parse(reader->arena, reader->text, block);
	if (is_sentence(block)) {
		pass_over(reader, block);
		return OK;
	}
	name_columns(reader, block);
	table_meanings(reader->arena, block, meanings);
	find_empty_columns(block, empty);
	for (size_t i = 0; e == OK && i < block->row_count; i++) {
		const struct table_row *row = &block->rows[i];

		for (size_t line = row->first; line <= row->index; line++)
			reader->text->lines[line].taken = true;
		e = emit_row(reader, block, row, &meanings[i], empty, err);
	}
	return e;
}

static enum err mmtests_table_prose(struct arena *arena, struct text *text, struct sink *sink,
				    struct error *err)
{
	struct reader reader = {
		.arena = arena,
		.text = text,
		.sink = sink,
		.seen = ARENA_ARRAY(arena, text->count, bool),
	};
	enum err e = OK;
	size_t i = 0;

	while (e == OK && i < text->count) {
		struct table_block block;

		if (reader.seen[i]) {
			i++;
			continue;
		}
		collect_rows(&reader, i, &block);
		if (block.row_count == 0) {
			i++;
			continue;
		}
		if (block.percents ? is_comparison(&block) : is_monitor(&block))
			e = emit_block(&reader, &block, err);
		else
			pass_over(&reader, &block);
		i = block.rows[0].index + 1;
	}
	return e;
}

const struct format fmt_mmtests_table = {
	.name = "mmtests-table",
	.summary = "tables of kernels side by side, with percents, durations or counters",
	.tool = "mmtests compare-kernels.sh and compare-mmtests.pl, 2012 to 2026",
	.prose = mmtests_table_prose,
};
