/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Allocations that a map counted by size and flags, of several runs side by side: what was asked
 * for, what the allocator took for it, and what asks to be charged.
 * Layer: lib, above traced and gfp.
 */
#ifndef LIB_ALLOCS_H
#define LIB_ALLOCS_H

#include "lib/arena.h"
#include "lib/error.h"
#include "lib/traced.h"

/* The names of a key's parts that are understood, and the order of @alloc's where none is told. */
#define ALLOCS_KEYS "comm,bytes_req,bytes_alloc,gfp_flags"
#define ALLOCS_MAP  "@alloc"
#define ALLOCS_FREE "@free"

struct allocs_ask {
	struct slice map;  /* "" = ALLOCS_MAP */
	struct slice keys; /* names of the key's parts, ',' between; "" = ALLOCS_KEYS */
};

struct allocs_row {
	struct slice who;             /* comm; "" = the key does not tell */
	int64_t requested, allocated; /* bytes, of one allocation */
	struct slice flags;           /* as words, by the run's kernel; "" = not told */
	bool accounted;               /* asks to be charged */
	double *counts;               /* one a run; NaN = not in its map */
};

/* NaN = the run has no such map. */
struct allocs_total {
	double count, accounted;     /* allocations */
	double requested, allocated; /* bytes */
	double frees;                /* of ALLOCS_FREE */
	bool assumed; /* the kernel is not known: flags are read as the newest has them */
};

struct allocs {
	const struct traced *runs;
	size_t run_count;
	struct slice map;
	struct allocs_row *rows; /* largest waste in any run first, then largest count */
	size_t row_count;
	struct allocs_total *totals; /* one a run */
};

/*
 * The last printing of the map in each run. ERR_NOT_FOUND when no run has it with both sizes in its
 * key, ERR_INPUT when keys names neither, ERR_LIMIT for more than TRACED_RUNS_MAX runs.
 */
NODISCARD enum err allocs_build(struct arena *arena, const struct traced *runs, size_t run_count,
				const struct allocs_ask *ask, struct allocs *out,
				struct error *err);

#endif
