/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The text of an HTML mail, for mails that have no plain part: tags taken off, entities decoded,
 * white space collapsed outside of <pre>. No more than a table pasted into such a mail needs.
 * Layer: ingest, below mail.
 */
#ifndef INGEST_HTML_H
#define INGEST_HTML_H

#include "ingest/text.h"
#include "lib/arena.h"

/* Appends the text of the lines in html to out. */
void html_lines(struct arena *arena, const struct text *html, struct text *out, size_t *capacity);

#endif
