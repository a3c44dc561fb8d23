/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Comparison tables of mmtests as people paste them into mails (docs/formats.md, "mmtests-table"):
 * rows of cells, the heading above them, and what a row means.
 * Layer: ingest, below fmt_mmtests_table.
 */
#ifndef INGEST_TABLE_H
#define INGEST_TABLE_H

#include "ingest/text.h"
#include "lib/arena.h"
#include "lib/record.h"
#include "lib/slice.h"

enum { TABLE_COLUMNS_MAX = 64 };

/* "1530574.6033 (  6.05%)", or the value alone. */
struct table_cell {
	struct slice value;   /* as printed, "%" cut off; may be "nan" */
	struct slice percent; /* without its "%"; "" = none */
	bool in_percent;      /* the value itself is one: "99%" */
	size_t end;           /* column behind the cell */
};

struct table_row {
	size_t index;      /* of its line; the last one, when it was wrapped */
	size_t first;      /* of its first line */
	struct slice name; /* what stands before the cells, trimmed */
	size_t name_end;   /* column behind the name */
	bool percents;     /* cells carry percents */
	bool glued;        /* no blank between name and first value */
	struct table_cell *cells;
	size_t count;
};

/*
 * Reads line i of the text as a row of cells with percents, else of plain numbers; joins lines that
 * a mail program wrapped. False when it is no row.
 */
bool table_row_parse(struct arena *arena, const struct text *text, size_t i, struct table_row *out);

/* Line i with blanks for its tabs. */
struct slice table_line(struct arena *arena, const struct text *text, size_t i);

/* Consecutive rows with what stands above them. */
struct table_block {
	struct table_row *rows;
	size_t row_count;
	bool percents;
	size_t columns;       /* that most rows have */
	struct slice *names;  /* of the columns; NULL = no heading */
	struct slice letters; /* of the heading, without blanks */
	bool names_cut;       /* names stood without a blank between them: guessed by columns */
	struct slice benchmark;
	size_t heading; /* first line of the heading; = rows[0].first when there is none */
};

/* "col1" for column 0: what a column is called that no heading names. */
struct slice table_column_name(struct arena *arena, size_t column);

/* Finds the names and the benchmark above the rows of a block, and takes their lines. */
void table_heading_parse(struct arena *arena, struct text *text, struct table_block *block);

/* What one row measures. */
struct table_meaning {
	struct slice metric, statistic, unit;
	enum better better;
	bool spread; /* a deviation or range: it has no direction */
};

/*
 * Fills one meaning per row, in the order of rows. A client number that a value has swallowed is
 * taken back out of rows' cells first.
 */
void table_meanings(struct arena *arena, struct table_block *block, struct table_meaning *out);

/*
 * True when the printed percent is what base and value give, whichever way is better, within the
 * rounding of what is printed.
 */
bool table_percent_fits(struct slice base, struct slice value, struct slice percent);

/* A row that pasted tables of counters and durations have, by its name. */
bool table_name_known(struct slice name);

#endif
