/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Profiles as text, in the styles and by the rules of lib/report.h, and as the JSON of docs/api.md.
 * Layer: lib, above report, profile and flame.
 */
#ifndef LIB_REPORT_PROFILE_H
#define LIB_REPORT_PROFILE_H

#include "lib/flame.h"
#include "lib/json.h"
#include "lib/profile.h"
#include "lib/report.h"

/* Text shows so many functions, API and CSV as many as the caller asks for. */
enum { REPORT_PROFILE_ROWS = 20, REPORT_PROFILE_ROWS_MAX = 1000 };

struct report_profile {
	struct slice about; /* whose it is, for people: "7.3.4 child, RUN"; "" = not known */
	const struct profile *profile;
	const struct profile_sum *sum;
};

/* "memcg 6.64 % (95 %: 6.62 to 6.66) of 5956945 samples"; "no samples" where there are none. */
struct slice report_profile_answer(struct arena *arena, const struct profile_sum *sum);
/* "cycles, perf-script of PATH" */
struct slice report_profile_what(struct arena *arena, const struct profile *profile);

void report_profile(struct buf *buf, const struct report_profile *what,
		    const struct report_options *options);
/* Functions up to limit; only memcg's unless all. */
json_t *report_profile_json(const struct report_profile *what, bool all, size_t limit);

/* One of a list. */
struct report_profile_row {
	struct slice id, run, what; /* run: its name; what: event and format */
	double percent, samples;    /* memcg's share; NaN = not known, as samples */
};
/* Text and Markdown; nothing in CSV. */
void report_profiles(struct buf *buf, const struct report_profile_row *rows, size_t count,
		     const struct report_options *options);

/* "memcg 0.48 % before, 6.64 % after: +6.16 points (95 %: +6.14 to +6.18)" */
struct slice report_profile_diff_answer(struct arena *arena, const struct profile_diff *diff);
void report_profile_diff(struct buf *buf, const struct report_profile *a,
			 const struct report_profile *b, const struct profile_diff *diff, bool all,
			 const struct report_options *options);
json_t *report_profile_diff_json(const struct report_profile *a, const struct report_profile *b,
				 const struct profile_diff *diff, bool all, size_t limit);

/* The tree as {"nodes": [..], "whole", "counted"}: a node's parent stands before it. */
json_t *report_flame_json(struct arena *arena, const struct flame *flame);

/* One instruction of a function, as a tool printed it. */
struct report_instruction {
	struct slice address, assembly, event, column;
	double percent;  /* NaN = none */
	int64_t samples; /* RECORD_NO_COUNT = none */
};
/* The hottest first, then all in their order. */
void report_annotate(struct buf *buf, struct slice about, struct slice symbol,
		     const struct report_instruction *list, size_t count,
		     const struct report_options *options);

#endif
