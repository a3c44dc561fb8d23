/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tables as text: the one renderer behind the command line, mails and the text in every page.
 * Mail text is at most `width` columns of ASCII, indented by two, with no tab and no line that a
 * mail program or git would eat ("---", "diff -", "Index: ", "#", "From ", ">", "-- "). Only
 * an address may make a line longer, as it cannot be broken.
 * Layer: lib, above compare and overhead.
 */
#ifndef LIB_REPORT_H
#define LIB_REPORT_H

#include "lib/buf.h"
#include "lib/compare.h"
#include "lib/overhead.h"

/* REPORT_LKP, the columns of a 0-day report, is of comparisons only. */
enum report_style { REPORT_TEXT, REPORT_MARKDOWN, REPORT_CSV, REPORT_JSON, REPORT_LKP };

#define REPORT_STYLES "text, markdown, csv, json"

enum { REPORT_WIDTH = 72, REPORT_WIDTH_MIN = 48, REPORT_WIDTH_MAX = 400 };

struct report_options {
	enum report_style style;
	int width;         /* of the text style; 0 = REPORT_WIDTH */
	struct slice link; /* "" = no Link: line */
};

/* false when name is none of REPORT_STYLES. */
bool report_style_parse(struct slice name, enum report_style *out);

/* Appends the comparison. */
void report_compare(struct buf *buf, const struct comparison *comparison,
		    const struct report_options *options);

/* What an overhead table shows; indices into the overhead, REPORT_ALL = all. */
enum { REPORT_ALL = UINT32_MAX };
struct report_filter {
	uint32_t machine, metric, line;
};

void report_overhead(struct buf *buf, const struct overhead *overhead,
		     const struct report_filter *filter, const struct report_options *options);

/*
 * The answer in one sentence, for the newest kernel: "On 7.3.4, root costs 1.4 % +- 0.2 and child
 * 6.1 % +- 0.3 over memcg off (geometric mean of 9 metrics)." Nothing when there is no number.
 */
void report_overhead_lede(struct buf *buf, const struct overhead *overhead,
			  const struct report_filter *filter);

#endif
