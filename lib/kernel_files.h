/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The kernel's own statistics: which files there are, what their fields are measured in, and which
 * of them count since boot (Documentation/admin-guide/cgroup-v2.rst, cgroup-v1/memory.rst).
 * Layer: lib, above slice.
 */
#ifndef LIB_KERNEL_FILES_H
#define LIB_KERNEL_FILES_H

#include "lib/slice.h"

/* How the lines of a file look. */
enum kernel_file {
	KERNEL_FILE_NONE,
	KERNEL_FILE_FIELDS,   /* "anon 348016640" */
	KERNEL_FILE_NODES,    /* "anon N0=1052672 N1=0", "total=7689 N0=7689" */
	KERNEL_FILE_ONE,      /* a number, or "max" */
	KERNEL_FILE_PRESSURE, /* "some avg10=0.00 avg60=0.00 avg300=0.00 total=0" */
	KERNEL_FILE_SLABS,    /* slabinfo */
};

/* What a file is by its name without path: memory.stat, vmstat, ... */
enum kernel_file kernel_file(struct slice name);

/* bytes, pages, usec; "" for counts and what mixes pages and counts. */
struct slice kernel_unit(struct slice file, struct slice field);

/*
 * Whether a field counts up since boot or since its cgroup was made, so that only the difference
 * of two readings says something about a run.
 */
bool kernel_is_counter(struct slice file, struct slice field);

#endif
