/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/peer_json.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "ingest/documents.h"
#include "ingest/unpack.h"
#include "lib/json.h"
#include "lib/num.h"

struct reader {
	struct unpack_visitor visitor;
	struct arena *arena;
	struct peer_json *out;
};

/* Perl writes what it read, so numbers may be texts. NaN for what is none. */
static double number_of(const json_t *value)
{
	double number = NAN;

	if (json_is_number(value))
		return json_number_value(value);
	if (json_is_string(value) &&
	    !num_double(slice_trim(slice_str(json_string_value(value))), &number))
		return NAN;
	return number;
}

/* What has no samples is not there, unlike in logs. */
static void add_samples(struct peer_run *run, struct slice label, const json_t *iteration)
{
	const json_t *values = json_object_get(iteration, "Values");
	const json_t *numbers = json_object_get(iteration, "SampleNrs");

	for (size_t i = 0; i < json_array_size(values); i++) {
		double value = number_of(json_array_get(values, i));

		if (!isnan(value))
			peer_run_add(run, label, number_of(json_array_get(numbers, i)), value);
	}
}

static int by_bytes(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static const char **sorted_keys(struct arena *arena, json_t *object, size_t *count)
{
	const char **keys = ARENA_ARRAY(arena, json_object_size(object) + 1, const char *);
	const char *key;
	json_t *value;

	*count = 0;
	json_object_foreach(object, key, value) keys[(*count)++] = key;
	if (*count > 0)
		qsort(keys, *count, sizeof(*keys), by_bytes);
	return keys;
}

static size_t iteration_count(json_t *data)
{
	size_t most = 0;
	const char *key;
	json_t *iterations;

	json_object_foreach(data, key, iterations) if (json_array_size(iterations) > most) most =
		json_array_size(iterations);
	return most;
}

/* "ExtractShellpackkernbench", "ExtractPft", as a benchmark's name. */
static struct slice module_name(struct arena *arena, const json_t *document)
{
	struct slice name = arena_slice(arena, json_get_text(document, "_ModuleName"));
	char *bytes = arena_cstr(arena, name);

	for (size_t i = 0; i < name.n; i++)
		if (bytes[i] >= 'A' && bytes[i] <= 'Z')
			bytes[i] = (char)(bytes[i] - 'A' + 'a');
	name.p = bytes;
	(void)slice_take(&name, "extract");   /* of a benchmark, not of a monitor */
	(void)slice_take(&name, "shellpack"); /* since 2026 */
	return name;
}

static enum err read_run(struct reader *r, json_t *document, struct error *err)
{
	json_t *data = json_object_get(document, "_ResultData");
	struct peer_run run;
	const char **keys;
	size_t count, iterations;

	if (!json_is_object(data))
		return error_set(err, ERR_INPUT, "a run has no _ResultData");
	peer_run_init(&run, r->arena, arena_slice(r->arena, json_get_text(document, "_TestName")));
	keys = sorted_keys(r->arena, data, &count);
	iterations = iteration_count(data);
	for (size_t i = 0; i < iterations; i++) {
		for (size_t k = 0; k < count; k++)
			add_samples(&run, slice_str(keys[k]),
				    json_array_get(json_object_get(data, keys[k]), i));
		peer_run_next_iteration(&run);
	}
	if (r->out->run_count == 0)
		r->out->module = module_name(r->arena, document);
	ARENA_PUSH(r->arena, r->out->runs, r->out->run_count, r->out->run_capacity, run);
	return OK;
}

static enum err read_document(struct reader *r, json_t *document, struct error *err)
{
	json_t *exported = json_object_get(document, "_ExtractModules");
	json_t *list = exported != NULL ? exported : document;
	enum err e = OK;

	if (!json_is_array(list))
		return read_run(r, list, err);
	for (size_t i = 0; e == OK && i < json_array_size(list); i++)
		e = read_run(r, json_array_get(list, i), err);
	return e;
}

static enum err read_member(struct unpack_visitor *visitor, struct slice path,
			    struct stream *stream, struct error *err)
{
	struct reader *r = CONTAINER_OF(visitor, struct reader, visitor);
	struct documents documents;
	struct input input;
	json_t *document;
	enum err e;

	(void)path; /* there is one file */
	input_init(&input, stream);
	documents_init(&documents, &input, &format_options_default);
	e = documents_next(&documents, &document, err);
	if (e == OK && document != NULL)
		e = read_document(r, document, err);
	documents_release(&documents);
	input_release(&input);
	return e;
}

enum err peer_json_read(struct arena *arena, const char *path, struct peer_json *out,
			struct error *err)
{
	struct reader r = { .visitor.member = read_member, .arena = arena, .out = out };
	enum err e;

	*out = (struct peer_json){ 0 };
	e = unpack_walk(path, &unpack_limits_default, &r.visitor, err);
	if (e == OK && out->run_count == 0)
		e = error_set(err, ERR_INPUT, "no run in it");
	return e;
}

/* ---- writing ---- */

static void add_text(struct buf *out, struct slice text)
{
	json_t *value = json_text(text);

	json_print(out, value);
	json_decref(value);
}

static void add_number(struct buf *out, double value)
{
	if (isfinite(value))
		num_print(out, value);
	else
		buf_adds(out, "null");
}

/* ,"name":[...] of samples[from..until), their values or their numbers. */
static void add_list(struct buf *out, const char *name, const struct peer_sample *samples,
		     size_t count, bool values)
{
	buf_addf(out, "\"%s\":[", name);
	for (size_t i = 0; i < count; i++) {
		if (i > 0)
			buf_addc(out, ',');
		add_number(out, values ? samples[i].value : samples[i].number);
	}
	buf_addc(out, ']');
}

static void add_operation(struct buf *out, const struct peer_operation *operation,
			  size_t iterations)
{
	add_text(out, operation->label);
	buf_adds(out, ":[");
	for (size_t i = 0; i < iterations; i++) {
		size_t from = i < operation->start_count ? operation->starts[i] : operation->count;
		size_t until = i + 1 < operation->start_count ? operation->starts[i + 1]
							      : operation->count;

		buf_adds(out, i > 0 ? ",{" : "{");
		add_list(out, "SampleNrs", &operation->samples[from], until - from, false);
		buf_addc(out, ',');
		add_list(out, "Values", &operation->samples[from], until - from, true);
		buf_addc(out, '}');
	}
	buf_addc(out, ']');
}

static void add_run(struct buf *out, const struct peer_report *report, const struct peer_run *run)
{
	size_t iterations = run->iteration == 0 ? 1 : run->iteration;

	buf_adds(out, "{\"_ModuleName\":");
	add_text(out, report->benchmark);
	buf_adds(out, ",\"_TestName\":");
	add_text(out, run->name);
	buf_addf(out, ",\"_PreferredVal\":\"%s\",\"_Precision\":%u,\"_ResultData\":{",
		 report->style.higher ? "Higher" : "Lower", report->style.decimals);
	for (size_t i = 0; i < run->count; i++) {
		if (i > 0)
			buf_addc(out, ',');
		add_operation(out, &run->operations[i], iterations);
	}
	buf_adds(out, "}}");
}

void peer_json_print(struct buf *out, const struct peer_report *report)
{
	buf_adds(out, "{\"_ExtractModules\":[");
	for (size_t i = 0; i < report->run_count; i++) {
		if (i > 0)
			buf_addc(out, ',');
		add_run(out, report, &report->runs[i]);
	}
	buf_adds(out, "]}\n");
}

static enum err write_file(const char *path, const void *bytes, size_t n, struct error *err)
{
	FILE *file = fopen(path, "wb");
	bool good;

	if (file == NULL)
		return error_set(err, ERR_IO, "cannot write %s: %s", path, strerror(errno));
	good = fwrite(bytes, 1, n, file) == n;
	if (fclose(file) != 0 || !good)
		return error_set(err, ERR_IO, "cannot write %s: %s", path, strerror(errno));
	return OK;
}

enum err peer_json_export(const char *directory, const struct peer_report *report,
			  struct error *err)
{
	enum { LEVEL = 3 };
	struct arena arena;
	struct buf json;
	struct slice path;
	void *packed;
	size_t bound, n;
	enum err e;

	arena_init(&arena);
	buf_init(&json);
	peer_json_print(&json, report);
	path = arena_printf(&arena, "%s/%.*s.json.zst", directory, SLICE_FMT(report->benchmark));
	bound = ZSTD_compressBound(json.n);
	packed = arena_alloc(&arena, bound);
	n = ZSTD_compress(packed, bound, json.data, json.n, LEVEL);
	if (ZSTD_isError(n))
		e = error_set(err, ERR_LIMIT, "the runs are too large to export");
	else
		e = write_file(path.p, packed, n, err);
	buf_release(&json);
	arena_release(&arena);
	return e;
}
