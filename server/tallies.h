/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How many live runs of a kernel or a machine have what: lists within their answers.
 * Layer: server, above db.
 */
#ifndef SERVER_TALLIES_H
#define SERVER_TALLIES_H

#include "db/store_kernels.h"
#include "lib/json.h"
#include "server/request.h"

struct tallied {
	enum store_tallied what;
	const char *list;       /* of the member that holds them */
	const char *key, *name; /* of their members; name NULL = there is none */
};

/* Adds [{KEY, NAME, "runs"}] of a kernel or machine (rowid) to json. */
NODISCARD enum err tallies_add(const struct request *request, const struct tallied *tallied,
			       int64_t rowid, json_t *json, struct error *err);

#endif
