/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How long to wait before trying again: twice as long each time, by chance up to half of it less,
 * so that many clients that were refused at once do not come back at once.
 * Layer: ingest, above lib.
 */
#ifndef INGEST_BACKOFF_H
#define INGEST_BACKOFF_H

#include "lib/base.h"

enum { BACKOFF_FIRST_MS = 1000, BACKOFF_MAX_MS = 60 * 1000, BACKOFF_NO_WISH = -1 };

/*
 * Milliseconds to wait after the failed try number `tried` (from 1). wish_s: what the server asked
 * for (Retry-After), BACKOFF_NO_WISH = nothing; it is never undercut, and what chance gives comes
 * on top of it. chance: any random bits.
 */
int64_t backoff_ms(unsigned tried, int64_t wish_s, uint32_t chance);

#endif
