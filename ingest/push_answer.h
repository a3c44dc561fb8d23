/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a server says of an upload. Its texts come without control characters, so that they can be
 * printed.
 * Layer: ingest, above lib/json.
 */
#ifndef INGEST_PUSH_ANSWER_H
#define INGEST_PUSH_ANSWER_H

#include "lib/arena.h"
#include "lib/error.h"
#include "lib/slice.h"

struct push_run {
	struct slice id, name, url;
	bool is_new, is_withdrawn; /* withdrawn before: it is not stored again */
	int64_t samples, summaries;
};

struct push_diagnostic {
	struct slice path, message; /* path "" = of no file */
	int64_t line;               /* 0 = none */
};

/* A result that is worse than the baseline's. */
struct push_worse {
	struct slice metric, run; /* metric: benchmark, name, labels */
	double effect, lo, hi;    /* fractions, or in the unit */
	struct slice unit;        /* of a difference; "" = they are fractions */
};

/* What an answer holds, be it the result of an upload or a refusal. */
struct push_answer {
	const struct push_run *runs;
	size_t run_count;
	/* What was not understood: as the answer lists it, and how much there is in all. */
	const struct push_diagnostic *diagnostics;
	size_t diagnostic_count;
	int64_t diagnostics_in_all;
	struct slice compare; /* address of the comparison; "" = none */
	/* Against the baseline: "worse", "unclear", ...; "" = nothing is said. */
	struct slice verdict;
	struct slice counts; /* "2 worse, 5 same" */
	bool has_unclear;    /* some results are, or none could be tested */
	const struct push_worse *worst;
	size_t worst_count;
	struct slice detail; /* of a refusal: why */
};

/*
 * What a status means: OK (200, 201), ERR_INPUT, ERR_LIMIT (413), ERR_DENIED (401, 403),
 * ERR_CONFLICT, ERR_NOT_FOUND, ERR_IO, and ERR_BUSY for those that another try may change: 429,
 * 502, 503, 504.
 */
enum err push_code(int status);

/* ERR_INPUT when the text is no answer of memcgperfd. */
NODISCARD enum err push_read_answer(struct arena *arena, struct slice text, struct push_answer *out,
				    struct error *err);

#endif
