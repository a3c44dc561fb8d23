/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A metric as people name it: "pgbench tps", "faults threads=4", in words of its benchmark, name,
 * labels and unit.
 * Layer: lib, above metric and compare.
 */
#ifndef LIB_METRIC_WORDS_H
#define LIB_METRIC_WORDS_H

#include "lib/compare.h"

/*
 * The metric of the column's samples that the words say best: all words are whole ones of it and
 * name all of it but labels' keys and its unit; else all are whole ones; else all are parts. Small
 * and large letters are alike. No word fits every metric. ERR_NOT_FOUND and ERR_CONFLICT list what
 * there is, in words that say one metric alone.
 */
NODISCARD enum err metric_by_words(struct arena *arena, const struct column *column,
				   struct slice words, const struct column_cell **out,
				   struct error *err);

/* "pgbench tps clients=4": in words. */
struct slice metric_words(struct arena *arena, const struct metric *metric);

#endif
