/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Frozen comparisons: numbers that never change behind a short address. */
#include "lib/mail_id.h"
#include "server/call.h"
#include "server/frozen.h"
#include "server/list.h"
#include "server/load.h"
#include "server/route.h"
#include "server/run_json.h"
#include "server/server.h"

/* ---- reading ---- */

static struct list_keys keys_of(const void *element)
{
	const struct store_frozen *frozen = element;

	return (struct list_keys){ { frozen->order, frozen->slug } };
}

static json_t *listed_to_json(const void *element)
{
	const struct store_frozen *frozen = element;
	json_t *json = json_object();

	json_add_text(json, "id", frozen->slug);
	json_add_text(json, "title", frozen->forms.title);
	json_add_count(json, "frozen", frozen->frozen_s);
	json_add_text(json, "actor", frozen->actor);
	json_add_count(json, "runs", frozen->runs);
	return json;
}

enum err api_comparisons(struct request *request, struct reply *reply, struct error *err)
{
	struct list list = { "comparisons", NULL, sizeof(struct store_frozen), 0, listed_to_json,
			     keys_of,       NULL };
	struct store_frozen *all;
	enum err e = store_frozen_list(request->store, request->arena, &all, &list.total, err);

	list.elements = all;
	return e == OK ? list_reply(request, reply, &list, NULL, err) : e;
}

enum err load_frozen(const struct request *request, struct frozen_page *out, struct error *err)
{
	struct store *store = request->store;
	enum err e = store_frozen_get(store, request->arena,
				      request_path_param(request, "comparison"), &out->frozen, err);

	if (e == OK)
		e = store_frozen_runs(store, request->arena, out->frozen.rowid, &out->runs,
				      &out->run_count, err);
	if (e == OK)
		e = store_frozen_mails(store, request->arena, out->frozen.rowid, &out->mails,
				       &out->mail_count, err);
	return e;
}

static json_t *runs_to_json(const struct frozen_page *page)
{
	json_t *list = json_array();

	for (size_t i = 0; i < page->run_count; i++) {
		const struct store_frozen_run *run = &page->runs[i];
		json_t *each = json_object();

		json_add_text(each, "id", run->id);
		json_add_text(each, "name", run->name);
		if (run->withdrawn_s > 0)
			json_add_count(each, "withdrawn", run->withdrawn_s);
		json_add_text(each, "reason", run->withdrawn_why);
		json_push(list, each);
	}
	return list;
}

enum err api_comparison(struct request *request, struct reply *reply, struct error *err)
{
	struct frozen_page page;
	enum err e = load_frozen(request, &page, err);
	json_t *json, *comparison;

	if (e == OK)
		e = json_parse(page.frozen.forms.json, &comparison, err);
	if (e != OK)
		return e;
	json = json_object();
	json_add_text(json, "id", page.frozen.slug);
	json_add_text(json, "hash", page.frozen.hash);
	json_add_text(json, "request", page.frozen.request);
	json_add_text(json, "title", page.frozen.forms.title);
	json_add_count(json, "frozen", page.frozen.frozen_s);
	json_add_text(json, "actor", page.frozen.actor);
	json_add_text(json, "link", frozen_link(request, page.frozen.slug));
	json_add_text(json, "live", frozen_live(request, &page));
	json_add(json, "runs", runs_to_json(&page));
	json_add(json, "mails", mails_to_json(page.mails, page.mail_count));
	json_add(json, "comparison", comparison);
	return reply_json(reply, json);
}

/* ---- freezing ---- */

struct slice frozen_link(const struct request *request, struct slice slug)
{
	return store_frozen_link(request->arena, request->server->public_url, slug);
}

struct slice frozen_live(const struct request *request, const struct frozen_page *page)
{
	struct slice out = arena_printf(request->arena, "%.*s/compare?",
					SLICE_FMT(request->server->public_url));

	for (size_t i = 0; i < page->run_count; i++)
		out = arena_printf(request->arena, "%.*s%s%.*s", SLICE_FMT(out),
				   i == 0 ? "base=" : "&new=", SLICE_FMT(page->runs[i].id));
	return out;
}

static json_t *made_to_json(const struct request *request, struct slice slug, bool is_new)
{
	json_t *json = json_object();

	json_add_text(json, "id", slug);
	json_add_text(json, "link", frozen_link(request, slug));
	json_add_bool(json, "new", is_new);
	return json;
}

enum err api_comparison_freeze(struct call *call, struct store *store, struct error *err)
{
	struct request request = call->request;
	struct comparison comparison;
	struct store_freezing freezing = { &comparison, request.server->public_url };
	enum err e;

	request.store = store;
	request.arena = &call->work;
	e = load_comparison(&request, &comparison, err);
	if (e == OK)
		e = store_freeze(store, &call->work, &freezing, &call->actor, err);
	if (e != OK)
		return e;
	call->reply.status = freezing.existed ? 200 : 201;
	reply_header(&call->reply, "Location",
		     arena_cstr(&call->arena, frozen_link(&request, freezing.slug)));
	return reply_json(&call->reply, made_to_json(&request, freezing.slug, !freezing.existed));
}

/* {"mails": {"ID": true, "ID": false}}: those that discuss it, and those that do not. */
enum err api_comparison_discuss(struct call *call, struct store *store, struct error *err)
{
	struct slice slug = request_path_param(&call->request, "comparison"), mail;
	json_t *body, *mails, *value;
	const char *key;
	enum err e = json_parse(buf_slice(&call->meta), &body, err);

	if (e != OK)
		return e;
	mails = json_object_get(body, "mails");
	if (!json_is_object(body) || json_object_size(body) != 1 || !json_is_object(mails))
		e = error_set(err, ERR_INPUT,
			      "the body is {\"mails\": {MESSAGE-ID: true or false}}");
	json_object_foreach(mails, key, value)
	{
		if (e == OK && (!mail_id_parse(slice_str(key), &mail) || !json_is_boolean(value)))
			e = error_set(err, ERR_INPUT, "'%.64s' is no Message-ID with true or false",
				      key);
		if (e == OK)
			e = store_frozen_discuss(store, &call->work, slug, mail,
						 json_is_true(value), &call->actor, err);
	}
	json_decref(body);
	return e == OK ? reply_json(&call->reply, json_pack("{s:b}", "ok", 1)) : e;
}
