/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * JSON read where it stands, value by value, without building a tree: for documents whose keys
 * come twice, whose numbers are wider than a double, or that are long. It is lenient where told.
 * Layer: ingest, above lib.
 */
#ifndef INGEST_JSON_CURSOR_H
#define INGEST_JSON_CURSOR_H

#include "lib/arena.h"
#include "lib/slice.h"

struct json_cursor {
	const char *p, *end;
};

enum json_kind {
	JSON_KIND_NONE, /* at the end, or no value begins here */
	JSON_KIND_TEXT,
	JSON_KIND_NUMBER,
	JSON_KIND_WORD, /* true, false, null */
	JSON_KIND_LIST,
	JSON_KIND_OBJECT,
};

struct json_cursor json_cursor(struct slice text);

/* What begins here, behind blanks. */
enum json_kind json_kind(struct json_cursor *cursor);
/* When c stands here, behind blanks: goes behind it and says true. */
bool json_take(struct json_cursor *cursor, char c);
/* What is left is blank. */
bool json_at_end(struct json_cursor *cursor);

/* A text without its quotes, escapes still in it; and those undone, borrowed when there are none.
 */
bool json_raw_text(struct json_cursor *cursor, struct slice *out);
bool json_text_of(struct json_cursor *cursor, struct arena *arena, struct slice *out);

/*
 * Goes behind a whole value and gives its bytes; false when it is none. Between members of a list
 * a comma may lack, as bpftrace 0.24 writes tseries, and a word may be anything but punctuation.
 */
bool json_skip(struct json_cursor *cursor, struct slice *out);

/*
 * The next member of an object: key with escapes undone, cursor before its value. `first` is true
 * for the first call, which begins before the '{'; then it is cleared. False at the end, behind
 * the '}', and when there is no member.
 */
bool json_member(struct json_cursor *cursor, struct arena *arena, bool *first, struct slice *key);
/* The same of a list. */
bool json_element(struct json_cursor *cursor, bool *first);

#endif
