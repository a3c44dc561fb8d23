/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Results of a benchmark as its text tells them line by line: what the lines above have said
 * (parameters, the run, the iteration) belongs to every number below.
 * Layer: ingest, above text and lib's record.
 */
#ifndef INGEST_RESULTS_H
#define INGEST_RESULTS_H

#include "ingest/text.h"
#include "lib/record.h"

enum { RESULTS_LABELS_MAX = 12 };

struct results {
	struct sink *sink;
	struct slice benchmark, run; /* "" = none */
	struct label labels[RESULTS_LABELS_MAX];
	size_t label_count;
	size_t line; /* of what is read, from 1 */
	int iteration;
};

/* Sets a label, also anew; an empty value takes it away. One too many is left out. */
void results_label(struct results *results, const char *key, struct slice value);

/* A sample of the current line with all that is known, borrowed from results; no value yet. */
struct record results_sample(const struct results *results, struct slice metric, const char *unit,
			     enum better better);

/* The same with its value, emitted. */
NODISCARD enum err results_emit(const struct results *results, const char *metric, double value,
				const char *unit, enum better better, struct error *err);

/*
 * The lines that LKP's scripts write around runs of a benchmark: "Instance: 2" becomes a label,
 * "Iterations: 3" the iteration of what follows. False when the line is neither.
 */
bool results_lkp_line(struct results *results, struct slice line);

/* Whether a line begins with a date and a time, as LKP's scripts log the commands they run. */
bool results_is_dated(struct slice line);

/* Takes the heading above line i (run_heading.h) as the run, when there is one. */
void results_heading(struct results *results, const struct text *text, size_t i);

/*
 * Line i of the text, trimmed; where `end` is not in it, with the line below it behind a blank, as
 * mail programs break long ones, when the two together have it. *last is the last line it used.
 */
struct slice results_line(struct arena *arena, const struct text *text, size_t i, const char *end,
			  size_t *last);

/* Marks lines i to last of one depth as taken. */
void results_take(struct text *text, size_t i, size_t last);

/* Whether the word stands in one of the `lines` lines with something on them above line i. */
bool results_word_above(const struct text *text, size_t i, const char *word, int lines);

#endif
