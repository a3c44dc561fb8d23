/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Text that grows. Going over its limit is sticky: build, then look at failed once. Always ends in
 * a NUL that is not counted, so that text() can be printed. Want of memory ends the program:
 * lib/memory.h.
 * Layer: lib, above slice.
 */
#ifndef LIB_BUF_H
#define LIB_BUF_H

#include "lib/base.h"
#include "lib/slice.h"

struct buf {
	char *data; /* owned: malloc */
	size_t n, capacity;
	size_t limit; /* bytes; 0 = none. Going over it sets failed */
	bool failed;
};

void buf_init(struct buf *buf);
void buf_release(struct buf *buf);
void buf_clear(struct buf *buf); /* empties it, keeps the memory and clears failed */

void buf_add(struct buf *buf, struct slice s);
void buf_adds(struct buf *buf, const char *cstr);
void buf_addc(struct buf *buf, char c);
void buf_fill(struct buf *buf, char c, size_t count);
void buf_addf(struct buf *buf, const char *fmt, ...) PRINTF(2, 3);
/* Text for HTML: & < > " ' escaped, marks that turn text around become U+FFFD. */
void buf_add_html(struct buf *buf, struct slice s);
/* Text for a query parameter: all but [A-Za-z0-9._~-] as %XX. */
void buf_add_url(struct buf *buf, struct slice s);

struct slice buf_slice(const struct buf *buf); /* valid until the next change */

#endif
