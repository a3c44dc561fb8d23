/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the product asks of stored profiles. A profile's public id is its run's, "-" and a number
 * within the run: 7K3QM2XWT9AB-1.
 * Layer: db, above store and lib/profile.h. Everything returned lives in the arena.
 */
#ifndef DB_STORE_PROFILES_H
#define DB_STORE_PROFILES_H

#include "db/store.h"
#include "lib/profile.h"

struct store_profile {
	int64_t rowid;
	struct slice id, source, path, event, metric;
	int64_t print;        /* RECORD_NO_COUNT = none */
	double samples;       /* NaN = not told */
	double memcg_percent; /* of its own functions; NaN = to be found by profile_sum */
	int64_t nodes, symbols, instructions;
};

/* In their order. */
NODISCARD enum err store_run_profiles(struct store *store, struct arena *arena,
				      const struct store_run *run, struct store_profile **out,
				      size_t *count, struct error *err);

/* A profile and whose it is. */
struct store_profile_of {
	struct store_profile profile;
	struct slice run, run_name; /* id; name */
};
/* Those of live runs that have shares, latest stored first; limit at most. */
NODISCARD enum err store_latest_profiles(struct store *store, struct arena *arena, int limit,
					 struct store_profile_of **out, size_t *count,
					 struct error *err);

/* By public id, with its run; a withdrawn run's too, which says so. ERR_NOT_FOUND. */
NODISCARD enum err store_profile_get(struct store *store, struct arena *arena, struct slice id,
				     struct store_run *run, struct store_profile *out,
				     struct error *err);

/*
 * memcg's share, a fraction, in profiles of its kind: the same event and format, in live runs of
 * its kernel, config and machine, itself among them; at most 100. None of a map's.
 */
NODISCARD enum err store_profile_shares(struct store *store, struct arena *arena,
					const struct store_profile *of, double **out, size_t *count,
					struct error *err);

/* Its tree and rows. */
NODISCARD enum err store_profile_load(struct store *store, struct arena *arena,
				      const struct store_profile *from, struct profile *out,
				      struct error *err);

/* A function whose instructions a run has. */
struct store_annotated {
	struct slice symbol, dso;
	int64_t instructions;
	int profile; /* number within the run */
};
NODISCARD enum err store_annotated(struct store *store, struct arena *arena, int64_t run,
				   struct store_annotated **out, size_t *count, struct error *err);

struct store_instruction {
	struct slice event, dso, address, assembly, labels;
	double percent;  /* NaN = none */
	int64_t samples; /* RECORD_NO_COUNT = none */
	int profile;
};
/* In the order of the input; none is no error. */
NODISCARD enum err store_instructions(struct store *store, struct arena *arena, int64_t run,
				      struct slice symbol, struct store_instruction **out,
				      size_t *count, struct error *err);

#endif
