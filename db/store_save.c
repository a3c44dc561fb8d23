/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "db/store_save.h"

#include <string.h>
#include <time.h>

enum { SLUG_BYTES_MAX = 96, ID_CHARS = 12, ID_CHARS_MAX = 52, SLUG_ID_CHARS = 6 };

bool store_slug_char(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
	       c == '.' || c == '_' || c == '~' || c == '-';
}

/* text as part of an address: other characters become '~', and dots alone are no name. */
static struct slice slug_of(struct arena *arena, struct slice text)
{
	struct slice head = slice_head(text, SLUG_BYTES_MAX);
	char *slug = arena_cstr(arena, head);
	bool dots = true;

	for (size_t i = 0; i < head.n; i++) {
		if (!store_slug_char(slug[i]))
			slug[i] = '~';
		dots = dots && slug[i] == '.';
	}
	return dots ? arena_printf(arena, "~%s", slug) : (struct slice){ slug, head.n };
}

/* Whether a query that looks for the text in ?1 gives a row. */
static enum err is_taken(struct db *db, const char *query, struct slice text, bool *taken,
			 struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(db, query, &stmt, err);

	if (e != OK)
		return e;
	db_bind_text(stmt, 1, text);
	e = db_step(stmt, taken, err);
	db_reset(stmt);
	return e;
}

/* The slug of text, with a number behind it when others have it. */
static enum err free_slug(struct save *save, const char *query, struct slice text,
			  struct slice *out, struct error *err)
{
	struct slice base = slug_of(save->arena, text), slug = base;
	bool taken = true;
	enum err e = is_taken(save->db, query, slug, &taken, err);

	for (int i = 2; e == OK && taken; i++) {
		slug = arena_printf(save->arena, "%.*s~%d", SLICE_FMT(base), i);
		e = is_taken(save->db, query, slug, &taken, err);
	}
	*out = slug;
	return e;
}

/* The id that a query finds for the text in ?1; 0 = none. */
static enum err find_id(struct db *db, const char *query, struct slice text, int64_t *id,
			struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(db, query, &stmt, err);

	if (e != OK)
		return e;
	db_bind_text(stmt, 1, text);
	return store_step_id(stmt, id, err);
}

static enum err make_kernel(struct save *save, const struct batch_run *run, int64_t *id,
			    struct error *err)
{
	struct slice slug;
	struct stmt *stmt;
	enum err e = free_slug(save, "kernel_slug_taken", run->kernel, &slug, err);

	if (e == OK)
		e = db_prepare(save->db, "kernel_save", &stmt, err);
	if (e != OK)
		return e;
	db_bind_text(stmt, 1, slug);
	db_bind_text(stmt, 2, run->kernel);
	db_bind_text(stmt, 3, run->kernel_level);
	e = db_run(stmt, err);
	*id = db_last_id(save->db);
	return e;
}

enum err save_kernel(struct save *save, const struct batch_run *run, int64_t *id, struct error *err)
{
	enum err e;

	*id = 0;
	if (run->kernel.n == 0)
		return OK;
	e = find_id(save->db, "kernel_find", run->kernel, id, err);
	if (e == OK && *id == 0)
		e = make_kernel(save, run, id, err);
	if (e == OK && run->kernel_level.n > 0)
		e = store_tell(save->db, "kernel_level", *id, run->kernel_level, err);
	if (e == OK && run->kernel_alias.n > 0 && !slice_eq(run->kernel_alias, run->kernel_level))
		e = store_tell(save->db, "kernel_name_save", *id, run->kernel_alias, err);
	return e;
}

static struct slice machine_title(struct save *save, const struct machine *machine,
				  struct slice identity)
{
	unsigned char hash[SHA256_SIZE];
	char id[SLUG_ID_CHARS + 1];

	if (machine->name.n > 0 || machine->cpu.n == 0)
		return machine->name.n > 0 ? machine->name : SLICE("unknown");
	sha256(identity, hash);
	id_from_hash(hash, SLUG_ID_CHARS, id);
	return arena_printf(save->arena, "%.*s-%s",
			    SLICE_FMT(slice_head(machine->cpu, SLUG_BYTES_MAX - sizeof(id))), id);
}

enum err save_make_machine(struct save *save, const struct machine *machine, struct slice identity,
			   int64_t *id, struct error *err)
{
	struct slice slug;
	struct stmt *stmt;
	enum err e = free_slug(save, "machine_slug_taken", machine_title(save, machine, identity),
			       &slug, err);

	if (e == OK)
		e = db_prepare(save->db, "machine_save", &stmt, err);
	if (e != OK)
		return e;
	db_bind_text(stmt, 1, slug);
	db_bind_text(stmt, 2, identity);
	db_bind_text(stmt, 3, machine->fingerprint);
	db_bind_text(stmt, 4, machine->name);
	db_bind_text(stmt, 5, machine->cpu);
	db_bind_int(stmt, 6, machine->sockets);
	db_bind_int(stmt, 7, machine->cores);
	db_bind_int(stmt, 8, machine->threads);
	db_bind_int(stmt, 9, machine->nodes);
	db_bind_int(stmt, 10, machine->memory_bytes);
	e = db_run(stmt, err);
	*id = db_last_id(save->db);
	return e;
}

struct slice save_machine_identity(struct arena *arena, const struct machine *machine)
{
	if (slice_is(machine->fingerprint, "unknown") && machine->name.n > 0)
		return arena_printf(arena, "name %.*s", SLICE_FMT(machine->name));
	return machine->fingerprint;
}

static enum err machine_id(struct save *save, const struct machine *machine, int64_t *id,
			   struct error *err)
{
	struct slice identity = save_machine_identity(save->arena, machine);
	enum err e = find_id(save->db, "machine_find", identity, id, err);

	if (e == OK && *id == 0)
		return save_make_machine(save, machine, identity, id, err);
	if (e == OK && machine->name.n > 0)
		e = store_tell(save->db, "machine_name", *id, machine->name, err);
	return e;
}

enum err save_config(struct save *save, const struct config *config, int64_t *id, struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(save->db, "config_save", &stmt, err);

	if (e != OK)
		return e;
	db_bind_text(stmt, 1, config->key);
	db_bind_text(stmt, 2, config->line);
	db_bind_text(stmt, 3, config->label);
	db_bind_text(stmt, 4, slice_str(memcg_mode_name(config->mode)));
	db_bind_int(stmt, 5, config->nokmem);
	db_bind_int(stmt, 6, config->nosocket);
	db_bind_int(stmt, 7, config->nobpf);
	db_bind_text(stmt, 8, config->placement);
	db_bind_text(stmt, 9, config->variant);
	db_bind_text(stmt, 10, config->words);
	db_bind_text(stmt, 11, config->options);
	return store_step_id(stmt, id, err);
}

/* The first characters of the hash, as many as no other run has. */
static enum err public_id(struct save *save, const struct batch_run *run, struct slice *out,
			  struct error *err)
{
	char id[ID_CHARS_MAX + 1];
	bool taken = true;
	enum err e = OK;

	for (size_t n = ID_CHARS; e == OK && taken && n <= ID_CHARS_MAX; n++) {
		id_from_hash(run->hash, n, id);
		e = is_taken(save->db, "run_id_taken", slice_str(id), &taken, err);
	}
	*out = arena_slice(save->arena, slice_str(id));
	return e;
}

static enum err make_upload(struct save *save, struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(save->db, "upload_save", &stmt, err);

	if (e != OK)
		return e;
	db_bind_text(stmt, 1, save->upload_name);
	db_bind_int(stmt, 2, save->stored_s);
	db_bind_text(stmt, 3, save->batch->options.said);
	e = db_run(stmt, err);
	save->upload = db_last_id(save->db);
	return e;
}

enum err save_references(struct save *save, const struct batch_run *run, struct store_refs *out,
			 struct error *err)
{
	enum err e = save_kernel(save, run, &out->kernel, err);

	if (e == OK)
		e = machine_id(save, &run->machine, &out->machine, err);
	if (e == OK)
		e = store_actor_check(save->db, save->actor, out->machine, err);
	return e == OK ? save_config(save, &run->config, &out->config, err) : e;
}

static enum err make_run(struct save *save, size_t index, struct slice *id, struct error *err)
{
	const struct batch_run *run = &save->batch->runs[index];
	struct store_refs refs = { 0 };
	struct stmt *stmt;
	enum err e = save->upload == 0 ? make_upload(save, err) : OK;

	if (e == OK)
		e = save_references(save, run, &refs, err);
	if (e == OK)
		e = public_id(save, run, id, err);
	if (e == OK)
		e = db_prepare(save->db, "run_save", &stmt, err);
	if (e != OK)
		return e;
	db_bind_text(stmt, 1, *id);
	db_bind_blob(stmt, 2, (struct slice){ (const char *)run->hash, SHA256_SIZE });
	db_bind_text(stmt, 3, run->name);
	db_bind_int(stmt, 4, save->upload);
	if (refs.kernel != 0)
		db_bind_int(stmt, 5, refs.kernel);
	db_bind_int(stmt, 6, refs.config);
	db_bind_int(stmt, 7, refs.machine);
	db_bind_int(stmt, 8, run->start_s);
	db_bind_int(stmt, 9, save->stored_s);
	db_bind_int(stmt, 10, run->boots);
	db_bind_int(stmt, 11, run->iterations);
	db_bind_int(stmt, 12, run->transcribed);
	e = db_run(stmt, err);
	save->runs[index] = db_last_id(save->db);
	return e;
}

static enum err save_run(struct save *save, size_t index, struct store_saved *out,
			 struct error *err)
{
	const struct batch_run *run = &save->batch->runs[index];
	bool row = false;
	struct stmt *stmt;
	enum err e = db_prepare(save->db, "run_find", &stmt, err);

	if (e != OK)
		return e;
	db_bind_blob(stmt, 1, (struct slice){ (const char *)run->hash, SHA256_SIZE });
	e = db_step(stmt, &row, err);
	if (e == OK && row) {
		out->run = db_text(save->arena, stmt, 0);
		out->name = db_text(save->arena, stmt, 1);
		out->withdrawn_s = db_int(stmt, 2);
	}
	db_reset(stmt);
	if (e != OK || row)
		return e;
	out->name = run->name;
	e = save_find_quoted(save, index, &out->run, err);
	if (e != OK || out->run.n > 0)
		return e;
	out->is_new = true;
	return make_run(save, index, &out->run, err);
}

static enum err benchmarks_of(struct save *save, int64_t run, struct slice *out, struct error *err)
{
	bool row = false;
	struct stmt *stmt;
	enum err e = db_prepare(save->db, "run_benchmarks", &stmt, err);

	*out = SLICE("");
	if (e != OK)
		return e;
	db_bind_int(stmt, 1, run);
	while ((e = db_step(stmt, &row, err)) == OK && row)
		*out = arena_printf(save->arena, "%.*s%s%.*s", SLICE_FMT(*out),
				    out->n > 0 ? ", " : "",
				    SLICE_FMT(db_text(save->arena, stmt, 0)));
	db_reset(stmt);
	return e;
}

enum err save_count_run(struct save *save, int64_t run, struct error *err)
{
	struct slice benchmarks;
	enum err e = store_apply(save->db, "run_benchmark_save", run, err);

	if (e == OK)
		e = store_apply(save->db, "medians_save", run, err);
	if (e == OK)
		e = benchmarks_of(save, run, &benchmarks, err);
	if (e == OK)
		e = store_tell(save->db, "run_finish", run, benchmarks, err);
	return e;
}

/* Once all runs have their counts: which stands for which. */
static enum err finish_run(struct save *save, int64_t run, struct error *err)
{
	enum err e = store_apply(save->db, "run_superseded", run, err);

	if (e == OK)
		e = store_apply(save->db, "run_supersede", run, err);
	if (e == OK)
		e = store_apply(save->db, "transcript_supersede", run, err);
	return e == OK ? store_audit_add(save->db, save->actor, "upload", run, save->upload_name,
					 err)
		       : e;
}

/* What runs hold that were not there. */
static enum err save_new(struct save *save, struct error *err)
{
	enum err e = save_rows(save, err);

	for (size_t i = 0; i < save->batch->run_count && e == OK; i++)
		if (save->runs[i] != 0)
			e = save_count_run(save, save->runs[i], err);
	for (size_t i = 0; i < save->batch->run_count && e == OK; i++)
		if (save->runs[i] != 0)
			e = finish_run(save, save->runs[i], err);
	return e;
}

static enum err save_batch(struct save *save, struct store_saved *saved, struct error *err)
{
	const struct batch *batch = save->batch;
	bool changed = false;
	enum err e = OK;

	for (size_t i = 0; i < batch->run_count && e == OK; i++)
		e = save_run(save, i, &saved[i], err);
	if (e == OK && save->upload != 0)
		e = save_new(save, err);
	if (e == OK)
		e = save_mails(save, saved, &changed, err);
	if (e != OK || (save->upload == 0 && !changed))
		return e;
	return store_raise(save->db, err);
}

void save_init(struct save *save, struct db *db, struct arena *arena, const struct batch *batch,
	       const struct store_actor *actor)
{
	*save = (struct save){
		.db = db,
		.arena = arena,
		.batch = batch,
		.actor = actor,
		.stored_s = (int64_t)time(NULL),
		.runs = ARENA_ARRAY(arena, batch->run_count, int64_t),
		.files = ARENA_ARRAY(arena, batch->file_count, int64_t),
		.metrics = ARENA_ARRAY(arena, batch->metric_count, int64_t),
		.profiles = ARENA_ARRAY(arena, batch->profile_count, int64_t),
	};
	arena_init(&save->scratch);
}

void save_release(struct save *save)
{
	arena_release(&save->scratch);
	packing_release(&save->packing);
}

/* Within a write transaction, which the caller ends. */
static enum err save_all(struct store *store, struct arena *arena, const struct batch *batch,
			 struct slice upload_name, const struct store_actor *actor,
			 struct store_saved **out, struct error *err)
{
	struct store_saved *saved = ARENA_ARRAY(arena, batch->run_count, struct store_saved);
	struct save save;
	enum err e;

	save_init(&save, store->db, arena, batch, actor);
	save.upload_name = upload_name;
	e = save_batch(&save, saved, err);
	save_release(&save);
	if (e == OK)
		*out = saved;
	return e;
}

enum err store_save(struct store *store, struct arena *arena, const struct batch *batch,
		    struct slice upload_name, const struct store_actor *actor,
		    struct store_saved **out, struct error *err)
{
	struct store_saved *saved = NULL;
	enum err e = db_begin(store->db, DB_WRITE, err);

	if (e != OK)
		return e;
	e = store_settle(store, save_all(store, arena, batch, upload_name, actor, &saved, err),
			 err);
	if (e == OK)
		*out = saved;
	return e;
}

enum err store_try(struct store *store, struct arena *arena, const struct batch *batch,
		   struct slice upload_name, const struct store_actor *actor,
		   struct store_saved **out, struct error *err)
{
	enum err e = db_begin(store->db, DB_WRITE, err);

	if (e != OK)
		return e;
	e = save_all(store, arena, batch, upload_name, actor, out, err);
	db_rollback(store->db);
	return e;
}
