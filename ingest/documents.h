/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * JSON documents one after another: a single one, or one a line (NDJSON), each within limits.
 * Layer: ingest, above format and lib's json.
 *
 * Where the first document stands on one line, every document ends with its line, so that a broken
 * one is told with its own line. Nesting is limited to DOCUMENT_DEPTH_MAX levels.
 */
#ifndef INGEST_DOCUMENTS_H
#define INGEST_DOCUMENTS_H

#include "ingest/format.h"
#include "lib/buf.h"
#include "lib/json.h"

enum { DOCUMENT_DEPTH_MAX = 64 };

struct documents {
	size_t line;   /* on which the current document began, from 1 */
	bool lets_nan; /* set it to let NaN and Infinity pass, which are no JSON: they become texts
			*/
	/* private */
	struct input *input;
	const struct format_options *options;
	struct buf text;
	size_t at;        /* in text: what stands before was dealt with */
	size_t next_line; /* of at */
	bool a_line_each, ended;
	json_t *current;
};

void documents_init(struct documents *documents, struct input *input,
		    const struct format_options *options);
void documents_release(struct documents *documents);

/*
 * The next document in *out, until the next call; NULL at the end. ERR_INPUT with the line when it
 * is no JSON or the input breaks off, ERR_LIMIT when it exceeds a limit.
 */
NODISCARD enum err documents_next(struct documents *documents, json_t **out, struct error *err);

/* Before the first document: passes over that many bytes, which are none of it. */
NODISCARD enum err documents_skip(struct documents *documents, size_t bytes, struct error *err);

/* The byte with which the next document begins; '\0' at the end. */
NODISCARD enum err documents_peek(struct documents *documents, char *out, struct error *err);

/* A scalar as text, a list or object as JSON; null and what is not there are empty. In the arena,
 * or borrowed. */
struct slice documents_text(struct arena *arena, const json_t *value);

/*
 * For detection, at the beginning of a file: what stands behind a byte order mark and blanks; and
 * whether the next token is c, or a text, which is then cut off *head. Escapes stay in the text.
 */
struct slice documents_head(struct slice head);
bool documents_take(struct slice *head, char c);
bool documents_take_text(struct slice *head, struct slice *text);

#endif
