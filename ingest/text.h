/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A mail, or any other prose, as plain lines: transfer encodings undone, quote marks counted and
 * taken off, non-breaking spaces made blanks. Formats claim line ranges of it.
 * Layer: ingest, above lib.
 */
#ifndef INGEST_TEXT_H
#define INGEST_TEXT_H

#include "lib/arena.h"
#include "lib/error.h"
#include "lib/slice.h"

enum { TEXT_LINES_MAX = 4 * 1000 * 1000 };

struct text_line {
	struct slice s;          /* without quote marks and line end; its own indent stays */
	uint32_t line_no;        /* in the input as it came, from 1 */
	uint32_t depth;          /* of quoting: 0 = the author's own words */
	uint32_t next, previous; /* line of the same depth; text->count = none */
	uint32_t row_below;      /* as text_row_below gives it */
	bool taken;              /* a format has claimed it */
};

/* A message with header fields. */
struct mail_head {
	struct slice id;              /* without '<' and '>'; "" = none that is one */
	struct slice subject, author; /* the author's name; "" = not told */
	int64_t date_s;               /* epoch; 0 = not told */
	size_t line_no;               /* of the input: its first */
	size_t first;                 /* of the text's lines: its first */
};

struct format_options;

struct text {
	struct text_line *lines;
	size_t count;
	struct mail_head *mails; /* in order; lines before the first are of none */
	size_t mail_count;
	bool chosen;                          /* the user named the format that reads it */
	struct slice path;                    /* of the input or member; "" = none */
	const struct format_options *options; /* NULL = none */
};

/*
 * The line that may go on with what line i lists: the next of its depth. Where a reply stands
 * between, so do blank quoted lines around it, and they are passed over. text->count = none.
 */
size_t text_row_below(const struct text *text, size_t i);

/* A line with non-breaking blanks as blanks, without terminal sequences, broken UTF-8 as U+FFFD. */
struct slice text_clean(struct arena *arena, struct slice line);

/*
 * One message, an mbox, or text without any header: headers that matter (MIME, transfer encoding,
 * charset) are obeyed and taken off, parts that are no text are left out, "> " of any depth and in
 * any spelling (">> ", "> > ", "| ") is counted. ERR_INPUT when it is no text (NUL bytes),
 * ERR_LIMIT for more than TEXT_LINES_MAX lines or one of more than INPUT_LINE_MAX bytes.
 */
NODISCARD enum err text_from_bytes(struct arena *arena, struct slice bytes, struct text *out,
				   struct error *err);

#endif
