/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the files of the store share.
 * Layer: db, part of the store.
 */
#ifndef DB_STORE_PRIVATE_H
#define DB_STORE_PRIVATE_H

#include "db/db.h"
#include "db/store.h"

struct store {
	struct db *db;
};

/* Steps a statement that may give one row with an id; *id is 0 when it gives none. Resets it. */
NODISCARD enum err store_step_id(struct stmt *stmt, int64_t *id, struct error *err);

/* Ends a write transaction: keeps what it did when e is OK, else none of it. */
NODISCARD enum err store_settle(struct store *store, enum err e, struct error *err);

/* Runs a query that gives no row, with an id in ?1; store_tell: and a text in ?2. */
NODISCARD enum err store_apply(struct db *db, const char *query, int64_t id, struct error *err);
NODISCARD enum err store_tell(struct db *db, const char *query, int64_t id, struct slice text,
			      struct error *err);
/* Tells readers, within a write transaction, that what they see has changed. */
NODISCARD enum err store_raise(struct db *db, struct error *err);

/* Whether it may be part of an address: letters, digits and "._~-". */
bool store_slug_char(char c);

/* Tells the log, within the transaction of what it tells; run 0 = of none. */
NODISCARD enum err store_audit_add(struct db *db, const struct store_actor *actor,
				   const char *action, int64_t run, struct slice detail,
				   struct error *err);

/* ERR_DENIED when the actor may not store or change runs of that machine. */
NODISCARD enum err store_actor_check(struct db *db, const struct store_actor *actor,
				     int64_t machine, struct error *err);

/* What a row becomes: an element of so many bytes, zeroed, then filled from the statement's row. */
struct store_shape {
	size_t bytes;
	void (*fill)(struct arena *arena, struct stmt *stmt, void *element);
};

/*
 * All rows of a bound statement as an array, whose pointer is set at out. Resets the statement.
 */
NODISCARD enum err store_list(struct arena *arena, struct stmt *stmt,
			      const struct store_shape *shape, void *out, size_t *count,
			      struct error *err);

/* The same of a query by name with a run's (or another) row id in its only place. */
NODISCARD enum err store_list_of(struct store *store, struct arena *arena, const char *query,
				 int64_t id, const struct store_shape *shape, void *out,
				 size_t *count, struct error *err);

/* Five columns: benchmark, name, labels, unit, better. */
struct metric store_metric_at(struct arena *arena, struct stmt *stmt, int column);
/* Seven columns: n, mean, hmean, stddev, min, max, median. */
struct stats store_stats_at(struct stmt *stmt, int column);
/* Eleven columns: mode, nokmem, nosocket, nobpf, placement, variant, words, options, key, line,
 * label. */
struct config store_config_at(struct arena *arena, struct stmt *stmt, int column);
/* A struct store_run of a row of the view run_detail. */
extern const struct store_shape store_run_shape;

/* store_metrics by another query of the same columns. */
NODISCARD enum err store_metrics_by(struct store *store, struct arena *arena, const char *query,
				    struct store_metric **out, size_t *count, struct error *err);

#endif
