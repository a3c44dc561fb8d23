/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/said.h"

#include "ingest/manifest.h"
#include "lib/json.h"

/* ---- writing ---- */

/* The object behind a key, unless there is nothing in it. */
static void add_object(json_t *json, const char *key, json_t *object)
{
	if (json_object_size(object) > 0)
		json_add(json, key, object);
	else
		json_drop(object);
}

static json_t *config_json(struct arena *arena, const struct label *config, size_t count)
{
	json_t *json = json_object();

	for (size_t i = 0; i < count; i++)
		json_add(json, arena_cstr(arena, config[i].key), json_text(config[i].value));
	return json;
}

static json_t *runs_json(struct arena *arena, const struct batch_options *batch)
{
	json_t *json = json_object();

	for (size_t i = 0; i < batch->rename_count; i++) {
		const struct batch_rename *rename = &batch->renames[i];
		json_t *run = json_object();

		json_add_text(run, "name", rename->name);
		json_add_text(run, "kernel", rename->kernel);
		json_add_text(run, "machine", rename->machine);
		add_object(run, "config", config_json(arena, rename->config, rename->config_count));
		json_add(json, arena_cstr(arena, rename->run), run);
	}
	return json;
}

static json_t *upload_json(struct arena *arena, const struct batch_options *batch)
{
	json_t *json = json_object();

	json_add_text(json, "kernel", batch->kernel);
	json_add_text(json, "machine", batch->machine);
	json_add_text(json, "benchmark", batch->benchmark);
	add_object(json, "config", config_json(arena, batch->config, batch->config_count));
	add_object(json, "runs", runs_json(arena, batch));
	return json;
}

/* "@map=a,b" */
static json_t *names_json(const struct key_names *names)
{
	struct buf buf;
	json_t *json;

	buf_init(&buf);
	if (names->map.n > 0)
		buf_addf(&buf, "%.*s=", SLICE_FMT(names->map));
	for (size_t i = 0; i < names->count; i++)
		buf_addf(&buf, "%s%.*s", i > 0 ? "," : "", SLICE_FMT(names->name[i]));
	json = json_text(buf_slice(&buf));
	buf_release(&buf);
	return json;
}

static void add_reading(json_t *json, const struct pipeline_options *pipeline)
{
	const struct format_options *reading = &pipeline->reading;
	json_t *keys = json_array();

	json_add_text(json, "format", slice_str(pipeline->format));
	if (reading->better != BETTER_UNKNOWN)
		json_add_text(json, "better", slice_str(better_name(reading->better)));
	for (size_t i = 0; i < reading->key_name_count; i++)
		json_push(keys, names_json(&reading->key_names[i]));
	if (reading->key_name_count > 0)
		json_add(json, "keys", keys);
	else
		json_drop(keys);
}

struct slice said_write(struct arena *arena, const struct pipeline_options *pipeline,
			const struct batch_options *batch)
{
	json_t *json = json_object();
	struct slice out = SLICE("");
	struct buf buf;

	add_object(json, "upload", upload_json(arena, batch));
	if (batch->iteration > 0)
		json_add_count(json, "iteration", batch->iteration);
	add_reading(json, pipeline);
	buf_init(&buf);
	if (json_object_size(json) > 0) {
		json_print(&buf, json);
		out = arena_slice(arena, slice_trim(buf_slice(&buf)));
	}
	buf_release(&buf);
	json_drop(json);
	return out;
}

/* ---- reading ---- */

static enum err read_reading(struct arena *arena, const json_t *json,
			     struct pipeline_options *pipeline, struct error *err)
{
	struct slice format = arena_slice(arena, json_get_text(json, "format"));
	struct slice better = json_get_text(json, "better");
	const json_t *keys = json_object_get(json, "keys");
	enum err e = OK;

	if (format.n > 0)
		e = pipeline_format(pipeline, format, err);
	if (e == OK && better.n > 0)
		e = pipeline_better(pipeline, better, err);
	for (size_t i = 0; e == OK && i < json_array_size(keys); i++) {
		const json_t *names = json_array_get(keys, i);
		struct slice text = { json_string_value(names), json_string_length(names) };

		e = format_options_keys(&pipeline->reading, arena_slice(arena, text), err);
	}
	return e;
}

static enum err read_all(struct arena *arena, const json_t *json, struct pipeline_options *pipeline,
			 struct batch_options *batch, struct error *err)
{
	const json_t *upload = json_object_get(json, "upload");
	struct manifest_upload said = { .options = *batch };
	enum err e = read_reading(arena, json, pipeline, err);

	if (e == OK && upload != NULL)
		e = manifest_read_upload(arena, upload, &said, err);
	if (e != OK)
		return e;
	*batch = said.options;
	batch->iteration = (int)json_integer_value(json_object_get(json, "iteration"));
	pipeline->benchmark = batch->benchmark;
	pipeline->iteration = batch->iteration;
	pipeline->reading.kernel_known = batch->kernel.n > 0;
	return OK;
}

enum err said_read(struct arena *arena, struct slice text, struct pipeline_options *pipeline,
		   struct batch_options *batch, struct error *err)
{
	json_t *json;
	enum err e = text.n > 0 ? json_parse(text, &json, err) : OK;

	if (e != OK || text.n == 0)
		return e;
	e = read_all(arena, json, pipeline, batch, err);
	json_drop(json);
	return e;
}
