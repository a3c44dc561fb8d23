/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A report's operations and what is printed of them, for each run: what the three tables share.
 * Layer: lib, part of peer. Source: formats/mmtests.md sections 2 and 4.
 */
#ifndef LIB_PEER_SUMMARY_H
#define LIB_PEER_SUMMARY_H

#include <regex.h>

#include "lib/peer.h"
#include "lib/peer_grid.h"
#include "lib/peer_stats.h"

/* The sub-heading, ready to be held against labels. */
struct peer_filter {
	struct slice heading; /* empty: all labels pass */
	bool exact, compiled;
	regex_t regex;
};

/* ERR_INPUT when the heading is no regular expression. Release it in the end in any case. */
NODISCARD enum err peer_filter_init(struct peer_filter *filter, const struct peer_report *report,
				    struct error *err);
void peer_filter_release(struct peer_filter *filter);
bool peer_filter_match(const struct peer_filter *filter, struct slice label);
/* Likewise, and in ratio reports only headlines pass. */
bool peer_filter_takes(const struct peer_filter *filter, const struct peer_report *report,
		       const struct peer_run *run, const struct peer_operation *operation);

/* What is printed of one operation of one run. */
struct peer_result {
	bool taken;     /* it passed the filter; else values is NULL */
	double *values; /* of each statistic of the list; in ratio reports of the key alone */
	struct peer_interval interval;
};

/*
 * A column. The peer counts a run at whose summary it fails: the column goes, but those of runs
 * behind it stand one place further right, and that place is a column without a name.
 */
struct peer_summary {
	const struct peer_run *run;  /* NULL = such a place; else what follows is set */
	struct peer_result *results; /* one for each operation */
	bool any_interval;
};

/*
 * Of all runs but those at which the peer fails; warnings gets a line for each of these. ERR_INPUT
 * when the first is among them. *count columns; summaries[0] is the baseline.
 */
NODISCARD enum err peer_summarise(struct arena *arena, const struct peer_report *report,
				  const struct peer_filter *filter, struct buf *warnings,
				  struct peer_summary **summaries, size_t *count,
				  struct error *err);

/* The result of that label in a run; one that is not taken when there is none. */
const struct peer_result *peer_summary_find(const struct peer_summary *summary, struct slice label);

/* The baseline's operations that are printed, in order; ERR_INPUT when there is none. */
NODISCARD enum err peer_operations(struct arena *arena, const struct peer_report *report,
				   const struct peer_summary *baseline, struct slice **labels,
				   size_t *count, struct error *err);

/* What stands above them; percent_width is 0 without percentages. */
struct peer_head *peer_heads(struct arena *arena, const struct peer_report *report,
			     const struct peer_summary *summaries, size_t count,
			     unsigned percent_width);

/* Widths and decimals with their defaults. */
unsigned peer_width(const struct peer_report *report);
unsigned peer_header_width(const struct peer_report *report);
unsigned peer_decimals(const struct peer_style *style);
unsigned peer_longest(const struct slice *texts, size_t count);

/* The whole table of each revision and kind. */
NODISCARD enum err peer_table_print(struct buf *out, struct arena *arena,
				    const struct peer_report *report,
				    const struct peer_summary *summaries, size_t count,
				    struct error *err);
NODISCARD enum err peer_ratio_print(struct buf *out, struct arena *arena,
				    const struct peer_report *report,
				    const struct peer_summary *summaries, size_t count,
				    struct error *err);
NODISCARD enum err peer_2015_print(struct buf *out, struct buf *warnings, struct arena *arena,
				   const struct peer_report *report, struct error *err);

#endif
