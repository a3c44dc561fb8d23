/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A request's body on its way to disk, piece by piece: a file without a name, which is gone with
 * the process. However large a body is, memory does not grow with it.
 * Layer: server, above lib.
 */
#ifndef SERVER_SPOOL_H
#define SERVER_SPOOL_H

#include "lib/error.h"
#include "lib/slice.h"

struct spool {
	int file; /* -1 = closed */
	uint64_t size_bytes;
};

/* ERR_FULL: no space; ERR_IO: no file can be made in that folder. */
NODISCARD enum err spool_open(const char *folder, struct spool *out, struct error *err);
void spool_close(struct spool *spool); /* a closed one too */
/* ERR_FULL: no space; ERR_IO: worse. */
NODISCARD enum err spool_add(struct spool *spool, struct slice bytes, struct error *err);
/* The file will be read from its start. */
NODISCARD enum err spool_rewind(struct spool *spool, struct error *err);

#endif
