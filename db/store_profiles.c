/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "db/store_profiles.h"

#include <math.h>
#include <stdlib.h>

#include "db/store_save.h"
#include "lib/num.h"

/* ------------------------------------------------------------------ writing */

void save_bind_count(struct stmt *stmt, int place, int64_t count)
{
	if (count == RECORD_NO_COUNT)
		db_bind_null(stmt, place);
	else
		db_bind_int(stmt, place, count);
}

static enum err save_frames(struct save *save, const struct profile *profile, int64_t *ids,
			    struct error *err)
{
	enum err e = OK;

	for (size_t i = 0; e == OK && i < profile->name_count; i++) {
		struct stmt *stmt;

		e = db_prepare(save->db, "frame_save", &stmt, err);
		if (e != OK)
			return e;
		db_bind_text(stmt, 1, profile->names[i]);
		e = store_step_id(stmt, &ids[i], err);
	}
	return e;
}

static enum err save_nodes(struct save *save, const struct profile *profile, int64_t id,
			   const int64_t *frames, struct error *err)
{
	enum err e = OK;

	for (size_t i = 0; e == OK && i < profile->node_count; i++) {
		const struct profile_node *node = &profile->nodes[i];
		struct stmt *stmt;

		e = db_prepare(save->db, "node_save", &stmt, err);
		if (e != OK)
			return e;
		db_bind_int(stmt, 1, id);
		db_bind_int(stmt, 2, (int64_t)i);
		if (node->caller != PROFILE_NONE)
			db_bind_int(stmt, 3, node->caller);
		db_bind_int(stmt, 4, frames[node->name]);
		db_bind_int(stmt, 5, node->count);
		save_bind_count(stmt, 6, node->period);
		e = db_run(stmt, err);
	}
	return e;
}

static enum err save_head(struct save *save, size_t index, int64_t seq,
			  const struct profile *profile, const struct profile_sum *sum,
			  size_t instructions, struct error *err)
{
	const struct batch_profile *from = &save->batch->profiles[index];
	struct stmt *stmt;
	enum err e = db_prepare(save->db, "profile_save", &stmt, err);

	if (e != OK)
		return e;
	db_bind_int(stmt, 1, save->runs[from->run]);
	db_bind_int(stmt, 2, seq);
	db_bind_text(stmt, 3, from->source);
	db_bind_text(stmt, 4, from->event);
	db_bind_text(stmt, 5, from->metric);
	save_bind_count(stmt, 6, from->print);
	db_bind_double(stmt, 7, sum->counted && sum->whole > 0 ? sum->whole : NAN);
	db_bind_double(stmt, 8, sum->whole > 0 ? 100 * sum->strict / sum->whole : NAN);
	db_bind_int(stmt, 9, (int64_t)profile->node_count);
	db_bind_int(stmt, 10, (int64_t)profile->row_count);
	db_bind_int(stmt, 11, (int64_t)instructions);
	db_bind_int(stmt, 12, save->files[from->file]);
	db_bind_int(stmt, 13, from->line);
	e = db_run(stmt, err);
	save->profiles[index] = db_last_id(save->db);
	return e;
}

static enum err save_profile(struct save *save, size_t index, int64_t seq, size_t instructions,
			     const struct memcg_symbols *table, struct error *err)
{
	struct profile profile;
	struct profile_sum sum;
	struct arena arena;
	int64_t *frames;
	enum err e;

	arena_init(&arena);
	profile_of_batch(&arena, save->batch, index, &profile);
	profile_sum(&arena, table, &profile, &sum);
	frames = ARENA_ARRAY(&arena, profile.name_count, int64_t);
	e = save_head(save, index, seq, &profile, &sum, instructions, err);
	if (e == OK)
		e = save_frames(save, &profile, frames, err);
	if (e == OK)
		e = save_nodes(save, &profile, save->profiles[index], frames, err);
	arena_release(&arena);
	return e;
}

/* Profiles stand in the order of their runs. */
enum err save_profiles(struct save *save, struct error *err)
{
	const struct batch *batch = save->batch;
	size_t *instructions = ARENA_ARRAY(save->arena, batch->profile_count, size_t);
	const struct memcg_symbols *table = NULL;
	int64_t seq = 0;
	enum err e = OK;

	for (size_t i = 0; i < batch->instruction_count; i++)
		instructions[batch->instructions[i].profile]++;
	for (size_t i = 0; e == OK && i < batch->profile_count; i++) {
		bool first = i == 0 || batch->profiles[i - 1].run != batch->profiles[i].run;

		seq = first ? 1 : seq + 1;
		if (save->runs[batch->profiles[i].run] == 0)
			continue;
		if (table == NULL)
			table = memcg_symbols_new(save->arena);
		e = save_profile(save, i, seq, instructions[i], table, err);
	}
	return e;
}

enum err save_symbol(struct save *save, size_t index, struct error *err)
{
	const struct batch_symbol *symbol = &save->batch->symbols[index];
	struct stmt *stmt;
	enum err e = db_prepare(save->db, "symbol_save", &stmt, err);

	if (e != OK)
		return e;
	db_bind_int(stmt, 1, save->runs[symbol->run]);
	db_bind_int(stmt, 2, (int64_t)index);
	db_bind_text(stmt, 3, symbol->event);
	db_bind_text(stmt, 4, symbol->comm);
	db_bind_text(stmt, 5, symbol->dso);
	db_bind_text(stmt, 6, symbol->source_file);
	db_bind_text(stmt, 7, symbol->symbol);
	db_bind_double(stmt, 8, symbol->percent);
	db_bind_double(stmt, 9, symbol->children_percent);
	save_bind_count(stmt, 10, symbol->samples);
	save_bind_count(stmt, 11, symbol->period);
	db_bind_int(stmt, 12, save->files[symbol->file]);
	db_bind_int(stmt, 13, symbol->line);
	if (symbol->profile != BATCH_NONE)
		db_bind_int(stmt, 14, save->profiles[symbol->profile]);
	db_bind_double(stmt, 15, symbol->baseline_percent);
	db_bind_double(stmt, 16, symbol->delta_percent);
	return db_run(stmt, err);
}

enum err save_instruction(struct save *save, size_t index, struct error *err)
{
	const struct batch_instruction *instruction = &save->batch->instructions[index];
	struct stmt *stmt;
	enum err e = db_prepare(save->db, "instruction_save", &stmt, err);

	if (e != OK)
		return e;
	db_bind_int(stmt, 1, save->profiles[instruction->profile]);
	db_bind_int(stmt, 2, (int64_t)index);
	db_bind_text(stmt, 3, instruction->symbol);
	db_bind_text(stmt, 4, instruction->dso);
	db_bind_text(stmt, 5, instruction->address);
	db_bind_text(stmt, 6, instruction->assembly);
	db_bind_text(stmt, 7, instruction->labels);
	db_bind_double(stmt, 8, instruction->percent);
	save_bind_count(stmt, 9, instruction->samples);
	db_bind_int(stmt, 10, save->files[instruction->file]);
	db_bind_int(stmt, 11, instruction->line);
	return db_run(stmt, err);
}

/* ------------------------------------------------------------------ reading */

static int64_t count_at(struct stmt *stmt, int column)
{
	return db_is_null(stmt, column) ? RECORD_NO_COUNT : db_int(stmt, column);
}

/* Its id is the number within the run until give_id. */
static void profile_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct store_profile *profile = element;

	profile->rowid = db_int(stmt, 0);
	profile->id = db_text(arena, stmt, 1);
	profile->source = db_text(arena, stmt, 2);
	profile->path = db_text(arena, stmt, 3);
	profile->event = db_text(arena, stmt, 4);
	profile->metric = db_text(arena, stmt, 5);
	profile->print = count_at(stmt, 6);
	profile->samples = db_double(stmt, 7);
	profile->memcg_percent = db_double(stmt, 8);
	profile->nodes = db_int(stmt, 9);
	profile->symbols = db_int(stmt, 10);
	profile->instructions = db_int(stmt, 11);
}

static const struct store_shape profile_shape = { sizeof(struct store_profile), profile_at };

static void give_id(struct arena *arena, const struct store_run *run, struct store_profile *profile)
{
	profile->id = arena_printf(arena, "%.*s-%.*s", SLICE_FMT(run->id), SLICE_FMT(profile->id));
}

enum err store_run_profiles(struct store *store, struct arena *arena, const struct store_run *run,
			    struct store_profile **out, size_t *count, struct error *err)
{
	struct store_profile *list = NULL;
	enum err e = store_list_of(store, arena, "profile_list", run->rowid, &profile_shape, &list,
				   count, err);

	if (e != OK)
		return e;
	for (size_t i = 0; i < *count; i++)
		give_id(arena, run, &list[i]);
	*out = list;
	return OK;
}

static void profile_of_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct store_profile_of *of = element;

	profile_at(arena, stmt, &of->profile);
	of->run = db_text(arena, stmt, 12);
	of->run_name = db_text(arena, stmt, 13);
	of->profile.id =
		arena_printf(arena, "%.*s-%.*s", SLICE_FMT(of->run), SLICE_FMT(of->profile.id));
}

enum err store_latest_profiles(struct store *store, struct arena *arena, int limit,
			       struct store_profile_of **out, size_t *count, struct error *err)
{
	static const struct store_shape shape = { sizeof(struct store_profile_of), profile_of_at };
	struct stmt *stmt;
	enum err e = db_prepare(store->db, "profile_latest", &stmt, err);

	if (e != OK)
		return e;
	db_bind_int(stmt, 1, limit);
	return store_list(arena, stmt, &shape, out, count, err);
}

static enum err get_of_run(struct store *store, struct arena *arena, const struct store_run *run,
			   int64_t seq, struct store_profile **out, size_t *count,
			   struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(store->db, "profile_get", &stmt, err);

	if (e != OK)
		return e;
	db_bind_int(stmt, 1, run->rowid);
	db_bind_int(stmt, 2, seq);
	return store_list(arena, stmt, &profile_shape, out, count, err);
}

enum err store_profile_get(struct store *store, struct arena *arena, struct slice id,
			   struct store_run *run, struct store_profile *out, struct error *err)
{
	size_t dash = slice_rfind_char(id, '-'), count = 0;
	struct store_profile *found = NULL;
	uint64_t seq;
	enum err e;

	if (dash == id.n || !num_uint(slice_skip(id, dash + 1), &seq) || seq > INT64_MAX)
		return error_set(err, ERR_NOT_FOUND, "no profile '%.*s'; one is called RUN-NUMBER",
				 SLICE_FMT(id));
	e = store_run_get(store, arena, slice_head(id, dash), run, err);
	if (e == OK)
		e = get_of_run(store, arena, run, (int64_t)seq, &found, &count, err);
	if (e == OK && count == 0)
		e = error_set(err, ERR_NOT_FOUND, "run %.*s has no profile %.*s",
			      SLICE_FMT(run->id), SLICE_FMT(slice_skip(id, dash + 1)));
	if (e != OK)
		return e;
	*out = found[0];
	give_id(arena, run, out);
	return OK;
}

struct frame {
	int64_t id;
	struct slice name;
};

static void frame_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct frame *frame = element;

	frame->id = db_int(stmt, 0);
	frame->name = db_text(arena, stmt, 1);
}

static int frame_cmp(const void *key, const void *element)
{
	int64_t a = *(const int64_t *)key, b = ((const struct frame *)element)->id;

	return (a > b) - (a < b);
}

struct stored_node {
	int64_t frame;
	struct profile_node node;
};

static void node_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct stored_node *stored = element;

	(void)arena;
	stored->frame = db_int(stmt, 1);
	stored->node.caller = db_is_null(stmt, 0) ? PROFILE_NONE : (uint32_t)db_int(stmt, 0);
	stored->node.count = db_int(stmt, 2);
	stored->node.period = count_at(stmt, 3);
}

static enum err load_nodes(struct store *store, struct arena *arena, int64_t profile,
			   struct profile *out, struct error *err)
{
	static const struct store_shape frame_shape = { sizeof(struct frame), frame_at };
	static const struct store_shape node_shape = { sizeof(struct stored_node), node_at };
	struct stored_node *nodes = NULL;
	struct frame *frames = NULL;
	enum err e = store_list_of(store, arena, "profile_names", profile, &frame_shape, &frames,
				   &out->name_count, err);

	if (e == OK)
		e = store_list_of(store, arena, "profile_nodes", profile, &node_shape, &nodes,
				  &out->node_count, err);
	if (e != OK)
		return e;
	out->names = ARENA_ARRAY(arena, out->name_count, struct slice);
	out->nodes = ARENA_ARRAY(arena, out->node_count, struct profile_node);
	for (size_t i = 0; i < out->name_count; i++)
		out->names[i] = frames[i].name;
	for (size_t i = 0; i < out->node_count; i++) {
		const struct frame *frame = bsearch(&nodes[i].frame, frames, out->name_count,
						    sizeof(*frames), frame_cmp);

		if (frame == NULL)
			return error_set(err, ERR_BUG, "a frame without a name");
		out->nodes[i] = nodes[i].node;
		out->nodes[i].name = (uint32_t)(frame - frames);
	}
	return OK;
}

static void row_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct profile_row *row = element;

	row->symbol = db_text(arena, stmt, 0);
	row->dso = db_text(arena, stmt, 1);
	row->source_file = db_text(arena, stmt, 2);
	row->comm = db_text(arena, stmt, 3);
	row->percent = db_double(stmt, 4);
	row->children_percent = db_double(stmt, 5);
	row->samples = count_at(stmt, 6);
}

enum err store_profile_load(struct store *store, struct arena *arena,
			    const struct store_profile *from, struct profile *out,
			    struct error *err)
{
	static const struct store_shape row_shape = { sizeof(struct profile_row), row_at };
	enum err e;

	*out = (struct profile){
		.id = from->id,
		.source = from->source,
		.path = from->path,
		.event = from->event,
		.metric = from->metric,
		.print = from->print,
		.tracing = tracing_init(),
	};
	e = load_nodes(store, arena, from->rowid, out, err);
	return e == OK ? store_list_of(store, arena, "profile_symbols", from->rowid, &row_shape,
				       &out->rows, &out->row_count, err)
		       : e;
}

static void annotated_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct store_annotated *function = element;

	function->symbol = db_text(arena, stmt, 0);
	function->dso = db_text(arena, stmt, 1);
	function->instructions = db_int(stmt, 2);
	function->profile = (int)db_int(stmt, 3);
}

enum err store_annotated(struct store *store, struct arena *arena, int64_t run,
			 struct store_annotated **out, size_t *count, struct error *err)
{
	static const struct store_shape shape = { sizeof(struct store_annotated), annotated_at };

	return store_list_of(store, arena, "instruction_functions", run, &shape, out, count, err);
}

static void instruction_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct store_instruction *instruction = element;

	instruction->event = db_text(arena, stmt, 0);
	instruction->dso = db_text(arena, stmt, 1);
	instruction->address = db_text(arena, stmt, 2);
	instruction->assembly = db_text(arena, stmt, 3);
	instruction->labels = db_text(arena, stmt, 4);
	instruction->percent = db_double(stmt, 5);
	instruction->samples = count_at(stmt, 6);
	instruction->profile = (int)db_int(stmt, 7);
}

enum err store_instructions(struct store *store, struct arena *arena, int64_t run,
			    struct slice symbol, struct store_instruction **out, size_t *count,
			    struct error *err)
{
	static const struct store_shape shape = { sizeof(struct store_instruction),
						  instruction_at };
	struct stmt *stmt;
	enum err e = db_prepare(store->db, "instruction_list", &stmt, err);

	if (e != OK)
		return e;
	db_bind_int(stmt, 1, run);
	db_bind_text(stmt, 2, symbol);
	return store_list(arena, stmt, &shape, out, count, err);
}

static void share_at(struct arena *arena, struct stmt *stmt, void *element)
{
	(void)arena;
	*(double *)element = db_double(stmt, 0) / 100;
}

enum err store_profile_shares(struct store *store, struct arena *arena,
			      const struct store_profile *of, double **out, size_t *count,
			      struct error *err)
{
	static const struct store_shape shape = { sizeof(double), share_at };

	return store_list_of(store, arena, "profile_shares", of->rowid, &shape, out, count, err);
}
