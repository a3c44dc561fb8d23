/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Collects decoded bytes into the lines of a text, each with the number of the input line at which
 * it began, and converts them from a charset to UTF-8.
 * Layer: ingest, below mail.
 */
#ifndef INGEST_LINES_H
#define INGEST_LINES_H

#include <iconv.h>

#include "ingest/text.h"
#include "lib/arena.h"
#include "lib/buf.h"
#include "lib/error.h"

struct lines {
	size_t line_no; /* of the input line that is being decoded; set by the caller */
	/* private */
	struct arena *arena;
	struct text *out;
	size_t *capacity;
	struct buf pending;
	size_t pending_line;
	iconv_t converter;         /* (iconv_t)-1 = none */
	size_t too_long, too_many; /* line that broke the limit; 0 = none */
};

/* charset "" or UTF-8 (or one that iconv does not know): bytes stay as they are. */
void lines_init(struct lines *lines, struct arena *arena, struct text *out, size_t *capacity,
		struct slice charset);
/* Any bytes; "\n" ends a line. */
void lines_add(struct lines *lines, struct slice bytes);
/* One line that lives in the arena's time already: it is borrowed, not copied. */
void lines_add_whole(struct lines *lines, struct slice line);
/* Ends the last line and releases what lines holds. ERR_LIMIT when one was over INPUT_LINE_MAX. */
NODISCARD enum err lines_finish(struct lines *lines, struct error *err);

/* Appends a line to a text. */
void text_push(struct arena *arena, struct text *text, size_t *capacity, struct slice s,
	       size_t line_no);

#endif
