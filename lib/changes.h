/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where a metric changed over kernels: series of one metric, machine and config line, their change
 * points (lib/ediv.h), held against the replicates by the verdict, and the newest kernel, which is
 * judged by its replicates at once.
 * Layer: lib, above overhead's input, ediv, noise and verdict.
 */
#ifndef LIB_CHANGES_H
#define LIB_CHANGES_H

#include "lib/ediv.h"
#include "lib/noise.h"
#include "lib/overhead.h"

enum { CHANGE_ID_SIZE = 11, CHANGE_NEIGHBOURS = 3 };

struct change_series {
	uint32_t machine, metric, config;     /* config: of its newest point */
	const struct overhead_point **points; /* a kernel each, oldest first */
	size_t count;
	struct noise noise;
	bool newest; /* it ends at the newest kernel of its machine */
};

/* What people made of a change; a change that nobody looked at is new. */
enum change_state {
	CHANGE_NEW,
	CHANGE_ACKNOWLEDGED,
	CHANGE_EXPECTED,
	CHANGE_FIXED,
	CHANGE_DISMISSED
};

struct change_triage {
	enum change_state state;
	struct slice note, link; /* link: a thread on lore.kernel.org, say; "" = none */
	struct slice actor;      /* who said so; "" = nobody yet */
	int64_t at_s;            /* epoch */
};

struct change {
	/* From the series' identity and the kernel after: what triage is kept by. */
	char id[CHANGE_ID_SIZE];
	size_t series;
	size_t at; /* the series' point with the new level */
	/*
	 * Levels: geometric means of kernels' medians, from change to change; of the newest kernel
	 * the medians of the one before it and its own.
	 */
	double before, after;
	double p;    /* of the detector; NaN = it did not find it */
	bool is_new; /* of the newest kernel, and decided against the one before it */
	/*
	 * By replicates: of up to 3 kernels a side, up to the changes around it. Decided, it is
	 * confirmed, else weak. The newest kernel's is against the kernel before it.
	 */
	struct verdict verdict;
	size_t from, to; /* the series' points that the verdict has, [from, to) */
	/*
	 * How much of it the next change of the series took back, (after - fixed) / (after -
	 * before), and where; NaN when that goes the same way, or there is none.
	 */
	double recovered;
	size_t fixed_at;
	struct change_triage triage; /* the store's to fill */
};

struct changes {
	const struct overhead_input *input;
	struct change_series *series; /* by machine, line, metric */
	size_t series_count;
	struct change *list; /* newest kernel first, then the largest */
	size_t count;
};

/* Durations, series of one value and those with values of 0 or less have none. */
void changes_build(struct arena *arena, const struct overhead_input *input, struct changes *out);

/* Which changes a list is to show. */
struct changes_filter {
	struct slice metric, line; /* a title, a config's label; "" = all */
	bool with_dismissed, with_weak;
};
/* Drops from the list what the filter does not let through. */
void changes_narrow(struct arena *arena, struct changes *changes,
		    const struct changes_filter *filter);

/* Kernels by their places: [first, end). */
struct kernel_range {
	uint32_t first, end;
};
/*
 * Leaves the points of those kernels and the changes that happened there; what is said of them
 * stays what all points said.
 */
void changes_narrow_kernels(struct arena *arena, struct changes *changes,
			    struct kernel_range range);

/* "new", "acknowledged", "expected", "fixed", "dismissed"; false when the text is none. */
#define CHANGE_STATES "new, acknowledged, expected, fixed, dismissed"
const char *change_state_name(enum change_state state);
NODISCARD bool change_state_parse(struct slice text, enum change_state *out);

bool change_is_confirmed(const struct change *change);
const struct overhead_point *change_point(const struct changes *changes,
					  const struct change *change);

#endif
