/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What was measured: benchmark, name, labels and unit are its identity; better says which way is
 * good.
 * Layer: lib, above record.
 */
#ifndef LIB_METRIC_H
#define LIB_METRIC_H

#include "lib/arena.h"
#include "lib/record.h"
#include "lib/slice.h"

struct metric {
	struct slice benchmark, name; /* benchmark "" = none */
	struct slice labels;          /* canonical "key=value,key=value", by key; "" = none */
	struct slice unit;            /* "" = a count, or not told */
	enum better better;
};

/* Canonical text of labels: sorted by key; '\', ',' and '=' inside are written '\' + itself. */
struct slice metric_labels(struct arena *arena, const struct label *labels, size_t count);

/* The value of one label, without escapes: in the arena, or borrowed. False when there is none. */
bool metric_label(struct arena *arena, const struct metric *metric, struct slice key,
		  struct slice *value);

/* Order for tables: benchmark, then name and labels as people sort (numbers as numbers). */
int metric_cmp(const struct metric *a, const struct metric *b);
/* Same identity. */
bool metric_eq(const struct metric *a, const struct metric *b);

/* For people: "faults/cpu-1", "calls sendto" (label values behind the name). */
struct slice metric_title(struct arena *arena, const struct metric *metric);

/* The User, System and Elapsed lines around a test, not the test's own result. */
bool metric_is_duration(const struct metric *metric);

#endif
