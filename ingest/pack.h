/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Makes one thing to send of what the user names: a folder becomes a tar.zst, standard input a
 * copy, a file stays as it is. What is made is in a temporary file without a name, so that it can
 * be sent again and is gone when closed. Writes archives; ingest/unpack reads them.
 * Layer: ingest, above folder.
 *
 * The same folder gives the same bytes: natural order of names, no owners and times. Links and
 * special files are passed over. Names in the archive begin with the folder's own.
 */
#ifndef INGEST_PACK_H
#define INGEST_PACK_H

#include "lib/arena.h"
#include "lib/error.h"
#include "lib/slice.h"

struct pack_options {
	uint64_t
		total_bytes; /* --max-total: of all files together, not packed; of standard input */
	uint64_t file_bytes; /* --max-file: of one file of a folder */
	uint64_t entries;    /* --max-entries: files and folders of a folder */
	/* Called after each file of a folder, for progress; NULL = none. */
	void (*progress)(size_t files, uint64_t bytes);
};

struct packed {
	int fd; /* to be closed; read from its start */
	uint64_t size_bytes;
	struct slice name; /* of the file or folder; "" = standard input */
};

/* name: a regular file, a folder, or "-". Texts of errors leave it out. */
NODISCARD enum err pack_open(struct arena *arena, const char *name,
			     const struct pack_options *options, struct packed *out,
			     struct error *err);

#endif
