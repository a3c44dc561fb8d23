/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The listening socket: an IPv4 or IPv6 address and a port.
 * Layer: server, below http.
 */
#ifndef SERVER_LISTEN_H
#define SERVER_LISTEN_H

#include "lib/error.h"
#include "lib/slice.h"

struct listener {
	int socket;
	bool is_ipv6, is_loopback;
	uint16_t port;    /* the one in use, also when 0 was asked for */
	char address[64]; /* as it stands in a URL: "127.0.0.1", "[::1]" */
};

/* address: numbers, no name. ERR_INPUT: no address; ERR_IO: in use or not ours. */
NODISCARD enum err listen_on(const char *address, uint16_t port, struct listener *out,
			     struct error *err);

#endif
