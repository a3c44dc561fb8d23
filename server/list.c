/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/list.h"

#include <string.h>

#include "lib/num.h"
#include "lib/sha256.h"
#include "server/page.h"
#include "server/route.h"

enum { CHECK_BYTES = 6, CURSOR_MAX = 3 * 1024, BASE64_GROUP = 4 };

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/* RFC 4648, 5, without '=' at its end. */
static void add_base64url(struct buf *out, struct slice bytes)
{
	for (size_t i = 0; i < bytes.n; i += 3) {
		size_t n = bytes.n - i < 3 ? bytes.n - i : 3;
		uint32_t group = 0;

		for (size_t k = 0; k < 3; k++)
			group = group << 8 | (k < n ? (unsigned char)bytes.p[i + k] : 0);
		for (size_t k = 0; k <= n; k++)
			buf_addc(out, alphabet[group >> (18 - 6 * k) & 63]);
	}
}

/* False for what is none. */
static bool read_base64url(struct slice text, struct buf *out)
{
	uint32_t group = 0;

	for (size_t i = 0; i < text.n; i++) {
		const char *at = memchr(alphabet, text.p[i], sizeof(alphabet) - 1);

		if (at == NULL)
			return false;
		group = group << 6 | (uint32_t)(at - alphabet);
		if (i % BASE64_GROUP > 0)
			buf_addc(out, (char)(group >> (6 - 2 * (i % BASE64_GROUP))));
	}
	return text.n % BASE64_GROUP != 1;
}

/* Tells the cursors of lists apart, and from what somebody made up; a page has its API's. */
static void check_of(const struct request *request, struct slice keys,
		     unsigned char out[SHA256_SIZE])
{
	struct slice list = slice_str(request->route->pattern);
	struct sha256_stream stream;

	(void)slice_take(&list, "/api/v1"); /* of a page there is none */
	sha256_begin(&stream);
	sha256_add(&stream, list);
	sha256_add(&stream, keys);
	sha256_end(&stream, out);
}

struct slice list_cursor(const struct request *request, const struct list_keys *keys)
{
	unsigned char check[SHA256_SIZE];
	struct slice cursor;
	struct buf bytes, text;

	buf_init(&bytes);
	buf_init(&text);
	for (size_t i = 0; i < LIST_KEYS_MAX; i++) {
		buf_add(&bytes, keys->part[i]);
		buf_addc(&bytes, '\0');
	}
	check_of(request, buf_slice(&bytes), check);
	buf_add(&bytes, (struct slice){ (const char *)check, CHECK_BYTES });
	add_base64url(&text, buf_slice(&bytes));
	cursor = arena_slice(request->arena, buf_slice(&text));
	buf_release(&bytes);
	buf_release(&text);
	return cursor;
}

/* Takes the keys off bytes; false when their check or their number is another. */
static bool take_keys(const struct request *request, struct slice bytes, struct list_keys *out)
{
	unsigned char check[SHA256_SIZE];
	struct slice rest;

	if (bytes.n < CHECK_BYTES)
		return false;
	rest = slice_head(bytes, bytes.n - CHECK_BYTES);
	check_of(request, rest, check);
	if (memcmp(check, rest.p + rest.n, CHECK_BYTES) != 0)
		return false;
	rest = arena_slice(request->arena, rest);
	for (size_t i = 0; i < LIST_KEYS_MAX; i++)
		if (!slice_split(&rest, '\0', &out->part[i]))
			return false;
	return true;
}

enum err list_cursor_read(const struct request *request, struct list_keys *out, struct error *err)
{
	struct slice cursor = request_param(request, "cursor");
	struct buf bytes;
	bool good;

	*out = (struct list_keys){ 0 };
	if (cursor.n == 0)
		return OK;
	buf_init(&bytes);
	good = cursor.n <= CURSOR_MAX && read_base64url(cursor, &bytes) &&
	       take_keys(request, buf_slice(&bytes), out);
	buf_release(&bytes);
	return good ? OK
		    : error_set(err, ERR_INPUT,
				"the cursor is none of this list: it is \"next\" of the answer "
				"before");
}

enum err list_limit(const struct request *request, int *out, struct error *err)
{
	return request_param_int(request, "limit", 1, LIST_LIMIT_MAX, LIST_LIMIT_DEFAULT, out, err);
}

enum err list_reply_page(const struct request *request, struct reply *reply, const char *name,
			 json_t *entries, struct slice next, json_t *json)
{
	json_t *answer = json != NULL ? json : json_object();

	json_add(answer, name, entries);
	json_add_count(answer, "count", (int64_t)json_array_size(entries));
	json_add_text(answer, "next", next);
	if (next.n > 0)
		reply_header(reply, "Link",
			     arena_printf(request->arena, "<%.*s>; rel=\"next\"",
					  SLICE_FMT(page_next(request, next)))
				     .p);
	return reply_json(reply, answer);
}

static int cmp_bytes(const struct list_keys *a, const struct list_keys *b)
{
	int order = 0;

	for (size_t i = 0; i < LIST_KEYS_MAX && order == 0; i++)
		order = slice_cmp(a->part[i], b->part[i]);
	return order;
}

static const void *element_at(const struct list *list, size_t i)
{
	return (const char *)list->elements + i * list->element_bytes;
}

static struct list_keys keys_at(const struct request *request, const struct list *list, size_t i)
{
	struct list_keys keys = { 0 };

	if (list->keys_of != NULL)
		return list->keys_of(element_at(list, i));
	keys.part[0] = arena_printf(request->arena, "%zu", i);
	return keys;
}

/* The place of the first entry behind the cursor. */
static size_t place_behind(const struct list *list, const struct list_keys *cursor)
{
	uint64_t place;
	size_t i = 0;

	if (list->keys_of == NULL)
		return num_uint(cursor->part[0], &place) && place < list->total ? (size_t)place + 1
										: list->total;
	for (; i < list->total; i++) {
		struct list_keys keys = list->keys_of(element_at(list, i));
		int order = list->cmp != NULL ? list->cmp(&keys, cursor) : cmp_bytes(&keys, cursor);

		if (order > 0)
			break;
	}
	return i;
}

enum err list_reply(struct request *request, struct reply *reply, const struct list *list,
		    json_t *json, struct error *err)
{
	struct slice next = SLICE_NONE;
	struct list_keys cursor, last;
	json_t *entries;
	size_t first, end;
	int limit;
	enum err e = list_limit(request, &limit, err);

	if (e == OK)
		e = list_cursor_read(request, &cursor, err);
	if (e != OK) {
		json_decref(json);
		return e;
	}
	first = request_param(request, "cursor").n == 0 ? 0 : place_behind(list, &cursor);
	end = list->total - first > (size_t)limit ? first + (size_t)limit : list->total;
	entries = json_array();
	for (size_t i = first; i < end; i++)
		json_push(entries, list->to_json(element_at(list, i)));
	if (end < list->total) {
		last = keys_at(request, list, end - 1);
		next = list_cursor(request, &last);
	}
	return list_reply_page(request, reply, list->name, entries, next, json);
}
