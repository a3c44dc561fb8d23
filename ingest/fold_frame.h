/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What flame graph scripts call a frame of perf script: the rules of stackcollapse-perf.pl
 * (docs/formats.md, "fold").
 * Layer: ingest, above script.
 */
#ifndef INGEST_FOLD_FRAME_H
#define INGEST_FOLD_FRAME_H

#include "lib/buf.h"
#include "lib/error.h"
#include "lib/slice.h"

/* Takes the frames of one line, the innermost first. */
struct fold_taker {
	enum err (*take)(struct fold_taker *taker, struct slice name, struct error *err);
};

/*
 * The frames of a line, none or several, to taker. is_java: names with a '/' lose a leading 'L'.
 * Names live in scratch until the next call.
 */
NODISCARD enum err fold_frame(struct slice line, bool is_java, struct buf *scratch,
			      struct fold_taker *taker, struct error *err);

#endif
