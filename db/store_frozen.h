/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Frozen comparisons: kept as they were sent, whatever becomes of their runs or of the program.
 * They are never changed or removed; mails that discuss one can be added and taken off.
 * Layer: db, above store.h; the same rules.
 */
#ifndef DB_STORE_FROZEN_H
#define DB_STORE_FROZEN_H

#include "db/store_mails.h"
#include "lib/frozen.h"

struct store_frozen {
	int64_t rowid;
	struct slice slug, hash; /* hash: hex */
	struct slice request;
	struct frozen_forms forms; /* in a list the title only */
	int64_t frozen_s;          /* epoch */
	struct slice actor;
	/* In a list only: */
	int64_t runs;
	struct slice order; /* with the slug, what the list is sorted by */
};

/*
 * Keeps a comparison of stored runs as it is, with its page below public_url, in one transaction.
 * One that was frozen before stays as it was. ERR_INPUT when a column is of no stored run.
 */
struct store_freezing {
	const struct comparison *comparison;
	struct slice public_url; /* without a '/' at its end */
	struct slice slug;       /* out, as the next */
	bool existed;
};
NODISCARD enum err store_freeze(struct store *store, struct arena *arena,
				struct store_freezing *freezing, const struct store_actor *actor,
				struct error *err);
/* PUBLIC_URL/c/SLUG */
struct slice store_frozen_link(struct arena *arena, struct slice public_url, struct slice slug);

NODISCARD enum err store_frozen_get(struct store *store, struct arena *arena, struct slice slug,
				    struct store_frozen *out, struct error *err);
/* Newest first. */
NODISCARD enum err store_frozen_list(struct store *store, struct arena *arena,
				     struct store_frozen **out, size_t *count, struct error *err);

struct store_frozen_run {
	struct slice id, name;
	int64_t withdrawn_s; /* epoch; 0 = it stands */
	struct slice withdrawn_why;
};
NODISCARD enum err store_frozen_runs(struct store *store, struct arena *arena, int64_t frozen,
				     struct store_frozen_run **out, size_t *count,
				     struct error *err);

NODISCARD enum err store_frozen_mails(struct store *store, struct arena *arena, int64_t frozen,
				      struct store_mail **out, size_t *count, struct error *err);
/* Says that a mail (lib/mail_id.h) discusses one, or that it does not. One transaction. */
NODISCARD enum err store_frozen_discuss(struct store *store, struct arena *arena, struct slice slug,
					struct slice mail, bool discusses,
					const struct store_actor *actor, struct error *err);

#endif
