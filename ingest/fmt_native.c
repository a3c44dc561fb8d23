/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memcg-results/1: one run, a list of runs, or one run a line, in JSON. */
#include "ingest/dict.h"
#include "ingest/native.h"

#define FORMAT "memcg-results/1"

struct native {
	const struct format_options *options;
	struct sink *sink;
	struct arena *arena;
	struct arena of_run; /* reset after each */
	struct dict names;   /* of runs */
	size_t runs;
};

static enum err emit_fact(const struct native_run *run, const struct label *fact, struct sink *sink,
			  struct error *err)
{
	struct record r = record_init(RECORD_META);

	r.line = run->line;
	r.run = run->name;
	r.key = fact->key;
	r.value_text = fact->value;
	return sink_emit(sink, &r, err);
}

/* A run that failed: its error is a diagnostic, and without any metric it counts as not measured.
 */
static enum err emit_error(const struct native_run *run, struct slice why, struct sink *sink,
			   struct error *err)
{
	struct record r = record_init(RECORD_SAMPLE);
	enum err e = sink_diagnostic(sink, run->line, err, "run %.*s failed: %.*s",
				     SLICE_FMT(run->name), SLICE_FMT(why));

	if (e != OK || run->metric_count > 0)
		return e;
	r.line = run->line;
	r.run = run->name;
	r.benchmark = run->benchmark;
	r.metric = SLICE("run");
	r.better = BETTER_NONE;
	r.status = SLICE("failed");
	return sink_emit(sink, &r, err);
}

static enum err emit_run(const struct native_run *run, struct slice error, struct sink *sink,
			 struct error *err)
{
	enum err e = OK;

	for (size_t i = 0; e == OK && i < run->fact_count; i++)
		e = emit_fact(run, &run->facts[i], sink, err);
	if (e == OK)
		e = native_emit_metrics(run, sink, err);
	if (e == OK && error.n > 0)
		e = emit_error(run, error, sink, err);
	return e;
}

/* Its id, else made of benchmark, kernel and variant, with a number when that was there before. */
static struct slice name_of(struct native *native, const struct native_run *run)
{
	struct slice base = arena_printf(native->arena, "%.*s-%.*s%s%.*s",
					 SLICE_FMT(run->benchmark), SLICE_FMT(run->kernel),
					 run->variant.n > 0 ? "-" : "", SLICE_FMT(run->variant));
	struct slice name = base;

	for (size_t n = 2; dict_find(&native->names, name) != DICT_NONE; n++)
		name = arena_printf(native->arena, "%.*s-%zu", SLICE_FMT(base), n);
	return name;
}

static enum err check_format(const struct native_run *run, const json_t *document,
			     struct error *err)
{
	struct slice format = json_get_text(document, "format");

	if (!json_is_object(document))
		return native_refuse(run, err, SLICE_NONE, "expected an object, one run");
	if (!slice_is(format, FORMAT))
		return native_refuse(run, err, SLICE("/format"), "expected " FORMAT);
	return OK;
}

static enum err take_run(struct native *native, struct native_run *run, const json_t *document,
			 struct error *err)
{
	struct slice id, error;
	enum err e = check_format(run, document, err);

	if (e == OK)
		e = native_text(run, document, SLICE_NONE, "run_id", &id, err);
	if (e == OK)
		e = native_text(run, document, SLICE_NONE, "error", &error, err);
	if (e == OK)
		e = native_read_facts(run, document, err);
	if (e != OK)
		return e;
	if (dict_find(&native->names, id) != DICT_NONE)
		return sink_diagnostic(native->sink, run->line, err,
				       "%.*s/run_id: %.*s was there before: the first one stands",
				       SLICE_FMT(run->path), SLICE_FMT(id));
	run->name = id.n > 0 ? arena_slice(native->arena, id) : name_of(native, run);
	(void)dict_add(&native->names, run->name); /* its index means nothing */
	e = native_read_metrics(run, document, err);
	return e == OK ? emit_run(run, error, native->sink, err) : e;
}

static enum err take_document(struct native *native, const json_t *document, struct slice path,
			      size_t line, struct error *err)
{
	struct native_run run = {
		.arena = &native->of_run,
		.options = native->options,
		.line = line,
		.path = path,
	};
	enum err e;

	if (++native->runs > native->options->runs)
		return error_set_line(err, ERR_LIMIT, line, "more than %llu runs (--max-runs)",
				      (unsigned long long)native->options->runs);
	e = take_run(native, &run, document, err);
	arena_reset(&native->of_run);
	return e;
}

static enum err take_list(struct native *native, const json_t *list, size_t line, struct error *err)
{
	enum err e = OK;

	for (size_t i = 0; e == OK && i < json_array_size(list); i++)
		e = take_document(native, json_array_get(list, i),
				  arena_printf(native->arena, "/%zu", i), line, err);
	return e;
}

static enum err native_parse(struct arena *arena, struct input *input,
			     const struct format_options *options, struct sink *sink,
			     struct error *err)
{
	struct native native = { .options = options, .sink = sink, .arena = arena };
	struct documents documents;
	json_t *document;
	enum err e;

	arena_init(&native.of_run);
	dict_init(&native.names, arena);
	documents_init(&documents, input, options);
	while ((e = documents_next(&documents, &document, err)) == OK && document != NULL) {
		e = json_is_array(document)
			    ? take_list(&native, document, documents.line, err)
			    : take_document(&native, document, SLICE_NONE, documents.line, err);
		if (e != OK)
			break;
	}
	documents_release(&documents);
	arena_release(&native.of_run);
	if (e == OK && native.runs == 0)
		return error_set(err, ERR_INPUT, "no run in it");
	return e;
}

static int native_detect(struct slice head)
{
	struct slice rest = documents_head(head);

	if (!documents_take(&rest, '{') && !documents_take(&rest, '['))
		return 0;
	return slice_find(rest, "\"memcg-results/") < rest.n ? 100 : 0;
}

const struct format fmt_native = {
	.name = "native",
	.summary = FORMAT ": runs with all that is known of them, in JSON",
	.tool = "CI systems and scripts",
	.detect = native_detect,
	.parse = native_parse,
};
