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

/* Which struct store_kernel is older, by order, then release: as qsort wants it. */
int store_kernel_cmp(const void *a, const void *b);

/* Whether it may be part of an address: letters, digits and "._~-". */
bool store_slug_char(char c);

/*
 * Which run stands for which, anew: for one whose kernel, config or machine has changed or that is
 * withdrawn, and for those that it stood for.
 */
NODISCARD enum err store_restand(struct store *store, struct arena *arena, int64_t run,
				 struct error *err);

/* Runs that a run stands for, and the one that stands for it. */
NODISCARD enum err store_stood_for(struct store *store, struct arena *arena, int64_t run,
				   int64_t **out, size_t *count, struct error *err);

/* A machine by its row, with how many live runs it has. */
NODISCARD enum err store_machine_get(struct store *store, struct arena *arena, int64_t id,
				     struct store_machine *out, struct error *err);
/*
 * The one that a query finds for the text in ?1 by any of its names, given as id and own name, the
 * one of exactly that name first. 0 = none; ERR_CONFLICT names the candidates.
 */
NODISCARD enum err store_called(struct store *store, struct arena *arena, const char *query,
				struct slice called, int64_t *id, struct error *err);

/* What a run refers to by row ids; kernel 0 = unknown. */
struct store_refs {
	int64_t kernel, config, machine;
};
NODISCARD enum err store_run_refs(struct store *store, int64_t run, struct store_refs *out,
				  struct error *err);

/*
 * Forgets all that was read of a run, its files' names too. What stays is the run itself, what
 * people said of it, and the contents of files.
 */
NODISCARD enum err store_drop_rows(struct db *db, int64_t run, struct error *err);

/* ERR_LIMIT, ERR_INPUT: what ("a run's name") is too long, no UTF-8, or has control characters. */
NODISCARD enum err store_text_check(const char *what, struct slice text, size_t bytes_max,
				    struct error *err);

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

/* ERR_IO: samples that were read are no samples. */
NODISCARD enum err store_damaged(struct error *err);

/* Five columns: benchmark, name, labels, unit, better. */
struct metric store_metric_at(struct arena *arena, struct stmt *stmt, int column);
/* Seven columns: n, mean, hmean, stddev, min, max, median. */
struct stats store_stats_at(struct stmt *stmt, int column);
/* Eleven columns: mode, nokmem, nosocket, nobpf, placement, variant, words, options, key, line,
 * label. */
struct config store_config_at(struct arena *arena, struct stmt *stmt, int column);
/* A struct store_run of a row of the view run_detail. */
extern const struct store_shape store_run_shape;
/* A struct store_mail of the columns Message-ID, subject, author and date. */
extern const struct store_shape store_mail_shape;
/* Raw bytes from their compressed form; ERR_IO when they are damaged. */
NODISCARD enum err store_unpack(struct arena *arena, struct slice zstd, size_t size_bytes,
				struct slice *out, struct error *err);
/* Makes a mail of which no more than its Message-ID is known, unless it is there. */
NODISCARD enum err store_mail_keep(struct store *store, struct slice id, struct error *err);

/* store_column, without noise floors. */
NODISCARD enum err store_column_bare(struct store *store, struct arena *arena, const int64_t *runs,
				     size_t run_count, struct column *out, struct error *err);

/* Sets the noise floors of a column's samples, which are of the machine and config of the run. */
NODISCARD enum err store_noise(struct store *store, struct arena *arena, int64_t run,
			       struct column *column, struct error *err);

#endif
