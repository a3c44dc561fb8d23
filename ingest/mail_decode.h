/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Transfer encodings of mail: quoted-printable and base64 (RFC 2045, 6.7 and 6.8).
 * Layer: ingest, below mail.
 */
#ifndef INGEST_MAIL_DECODE_H
#define INGEST_MAIL_DECODE_H

#include "ingest/lines.h"

enum mail_encoding { MAIL_PLAIN, MAIL_QUOTED_PRINTABLE, MAIL_BASE64 };

/* Adds the decoded lines of body. What the encoding does not allow stays as it is. */
void mail_decode(struct lines *lines, struct slice body, enum mail_encoding encoding);

/* True when two hexadecimal digits stand behind the '=' at i. */
bool mail_is_escape(struct slice line, size_t i);

#endif
