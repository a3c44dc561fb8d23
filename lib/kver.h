/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Kernel names: what they are made of and how they sort (docs/kernel-order.md; the tests hold
 * tests/data/kernel-version-order.tsv and -pairs.tsv).
 * Layer: lib, above slice. Pure text; a name without a version sorts last.
 */
#ifndef LIB_KVER_H
#define LIB_KVER_H

#include "lib/arena.h"
#include "lib/base.h"
#include "lib/buf.h"
#include "lib/slice.h"

/*
 * Order of two names, <0, 0, >0. 0 only for the same bytes.
 */
int kver_cmp(struct slice a, struct slice b);

/* True when both names stand at the same place on a version axis. */
bool kver_same_point(struct slice a, struct slice b);

/*
 * Cuts a mmtests run name or pasted column heading into the kernel and what is left:
 * "6.18-rc3-vanilla" -> "6.18-rc3", "vanilla"; "4.0.0-nomemcg-v1" -> "4.0.0", "nomemcg-v1";
 * "v5.12-rc6" -> "v5.12-rc6", ""; "BASE" -> "", "BASE". Both borrow from name.
 */
void kver_split(struct slice name, struct slice *kernel, struct slice *variant);

/*
 * Upstream level of a distribution's kernel, from `uname -v` or /proc/version:
 * "#1 SMP PREEMPT_DYNAMIC Debian 6.1.192-3 (2026-11-26)" -> "6.1.192"; for other releases the
 * base of the release itself. Empty when nothing tells. release is `uname -r`.
 */
struct slice kver_level(struct slice release, struct slice version);

#endif
