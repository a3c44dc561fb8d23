/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Patches in a mail hold numbers and names that are no results: their lines are taken before any
 * format sees them.
 * Layer: ingest, above text.
 */
#ifndef INGEST_PATCH_H
#define INGEST_PATCH_H

#include "ingest/text.h"

/* Takes the lines of every hunk ("@@ -1,2 +3,4 @@"), also one that a reply breaks. */
void patch_take(struct text *text);

#endif
