/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A run's name, kernel, config, machine and note as people correct them. */
#include "db/store_admin.h"
#include "db/store_save.h"
#include "lib/kver.h"

/* A correction under way, within one transaction. */
struct correction {
	struct store *store;
	struct save save; /* its db and arena only */
	const struct store_patch *patch;
	const struct store_actor *actor;
	struct store_run run; /* as it stands */
	struct store_refs before, after;
	struct slice detail; /* "name: old -> new; ..." */
};

static enum err check_patch(const struct store_patch *patch, struct error *err)
{
	const struct {
		const char *what;
		const struct slice *text;
		size_t bytes_max;
		bool may_be_empty;
	} texts[] = {
		{ "a run's name", patch->name, STORE_TEXT_MAX, false },
		{ "a kernel's name", patch->kernel, STORE_TEXT_MAX, true },
		{ "a machine's name", patch->machine, STORE_TEXT_MAX, false },
		{ "a note", patch->note, STORE_NOTE_MAX, true },
	};
	enum err e = OK;

	for (size_t i = 0; i < ARRAY_SIZE(texts) && e == OK; i++) {
		if (texts[i].text == NULL)
			continue;
		e = store_text_check(texts[i].what, *texts[i].text, texts[i].bytes_max, err);
		if (e == OK && texts[i].text->n == 0 && !texts[i].may_be_empty)
			e = error_set(err, ERR_INPUT, "%s cannot be empty", texts[i].what);
	}
	if (e == OK && patch->config_count > STORE_PATCH_CONFIG_MAX)
		e = error_set(err, ERR_LIMIT, "more than %d corrections of a config",
			      STORE_PATCH_CONFIG_MAX);
	return e;
}

/* Remembers for the log what changes. */
static void note_change(struct correction *c, const char *what, struct slice from, struct slice to)
{
	c->detail = arena_printf(c->save.arena, "%.*s%s%s: %.*s -> %.*s", SLICE_FMT(c->detail),
				 c->detail.n > 0 ? "; " : "", what, SLICE_FMT(from), SLICE_FMT(to));
}

static enum err correct_kernel(struct correction *c, struct slice name, struct error *err)
{
	struct batch_run run = {
		.kernel = name,
		.kernel_level = kver_level(name, SLICE_NONE),
	};
	enum err e = OK;

	c->after.kernel = 0;
	if (name.n > 0)
		e = store_called(c->store, c->save.arena, "kernel_called", name, &c->after.kernel,
				 err);
	if (e == OK && name.n > 0 && c->after.kernel == 0)
		e = save_kernel(&c->save, &run, &c->after.kernel, err);
	if (e == OK && c->after.kernel != c->before.kernel)
		note_change(c, "kernel", c->run.kernel_release, name);
	return e;
}

static enum err correct_config(struct correction *c, struct error *err)
{
	struct config config = c->run.config;
	enum err e = config_correct(c->save.arena, c->patch->config, c->patch->config_count,
				    &config, err);

	if (e == OK)
		e = save_config(&c->save, &config, &c->after.config, err);
	if (e == OK && c->after.config != c->before.config)
		note_change(c, "config", c->run.config.key, config.key);
	return e;
}

/* A machine of the same hardware and another name. */
static enum err make_machine(struct correction *c, struct slice name, struct error *err)
{
	struct store_machine machine;
	enum err e = store_machine_get(c->store, c->save.arena, c->before.machine, &machine, err);

	if (e != OK)
		return e;
	machine.machine.name = name;
	return save_make_machine(&c->save, &machine.machine,
				 arena_printf(c->save.arena, "name %.*s", SLICE_FMT(name)),
				 &c->after.machine, err);
}

/* A machine that no one named gets the name; else the run is of another machine. */
static enum err name_machine(struct correction *c, struct slice name, struct error *err)
{
	int64_t unnamed = 0;
	struct stmt *stmt;
	enum err e = db_prepare(c->save.db, "machine_unnamed", &stmt, err);

	if (e != OK)
		return e;
	db_bind_int(stmt, 1, c->before.machine);
	e = store_step_id(stmt, &unnamed, err);
	if (e != OK)
		return e;
	return unnamed != 0 ? store_tell(c->save.db, "machine_name", unnamed, name, err)
			    : make_machine(c, name, err);
}

static enum err correct_machine(struct correction *c, struct slice name, struct error *err)
{
	int64_t id = 0;
	enum err e = store_called(c->store, c->save.arena, "machine_by_name", name, &id, err);

	if (e != OK || id == c->before.machine)
		return e;
	note_change(c, "machine", c->run.machine, name);
	if (id == 0)
		return name_machine(c, name, err);
	c->after.machine = id;
	return OK;
}

static enum err correct(struct correction *c, struct error *err)
{
	const struct store_patch *patch = c->patch;
	enum err e = OK;

	c->after = c->before;
	if (patch->name != NULL && !slice_eq(*patch->name, c->run.name))
		note_change(c, "name", c->run.name, *patch->name);
	if (patch->kernel != NULL)
		e = correct_kernel(c, *patch->kernel, err);
	if (e == OK && patch->config_count > 0)
		e = correct_config(c, err);
	if (e == OK && patch->machine != NULL)
		e = correct_machine(c, *patch->machine, err);
	if (e == OK && patch->note != NULL && !slice_eq(*patch->note, c->run.note))
		note_change(c, "note", c->run.note, *patch->note);
	return e == OK ? store_actor_check(c->save.db, c->actor, c->after.machine, err) : e;
}

static enum err write_run(struct correction *c, struct error *err)
{
	const struct store_patch *patch = c->patch;
	struct stmt *stmt;
	enum err e = db_prepare(c->save.db, "run_patch", &stmt, err);

	if (e != OK)
		return e;
	db_bind_int(stmt, 1, c->run.rowid);
	db_bind_text(stmt, 2, patch->name != NULL ? *patch->name : c->run.name);
	if (c->after.kernel != 0)
		db_bind_int(stmt, 3, c->after.kernel);
	db_bind_int(stmt, 4, c->after.config);
	db_bind_int(stmt, 5, c->after.machine);
	db_bind_text(stmt, 6, patch->note != NULL ? *patch->note : c->run.note);
	return db_run(stmt, err);
}

/* A kernel that only stood there by mistake is forgotten. */
static enum err drop_kernel(struct correction *c, struct error *err)
{
	enum err e;

	if (c->before.kernel == 0 || c->before.kernel == c->after.kernel)
		return OK;
	e = store_apply(c->save.db, "kernel_names_drop", c->before.kernel, err);
	if (e == OK)
		e = store_apply(c->save.db, "kernel_links_drop", c->before.kernel, err);
	return e == OK ? store_apply(c->save.db, "kernel_drop", c->before.kernel, err) : e;
}

static enum err write_all(struct correction *c, struct error *err)
{
	enum err e = write_run(c, err);

	if (e == OK)
		e = drop_kernel(c, err);
	if (e == OK)
		e = store_restand(c->store, c->save.arena, c->run.rowid, err);
	if (e == OK)
		e = store_audit_add(c->save.db, c->actor, "patch", c->run.rowid, c->detail, err);
	return e == OK ? store_raise(c->save.db, err) : e;
}

static enum err begin(struct correction *c, struct slice id, struct error *err)
{
	enum err e = store_run_get(c->store, c->save.arena, id, &c->run, err);

	if (e == OK && c->run.withdrawn_s != 0)
		return error_set(err, ERR_NOT_FOUND, "run '%.*s' is withdrawn",
				 SLICE_FMT(c->run.id));
	if (e == OK)
		e = store_run_refs(c->store, c->run.rowid, &c->before, err);
	return e == OK ? store_actor_check(c->save.db, c->actor, c->before.machine, err) : e;
}

enum err store_run_patch(struct store *store, struct arena *arena, struct slice id,
			 const struct store_patch *patch, const struct store_actor *actor,
			 struct store_run *out, struct error *err)
{
	struct correction c = {
		.store = store,
		.save = { .db = store->db, .arena = arena },
		.patch = patch,
		.actor = actor,
	};
	enum err e = check_patch(patch, err);

	if (e == OK)
		e = db_begin(store->db, DB_WRITE, err);
	if (e != OK)
		return e;
	e = begin(&c, id, err);
	if (e == OK)
		e = correct(&c, err);
	if (e == OK && c.detail.n > 0)
		e = write_all(&c, err);
	if (e == OK)
		e = store_run_get(store, arena, id, &c.run, err);
	e = store_settle(store, e, err);
	if (e == OK)
		*out = c.run;
	return e;
}
