/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of perf report: by the columns that its header names, or by their shape where the header was
 * cut off.
 * Layer: ingest, above lib. Slices point into the lines.
 */
#ifndef INGEST_REPORT_ROW_H
#define INGEST_REPORT_ROW_H

#include "lib/base.h"
#include "lib/record.h"
#include "lib/slice.h"

enum { REPORT_COLUMNS_MAX = 24, REPORT_MEMBERS_MAX = 16, REPORT_LABELS_MAX = 4 };

enum report_column {
	REPORT_OVERHEAD, /* or Self */
	REPORT_CHILDREN,
	REPORT_PERCENT, /* one that is not kept: sys, usr, guest */
	REPORT_SAMPLES,
	REPORT_PERIOD,
	REPORT_COMM,
	REPORT_PID_COMM, /* "1234:comm" */
	REPORT_DSO,
	REPORT_SYMBOL,
	REPORT_FILE,
	REPORT_LABEL, /* tells rows apart: CPU, cgroup */
	REPORT_OTHER,
};

struct report_columns {
	size_t count;
	enum report_column kind[REPORT_COLUMNS_MAX];
	struct slice label[REPORT_COLUMNS_MAX];                    /* of REPORT_LABEL */
	size_t start[REPORT_COLUMNS_MAX], end[REPORT_COLUMNS_MAX]; /* by the dotted row */
	bool has_places;
	char separator; /* of -t; 0 = none */
	/* --hierarchy: the columns behind the numbers are levels, one a line */
	bool is_hierarchy;
	size_t numbers; /* columns before the first level */
};

/* What a row holds; one number for each event of a group. Absent as in a record. */
struct report_row {
	size_t members;
	double percent[REPORT_MEMBERS_MAX], children[REPORT_MEMBERS_MAX];
	int64_t samples[REPORT_MEMBERS_MAX], period[REPORT_MEMBERS_MAX];
	struct slice comm, dso, symbol, file;
	struct label labels[REPORT_LABELS_MAX];
	size_t label_count;
	bool lacks_symbol; /* it ends with "[k]": a mail wrapped it */
};

/* "# Overhead  Command ...", with or without its mark. False for another line. */
bool report_columns_read(struct slice header, struct report_columns *out);
/* "# ........  .......": where the columns of that header stand. False for another line. */
bool report_columns_place(struct slice dots, struct slice header, struct report_columns *columns);

/* A row below these columns, not of a hierarchy. */
bool report_row_read(const struct report_columns *columns, struct slice line,
		     struct report_row *out);

/*
 * A row of a hierarchy: its numbers, *place of the first '%', and the text of its level. The caller
 * makes the row whole with report_row_level.
 */
bool report_row_hierarchy(const struct report_columns *columns, struct slice line, size_t *place,
			  struct slice *text, struct report_row *out);
void report_row_level(const struct report_columns *columns, size_t level, struct slice text,
		      struct report_row *out);

/* "+  1.31%  0.59%  [SAMPLES]  [COMM]  [DSO]  [k] SYMBOL" without a header. */
bool report_row_guess(struct slice line, struct report_row *out);

#endif
