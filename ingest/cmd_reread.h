/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A stored run's files, read once more by today's parsers, as they were read at first.
 * Layer: ingest, above pipeline and said, and db/store_reread.
 */
#ifndef INGEST_CMD_REREAD_H
#define INGEST_CMD_REREAD_H

#include "db/store_reread.h"
#include "ingest/pipeline.h"

/*
 * Reads the run into *batch, which is finished then; *index is its place there. The run is known
 * by its hash, which covers its files and what was said of them, so nothing else can take its
 * place. ERR_NOT_FOUND says why it cannot be read again: a file was not kept, or what was said of
 * the upload was not. limits: those of options alone count.
 */
NODISCARD enum err cmd_reread(struct store *store, struct arena *arena,
			      const struct store_reread_run *run,
			      const struct pipeline_options *options, struct batch *batch,
			      size_t *index, struct error *err);

#endif
