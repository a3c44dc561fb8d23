/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a token of scope manage may do to runs and machines that are stored. */
#include <string.h>

#include "lib/json.h"
#include "server/call.h"
#include "server/route.h"
#include "server/run_json.h"

static enum err unknown(const char *key, const char *known, struct error *err)
{
	return error_set(err, ERR_INPUT, "unknown member '%.64s'; known here: %s", key, known);
}

/* The texts that a patch points to. */
struct patch_texts {
	struct slice name, kernel, machine, note;
	struct label config[STORE_PATCH_CONFIG_MAX];
};

static enum err read_config(json_t *object, struct patch_texts *texts, struct store_patch *out,
			    struct error *err)
{
	const char *key;
	json_t *value;

	if (!json_is_object(object))
		return error_set(err, ERR_INPUT, "'config' is no object");
	if (json_object_size(object) > STORE_PATCH_CONFIG_MAX)
		return error_set(err, ERR_LIMIT, "more than %d words about the config",
				 STORE_PATCH_CONFIG_MAX);
	out->config = texts->config;
	json_object_foreach(object, key, value)
	{
		struct label *label = &texts->config[out->config_count++];
		enum err e = call_text(key, value, &label->value, err);

		if (e != OK)
			return e;
		label->key = slice_str(key);
	}
	return OK;
}

static enum err read_member(const char *key, json_t *value, struct patch_texts *texts,
			    struct store_patch *out, struct error *err)
{
	const struct {
		const char *key;
		struct slice *text;
		const struct slice **place;
	} members[] = {
		{ "name", &texts->name, &out->name },
		{ "kernel", &texts->kernel, &out->kernel },
		{ "machine", &texts->machine, &out->machine },
		{ "note", &texts->note, &out->note },
	};

	if (strcmp(key, "config") == 0)
		return read_config(value, texts, out, err);
	for (size_t i = 0; i < ARRAY_SIZE(members); i++) {
		if (strcmp(key, members[i].key) != 0)
			continue;
		*members[i].place = members[i].text;
		return call_text(key, value, members[i].text, err);
	}
	return unknown(key, "name kernel machine config note", err);
}

enum err api_run_patch(struct call *call, struct store *store, struct error *err)
{
	struct patch_texts texts;
	struct store_patch patch = { NULL };
	struct store_run run;
	const char *key;
	json_t *body, *value;
	enum err e = call_object(call, &body, err);

	if (e != OK)
		return e;
	json_object_foreach(body, key, value)
	{
		e = read_member(key, value, &texts, &patch, err);
		if (e != OK)
			break;
	}
	if (e == OK)
		e = store_run_patch(store, &call->work, request_path_param(&call->request, "run"),
				    &patch, &call->actor, &run, err);
	json_decref(body);
	return e == OK ? reply_json(&call->reply, run_to_json(&run)) : e;
}

/* The only member that a body has; empty when it is absent. Copied. */
static enum err only_member(struct call *call, const char *name, struct slice *out,
			    struct error *err)
{
	const char *key;
	json_t *body, *value;
	enum err e = call_object(call, &body, err);

	*out = SLICE_NONE;
	if (e != OK)
		return e;
	json_object_foreach(body, key, value)
	{
		e = strcmp(key, name) == 0 ? call_text(key, value, out, err)
					   : unknown(key, name, err);
		if (e != OK)
			break;
	}
	*out = arena_slice(&call->work, *out);
	json_decref(body);
	return e;
}

enum err api_run_withdraw(struct call *call, struct store *store, struct error *err)
{
	struct store_run run;
	struct slice why;
	json_t *json;
	enum err e = only_member(call, "reason", &why, err);

	if (e == OK)
		e = store_run_withdraw(store, &call->work,
				       request_path_param(&call->request, "run"), why, &call->actor,
				       &run, err);
	if (e != OK)
		return e;
	json = json_object();
	json_add_text(json, "id", run.id);
	json_add_count(json, "withdrawn", run.withdrawn_s);
	json_add_text(json, "reason", run.withdrawn_why);
	return reply_json(&call->reply, json);
}

enum err api_machine_merge(struct call *call, struct store *store, struct error *err)
{
	struct store_machine machine;
	struct slice into;
	enum err e = only_member(call, "into", &into, err);

	if (e == OK && into.n == 0)
		e = error_set(err, ERR_INPUT, "{\"into\": SLUG} is needed");
	if (e == OK)
		e = store_machine_merge(store, &call->work,
					request_path_param(&call->request, "machine"), into,
					&call->actor, &machine, err);
	return e == OK ? reply_json(&call->reply, store_machine_to_json(&machine)) : e;
}
