/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 511, FIRST_FREE_PORT = 1024 };

union address {
	struct sockaddr any;
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
};

/* Fills what the text says; false when it is no address. */
static bool read_address(const char *text, uint16_t port, union address *out, struct listener *to)
{
	memset(out, 0, sizeof(*out));
	if (inet_pton(AF_INET, text, &out->v4.sin_addr) == 1) {
		out->v4.sin_family = AF_INET;
		out->v4.sin_port = htons(port);
		to->is_loopback = ntohl(out->v4.sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
		(void)snprintf(to->address, sizeof(to->address), "%s", text);
		return true;
	}
	if (inet_pton(AF_INET6, text, &out->v6.sin6_addr) != 1)
		return false;
	out->v6.sin6_family = AF_INET6;
	out->v6.sin6_port = htons(port);
	to->is_ipv6 = true;
	to->is_loopback = IN6_IS_ADDR_LOOPBACK(&out->v6.sin6_addr);
	(void)snprintf(to->address, sizeof(to->address), "[%s]", text);
	return true;
}

static bool bind_and_listen(int fd, const union address *address)
{
	int yes = 1;

	return setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes)) == 0 &&
	       bind(fd, &address->any, sizeof(*address)) == 0 && listen(fd, BACKLOG) == 0;
}

static enum err refused(const struct listener *listener, uint16_t port, struct error *err)
{
	if (errno == EADDRINUSE)
		return error_set(err, ERR_IO, "port %u on %s is in use; choose another with --port",
				 port, listener->address);
	if (errno == EACCES && port < FIRST_FREE_PORT)
		return error_set(err, ERR_IO, "port %u needs privileges; choose one above 1023",
				 port);
	return error_set(err, ERR_IO, "cannot listen on %s port %u: %s", listener->address, port,
			 strerror(errno));
}

enum err listen_on(const char *text, uint16_t port, struct listener *out, struct error *err)
{
	struct listener listener = { 0 };
	union address address;
	socklen_t size = sizeof(address);

	if (!read_address(text, port, &address, &listener))
		return error_set(err, ERR_INPUT, "--bind takes an IPv4 or IPv6 address, not '%s'",
				 text);
	listener.socket = socket(address.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (listener.socket < 0)
		return refused(&listener, port, err);
	if (!bind_and_listen(listener.socket, &address) ||
	    getsockname(listener.socket, &address.any, &size) != 0) {
		enum err e = refused(&listener, port, err);

		(void)close(listener.socket); /* nothing was sent on it */
		return e;
	}
	listener.port = ntohs(listener.is_ipv6 ? address.v6.sin6_port : address.v4.sin_port);
	*out = listener;
	return OK;
}
