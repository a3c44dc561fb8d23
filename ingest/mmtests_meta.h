/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Facts about an iteration of an mmtests tree (kernel, machine, cgroup, times), told by the files
 * that stand beside its benchmarks, and the Duration of each test.
 * Layer: ingest, below mmtests.
 */
#ifndef INGEST_MMTESTS_META_H
#define INGEST_MMTESTS_META_H

#include "ingest/input.h"
#include "lib/record.h"

/* Name of a file without the ending that compression gave it. */
struct slice mmtests_plain_name(struct slice path);

/* Whether facts are read from files of that name. */
bool mmtests_has_facts(struct slice path);

/* A file that tells no facts gives no records. */
NODISCARD enum err mmtests_facts(struct input *input, struct sink *sink, struct error *err);

#endif
