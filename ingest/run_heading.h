/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The name that a short line above a block of tool output gives to it: "- v5.8", "[After]",
 * "with the series:", or a kernel version alone on its line.
 * Layer: ingest, above text and lib.
 */
#ifndef INGEST_RUN_HEADING_H
#define INGEST_RUN_HEADING_H

#include "ingest/text.h"
#include "lib/slice.h"

/*
 * The name nearest above line i of the text, without its marks; "" when none of the five lines
 * with something on them has one, or a format has claimed what stands between.
 */
struct slice run_heading(const struct text *text, size_t i);

/* The line above i, of its depth, that is not blank; text->count when there is none. */
size_t run_line_above(const struct text *text, size_t i);

#endif
