/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/serve.h"

#include <time.h>

#include "lib/buf.h"
#include "lib/json.h"
#include "lib/num.h"
#include "server/call.h"
#include "server/route.h"
#include "server/worker.h"

/* Characters of a tag: 130 bits of the key. */
enum { TAG_CHARS = 26 };

static struct slice query_names(const struct route *route)
{
	return slice_str(route->query);
}

/* The answer's name: all that its bytes depend on. */
static void make_key(struct request *request)
{
	int64_t generation = request->route->cache == CACHE_GENERATION ? request->generation : 0;
	struct buf buf;

	buf_init(&buf);
	buf_add(&buf, (struct slice){ (const char *)request->server->build, SHA256_SIZE });
	buf_addf(&buf, "%lld %d %u %.*s?%.*s", (long long)generation, request->format,
		 request->encodings, SLICE_FMT(request->path),
		 SLICE_FMT(request_canonical_query(request, query_names(request->route))));
	sha256(buf_slice(&buf), request->key);
	buf_release(&buf);
}

/* While developing, files change under a running program: nothing made of them is kept. */
static bool is_cached(const struct request *request)
{
	enum route_kind kind = request->route->kind;

	return request->route->cache != CACHE_NEVER &&
	       !(request->server->web_dir != NULL && (kind == ROUTE_PAGE || kind == ROUTE_ASSET));
}

static unsigned encodings_of(const struct request *request)
{
	bool any = request_accepts(request->accept_encoding, "*") > 0;
	double gzip = request_accepts(request->accept_encoding, "gzip");
	double brotli = request_accepts(request->accept_encoding, "br");
	unsigned out = 0;

	if (gzip > 0 || (any && gzip != 0))
		out |= ENCODING_GZIP;
	if (request->route->kind == ROUTE_ASSET && (brotli > 0 || (any && brotli != 0)))
		out |= ENCODING_BROTLI;
	return out;
}

static void add_cache_headers(const struct request *request, struct reply *reply)
{
	char tag[TAG_CHARS + 1];

	if (!is_cached(request)) {
		reply_header(reply, "Cache-Control", "no-store");
		return;
	}
	id_from_hash(request->key, TAG_CHARS, tag);
	reply_header(reply, "ETag", arena_printf(request->arena, "\"%s\"", tag).p);
	reply_header(reply, "Vary", "Accept, Accept-Encoding");
	reply_header(reply, "Cache-Control",
		     request->route->cache == CACHE_FOREVER ? "public, max-age=31536000, immutable"
							    : "no-cache");
}

static bool is_known_to_client(const struct request *request)
{
	char tag[TAG_CHARS + 1];

	if (request->if_none_match.n == 0)
		return false;
	id_from_hash(request->key, TAG_CHARS, tag);
	return is_cached(request) && request_tag_listed(request->if_none_match, slice_str(tag));
}

static enum err open_store(struct request *request, struct error *err)
{
	return worker_store(request->server, &request->store, &request->generation, err);
}

static enum err prepare(struct request *request, struct error *err)
{
	const struct route *route = request->route;
	enum err e =
		request_check_query(request, query_names(route), route->kind != ROUTE_API, err);

	if (e == OK && route->cache == CACHE_GENERATION &&
	    !worker_recent_generation(&request->generation))
		e = open_store(request, err);
	request->encodings = encodings_of(request);
	if (e == OK)
		make_key(request);
	return e;
}

/* The store for an answer that has to be made; its own generation names what is read now. */
static enum err prepare_render(struct request *request, struct error *err)
{
	enum route_cache cache = request->route->cache;
	enum err e;

	if (request->store != NULL || (cache != CACHE_GENERATION && cache != CACHE_FOREVER))
		return OK;
	e = open_store(request, err);
	if (e == OK)
		make_key(request);
	return e;
}

/* The types of which the client takes none; NULL when it takes one, or is not asked. */
static const char *refused_types(const struct request *request)
{
	static const char *const offers[][2] = {
		[ROUTE_API] = { "application/json", "text/plain" },
		[ROUTE_PAGE] = { "text/html", "text/plain" },
	};
	const struct route *route = request->route;
	struct slice path = request->path;
	enum format suffix;

	if (route->kind > ROUTE_PAGE ||
	    (route->kind == ROUTE_PAGE && request_suffix(&path, &suffix)))
		return NULL;
	if (route->type != NULL)
		return request_takes(request->accept, route->type) > 0 ? NULL : route->type;
	for (size_t i = 0; i < 2; i++)
		if (request_takes(request->accept, offers[route->kind][i]) > 0)
			return NULL;
	return arena_printf(request->arena, "%s and %s", offers[route->kind][0],
			    offers[route->kind][1])
		.p;
}

/* Where the next request begins is in doubt, so there is none. */
static void reply_fault(struct reply *reply, const struct request *request)
{
	struct error err;

	(void)error_set(&err, ERR_INPUT, "%s", request->fault);
	reply_error(reply, request, &err);
	reply_header(reply, "Connection", "close");
}

static void reply_other_method(struct reply *reply, const struct request *request,
			       const char *allow)
{
	if (slice_is(request->method, "OPTIONS"))
		reply_options(reply, request, allow);
	else
		reply_bad_method(reply, request, allow);
}

enum serve_step serve_begin(const struct server *server, struct request *request,
			    struct reply *reply)
{
	struct error err = { ERR_NOT_FOUND, 0, "no such address" };
	char allow[ROUTE_ALLOW_MAX];
	const char *refused;
	enum route_found found;

	reply_init(reply);
	request->server = server;
	request->arena = worker_arena();
	found = route_find(request, allow);
	if (request->fault != NULL) {
		reply_fault(reply, request);
		return SERVE_DONE;
	}
	switch (found) {
	case ROUTE_NONE:
		reply_error(reply, request, &err);
		return SERVE_DONE;
	case ROUTE_BAD_METHOD:
		reply_other_method(reply, request, arena_cstr(request->arena, slice_str(allow)));
		return SERVE_DONE;
	case ROUTE_FOUND:
		break;
	}
	refused = refused_types(request);
	if (refused != NULL) {
		reply_not_acceptable(reply, request, refused);
		return SERVE_DONE;
	}
	if (prepare(request, &err) != OK) {
		reply_error(reply, request, &err);
		return SERVE_DONE;
	}
	if (request->route->write != NULL)
		return SERVE_CALL;
	if (is_known_to_client(request)) {
		reply->status = 304;
		add_cache_headers(request, reply);
		return SERVE_DONE;
	}
	return SERVE_RENDER;
}

/* The token of "Bearer TOKEN"; the scheme's name has no case. */
static struct slice bearer_of(const struct request *request)
{
	struct slice rest = request->authorization;
	struct slice scheme = slice_field(&rest);

	return scheme.n == 6 && strncasecmp(scheme.p, "Bearer", 6) == 0 ? slice_trim(rest)
									: SLICE_NONE;
}

static enum err check_token(struct request *request, struct store_token *token, struct error *err)
{
	enum err e = open_store(request, err);

	if (e == OK)
		e = store_token_check(request->store, request->arena, bearer_of(request),
				      (int64_t)time(NULL), token, err);
	serve_end(request);
	request->store = NULL;
	return e;
}

static enum err check_length(const struct request *request, struct error *err)
{
	uint64_t max =
		request->route->body == BODY_FILE ? request->server->body_bytes : CALL_META_MAX;
	uint64_t length;

	if (!num_uint(request->content_length, &length) || length <= max)
		return OK; /* one that is not told is counted as it comes */
	return error_set(err, ERR_LIMIT, "the body has more than %llu bytes%s",
			 (unsigned long long)max,
			 request->route->body == BODY_FILE ? " (--max-body)" : "");
}

/* False when who comes too often, as the reply says then. */
static bool is_in_time(struct rate *rate, struct slice who, const struct request *request,
		       struct reply *reply)
{
	unsigned wait_s = rate_take(rate, who, pipeline_clock_ms());

	if (wait_s > 0)
		reply_too_often(reply, request, wait_s);
	return wait_s == 0;
}

/* Whether the token is good and its scope enough; its guesses are counted by address. */
static bool is_authorized(struct request *request, struct store_actor *actor, struct reply *reply)
{
	const struct server *server = request->server;
	struct store_token token;
	struct error err;
	enum err e = check_token(request, &token, &err);

	if (e == ERR_DENIED) {
		reply_unauthorized(reply, request, &err);
		return false;
	}
	if (e == OK && !is_in_time(server->token_rate, token.prefix, request, reply))
		return false;
	if (e == OK)
		e = store_token_may(&token, request->route->scope, &err);
	if (e == OK)
		*actor = store_token_actor(&token, request->address);
	else
		reply_error(reply, request, &err);
	return e == OK;
}

bool serve_admit(struct request *request, struct store_actor *actor, struct reply *reply)
{
	struct error err;

	if (!is_in_time(request->server->address_rate, request->address, request, reply))
		return false;
	if (!request->route->open && !is_authorized(request, actor, reply))
		return false;
	if (check_length(request, &err) == OK)
		return true;
	reply_error(reply, request, &err);
	return false;
}

bool serve_as_lines(const struct request *request)
{
	return request->format == FORMAT_TEXT && request->route->kind == ROUTE_API &&
	       request->route->type == NULL;
}

void serve_render(struct request *request, struct reply *reply)
{
	struct error err;
	enum err e = prepare_render(request, &err);

	reply->as_lines = serve_as_lines(request);
	add_cache_headers(request, reply);
	json_arena_begin(request->arena);
	if (e == OK)
		e = request->route->handle(request, reply, &err);
	json_arena_end();
	if (e != OK)
		reply_error(reply, request, &err);
	else
		reply_compress(reply, request);
}

bool serve_may_keep(const struct request *request, const struct reply *reply)
{
	return reply->status == 200 && is_cached(request);
}

void serve_end(struct request *request)
{
	worker_end(request->store);
}
