/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * THE rule that says whether b is better or worse than a, and how sure that is. Text, API, pages
 * and exit statuses use no other. docs/statistics.md has it in words, with formulas and sources.
 *
 *	struct verdict v = verdict_of(arena, &a, &b, BETTER_LOWER, NAN);  // one row
 *	verdict_decide(arena, rows, count);                               // a table's family of
 *rows
 *
 * Replicates are the medians of boots where both sides have three boots or more, else samples.
 * Positive values are compared by the logarithm, so that the effect is a ratio; values of which
 * one is 0 or negative by their difference.
 * Layer: lib, above stats and ranksum.
 */
#ifndef LIB_VERDICT_H
#define LIB_VERDICT_H

#include "lib/arena.h"
#include "lib/record.h"

enum verdict_word {
	VERDICT_NONE,    /* fewer than 3 replicates on a side */
	VERDICT_BETTER,  /* decided: interval beyond no change, q <= 0.05, effect >= floor */
	VERDICT_WORSE,   /* likewise */
	VERDICT_CHANGED, /* likewise, of a metric that has no direction */
	VERDICT_SAME,    /* the whole interval is within the floor */
	VERDICT_SMALL,   /* significant, but the effect is below the floor */
	VERDICT_UNCLEAR, /* none of these: more samples would tell */
};

enum verdict_method {
	VERDICT_NO_TEST,
	VERDICT_T,     /* Welch's test (3 replicates on a side); the effect is that of means */
	VERDICT_RANKS, /* exact rank-sum test; the effect is Hodges and Lehmann's */
	VERDICT_TIES,  /* the same by the permutations of mid-ranks */
	VERDICT_NORMAL /* the same by the normal distribution: approximate */
};

enum { VERDICT_LEAST = 3, VERDICT_BOOTS_LEAST = 3 };

#define VERDICT_FLOOR 0.01 /* the least effect that matters, as a fraction */
#define VERDICT_ALPHA 0.05

struct verdict_side {
	const double *values;
	const int32_t *boots; /* boot of each value, equal ones together; NULL = not told */
	size_t n;
};

struct verdict {
	enum verdict_word word;
	enum verdict_method method;
	enum better better;
	bool is_difference; /* effect, lo, hi and floor are in the metric's unit */
	bool by_boots;      /* replicates are medians of boots */
	bool constant;      /* no replicate of a side differs from another of that side, on both */
	size_t n_a, n_b;    /* replicates */
	int boots_a, boots_b;
	/*
	 * b / a - 1 (or b - a), as measured, and its 95 % interval. NaN: no such number. Below 3
	 * replicates the effect is that of medians, and there is no interval.
	 */
	double effect, lo, hi;
	double p, q;   /* two-sided; q corrects p for the rows of its family; NaN = no test */
	size_t family; /* tests in it */
	double a12;   /* chance that a b is the larger, ties half: 0.5 = none. Cliff's d = 2 a12 - 1
		       */
	double floor; /* the effect that matters: the larger of 1 % and the noise floor */
	/*
	 * Replicates a side with which an unclear row's interval would be half as wide as the
	 * floor; NaN where it is narrower already.
	 */
	double needed;
	/* The effect whose interval would just leave no change out: what these replicates show. */
	double detectable;
};

/*
 * One row. noise_floor: of the series, as a fraction; NaN = not known. The row is its own family
 * until verdict_decide.
 */
struct verdict verdict_of(struct arena *arena, const struct verdict_side *a,
			  const struct verdict_side *b, enum better better, double noise_floor);

/* Nothing is said: all numbers are NaN. */
struct verdict verdict_none(void);

/*
 * q and word of the rows of one family, by Benjamini and Hochberg's procedure; rows without a test
 * are none of it. Source: J. R. Statist. Soc. B 57, 1995; R's p.adjust(method = "BH").
 */
void verdict_decide(struct arena *arena, struct verdict **rows, size_t count);

/* "better", "worse", ...; "" for none. */
const char *verdict_name(enum verdict_word word);
/* "welch-t", "rank-sum", "rank-sum-ties", "rank-sum-normal"; "" for no test. */
const char *verdict_method_name(enum verdict_method method);
/* '*' decided, '~' noise: what a table for a mail shows; ' ' for none. */
char verdict_mark(enum verdict_word word);

/* The version of the rule, which frozen comparisons keep. */
#define VERDICT_VERSION "hl-ranksum/1"

/*
 * The replicates of a side, sorted: its boots' medians or its samples; logs of them if wanted.
 * *count is set. For composites, which resample them.
 */
double *verdict_replicates(struct arena *arena, const struct verdict_side *side, bool by_boots,
			   bool logs, size_t *count);
/* How many boots the samples come from; 0 = not told. */
int verdict_boots(const struct verdict_side *side);

#endif
