/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lists of the API, which are all alike: limit and cursor choose a page of them, and the answer has
 * "count" of its entries and "next", the cursor of what comes after, which the header Link has as
 * an address. A cursor holds the keys of the page's last entry, so that it goes on there whatever
 * came or went before it.
 * Layer: server, above request and reply.
 */
#ifndef SERVER_LIST_H
#define SERVER_LIST_H

#include "server/reply.h"
#include "server/request.h"

enum { LIST_LIMIT_DEFAULT = 50, LIST_LIMIT_MAX = 500, LIST_KEYS_MAX = 4 };

/* What an entry is sorted by, all together unlike any other entry's; unused ones are empty. */
struct list_keys {
	struct slice part[LIST_KEYS_MAX];
};

struct list {
	const char *name;     /* of the member that holds the entries */
	const void *elements; /* in order */
	size_t element_bytes, total;
	json_t *(*to_json)(const void *element);
	/* NULL where entries never change: then an entry's key is its place. */
	struct list_keys (*keys_of)(const void *element);
	int (*cmp)(const struct list_keys *a, const struct list_keys *b); /* NULL = by bytes */
};

/*
 * Answers the page of the list that the request asks for; json has other members, or is NULL, and
 * is taken. ERR_INPUT: a limit out of its bounds, a cursor that is none of this list.
 */
NODISCARD enum err list_reply(struct request *request, struct reply *reply, const struct list *list,
			      json_t *json, struct error *err);

/* The same of entries that are a page already; next: its cursor, "" at the end. */
enum err list_reply_page(const struct request *request, struct reply *reply, const char *name,
			 json_t *entries, struct slice next, json_t *json);

NODISCARD enum err list_limit(const struct request *request, int *out, struct error *err);
/* All empty without a cursor. */
NODISCARD enum err list_cursor_read(const struct request *request, struct list_keys *out,
				    struct error *err);
struct slice list_cursor(const struct request *request, const struct list_keys *keys);

#endif
