/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/mmtests.h"

#include <limits.h>

#include "ingest/bench.h"
#include "ingest/benchmarks.h"
#include "ingest/mmtests_meta.h"
#include "ingest/perl.h"
#include "lib/num.h"

/* ---- what a path tells ---- */

/* Cuts the first part off *rest. */
static struct slice take_part(struct slice *rest)
{
	struct slice part = SLICE_NONE;

	(void)slice_split(rest, '/', &part); /* nothing left: an empty part */
	return part;
}

static bool is_iteration(struct slice part, int *out)
{
	uint64_t n;

	if (!slice_take(&part, "iter-") || !num_uint(part, &n) || n >= INT_MAX)
		return false;
	*out = (int)n + 1;
	return true;
}

/* ---- the layout until 2019 ---- */

/* Files of a whole run, whose name ends in the run's. */
static const char *const suffixed_files[] = { "tests-timestamp-", "dmesg-" };

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Where "hackbench-pipes-6.1-vanilla" is split: before a digit, else behind a known benchmark. */
static size_t split_at(struct slice name)
{
	size_t known = 0;

	for (size_t i = 1; i + 1 < name.n; i++) {
		if (name.p[i] != '-')
			continue;
		if (is_digit(name.p[i + 1]))
			return i;
		if (known == 0 && benchmark_known(slice_head(name, i)))
			known = i;
	}
	return known;
}

static bool split_suffix(struct slice name, struct mmtests_member *member)
{
	size_t at = split_at(name);

	if (at == 0)
		return false;
	member->benchmark = slice_head(name, at);
	member->run = slice_skip(name, at + 1);
	return true;
}

static bool is_suffixed_file(struct slice name, struct mmtests_member *member)
{
	struct slice plain = benchmark_plain_name(name);

	for (size_t i = 0; i < ARRAY_SIZE(suffixed_files); i++) {
		struct slice run = plain;

		if (!slice_take(&run, suffixed_files[i]) || run.n == 0)
			continue;
		member->run = run;
		member->facts = slice_head(plain, slice_str(suffixed_files[i]).n - 1);
		return true;
	}
	return false;
}

/* BENCHMARK-RUN/noprofile/FILE or tests-timestamp-RUN, perhaps below 1/, 2/ ... */
static bool old_member(struct slice path, struct mmtests_member *out)
{
	struct mmtests_member member = { .iteration = 1, .path = path };
	struct slice rest = path, before = SLICE_NONE;
	uint64_t repeat;

	while (rest.n > 0) {
		struct slice part = take_part(&rest);

		if (slice_is(part, "noprofile") && rest.n > 0 && split_suffix(before, &member)) {
			member.results = rest;
			*out = member;
			return true;
		}
		if (num_uint(part, &repeat) && repeat > 0 && repeat < INT_MAX)
			member.iteration = (int)repeat;
		before = part;
	}
	if (!is_suffixed_file(before, &member))
		return false;
	*out = member;
	return true;
}

/* ---- both ---- */

bool mmtests_member(struct slice path, struct slice outer, struct mmtests_member *out)
{
	struct mmtests_member member = { .run = slice_basename(outer) };
	struct slice rest = path;

	while (rest.n > 0) {
		struct slice from_here = rest;
		struct slice part = take_part(&rest);

		if (is_iteration(part, &member.iteration)) {
			struct slice first = take_part(&rest);

			if (first.n == 0)
				return false;
			if (rest.n > 0)
				member.benchmark = first;
			member.path = from_here;
			*out = member;
			return true;
		}
		if (rest.n == 0 && slice_is(part, "mmtests-activity")) {
			member.path = part;
			*out = member;
			return true;
		}
		member.run = part;
	}
	return old_member(path, out);
}

bool mmtests_place(struct slice path, struct slice *run, struct slice *place)
{
	struct slice rest = path, before = SLICE_NONE;
	bool found = false;
	int iteration;

	while (rest.n > 0) {
		struct slice from_here = rest;
		struct slice part = take_part(&rest);

		if (is_iteration(part, &iteration)) {
			*run = before;
			*place = from_here;
			found = true;
		}
		before = part;
	}
	return found;
}

/* ---- measurements ---- */

/* Makes records of what a benchmark's parser puts out. */
struct results {
	struct bench_out out;
	struct arena *arena;
	struct sink *sink;
	double count, kept[BENCH_KEPT];
	struct slice level; /* "huge": ends the names of metrics */
	size_t samples;
};

static bool is_part(struct slice part)
{
	return part.n > 0 && !slice_is(part, "_");
}

/* METRIC-A-B; a part "_" stands for none. */
static struct slice label_of(struct arena *arena, const struct bench_tuple *tuple)
{
	struct slice a = is_part(tuple->a) ? tuple->a : SLICE("");
	struct slice b = is_part(tuple->b) ? tuple->b : SLICE("");
	struct slice dash = SLICE("-"), none = SLICE("");

	return arena_join(arena,
			  (struct slice[]){ tuple->metric,
					    a.n > 0 && tuple->metric.n > 0 ? dash : none, a,
					    b.n > 0 ? dash : none, b },
			  5);
}

/* Fills name, unit and direction from the row's metrics. */
static void fill_metric(struct results *results, const struct benchmark *row, struct slice label,
			struct record *r)
{
	const struct benchmark_metric *entry = benchmark_metric(row, label);

	r->metric = label;
	if (entry == NULL)
		return;
	r->unit = slice_str(entry->unit);
	r->better = entry->better;
	if (entry->own != NULL) {
		label = slice_skip(label, slice_str(entry->label).n);
		r->metric = arena_printf(results->arena, "%s%.*s", entry->own, SLICE_FMT(label));
	}
}

static enum err no_number(const struct results *results, const struct bench_file *file,
			  struct slice label, struct error *err)
{
	const struct benchmark *row = file->row;

	if (row->pattern != NULL)
		return sink_diagnostic(results->sink, file->input->line_no, err,
				       "expected a number as word %d of a line with '%s'",
				       row->field, row->pattern);
	return sink_diagnostic(results->sink, file->input->line_no, err,
			       "expected a number for %.*s", SLICE_FMT(slice_head(label, 64)));
}

static enum err put(struct bench_out *out, const struct bench_file *file,
		    const struct bench_tuple *tuple, struct error *err)
{
	struct results *results = CONTAINER_OF(out, struct results, out);
	struct record r = record_init(RECORD_SAMPLE);
	struct slice label;

	if (tuple->none)
		return OK;
	label = label_of(results->arena, tuple);
	r.value = tuple->value;
	if (tuple->text.p != NULL && !num_double(slice_trim(tuple->text), &r.value))
		return no_number(results, file, label, err);
	if (results->level.n > 0)
		label = arena_printf(results->arena, "%.*s-%.*s", SLICE_FMT(label),
				     SLICE_FMT(results->level));
	r.line = file->input->line_no;
	fill_metric(results, file->row, label, &r);
	results->samples++;
	return sink_emit(results->sink, &r, err);
}

static enum err odd(struct bench_out *out, const struct bench_file *file, const char *text,
		    struct error *err)
{
	struct results *results = CONTAINER_OF(out, struct results, out);

	return sink_diagnostic(results->sink, file->input->line_no, err, "%s", text);
}

/* Other files of the iteration come before or after this one, as the input has them. */
static enum err no_other(const struct bench_file *file, const char *name,
			 void (*take)(void *data, struct slice line), void *data, struct error *err)
{
	(void)file;
	(void)name;
	(void)take;
	(void)data;
	(void)err;
	return OK;
}

static enum err read_results(struct bench_file *file, struct results *results, struct error *err)
{
	enum err e = file->row->parser->parse(file, err);

	if (e == OK)
		e = input_status(file->input, err);
	if (e == OK && results->samples == 0)
		e = sink_diagnostic(results->sink, file->input->line_no, err,
				    "no measurement in it");
	return e;
}

/* Benchmarks keep their output in logs/ (noprofile/ until 2019); the rest of the path is *name. */
static bool is_result(const struct mmtests_member *member, struct slice *name)
{
	struct slice path = member->path, folder;

	*name = member->results;
	if (name->n > 0)
		return true;
	(void)take_part(&path); /* iter-N */
	(void)take_part(&path); /* benchmark */
	folder = take_part(&path);
	*name = path;
	return slice_is(folder, "logs") || slice_is(folder, "noprofile");
}

/*
 * The row for a result file, and the factors in its name; NULL when it is none that is read. Some
 * benchmarks had a level for the size of pages; *level is it where it is not the usual one.
 */
static const struct benchmark *find_row(const struct mmtests_member *member, struct slice *name,
					struct benchmark_factors *of, struct slice *level)
{
	const struct benchmark *row;
	struct slice rest, size;

	*level = SLICE("");
	if (!is_result(member, name))
		return NULL;
	row = benchmark_of_file(member->benchmark, *name, of);
	rest = *name;
	size = take_part(&rest);
	if (row != NULL || rest.n == 0)
		return row;
	if (slice_is(size, "huge") || slice_is(size, "transhuge"))
		*level = size;
	else if (!slice_is(size, "base") && !slice_is(size, "default"))
		return NULL;
	*name = rest;
	return benchmark_of_file(member->benchmark, rest, of);
}

/* Of a file of facts as all layouts since 2019 call it. */
static struct slice facts_name(const struct mmtests_member *member)
{
	return member->facts.n > 0 ? member->facts : member->path;
}

bool mmtests_reads(const struct mmtests_member *member)
{
	struct benchmark_factors of;
	struct slice name, level;

	if (member->benchmark.n > 0)
		return find_row(member, &name, &of, &level) != NULL;
	return member->iteration > 0 && mmtests_has_facts(facts_name(member));
}

static bool in_profile_folder(struct slice path)
{
	return slice_find(path, "/fine-profile-") < path.n ||
	       slice_find(path, "/coarse-profile-") < path.n;
}

bool mmtests_is_profile(const struct mmtests_member *member)
{
	struct slice name = mmtests_plain_name(member->path);
	bool is_called_so = slice_starts(name, "perf-report") ||
			    slice_starts(name, "profile-summary") ||
			    (slice_ends(name, ".txt") &&
			     (slice_starts(name, "profile-") || in_profile_folder(member->path)));

	return is_called_so && !mmtests_reads(member);
}

bool mmtests_lacks_parser(const struct mmtests_member *member)
{
	struct slice name;

	return member->benchmark.n > 0 && is_result(member, &name) &&
	       !benchmark_known(member->benchmark);
}

static enum err parse_results(struct arena *arena, const struct mmtests_member *member,
			      struct input *input, struct sink *sink, bool *is_result,
			      struct error *err)
{
	struct results results = { .out = { put, odd }, .arena = arena, .sink = sink };
	bool is_over = false;
	struct bench_file file = {
		.folder = member->benchmark,
		.count = &results.count,
		.kept = results.kept,
		.is_last = true,
		.is_over = &is_over,
		.input = input,
		.arena = arena,
		.out = &results.out,
		.beside = no_other,
	};

	file.row = find_row(member, &file.name, &file.of, &results.level);
	*is_result = file.row != NULL;
	if (!*is_result)
		return OK;
	file.name = benchmark_plain_name(file.name);
	file.number = perl_value(file.of.number);
	return read_results(&file, &results, err);
}

enum err mmtests_parse(struct arena *arena, const struct mmtests_member *member,
		       struct input *input, struct sink *sink, bool *is_result, struct error *err)
{
	*is_result = false;
	if (member->benchmark.n > 0)
		return parse_results(arena, member, input, sink, is_result, err);
	input->path = facts_name(member);
	return member->iteration == 0 ? OK : mmtests_facts(input, sink, err);
}
