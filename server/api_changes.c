/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where metrics changed over kernels, and what people made of it. */
#include "lib/report_changes.h"

#include <string.h>

#include "server/call.h"
#include "server/load.h"
#include "server/route.h"
#include "server/run_json.h"

enum err api_changes(struct request *request, struct reply *reply, struct error *err)
{
	struct changes changes;
	enum err e = load_changes(request, &changes, err);

	return e == OK ? reply_json(reply, report_changes_json(&changes)) : e;
}

/* The texts that a triage points to. */
struct triage_texts {
	enum change_state state;
	struct slice note, link;
};

static enum err read_member(const char *key, const json_t *value, struct triage_texts *texts,
			    struct store_triage *out, struct error *err)
{
	struct slice text = { json_string_value(value), json_string_length(value) };

	if (!json_is_string(value) && !json_is_null(value))
		return error_set(err, ERR_INPUT, "'%.64s' is no text", key);
	if (!request_is_clean(text))
		return error_set(err, ERR_INPUT, "'%.64s' is no clean UTF-8 text", key);
	if (strcmp(key, "note") == 0) {
		texts->note = text;
		out->note = &texts->note;
		return OK;
	}
	if (strcmp(key, "link") == 0) {
		texts->link = text;
		out->link = &texts->link;
		return OK;
	}
	if (strcmp(key, "state") != 0)
		return error_set(err, ERR_INPUT, "unknown member '%.64s'; known here: %s", key,
				 "state note link");
	if (!change_state_parse(text, &texts->state))
		return error_set(err, ERR_INPUT, "'state' is one of: %s", CHANGE_STATES);
	out->state = &texts->state;
	return OK;
}

static enum err read_triage(json_t *body, struct triage_texts *texts, struct store_triage *out,
			    struct error *err)
{
	const char *key;
	json_t *value;

	if (!json_is_object(body) || json_object_size(body) == 0)
		return error_set(err, ERR_INPUT, "the body is an object of state, note or link");
	json_object_foreach(body, key, value)
	{
		enum err e = read_member(key, value, texts, out, err);

		if (e != OK)
			return e;
	}
	return OK;
}

enum err api_change_triage(struct call *call, struct store *store, struct error *err)
{
	struct slice id = request_path_param(&call->request, "change");
	struct triage_texts texts = { CHANGE_NEW };
	struct store_triage triage = { NULL };
	struct change_triage now;
	json_t *body, *json;
	enum err e = json_parse(buf_slice(&call->meta), &body, err);

	if (e != OK)
		return e;
	e = read_triage(body, &texts, &triage, err);
	if (e == OK)
		e = store_change_triage(store, &call->work, id, &triage, &call->actor, &now, err);
	if (e == OK) {
		json = report_triage_json(&now);
		json_add_text(json, "id", id);
		e = reply_json(&call->reply, json);
	}
	json_decref(body);
	return e;
}
