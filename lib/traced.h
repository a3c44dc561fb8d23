/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What BPF tools saw in one run: histograms, and the rows of maps. It comes from a batch (ingest)
 * or from the store, and is what latency.h and allocs.h put side by side.
 * Layer: lib, above batch and metric.
 */
#ifndef LIB_TRACED_H
#define LIB_TRACED_H

#include "lib/arena.h"
#include "lib/batch.h"
#include "lib/metric.h"
#include "lib/tracing.h"

enum { TRACED_RUNS_MAX = 9 };

struct traced_histogram {
	struct metric metric;
	int64_t print; /* which printing; RECORD_NO_COUNT = not told */
	const struct bucket *buckets;
	size_t bucket_count;
};

/* A row of a map: the key is in the metric's labels. */
struct traced_row {
	struct metric metric;
	int64_t print;
	double value;
};

struct traced {
	struct slice id;     /* run id, or "" straight from a file */
	struct slice name;   /* the run's own name */
	struct slice kernel; /* name for people; "" = unknown */
	struct slice level;  /* upstream level; "" = unknown */
	struct slice label;  /* of the config */
	struct slice
		tool; /* version of the tool, "0.20.2"; "" = not told, as bpftrace prints none */
	struct tracing tracing;
	struct traced_histogram *histograms; /* in order of input: a later printing is later */
	size_t histogram_count;
	struct traced_row *rows; /* of bpftrace's maps only; of each key the last printing */
	size_t row_count;
};

/* Maps of bpftrace: metrics whose name begins so. */
#define TRACED_MAP '@'

/* Takes a fact of the run: tool.version and those of tracing.h; others are passed over. */
void traced_fact(struct traced *run, struct slice key, struct slice value);

/* What one run of a finished batch holds; counts are 0 when there is nothing. */
void traced_of_batch(struct arena *arena, const struct batch *batch, size_t run,
		     struct traced *out);

#endif
