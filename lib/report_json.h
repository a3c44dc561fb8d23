/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The JSON of docs/api.md, made once for the command line and the server.
 * Layer: lib, above report and json. Objects belong to the caller.
 */
#ifndef LIB_REPORT_JSON_H
#define LIB_REPORT_JSON_H

#include "lib/compare.h"
#include "lib/json.h"
#include "lib/judgement.h"
#include "lib/overhead.h"
#include "lib/share.h"
#include "lib/steps.h"

json_t *report_metric_json(const struct metric *metric); /* METRIC */
json_t *report_config_json(const struct config *config); /* CONFIG */
/* Adds STATS to object. */
void report_stats_add(json_t *object, const struct stats *stats, int boots);

/* [{slug, name}]; slugs NULL = there are none. */
json_t *report_names_json(const struct slice *names, const struct slice *slugs, size_t count);
json_t *report_share_json(struct share share); /* {part, lo, hi}, fractions */
/* VERDICT; without the members of a test where there was none. */
json_t *report_verdict_json(const struct verdict *verdict);

json_t *report_column_json(const struct column *column); /* of "columns" of a comparison */
json_t *report_compare_json(const struct comparison *comparison);
/* JUDGEMENT */
json_t *report_judgement_json(const struct comparison *comparison,
			      const struct judgement *judgement);
json_t *report_steps_json(const struct overhead_steps *steps);
/* metric: the one that the steps are of; UINT32_MAX = of the geometric means. */
json_t *report_overhead_json(const struct overhead *overhead, uint32_t metric);

/* Prints value on a line of its own, and gives it back. */
void report_json_print(struct buf *buf, json_t *value);

#endif
