/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Numbers from and to text, whatever the locale. A text is a number only when all of it is one.
 * Layer: lib, above slice and buf. The only place that calls strtod and strtoll.
 */
#ifndef LIB_NUM_H
#define LIB_NUM_H

#include "lib/base.h"
#include "lib/buf.h"
#include "lib/slice.h"

/* Decimal text such as -12.5e3. False for junk behind it, hexadecimal, overflow, NaN, infinity. */
NODISCARD bool num_double(struct slice s, double *out);
/* [+-]digits that fit. */
NODISCARD bool num_int(struct slice s, int64_t *out);
/* Digits only, that fit. */
NODISCARD bool num_uint(struct slice s, uint64_t *out);
/* Digits, then nothing or K, M, G (powers of 1024): 512K. False for 0 and what does not fit. */
NODISCARD bool num_size(struct slice s, uint64_t *out);
/* Digits with ',' between groups of three: 1,234,567. Plain digits count too. */
NODISCARD bool num_grouped(struct slice s, int64_t *out);
/* How many digits stand behind the point in a decimal text: "12.50" has 2. */
unsigned num_decimals(struct slice s);

/* Shortest text that reads back as the same double: "0.1", "1530574.6033", "1e+300". */
void num_print(struct buf *buf, double value);
/* `digits` significant digits, never an exponent between 1e-6 and 1e15: for tables. */
void num_print_digits(struct buf *buf, double value, int digits);

#endif
