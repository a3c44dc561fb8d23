/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Says of a kernel whether it is as good as one reference or as bad as another, while its numbers
 * come in, and how many more it takes. For git bisect: docs/bisect.md has the rule in words, and
 * how often it is wrong.
 *
 *	e = bisect_begin(&arena, &good, NULL, &options, &rule, err);
 *	answer = bisect_look(&arena, &rule, values, n);           // again with more of them
 *	in_all = bisect_needed(&arena, &rule, values, n);         // when it is unsure
 *
 * At fixed counts n it looks at the first n values. Each look may use up a part of the error that
 * is allowed, and all parts together are no more than that: so the chance of a wrong answer is kept
 * however often is looked. The answer depends on the values and their order alone.
 * Layer: lib, above ranksum and verdict.
 */
#ifndef LIB_BISECT_H
#define LIB_BISECT_H

#include "lib/arena.h"
#include "lib/error.h"
#include "lib/verdict.h"

enum {
	BISECT_FIRST = 4,             /* values at the first look */
	BISECT_MOST = 1000,           /* values that may be asked for */
	BISECT_REFERENCE_LEAST = 3,   /* replicates of a reference */
	BISECT_REFERENCE_MOST = 1000, /* of more, so many are taken, evenly */
};

#define BISECT_CHANGE_LEAST 0.02 /* of what is looked for where nobody says it: twice the floor */
#define BISECT_CHANGE_MOST  0.05

enum bisect_word { BISECT_UNSURE, BISECT_GOOD, BISECT_BAD };

struct bisect_options {
	enum better better; /* which way is good; taken from the references where there are two */
	double error;       /* chance of a wrong answer that is allowed, above 0 and below 0.5 */
	size_t max;         /* values after which it remains unsure; BISECT_FIRST to BISECT_MOST */
	double change;      /* worsening that is looked for, a fraction; 0 = by the reference */
};

/* At n values: bad is said at up to bad_rank - 1 pairs against it, good likewise. 0 = never. */
struct bisect_rank {
	size_t n, bad_rank, good_rank;
};

struct bisect {
	bool is_difference; /* as in struct verdict: border and change are in the metric's unit */
	bool by_boots;      /* a replicate is the median of a boot, for there are 3 boots or more */
	double sign;        /* 1 = more is worse, -1 = less is */
	/* The references' replicates, sorted, so that more is worse; bad may be good, shifted. */
	const double *good, *bad;
	size_t good_n, bad_n;
	bool has_bad;  /* measured, not shifted */
	double change; /* from good to bad: b / a - 1, or b - a */
	double border; /* half way between them, on the scale of good and bad */
	double error;
	size_t max;
	struct bisect_rank *looks;
	size_t look_count;
};

struct bisect_answer {
	enum bisect_word word;
	size_t n;      /* values that were looked at last */
	double effect; /* against good, as measured: b / a - 1, or b - a; NaN = no value */
};

/*
 * bad may be NULL: it is then good made worse by options->change. Without that, by what can be told
 * from good's own spread, from 2 to 5 %. ERR_INPUT says what is wrong with the references: fewer
 * than 3 replicates, no difference between them, too few to ever decide, no direction.
 */
NODISCARD enum err bisect_begin(struct arena *arena, const struct verdict_side *good,
				const struct verdict_side *bad,
				const struct bisect_options *options, struct bisect *out,
				struct error *err);

/* n may be 0. values: replicates in the order in which they were measured. */
struct bisect_answer bisect_look(struct arena *arena, const struct bisect *bisect,
				 const double *values, size_t n);

/*
 * With how many values in all it would be sure, if more of them are like these, up to four times
 * max; 0 = that many would not do.
 */
size_t bisect_needed(struct arena *arena, const struct bisect *bisect, const double *values,
		     size_t n);

/* "good", "bad", "unsure". */
const char *bisect_name(enum bisect_word word);

#endif
