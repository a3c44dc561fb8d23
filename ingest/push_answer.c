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

/* "2 worse, 1 unclear" of {"worse": 2, "same": 0, "unclear": 1}. */
static struct slice counts_of(struct arena *arena, json_t *counts)
{
	struct slice out = SLICE("");
	const char *key;
	json_t *value;

	json_object_foreach(counts, key, value)
	{
		if (json_integer_value(value) > 0)
			out = arena_printf(arena, "%.*s%s%lld %.32s", SLICE_FMT(out),
					   out.n > 0 ? ", " : "",
					   (long long)json_integer_value(value), key);
	}
	return printable(arena, out);
}

/* "pft faults clients=4" */
static struct slice metric_of(struct arena *arena, const json_t *metric)
{
	json_t *labels = json_object_get(metric, "labels");
	struct slice out = text_of(arena, metric, "benchmark");
	struct slice name = text_of(arena, metric, "name");
	const char *key;
	json_t *value;

	out = arena_printf(arena, "%.*s%s%.*s", SLICE_FMT(out), out.n > 0 ? " " : "",
			   SLICE_FMT(name));
	json_object_foreach(labels, key, value)
	{
		out = arena_printf(arena, "%.*s %.64s=%.64s", SLICE_FMT(out), key,
				   json_is_string(value) ? json_string_value(value) : "?");
	}
	return printable(arena, out);
}

static void read_verdict(struct arena *arena, const json_t *verdict, struct push_answer *out)
{
	const json_t *list = json_object_get(verdict, "worst");
	size_t count = json_array_size(list);
	struct push_worse *rows = ARENA_ARRAY(arena, count, struct push_worse);

	for (size_t i = 0; i < count; i++) {
		const json_t *row = json_array_get(list, i);
		const json_t *metric = json_object_get(row, "metric");
		const json_t *of = json_object_get(row, "verdict");

		rows[i] = (struct push_worse){
			.metric = metric_of(arena, metric),
			.run = text_of(arena, row, "run"),
			.effect = json_number_value(json_object_get(of, "effect")),
			.lo = json_number_value(json_object_get(of, "lo")),
			.hi = json_number_value(json_object_get(of, "hi")),
		};
		if (json_is_true(json_object_get(of, "is_difference")))
			rows[i].unit = arena_printf(arena, " %.*s",
						    SLICE_FMT(text_of(arena, metric, "unit")));
	}
	out->verdict = text_of(arena, verdict, "word");
	out->counts = counts_of(arena, json_object_get(verdict, "counts"));
	out->has_unclear = slice_is(out->verdict, "unclear") ||
			   count_of(json_object_get(verdict, "counts"), "unclear") > 0;
	out->worst = rows;
	out->worst_count = count;
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
		read_verdict(arena, json_object_get(top, "verdict"), out);
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
