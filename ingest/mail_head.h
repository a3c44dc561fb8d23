/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a mail's header fields say of it: RFC 5322, with words encoded as RFC 2047 has it.
 * Layer: ingest, below mail.
 */
#ifndef INGEST_MAIL_HEAD_H
#define INGEST_MAIL_HEAD_H

#include "ingest/text.h"

/* Values of fields, folded lines still in them; "" = not there. line_no and first stay 0. */
struct mail_head mail_head(struct arena *arena, struct slice id, struct slice subject,
			   struct slice from, struct slice date);

#endif
