/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What formats of whole files are told besides the file.
 * Layer: ingest, above lib's record.
 */
#ifndef INGEST_FORMAT_OPTIONS_H
#define INGEST_FORMAT_OPTIONS_H

#include "lib/base.h"
#include "lib/error.h"
#include "lib/record.h"

enum { KEY_NAMES_MAX = 8 };

/* --keys: what the parts of a map's keys are called. */
struct key_names {
	struct slice map; /* with its '@'; "" = any whose keys have as many parts */
	struct slice name[RECORD_LABELS_MAX];
	size_t count;
};

/* What is said from outside of numbers, and how much of an input a format of whole files reads. */
struct format_options {
	enum better better; /* --better: which way is good, for metrics that do not say */
	bool kernel_known;  /* --kernel, or the batch knows it: for formats that have no room for it
			     */
	struct key_names key_names[KEY_NAMES_MAX];
	size_t key_name_count;
	uint64_t document_bytes; /* --max-document: one JSON document */
	uint64_t values;         /* --max-values: in it; a list or object counts as 8 */
	uint64_t runs;           /* --max-runs: of one file */
	uint64_t metrics;        /* --max-metrics: of one run */
	uint64_t samples;        /* --max-samples: of one metric of one run */
};
/* Nothing is said; 64 MiB, 5 million values, 1000 runs, 10,000 metrics, a million samples. */
extern const struct format_options format_options_default;

/*
 * --keys: "comm,bytes_req" or "@alloc=comm,bytes_req", borrowed. ERR_INPUT when it is none,
 * ERR_LIMIT for more than KEY_NAMES_MAX of them or RECORD_LABELS_MAX names in one.
 */
NODISCARD enum err format_options_keys(struct format_options *options, struct slice text,
				       struct error *err);

#endif
