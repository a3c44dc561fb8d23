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

/* True when the name begins with a version, so that an axis has a place for it. */
bool kver_has_version(struct slice name);

/* True when both names stand at the same place on a version axis. */
bool kver_same_point(struct slice a, struct slice b);

/*
 * Cuts a mmtests run name or pasted column heading into the kernel and what is left:
 * "6.18-rc3-vanilla" -> "6.18-rc3", "vanilla"; "4.0.0-nomemcg-v1" -> "4.0.0", "nomemcg-v1";
 * "v5.12-rc6" -> "v5.12-rc6", ""; "BASE" -> "", "BASE". Both borrow from name. The kernel has no
 * "linux-" in front, and keeps flags ("+", "-dirty") that stand straight behind it.
 */
void kver_split(struct slice name, struct slice *kernel, struct slice *variant);

/*
 * Upstream level of a kernel, from `uname -v`, /proc/version or /proc/version_signature:
 * "#1 SMP PREEMPT_DYNAMIC Debian 6.1.192-3 (2026-11-26)" -> "6.1.192"; else of the release itself
 * (`uname -r`), when that is a tag or a build of Fedora's or Arch's. Empty when nothing tells, and
 * when the release tells more than a level could (a label, commits on top, linux-next).
 */
struct slice kver_level(struct slice release, struct slice version);

#endif
