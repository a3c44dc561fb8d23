/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One run of a memcg-results/1 document (docs/formats.md, "native"): what its facts and metrics
 * are. Checked as a whole before anything is emitted, so that half a run never gets out.
 * Layer: ingest, above documents; shared by fmt_native.c and native_*.c.
 */
#ifndef INGEST_NATIVE_H
#define INGEST_NATIVE_H

#include "ingest/documents.h"
#include "lib/arena.h"
#include "lib/record.h"

struct native_run {
	struct arena *arena; /* of this run */
	const struct format_options *options;
	size_t line;
	struct slice path; /* of the run in its document: "" or "/3" */
	struct slice
		name; /* of the run; as all slices below, borrowed from the JSON or the arena */
	struct slice benchmark, kernel, variant;
	struct label *facts;
	size_t fact_count, fact_capacity;
	struct label labels[RECORD_LABELS_MAX]; /* parameters of the benchmark */
	size_t label_count;
	struct native_metric *metrics;
	size_t metric_count, metric_capacity;
};

struct native_metric {
	struct record record;  /* labels, unit, better; of a summary also value and statistic */
	const json_t *samples; /* NULL = a summary */
	double stddev, lower, upper; /* of a summary; NaN = none */
};

/* ERR_INPUT with the run's line: "PATH/WHERE: what". where begins with '/' or is empty. */
enum err native_refuse(const struct native_run *run, struct error *err, struct slice where,
		       const char *fmt, ...) PRINTF(4, 5);

/* A member that must be text when it is there; empty when it is not. where ends before "/KEY". */
NODISCARD enum err native_text(const struct native_run *run, const json_t *object,
			       struct slice where, const char *key, struct slice *out,
			       struct error *err);

void native_add_fact(struct native_run *run, struct slice key, struct slice value);

/* Labels of an object of scalars, added to labels; a label of that name is replaced. */
NODISCARD enum err native_labels(const struct native_run *run, const json_t *object,
				 struct slice where, struct label *labels, size_t *count,
				 struct error *err);

/* Everything but metrics: names, facts, the benchmark's parameters. */
NODISCARD enum err native_read_facts(struct native_run *run, const json_t *document,
				     struct error *err);

NODISCARD enum err native_read_metrics(struct native_run *run, const json_t *document,
				       struct error *err);
NODISCARD enum err native_emit_metrics(const struct native_run *run, struct sink *sink,
				       struct error *err);

#endif
