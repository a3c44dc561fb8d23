/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the API and the pages of BPF tools' numbers share.
 * Layer: server, above load.
 */
#ifndef SERVER_TRACED_H
#define SERVER_TRACED_H

#include "lib/allocs.h"
#include "lib/latency.h"
#include "server/load.h"

/* base, new, metric, prints (last or all). */
NODISCARD enum err load_latency(const struct request *request, struct latency *out,
				struct error *err);
/* base, new, map, keys, ops: *ops is NULL when it is not given. */
NODISCARD enum err load_allocs(const struct request *request, struct allocs *out, double **ops,
			       struct error *err);

#endif
