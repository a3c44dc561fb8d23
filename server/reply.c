/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/reply.h"

#include <assert.h>
#include <stdlib.h>
#include <zlib.h>

#include "lib/json_lines.h"
#include "server/page.h"
#include "server/problem.h"
#include "server/server.h"
#include "server/worker.h"

enum { GZIP_LEVEL = 6, GZIP_WINDOW_BITS = 15 + 16, GZIP_MEMORY_LEVEL = 8 };

void reply_init(struct reply *reply)
{
	*reply = (struct reply){ .status = 200 };
	buf_init(&reply->body);
}

void reply_release(struct reply *reply)
{
	buf_release(&reply->body);
}

void reply_header(struct reply *reply, const char *name, const char *value)
{
	assert(reply->header_count < REPLY_HEADERS_MAX);
	reply->headers[reply->header_count++] = (struct header){ name, value };
}

enum err reply_json(struct reply *reply, json_t *value)
{
	if (reply->as_lines)
		json_lines(&reply->body, value);
	else
		json_print(&reply->body, value);
	json_drop(value);
	reply_header(reply, "Content-Type",
		     reply->as_lines ? "text/plain; charset=utf-8" : "application/json");
	return OK;
}

/* The problem as JSON; text is made of the same. */
static json_t *problem_to_json(const struct request *request, const struct problem *problem,
			       struct slice detail, struct slice id, json_t *errors)
{
	json_t *json = json_object();

	json_add_count(json, "status", problem->status);
	json_add_text(json, "title", slice_str(problem->title));
	json_add_text(json, "detail", detail);
	json_add(json, "type",
		 json_sprintf("%.*s" PROBLEM_PAGES "%s", SLICE_FMT(request->server->public_url),
			      problem->type));
	json_add(json, "instance", json_sprintf("urn:memcgperf:request:%.*s", SLICE_FMT(id)));
	if (json_array_size(errors) > 0)
		json_add(json, "errors", json_incref(errors));
	return json;
}

/* errors: as reply_error_list has them, or NULL; borrowed. */
static void problem_reply(struct reply *reply, const struct request *request,
			  const struct problem *problem, struct slice detail, json_t *errors)
{
	struct slice id = worker_request_id(request->arena);
	json_t *json;

	buf_clear(&reply->body); /* a handler may have begun */
	reply->constant = SLICE_NONE;
	reply->header_count = 0;
	reply->status = problem->status;
	reply_header(reply, "Cache-Control", "no-store");
	if (problem->status == 500 || problem->status == 507)
		reply->fault = arena_printf(request->arena, "%.*s: %.*s", SLICE_FMT(id),
					    SLICE_FMT(detail));
	if (request->format == FORMAT_HTML) {
		page_error(reply, request, slice_str(problem->title), detail);
		return;
	}
	json = problem_to_json(request, problem, detail, id, errors);
	if (request->format == FORMAT_JSON || request->format == FORMAT_BYTES) {
		json_print(&reply->body, json);
		reply_header(reply, "Content-Type", "application/problem+json");
	} else {
		json_lines(&reply->body, json);
		reply_header(reply, "Content-Type", "text/plain; charset=utf-8");
	}
	json_decref(json);
}

void reply_error_list(struct reply *reply, const struct request *request, const struct error *err,
		      json_t *errors)
{
	enum err code = err->code > OK && err->code <= ERR_BUG ? err->code : ERR_BUG;
	const struct problem *problem =
		code == ERR_LIMIT && request->is_call ? &problem_too_large : problem_of(code);

	problem_reply(reply, request, problem, slice_str(err->text), errors);
	json_decref(errors);
	if (code == ERR_BUSY)
		reply_header(reply, "Retry-After", "1");
}

void reply_error(struct reply *reply, const struct request *request, const struct error *err)
{
	reply_error_list(reply, request, err, NULL);
}

void reply_unauthorized(struct reply *reply, const struct request *request, const struct error *err)
{
	problem_reply(reply, request, &problem_unauthorized, slice_str(err->text), NULL);
	reply_header(reply, "WWW-Authenticate", "Bearer realm=\"memcgperf\"");
}

void reply_too_often(struct reply *reply, const struct request *request, unsigned seconds)
{
	problem_reply(reply, request, &problem_too_often,
		      arena_printf(request->arena,
				   "more than the server allows (--rate-token, --rate-address); "
				   "again in %u s",
				   seconds),
		      NULL);
	reply_header(reply, "Retry-After", arena_printf(request->arena, "%u", seconds).p);
}

void reply_bad_method(struct reply *reply, const struct request *request, const char *allow)
{
	problem_reply(reply, request, &problem_bad_method,
		      arena_printf(request->arena, "%.*s is not among: %s",
				   SLICE_FMT(slice_head(request->method, 32)), allow),
		      NULL);
	reply_header(reply, "Allow", allow);
}

void reply_not_acceptable(struct reply *reply, const struct request *request, const char *offers)
{
	problem_reply(reply, request, &problem_not_acceptable,
		      arena_printf(request->arena, "this address answers %s, and Accept takes none",
				   offers),
		      NULL);
}

void reply_options(struct reply *reply, const struct request *request, const char *allow)
{
	reply->status = 204;
	reply_header(reply, "Allow", allow);
	reply_header(reply, "Cache-Control", "no-store");
	if (!slice_starts(request->path, "/api/"))
		return;
	reply_header(reply, "Access-Control-Allow-Methods", "GET, HEAD");
	reply_header(reply, "Access-Control-Allow-Headers", "If-None-Match");
	reply_header(reply, "Access-Control-Max-Age", "86400");
}

/* The bytes in gzip's form, in memory of malloc; false when zlib has no memory. */
static bool gzip(struct slice bytes, struct buf *out)
{
	z_stream z = { 0 };
	bool done = false;

	if (deflateInit2(&z, GZIP_LEVEL, Z_DEFLATED, GZIP_WINDOW_BITS, GZIP_MEMORY_LEVEL,
			 Z_DEFAULT_STRATEGY) != Z_OK)
		return false;
	buf_init(out);
	out->capacity = deflateBound(&z, bytes.n);
	out->data = malloc(out->capacity);
	if (out->data != NULL) {
		z.next_in = (Bytef *)(uintptr_t)bytes.p; /* zlib only reads it */
		z.avail_in = (uInt)bytes.n;
		z.next_out = (Bytef *)out->data;
		z.avail_out = (uInt)out->capacity;
		done = deflate(&z, Z_FINISH) == Z_STREAM_END;
		out->n = out->capacity - z.avail_out;
	}
	(void)deflateEnd(&z); /* nothing is left in it */
	if (!done)
		buf_release(out);
	return done;
}

void reply_compress(struct reply *reply, const struct request *request)
{
	struct buf packed;

	if (!(request->encodings & ENCODING_GZIP) || reply->body.n < REPLY_COMPRESS_MIN ||
	    reply->body.n > UINT32_MAX / 2 || request->format == FORMAT_BYTES)
		return;
	if (!gzip(buf_slice(&reply->body), &packed))
		return;
	buf_release(&reply->body);
	reply->body = packed;
	reply_header(reply, "Content-Encoding", "gzip");
}
