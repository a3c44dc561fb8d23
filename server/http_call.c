/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/http_call.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include "server/route.h"
#include "server/serve.h"

enum { FORM_BUFFER_BYTES = 64 * 1024 };

/* The other end's address as text, in the request's memory. */
static struct slice peer_of(struct MHD_Connection *connection, struct arena *arena)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	const struct sockaddr *any = info->client_addr;
	const void *bytes = any->sa_family == AF_INET6
				    ? (const void *)&((const struct sockaddr_in6 *)any)->sin6_addr
				    : (const void *)&((const struct sockaddr_in *)any)->sin_addr;
	char text[INET6_ADDRSTRLEN];

	if (inet_ntop(any->sa_family, bytes, text, sizeof(text)) == NULL)
		return SLICE_NONE;
	return arena_slice(arena, slice_str(text));
}

struct joining {
	struct buf text;
	const char *name;
};

static enum MHD_Result join_value(void *data, enum MHD_ValueKind kind, const char *name,
				  const char *value)
{
	struct joining *joining = data;

	(void)kind;
	if (strcasecmp(name, joining->name) == 0)
		buf_addf(&joining->text, "%s%s", joining->text.n > 0 ? "," : "",
			 value != NULL ? value : "");
	return MHD_YES;
}

/* The client's address: proxies may put it into as many headers as they like. */
static struct slice client_of(const struct http *http, struct MHD_Connection *connection,
			      struct arena *arena)
{
	struct joining forwarded = { .name = "X-Forwarded-For" };
	struct slice client;

	buf_init(&forwarded.text);
	(void)MHD_get_connection_values(connection, MHD_HEADER_KIND, join_value,
					&forwarded); /* their number tells nothing */
	client = proxy_client(arena, http->server->proxies, peer_of(connection, arena),
			      buf_slice(&forwarded.text));
	buf_release(&forwarded.text);
	return client;
}

static enum MHD_Result take_part(void *data, enum MHD_ValueKind kind, const char *name,
				 const char *file_name, const char *type, const char *encoding,
				 const char *bytes, uint64_t offset, size_t n)
{
	(void)kind;
	(void)type;
	(void)encoding;
	call_take_part(data, slice_str(name), slice_str(file_name), (struct slice){ bytes, n },
		       offset == 0);
	return MHD_YES;
}

static void resume(struct call *call)
{
	MHD_resume_connection(call->connection);
}

/* Makes ready for the body that was announced. */
static enum err open_body(struct call *call, struct MHD_Connection *connection, struct error *err)
{
	struct request *request = &call->request;

	if (request->route->body != BODY_FILE)
		return OK;
	if (slice_starts(request->content_type, "multipart/form-data")) {
		call->form =
			MHD_create_post_processor(connection, FORM_BUFFER_BYTES, take_part, call);
		if (call->form == NULL)
			return error_set(err, ERR_INPUT, "the form tells no boundary of its parts");
	}
	return spool_open(request->server->spool_folder, &call->file, err);
}

enum MHD_Result http_call_begin(struct http *http, struct MHD_Connection *connection,
				const struct request *request, struct call **out)
{
	struct call *call = call_new(request);
	enum MHD_Result result;
	struct error err;
	bool admitted;

	call->reply.as_lines = serve_as_lines(request);
	call->connection = connection;
	call->done = resume;
	call->request.address = client_of(http, connection, &call->arena);
	call->request.authorization = http_header(connection, "Authorization");
	call->request.content_length = http_header(connection, "Content-Length");
	call->request.content_type = http_header(connection, "Content-Type");
	admitted = serve_admit(&call->request, &call->actor, &call->reply);
	call->request.who = call->actor.name;
	if (admitted && open_body(call, connection, &err) != OK) {
		call_fail(call, &err);
		admitted = false;
	}
	*out = call;
	if (admitted)
		return MHD_YES;
	result = http_answer(http, connection, &call->request, &call->reply);
	http_call_free(call);
	*out = NULL;
	return result;
}

void http_call_take(struct MHD_Connection *connection, struct call *call, struct slice bytes)
{
	if (call->failed.code == OK)
		watchdog_receiving(http_watched(connection), bytes.n);
	if (call->form == NULL)
		call_take(call, bytes);
	else if (call->failed.code == OK &&
		 MHD_post_process(call->form, bytes.p, bytes.n) != MHD_YES)
		(void)error_set(&call->failed, ERR_INPUT, "the form's parts cannot be told apart");
}

/* Its last piece has come. */
static void close_body(struct call *call)
{
	bool is_form = call->form != NULL;
	bool is_whole = !is_form || MHD_destroy_post_processor(call->form) == MHD_YES;

	call->form = NULL;
	if (call->failed.code != OK)
		return;
	if (!is_whole)
		(void)error_set(&call->failed, ERR_INPUT, "the form breaks off");
	else if (is_form && !call->has_file)
		(void)error_set(&call->failed, ERR_INPUT, "the form has no part 'file'");
}

/* From the offer on, the call may be done at any time. */
static void suspend(struct http *http, struct MHD_Connection *connection, struct call *call)
{
	struct error err;

	watchdog_working(http_watched(connection));
	MHD_suspend_connection(connection);
	if (work_offer(http->work, call))
		return;
	(void)error_set(&err, ERR_BUSY, "too many uploads wait already");
	call_fail(call, &err);
	call->is_done = true;
	MHD_resume_connection(connection);
}

enum MHD_Result http_call_end(struct http *http, struct MHD_Connection *connection,
			      struct call *call)
{
	if (!call->is_done) {
		close_body(call);
		if (call->failed.code == OK) {
			suspend(http, connection, call);
			return MHD_YES;
		}
		call_fail(call, &call->failed);
	}
	return http_answer(http, connection, &call->request, &call->reply);
}

void http_call_free(struct call *call)
{
	if (call->form != NULL)
		(void)MHD_destroy_post_processor(call->form); /* what it had is not wanted */
	call_free(call);
}
