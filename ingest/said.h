/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What was said of an input beside its files, as one JSON text that the store keeps with the
 *upload: by it the same files can be read once more as they were (ingest/cmd_reread.h). Layer:
 *ingest, above pipeline and manifest.
 *
 *	{"upload": an entry of a manifest without path and mails, "iteration": N, "format": TEXT,
 *	 "better": TEXT, "keys": ["@map=a,b"]}
 *
 * Only what was said is in it. Limits are not: a re-reading has those of its own. Mails are not
 * either: the store has them.
 */
#ifndef INGEST_SAID_H
#define INGEST_SAID_H

#include "ingest/pipeline.h"
#include "lib/batch.h"

/* "" when nothing was said. */
struct slice said_write(struct arena *arena, const struct pipeline_options *pipeline,
			const struct batch_options *batch);

/* Adds to both, which stand at their defaults. ERR_INPUT when the text is none of said_write's. */
NODISCARD enum err said_read(struct arena *arena, struct slice text,
			     struct pipeline_options *pipeline, struct batch_options *batch,
			     struct error *err);

#endif
