/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Undoes what mail transport did to a text: mbox, headers, MIME parts, quoted-printable, base64
 * and charsets (RFC 2045, 2046, 4155). What comes out are the lines that the author wrote.
 * Layer: ingest, below text.
 */
#ifndef INGEST_MAIL_H
#define INGEST_MAIL_H

#include "ingest/text.h"
#include "lib/arena.h"
#include "lib/error.h"
#include "lib/slice.h"

/*
 * Lines of an mbox, of one message, or of text without headers, depth 0 and quotes still in place.
 * Bytes are UTF-8 where the headers tell the charset, else as they came. Parts that are no text
 * are left out, HTML too when its message has a plain part. ERR_LIMIT for a line over
 * INPUT_LINE_MAX and for parts nested too deep.
 */
NODISCARD enum err mail_lines(struct arena *arena, struct slice bytes, struct text *out,
			      struct error *err);

#endif
