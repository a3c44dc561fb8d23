/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs: the list, one with all that it holds, and lists of what it holds. */
#include "lib/report_json.h"
#include "lib/tracing.h"
#include "server/list.h"
#include "server/load.h"
#include "server/route.h"
#include "server/run_json.h"

enum err api_runs(struct request *request, struct reply *reply, struct error *err)
{
	struct store_runs runs;
	enum err e = load_runs(request, &runs, err);
	json_t *list;

	if (e != OK)
		return e;
	list = json_array();
	for (size_t i = 0; i < runs.count; i++)
		json_push(list, run_to_json(&runs.runs[i]));
	return list_reply_page(request, reply, "runs", list, runs.next, NULL);
}

static enum err add_results(const struct request *request, int64_t run, json_t *json,
			    struct error *err)
{
	struct store_result *results;
	size_t count;
	enum err e = store_run_results(request->store, request->arena, run, &results, &count, err);
	json_t *list;

	if (e != OK)
		return e;
	list = json_array();
	for (size_t i = 0; i < count; i++) {
		json_t *each = json_object(), *stats = json_object();

		report_stats_add(stats, &results[i].stats, results[i].boots);
		json_add(each, "metric", report_metric_json(&results[i].metric));
		json_add_text(each, "statistic", results[i].statistic);
		json_add(each, "stats", stats);
		json_push(list, each);
	}
	json_add(json, "results", list);
	return OK;
}

static json_t *fact_to_json(const void *element)
{
	const struct store_fact *fact = element;
	json_t *json = json_object();

	json_add_text(json, "key", fact->key);
	json_add(json, "value", json_text(fact->value));
	if (fact->iteration > 0)
		json_add_count(json, "iteration", fact->iteration);
	return json;
}

static enum err add_facts(const struct request *request, int64_t run, json_t *json,
			  struct error *err)
{
	struct store_fact *facts;
	size_t count;
	enum err e = store_run_facts(request->store, request->arena, run, &facts, &count, err);
	struct tracing tracing = tracing_init();
	json_t *list;

	if (e != OK)
		return e;
	list = json_array();
	for (size_t i = 0; i < count; i++) {
		json_t *each = json_object();

		tracing_fact(&tracing, facts[i].key, facts[i].value);
		json_add_text(each, "key", facts[i].key);
		json_add(each, "value", json_text(facts[i].value));
		if (facts[i].iteration > 0)
			json_add_count(each, "iteration", facts[i].iteration);
		json_push(list, each);
	}
	json_add(json, "facts", list);
	tracing_add_json(json, &tracing);
	return OK;
}

/* Where its numbers stand. */
static enum err add_mails(const struct request *request, int64_t run, json_t *json,
			  struct error *err)
{
	struct store_mail *mails;
	size_t count;
	enum err e = store_run_mails(request->store, request->arena, run, &mails, &count, err);

	if (e == OK)
		json_add(json, "mails", mails_to_json(mails, count));
	return e;
}

static enum err add_seen(const struct request *request, int64_t run, json_t *json,
			 struct error *err)
{
	struct store_seen seen;
	enum err e = store_run_seen(request->store, request->arena, run, &seen, err);

	if (e != OK)
		return e;
	json_add_count(json, "histograms", seen.histograms);
	json_add_count(json, "maps", seen.maps);
	json_add_text(json, "allocs", seen.allocs);
	json_add_bool(json, "syscalls", seen.has_syscalls);
	return OK;
}

static json_t *file_to_json(const void *element)
{
	const struct store_file *file = element;
	json_t *json = json_object();

	json_add(json, "path", json_text(file->path));
	json_add_text(json, "sha256", file->sha256);
	json_add_count(json, "size", file->size_bytes);
	json_add_bool(json, "kept", file->kept);
	return json;
}

static enum err add_files(const struct request *request, int64_t run, json_t *json,
			  struct error *err)
{
	struct store_file *files;
	size_t count;
	enum err e = store_run_files(request->store, request->arena, run, &files, &count, err);
	json_t *list;

	if (e != OK)
		return e;
	list = json_array();
	for (size_t i = 0; i < count; i++)
		json_push(list, file_to_json(&files[i]));
	json_add(json, "file_list", list);
	return OK;
}

static enum err add_symbols(const struct request *request, int64_t run, json_t *json,
			    struct error *err)
{
	struct store_symbol *symbols;
	size_t count;
	enum err e = store_run_symbols(request->store, request->arena, run, &symbols, &count, err);
	json_t *list;

	if (e != OK)
		return e;
	list = json_array();
	for (size_t i = 0; i < count; i++) {
		json_t *each = json_object();

		json_add_text(each, "event", symbols[i].event);
		json_add_text(each, "comm", symbols[i].comm);
		json_add_text(each, "dso", symbols[i].dso);
		json_add_text(each, "file", symbols[i].file);
		json_add_text(each, "symbol", symbols[i].symbol);
		json_add_number(each, "percent", symbols[i].percent);
		json_add_number(each, "children_percent", symbols[i].children_percent);
		json_add_count(each, "samples", symbols[i].samples);
		json_push(list, each);
	}
	json_add(json, "symbols", list);
	return OK;
}

static enum err add_notes(const struct request *request, int64_t run, json_t *json,
			  struct error *err)
{
	struct store_note *notes;
	size_t count;
	enum err e = store_run_notes(request->store, request->arena, run, &notes, &count, err);
	json_t *list;

	if (e != OK)
		return e;
	list = json_array();
	for (size_t i = 0; i < count; i++) {
		json_t *each = json_object();

		json_add(each, "metric", report_metric_json(&notes[i].metric));
		json_add_text(each, "status", notes[i].status);
		json_add_text(each, "text", notes[i].text);
		json_push(list, each);
	}
	json_add(json, "notes", list);
	return OK;
}

static enum err add_diagnostics(const struct request *request, int64_t run, json_t *json,
				struct error *err)
{
	struct store_diagnostic *diagnostics;
	size_t count;
	enum err e = store_run_diagnostics(request->store, request->arena, run, &diagnostics,
					   &count, err);
	json_t *list;

	if (e != OK)
		return e;
	list = json_array();
	for (size_t i = 0; i < count; i++) {
		json_t *each = json_object();

		json_add_text(each, "path", diagnostics[i].path);
		if (diagnostics[i].line > 0)
			json_add_count(each, "line", diagnostics[i].line);
		json_add(each, "message", json_text(diagnostics[i].message));
		json_push(list, each);
	}
	json_add(json, "diagnostics", list);
	return OK;
}

enum err api_run(struct request *request, struct reply *reply, struct error *err)
{
	static enum err (*const add[])(const struct request *, int64_t, json_t *,
				       struct error *) = {
		add_results, add_facts,   add_mails, add_seen,
		add_files,   add_symbols, add_notes, add_diagnostics,
	};
	struct store_run run;
	enum err e = load_run(request, &run, err);
	json_t *json;

	if (e != OK)
		return e;
	json = run_to_json(&run);
	for (size_t i = 0; i < ARRAY_SIZE(add) && e == OK; i++)
		e = add[i](request, run.rowid, json, err);
	if (e == OK)
		return reply_json(reply, json);
	json_decref(json);
	return e;
}

static json_t *sample_to_json(const void *element)
{
	const struct store_sample *sample = element;
	json_t *json = json_object();

	json_add(json, "metric", report_metric_json(&sample->metric));
	json_add_count(json, "boot", sample->boot);
	if (sample->iteration > 0)
		json_add_count(json, "iteration", sample->iteration);
	json_add_count(json, "seq", sample->seq);
	json_add(json, "value", json_number(sample->value));
	json_add_text(json, "path", sample->path);
	if (sample->line > 0)
		json_add_count(json, "line", sample->line);
	return json;
}

/* A list of the run that the request names. */
static enum err reply_of_run(struct request *request, struct reply *reply,
			     const struct store_run *run, const struct list *list,
			     struct error *err)
{
	json_t *json = json_object();

	json_add_text(json, "run", run->id);
	return list_reply(request, reply, list, json, err);
}

enum err api_run_samples(struct request *request, struct reply *reply, struct error *err)
{
	struct list list = { .name = "samples",
			     .element_bytes = sizeof(struct store_sample),
			     .to_json = sample_to_json };
	struct store_sample *samples = NULL;
	struct store_run run;
	enum err e = load_run(request, &run, err);

	if (e == OK)
		e = store_run_samples(request->store, request->arena, run.rowid,
				      request_param(request, "benchmark"),
				      request_param(request, "metric"), &samples, &list.total, err);
	list.elements = samples;
	return e == OK ? reply_of_run(request, reply, &run, &list, err) : e;
}

enum err api_run_environment(struct request *request, struct reply *reply, struct error *err)
{
	struct list list = { .name = "environment",
			     .element_bytes = sizeof(struct store_fact),
			     .to_json = fact_to_json };
	struct store_fact *facts = NULL;
	struct store_run run;
	enum err e = load_run(request, &run, err);

	if (e == OK)
		e = store_run_facts(request->store, request->arena, run.rowid, &facts, &list.total,
				    err);
	list.elements = facts;
	return e == OK ? reply_of_run(request, reply, &run, &list, err) : e;
}

enum err api_run_raw(struct request *request, struct reply *reply, struct error *err)
{
	struct list list = { .name = "raw",
			     .element_bytes = sizeof(struct store_file),
			     .to_json = file_to_json };
	struct store_file *files = NULL;
	struct store_run run;
	enum err e = load_run(request, &run, err);

	if (e == OK)
		e = store_run_files(request->store, request->arena, run.rowid, &files, &list.total,
				    err);
	list.elements = files;
	return e == OK ? reply_of_run(request, reply, &run, &list, err) : e;
}
