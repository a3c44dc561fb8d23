/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * JSON written piece by piece, the same bytes as json_print of a tree would give: for what is
 * printed a million times over.
 * Layer: lib, above buf, num and slice.
 */
#ifndef LIB_JSON_WRITE_H
#define LIB_JSON_WRITE_H

#include "lib/buf.h"
#include "lib/slice.h"

/* Quoted, with escapes. Bytes that are not UTF-8 become U+FFFD. */
void json_write_text(struct buf *buf, struct slice text);
void json_write_integer(struct buf *buf, int64_t value);
/* 15 significant digits of a finite number; whole ones end in ".0". */
void json_write_real(struct buf *buf, double value);
/* 15 significant digits; whole numbers below 2^53 without a point; null for NaN and infinity. */
void json_write_number(struct buf *buf, double value);

#endif
