/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/push_answer.h"

#include "lib/json.h"

enum err push_code(int status)
{
	static const struct {
		int status;
		enum err code;
	} rows[] = {
		{ 200, OK },
		{ 201, OK },
		{ 401, ERR_DENIED },
		{ 403, ERR_DENIED },
		{ 404, ERR_NOT_FOUND },
		{ 405, ERR_NOT_FOUND },
		{ 409, ERR_CONFLICT },
		{ 410, ERR_CONFLICT },
		{ 413, ERR_LIMIT },
		{ 429, ERR_BUSY },
		{ 502, ERR_BUSY },
		{ 503, ERR_BUSY },
		{ 504, ERR_BUSY },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if (rows[i].status == status)
			return rows[i].code;
	return status >= 400 && status < 500 ? ERR_INPUT : ERR_IO;
}

/* Control characters, among them those of two bytes, would let a server write on a terminal. */
static struct slice printable(struct arena *arena, struct slice text)
{
	char *p = arena_cstr(arena, text);

	for (size_t i = 0; i < text.n; i++) {
		unsigned char c = (unsigned char)p[i];
		bool is_c1 = c == 0xc2 && i + 1 < text.n && (unsigned char)p[i + 1] < 0xa0;

		if (c < ' ' || c == 0x7f || is_c1)
			p[i] = '?';
		if (is_c1)
			p[i + 1] = '?';
	}
	return (struct slice){ p, text.n };
}

static struct slice text_of(struct arena *arena, const json_t *object, const char *key)
{
	return printable(arena, json_get_text(object, key));
}

static int64_t count_of(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

static void read_runs(struct arena *arena, const json_t *list, struct push_answer *out)
{
	size_t count = json_array_size(list);
	struct push_run *runs = ARENA_ARRAY(arena, count, struct push_run);

	for (size_t i = 0; i < count; i++) {
		const json_t *run = json_array_get(list, i);

		runs[i] = (struct push_run){
			.id = text_of(arena, run, "id"),
			.name = text_of(arena, run, "name"),
			.url = text_of(arena, run, "url"),
			.is_withdrawn = json_object_get(run, "withdrawn") != NULL,
			.is_new = json_is_true(json_object_get(run, "new")),
			.samples = count_of(run, "samples"),
			.summaries = count_of(run, "summaries"),
		};
	}
	out->runs = runs;
	out->run_count = count;
}

/* Of a result {"path", "line", "message"}, of a refusal {"file", "line", "detail"}. */
static void read_diagnostics(struct arena *arena, const json_t *list, const char *path,
			     const char *message, struct push_answer *out)
{
	size_t count = json_array_size(list);
	struct push_diagnostic *rows = ARENA_ARRAY(arena, count, struct push_diagnostic);

	for (size_t i = 0; i < count; i++) {
		const json_t *row = json_array_get(list, i);

		rows[i] = (struct push_diagnostic){
			.path = text_of(arena, row, path),
			.message = text_of(arena, row, message),
			.line = count_of(row, "line"),
		};
	}
	out->diagnostics = rows;
	out->diagnostic_count = count;
	out->diagnostics_in_all = (int64_t)count;
}

static enum err read_parts(struct arena *arena, const json_t *top, struct push_answer *out,
			   struct error *err)
{
	const json_t *runs = json_object_get(top, "runs");

	*out = (struct push_answer){ .run_count = 0 };
	if (json_is_array(runs)) {
		read_runs(arena, runs, out);
		read_diagnostics(arena, json_object_get(top, "diagnostics"), "path", "message",
				 out);
		if (count_of(top, "diagnostic_count") > out->diagnostics_in_all)
			out->diagnostics_in_all = count_of(top, "diagnostic_count");
		out->compare = text_of(arena, top, "compare");
		return OK;
	}
	out->detail = text_of(arena, top, "detail");
	if (out->detail.n == 0)
		out->detail = text_of(arena, top, "title");
	read_diagnostics(arena, json_object_get(top, "errors"), "file", "detail", out);
	return out->detail.n > 0 ? OK
				 : error_set(err, ERR_INPUT, "that is no answer of memcgperfd");
}

enum err push_read_answer(struct arena *arena, struct slice text, struct push_answer *out,
			  struct error *err)
{
	json_t *top;
	enum err e = json_parse(text, &top, err);

	if (e != OK)
		return error_set(err, ERR_INPUT, "that is no answer of memcgperfd");
	e = read_parts(arena, top, out, err);
	json_decref(top);
	return e;
}
