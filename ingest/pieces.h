/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An input in pieces of whole lines, so that what is long is read in constant memory.
 * Layer: ingest, above input.
 */
#ifndef INGEST_PIECES_H
#define INGEST_PIECES_H

#include "ingest/input.h"
#include "lib/error.h"
#include "lib/slice.h"

struct pieces {
	size_t line_no; /* of the first line of the piece, from 1 */
	/* private */
	struct input *input;
	char begin; /* of a line before which to cut where one is near; '\0' = any */
	size_t piece_bytes, line_max;
	const char *limit; /* what says how long a line may be, for messages */
	char *bytes;
	size_t n, capacity, given;
	bool ended;
	struct error why; /* the input broke off */
};

/*
 * Pieces have about piece_bytes; a line may have up to line_max. The input is borrowed. limit names
 * that maximum in messages.
 */
void pieces_init(struct pieces *pieces, struct input *input, size_t piece_bytes, size_t line_max,
		 char begin, const char *limit);
void pieces_release(struct pieces *pieces);

/*
 * The next piece, until the next call; empty at the end. What stands before the place where an
 * input breaks off is given first. ERR_LIMIT for a line that is too long.
 */
NODISCARD enum err pieces_next(struct pieces *pieces, struct slice *out, struct error *err);

#endif
