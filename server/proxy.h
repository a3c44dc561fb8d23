/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whom a request comes from, where proxies stand between: their X-Forwarded-For counts as far as
 * they are trusted, read from the right.
 * Layer: server, above lib.
 */
#ifndef SERVER_PROXY_H
#define SERVER_PROXY_H

#include "lib/arena.h"
#include "lib/error.h"
#include "lib/slice.h"

enum { PROXY_NETWORKS_MAX = 32 };

/* IPv4 as in ::ffff:0:0/96. */
struct network {
	unsigned char bytes[16];
	unsigned bits; /* that count */
};

struct proxies {
	struct network networks[PROXY_NETWORKS_MAX];
	size_t count;
};

/* "10.0.0.0/8", "fd00::/8", or an address alone. ERR_INPUT when it is neither. */
NODISCARD enum err proxy_trust(struct proxies *proxies, struct slice cidr, struct error *err);

/*
 * The first address from the right that no trusted proxy has: of peer, which is the connection's,
 * then of the values of X-Forwarded-For in their order, ',' between. What is no address ends it.
 */
struct slice proxy_client(struct arena *arena, const struct proxies *proxies, struct slice peer,
			  struct slice forwarded);

#endif
