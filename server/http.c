/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "lib/memory.h"
#include "server/framing.h"
#include "server/http_call.h"
#include "server/log.h"
#include "server/meter.h"
#include "server/route.h"
#include "server/serve.h"

enum {
	CONNECTION_MEMORY_BYTES = 32 * 1024,
	IDLE_TIMEOUT_S = 30,
	STOP_PATIENCE_MS = 5000,
	STOP_STEP_MS = 10,
};

static const struct header security_headers[] = {
	{ "Content-Security-Policy", "default-src 'self'; base-uri 'none'; form-action 'self'; "
				     "frame-ancestors 'none'; object-src 'none'" },
	{ "X-Content-Type-Options", "nosniff" },
	{ "Referrer-Policy", "same-origin" },
};

static void drop_response(void *value)
{
	MHD_destroy_response(value);
}

struct watched *http_watched(struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

	return info->socket_context;
}

static void on_connection(void *data, struct MHD_Connection *connection, void **context,
			  enum MHD_ConnectionNotificationCode what)
{
	struct http *http = data;

	if (what == MHD_CONNECTION_NOTIFY_STARTED) {
		const union MHD_ConnectionInfo *info =
			MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);

		*context = watchdog_add(http->watchdog, info->connect_fd);
	} else {
		watchdog_remove(http->watchdog, *context);
	}
}

/*
 * What is known of a request between the library's calls is its context: bits, until a call is made
 * of it, whose address is greater than them.
 */
enum { CONTEXT_ESCAPED_PATH = 1, CONTEXT_SEEN = 2, CONTEXT_BITS = 3 };

static struct call *call_of(void *context)
{
	return (uintptr_t)context > CONTEXT_BITS ? context : NULL;
}

static void on_completed(void *data, struct MHD_Connection *connection, void **context,
			 enum MHD_RequestTerminationCode why)
{
	struct http *http = data;
	struct call *call = call_of(*context);

	(void)why;
	if (call != NULL)
		http_call_free(call);
	watchdog_answered(http->watchdog, http_watched(connection));
}

/* The one moment at which the address is still as it came: see struct request. */
static void *on_uri(void *data, const char *uri, struct MHD_Connection *connection)
{
	struct slice path = slice_str(uri);

	(void)data;
	(void)connection;
	path = slice_head(path, slice_find_char(path, '?'));
	return (void *)(uintptr_t)(slice_find_char(path, '%') < path.n ? CONTEXT_ESCAPED_PATH : 0);
}

static enum MHD_Result add_param(void *data, enum MHD_ValueKind kind, const char *name,
				 size_t name_n, const char *value, size_t value_n)
{
	struct request *request = data;

	(void)kind;
	if (request->query_count == REQUEST_PARAMS_MAX) {
		request->query_is_cut = true;
		return MHD_NO;
	}
	request->query[request->query_count++] =
		(struct param){ { name, name_n }, { value, value == NULL ? 0 : value_n } };
	return MHD_YES;
}

struct slice http_header(struct MHD_Connection *connection, const char *name)
{
	return slice_str(MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name));
}

static enum MHD_Result add_field(void *data, enum MHD_ValueKind kind, const char *name,
				 size_t name_n, const char *value, size_t value_n)
{
	(void)kind;
	framing_field(data, (struct slice){ name, name_n },
		      (struct slice){ value, value == NULL ? 0 : value_n });
	return MHD_YES;
}

static const char *fault_of(struct MHD_Connection *connection, const char *version)
{
	struct framing framing = { 0 };

	(void)MHD_get_connection_values_n(connection, MHD_HEADER_KIND, add_field,
					  &framing); /* their number tells nothing */
	return framing_fault(&framing, slice_str(version));
}

static int64_t clock_us(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC, &now); /* there is one on Linux */
	return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void read_request(struct MHD_Connection *connection, const char *url, const char *method,
			 bool escaped, struct request *request)
{
	*request = (struct request){
		.method = slice_str(method),
		.path = request_origin_form(slice_str(url)),
		.escaped_path = escaped,
		.accept = http_header(connection, "Accept"),
		.accept_encoding = http_header(connection, "Accept-Encoding"),
		.if_none_match = http_header(connection, "If-None-Match"),
		.begin_us = clock_us(),
	};
	(void)MHD_get_connection_values_n(connection, MHD_GET_ARGUMENT_KIND, add_param,
					  request); /* the count is in the request */
}

static bool has_header(const struct reply *reply, const char *name)
{
	for (size_t i = 0; i < reply->header_count; i++)
		if (strcmp(reply->headers[i].name, name) == 0)
			return true;
	return false;
}

static void add_header(struct MHD_Response *response, const struct header *header)
{
	if (MHD_add_response_header(response, header->name, header->value) != MHD_YES)
		memory_none(); /* the names and values are ours and sound */
}

static void add_headers(struct MHD_Response *response, const struct request *request,
			const struct reply *reply)
{
	static const struct header any_origin = { "Access-Control-Allow-Origin", "*" };
	static const struct header exposed = {
		"Access-Control-Expose-Headers",
		"ETag, Link, Location, Idempotent-Replayed, Retry-After",
	};

	for (size_t i = 0; i < reply->header_count; i++)
		add_header(response, &reply->headers[i]);
	for (size_t i = 0; i < ARRAY_SIZE(security_headers); i++)
		if (!has_header(reply, security_headers[i].name))
			add_header(response, &security_headers[i]);
	if (slice_starts(request->path, "/api/")) {
		add_header(response, &any_origin);
		add_header(response, &exposed);
	}
}

/* Takes the reply's bytes. */
static struct MHD_Response *make_response(const struct request *request, struct reply *reply)
{
	struct MHD_Response *response;

	if (reply->constant.n > 0) {
		response = MHD_create_response_from_buffer(reply->constant.n,
							   (void *)(uintptr_t)reply->constant.p,
							   MHD_RESPMEM_PERSISTENT);
	} else {
		response = MHD_create_response_from_buffer(reply->body.n, reply->body.data,
							   MHD_RESPMEM_MUST_FREE);
		buf_init(&reply->body);
	}
	(void)memory_must(response);
	add_headers(response, request, reply);
	return response;
}

struct queueing {
	struct http *http;
	struct MHD_Connection *connection;
	unsigned status;
	size_t size_bytes;
	enum MHD_Result result;
};

static void queue(void *response, void *data)
{
	struct queueing *queueing = data;

	watchdog_answering(queueing->http->watchdog, http_watched(queueing->connection),
			   queueing->size_bytes);
	queueing->result = MHD_queue_response(queueing->connection, queueing->status, response);
}

static enum meter_kind kind_of(const struct request *request)
{
	static const enum meter_kind kinds[] = {
		[ROUTE_API] = METER_API,
		[ROUTE_PAGE] = METER_PAGE,
		[ROUTE_ASSET] = METER_ASSET,
		[ROUTE_STATE] = METER_STATE,
	};
	const struct route *route = request->route;

	if (route == NULL)
		return METER_NONE;
	return route->write != NULL ? METER_CALL : kinds[route->kind];
}

static void tell_log(const struct http *http, const struct request *request,
		     const struct queueing *queueing, struct slice fault, bool cached)
{
	log_answer(http->server->log, &(struct log_line){
					      .method = request->method,
					      .path = request->path,
					      .status = queueing->status,
					      .bytes = queueing->size_bytes,
					      .took_us = clock_us() - request->begin_us,
					      .cached = cached,
					      .client = request->address,
					      .who = request->who,
					      .fault = fault,
				      });
}

static enum MHD_Result answer(struct http *http, const struct request *request, struct reply *reply,
			      struct queueing *queueing)
{
	struct MHD_Response *response;

	if (reply->fault.n > 0)
		(void)fprintf(stderr, "memcgperfd: %.*s %.*s: %.*s\n", SLICE_FMT(request->method),
			      SLICE_FMT(request->path), SLICE_FMT(reply->fault));
	queueing->status = reply->status;
	meter_answer(http->server->meter, kind_of(request), reply->status);
	queueing->size_bytes = reply->constant.n + reply->body.n;
	tell_log(http, request, queueing, reply->fault, false);
	response = make_response(request, reply);
	queue(response, queueing);
	if (serve_may_keep(request, reply))
		cache_add(http->cache, request->key, response, queueing->size_bytes);
	else
		MHD_destroy_response(response); /* the connection still holds it */
	return queueing->result;
}

enum MHD_Result http_answer(struct http *http, struct MHD_Connection *connection,
			    const struct request *request, struct reply *reply)
{
	struct queueing queueing = { http, connection, MHD_HTTP_OK, 0, MHD_NO };

	return answer(http, request, reply, &queueing);
}

static bool has_body(struct MHD_Connection *connection)
{
	struct slice length = http_header(connection, "Content-Length");

	return http_header(connection, "Transfer-Encoding").n > 0 ||
	       (length.n > 0 && !slice_is(length, "0"));
}

/* The answer to a request that only reads, from the cache or made now. */
static enum MHD_Result answer_reader(struct http *http, struct MHD_Connection *connection,
				     struct request *request, struct reply *reply)
{
	struct queueing queueing = { http, connection, MHD_HTTP_OK, 0, MHD_NO };
	int64_t begin_us;

	if (cache_use(http->cache, request->key, queue, &queueing)) {
		meter_answer(http->server->meter, kind_of(request), MHD_HTTP_OK);
		meter_cached(http->server->meter);
		tell_log(http, request, &queueing, SLICE_NONE, true);
		return queueing.result;
	}
	begin_us = clock_us();
	serve_render(request, reply);
	meter_made(http->server->meter, clock_us() - begin_us);
	return answer(http, request, reply, &queueing);
}

static enum MHD_Result begin_call(struct http *http, struct MHD_Connection *connection,
				  const struct request *request, void **context)
{
	struct call *call;
	enum MHD_Result result = http_call_begin(http, connection, request, &call);

	if (call == NULL)
		return result;
	*context = call;
	return has_body(connection) ? MHD_YES : http_call_end(http, connection, call);
}

static enum MHD_Result begin(struct http *http, struct MHD_Connection *connection,
			     struct request *request, void **context)
{
	enum MHD_Result result = MHD_NO;
	struct reply reply;

	switch (serve_begin(http->server, request, &reply)) {
	case SERVE_DONE:
		result = http_answer(http, connection, request, &reply);
		break;
	case SERVE_RENDER:
		result = answer_reader(http, connection, request, &reply);
		break;
	case SERVE_CALL:
		result = begin_call(http, connection, request, context);
		break;
	}
	serve_end(request);
	reply_release(&reply);
	return result;
}

/*
 * The library calls once when it has the headers, then for each piece of the body, then again. An
 * answer given at the first call ends the connection: that is for a body that is not wanted, and
 * for a head that leaves in doubt where the request ends.
 */
static enum MHD_Result on_request(void *data, struct MHD_Connection *connection, const char *url,
				  const char *method, const char *version, const char *upload,
				  size_t *upload_size, void **context)
{
	struct http *http = data;
	struct call *call = call_of(*context);
	uintptr_t known = (uintptr_t)*context;
	const char *fault = NULL;
	struct request request;

	if (call != NULL && *upload_size == 0)
		return http_call_end(http, connection, call);
	if (call != NULL) {
		http_call_take(connection, call, (struct slice){ upload, *upload_size });
		*upload_size = 0;
		return MHD_YES;
	}
	if (!(known & CONTEXT_SEEN)) {
		watchdog_answering(http->watchdog, http_watched(connection), 0);
		*context = (void *)(known | CONTEXT_SEEN);
		fault = fault_of(connection, version);
		if (fault == NULL && !has_body(connection))
			return MHD_YES;
	}
	read_request(connection, url, method, known & CONTEXT_ESCAPED_PATH, &request);
	request.fault = fault;
	return begin(http, connection, &request, context);
}

static struct MHD_Daemon *start_daemon(struct http *http, const struct listener *listener,
				       const struct http_options *options)
{
	unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME |
			 (listener->is_ipv6 ? MHD_USE_IPv6 : MHD_NO_FLAG);

	return MHD_start_daemon(
		flags, 0, NULL, NULL, on_request, http, /* see pitfall of types */
		MHD_OPTION_LISTEN_SOCKET, listener->socket, MHD_OPTION_THREAD_POOL_SIZE,
		options->threads, MHD_OPTION_CONNECTION_LIMIT, options->connections,
		MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY_BYTES,
		MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_TIMEOUT_S,
		MHD_OPTION_NOTIFY_CONNECTION, on_connection, http, MHD_OPTION_NOTIFY_COMPLETED,
		on_completed, http, MHD_OPTION_URI_LOG_CALLBACK, on_uri, http, MHD_OPTION_END);
}

enum err http_start(const struct server *server, const struct listener *listener,
		    const struct http_options *options, struct http **out, struct error *err)
{
	struct http *http = calloc(1, sizeof(*http));
	enum err e;

	if (http == NULL)
		return error_set(err, ERR_IO, "no memory to start the server");
	http->server = server;
	e = work_start(server, &options->work, &http->work, err);
	if (e != OK)
		goto out_free;
	e = watchdog_start(options->deadline_s, &http->watchdog, err);
	if (e != OK)
		goto out_work;
	http->cache = cache_new(options->cache_bytes, drop_response);
	http->daemon = start_daemon(http, listener, options);
	if (http->daemon == NULL) {
		e = error_set(err, ERR_IO, "cannot start %u threads for %u connections",
			      options->threads, options->connections);
		goto out_stop;
	}
	*out = http;
	return OK;
out_stop:
	cache_free(http->cache);
	watchdog_stop(http->watchdog);
out_work:
	work_drain(http->work);
	work_free(http->work);
out_free:
	free(http);
	return e;
}

/* Answers that are under way get some time to arrive. */
static void wait_for_connections(struct http *http)
{
	const struct timespec step = { 0, STOP_STEP_MS * 1000000L };

	for (int waited = 0; waited < STOP_PATIENCE_MS; waited += STOP_STEP_MS) {
		const union MHD_DaemonInfo *info =
			MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);

		if (info == NULL || info->num_connections == 0)
			return;
		(void)nanosleep(&step, NULL); /* a shorter wait does no harm */
	}
}

void http_stop(struct http *http)
{
	int socket = MHD_quiesce_daemon(http->daemon);

	/* The library's threads may still hold it: its number must not become another file's. */
	if (socket >= 0)
		(void)shutdown(socket, SHUT_RDWR); /* it only listened */
	watchdog_drain(http->watchdog);
	work_drain(http->work); /* resumes all that is suspended */
	wait_for_connections(http);
	MHD_stop_daemon(http->daemon);
	if (socket >= 0)
		(void)close(socket);
	watchdog_stop(http->watchdog);
	cache_free(http->cache);
	work_free(http->work);
	free(http);
}
