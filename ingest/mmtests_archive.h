/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An archive of mmtests results as a folder, for what reads folders: unpacked below $TMPDIR for as
 * long as it is needed. Files keep their names, endings of compressions too, and are decompressed.
 * Layer: ingest, above unpack and mmtests_folder.
 */
#ifndef INGEST_MMTESTS_ARCHIVE_H
#define INGEST_MMTESTS_ARCHIVE_H

#include "ingest/unpack.h"
#include "lib/arena.h"

struct mmtests_archive {
	const char *runs; /* the folder of its runs, as -d takes it: .../work/log */
	char *top;        /* what close removes */
};

/*
 * The strings stand in the arena. ERR_NOT_FOUND when no folder of it holds runs, ERR_INPUT when
 * several do or it is damaged; ERR_LIMIT by limits. Nothing is left on disk after an error.
 */
NODISCARD enum err mmtests_archive_open(struct arena *arena, const char *path,
					const struct unpack_limits *limits,
					struct mmtests_archive *out, struct error *err);
void mmtests_archive_close(struct mmtests_archive *archive);

#endif
