/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sends a file as the body of one POST and takes the answer. The only file that sees libcurl.
 * Layer: ingest, above lib.
 *
 * The proxies of the environment (https_proxy, no_proxy, ...) and the system's certificates hold.
 * Redirects are not followed, since a token is for one server only.
 */
#ifndef INGEST_HTTP_CLIENT_H
#define INGEST_HTTP_CLIENT_H

#include "lib/base.h"
#include "lib/buf.h"
#include "lib/error.h"
#include "lib/slice.h"

enum { HTTP_ANSWER_BYTES_MAX = 16 * 1024 * 1024 };

struct http_post {
	const char *url;    /* http:// or https:// */
	struct slice token; /* "" = none */
	int fd;             /* a file, sent from its start */
	uint64_t size_bytes;
	int64_t timeout_ms; /* for all of it; over 0 */
	/* Called now and then while it is sent; NULL = none. */
	void (*progress)(uint64_t sent, uint64_t size_bytes);
};

struct http_answer {
	int status;            /* 100 to 999 */
	int64_t retry_after_s; /* -1 = not told */
	struct buf body;       /* the caller's, emptied before */
};

/*
 * OK for an answer of any status. ERR_BUSY when the server could not be reached, fell silent for
 * ten minutes or took longer than the timeout, or the connection broke: another try may do it.
 * ERR_LIMIT for an answer over HTTP_ANSWER_BYTES_MAX; ERR_IO for all else, such as a certificate
 * that does not hold, or a file that became shorter.
 */
NODISCARD enum err http_post(const struct http_post *post, struct http_answer *answer,
			     struct error *err);

#endif
