/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Moments as text.
 * Layer: lib, above slice.
 */
#ifndef LIB_WHEN_H
#define LIB_WHEN_H

#include "lib/base.h"
#include "lib/slice.h"

/*
 * ISO 8601 with date, time and zone: 2026-01-18T03:12:44Z, with a fraction (cut off), a zone as
 * +01:00, +0100 or +01, and a blank in place of T. Seconds since 1970; years 1970 to 9999.
 */
NODISCARD bool when_parse(struct slice text, int64_t *epoch_s);

/*
 * The date of a mail (RFC 5322, 3.3): "Tue, 19 May 2015 11:40:57 +0100 (BST)", without day of the
 * week, seconds or comment too; a zone of letters is UTC, as that standard has it.
 */
NODISCARD bool when_parse_mail(struct slice text, int64_t *epoch_s);

#endif
