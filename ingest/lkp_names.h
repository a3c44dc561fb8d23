/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which way is good for a metric of LKP, by its name.
 * Layer: ingest, above lib. Source: etc/index-perf-all.yaml and index-latency-all.yaml of lkp-tests
 * as of 2026, for the benchmarks that are run for memory management.
 */
#ifndef INGEST_LKP_NAMES_H
#define INGEST_LKP_NAMES_H

#include "lib/record.h"
#include "lib/slice.h"

/* BETTER_UNKNOWN for most: LKP judges by a few of its thousands of names. */
enum better lkp_better(struct slice metric);

/* The part before the first dot: the program that was run, "will-it-scale". */
struct slice lkp_program(struct slice metric);

#endif
