/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Change points as text, Markdown, CSV and JSON. The same styles and rules as lib/report.h.
 * Layer: lib, above report and changes.
 */
#ifndef LIB_REPORT_CHANGES_H
#define LIB_REPORT_CHANGES_H

#include "lib/changes.h"
#include "lib/json.h"
#include "lib/report.h"

void report_changes(struct buf *buf, const struct changes *changes,
		    const struct report_options *options);
/*
 * The newest of them that are confirmed and not dismissed, at most so many; nothing without any,
 * and in CSV and JSON.
 */
void report_changes_latest(struct buf *buf, const struct changes *changes, size_t most,
			   const struct report_options *options);
/* The answer in a sentence: what the newest kernel changed, else how many changes there are. */
void report_changes_lede(struct buf *buf, const struct changes *changes);
json_t *report_changes_json(const struct changes *changes); /* CHANGES of docs/api.md */
json_t *report_triage_json(const struct change_triage *triage);
json_t *report_noise_json(const struct noise *noise); /* {floor, source, differences} */

#endif
