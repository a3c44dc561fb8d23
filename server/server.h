/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the whole process knows; made by main, only read afterwards.
 * Layer: server.
 */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include "ingest/pipeline.h"
#include "lib/sha256.h"
#include "lib/slice.h"
#include "server/log.h"
#include "server/proxy.h"
#include "server/rate.h"

struct meter;

struct server {
	const char *database;      /* URL or path */
	const char *database_path; /* its file */
	const char *database_folder;
	int64_t start_s;                  /* epoch */
	uint64_t min_free_bytes;          /* of a disk, else it is not ready */
	struct slice public_url;          /* without '/' at its end: what links begin with */
	const char *web_dir;              /* read web files from there while developing; or NULL */
	unsigned char build[SHA256_SIZE]; /* of all that answers depend on besides the store */

	/* Of uploads. */
	const char *spool_folder;         /* where bodies wait */
	uint64_t body_bytes;              /* --max-body */
	struct pipeline_options pipeline; /* with the limits of what bodies hold */
	int64_t parse_ms;                 /* --max-time, for one */

	/* Who may ask to change something, and how often; these know what they do themselves. */
	const struct proxies *proxies;
	struct rate *token_rate, *address_rate;
	struct meter *meter;
	struct log *log; /* of answers; NULL = none */
};

#endif
