/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The kernel or machine that a request's path names: for the API and the page of it.
 * Layer: server, above request and db.
 */
#ifndef SERVER_LOAD_KERNEL_H
#define SERVER_LOAD_KERNEL_H

#include "db/store_kernels.h"
#include "db/store_mails.h"
#include "lib/json.h"
#include "server/request.h"

/* A kernel and its neighbours in the order; NULL where there is none. */
struct placed_kernel {
	const struct store_kernel *kernel, *previous, *next;
};

/* By the path's parameter "kernel". ERR_CONFLICT with the candidates where several are called so.
 */
NODISCARD enum err load_kernel(const struct request *request, struct placed_kernel *out,
			       struct error *err);
/* What memcg costs on a kernel (its row) and no other. */
NODISCARD enum err load_kernel_costs(const struct request *request, int64_t kernel,
				     struct overhead *out, struct error *err);
/* By the path's parameter "machine", a slug. */
NODISCARD enum err load_machine(const struct request *request, struct store_machine *out,
				struct error *err);

/* A list within the answer of a kernel or a machine: how many live runs have what. */
struct tallied {
	enum store_tallied what;
	const char *list;       /* of the member that holds them */
	const char *key, *name; /* of their members; name NULL = there is none */
};
extern const struct tallied kernel_tallied[], machine_tallied[];
enum { TALLIED_LISTS = 3 };

/* Adds [{KEY, NAME, "runs"}] of a kernel or machine (rowid) to json. */
NODISCARD enum err tallies_add(const struct request *request, const struct tallied *tallied,
			       int64_t rowid, json_t *json, struct error *err);

#endif
