/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What two profiles differ in: shares of each other's whole, with intervals of the difference. */
#include <math.h>
#include <stdlib.h>

#include "lib/profile.h"
#include "lib/stats.h"

/* Functions of both sides, by base name and, outside the kernel, object. */
struct side_function {
	const struct profile_function *function;
	bool is_b;
};

/* Kernels name their object in many ways, and stacks not at all. */
static struct slice where_of(const struct profile_function *function)
{
	return memcg_object_of(function->where, function->symbol) == OBJECT_OTHER ? function->where
										  : SLICE_NONE;
}

static int by_name(const void *a, const void *b)
{
	const struct side_function *x = a, *y = b;
	int order = slice_cmp(x->function->base, y->function->base);

	return order != 0 ? order : (int)x->is_b - (int)y->is_b;
}

static int by_place(const void *a, const void *b)
{
	const struct side_function *x = a, *y = b;
	int order = slice_cmp(x->function->base, y->function->base);

	if (order == 0)
		order = slice_cmp(where_of(x->function), where_of(y->function));
	return order != 0 ? order : by_name(a, b);
}

static int by_change(const void *a, const void *b)
{
	const struct profile_move *x = a, *y = b;
	double p = fabs(x->change.part), q = fabs(y->change.part);

	if (p != q)
		return p < q ? 1 : -1;
	return slice_cmp(x->base, y->base);
}

static void settle(const struct profile_diff *diff, struct profile_move *move)
{
	move->share_a = profile_share(diff->a, move->a);
	move->share_b = profile_share(diff->b, move->b);
	move->change = share_difference(move->share_a, move->share_b);
	move->moved = share_moved(move->change, move->a, move->b);
}

static struct share change_of(const struct profile_diff *diff, double a, double b)
{
	return share_difference(profile_share(diff->a, a), profile_share(diff->b, b));
}

static size_t take_side(const struct profile_sum *sum, bool is_b, struct side_function *out)
{
	for (size_t i = 0; i < sum->function_count; i++)
		out[i] = (struct side_function){ &sum->functions[i], is_b };
	return sum->function_count;
}

static void make_functions(struct arena *arena, struct profile_diff *diff)
{
	size_t count = diff->a->function_count + diff->b->function_count;
	struct side_function *sides = ARENA_ARRAY(arena, count, struct side_function);
	struct profile_move *move = NULL;
	size_t n = take_side(diff->a, false, sides);
	/* Stacks tell no object, so where one side is made of them, names alone must do. */
	bool named = diff->a->node_total != NULL || diff->b->node_total != NULL;
	int (*cmp)(const void *, const void *) = named ? by_name : by_place;

	n += take_side(diff->b, true, sides + n);
	if (n > 1)
		qsort(sides, n, sizeof(*sides), cmp);
	diff->functions = ARENA_ARRAY(arena, n, struct profile_move);
	for (size_t i = 0; i < n; i++) {
		const struct profile_function *from = sides[i].function;
		bool same = move != NULL && slice_eq(move->base, from->base) &&
			    (named || slice_eq(where_of(sides[i - 1].function), where_of(from)));

		if (!same) {
			move = &diff->functions[diff->function_count++];
			*move = (struct profile_move){ .symbol = from->symbol, .base = from->base };
		}
		if (!same || from->class.kind != MEMCG_NOT)
			move->class = from->class;
		if (sides[i].is_b)
			move->b += from->self;
		else
			move->a += from->self;
	}
	for (size_t i = 0; i < diff->function_count; i++)
		settle(diff, &diff->functions[i]);
	if (diff->function_count > 1)
		qsort(diff->functions, diff->function_count, sizeof(*diff->functions), by_change);
}

void profile_compare(struct arena *arena, const struct profile_sum *a, const struct profile_sum *b,
		     struct profile_diff *out)
{
	*out = (struct profile_diff){
		.a = a,
		.b = b,
	};
	out->strict = change_of(out, a->strict, b->strict);
	out->shared = change_of(out, a->shared, b->shared);
	out->total = change_of(out, a->total, b->total);
	for (int i = 0; i < MEMCG_GROUPS; i++) {
		struct profile_move *phase = &out->phases[i];

		*phase = (struct profile_move){
			.symbol = slice_str(memcg_group_name((enum memcg_group)i)),
			.class = { .kind = MEMCG_OWN,
				   .group = (enum memcg_group)i,
				   .strict = true },
			.a = a->phases[i].self,
			.b = b->phases[i].self,
		};
		settle(out, phase);
	}
	make_functions(arena, out);
}

struct profile_replicates profile_replicates_of(struct arena *arena, const double *a, size_t n_a,
						const double *b, size_t n_b)
{
	struct profile_replicates out = { n_a, n_b, NAN, NAN, verdict_none() };
	const struct verdict_side before = { .values = a, .n = n_a },
				  after = { .values = b, .n = n_b };

	if (n_a < VERDICT_LEAST || n_b < VERDICT_LEAST)
		return out;
	out.share_a = stats_median(arena, a, n_a);
	out.share_b = stats_median(arena, b, n_b);
	out.verdict = verdict_of(arena, &before, &after, BETTER_LOWER, NAN);
	return out;
}
