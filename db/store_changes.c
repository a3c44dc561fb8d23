/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "db/store_changes.h"

#include <time.h>

#include "db/store_admin.h"
#include "db/store_private.h"

static void triage_at(struct arena *arena, struct stmt *stmt, struct change_triage *out)
{
	if (!change_state_parse(db_text(arena, stmt, 0), &out->state))
		out->state = CHANGE_NEW;
	out->note = db_text(arena, stmt, 1);
	out->link = db_text(arena, stmt, 2);
	out->actor = db_text(arena, stmt, 3);
	out->at_s = db_int(stmt, 4);
}

enum err store_changes_triage(struct store *store, struct arena *arena, struct changes *changes,
			      struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(store->db, "triage_find", &stmt, err);

	for (size_t i = 0; e == OK && i < changes->count; i++) {
		bool row = false;

		db_bind_text(stmt, 1, slice_str(changes->list[i].id));
		e = db_step(stmt, &row, err);
		if (e == OK && row)
			triage_at(arena, stmt, &changes->list[i].triage);
		db_reset(stmt);
	}
	return e;
}

enum err store_changes(struct store *store, struct arena *arena, struct slice machine,
		       struct slice benchmark, struct changes *out, struct error *err)
{
	struct overhead_input *input = ARENA_NEW(arena, struct overhead_input);
	const struct store_selection scope = { .machine = machine, .benchmark = benchmark };
	enum err e = store_overhead(store, arena, &scope, input, err);

	if (e != OK)
		return e;
	changes_build(arena, input, out);
	return store_changes_triage(store, arena, out, err);
}

/* Machines are not pooled: with several, one has to be named. */
static enum err check_machine(const struct overhead_input *input, struct error *err)
{
	struct buf names;
	enum err e;

	if (input->machine_count == 0)
		return error_set(err, ERR_NOT_FOUND, "no samples of this metric on this machine");
	if (input->machine_count == 1)
		return OK;
	buf_init(&names);
	for (size_t i = 0; i < input->machine_count; i++)
		buf_addf(&names, "%s%.*s", i > 0 ? ", " : "", SLICE_FMT(input->machine_slugs[i]));
	e = error_set(err, ERR_CONFLICT, "measured on several machines, machine= may be %.*s",
		      SLICE_FMT(buf_slice(&names)));
	buf_release(&names);
	return e;
}

enum err store_series_changes(struct store *store, struct arena *arena, struct slice machine,
			      const struct metric *metric, struct changes *out, struct error *err)
{
	struct overhead_input *input = ARENA_NEW(arena, struct overhead_input);
	enum err e = store_series(store, arena, machine, metric, input, err);

	if (e == OK)
		e = check_machine(input, err);
	if (e != OK)
		return e;
	changes_build(arena, input, out);
	return store_changes_triage(store, arena, out, err);
}

static enum err check(const struct store_triage *triage, struct error *err)
{
	enum err e = OK;

	if (triage->note != NULL)
		e = store_text_check("a note", *triage->note, STORE_NOTE_MAX, err);
	if (e != OK || triage->link == NULL)
		return e;
	e = store_text_check("a link", *triage->link, STORE_LINK_MAX, err);
	if (e != OK || triage->link->n == 0)
		return e;
	if ((slice_starts(*triage->link, "https://") || slice_starts(*triage->link, "http://")) &&
	    slice_find_char(*triage->link, ' ') == triage->link->n)
		return OK;
	return error_set(err, ERR_INPUT, "a link is an address that begins with https://");
}

static enum err write_triage(struct store *store, struct arena *arena, struct slice id,
			     const struct change_triage *triage, const struct store_actor *actor,
			     struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(store->db, "triage_save", &stmt, err);

	if (e != OK)
		return e;
	db_bind_text(stmt, 1, id);
	db_bind_text(stmt, 2, slice_str(change_state_name(triage->state)));
	db_bind_text(stmt, 3, triage->note);
	db_bind_text(stmt, 4, triage->link);
	db_bind_text(stmt, 5, triage->actor);
	db_bind_int(stmt, 6, triage->at_s);
	e = db_run(stmt, err);
	if (e == OK)
		e = store_audit_add(store->db, actor, "triage", 0,
				    arena_printf(arena, "%.*s: %s", SLICE_FMT(id),
						 change_state_name(triage->state)),
				    err);
	return e == OK ? store_raise(store->db, err) : e;
}

static enum err find_in(struct store *store, struct arena *arena,
			const struct overhead_input *input, struct slice id,
			struct change_triage *out, bool *found, struct error *err)
{
	struct changes changes = { NULL };
	enum err e;

	changes_build(arena, input, &changes);
	e = store_changes_triage(store, arena, &changes, err);
	for (size_t i = 0; e == OK && i < changes.count; i++)
		if (slice_is(id, changes.list[i].id)) {
			*out = changes.list[i].triage;
			*found = true;
		}
	return e;
}

/* Among what lists show, then among all, which takes as long as there is much. */
static enum err find(struct store *store, struct arena *arena, struct slice id,
		     struct slice machine, struct change_triage *out, struct error *err)
{
	const struct store_selection shown = { .machine = machine };
	struct overhead_input input;
	bool found = false;
	enum err e = store_overhead(store, arena, &shown, &input, err);

	if (e == OK)
		e = find_in(store, arena, &input, id, out, &found, err);
	if (e == OK && !found && input.kernels_left_out > 0) {
		e = store_overhead_all(store, arena, machine, &input, err);
		if (e == OK)
			e = find_in(store, arena, &input, id, out, &found, err);
	}
	return e != OK || found ? e
				: error_set(err, ERR_NOT_FOUND, "no change '%.*s'",
					    SLICE_FMT(slice_head(id, CHANGE_ID_SIZE)));
}

static void apply(const struct store_triage *from, const struct store_actor *actor,
		  struct change_triage *to)
{
	if (from->state != NULL)
		to->state = *from->state;
	if (from->note != NULL)
		to->note = *from->note;
	if (from->link != NULL)
		to->link = *from->link;
	to->actor = actor->name;
	to->at_s = (int64_t)time(NULL);
}

enum err store_change_triage(struct store *store, struct arena *arena, struct slice id,
			     const struct store_triage *triage, const struct store_actor *actor,
			     struct change_triage *out, struct error *err)
{
	struct change_triage now = { CHANGE_NEW };
	enum err e = check(triage, err);

	if (e == OK)
		e = db_begin(store->db, DB_WRITE, err);
	if (e != OK)
		return e;
	e = find(store, arena, id, actor->machine, &now, err);
	apply(triage, actor, &now);
	if (e == OK)
		e = write_triage(store, arena, id, &now, actor, err);
	e = store_settle(store, e, err);
	if (e == OK)
		*out = now;
	return e;
}
