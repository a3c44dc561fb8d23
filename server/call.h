/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A request that changes something: unlike one that reads, it outlives a moment in one thread of
 * the pool. Its body is collected, a worker parses it, the writer carries it out, and then its
 * answer is sent; one thread at a time has it.
 * Layer: server, above request, reply and spool; sees no HTTP library.
 */
#ifndef SERVER_CALL_H
#define SERVER_CALL_H

#include "db/store_admin.h"
#include "ingest/pipeline.h"
#include "lib/batch.h"
#include "lib/json.h"
#include "server/reply.h"
#include "server/request.h"
#include "server/spool.h"

enum {
	CALL_META_MAX = 256 * 1024, /* bytes of metadata, or of a body of JSON */
	CALL_DIAGNOSTICS_MAX = 100, /* that an answer lists */
	CALL_FILE_NAME_MAX = 255,   /* bytes */
	CALL_CONFIG_MAX = 64,       /* words about the configuration */
};

struct call {
	struct arena arena; /* of the request and its answer */
	struct request request;
	struct reply reply;
	struct store_actor actor;
	struct error failed; /* why the rest of the body is not kept; code OK = it is */

	/* The body, as far as it has come. */
	uint64_t received_bytes;
	struct spool file;      /* the body itself, or the part "file" */
	struct buf meta;        /* the part "meta", or a body of JSON */
	bool has_file;          /* a part "file" has begun */
	struct slice file_name; /* as that part names it; "" = it does not */
	void *form;             /* what takes a form apart; NULL = the body is none */

	/* Between worker and writer. */
	struct spool kept; /* raw files of the batch */
	struct arena work; /* of all below */
	struct batch batch;
	struct pipeline_result read;
	struct slice baseline;

	/* Called when the answer is there, by whichever thread made it. */
	void (*done)(struct call *call);
	bool is_done;
	void *connection;
	struct call *next;
};

/* A call of that request, whose bytes the connection keeps; its memory is a new one. */
struct call *call_new(const struct request *request);
void call_free(struct call *call);

/* Takes a piece of a body that is no form: the file, or JSON, by the route. */
void call_take(struct call *call, struct slice bytes);
/* Takes a piece of a part of a form; begins = its first one. */
void call_take_part(struct call *call, struct slice part, struct slice file_name,
		    struct slice bytes, bool begins);
/* The body as an object, which the caller gives back; of no body an empty one. */
NODISCARD enum err call_object(const struct call *call, json_t **out, struct error *err);
/* A clean text, borrowed from value; null says that there is none. key: for messages. */
NODISCARD enum err call_text(const char *key, const json_t *value, struct slice *out,
			     struct error *err);
/* What went wrong becomes the answer; what was not understood goes with it. */
void call_fail(struct call *call, const struct error *err);
/* What was not understood, a list of {path, "line", message}; these two name the members. */
json_t *call_diagnostics(const struct call *call, const char *path, const char *message);

#endif
