/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One upload on its way into the database, within one transaction: what the batch's indices are
 * there. store_save.c finds or makes runs and what they refer to, store_rows.c writes their rows.
 * Layer: db, part of the store.
 */
#ifndef DB_STORE_SAVE_H
#define DB_STORE_SAVE_H

#include "db/packed.h"
#include "db/store_private.h"

struct save {
	struct db *db;
	struct arena *arena;
	struct arena scratch; /* of one metric's samples */
	struct packing packing;
	const struct batch *batch;
	struct slice upload_name;
	const struct store_actor *actor;
	int64_t upload; /* 0 until the first new run */
	int64_t stored_s;
	/* Row ids by the batch's indices. */
	int64_t *runs;     /* 0 = not new: its rows are there already */
	int64_t *files;    /* set with the rows */
	int64_t *metrics;  /* 0 = not met yet */
	int64_t *profiles; /* set before their rows */
};

/* What tells a machine from others: its fingerprint, or the name of one that has none. */
struct slice save_machine_identity(struct arena *arena, const struct machine *machine);

/* Room for what the batch's indices become; upload_name and upload are left to the caller. */
void save_init(struct save *save, struct db *db, struct arena *arena, const struct batch *batch,
	       const struct store_actor *actor);
void save_release(struct save *save);

/* All that a run refers to; ERR_DENIED when it is of a machine that is not the actor's. */
NODISCARD enum err save_references(struct save *save, const struct batch_run *run,
				   struct store_refs *out, struct error *err);
/* Once all rows of a run (its row id) are there: its counts and benchmarks. */
NODISCARD enum err save_count_run(struct save *save, int64_t run, struct error *err);

/* Finds or makes what a run refers to, with db and arena of save only. Kernel 0 = unknown. */
NODISCARD enum err save_kernel(struct save *save, const struct batch_run *run, int64_t *id,
			       struct error *err);
NODISCARD enum err save_config(struct save *save, const struct config *config, int64_t *id,
			       struct error *err);
/* Makes a machine of that identity, with a slug of its name. */
NODISCARD enum err save_make_machine(struct save *save, const struct machine *machine,
				     struct slice identity, int64_t *id, struct error *err);

/*
 * Sets *id to a stored transcribed run of the same name, kernel, config and machine that holds
 * every number of the batch's transcribed run; leaves it alone when there is none.
 */
NODISCARD enum err save_find_quoted(struct save *save, size_t index, struct slice *id,
				    struct error *err);

/* RECORD_NO_COUNT binds NULL. */
void save_bind_count(struct stmt *stmt, int place, int64_t count);

/* Profiles with their trees; then a row of functions or an instruction of one (store_profiles.c).
 */
NODISCARD enum err save_profiles(struct save *save, struct error *err);
NODISCARD enum err save_symbol(struct save *save, size_t index, struct error *err);
NODISCARD enum err save_instruction(struct save *save, size_t index, struct error *err);

/*
 * Which mails hold numbers of the batch's runs, known ones too. Sets *changed when one is new.
 */
NODISCARD enum err save_mails(struct save *save, const struct store_saved *saved, bool *changed,
			      struct error *err);

/* All rows of the runs that are new. */
NODISCARD enum err save_rows(struct save *save, struct error *err);

#endif
