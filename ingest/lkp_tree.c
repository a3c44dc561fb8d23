/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/lkp_tree.h"

#include "lib/kver.h"
#include "lib/num.h"

enum { TESTCASE, PARAMS, TBOX_GROUP, ROOTFS, KCONFIG, COMPILER, COMMIT };
enum { COMMIT_DIGITS = 40, COMMIT_SHORT = 12, RUN_DIGITS_MAX = 6 };

struct lkp_group {
	struct slice path;
	bool stats, matrix; /* what gave its numbers */
	bool told;          /* its facts */
};

static bool is_commit(struct slice text)
{
	for (size_t i = 0; i < text.n; i++)
		if (!((text.p[i] >= '0' && text.p[i] <= '9') ||
		      (text.p[i] >= 'a' && text.p[i] <= 'f')))
			return false;
	return text.n == COMMIT_DIGITS;
}

/* Sets the levels of a folder that is a group's; what stands before TESTCASE may be anything. */
static bool is_group(struct slice folder, struct lkp_file *out)
{
	struct slice rest = folder;

	for (size_t i = LKP_LEVELS; i-- > 0; rest = slice_dirname(rest)) {
		out->level[i] = slice_basename(rest);
		if (out->level[i].n == 0)
			return false;
	}
	out->group.p = out->level[TESTCASE].p;
	out->group.n = (size_t)(folder.p + folder.n - out->group.p);
	return (slice_starts(out->level[COMPILER], "gcc") ||
		slice_starts(out->level[COMPILER], "clang")) &&
	       (is_commit(out->level[COMMIT]) || kver_has_version(out->level[COMMIT]));
}

static struct slice without_packing(struct slice name)
{
	return slice_ends(name, ".gz") || slice_ends(name, ".xz") ? slice_head(name, name.n - 3)
								  : name;
}

static enum lkp_kind kind_of_group(struct slice name)
{
	if (slice_is(name, "matrix.json"))
		return LKP_MATRIX;
	return slice_is(name, "avg.json") || slice_is(name, "stddev.json") ? LKP_AVERAGE
									   : LKP_OTHER;
}

/* A file below a group, by its path there. */
static void set_kind(struct lkp_file *file)
{
	struct slice rest = file->path, first, name;
	uint64_t run;

	(void)slice_split(&rest, '/', &first); /* a path has a part */
	if (rest.n == 0) {
		file->kind = kind_of_group(without_packing(first));
		return;
	}
	if (first.n > RUN_DIGITS_MAX || !num_uint(first, &run))
		return;
	file->iteration = (int)run + 1;
	name = without_packing(rest);
	if (slice_is(name, "stats.json"))
		file->kind = LKP_STATS;
	else if (slice_is(name, "job.yaml"))
		file->kind = LKP_JOB;
}

bool lkp_tree_file(struct slice path, struct lkp_file *out)
{
	for (struct slice folder = slice_dirname(path); folder.n > 0;
	     folder = slice_dirname(folder)) {
		struct lkp_file file = { .kind = LKP_OTHER };

		if (!is_group(folder, &file))
			continue;
		file.path = slice_skip(path, folder.n + 1);
		set_kind(&file);
		*out = file;
		return true;
	}
	return false;
}

struct slice lkp_tree_run(struct arena *arena, const struct lkp_file *file)
{
	struct slice commit = file->level[COMMIT];
	struct slice before = slice_head(file->group, file->group.n - commit.n);

	if (is_commit(commit))
		commit.n = COMMIT_SHORT;
	return arena_printf(arena, "%.*s%.*s", SLICE_FMT(before), SLICE_FMT(commit));
}

static struct lkp_group *group_of(struct lkp_tree *tree, struct slice path)
{
	for (size_t i = tree->count; i-- > 0;)
		if (slice_eq(tree->groups[i].path, path))
			return &tree->groups[i];
	ARENA_PUSH(tree->arena, tree->groups, tree->count, tree->capacity,
		   ((struct lkp_group){ .path = arena_slice(tree->arena, path) }));
	return &tree->groups[tree->count - 1];
}

bool lkp_tree_wants(struct lkp_tree *tree, const struct lkp_file *file)
{
	struct lkp_group *group = group_of(tree, file->group);

	switch (file->kind) {
	case LKP_STATS:
		group->stats = group->stats || !group->matrix;
		return group->stats;
	case LKP_MATRIX:
		group->matrix = group->matrix || !group->stats;
		return group->matrix;
	case LKP_AVERAGE:
		return !group->stats && !group->matrix;
	default:
		return file->kind == LKP_JOB;
	}
}

enum err lkp_tree_facts(struct lkp_tree *tree, const struct lkp_file *file, struct sink *sink,
			struct error *err)
{
	struct lkp_group *group = group_of(tree, file->group);
	const struct slice *level = file->level;
	struct slice variant = arena_printf(tree->arena, "%.*s %.*s %.*s", SLICE_FMT(level[PARAMS]),
					    SLICE_FMT(level[KCONFIG]), SLICE_FMT(level[COMPILER]));
	const struct {
		const char *key;
		struct slice value;
	} facts[] = {
		{ "run.format", SLICE("lkp") },
		{ "run.variant", variant },
		{ "benchmark.name", level[TESTCASE] },
		{ "machine.name", level[TBOX_GROUP] },
		{ "kernel.kconfig", level[KCONFIG] },
		{ "kernel.compiler", level[COMPILER] },
		{ "parameter.params", level[PARAMS] },
		{ "parameter.rootfs", level[ROOTFS] },
		{ is_commit(level[COMMIT]) ? "kernel.commit" : "kernel.release", level[COMMIT] },
	};
	enum err e = OK;

	for (size_t i = 0; i < ARRAY_SIZE(facts) && e == OK && !group->told; i++)
		e = sink_meta(sink, 0, facts[i].key, facts[i].value, err);
	group->told = true;
	return e;
}

/* A value of YAML without its quotes. */
static struct slice plain_value(struct slice value)
{
	value = slice_trim(value);
	if (value.n >= 2 && (value.p[0] == '"' || value.p[0] == '\'') &&
	    value.p[value.n - 1] == value.p[0])
		value = (struct slice){ value.p + 1, value.n - 2 };
	return value;
}

static enum err take_job_line(struct arena *arena, struct slice line, size_t line_no,
			      struct sink *sink, struct error *err)
{
	static const struct {
		const char *name, *key;
	} keys[] = {
		{ "kernel_cmdline", "kernel.cmdline" }, { "nr_cpu", "machine.threads" },
		{ "nr_node", "machine.nodes" },         { "model", "machine.cpu" },
		{ "memory", "machine.memory_bytes" },
	};
	struct slice value = line, name;
	uint64_t bytes;

	if (!slice_split(&value, ':', &name))
		return OK;
	value = plain_value(value);
	for (size_t i = 0; i < ARRAY_SIZE(keys) && value.n > 0; i++) {
		if (!slice_is(name, keys[i].name))
			continue;
		if (slice_is(name, "memory") && !num_size(value, &bytes))
			return OK;
		if (slice_is(name, "memory"))
			value = arena_printf(arena, "%llu", (unsigned long long)bytes);
		return sink_meta(sink, line_no, keys[i].key, value, err);
	}
	return OK;
}

enum err lkp_tree_job(struct arena *arena, struct input *input, struct sink *sink,
		      struct error *err)
{
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(input, &line))
		e = take_job_line(arena, line, input->line_no, sink, err);
	return e == OK ? input_status(input, err) : e;
}
