/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Turns what the user names into members: a file, standard input, a folder, a tar or zip archive,
 * gzip, bzip2, xz or zstd around either or around a single file, and around single members.
 * The only file that sees libarchive.
 * Layer: ingest, above input.
 *
 * Every limit is an option, and exceeding one is an ERR_LIMIT that names limit and option. Paths
 * that are absolute, hold "..", or belong to links and devices are refused, never followed.
 */
#ifndef INGEST_UNPACK_H
#define INGEST_UNPACK_H

#include "ingest/input.h"
#include "lib/error.h"
#include "lib/slice.h"

struct unpack_limits {
	uint64_t total_bytes; /* --max-total: unpacked, all members together */
	uint64_t file_bytes;  /* --max-file: unpacked, one member */
	uint64_t entries;     /* --max-entries: members */
	uint64_t ratio;       /* --max-ratio: unpacked / packed, once 1 MiB is unpacked */
};
/* 4 GiB, 1 GiB, 200,000 members, 1000 to 1. */
extern const struct unpack_limits unpack_limits_default;

/*
 * Takes one member. path is relative, with '/' and without "./"; for a single file it is the
 * file's name ("-" for standard input). The stream is decompressed and is read or not. The path
 * keeps its ending (.gz). An error stops the walk and is passed on.
 */
struct unpack_visitor {
	enum err (*member)(struct unpack_visitor *visitor, struct slice path, struct stream *stream,
			   struct error *err);
};

/*
 * name: path, or "-" for standard input. Folders are walked in natural order of their names
 * (iter-2 before iter-10); archives in their own order.
 */
NODISCARD enum err unpack_walk(const char *name, const struct unpack_limits *limits,
			       struct unpack_visitor *visitor, struct error *err);

/* The same over an open descriptor; label stands for the name. */
NODISCARD enum err unpack_fd(int fd, struct slice label, const struct unpack_limits *limits,
			     struct unpack_visitor *visitor, struct error *err);

#endif
