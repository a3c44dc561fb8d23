/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Files of an mmtests tree on disk as its own reports find them: NAME.gz before NAME.xz, NAME.zst
 * and NAME, below RUN/iter-N since 2019 and with the run in their names before.
 * Layer: ingest, above unpack and monitor.
 */
#ifndef INGEST_MMTESTS_FOLDER_H
#define INGEST_MMTESTS_FOLDER_H

#include "ingest/monitor.h"
#include "ingest/unpack.h"

struct mmtests_folder {
	struct monitor_files files;
	struct arena *arena;
	const char *directory; /* work/log */
	struct slice run, benchmark;
	const char *iteration; /* "iter-0"; NULL = the layout before 2019-05 */
	const struct unpack_limits *limits;
};

/* Hands a file over; path without its ending. *found tells whether there is one. */
NODISCARD enum err mmtests_folder_open(struct arena *arena, const char *path,
				       const struct unpack_limits *limits,
				       struct monitor_take *take, bool *found, struct error *err);

/* folder->files becomes what a monitor reads from; set the other fields before. */
void mmtests_folder_init(struct mmtests_folder *folder);

/*
 * Names in a folder that begin with prefix and are folders themselves, in byte order, as a shell
 * lists them: "iter-" gives iter-0, iter-1, iter-10, iter-2. None for a folder that is not there.
 */
NODISCARD enum err mmtests_folder_list(struct arena *arena, const char *directory,
				       const char *prefix, struct slice **out, size_t *count,
				       struct error *err);
/* Likewise names of what is no folder. */
NODISCARD enum err mmtests_folder_files(struct arena *arena, const char *directory,
					const char *prefix, struct slice **out, size_t *count,
					struct error *err);
/* Whether a folder has any file whose name begins with prefix. */
NODISCARD enum err mmtests_folder_has(const char *directory, const char *prefix, bool *out,
				      struct error *err);

#endif
