/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An answer in the making: status, headers and bytes.
 * Layer: server, above request.
 */
#ifndef SERVER_REPLY_H
#define SERVER_REPLY_H

#include "lib/buf.h"
#include "lib/error.h"
#include "lib/json.h"
#include "server/request.h"

enum { REPLY_HEADERS_MAX = 16, REPLY_COMPRESS_MIN = 1024 };

struct header {
	const char *name, *value;
};

struct reply {
	unsigned status; /* of HTTP */
	struct header headers[REPLY_HEADERS_MAX];
	size_t header_count;
	struct buf body;       /* owned until the answer is sent */
	struct slice constant; /* instead of body: bytes that live as long as the program */
	bool as_lines;         /* JSON is sent as text: lib/json_lines.h */
	struct slice fault;    /* of status 500: what the log says, with the request's id */
};

void reply_init(struct reply *reply);
void reply_release(struct reply *reply);

/* name and value must live until the answer is sent: literals, or of the request's arena. */
void reply_header(struct reply *reply, const char *name, const char *value);

/* Prints value as the body, in the form that the client wants, and gives it back to jansson. */
enum err reply_json(struct reply *reply, json_t *value);

/* The error as a problem document (RFC 9457), as text or as a page, by the request's format. */
void reply_error(struct reply *reply, const struct request *request, const struct error *err);
/* The same with a list of its parts, {"file", "line", "detail"}, whose reference is taken. */
void reply_error_list(struct reply *reply, const struct request *request, const struct error *err,
		      json_t *errors);
/* The same for a request whose token is missing or not good. */
void reply_unauthorized(struct reply *reply, const struct request *request,
			const struct error *err);
/* The same for one that comes too often, and may come again in so many seconds. */
void reply_too_often(struct reply *reply, const struct request *request, unsigned seconds);
/* The same for an address that is there, but not for this method. allow: "GET, HEAD". */
void reply_bad_method(struct reply *reply, const struct request *request, const char *allow);
/* The same for an Accept header that takes nothing of what the address has. */
void reply_not_acceptable(struct reply *reply, const struct request *request, const char *offers);
/* What the address allows, for OPTIONS: no body; of the API also what other origins may ask. */
void reply_options(struct reply *reply, const struct request *request, const char *allow);

/* Compresses the body when the client takes gzip and it is worth it. */
void reply_compress(struct reply *reply, const struct request *request);

#endif
