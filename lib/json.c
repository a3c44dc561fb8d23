/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/json_write.h"
#include "lib/memory.h"
#include "lib/record.h"

static _Thread_local struct arena *pieces; /* where trees are made; NULL = by malloc */

static void *piece_alloc(size_t size_bytes)
{
	return pieces != NULL ? arena_alloc(pieces, size_bytes) : memory_must(malloc(size_bytes));
}

static void piece_free(void *piece)
{
	if (pieces == NULL)
		free(piece);
}

void json_arenas_allow(void)
{
	json_set_alloc_funcs(piece_alloc, piece_free);
}

void json_arena_begin(struct arena *arena)
{
	pieces = arena;
}

void json_arena_end(void)
{
	pieces = NULL;
}

void json_drop(json_t *value)
{
	if (pieces == NULL)
		json_decref(value);
}

static json_t *must(json_t *value)
{
	return memory_must(value);
}

void json_add(json_t *object, const char *key, json_t *value)
{
	if (json_object_set_new_nocheck(object, key, must(value)) != 0) /* printing repairs it */
		memory_none();
}

void json_push(json_t *array, json_t *value)
{
	if (json_array_append_new(array, must(value)) != 0)
		memory_none();
}

/* Valid pieces as they are, each byte that belongs to none as U+FFFD. */
static json_t *text_repaired(struct slice text)
{
	struct buf buf;
	json_t *out;

	buf_init(&buf);
	while (text.n > 0) {
		size_t n = text.n < 4 ? text.n : 4;

		while (n > 0 && !slice_is_utf8(slice_head(text, n)))
			n--;
		if (n == 0)
			buf_adds(&buf, "\xef\xbf\xbd");
		buf_add(&buf, slice_head(text, n));
		text = slice_skip(text, n == 0 ? 1 : n);
	}
	out = must(json_stringn(buf_slice(&buf).p, buf.n));
	buf_release(&buf);
	return out;
}

json_t *json_text(struct slice text)
{
	json_t *value = json_stringn(text.p == NULL ? "" : text.p, text.n);

	return value != NULL ? value : text_repaired(text);
}

json_t *json_number(double value)
{
	if (!isfinite(value))
		return json_null();
	if (value == floor(value) && fabs(value) < 0x1p53)
		return must(json_integer((json_int_t)value));
	return must(json_real(value));
}

void json_add_text(json_t *object, const char *key, struct slice text)
{
	if (text.n > 0)
		json_add(object, key, json_text(text));
}

void json_add_number(json_t *object, const char *key, double value)
{
	if (isfinite(value))
		json_add(object, key, json_number(value));
}

void json_add_count(json_t *object, const char *key, int64_t value)
{
	if (value != RECORD_NO_COUNT)
		json_add(object, key, json_integer(value));
}

void json_add_bool(json_t *object, const char *key, bool value)
{
	json_add(object, key, json_boolean(value));
}

struct slice json_get_text(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	if (!json_is_string(value))
		return SLICE_NONE;
	return (struct slice){ json_string_value(value), json_string_length(value) };
}

static void print_object(struct buf *buf, json_t *object)
{
	const char *key, *between = "{";
	json_t *value;
	size_t n;

	json_object_keylen_foreach(object, key, n, value)
	{
		buf_adds(buf, between);
		json_write_text(buf, (struct slice){ key, n });
		buf_addc(buf, ':');
		json_print(buf, value);
		between = ",";
	}
	buf_adds(buf, json_object_size(object) > 0 ? "}" : "{}");
}

static void print_array(struct buf *buf, const json_t *array)
{
	buf_addc(buf, '[');
	for (size_t i = 0; i < json_array_size(array); i++) {
		if (i > 0)
			buf_addc(buf, ',');
		json_print(buf, json_array_get(array, i));
	}
	buf_addc(buf, ']');
}

void json_print(struct buf *buf, const json_t *value)
{
	switch (json_typeof(value)) {
	case JSON_OBJECT:
		print_object(buf, (json_t *)(uintptr_t)value); /* its iterator wants it so */
		break;
	case JSON_ARRAY:
		print_array(buf, value);
		break;
	case JSON_STRING:
		json_write_text(
			buf, (struct slice){ json_string_value(value), json_string_length(value) });
		break;
	case JSON_INTEGER:
		json_write_integer(buf, json_integer_value(value));
		break;
	case JSON_REAL:
		json_write_real(buf, json_real_value(value));
		break;
	case JSON_TRUE:
	case JSON_FALSE:
		buf_adds(buf, json_is_true(value) ? "true" : "false");
		break;
	case JSON_NULL:
		buf_adds(buf, "null");
		break;
	}
}

enum err json_parse(struct slice text, json_t **out, struct error *err)
{
	json_error_t why;
	json_t *value =
		json_loadb(text.p == NULL ? "" : text.p, text.n, JSON_REJECT_DUPLICATES, &why);

	if (value == NULL)
		return error_set_line(err, ERR_INPUT, why.line > 0 ? (size_t)why.line : 0,
				      "no JSON: %s", why.text);
	*out = value;
	return OK;
}
