/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The names of events as perf report and perf annotate print them.
 * Layer: ingest, above lib.
 */
#ifndef INGEST_PERF_EVENT_H
#define INGEST_PERF_EVENT_H

#include "lib/base.h"
#include "lib/slice.h"

/*
 * The members of "anon group { a, b }", or of "a,b" when is_list, up to max; else the name alone.
 * A ',' between two '/' is part of a name. Returns how many there are.
 */
size_t perf_event_members(struct slice name, bool is_list, struct slice *members, size_t max);

#endif
