/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Mails and other text: every format claims its line ranges, and their records come out in the
 * order of lines. Patches in the text belong to nobody.
 * Layer: ingest, above format and text.
 */
#ifndef INGEST_PROSE_H
#define INGEST_PROSE_H

#include "ingest/format.h"
#include "ingest/text.h"
#include "lib/arena.h"
#include "lib/error.h"
#include "lib/record.h"

/*
 * Runs the formats of the table (only the one named, when format is not NULL) over text. A
 * measurement that stands in the text again, as replies quote it, is passed on once. *recognised
 * tells whether any format claimed anything. source is set in every record.
 */
NODISCARD enum err prose_parse(struct arena *arena, struct text *text, const char *format,
			       struct sink *sink, bool *recognised, struct error *err);

#endif
