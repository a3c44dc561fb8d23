/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Stacks in forms that other tools read.
 * Layer: lib, above profile and json.
 */
#ifndef LIB_PROFILE_EXPORT_H
#define LIB_PROFILE_EXPORT_H

#include "lib/buf.h"
#include "lib/error.h"
#include "lib/json.h"
#include "lib/profile.h"

/*
 * "comm;root;..;leaf COUNT" a line, in the order of the lines, as flamegraph.pl and others read it:
 * ';' of names becomes ':', blanks of the comm '_'.
 */
void profile_folded(struct arena *arena, struct buf *buf, const struct profile *profile);

/* speedscope's file format. ERR_LIMIT when it would be too large for a browser. */
NODISCARD enum err profile_speedscope(struct arena *arena, const struct profile *profile,
				      struct slice name, json_t **out, struct error *err);

#endif
