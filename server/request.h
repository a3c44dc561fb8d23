/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a client asks: address, parameters, and which form of the answer it takes. Plain text work
 * that no HTTP library is needed for.
 * Layer: server, above lib.
 */
#ifndef SERVER_REQUEST_H
#define SERVER_REQUEST_H

#include "db/store.h"
#include "lib/arena.h"
#include "lib/error.h"
#include "lib/sha256.h"
#include "lib/slice.h"

enum {
	REQUEST_PARAMS_MAX = 32,      /* of a query */
	REQUEST_VALUE_MAX = 4 * 1024, /* bytes of one of their values */
	REQUEST_PATH_PARAMS_MAX = 2,
};

/* Forms of an answer. A page has all but bytes, and SVG only where its row says so. */
enum format {
	FORMAT_JSON,
	FORMAT_TEXT,
	FORMAT_HTML,
	FORMAT_CSV,
	FORMAT_MARKDOWN,
	FORMAT_SVG, /* of pages that draw something */
	FORMAT_BYTES,
};

/* Bits of what a client can unpack. */
enum { ENCODING_GZIP = 1, ENCODING_BROTLI = 2 };

struct param {
	struct slice name, value;
};

struct route;
struct server;

struct request {
	/* As it came. */
	struct slice method, path;
	bool escaped_path; /* path had a '%' before it was decoded: no address of ours has */
	const char *fault; /* what is wrong with its head (server/framing.h); NULL = nothing */
	struct param query[REQUEST_PARAMS_MAX];
	size_t query_count;
	bool query_is_cut; /* there were more than REQUEST_PARAMS_MAX */
	struct slice accept, accept_encoding, if_none_match;
	struct slice authorization, content_length, content_type;
	struct slice address; /* of the client; "" where nobody asks */
	struct slice who;     /* whose token it bears; "" = nobody's, or nobody asked */
	int64_t begin_us;     /* when its head had come, by a clock that only rises */

	/* What the server makes of it. */
	const struct server *server;
	const struct route *route;
	struct param path_params[REQUEST_PATH_PARAMS_MAX];
	enum format format;
	bool is_call; /* its token is good: what fails now is its own content */
	unsigned encodings;
	struct arena *arena;
	struct store *store; /* in a read transaction; NULL for routes that need none */
	int64_t generation;  /* of the store; 0 without one */
	unsigned char key[SHA256_SIZE];
};

/* The path of an address that may be a whole one, "http://host/path", as proxies are sent. */
struct slice request_origin_form(struct slice target);

/*
 * Holds path against a pattern such as "/api/v1/runs/:run/samples"; ":name" takes one part of
 * [0-9A-Za-z._~-]+, ":name:verb" one that ends so, a last "*" all the rest. Fills params in order,
 * as names without the ':'.
 */
bool request_match(const char *pattern, struct slice path,
		   struct param params[REQUEST_PATH_PARAMS_MAX]);

/* Cuts ".txt", ".json", ".csv", ".md" or ".svg" off path; false when there is none. */
bool request_suffix(struct slice *path, enum format *out);

/* How much an Accept header wants the type that it names: 0 to 1; -1 when it does not name it. */
double request_accepts(struct slice accept, const char *type);

/* The same where a range that the type is in counts too: 0 = not taken; 1 without a header. */
double request_takes(struct slice accept, const char *type);

/* FORMAT_TEXT when the header names text/plain and does not want JSON more, else FORMAT_JSON. */
enum format request_api_format(struct slice accept);
/* FORMAT_HTML when the header names it and does not want text more, else FORMAT_TEXT. */
enum format request_page_format(struct slice accept);

/* True when an If-None-Match header holds the tag (without quotes), weak or not, or "*". */
bool request_tag_listed(struct slice if_none_match, struct slice tag);

/*
 * Holds the query against the route's names, "kernel limit new* config.*" ('*': may repeat; ".*":
 * any name that begins so). ERR_INPUT for a name twice, a value that is no clean UTF-8 text or is
 * too long; unless lenient, also for a name that is not known.
 */
NODISCARD enum err request_check_query(const struct request *request, struct slice names,
				       bool lenient, struct error *err);

/* UTF-8 without control characters. */
bool request_is_clean(struct slice text);

/* The known parameters in order of name, as they would be written in an address. */
struct slice request_canonical_query(const struct request *request, struct slice names);
/* The same without one of them. */
struct slice request_query_without(const struct request *request, struct slice names,
				   const char *without);

/* Value of a parameter of the path or the query; empty when it is absent. */
struct slice request_path_param(const struct request *request, const char *name);
struct slice request_param(const struct request *request, const char *name);

/* A number from min to max; fallback when it is absent. */
NODISCARD enum err request_param_int(const struct request *request, const char *name, int min,
				     int max, int fallback, int *out, struct error *err);

/* All values of a parameter that repeats, each also split at ','. *count is at most max. */
NODISCARD enum err request_param_list(const struct request *request, const char *name,
				      struct slice *out, size_t max, size_t *count,
				      struct error *err);

#endif
