/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a comparison says in one word, for those who must act on it: CI jobs, the answer to an
 * upload.
 * Layer: lib, above compare.
 */
#ifndef LIB_JUDGEMENT_H
#define LIB_JUDGEMENT_H

#include "lib/compare.h"

enum { JUDGEMENT_WORST_MAX = 10 };

struct judgement {
	/*
	 * Of all results against the baseline: worse when one of them is; else unclear when one is
	 * or none could be tested; else better or changed when one is; else small; else same.
	 */
	enum verdict_word word;
	size_t counts[VERDICT_UNCLEAR + 1]; /* by word; VERDICT_NONE = not tested */
	/* The worse ones, largest effect first: row and column of each. */
	struct {
		size_t row, column;
	} worst[JUDGEMENT_WORST_MAX];
	size_t worst_count;
};

/* Durations are no results, and summaries are none that could be tested: they do not count. */
struct judgement judgement_of(const struct comparison *comparison);

#endif
