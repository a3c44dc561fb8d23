/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jansson with our types: slices in and out, and "absent" for NaN. Everything that makes or reads
 * JSON goes through here; no other header includes jansson.h.
 * Layer: lib, above slice, record and buf.
 */
#ifndef LIB_JSON_H
#define LIB_JSON_H

#include <jansson.h>

#include "lib/arena.h"
#include "lib/base.h"
#include "lib/buf.h"
#include "lib/error.h"
#include "lib/slice.h"

/*
 * Adds key to object; an absent value (empty text, NaN, RECORD_NO_COUNT) adds nothing. Bytes that
 * are not UTF-8 become U+FFFD.
 */
void json_add_text(json_t *object, const char *key, struct slice text);
void json_add_number(json_t *object, const char *key, double value);
void json_add_count(json_t *object, const char *key, int64_t value);
void json_add_bool(json_t *object, const char *key, bool value);
/* Takes the reference; NULL, for want of memory, ends the program: lib/memory.h. */
void json_add(json_t *object, const char *key, json_t *value);
void json_push(json_t *array, json_t *value);
json_t *json_text(struct slice text); /* never NULL */
json_t *json_number(double value);    /* null for NaN and infinity */

/* Text of a member; empty when it is absent or no text. Borrowed from the object. */
struct slice json_get_text(const json_t *object, const char *key);

/* Compact text with 15 significant digits, appended to buf. */
void json_print(struct buf *buf, const json_t *value);

/*
 * Trees of many small pieces are quicker in an arena: between json_arena_begin and json_arena_end
 * all that this thread makes is in it, is not freed singly, and must not outlive the end. Without
 * json_arenas_allow, once before the first tree, they do nothing.
 */
void json_arenas_allow(void);
void json_arena_begin(struct arena *arena);
void json_arena_end(void);
/* Gives a tree back that nobody else has a part of. */
void json_drop(json_t *value);

/* Parses one document; duplicate keys are refused. ERR_INPUT with the line. */
NODISCARD enum err json_parse(struct slice text, json_t **out, struct error *err);

#endif
