/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a parser saw, and where it goes. A parser is a function from an input to records; a sink
 * takes them: printing JSON lines, filling a batch and counting for a fuzzer are three sinks.
 * Layer: lib. The fields are those of docs/records.md (what `memcgperf parse` prints).
 *
 * Every slice in a record is borrowed and needs to live only until emit returns.
 */
#ifndef LIB_RECORD_H
#define LIB_RECORD_H

#include "lib/base.h"
#include "lib/error.h"
#include "lib/slice.h"

enum record_kind {
	RECORD_META,
	RECORD_SAMPLE,
	RECORD_HISTOGRAM,
	RECORD_STACK,
	RECORD_SYMBOL,
	RECORD_INSTRUCTION,
	RECORD_MAIL,
	RECORD_DIAGNOSTIC,
};

enum better { BETTER_UNKNOWN, BETTER_HIGHER, BETTER_LOWER, BETTER_NONE };

/* Absent numbers. RECORD_INIT sets all of them. */
#define RECORD_NO_NUMBER __builtin_nan("")
#define RECORD_NO_COUNT  INT64_MIN

enum { RECORD_LABELS_MAX = 32, RECORD_TEXT_MAX = 16 * 1024 };

struct label {
	struct slice key, value;
};

struct bucket {
	double lo, hi; /* lo inclusive, hi exclusive; -inf and +inf = unbounded */
	int64_t count;
};

struct record {
	enum record_kind kind;

	/* Where it comes from. The pipeline fills what the parser leaves empty. */
	struct slice source;    /* the format's name */
	struct slice file;      /* path in the folder or archive; empty for a single file */
	size_t line;            /* from 1; 0 = unknown */
	struct slice run;       /* as the input itself names it; empty = the upload's */
	struct slice benchmark; /* empty = none */
	int iteration;          /* from 1; 0 = none */

	/* meta */
	struct slice key, value_text;

	/* sample, histogram, stack */
	struct slice metric;
	const struct label *labels;
	size_t label_count;
	struct slice unit;
	enum better better;
	double time_s; /* see records.md; NaN = none */
	int64_t print; /* which printing, from 1; RECORD_NO_COUNT = none */

	/* sample: one of value, status, text */
	double value;           /* finite, or NaN when status or text is set */
	struct slice status;    /* "not counted", "not supported", "failed" */
	struct slice text;      /* a value that is no number */
	struct slice statistic; /* empty = one raw measurement */
	int64_t n;
	double total, sem_percent, running_percent;

	/* histogram */
	const struct bucket *buckets;
	size_t bucket_count;

	/* stack; event and comm also for symbol and instruction */
	struct slice event, comm;
	const struct slice *frames; /* outermost caller first, leaf last */
	size_t frame_count;
	int64_t count, period;

	/* symbol; instruction uses dso, symbol, percent and samples */
	struct slice dso, source_file, symbol;
	double percent, children_percent, baseline_percent, delta_percent;
	int64_t samples;

	/* instruction */
	struct slice address, assembly;

	/* mail: where numbers of the run stand */
	struct slice mail_id, subject, author;
	int64_t date_s; /* epoch; 0 = not told */

	/* diagnostic */
	struct slice message;
};

/* A record of this kind in which everything optional is absent. */
struct record record_init(enum record_kind kind);

/* A number as a count: whole, within what one can be; RECORD_NO_COUNT when there is none (NaN). */
int64_t record_count(double value);

/*
 * Holds a record against the rules that every sink relies on: text is UTF-8 and at most
 * RECORD_TEXT_MAX bytes, numbers are finite, at most RECORD_LABELS_MAX labels, bucket bounds in
 * order. ERR_INPUT or ERR_LIMIT with the record's line otherwise.
 */
NODISCARD enum err record_check(const struct record *record, struct error *err);

const char *record_kind_name(enum record_kind kind); /* "sample", ... */
const char *better_name(enum better better);         /* "higher", "lower", "none", "" */
enum better better_parse(struct slice name);         /* BETTER_UNKNOWN when it is none */

struct sink {
	enum err (*emit)(struct sink *sink, const struct record *record, struct error *err);
};

static inline enum err sink_emit(struct sink *sink, const struct record *record, struct error *err)
{
	return sink->emit(sink, record, err);
}

/* Emits a diagnostic with a printf-made message. */
NODISCARD enum err sink_diagnostic(struct sink *sink, size_t line, struct error *err,
				   const char *fmt, ...) PRINTF(4, 5);
/* Emits a meta record. */
NODISCARD enum err sink_meta(struct sink *sink, size_t line, const char *key, struct slice value,
			     struct error *err);

#endif
