/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is posted: read it into a batch, store it whole or not at all, say what was in it. */
#include "ingest/said.h"
#include "lib/json.h"
#include "lib/num.h"
#include "lib/report_json.h"
#include "server/baseline.h"
#include "server/call.h"
#include "server/route.h"
#include "server/server.h"

/* What a request says of the results, in the query or the part "meta". */
struct said {
	struct arena *arena;
	struct batch_options batch;
	struct pipeline_options pipeline;
	struct label *config; /* CALL_CONFIG_MAX */
	struct slice baseline;
};

static enum err take_config(struct said *said, struct slice key, struct slice value,
			    struct error *err)
{
	if (said->batch.config_count == CALL_CONFIG_MAX)
		return error_set(err, ERR_LIMIT, "more than %d words about the config",
				 CALL_CONFIG_MAX);
	said->config[said->batch.config_count++] = (struct label){ .key = key, .value = value };
	return OK;
}

static enum err take_iteration(struct said *said, struct slice value, struct error *err)
{
	int64_t number;

	if (!num_int(value, &number) || number < 1 || number > 1000000)
		return error_set(err, ERR_INPUT, "iteration is a number from 1 to 1000000");
	said->batch.iteration = said->pipeline.iteration = (int)number;
	return OK;
}

/* Takes one word of what is said; the last one wins. */
static enum err take(struct said *said, struct slice name, struct slice value, struct error *err)
{
	const struct {
		const char *name;
		struct slice *out;
	} texts[] = {
		{ "name", &said->batch.name },       { "kernel", &said->batch.kernel },
		{ "machine", &said->batch.machine }, { "benchmark", &said->batch.benchmark },
		{ "baseline", &said->baseline },
	};

	if (value.n > STORE_TEXT_MAX || !request_is_clean(value))
		return error_set(err, ERR_INPUT, "'%.*s' takes clean text of at most %d bytes",
				 SLICE_FMT(slice_head(name, 64)), STORE_TEXT_MAX);
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		if (slice_is(name, texts[i].name)) {
			*texts[i].out = value;
			return OK;
		}
	if (slice_take(&name, "config."))
		return take_config(said, name, value, err);
	if (slice_is(name, "iteration"))
		return take_iteration(said, value, err);
	if (slice_is(name, "better"))
		return pipeline_better(&said->pipeline, value, err);
	if (slice_is(name, "keys"))
		return format_options_keys(&said->pipeline.reading, value, err);
	if (slice_is(name, "format"))
		return pipeline_format(&said->pipeline, value, err);
	return error_set(err, ERR_INPUT, "'%.*s' says nothing about results",
			 SLICE_FMT(slice_head(name, 64)));
}

/* A text, or a number as text; ERR_INPUT for anything else. */
static enum err text_of(struct arena *arena, const char *key, const json_t *value,
			struct slice *out, struct error *err)
{
	if (json_is_integer(value)) {
		*out = arena_printf(arena, "%lld", (long long)json_integer_value(value));
		return OK;
	}
	if (!json_is_string(value))
		return error_set(err, ERR_INPUT, "meta: '%s' is no text", key);
	*out = arena_slice(arena,
			   (struct slice){ json_string_value(value), json_string_length(value) });
	return OK;
}

/* Members of an object, each as PREFIX and its key. */
static enum err take_members(struct said *said, const char *prefix, json_t *object,
			     struct error *err)
{
	const char *key;
	json_t *value;
	enum err e = OK;

	json_object_foreach(object, key, value)
	{
		struct slice name = arena_printf(said->arena, "%s%s", prefix, key), text;

		if (slice_is(name, "config") && json_is_object(value)) {
			e = take_members(said, "config.", value, err);
		} else {
			e = text_of(said->arena, name.p, value, &text, err);
			e = e == OK ? take(said, name, text, err) : e;
		}
		if (e != OK)
			return e;
	}
	return OK;
}

static enum err take_meta(struct said *said, struct slice text, struct error *err)
{
	json_t *meta;
	enum err e = json_parse(text, &meta, err);

	if (e != OK) {
		(void)error_prefix(err, "meta");
		return e;
	}
	e = json_is_object(meta) ? take_members(said, "", meta, err)
				 : error_set(err, ERR_INPUT, "meta: it is no JSON object");
	json_decref(meta);
	return e;
}

/* All that is said: the query wins over the part "meta". */
static enum err hear(struct call *call, struct said *said, struct error *err)
{
	const struct request *request = &call->request;
	enum err e = OK;

	*said = (struct said){
		.arena = &call->work,
		.pipeline = request->server->pipeline,
		.config = ARENA_ARRAY(&call->work, CALL_CONFIG_MAX, struct label),
	};
	if (call->meta.n > 0)
		e = take_meta(said, buf_slice(&call->meta), err);
	for (size_t i = 0; i < request->query_count && e == OK; i++)
		e = take(said, request->query[i].name, request->query[i].value, err);
	if (said->batch.name.n == 0)
		said->batch.name = call->file_name.n > 0 ? call->file_name : SLICE("upload");
	said->batch.config = said->config;
	said->pipeline.benchmark = said->batch.benchmark;
	said->pipeline.keep_bytes = true;
	said->pipeline.end_ms = pipeline_clock_ms() + request->server->parse_ms;
	return e;
}

enum err api_upload_parse(struct call *call, struct error *err)
{
	struct slice label;
	struct said said;
	enum err e = hear(call, &said, err);

	if (e == OK && call->form != NULL && !call->has_file)
		e = error_set(err, ERR_INPUT, "the form has no part 'file'");
	if (e == OK)
		e = spool_open(call->request.server->spool_folder, &call->kept, err);
	if (e == OK)
		e = spool_rewind(&call->file, err);
	if (e != OK)
		return e;
	call->baseline = said.baseline;
	label = call->file_name.n > 0 ? call->file_name : said.batch.name;
	said.batch.keep_file = call->kept.file;
	said.batch.said = said_write(&call->work, &said.pipeline, &said.batch);
	batch_init(&call->batch, &call->work, &said.batch);
	e = pipeline_read_fd(call->file.file, label, &said.pipeline, batch_sink(&call->batch),
			     &call->batch, &call->read, err);
	return e == OK ? pipeline_finish(&call->read, &call->batch, err) : e;
}

/* ------------------------------------------------------------------ the answer */

/* How many samples and summaries each run has. */
struct counts {
	int64_t *samples, *summaries;
};

static struct counts count_rows(const struct batch *batch)
{
	struct counts counts = { ARENA_ARRAY(batch->arena, batch->run_count, int64_t),
				 ARENA_ARRAY(batch->arena, batch->run_count, int64_t) };

	for (size_t i = 0; i < batch->sample_count; i++)
		counts.samples[batch->samples[i].run]++;
	for (size_t i = 0; i < batch->summary_count; i++)
		counts.summaries[batch->summaries[i].run]++;
	return counts;
}

static struct slice run_url(const struct call *call, struct slice id)
{
	return arena_printf(call->request.arena, "%.*s/run/%.*s",
			    SLICE_FMT(call->request.server->public_url), SLICE_FMT(id));
}

static json_t *kernel_json(const struct batch_run *run)
{
	json_t *json = json_object();

	json_add_text(json, "release", run->kernel);
	json_add_text(json, "level", run->kernel_level);
	return json;
}

static json_t *runs_json(const struct call *call, const struct store_saved *saved, bool stored)
{
	const struct batch *batch = &call->batch;
	struct counts counts = count_rows(batch);
	json_t *list = json_array();

	for (size_t i = 0; i < batch->run_count; i++) {
		json_t *json = json_object();

		json_add_text(json, "id", saved[i].run);
		json_add(json, "name", json_text(saved[i].name));
		json_add_bool(json, "new", saved[i].is_new);
		if (stored || !saved[i].is_new)
			json_add_text(json, "url", run_url(call, saved[i].run));
		if (saved[i].withdrawn_s != 0)
			json_add_count(json, "withdrawn", saved[i].withdrawn_s);
		json_add(json, "kernel", kernel_json(&batch->runs[i]));
		json_add(json, "config", report_config_json(&batch->runs[i].config));
		json_add_count(json, "samples", counts.samples[i]);
		json_add_count(json, "summaries", counts.summaries[i]);
		json_push(list, json);
	}
	return list;
}

static json_t *understood_json(const struct pipeline_result *read)
{
	json_t *json = json_object();

	json_add_count(json, "files", (int64_t)read->files);
	json_add_count(json, "records", (int64_t)read->records);
	json_add_count(json, "bytes", (int64_t)read->bytes);
	return json;
}

static json_t *answer_json(const struct call *call, const struct store_saved *saved, bool stored)
{
	json_t *json = json_object();

	json_add(json, "runs", runs_json(call, saved, stored));
	json_add(json, "understood", understood_json(&call->read));
	json_add(json, "diagnostics", call_diagnostics(call, "path", "message"));
	json_add_count(json, "diagnostic_count", (int64_t)call->batch.diagnostic_count);
	return json;
}

/* The runs of the upload that can be compared, as they are stored. */
static enum err stored_runs(struct call *call, struct store *store, const struct store_saved *saved,
			    struct store_run *out, size_t *count, struct error *err)
{
	enum err e = OK;

	*count = 0;
	for (size_t i = 0; i < call->batch.run_count && e == OK; i++) {
		if (saved[i].withdrawn_s != 0)
			continue;
		e = store_run_get(store, &call->work, saved[i].run, &out[*count], err);
		*count += e == OK;
	}
	return e;
}

/* It is stored by now: what keeps it from being compared is told, and no error. */
static void add_message(json_t *json, const struct error *err)
{
	json_t *row = json_object();

	json_add_text(row, "message", slice_str(err->text));
	json_push(json_object_get(json, "diagnostics"), row);
}

static void add_verdict(struct call *call, struct store *store, const struct baseline *baseline,
			json_t *json)
{
	struct comparison comparison;
	struct judgement judgement;
	struct error err;

	if (baseline_compare(store, &call->work, baseline, &comparison, &err) != OK) {
		add_message(json, &err);
		return;
	}
	judgement = judgement_of(&comparison);
	json_add(json, "verdict", report_judgement_json(&comparison, &judgement));
}

static void add_comparison(struct call *call, struct store *store, const struct store_saved *saved,
			   json_t *json)
{
	struct store_run *runs = ARENA_ARRAY(&call->work, call->batch.run_count, struct store_run);
	struct slice url = call->request.server->public_url;
	struct baseline baseline;
	struct error err;
	json_t *base;
	size_t count;

	if (stored_runs(call, store, saved, runs, &count, &err) != OK ||
	    baseline_find(store, &call->work, call->baseline, runs, count, &baseline, &err) != OK) {
		add_message(json, &err);
		return;
	}
	base = json_object();
	json_add_text(base, "id", baseline.base.id);
	json_add(base, "name", json_text(baseline.base.name));
	json_add(json, "baseline", base);
	json_add(json, "compare",
		 json_sprintf("%.*s/compare?%.*s", SLICE_FMT(url), SLICE_FMT(baseline.query)));
	add_verdict(call, store, &baseline, json);
}

enum err api_upload_store(struct call *call, struct store *store, struct error *err)
{
	struct store_saved *saved;
	bool any_new = false;
	json_t *json;
	enum err e = store_save(store, &call->work, &call->batch, call->batch.options.name,
				&call->actor, &saved, err);

	if (e != OK)
		return e;
	for (size_t i = 0; i < call->batch.run_count; i++)
		any_new = any_new || saved[i].is_new;
	json = answer_json(call, saved, true);
	if (call->baseline.n > 0)
		add_comparison(call, store, saved, json);
	call->reply.status = any_new ? 201 : 200;
	if (!any_new)
		reply_header(&call->reply, "Idempotent-Replayed", "true");
	reply_header(&call->reply, "Location", run_url(call, saved[0].run).p);
	return reply_json(&call->reply, json);
}

enum err api_upload_validate(struct call *call, struct store *store, struct error *err)
{
	struct store_saved *saved;
	enum err e = store_try(store, &call->work, &call->batch, call->batch.options.name,
			       &call->actor, &saved, err);

	return e == OK ? reply_json(&call->reply, answer_json(call, saved, false)) : e;
}
