/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The command line of memcgperfd.
 * Layer: server, below main.
 */
#ifndef SERVER_OPTIONS_H
#define SERVER_OPTIONS_H

#include "lib/buf.h"
#include "lib/error.h"
#include "server/http.h"
#include "server/server.h"

enum options_wish { WISH_SERVE, WISH_HELP, WISH_VERSION, WISH_ROUTES };

struct options {
	enum options_wish wish;
	const char *database, *address, *web_dir, *spool_folder; /* the last: NULL = not told */
	const char *log; /* file; NULL = none */
	struct slice public_url;
	uint64_t port;
	uint64_t threads, connections, cache_bytes, deadline_s;
	uint64_t body_bytes, min_free_bytes, workers, waiting, parse_s;
	uint64_t token_rate, address_rate; /* a minute */
	struct pipeline_options pipeline;
	struct proxies proxies;
};

/* ERR_INPUT says what is wrong, for some mistakes after what getopt prints of them. */
NODISCARD enum err options_read(int argc, char **argv, struct options *out, struct error *err);
/* What --help says, with the defaults as they are here. */
void options_help(struct buf *buf);

#endif
