/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Flame graphs as SVG that needs no script: callers on top, a frame's width is its share, its
 * title says it in numbers, and with links each frame leads to itself as the whole. Of one profile
 * the functions of memcg stand out; of two, width is the share in one of them and colour what
 * changed, grey where the support rule (lib/share.h) finds nothing sure.
 * Layer: lib, above profile. The same input gives the same bytes.
 */
#ifndef LIB_FLAME_H
#define LIB_FLAME_H

#include "lib/buf.h"
#include "lib/profile.h"

enum flame_kind { FLAME_ALL, FLAME_USER, FLAME_KERNEL, FLAME_SHARED, FLAME_MEMCG };

enum { FLAME_A, FLAME_B, FLAME_SIDES };

struct flame_node {
	uint32_t parent, first, next; /* PROFILE_NONE = no more; callees by name */
	struct slice name;
	enum flame_kind kind;
	bool memcg; /* what ends here counts as memcg's, with what it calls */
	double self[FLAME_SIDES], total[FLAME_SIDES];
	uint64_t path; /* of its name and its callers': the same in every profile; never 0 */
};

/* Node 0 is all; callers stand before what they call. */
struct flame {
	struct flame_node *nodes;
	size_t count;
	size_t sides;
	const struct profile_sum *sums[FLAME_SIDES];
};

/* Of a profile with stacks and its sum; only_memcg leaves what leads through no function of it. */
void flame_of(struct arena *arena, const struct profile *profile, const struct profile_sum *sum,
	      bool only_memcg, struct flame *out);
/* Of two: names without what compilers add. */
void flame_of_two(struct arena *arena, const struct profile *a, const struct profile_sum *sum_a,
		  const struct profile *b, const struct profile_sum *sum_b, bool only_memcg,
		  struct flame *out);

/* The node of a path as flame_path writes it; 0 when there is none. */
uint32_t flame_find(const struct flame *flame, struct slice path);
/* 16 hexadecimal digits. */
struct slice flame_path(struct arena *arena, const struct flame *flame, uint32_t node);

enum flame_width { FLAME_WIDTH_B, FLAME_WIDTH_A, FLAME_WIDTH_BOTH };

/* Where its colours are. */
enum flame_style {
	FLAME_ALONE,  /* in it: a file by itself */
	FLAME_LINKED, /* in /flame.css, which it asks for */
	FLAME_INLINE, /* in the page that it becomes a part of */
};

struct flame_options {
	struct slice title;
	uint32_t root;          /* node that is the whole */
	struct slice link;      /* address to which "root=PATH" is added; "" = no links */
	enum flame_width width; /* of two profiles: which side's share; of one it is ignored */
	enum flame_style style;
};

/* Frames below this share of what is drawn are left out, and the last line tells how many. */
#define FLAME_SHARE_MIN 0.001

void flame_svg(struct arena *arena, struct buf *buf, const struct flame *flame,
	       const struct flame_options *options);

#endif
