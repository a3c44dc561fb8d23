/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/cmd_reread.h"

#include <string.h>

#include "ingest/said.h"

/* The files of a run as members of an input. */
struct stored_files {
	struct pipeline_members members;
	struct store *store;
	struct arena *arena;
	struct arena bytes;  /* of the last one */
	struct slice folder; /* that they stand in; "" = in none */
	const struct store_file *files;
};

static enum err get_file(struct pipeline_members *members, size_t i, struct slice *path,
			 struct slice *bytes, struct error *err)
{
	struct stored_files *stored = CONTAINER_OF(members, struct stored_files, members);
	const struct store_file *file = &stored->files[i];

	*path = stored->folder.n == 0
			? file->path
			: arena_printf(stored->arena, "%.*s/%.*s", SLICE_FMT(stored->folder),
				       SLICE_FMT(file->path));
	arena_reset(&stored->bytes);
	return store_raw(stored->store, &stored->bytes, file->sha256, bytes, err);
}

static bool has_file(const struct stored_files *stored, struct slice path)
{
	for (size_t i = 0; i < stored->members.count; i++)
		if (slice_eq(stored->files[i].path, path))
			return true;
	return false;
}

/* A text has the same hash in any folder, so paths have to be as they were too. */
static bool is_run(const struct batch *batch, size_t index, const struct store_reread_run *run,
		   const struct stored_files *stored)
{
	if (run->hash.n != SHA256_SIZE ||
	    memcmp(batch->runs[index].hash, run->hash.p, SHA256_SIZE) != 0)
		return false;
	for (size_t i = 0; i < batch->file_count; i++)
		if (batch->files[i].run == index && !has_file(stored, batch->files[i].path))
			return false;
	return true;
}

static enum err read_stored(struct stored_files *stored, const struct pipeline_options *options,
			    struct batch *batch, struct error *err)
{
	struct pipeline_result result;
	enum err e;

	arena_init(&stored->bytes);
	e = pipeline_read_members(&stored->members, options, batch_sink(batch), batch, &result,
				  err);
	arena_release(&stored->bytes);
	return e == OK ? pipeline_finish(&result, batch, err) : e;
}

/* What the folder of a run may have been called: by its name now, or before a manifest. */
struct folders {
	struct slice *names;
	size_t count;
};

static struct folders folders_of(struct arena *arena, const struct store_reread_run *run,
				 const struct batch_options *options)
{
	struct folders out = { ARENA_ARRAY(arena, options->rename_count + 2, struct slice), 0 };

	out.names[out.count++] = run->name;
	for (size_t i = 0; i < options->rename_count; i++)
		if (slice_eq(options->renames[i].name, run->name))
			out.names[out.count++] = options->renames[i].run;
	out.names[out.count++] = SLICE("");
	return out;
}

static enum err files_of(struct store *store, struct arena *arena,
			 const struct store_reread_run *run, struct stored_files *out,
			 struct error *err)
{
	struct store_file *files = NULL;
	size_t count = 0;
	enum err e = store_run_files(store, arena, run->rowid, &files, &count, err);

	for (size_t i = 0; e == OK && i < count; i++)
		if (!files[i].kept)
			return error_set(err, ERR_NOT_FOUND, "its file %.*s was not kept",
					 SLICE_FMT(slice_head(files[i].path, 128)));
	*out = (struct stored_files){
		.members = { count, get_file },
		.store = store,
		.arena = arena,
		.files = files,
	};
	return e;
}

static enum err hear(struct arena *arena, const struct store_reread_run *run,
		     struct pipeline_options *pipeline, struct batch_options *options,
		     struct error *err)
{
	*options = (struct batch_options){ .name = run->upload, .said = run->said };
	return said_read(arena, run->said, pipeline, options, err);
}

enum err cmd_reread(struct store *store, struct arena *arena, const struct store_reread_run *run,
		    const struct pipeline_options *options, struct batch *batch, size_t *index,
		    struct error *err)
{
	struct pipeline_options pipeline = *options;
	struct batch_options said;
	struct stored_files stored;
	struct folders folders;
	enum err e = files_of(store, arena, run, &stored, err);

	if (e == OK)
		e = hear(arena, run, &pipeline, &said, err);
	if (e != OK)
		return e;
	folders = folders_of(arena, run, &said);
	for (size_t i = 0; i < folders.count; i++) {
		stored.folder = folders.names[i];
		batch_init(batch, arena, &said);
		if (read_stored(&stored, &pipeline, batch, err) != OK)
			continue;
		for (*index = 0; *index < batch->run_count; ++*index)
			if (is_run(batch, *index, run, &stored))
				return OK;
	}
	return error_set(err, ERR_NOT_FOUND,
			 "its files do not make it again: what was said of them was not kept");
}
