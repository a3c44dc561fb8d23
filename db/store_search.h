/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a name may be of, beside what the lists of db/store.h have. No question here reads samples,
 * and each answer has at most so many rows as the caller says.
 * Layer: db, above store.h; the same rules.
 */
#ifndef DB_STORE_SEARCH_H
#define DB_STORE_SEARCH_H

#include "db/store.h"

/* The newest profiles, in which functions are looked for. */
enum { STORE_SEARCH_PROFILES = 20 };

struct store_match {
	struct slice key;   /* for its address */
	struct slice name;  /* for people */
	struct slice about; /* more of it; "" = nothing */
};

struct store_matches {
	struct store_match *list;
	size_t count;
};

/* Live runs whose name or id begins so: id; name; kernel and config. */
NODISCARD enum err store_search_runs(struct store *store, struct arena *arena, struct slice start,
				     int limit, struct store_matches *out, struct error *err);
/*
 * Kernels that were built from a commit whose hash begins so, alone or as git describes it: slug;
 * name; what they were built from.
 */
NODISCARD enum err store_search_commits(struct store *store, struct arena *arena,
					struct slice start, int limit, struct store_matches *out,
					struct error *err);
/* Functions that begin so: id of the newest profile that has it; function; the profile's run. */
NODISCARD enum err store_search_functions(struct store *store, struct arena *arena,
					  struct slice start, int limit, struct store_matches *out,
					  struct error *err);
/* A metric that has a series, and the slug of the machine that measured it last. */
struct store_measured {
	struct metric metric;
	struct slice machine;
};
/* All of them, by metric_cmp. */
NODISCARD enum err store_search_metrics(struct store *store, struct arena *arena,
					struct store_measured **out, size_t *count,
					struct error *err);
/* Live runs with numbers in a mail: id; name; subject. Comparisons it discusses: slug; slug; title.
 */
NODISCARD enum err store_search_mail(struct store *store, struct arena *arena, struct slice id,
				     int limit, struct store_matches *runs,
				     struct store_matches *comparisons, struct error *err);

#endif
