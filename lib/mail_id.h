/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A mail's Message-ID (RFC 5322, 3.6.4), and its address in the archive of the kernel's lists.
 * Layer: lib, above slice and buf.
 */
#ifndef LIB_MAIL_ID_H
#define LIB_MAIL_ID_H

#include "lib/arena.h"
#include "lib/slice.h"

enum { MAIL_ID_BYTES_MAX = 250 };

/*
 * The id in a field's value or as people give it: with '<' and '>' or without, or as the end of
 * an address of the archive. True when it is one: two parts around the only '@', printable ASCII
 * without blanks, quotes, '<', '>' and '\', at most MAIL_ID_BYTES_MAX bytes. *id borrows from text.
 */
NODISCARD bool mail_id_parse(struct slice text, struct slice *id);

/* "https://lore.kernel.org/all/ID/" of an id that mail_id_parse gave, with '%XX' where needed. */
struct slice mail_id_link(struct arena *arena, struct slice id);

#endif
