/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where an overhead comes from: off -> root group -> child group -> child group with a limit, as
 * steps that add up, and what part of the child's step is accounting of kernel memory, and what a
 * child group costs without memcg. Each step is in fractions of off in the root group:
 * T(to) / T(off) - T(from) / T(off), T being time an operation, the geometric mean of replicates.
 * Layer: lib, above overhead and bootstrap.
 */
#ifndef LIB_STEPS_H
#define LIB_STEPS_H

#include "lib/overhead.h"

/* Set-ups of one kernel and machine, on cgroup v2 where they are in a child. */
enum step_role {
	STEP_OFF,       /* memcg off, root group */
	STEP_ROOT,      /* on, root group */
	STEP_CHILD,     /* on, child group */
	STEP_LIMIT,     /* on, child group with a limit: its variant says "limit" */
	STEP_NOKMEM,    /* on, child group, cgroup.memory=nokmem */
	STEP_OFF_CHILD, /* memcg off, child group */
	STEP_ROLES,
};

struct overhead_step {
	uint32_t machine, kernel;
	uint32_t metric; /* UINT32_MAX: the geometric mean over metrics */
	enum step_role from, to;
	bool is_part;         /* of the step to the child group; else one of the chain */
	double value, lo, hi; /* interval by bootstrap, NaN below 3 replicates */
	size_t metrics;       /* that it goes over */
};

struct overhead_steps {
	struct overhead_step *list; /* by machine, kernel, metric, then in the order of the chain */
	size_t count;
};

/*
 * The chain has those roles that were measured, from off on; without off in the root group there is
 * none. A mean goes over the metrics that have all of its chain, durations not counted. metric:
 * only this one; UINT32_MAX = the means.
 */
void steps_build(struct arena *arena, const struct overhead *overhead, uint32_t metric,
		 struct overhead_steps *out);

/* "root group", "child group", "limit", "of it kernel memory", "of it the group alone". */
const char *step_name(const struct overhead_step *step);
/* "off", "root", "child", "limit", "nokmem", "off-child". */
const char *step_role_name(enum step_role role);

#endif
