/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/steps.h"

#include <math.h>
#include <stdlib.h>

enum { CHAIN_MAX = STEP_LIMIT + 1 };

/* The set-ups of one metric on one kernel and machine; NULL = not measured. */
struct setups {
	const struct overhead_point *of[STEP_ROLES];
	uint32_t metric;
};

/* All metrics of one kernel and machine. */
struct scene {
	struct arena *arena;
	const struct overhead_input *input;
	struct setups *list;
	size_t count;
	uint32_t machine, kernel, metric; /* as of a step */
	struct overhead_steps *out;
	size_t *capacity;
};

static enum step_role role_of(const struct config *config)
{
	bool root = slice_is(config->placement, "root");
	bool child = slice_starts(config->placement, "v2:");

	if (!root && !child)
		return STEP_ROLES;
	if (config_is_off(config))
		return root ? STEP_OFF : STEP_OFF_CHILD;
	if (config->mode != MEMCG_ON || config->nosocket || config->nobpf)
		return STEP_ROLES;
	if (root)
		return config->nokmem ? STEP_ROLES : STEP_ROOT;
	if (config->nokmem)
		return STEP_NOKMEM;
	return slice_find(config->variant, "limit") < config->variant.n ? STEP_LIMIT : STEP_CHILD;
}

/* Of several with one role the one with most samples; a child group nearest to the root. */
static bool is_better(const struct overhead_input *input, const struct overhead_point *a,
		      const struct overhead_point *b)
{
	int order = b == NULL ? -1
			      : slice_cmp_natural(input->configs[a->config].placement,
						  input->configs[b->config].placement);

	return order != 0 ? order < 0 : a->stats.n > b->stats.n;
}

static struct setups setups_of(const struct overhead_input *input,
			       const struct overhead_point *const *points, size_t count)
{
	struct setups out = { .metric = points[0]->metric };

	for (size_t i = 0; i < count; i++) {
		enum step_role role = role_of(&input->configs[points[i]->config]);

		if (role != STEP_ROLES && is_better(input, points[i], out.of[role]))
			out.of[role] = points[i];
	}
	return out;
}

static bool is_positive(const struct overhead_point *point)
{
	for (size_t i = 0; i < point->samples.n; i++)
		if (!(point->samples.values[i] > 0))
			return false;
	return true;
}

static bool has(const struct setups *setups, const enum step_role *roles, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (setups->of[roles[i]] == NULL || !is_positive(setups->of[roles[i]]))
			return false;
	return true;
}

static struct bootstrap_group group_of(struct arena *arena, const struct overhead_point *point,
				       bool by_boots, double to, double from)
{
	struct bootstrap_group out = { .weights = { to, from } };

	out.values = verdict_replicates(arena, &point->samples, by_boots, true, &out.n);
	return out;
}

static bool by_boots(const struct setups *setups, const enum step_role *roles, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (verdict_boots(&setups->of[roles[i]]->samples) < VERDICT_BOOTS_LEAST)
			return false;
	return true;
}

/* The groups of one metric: off, where the step begins, where it ends. */
static size_t add_groups(struct scene *scene, const struct setups *setups, enum step_role from,
			 enum step_role to, double weight, struct bootstrap_group *out)
{
	const enum step_role roles[] = { STEP_OFF, from, to };
	bool boots = by_boots(setups, roles, ARRAY_SIZE(roles));
	size_t n = 0;

	/* Where it begins at off, its second sum is 0. */
	out[n++] = group_of(scene->arena, setups->of[STEP_OFF], boots, -weight,
			    from == STEP_OFF ? 0 : -weight);
	if (from != STEP_OFF)
		out[n++] = group_of(scene->arena, setups->of[from], boots, 0, weight);
	out[n++] = group_of(scene->arena, setups->of[to], boots, weight, 0);
	return n;
}

/* The step over the metrics that have all of these roles. */
static void add_step(struct scene *scene, enum step_role from, enum step_role to, bool is_part,
		     const enum step_role *needed, size_t needed_count)
{
	struct bootstrap_group *groups =
		ARENA_ARRAY(scene->arena, 3 * scene->count + 1, struct bootstrap_group);
	struct overhead_step step = { scene->machine, scene->kernel, scene->metric, from, to,
				      is_part };
	struct bootstrap interval;
	size_t n = 0;

	for (size_t i = 0; i < scene->count; i++)
		step.metrics += has(&scene->list[i], needed, needed_count);
	for (size_t i = 0; i < scene->count; i++) {
		const struct setups *setups = &scene->list[i];
		bool rate = scene->input->metrics[setups->metric].better == BETTER_HIGHER;

		if (has(setups, needed, needed_count))
			n += add_groups(scene, setups, from, to,
					(rate ? -1 : 1) / (double)step.metrics, &groups[n]);
	}
	if (n == 0)
		return;
	interval = bootstrap_of(scene->arena, groups, n, bootstrap_step);
	step.value = interval.value;
	step.lo = interval.lo;
	step.hi = interval.hi;
	ARENA_PUSH(scene->arena, scene->out->list, scene->out->count, *scene->capacity, step);
}

/* The longest chain from off that some metric has whole. */
static size_t chain_of(const struct scene *scene, enum step_role chain[CHAIN_MAX])
{
	size_t n = 0;

	for (int role = STEP_OFF; role < CHAIN_MAX; role++) {
		bool any = false;

		chain[n] = (enum step_role)role;
		for (size_t i = 0; i < scene->count && !any; i++)
			any = has(&scene->list[i], chain, n + 1);
		n += any;
		if (n == 0)
			return 0;
	}
	return n;
}

static void add_part(struct scene *scene, enum step_role from, enum step_role to)
{
	const enum step_role needed[] = { STEP_OFF, STEP_ROOT, STEP_CHILD, from, to };

	add_step(scene, from, to, true, needed, ARRAY_SIZE(needed));
}

static void scene_steps(struct scene *scene)
{
	enum step_role chain[CHAIN_MAX];
	size_t n = chain_of(scene, chain);

	for (size_t i = 1; i < n; i++) {
		add_step(scene, chain[i - 1], chain[i], false, chain, n);
		if (chain[i] != STEP_CHILD)
			continue;
		add_part(scene, STEP_NOKMEM, STEP_CHILD);
		add_part(scene, STEP_OFF, STEP_OFF_CHILD);
	}
}

static int point_cmp(const void *a, const void *b)
{
	const struct overhead_point *x = *(const struct overhead_point *const *)a;
	const struct overhead_point *y = *(const struct overhead_point *const *)b;

	if (x->machine != y->machine)
		return x->machine < y->machine ? -1 : 1;
	if (x->kernel != y->kernel)
		return x->kernel < y->kernel ? -1 : 1;
	return (x->metric > y->metric) - (x->metric < y->metric);
}

static bool is_wanted(const struct overhead_input *input, const struct overhead_point *point,
		      uint32_t metric)
{
	const struct metric *of = &input->metrics[point->metric];

	return (of->better == BETTER_HIGHER || of->better == BETTER_LOWER) &&
	       (metric == UINT32_MAX ? !metric_is_duration(of) : point->metric == metric);
}

/* The points of one machine and kernel. */
static void scene_read(struct scene *scene, const struct overhead_point *const *points,
		       size_t count)
{
	scene->list = ARENA_ARRAY(scene->arena, count, struct setups);
	scene->count = 0;
	scene->machine = points[0]->machine;
	scene->kernel = points[0]->kernel;
	for (size_t i = 0, end; i < count; i = end) {
		for (end = i + 1; end < count && points[end]->metric == points[i]->metric; end++)
			continue;
		scene->list[scene->count++] = setups_of(scene->input, &points[i], end - i);
	}
}

void steps_build(struct arena *arena, const struct overhead *overhead, uint32_t metric,
		 struct overhead_steps *out)
{
	const struct overhead_input *input = &overhead->input;
	const struct overhead_point **points =
		ARENA_ARRAY(arena, input->point_count + 1, const struct overhead_point *);
	size_t count = 0, capacity = 0;
	struct scene scene = { arena, input, .metric = metric, .out = out, .capacity = &capacity };

	*out = (struct overhead_steps){ NULL };
	for (size_t i = 0; i < input->point_count; i++)
		if (is_wanted(input, &input->points[i], metric))
			points[count++] = &input->points[i];
	qsort(points, count, sizeof(*points), point_cmp);
	for (size_t i = 0, end; i < count; i = end) {
		for (end = i + 1; end < count; end++)
			if (points[end]->machine != points[i]->machine ||
			    points[end]->kernel != points[i]->kernel)
				break;
		scene_read(&scene, &points[i], end - i);
		scene_steps(&scene);
	}
}

const char *step_name(const struct overhead_step *step)
{
	if (step->is_part)
		return step->to == STEP_CHILD ? "of it kernel memory" : "of it the group alone";
	return step->to == STEP_ROOT    ? "root group"
	       : step->to == STEP_CHILD ? "child group"
					: "limit";
}

const char *step_role_name(enum step_role role)
{
	static const char *const names[] = {
		"off", "root", "child", "limit", "nokmem", "off-child"
	};

	return names[role];
}
