/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/reply.h"

#include <assert.h>
#include <stdlib.h>
#include <zlib.h>

#include "server/page.h"

enum { GZIP_LEVEL = 6, GZIP_WINDOW_BITS = 15 + 16, GZIP_MEMORY_LEVEL = 8 };

struct problem {
	unsigned status;
	const char *type, *title;
};

/* What each kind of error is over HTTP. */
static const struct problem problems[] = {
	[ERR_INPUT] = { 400, "input", "The request cannot be understood" },
	[ERR_LIMIT] = { 400, "limit", "The request exceeds a limit" },
	[ERR_NOT_FOUND] = { 404, "not-found", "There is no such thing" },
	[ERR_GONE] = { 410, "gone", "This was withdrawn" },
	[ERR_CONFLICT] = { 409, "conflict",
			   "The request is ambiguous or contradicts what is there" },
	[ERR_DENIED] = { 403, "denied", "Not allowed" },
	[ERR_BUSY] = { 503, "busy", "Too busy, try again" },
	[ERR_IO] = { 500, "io", "The server cannot read its data" },
	[ERR_BUG] = { 500, "bug", "The server made a mistake" },
};
static const struct problem too_large = { 413, "limit", "The upload exceeds a limit" };
static const struct problem unauthorized = { 401, "unauthorized", "A token is needed" };
static const struct problem too_often = { 429, "rate", "Too many requests" };
static const struct problem bad_method = { 405, "method", "This address has no such method" };

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
	json_print(&reply->body, value);
	json_drop(value);
	reply_header(reply, "Content-Type", "application/json");
	return OK;
}

static void problem_json(struct reply *reply, const struct problem *problem, struct slice detail,
			 json_t *errors)
{
	json_t *json = json_object();

	json_add(json, "type", json_sprintf("urn:memcgperf:problem:%s", problem->type));
	json_add_text(json, "title", slice_str(problem->title));
	json_add_count(json, "status", problem->status);
	json_add_text(json, "detail", detail);
	if (json_array_size(errors) > 0)
		json_add(json, "errors", json_incref(errors));
	json_print(&reply->body, json);
	json_decref(json);
	reply_header(reply, "Content-Type", "application/problem+json");
}

static void problem_text(struct reply *reply, const struct problem *problem, struct slice detail)
{
	buf_addf(&reply->body, "status: %u\ntitle: %s\ndetail: %.*s\n", problem->status,
		 problem->title, SLICE_FMT(detail));
	reply_header(reply, "Content-Type", "text/plain; charset=utf-8");
}

/* errors: as reply_error_list has them, or NULL; borrowed. */
static void problem_reply(struct reply *reply, const struct request *request,
			  const struct problem *problem, struct slice detail, json_t *errors)
{
	buf_clear(&reply->body); /* a handler may have begun */
	reply->constant = SLICE_NONE;
	reply->header_count = 0;
	reply->status = problem->status;
	reply_header(reply, "Cache-Control", "no-store");
	switch (request->format) {
	case FORMAT_HTML:
		page_error(reply, request, slice_str(problem->title), detail);
		break;
	case FORMAT_TEXT:
	case FORMAT_CSV:
	case FORMAT_MARKDOWN:
	case FORMAT_SVG:
		problem_text(reply, problem, detail);
		break;
	case FORMAT_JSON:
	case FORMAT_BYTES:
		problem_json(reply, problem, detail, errors);
		break;
	}
}

void reply_error_list(struct reply *reply, const struct request *request, const struct error *err,
		      json_t *errors)
{
	enum err code = err->code > OK && err->code <= ERR_BUG ? err->code : ERR_BUG;
	const struct problem *problem =
		code == ERR_LIMIT && request->is_call ? &too_large : &problems[code];

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
	problem_reply(reply, request, &unauthorized, slice_str(err->text), NULL);
	reply_header(reply, "WWW-Authenticate", "Bearer realm=\"memcgperf\"");
}

void reply_too_often(struct reply *reply, const struct request *request, unsigned seconds)
{
	problem_reply(reply, request, &too_often,
		      arena_printf(request->arena,
				   "more than the server allows (--rate-token, --rate-address); "
				   "again in %u s",
				   seconds),
		      NULL);
	reply_header(reply, "Retry-After", arena_printf(request->arena, "%u", seconds).p);
}

void reply_bad_method(struct reply *reply, const struct request *request, const char *allow)
{
	problem_reply(reply, request, &bad_method,
		      arena_printf(request->arena, "%.*s is not among: %s",
				   SLICE_FMT(slice_head(request->method, 32)), allow),
		      NULL);
	reply_header(reply, "Allow", allow);
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
