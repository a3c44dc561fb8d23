/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An input format is one row: its name and how it is read. THE table is in ingest/formats.c.
 * Layer: ingest, above lib, input and text.
 *
 * A parser is a pure function from input to records. It skips only what it knows to skip, says
 * what it did not understand (sink_diagnostic), and never guesses a unit.
 */
#ifndef INGEST_FORMAT_H
#define INGEST_FORMAT_H

#include "ingest/format_options.h"
#include "ingest/input.h"
#include "ingest/text.h"
#include "lib/error.h"
#include "lib/record.h"

/*
 * A format has prose, or detect and parse, or all three: then what detect is sure of is read as a
 * whole, else as prose. Where it has none its path alone tells it.
 */
struct format {
	const char *name;    /* the `source` of its records */
	const char *summary; /* one line for `memcgperf formats` */
	const char *tool;    /* what writes it, and the versions it was checked against */
	/*
	 * Finds its blocks in prose: marks the lines that it takes and emits their records. It must
	 * leave lines alone that are taken already.
	 */
	enum err (*prose)(struct arena *arena, struct text *text, struct sink *sink,
			  struct error *err);
	/* From 0, no, to 100, certain: whether a file that begins so is of the format as a whole.
	 */
	int (*detect)(struct slice head);
	/*
	 * Reads the whole file. ERR_INPUT and ERR_LIMIT with the line where it is not what it
	 * should be; the records before that count.
	 */
	enum err (*parse)(struct arena *arena, struct input *input,
			  const struct format_options *options, struct sink *sink,
			  struct error *err);
};

/* Formats in the order in which they may claim lines; NULL ends the table. */
extern const struct format *const formats[];

/*
 * The format of a whole file that begins with head: the one called name where that is one, or when
 * name is NULL the one that is surest, in *out. NULL: none, it is prose. ERR_INPUT when two are
 * equally sure.
 */
NODISCARD enum err format_choose(const struct format *const *table, const char *name,
				 struct slice head, const struct format **out, struct error *err);

/* NULL when there is none of that name. */
const struct format *format_find(struct slice name);

#endif
