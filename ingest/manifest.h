/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is known of inputs beside them: names, kernels, machines and configs that a mail leaves to
 * its reader. A JSON file (docs/formats.md, "Manifest"):
 *
 *	{"uploads": [{"path": "mails/x.txt", "name": "x", "origin": "where it comes from",
 *	              "kernel": "6.1", "machine": "host", "benchmark": "pft", "config": {"K": "V"},
 *	              "runs": {"4.0-vanilla": {"name": "4.0.0-vanilla", "kernel": "4.0",
 *	                                       "machine": "host", "config": {"mode": "on"}}}}]}
 *
 * Only path must be there. Keys of runs are names as the input has them; two runs of one new name
 * become one. config is that of `--config K=V`.
 * Layer: ingest, above lib.
 */
#ifndef INGEST_MANIFEST_H
#define INGEST_MANIFEST_H

#include "lib/arena.h"
#include "lib/batch.h"
#include "lib/error.h"
#include "lib/json.h"
#include "lib/slice.h"

struct manifest_upload {
	struct slice path;   /* from the folder of the manifest */
	struct slice origin; /* for people; "" = not told */
	struct batch_options options;
};

struct manifest {
	struct manifest_upload *uploads; /* in order */
	size_t count;
};

/*
 * text is the file's content. ERR_INPUT names an unknown key, a value that is no text, or an
 * upload without a path. All of *out lives in arena.
 */
NODISCARD enum err manifest_read(struct arena *arena, struct slice text, struct manifest *out,
				 struct error *err);

/* One of its uploads, which may be without a path. */
NODISCARD enum err manifest_read_upload(struct arena *arena, const json_t *upload,
					struct manifest_upload *out, struct error *err);

#endif
