/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/cmd_profiles.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { SYMBOLS_BYTES_MAX = 16 * MiB };

void cmd_profiles_init(struct cmd_profiles *profiles)
{
	*profiles = (struct cmd_profiles){ 0 };
	arena_init(&profiles->arena);
	cmd_input_init(&profiles->input);
}

void cmd_profiles_release(struct cmd_profiles *profiles)
{
	arena_release(&profiles->arena);
}

enum err cmd_profiles_option(struct cmd_profiles *profiles, int option, struct error *err)
{
	switch (option) {
	case CMD_PROFILES_EVENT:
		profiles->event = slice_str(optarg);
		return OK;
	case CMD_PROFILES_RUN:
		profiles->run = slice_str(optarg);
		return OK;
	case CMD_PROFILES_BEFORE:
		profiles->before = optarg;
		return OK;
	case CMD_PROFILES_SYMBOLS:
		profiles->symbols = optarg;
		return OK;
	default:
		return cmd_input_option(&profiles->input, option, err);
	}
}

static enum err read_whole(struct arena *arena, const char *path, struct slice *out,
			   struct error *err)
{
	FILE *file = fopen(path, "rb");
	char *bytes;
	size_t n;

	if (file == NULL)
		return error_set(err, errno == ENOENT ? ERR_NOT_FOUND : ERR_IO, "%s: %s", path,
				 strerror(errno));
	bytes = arena_alloc(arena, SYMBOLS_BYTES_MAX + 1);
	n = fread(bytes, 1, SYMBOLS_BYTES_MAX + 1, file);
	if (ferror(file) != 0) {
		(void)fclose(file); /* it was only read */
		return error_set(err, ERR_IO, "%s: cannot be read", path);
	}
	(void)fclose(file); /* it was only read */
	if (n > SYMBOLS_BYTES_MAX)
		return error_set(err, ERR_LIMIT, "%s: more than %d bytes", path, SYMBOLS_BYTES_MAX);
	*out = (struct slice){ bytes, n };
	return OK;
}

static enum err make_table(struct cmd_profiles *profiles, struct error *err)
{
	struct slice text;
	enum err e;

	if (profiles->table != NULL)
		return OK;
	profiles->table = memcg_symbols_new(&profiles->arena);
	if (profiles->symbols == NULL)
		return OK;
	e = read_whole(&profiles->arena, profiles->symbols, &text, err);
	if (e != OK)
		return e;
	e = memcg_symbols_add(profiles->table, text, err);
	return e == OK ? OK : error_prefix(err, "%s: ", profiles->symbols);
}

/* "7.3.4 child, RUN" */
static struct slice about(struct arena *arena, const struct batch_run *run)
{
	struct slice kernel = run->kernel_level.n > 0 ? run->kernel_level : run->kernel;
	bool known = run->config.label.n > 0 && !slice_is(run->config.label, "unknown");

	return arena_printf(arena, "%.*s%s%.*s%s%.*s%s", SLICE_FMT(run->name),
			    kernel.n > 0 ? ", kernel " : "", SLICE_FMT(kernel), known ? ", " : "",
			    SLICE_FMT(known ? run->config.label : SLICE_NONE), "");
}

static enum err read_batch(struct cmd_profiles *profiles, const char *path, struct batch *batch,
			   struct error *err)
{
	struct batch_options options = profiles->input.batch;
	struct pipeline_result result;
	enum err e;

	if (options.name.n == 0)
		options.name = slice_basename(slice_str(path));
	batch_init(batch, &profiles->arena, &options);
	e = pipeline_read(path, &profiles->input.pipeline, batch_sink(batch), batch, &result, err);
	if (e == OK)
		e = batch_finish(batch, err);
	profiles->broken = profiles->broken || (e == OK && result.broken);
	return e;
}

static bool is_meant(const struct cmd_profiles *profiles, const struct batch *batch, size_t index)
{
	const struct batch_profile *profile = &batch->profiles[index];

	return (profiles->event.n == 0 || slice_eq(profile->event, profiles->event) ||
		slice_eq(profile->metric, profiles->event)) &&
	       (profiles->run.n == 0 || slice_eq(batch->runs[profile->run].name, profiles->run));
}

/* What there is: "EVENT of RUN, ..." */
static struct slice names_of(struct cmd_profiles *profiles, const struct batch *batch)
{
	struct slice out = SLICE("");

	for (size_t i = 0; i < batch->profile_count && out.n < 300; i++) {
		const struct batch_profile *profile = &batch->profiles[i];
		struct slice name = profile->event.n > 0 ? profile->event : profile->metric;

		out = arena_printf(&profiles->arena, "%.*s%s%.*s of %.*s", SLICE_FMT(out),
				   out.n > 0 ? ", " : "",
				   SLICE_FMT(name.n > 0 ? name : profile->source),
				   SLICE_FMT(batch->runs[profile->run].name));
	}
	return out;
}

enum err cmd_profiles_read(struct cmd_profiles *profiles, const char *path,
			   struct cmd_one_profile **out, size_t *count, struct error *err)
{
	struct batch *batch = ARENA_NEW(&profiles->arena, struct batch);
	struct cmd_one_profile *list;
	size_t n = 0;
	enum err e = make_table(profiles, err);

	if (e == OK)
		e = read_batch(profiles, path, batch, err);
	if (e != OK)
		return e;
	if (batch->profile_count == 0)
		return error_set(err, ERR_INPUT, "no profile in it");
	list = ARENA_ARRAY(&profiles->arena, batch->profile_count, struct cmd_one_profile);
	for (size_t i = 0; i < batch->profile_count; i++) {
		struct cmd_one_profile *one = &list[n];

		if (!is_meant(profiles, batch, i))
			continue;
		*one = (struct cmd_one_profile){ .batch = batch, .index = i };
		profile_of_batch(&profiles->arena, batch, i, &one->profile);
		profile_sum(&profiles->arena, profiles->table, &one->profile, &one->sum);
		one->report = (struct report_profile){ about(&profiles->arena,
							     &batch->runs[batch->profiles[i].run]),
						       &one->profile, &one->sum };
		n++;
	}
	if (n == 0)
		return error_set(err, ERR_NOT_FOUND, "no such profile among: %.*s",
				 SLICE_FMT(names_of(profiles, batch)));
	*out = list;
	*count = n;
	return OK;
}

int cmd_profiles_status(const struct cmd_profiles *profiles)
{
	struct error err;

	if (!profiles->broken)
		return 0;
	(void)error_set(&err, ERR_INPUT, "an input breaks off: what stands before it is counted");
	return cmd_fail(NULL, &err);
}
