/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where memcgperf verdict takes numbers from: files, the database, and a command that measures.
 * Layer: top of memcgperf, beside cmd.h.
 */
#ifndef INGEST_CMD_VERDICT_READ_H
#define INGEST_CMD_VERDICT_READ_H

#include "ingest/cmd.h"
#include "lib/compare.h"

/*
 * The column of what a file, folder or archive holds ("-" is standard input). Its runs are one
 * where they are of the same kernel and config. ERR_INPUT: nothing is understood, or it breaks off;
 * ERR_CONFLICT: it is of several kernels.
 */
NODISCARD enum err verdict_read_path(struct arena *arena, const struct cmd_input *input,
				     const char *path, struct column *out, struct error *err);

/* The same of path, if there is such a file, else of a run or kernel of the database. */
NODISCARD enum err verdict_read_reference(struct arena *arena, const struct cmd_input *input,
					  const char *db, const char *what, struct column *out,
					  struct error *err);

/*
 * Runs "sh -c COMMAND" with MEMCGPERF_ITERATION set to its number, and takes the column of its
 * standard output. ERR_INPUT: it failed, or what it prints is not understood. ERR_IO: it cannot be
 * run (status 126 or 127), or was interrupted.
 */
NODISCARD enum err verdict_read_command(struct arena *arena, const struct cmd_input *input,
					const char *command, size_t iteration, struct column *out,
					struct error *err);

#endif
