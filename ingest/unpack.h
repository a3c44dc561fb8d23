/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Turns what the user names into members: a file, standard input, a folder, a tar or zip archive,
 * gzip, bzip2, xz or zstd around either or around a single file, and around single members.
 * The only file that sees libarchive.
 * Layer: ingest, above input.
 *
 * An archive inside a folder or an archive is a member like any other and is not opened.
 *
 * Every limit is an option, and exceeding one is an ERR_LIMIT that names limit and option. An
 * archive with a name that is absolute or holds "..", a link or a device is refused; links and
 * special files in a folder are passed over. Nothing is ever followed, or waited for. Texts of
 * errors leave out the input's name, which the caller knows.
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
 *
 * Damage within a member is told by its stream: read says -1 with ERR_INPUT, "breaks off: ...".
 * Damage between members is left in broke_off, and the walk ends with OK when it has delivered
 * something. Of compressed bytes the last part before the damage, up to 128 KiB, is lost.
 */
struct unpack_visitor {
	enum err (*member)(struct unpack_visitor *visitor, struct slice path, struct stream *stream,
			   struct error *err);
	struct error broke_off; /* set by the walk; code OK = the input was whole */
};

/*
 * name: path of a regular file or folder, or "-" for standard input. ERR_INPUT when it holds no
 * file, or an empty one only; an empty file among others is a member. Folders are walked in natural
 * order of their names (iter-2 before iter-10); archives in their own order.
 */
NODISCARD enum err unpack_walk(const char *name, const struct unpack_limits *limits,
			       struct unpack_visitor *visitor, struct error *err);

/* The same over an open descriptor; label stands for the name. */
NODISCARD enum err unpack_fd(int fd, struct slice label, const struct unpack_limits *limits,
			     struct unpack_visitor *visitor, struct error *err);

#endif
