/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/mmtests_read.h"

#include <stdlib.h>
#include <string.h>

#include "ingest/bench.h"
#include "ingest/perl.h"
#include "lib/num.h"

enum { LABEL_BYTES = 1024 };

/* A file of the row, and what its name tells. */
struct source {
	size_t at; /* in the logs */
	struct slice name;
	struct benchmark_factors of;
	double a, b, number;
	double place; /* of A in the file "workloads" */
};

/* What a parser put out, until the iteration is sorted. */
struct tuple {
	struct slice metric, a, b;
	double number, value;
	double a_value, b_value; /* sort -n */
	size_t rank;             /* of the metric in the row's list */
	size_t seq;              /* as read */
	bool has_value, headline;
};

struct reader {
	struct bench_out out;
	const struct mmtests_reading *reading;
	const struct benchmark *row;
	struct slice folder;
	struct mmtests_logs *logs; /* of the iteration at hand */
	struct slice level;        /* "base/": where the files are below logs */
	struct source *sources;
	size_t source_count, source_capacity;
	struct tuple *tuples;
	size_t tuple_count, tuple_capacity;
	struct arena files, texts; /* for one iteration */
	size_t iteration;
	bool is_over;  /* the peer's parser would have died */
	bool declares; /* only makes labels known */
	bool is_fixed; /* and no others come after them */
};

/* ---- labels ---- */

static size_t add_part(char *label, size_t n, struct slice part, bool dash)
{
	if (dash && (part.n == 0 || slice_is(part, "_")))
		return n;
	if (n + part.n + 1 > LABEL_BYTES)
		part = slice_head(part, LABEL_BYTES - n - 1);
	if (dash && n > 0)
		label[n++] = '-';
	if (part.n > 0)
		memcpy(label + n, part.p, part.n);
	return n + part.n;
}

static void add_tuple(struct reader *reader, const struct tuple *tuple)
{
	const struct mmtests_reading *reading = reader->reading;
	struct peer_operation *operation;
	char text[LABEL_BYTES + 1];
	struct slice label = { text, add_part(text, 0, tuple->metric, false) };

	label.n = add_part(text, label.n, tuple->a, true);
	label.n = add_part(text, label.n, tuple->b, true);
	if (reading->wants != NULL && !reading->wants(reading->data, label))
		return;
	operation = reader->is_fixed ? peer_run_find(reading->run, label)
				     : peer_run_operation(reading->run, label);
	if (operation == NULL || reader->declares)
		return;
	if (tuple->has_value)
		peer_operation_add(reading->run, operation, tuple->number, tuple->value);
	if (tuple->headline)
		peer_run_headline(reading->run, operation);
}

/* ---- from parsers ---- */

static size_t rank_of(const struct benchmark *row, struct slice metric)
{
	const struct benchmark_metric *entry = benchmark_metric(row, metric);

	return entry != NULL ? (size_t)(entry - row->metrics) : SIZE_MAX;
}

static enum err put(struct bench_out *out, const struct bench_file *file,
		    const struct bench_tuple *from, struct error *err)
{
	struct reader *reader = CONTAINER_OF(out, struct reader, out);
	struct tuple tuple = {
		.metric = from->metric,
		.a = from->a,
		.b = from->b,
		.number = from->number,
		.value = from->value,
		.seq = reader->tuple_count,
		.has_value = !from->none,
		.headline = from->headline && (reader->row->flags & ROW_NO_HEADLINE) == 0,
	};

	(void)file;
	(void)err;
	if (!from->none && from->text.p != NULL)
		tuple.has_value = perl_number(from->text, &tuple.value);
	if (reader->row->order == ORDER_AS_READ) {
		add_tuple(reader, &tuple);
		return OK;
	}
	if (reader->row->order == ORDER_METRICS) {
		tuple.rank = rank_of(reader->row, tuple.metric.n > 0 ? tuple.metric : tuple.a);
	} else {
		tuple.a_value = perl_value(tuple.a);
		tuple.b_value = perl_value(tuple.b);
	}
	ARENA_PUSH(&reader->texts, reader->tuples, reader->tuple_count, reader->tuple_capacity,
		   tuple);
	return OK;
}

static enum err odd(struct bench_out *out, const struct bench_file *file, const char *text,
		    struct error *err)
{
	(void)out; /* the peer says nothing */
	(void)file;
	(void)text;
	(void)err;
	return OK;
}

/* ---- order ---- */

static int compare_numbers(double x, double y)
{
	return (x > y) - (x < y);
}

static int compare_ranks(const void *x, const void *y)
{
	const struct tuple *a = x, *b = y;

	if (a->rank != b->rank)
		return a->rank < b->rank ? -1 : 1;
	return a->seq < b->seq ? -1 : a->seq > b->seq;
}

/* Numbers as text, as they stand in the peer's lines. */
static int compare_texts(double x, double y)
{
	char a[32], b[32];

	if (x == y)
		return 0;
	(void)snprintf(a, sizeof(a), "%.15g", x); /* it fits */
	(void)snprintf(b, sizeof(b), "%.15g", y);
	return strcmp(a, b);
}

static int compare_whole(const struct tuple *a, const struct tuple *b)
{
	int order = slice_cmp(a->metric, b->metric);

	if (order == 0)
		order = slice_cmp(a->a, b->a);
	if (order == 0)
		order = slice_cmp(a->b, b->b);
	if (order == 0)
		order = compare_texts(a->number, b->number);
	return order != 0 ? order : compare_texts(a->value, b->value);
}

/* sort(1), whose last key is the whole line. */
static int compare_keys(const struct tuple *a, const struct tuple *b, unsigned keys)
{
	int order = (keys & KEY_METRIC) != 0 ? slice_cmp(a->metric, b->metric) : 0;

	if (order == 0 && (keys & KEY_A) != 0)
		order = compare_numbers(a->a_value, b->a_value);
	if (order == 0 && (keys & KEY_A_TEXT) != 0)
		order = slice_cmp(a->a, b->a);
	if (order == 0 && (keys & KEY_B) != 0)
		order = compare_numbers(a->b_value, b->b_value);
	if (order == 0 && (keys & KEY_NUMBER) != 0)
		order = compare_numbers(a->number, b->number);
	if (order == 0 && (keys & KEY_AS_READ) == 0)
		order = compare_whole(a, b);
	return order != 0 ? order : a->seq < b->seq ? -1 : a->seq > b->seq;
}

static int compare_lines(const void *x, const void *y, void *keys)
{
	return compare_keys(x, y, *(const unsigned *)keys);
}

/* Puts what was read in order and hands it to the run. */
static void add_tuples(struct reader *reader)
{
	unsigned keys = reader->row->order;

	if (reader->tuple_count > 1 && keys == ORDER_METRICS)
		qsort(reader->tuples, reader->tuple_count, sizeof(*reader->tuples), compare_ranks);
	else if (reader->tuple_count > 1)
		qsort_r(reader->tuples, reader->tuple_count, sizeof(*reader->tuples), compare_lines,
			&keys);
	for (size_t i = 0; i < reader->tuple_count; i++)
		add_tuple(reader, &reader->tuples[i]);
	reader->tuples = NULL;
	reader->tuple_count = reader->tuple_capacity = 0;
	arena_reset(&reader->texts);
}

/* ---- files ---- */

static int compare_sources(const void *x, const void *y, void *by_number)
{
	const struct source *a = x, *b = y;
	int order = compare_numbers(a->place, b->place);

	if (order == 0)
		order = compare_numbers(a->a, b->a);
	if (order == 0)
		order = slice_cmp(a->of.a, b->of.a);
	if (order == 0)
		order = compare_numbers(a->b, b->b);
	if (order == 0)
		order = slice_cmp(a->of.b, b->of.b);
	if (order == 0 && *(const bool *)by_number)
		order = compare_numbers(a->number, b->number);
	return order != 0 ? order : slice_cmp(a->name, b->name);
}

static void sort_sources(struct reader *reader)
{
	bool by_number = (reader->reading->revision == PEER_HEAD ||
			  (reader->row->flags & ROW_WORKLOADS) != 0) &&
			 (reader->row->flags & ROW_GLOB) == 0;

	/* They come by name. */
	if (reader->source_count > 1 && (reader->row->flags & ROW_BY_NAME) == 0)
		qsort_r(reader->sources, reader->source_count, sizeof(*reader->sources),
			compare_sources, &by_number);
}

static void find_sources(struct reader *reader)
{
	size_t count = mmtests_logs_count(reader->logs);

	reader->sources = NULL;
	reader->source_count = reader->source_capacity = 0;
	for (size_t i = 0; i < count; i++) {
		struct source source = { .at = i, .name = mmtests_logs_name(reader->logs, i) };

		if (slice_is(source.name, "mmtests.log") || /* the console's */
		    !slice_starts(source.name, reader->level.p) ||
		    !benchmark_matches(reader->row, slice_skip(source.name, reader->level.n),
				       &source.of))
			continue;
		source.a = perl_value(source.of.a);
		source.b = perl_value(source.of.b);
		source.number = perl_value(source.of.number);
		ARENA_PUSH(&reader->files, reader->sources, reader->source_count,
			   reader->source_capacity, source);
	}
}

static bool same_factors(const struct source *x, const struct source *y)
{
	return slice_eq(x->of.a, y->of.a) && slice_eq(x->of.b, y->of.b);
}

/* Leaves those out of whose factors there is no file number 1. */
static void drop_without_first(struct reader *reader)
{
	size_t kept = 0, end;

	for (size_t i = 0; i < reader->source_count; i = end) {
		bool has_first = false;

		for (end = i; end < reader->source_count &&
			      same_factors(&reader->sources[i], &reader->sources[end]);
		     end++)
			has_first = has_first || slice_is(reader->sources[end].of.number, "1");
		for (size_t j = i; has_first && j < end; j++)
			reader->sources[kept++] = reader->sources[j];
	}
	reader->source_count = kept;
}

struct beside {
	struct mmtests_take take;
	void (*line)(void *data, struct slice line);
	void *data;
};

static enum err take_beside(struct mmtests_take *take, struct stream *stream, struct error *err)
{
	struct beside *beside = CONTAINER_OF(take, struct beside, take);
	struct input input;
	struct slice line;
	enum err e;

	input_init(&input, stream);
	while (input_line(&input, &line))
		beside->line(beside->data, line);
	e = input_status(&input, err);
	input_release(&input);
	return e;
}

static enum err read_beside(const struct bench_file *file, const char *name,
			    void (*take)(void *data, struct slice line), void *data,
			    struct error *err)
{
	struct reader *reader = CONTAINER_OF(file->out, struct reader, out);
	struct beside beside = { { take_beside }, take, data };
	bool found;
	size_t at;

	if (name[0] == '/')
		return mmtests_tree_file(reader->reading->tree, reader->iteration, name + 1,
					 SLICE(""), &beside.take, &found, err);
	if (!mmtests_logs_find(reader->logs, slice_str(name), &at))
		return OK;
	return mmtests_logs_read(reader->logs, at, &beside.take, err);
}

struct placing {
	struct reader *reader;
	bool done;
};

/* The first line names the workloads, between blanks or commas. */
static void place_workloads(void *data, struct slice line)
{
	struct placing *placing = data;
	struct reader *reader = placing->reader;
	double place = 0;

	for (; !placing->done && line.n > 0; place++) {
		size_t end = 0;

		while (end < line.n && line.p[end] != ' ' && line.p[end] != ',')
			end++;
		for (size_t i = 0; i < reader->source_count; i++)
			if (slice_eq(reader->sources[i].of.a, slice_head(line, end)))
				reader->sources[i].place = place;
		line = slice_skip(line, end + 1);
	}
	placing->done = true;
}

static enum err find_places(struct reader *reader, struct error *err)
{
	struct placing placing = { .reader = reader };
	struct beside beside = { { take_beside }, place_workloads, &placing };
	size_t at;

	if ((reader->row->flags & ROW_WORKLOADS) == 0 ||
	    !mmtests_logs_find(reader->logs, SLICE("workloads"), &at))
		return OK;
	return mmtests_logs_read(reader->logs, at, &beside.take, err);
}

struct taking {
	struct mmtests_take take;
	struct bench_file *file;
};

static enum err take_file(struct mmtests_take *take, struct stream *stream, struct error *err)
{
	struct bench_file *file = CONTAINER_OF(take, struct taking, take)->file;
	struct input input;
	enum err e;

	input_init(&input, stream);
	file->input = &input;
	e = file->row->parser->parse(file, err);
	if (e == OK)
		e = input_status(&input, err);
	input_release(&input);
	return e;
}

static enum err read_sources(struct reader *reader, struct error *err)
{
	double count = 0, kept[BENCH_KEPT] = { 0 };
	enum err e = OK;

	for (size_t i = 0; e == OK && !reader->is_over && i < reader->source_count; i++) {
		const struct source *source = &reader->sources[i];
		struct bench_file file = {
			.row = reader->row,
			.name = slice_skip(source->name, reader->level.n),
			.of = source->of,
			.folder = reader->folder,
			.number = source->number,
			.count = &count,
			.kept = kept,
			.is_last = i + 1 == reader->source_count,
			.as_peer = true,
			.is_over = &reader->is_over,
			.arena = &reader->texts,
			.out = &reader->out,
			.beside = read_beside,
		};
		struct taking taking = { { take_file }, &file };

		if (i > 0 && !same_factors(&source[-1], source))
			count = 0;
		e = mmtests_logs_read(reader->logs, source->at, &taking.take, err);
	}
	return e;
}

/* ---- iterations ---- */

static unsigned depth_of(const char *pattern)
{
	unsigned depth = 0;

	for (; *pattern != '\0'; pattern++)
		depth += *pattern == '/';
	return depth;
}

/* Until 2019 some benchmarks had a level for the size of pages; the peer takes one. */
static void find_in_level(struct reader *reader, size_t iteration)
{
	static const char *const levels[] = { "base/", "transhuge/", "default/", "huge/" };

	mmtests_logs_close(reader->logs);
	reader->logs = mmtests_logs_open(reader->reading->tree, iteration, reader->folder, 1);
	for (size_t i = 0;
	     reader->logs != NULL && reader->source_count == 0 && i < ARRAY_SIZE(levels); i++) {
		reader->level = slice_str(levels[i]);
		find_sources(reader);
	}
}

static enum err read_iteration(struct reader *reader, size_t iteration, struct error *err)
{
	unsigned depth = depth_of(reader->row->files);
	enum err e = OK;

	reader->level = SLICE("");
	reader->iteration = iteration;
	reader->is_over = false;
	reader->logs = mmtests_logs_open(reader->reading->tree, iteration, reader->folder, depth);
	if (reader->logs == NULL)
		return OK;
	find_sources(reader);
	if (reader->source_count == 0 && depth == 0)
		find_in_level(reader, iteration);
	e = find_places(reader, err);
	sort_sources(reader);
	if ((reader->row->flags & ROW_NEEDS_FIRST) != 0)
		drop_without_first(reader);
	if (e == OK)
		e = read_sources(reader, err);
	add_tuples(reader);
	mmtests_logs_close(reader->logs);
	arena_reset(&reader->files);
	return e;
}

/* Modules that list their operations themselves know those of the last iteration alone. */
static enum err fix_operations(struct reader *reader, size_t last, struct error *err)
{
	enum err e;

	reader->declares = true;
	e = read_iteration(reader, last, err);
	reader->declares = false;
	reader->is_fixed = reader->reading->run->count > 0;
	return e;
}

static enum err read_iterations(struct reader *reader, struct error *err)
{
	size_t count = mmtests_tree_iterations(reader->reading->tree);
	enum err e = OK;

	if ((reader->row->flags & ROW_FIXED) != 0 && count > 0)
		e = fix_operations(reader, count - 1, err);
	for (size_t i = 0; e == OK && i < count; i++) {
		e = read_iteration(reader, i, err);
		peer_run_next_iteration(reader->reading->run);
	}
	return e;
}

/* -b pfttime of the time before -a: the folder is pft's. */
static const struct benchmark *find_joined(const struct mmtests_reading *reading,
					   struct slice *folder)
{
	const struct benchmark *row;

	for (size_t i = 0; (row = benchmark_at(i)) != NULL; i++) {
		size_t n = slice_str(row->name).n;

		if (row->alt != NULL && (row->eras & (1U << reading->revision)) != 0 &&
		    slice_starts(reading->benchmark, row->name) &&
		    slice_is(slice_skip(reading->benchmark, n), row->alt)) {
			*folder = slice_head(reading->benchmark, n);
			return row;
		}
	}
	return NULL;
}

enum err mmtests_read(const struct mmtests_reading *reading, struct error *err)
{
	struct reader reader = {
		.out = { put, odd },
		.reading = reading,
		.folder = reading->benchmark,
		.row = benchmark_report(reading->revision, reading->benchmark, reading->alt),
	};
	enum err e;

	if (reader.row == NULL && reading->revision == PEER_2015)
		reader.row = find_joined(reading, &reader.folder);
	if (reader.row == NULL)
		return error_set(err, ERR_NOT_FOUND, "no report %.*s%s%.*s is known",
				 SLICE_FMT(slice_head(reading->benchmark, 64)),
				 reading->alt.n > 0 ? " -a " : "",
				 SLICE_FMT(slice_head(reading->alt, 64)));
	arena_init(&reader.files);
	arena_init(&reader.texts);
	e = read_iterations(&reader, err);
	arena_release(&reader.files);
	arena_release(&reader.texts);
	return e;
}
