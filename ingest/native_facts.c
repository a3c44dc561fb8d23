/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ingest/native.h"
#include "lib/when.h"

enum err native_refuse(const struct native_run *run, struct error *err, struct slice where,
		       const char *fmt, ...)
{
	char what[256];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(what, sizeof(what), fmt, ap); /* cut is fine */
	va_end(ap);
	if (run->path.n + where.n == 0)
		return error_set_line(err, ERR_INPUT, run->line, "the document: %s", what);
	return error_set_line(err, ERR_INPUT, run->line, "%.*s%.*s: %s", SLICE_FMT(run->path),
			      SLICE_FMT(where), what);
}

enum err native_text(const struct native_run *run, const json_t *object, struct slice where,
		     const char *key, struct slice *out, struct error *err)
{
	const json_t *value = json_object_get(object, key);

	if (value != NULL && !json_is_string(value) && !json_is_null(value))
		return native_refuse(run, err,
				     arena_printf(run->arena, "%.*s/%s", SLICE_FMT(where), key),
				     "expected a text");
	*out = json_get_text(object, key);
	return OK;
}

void native_add_fact(struct native_run *run, struct slice key, struct slice value)
{
	struct label fact = { key, value };

	if (value.n > 0)
		ARENA_PUSH(run->arena, run->facts, run->fact_count, run->fact_capacity, fact);
}

static enum err put_label(const struct native_run *run, struct slice where, struct label label,
			  struct label *labels, size_t *count, struct error *err)
{
	size_t at = 0;

	while (at < *count && !slice_eq(labels[at].key, label.key))
		at++;
	if (at == RECORD_LABELS_MAX)
		return error_set_line(err, ERR_LIMIT, run->line,
				      "%.*s%.*s: more than %d parameters of a metric",
				      SLICE_FMT(run->path), SLICE_FMT(where), RECORD_LABELS_MAX);
	*count += at == *count;
	labels[at] = label;
	return OK;
}

static bool is_object(const json_t *value)
{
	return value == NULL || json_is_null(value) || json_is_object(value);
}

enum err native_labels(const struct native_run *run, const json_t *object, struct slice where,
		       struct label *labels, size_t *count, struct error *err)
{
	const char *key;
	json_t *value;
	enum err e = OK;

	if (!is_object(object))
		return native_refuse(run, err, where, "expected an object");
	json_object_foreach((json_t *)(uintptr_t)object, key, value)
	{
		struct label label = { slice_str(key), documents_text(run->arena, value) };

		if (json_is_object(value) || json_is_array(value))
			e = native_refuse(
				run, err,
				arena_printf(run->arena, "%.*s/%s", SLICE_FMT(where), key),
				"expected a text, number or boolean");
		else if (label.value.n > 0)
			e = put_label(run, where, label, labels, count, err);
		if (e != OK)
			return e;
	}
	return OK;
}

/* ---- sections ---- */

/* Members that are no fact of the name SECTION.MEMBER. NULL = no fact at all, or told elsewhere. */
static const struct renamed {
	const char *section, *member, *fact;
} renamed[] = {
	{ "benchmark", "name", NULL },
	{ "benchmark", "params", NULL },
	{ "cgroup", "version", NULL },
	{ "kernel", "config", NULL },
	{ "machine", "cpus", "machine.threads" },
};

/* Top-level members that are read by name. */
static const char *const known[] = { "format", "run_id",  "started", "error", "benchmark",
				     "kernel", "machine", "cgroup",  "tags",  "metrics" };

static void add_members(struct native_run *run, const json_t *object, const char *section,
			const char *prefix);

static void add_member(struct native_run *run, const char *section, const char *prefix,
		       const char *member, const json_t *value)
{
	struct slice key = arena_printf(run->arena, "%s.%s", prefix, member);

	for (size_t i = 0; i < ARRAY_SIZE(renamed); i++) {
		if (strcmp(renamed[i].section, section) != 0 ||
		    strcmp(renamed[i].member, member) != 0)
			continue;
		if (renamed[i].fact == NULL)
			return;
		key = slice_str(renamed[i].fact);
	}
	if (json_is_object(value))
		add_members(run, value, "", key.p);
	else
		native_add_fact(run, key, documents_text(run->arena, value));
}

/* Each as PREFIX.MEMBER; those of an object within as PREFIX.MEMBER.MEMBER. */
static void add_members(struct native_run *run, const json_t *object, const char *section,
			const char *prefix)
{
	const char *member;
	json_t *value;

	json_object_foreach((json_t *)(uintptr_t)object, member, value)
		add_member(run, section, prefix, member, value);
}

static void add_options(struct native_run *run, const json_t *config)
{
	const char *member;
	json_t *value;

	json_object_foreach((json_t *)(uintptr_t)config, member, value)
	{
		struct slice name = slice_str(member);

		(void)slice_take(&name, "CONFIG_"); /* facts have none */
		native_add_fact(run,
				arena_printf(run->arena, "kernel.option.%.*s", SLICE_FMT(name)),
				documents_text(run->arena, value));
	}
}

static enum err add_hierarchy(struct native_run *run, const json_t *version, struct error *err)
{
	json_int_t number = json_integer_value(version);

	if (version == NULL || json_is_null(version))
		return OK;
	if (!json_is_integer(version) || number < 1 || number > 2)
		return native_refuse(run, err, SLICE("/cgroup/version"), "expected 1 or 2");
	native_add_fact(run, SLICE("cgroup.hierarchy"), number == 1 ? SLICE("v1") : SLICE("v2"));
	return OK;
}

/* Those members that nobody knows, of the document as a whole. */
static void add_others(struct native_run *run, const json_t *document)
{
	const char *member;
	json_t *value;

	json_object_foreach((json_t *)(uintptr_t)document, member, value)
	{
		size_t i = 0;

		while (i < ARRAY_SIZE(known) && strcmp(known[i], member) != 0)
			i++;
		if (i == ARRAY_SIZE(known))
			native_add_fact(run, arena_printf(run->arena, "other.%s", member),
					documents_text(run->arena, value));
	}
}

static enum err add_start(struct native_run *run, const json_t *document, struct error *err)
{
	struct slice started;
	int64_t epoch_s;
	enum err e = native_text(run, document, SLICE_NONE, "started", &started, err);

	if (e != OK || started.n == 0)
		return e;
	if (!when_parse(started, &epoch_s))
		return native_refuse(run, err, SLICE("/started"),
				     "expected a time as 2026-01-18T03:12:44Z");
	native_add_fact(run, SLICE("run.start"),
			arena_printf(run->arena, "%lld", (long long)epoch_s));
	return OK;
}

static void add_tags(struct native_run *run, const json_t *tags)
{
	const char *member;
	json_t *value;

	json_object_foreach((json_t *)(uintptr_t)tags, member, value)
	{
		struct slice text = documents_text(run->arena, value);

		if (strcmp(member, "variant") == 0)
			run->variant = text;
		else
			native_add_fact(run, arena_printf(run->arena, "tag.%s", member), text);
	}
	native_add_fact(run, SLICE("run.variant"), run->variant);
}

/* ---- the whole ---- */

static enum err check_sections(const struct native_run *run, const json_t *document,
			       struct error *err)
{
	static const char *const sections[] = { "benchmark", "kernel", "machine", "cgroup",
						"tags" };
	const json_t *config = json_object_get(json_object_get(document, "kernel"), "config");

	for (size_t i = 0; i < ARRAY_SIZE(sections); i++)
		if (!is_object(json_object_get(document, sections[i])))
			return native_refuse(run, err, arena_printf(run->arena, "/%s", sections[i]),
					     "expected an object");
	return is_object(config)
		       ? OK
		       : native_refuse(run, err, SLICE("/kernel/config"), "expected an object");
}

static enum err read_kernel(struct native_run *run, const json_t *kernel, struct error *err)
{
	static const char *const names[] = { "commit", "describe", "release" };
	enum err e = OK;

	for (size_t i = 0; i < ARRAY_SIZE(names) && e == OK; i++) {
		struct slice name = SLICE_NONE;

		e = native_text(run, kernel, SLICE("/kernel"), names[i], &name, err);
		if (name.n > 0)
			run->kernel = name;
	}
	if (e == OK && json_get_text(kernel, "release").n == 0 &&
	    json_get_text(kernel, "commit").n == 0)
		return native_refuse(run, err, SLICE("/kernel/release"),
				     "missing: the kernel's release, or its commit");
	return e;
}

static enum err read_benchmark(struct native_run *run, const json_t *benchmark, struct error *err)
{
	enum err e = native_text(run, benchmark, SLICE("/benchmark"), "name", &run->benchmark, err);

	if (e == OK && run->benchmark.n == 0)
		return native_refuse(run, err, SLICE("/benchmark/name"),
				     "missing: the benchmark's name");
	if (e == OK)
		e = native_labels(run, json_object_get(benchmark, "params"),
				  SLICE("/benchmark/params"), run->labels, &run->label_count, err);
	return e;
}

enum err native_read_facts(struct native_run *run, const json_t *document, struct error *err)
{
	static const char *const sections[] = { "benchmark", "kernel", "machine", "cgroup" };
	const json_t *kernel = json_object_get(document, "kernel");
	const json_t *cgroup = json_object_get(document, "cgroup");
	enum err e = check_sections(run, document, err);

	native_add_fact(run, SLICE("run.format"), json_get_text(document, "format"));
	native_add_fact(run, SLICE("run.id"), json_get_text(document, "run_id"));
	if (e == OK)
		e = read_benchmark(run, json_object_get(document, "benchmark"), err);
	if (e == OK)
		e = read_kernel(run, kernel, err);
	if (e == OK)
		e = add_start(run, document, err);
	for (size_t i = 0; i < ARRAY_SIZE(sections); i++)
		add_members(run, json_object_get(document, sections[i]), sections[i], sections[i]);
	if (e == OK)
		e = add_hierarchy(run, json_object_get(cgroup, "version"), err);
	add_options(run, json_object_get(kernel, "config"));
	add_tags(run, json_object_get(document, "tags"));
	native_add_fact(run, SLICE("run.error"), json_get_text(document, "error"));
	add_others(run, document);
	return e;
}
