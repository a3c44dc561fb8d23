/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What was answered, as a JSON object a line, appended to a file that may be moved away and begun
 * anew while the server runs. Safe for several threads.
 * Layer: server, above lib.
 *
 *	{"time": "2026-12-01T12:00:00.123Z", "method", "path", "status": N, "ms": N,
 *	 "bytes": N, "cached": true, "client": address, "who": a token's name, "fault": text}
 *
 * The last five only where they apply. Queries, bodies and other headers are not in it.
 */
#ifndef SERVER_LOG_H
#define SERVER_LOG_H

#include "lib/error.h"
#include "lib/slice.h"

struct log;

struct log_line {
	struct slice method, path;
	unsigned status;
	size_t bytes;    /* of the answer's body, unless it is cached */
	int64_t took_us; /* from the head of the request to the answer, before it is sent */
	bool cached;
	struct slice client, who; /* of what changes something; "" else */
	struct slice fault;       /* what failed here; "" = nothing */
};

/* ERR_IO when the file cannot be written. */
NODISCARD enum err log_open(const char *path, struct log **out, struct error *err);
void log_close(struct log *log); /* NULL too */

/* Goes on in a new file of that name; on failure in the old one. */
NODISCARD enum err log_reopen(struct log *log, struct error *err);

/* A line that cannot be written is left out. log NULL: there is none. */
void log_answer(struct log *log, const struct log_line *line);

#endif
