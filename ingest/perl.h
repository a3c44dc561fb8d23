/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What Perl and awk make of text: the numbers that they see in it and the words that they split it
 * into. mmtests' own scripts are written in them, and reading as they do needs their rules.
 * Layer: ingest, above lib.
 */
#ifndef INGEST_PERL_H
#define INGEST_PERL_H

#include "lib/base.h"
#include "lib/slice.h"

/* Perl's looks_like_number: blanks around it, infinity and NaN count; hexadecimal does not. */
NODISCARD bool perl_number(struct slice text, double *out);
/* What text is worth in a sum: the number that it begins with behind blanks, else 0. */
double perl_value(struct slice text);
/* As a double that print of Perl (15 digits) or awk (whole, or 6 digits) wrote reads back. */
double perl_print(double value);
double awk_print(double value);

enum { PERL_WORDS_MAX = 128 };

/* What stands between blanks. Beyond count: empty. */
struct perl_words {
	size_t count;
	struct slice word[PERL_WORDS_MAX];
};

/* split(/\s+/): a line that begins with blanks has an empty first word. Words over the limit drop.
 */
void perl_split(struct slice line, struct perl_words *words);
/* Word n, from 0; empty when there is none. */
struct slice perl_word(const struct perl_words *words, size_t n);
/* Word n from the end, 0 = the last. */
struct slice perl_last(const struct perl_words *words, size_t n);

/* $n of awk: words from 1, blanks around them do not count; below 0 from the end, -1 = $NF. */
struct slice awk_word(struct slice line, int n);

#endif
