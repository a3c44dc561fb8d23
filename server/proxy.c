/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/proxy.h"

#include <arpa/inet.h>
#include <string.h>

#include "lib/num.h"

enum { IPV4_PREFIX_BITS = 96 };

/* An address as 16 bytes; *is_ipv4 tells how it was written. */
static bool parse(struct slice text, unsigned char bytes[16], bool *is_ipv4)
{
	static const unsigned char mapped[12] = { [10] = 0xff, [11] = 0xff };
	char cstr[INET6_ADDRSTRLEN];

	if (text.n == 0 || text.n >= sizeof(cstr))
		return false;
	memcpy(cstr, text.p, text.n);
	cstr[text.n] = '\0';
	*is_ipv4 = inet_pton(AF_INET, cstr, bytes + sizeof(mapped)) == 1;
	if (*is_ipv4)
		memcpy(bytes, mapped, sizeof(mapped));
	return *is_ipv4 || inet_pton(AF_INET6, cstr, bytes) == 1;
}

static struct slice print(struct arena *arena, const unsigned char bytes[16])
{
	const struct in6_addr *address = (const struct in6_addr *)(const void *)bytes;
	char text[INET6_ADDRSTRLEN];

	if (IN6_IS_ADDR_V4MAPPED(address))
		(void)inet_ntop(AF_INET, bytes + 12, text, sizeof(text)); /* there is room */
	else
		(void)inet_ntop(AF_INET6, bytes, text, sizeof(text));
	return arena_slice(arena, slice_str(text));
}

enum err proxy_trust(struct proxies *proxies, struct slice cidr, struct error *err)
{
	size_t slash = slice_find_char(cidr, '/');
	struct network network;
	uint64_t bits = 0;
	bool is_ipv4, is_good;

	if (proxies->count == PROXY_NETWORKS_MAX)
		return error_set(err, ERR_LIMIT, "more than %d --trusted-proxy",
				 PROXY_NETWORKS_MAX);
	is_good = parse(slice_head(cidr, slash), network.bytes, &is_ipv4) &&
		  (slash == cidr.n || num_uint(slice_skip(cidr, slash + 1), &bits)) &&
		  bits <= (is_ipv4 ? 32 : 128);
	if (!is_good)
		return error_set(err, ERR_INPUT,
				 "--trusted-proxy takes a network such as 10.0.0.0/8, not '%.*s'",
				 SLICE_FMT(cidr));
	if (slash == cidr.n)
		network.bits = 128;
	else
		network.bits = (unsigned)bits + (is_ipv4 ? IPV4_PREFIX_BITS : 0);
	proxies->networks[proxies->count++] = network;
	return OK;
}

static bool is_in(const struct network *network, const unsigned char bytes[16])
{
	unsigned whole = network->bits / 8, rest = network->bits % 8;

	if (memcmp(network->bytes, bytes, whole) != 0)
		return false;
	return rest == 0 || ((network->bytes[whole] ^ bytes[whole]) >> (8 - rest)) == 0;
}

static bool is_trusted(const struct proxies *proxies, const unsigned char bytes[16])
{
	for (size_t i = 0; i < proxies->count; i++)
		if (is_in(&proxies->networks[i], bytes))
			return true;
	return false;
}

/* Cuts the last element off, of a list with ',' between. */
static struct slice last_element(struct slice *list)
{
	size_t comma = slice_rfind_char(*list, ',');
	struct slice last = comma < list->n ? slice_skip(*list, comma + 1) : *list;

	*list = slice_head(*list, comma < list->n ? comma : 0);
	return slice_trim(last);
}

struct slice proxy_client(struct arena *arena, const struct proxies *proxies, struct slice peer,
			  struct slice forwarded)
{
	_Alignas(struct in6_addr) unsigned char client[16], next[16];
	bool is_ipv4;

	if (!parse(peer, client, &is_ipv4))
		return peer;
	while (forwarded.n > 0 && is_trusted(proxies, client) &&
	       parse(last_element(&forwarded), next, &is_ipv4))
		memcpy(client, next, sizeof(client));
	return print(arena, client);
}
