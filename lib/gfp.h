/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Allocation flags as words: "GFP_KERNEL_ACCOUNT|ZERO". The bits moved between kernels, so a number
 * means nothing without one.
 * Layer: lib, above kver and arena. Source: include/linux/gfp.h and gfp_types.h of the kernels that
 * docs/formats.md names.
 */
#ifndef LIB_GFP_H
#define LIB_GFP_H

#include "lib/arena.h"
#include "lib/slice.h"

/*
 * Where the bits stand. From 6.10 on those above ZEROTAGS depend on the kernel's options: they are
 * not named.
 */
enum gfp_layout {
	GFP_LAYOUT_4_19,
	GFP_LAYOUT_5_4,
	GFP_LAYOUT_6_1,
	GFP_LAYOUT_6_3,
	GFP_LAYOUT_6_10
};

/* The layout of a kernel by its upstream level, "6.1.192"; *known is false, and it is the newest,
 * when level is no version. */
enum gfp_layout gfp_layout_of(struct slice level, bool *known);

/*
 * The flags by name: the largest alias in them first, then single flags, what is left in
 * hexadecimal, with '|' between; "0" for none.
 */
struct slice gfp_decode(struct arena *arena, uint64_t flags, enum gfp_layout layout);

/* __GFP_ACCOUNT is set: the allocation asks to be charged. In the root cgroup nothing is. */
bool gfp_is_accounted(uint64_t flags, enum gfp_layout layout);

#endif
