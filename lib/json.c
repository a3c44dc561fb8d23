/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/record.h"

static json_t *must(json_t *value)
{
	if (value == NULL) {
		(void)fprintf(stderr, "memcgperf: out of memory for JSON\n");
		abort();
	}
	return value;
}

void json_add(json_t *object, const char *key, json_t *value)
{
	if (json_object_set_new(object, key, must(value)) != 0)
		must(NULL);
}

void json_push(json_t *array, json_t *value)
{
	if (json_array_append_new(array, must(value)) != 0)
		must(NULL);
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

static int add_to_buf(const char *bytes, size_t n, void *data)
{
	buf_add(data, (struct slice){ bytes, n });
	return 0;
}

void json_print(struct buf *buf, const json_t *value)
{
	if (json_dump_callback(value, add_to_buf, buf,
			       JSON_COMPACT | JSON_REAL_PRECISION(15) | JSON_ENCODE_ANY) != 0)
		buf->failed = true;
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
