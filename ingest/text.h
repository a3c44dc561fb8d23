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

struct text_line {
	struct slice s; /* without quote marks and line end; its own indent stays */
	size_t line_no; /* in the input as it came, from 1 */
	unsigned depth; /* of quoting: 0 = the author's own words */
	bool taken;     /* a format has claimed it */
};

struct text {
	struct text_line *lines;
	size_t count;
};

/*
 * One message, an mbox, or text without any header: headers that matter (MIME, transfer encoding,
 * charset) are obeyed and taken off, parts that are no text are left out, "> " of any depth and in
 * any spelling (">> ", "> > ", "| ") is counted. ERR_INPUT when it is no text (NUL bytes).
 */
NODISCARD enum err text_from_bytes(struct arena *arena, struct slice bytes, struct text *out,
				   struct error *err);

#endif
