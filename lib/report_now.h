/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What memcg costs now: on the newest kernel of each machine, by benchmark and config. Text and
 * Markdown; JSON has it as "now" of an overhead. The rules of lib/report.h.
 * Layer: lib, above report and overhead.
 */
#ifndef LIB_REPORT_NOW_H
#define LIB_REPORT_NOW_H

#include "lib/overhead.h"
#include "lib/report.h"

/* Each with an empty line behind. Nothing in the other styles, or when no config was measured
 * beside off. */
void report_now(struct buf *buf, const struct overhead *overhead,
		const struct report_options *options);

#endif
