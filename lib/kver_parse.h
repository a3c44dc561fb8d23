/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The pieces of a kernel name (docs/kernel-order.md), parsed once and then compared.
 * Layer: lib, part of kver: used by kver.c and kver_parse.c only.
 */
#ifndef LIB_KVER_PARSE_H
#define LIB_KVER_PARSE_H

#include "lib/base.h"
#include "lib/slice.h"

enum kver_group { KVER_VERSIONED, KVER_DATED, KVER_NAMED };

/* In the order in which they follow one another on one base. */
enum kver_lane { KVER_ANCESTOR, KVER_TAG, KVER_DISTRIBUTION, KVER_RT, KVER_MM, KVER_NEXT };

enum { KVER_BASE_NUMBERS = 4, KVER_RELEASE = UINT32_MAX };

struct kver {
	enum kver_group group;
	uint64_t base[KVER_BASE_NUMBERS]; /* 2.6.A.B as it is; X.Y.Z is X, Y, Z, 0 */
	uint64_t rc;                      /* KVER_RELEASE = none */
	enum kver_lane lane;
	uint64_t date, counter;   /* YYYYMMDD and its same-day counter: next and dated */
	uint64_t distance;        /* commits after the tag or linux-next; RT patch level */
	struct slice ancestry;    /* behind the first "~": "3^2~12" */
	struct slice build;       /* of a distribution, or of -mm: orders by its pieces */
	const char *distribution; /* NULL = none */
	/* What follows orders names of one point only. */
	struct slice flavour, hash, label, flags;
	struct slice kernel; /* the name without spelling in front and label behind */
	size_t base_bytes;   /* of kernel: base and -rcN */
};

struct kver kver_parse(struct slice name);

#endif
