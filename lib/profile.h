/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One profile, whatever it came from: stacks as a tree, or rows of functions as a tool printed
 * them; and what is asked of it: memcg's share with its phases and functions, who calls into
 * memcg, and what two profiles differ in.
 * Layer: lib, above batch, memcg_symbols and share.
 *
 * Weights are samples where the profile tells them, else percent; `whole` is all of them.
 * Self is what a function took itself, total what it took with what it called.
 */
#ifndef LIB_PROFILE_H
#define LIB_PROFILE_H

#include "lib/arena.h"
#include "lib/batch.h"
#include "lib/memcg_symbols.h"
#include "lib/share.h"
#include "lib/tracing.h"
#include "lib/verdict.h"

enum { PROFILE_NONE = UINT32_MAX };

/* As struct batch_node; callers stand before what they call. */
struct profile_node {
	uint32_t caller, name; /* PROFILE_NONE: not a function, but what the stacks below share */
	int64_t count, period; /* of stacks that end here; period RECORD_NO_COUNT = none */
};

/* As printed. Without a symbol it is the line of a whole source file. */
struct profile_row {
	struct slice symbol, dso, source_file, comm;
	double percent, children_percent; /* NaN = none */
	int64_t samples;                  /* RECORD_NO_COUNT = none */
};

struct profile {
	struct slice id;            /* "" = not stored */
	struct slice source;        /* the format that it was read by */
	struct slice path;          /* of its file */
	struct slice event, metric; /* "" = not told */
	int64_t print;              /* of a map: which printing; RECORD_NO_COUNT = none */
	struct slice *names;
	size_t name_count;
	struct profile_node *nodes;
	size_t node_count;
	struct profile_row *rows;
	size_t row_count;
	struct tracing tracing; /* of its run: what tools lost, and what they cost */
};

/* Whether its counts are samples by what it is; of others the input does not say it. */
bool profile_is_sampled(const struct profile *profile);

/* One of a finished batch's. */
void profile_of_batch(struct arena *arena, const struct batch *batch, size_t index,
		      struct profile *out);

/* ------------------------------------------------------------------ what it tells */

/* What a function has, summed over tasks and over the forms in which its name was printed. */
struct profile_function {
	struct slice symbol; /* as printed first */
	struct slice base;   /* as it is summed: without what compilers add */
	struct slice where;  /* source file, else object; "" = not told */
	struct memcg_class class;
	double self, total; /* weights; total NaN = not known */
};

/* A way into memcg: its outermost function and who called that. */
struct profile_entry {
	struct slice caller, function; /* caller "" = none */
	enum memcg_group group;
	double weight;
};

struct profile_phase {
	double self, shared, total; /* total NaN = not known */
};

struct profile_sum {
	double unit;    /* what the input counts for a weight of 1: 1, or a period that all share */
	double whole;   /* of all weights; 0 = it has none */
	bool counted;   /* weights are samples, so that intervals can be told */
	double covered; /* fraction of the whole that is listed */
	double strict;  /* memcg's own functions */
	double shared;  /* those that others use too */
	double total;   /* stacks that lead through memcg's own functions; NaN = no stacks */
	double ambiguous; /* names that may be others', not counted in strict */
	double unlisted;  /* of memcg's files, but of no function that is listed */
	struct profile_phase phases[MEMCG_GROUPS];
	struct profile_function *functions; /* largest self first, then total, then name */
	size_t function_count;
	struct profile_entry *entries; /* largest first */
	size_t entry_count;
	/* By node, NULL without stacks. */
	double *node_total;
	struct memcg_class *node_class;
	bool *node_memcg;  /* its own weight counts in total */
	bool *node_kernel; /* kernel code, as its callers tell */
};

void profile_sum(struct arena *arena, const struct memcg_symbols *table,
		 const struct profile *profile, struct profile_sum *out);

/* What ends in a node, as a weight. */
double profile_node_weight(const struct profile_sum *sum, const struct profile_node *node);

/* A weight as a share of the whole, with its interval where samples are known. */
struct share profile_share(const struct profile_sum *sum, double weight);

/*
 * memcg's share of a run's profiles, in percent: of the first that was not read from a map and
 * has one. NaN when none has.
 */
double profile_memcg_percent_of_run(struct arena *arena, const struct batch *batch, size_t run);
/* The same of one profile. */
double profile_memcg_percent(struct arena *arena, const struct profile *profile);

/* ------------------------------------------------------------------ two of them */

struct profile_move {
	struct slice symbol, base;
	struct memcg_class class; /* as in b, else in a */
	double a, b;              /* self weights, each of its own whole */
	struct share share_a, share_b, change;
	bool moved; /* the support rule (lib/share.h) holds */
};

/*
 * memcg's own share in several profiles a side, each of them a replicate of the rule in
 * lib/verdict.h; what one profile's samples say of its interval is then not needed.
 */
struct profile_replicates {
	size_t n_a, n_b;         /* profiles; fewer than VERDICT_LEAST on a side: no verdict */
	double share_a, share_b; /* medians, fractions */
	struct verdict verdict;  /* of the ratio; a lower share is better */
};
struct profile_replicates profile_replicates_of(struct arena *arena, const double *a, size_t n_a,
						const double *b, size_t n_b);

struct profile_diff {
	const struct profile_sum *a, *b;
	struct profile_replicates replicates; /* the caller's to fill; n_a 0 = not told */
	struct share strict, shared, total;   /* b - a; total NaN without stacks on both sides */
	struct profile_move phases[MEMCG_GROUPS]; /* strict weights; symbol is the phase's name */
	struct profile_move *functions;           /* largest change first */
	size_t function_count;
};

void profile_compare(struct arena *arena, const struct profile_sum *a, const struct profile_sum *b,
		     struct profile_diff *out);

#endif
