/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * JSON for people at a shell: "key: value" lines, members of objects as "outer.inner: value", and
 * lists of objects as tables, a line an entry. Where entries hold lists of their own, each is told
 * in lines: "runs.0.id: ...". Nothing is left out.
 * Layer: lib, above json.
 */
#ifndef LIB_JSON_LINES_H
#define LIB_JSON_LINES_H

#include "lib/buf.h"
#include "lib/json.h"

/* Appends the lines of an object. Control characters become blanks. */
void json_lines(struct buf *buf, const json_t *object);

#endif
