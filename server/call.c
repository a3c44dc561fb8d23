/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/call.h"

#include <stdlib.h>

#include "lib/json.h"
#include "lib/memory.h"
#include "server/route.h"
#include "server/server.h"

struct call *call_new(const struct request *request)
{
	struct call *call = memory_must(calloc(1, sizeof(*call)));

	arena_init(&call->arena);
	arena_init(&call->work);
	buf_init(&call->meta);
	call->meta.limit = CALL_META_MAX;
	call->file.file = -1;
	call->kept.file = -1;
	call->request = *request;
	call->request.arena = &call->arena;
	call->request.is_call = true;
	reply_init(&call->reply);
	return call;
}

void call_free(struct call *call)
{
	spool_close(&call->file);
	spool_close(&call->kept);
	buf_release(&call->meta);
	reply_release(&call->reply);
	arena_release(&call->work);
	arena_release(&call->arena);
	free(call);
}

static void refuse_size(struct call *call)
{
	(void)error_set(&call->failed, ERR_LIMIT, "the body has more than %llu bytes (--max-body)",
			(unsigned long long)call->request.server->body_bytes);
}

static void take_file(struct call *call, struct slice bytes)
{
	call->failed.code = spool_add(&call->file, bytes, &call->failed);
}

static void take_meta(struct call *call, struct slice bytes)
{
	buf_add(&call->meta, bytes);
	if (call->meta.failed)
		(void)error_set(&call->failed, ERR_LIMIT, "more than %d bytes of metadata",
				CALL_META_MAX);
}

/* False when nothing more is kept. */
static bool count(struct call *call, size_t n)
{
	call->received_bytes += n;
	if (call->failed.code == OK && call->received_bytes > call->request.server->body_bytes)
		refuse_size(call);
	return call->failed.code == OK;
}

void call_take(struct call *call, struct slice bytes)
{
	if (!count(call, bytes.n))
		return;
	if (call->request.route->body == BODY_FILE)
		take_file(call, bytes);
	else
		take_meta(call, bytes);
}

static void begin_file(struct call *call, struct slice file_name)
{
	struct slice name = slice_basename(file_name);

	if (call->has_file)
		(void)error_set(&call->failed, ERR_INPUT, "a form has one part 'file'");
	else if (name.n > CALL_FILE_NAME_MAX || !request_is_clean(name))
		(void)error_set(&call->failed, ERR_INPUT, "the file's name is no clean text");
	call->has_file = true;
	call->file_name = arena_slice(&call->arena, name);
}

void call_take_part(struct call *call, struct slice part, struct slice file_name,
		    struct slice bytes, bool begins)
{
	bool is_file = slice_is(part, "file");

	if (!count(call, bytes.n))
		return;
	if (!is_file && !slice_is(part, "meta")) {
		(void)error_set(&call->failed, ERR_INPUT,
				"a form has the parts 'meta' and 'file', not '%.*s'",
				SLICE_FMT(slice_head(part, 64)));
		return;
	}
	if (is_file && begins)
		begin_file(call, file_name);
	if (call->failed.code != OK)
		return;
	if (is_file)
		take_file(call, bytes);
	else
		take_meta(call, bytes);
}

enum err call_object(const struct call *call, json_t **out, struct error *err)
{
	enum err e;

	if (call->meta.n == 0) {
		*out = json_object();
		return OK;
	}
	e = json_parse(buf_slice(&call->meta), out, err);
	if (e != OK || json_is_object(*out))
		return e;
	json_decref(*out);
	return error_set(err, ERR_INPUT, "the body is no JSON object");
}

enum err call_text(const char *key, const json_t *value, struct slice *out, struct error *err)
{
	*out = (struct slice){ json_string_value(value), json_string_length(value) };
	if (!json_is_string(value) && !json_is_null(value))
		return error_set(err, ERR_INPUT, "'%.64s' is no text", key);
	if (request_is_clean(*out))
		return OK;
	return error_set(err, ERR_INPUT, "'%.64s' is no clean UTF-8 text", key);
}

/* {"path", "line", "message"} of what was not understood, as many as an answer lists. */
json_t *call_diagnostics(const struct call *call, const char *path, const char *message)
{
	const struct batch *batch = &call->batch;
	json_t *list = json_array();

	for (size_t i = 0; i < batch->diagnostic_count && i < CALL_DIAGNOSTICS_MAX; i++) {
		const struct batch_diagnostic *each = &batch->diagnostics[i];
		json_t *json = json_object();

		if (each->file < batch->file_count)
			json_add_text(json, path, batch->files[each->file].path);
		if (each->line > 0)
			json_add_count(json, "line", each->line);
		json_add(json, message, json_text(each->message));
		json_push(list, json);
	}
	return list;
}

void call_fail(struct call *call, const struct error *err)
{
	json_t *errors = call_diagnostics(call, "file", "detail");

	reply_error_list(&call->reply, &call->request, err, errors);
}
