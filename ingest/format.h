/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An input format is one row: its name and how it is read. THE table is in ingest/formats.c.
 * Layer: ingest, above lib.
 *
 * A parser is a pure function from input to records. It skips only what it knows to skip, says
 * what it did not understand (sink_diagnostic), and never guesses a unit.
 */
#ifndef INGEST_FORMAT_H
#define INGEST_FORMAT_H

#include "ingest/text.h"
#include "lib/error.h"
#include "lib/record.h"

struct format {
	const char *name;    /* the `source` of its records */
	const char *summary; /* one line for `memcgperf formats` */
	const char *tool;    /* what writes it, and the versions it was checked against */
	/*
	 * Finds its blocks in prose: marks the lines that it takes and emits their records. It must
	 * leave lines alone that are taken already. NULL: the format is told by its path alone.
	 */
	enum err (*prose)(struct arena *arena, struct text *text, struct sink *sink,
			  struct error *err);
};

/* Formats in the order in which they may claim lines; NULL ends the table. */
extern const struct format *const formats[];

/* NULL when there is none of that name. */
const struct format *format_find(struct slice name);

#endif
