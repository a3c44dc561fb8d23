/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Numbers as perf prints them under any locale: 1,234.5 and 1.234,5 and 1 234,5 and 1'234.5, groups
 * of two digits (1,78,86,31,500) as well.
 * Layer: ingest, above lib.
 */
#ifndef INGEST_PERF_NUMBER_H
#define INGEST_PERF_NUMBER_H

#include "lib/base.h"
#include "lib/slice.h"

/*
 * Reads all of s. decimal is the mark that the text around uses, '.' or ','; '\0' = not known: two
 * different marks tell themselves, one mark that stands once is the decimal mark unless whole is
 * set (a column of counts) and three digits follow.
 */
NODISCARD bool perf_number(struct slice s, char decimal, bool whole, double *out);

/* The same with decimals, NaN when s is empty or no number. */
double perf_number_or_none(struct slice s, char decimal);

/* The last mark in a number that always has decimals ("293,64" of msec, "1.077970892" seconds). */
char perf_decimal_mark(struct slice s);

#endif
