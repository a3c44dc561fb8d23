/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The files of a folder, and what the name of a file in a folder or an archive may be.
 * Layer: ingest, above lib.
 */
#ifndef INGEST_FOLDER_H
#define INGEST_FOLDER_H

#include "lib/base.h"
#include "lib/error.h"
#include "lib/slice.h"

/* Counts of what was named so far. */
struct folder_names {
	uint64_t count;
	uint64_t max; /* --max-entries */
};

/*
 * Counts a name, refuses it when it is absolute, holds "..", is no plain UTF-8 or too long
 * (ERR_INPUT, ERR_LIMIT), and takes "./" off it. *path points into name.
 */
NODISCARD enum err folder_name(struct folder_names *names, const char *name, struct slice *path,
			       struct error *err);

/*
 * Takes one regular file: its path below the folder, with '/', and a descriptor that is closed
 * after. An error stops the walk and is passed on.
 */
struct folder_visitor {
	enum err (*file)(struct folder_visitor *visitor, struct slice path, int fd,
			 struct error *err);
};

/*
 * All regular files below the folder, in natural order of their names (iter-2 before iter-10).
 * Links and special files are passed over; nothing is followed, or waited for.
 */
NODISCARD enum err folder_walk(const char *name, uint64_t entries_max,
			       struct folder_visitor *visitor, struct error *err);

#endif
