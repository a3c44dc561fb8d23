/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From a name to records: unpack, find out what each member is (by its path in an mmtests tree,
 * else by how it begins, else by the line ranges that formats claim), parse, check, pass on.
 * Layer: ingest, above unpack, text, format and mmtests. Knows no database.
 */
#ifndef INGEST_PIPELINE_H
#define INGEST_PIPELINE_H

#include "ingest/format_options.h"
#include "ingest/unpack.h"
#include "lib/batch.h"
#include "lib/error.h"
#include "lib/record.h"

struct pipeline_options {
	struct unpack_limits limits;
	struct format_options reading;
	uint64_t text_bytes;    /* --max-text: one mail or other prose; 64 MiB */
	const char *format;     /* only this one; NULL = all */
	bool keep_bytes;        /* compress raw files into the batch */
	struct slice benchmark; /* --benchmark: for records that name none; "" = none */
	int iteration;          /* --iteration: likewise; 0 = none */
	/* Called after each member, for progress; NULL = none. */
	void (*progress)(void *data, size_t files, uint64_t bytes);
	void *progress_data;
	uint64_t records; /* --max-records: that it may give; 0 = any number */
	int64_t end_ms;   /* --max-time: when to be done, by pipeline_clock_ms; 0 = any time */
};

struct pipeline_result {
	size_t files, records, diagnostics;
	uint64_t bytes;
	bool broken;      /* an input broke off: what stood before it was passed on */
	struct error why; /* it first did */
};

void pipeline_options_init(struct pipeline_options *options);
/* Reads only the format of that name; ERR_INPUT when there is none. */
NODISCARD enum err pipeline_format(struct pipeline_options *options, struct slice name,
				   struct error *err);
/* Which way is good where a file does not say; ERR_INPUT for none of higher, lower and none. */
NODISCARD enum err pipeline_better(struct pipeline_options *options, struct slice name,
				   struct error *err);

/*
 * Reads name into sink. batch, when not NULL, is told of files too (its sink is then the one to
 * pass). ERR_INPUT when nothing was recognised, with what was tried. A member that broke off gives
 * a diagnostic and sets broken; the status stays OK.
 */
NODISCARD enum err pipeline_read(const char *name, const struct pipeline_options *options,
				 struct sink *sink, struct batch *batch,
				 struct pipeline_result *result, struct error *err);

/* The same over an open descriptor; label stands for the name. */
NODISCARD enum err pipeline_read_fd(int fd, struct slice label,
				    const struct pipeline_options *options, struct sink *sink,
				    struct batch *batch, struct pipeline_result *result,
				    struct error *err);

/* Members that are at hand, in order. get gives a path and, until the next call, the bytes. */
struct pipeline_members {
	size_t count;
	enum err (*get)(struct pipeline_members *members, size_t i, struct slice *path,
			struct slice *bytes, struct error *err);
};

/* The same over those; a single one is named by its path. Unpacking has no limit left to keep. */
NODISCARD enum err pipeline_read_members(struct pipeline_members *members,
					 const struct pipeline_options *options, struct sink *sink,
					 struct batch *batch, struct pipeline_result *result,
					 struct error *err);

/*
 * batch_finish for what was read into a batch. An input that broke off is an error with its code:
 * half of it would look like a whole one.
 */
NODISCARD enum err pipeline_finish(const struct pipeline_result *result, struct batch *batch,
				   struct error *err);

/* Now, by the monotonic clock. */
int64_t pipeline_clock_ms(void);

#endif
