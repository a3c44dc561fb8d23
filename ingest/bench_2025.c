/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parsers of what only mmtests until 2025 read, or read otherwise. */
#include "ingest/bench.h"

#include <math.h>

#include "ingest/perl.h"

/* ---- pagealloc: "order 0 batchsize 1 alloc 123 free 45", cycles ---- */

enum { PAGEALLOC_BATCHES = 64, PAGEALLOC_WARMUP = 2 };

struct pagealloc {
	struct slice batches[PAGEALLOC_BATCHES]; /* kept */
	double samples[PAGEALLOC_BATCHES];
	size_t count;
};

/* The peer counts the samples of a batch size over all orders. */
static double pagealloc_count(struct bench_file *file, struct pagealloc *state, struct slice batch)
{
	size_t i = 0;

	while (i < state->count && !slice_eq(state->batches[i], batch))
		i++;
	if (i == PAGEALLOC_BATCHES)
		return 0;
	if (i == state->count)
		state->batches[state->count++] = bench_keep(file, batch);
	return ++state->samples[i];
}

static enum err pagealloc_line(struct bench_file *file, struct pagealloc *state, struct slice line,
			       struct error *err)
{
	static const char *const names[] = { "alloc", "free", "total" };
	struct perl_words words;
	double count, values[3];
	enum err e = OK;

	perl_split(line, &words);
	if (!file->as_peer && words.count < 8)
		return line.n > 0 ? bench_odd(file, err, "expected order, batch size and cycles")
				  : OK;
	count = pagealloc_count(file, state, perl_word(&words, 3));
	values[0] = perl_value(perl_word(&words, 5));
	values[1] = perl_value(perl_word(&words, 7));
	values[2] = perl_print(values[0] + values[1]);
	for (size_t i = 0; e == OK && count > PAGEALLOC_WARMUP && i < ARRAY_SIZE(names); i++) {
		struct bench_tuple tuple = {
			.metric = slice_str(names[i]),
			.a = arena_printf(file->arena, "odr%.*s", SLICE_FMT(perl_word(&words, 1))),
			.b = bench_keep(file, perl_word(&words, 3)),
			.number = count - PAGEALLOC_WARMUP - 1,
			.value = values[i],
		};

		e = bench_put_tuple(file, &tuple, err);
	}
	return e;
}

static enum err parse_pagealloc(struct bench_file *file, struct error *err)
{
	struct pagealloc *state = ARENA_NEW(file->arena, struct pagealloc);
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line))
		e = pagealloc_line(file, state, line, err);
	return e;
}

const struct bench_parser bench_pagealloc = { "pagealloc", parse_pagealloc };

/* ---- ebizzy ---- */

/* The digits before " records": what the whole took. */
static bool ebizzy_line(struct slice line, struct slice *total)
{
	size_t end = slice_find(line, " records"), start = end;

	while (start > 0 && line.p[start - 1] >= '0' && line.p[start - 1] <= '9')
		start--;
	*total = (struct slice){ line.p + start, end - start };
	return end < line.n;
}

static enum err parse_ebizzy_total(struct bench_file *file, struct error *err)
{
	struct slice line, total, last = SLICE("");

	while (input_line(file->input, &line))
		if (ebizzy_line(line, &total))
			last = bench_keep(file, total);
	return bench_put(file, "Rsec", 0, last, err);
}

static enum err parse_ebizzy_threads(struct bench_file *file, struct error *err)
{
	struct perl_words words;
	struct slice line, total;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		if (!ebizzy_line(line, &total))
			continue;
		perl_split(line, &words);
		for (size_t i = 2; e == OK && i < words.count; i++)
			e = bench_put(file, "Rsec", (*file->count)++, words.word[i], err);
	}
	return e;
}

static enum err parse_ebizzy_spread(struct bench_file *file, struct error *err)
{
	struct perl_words words;
	struct slice line, total;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		double min = HUGE_VAL, max = -HUGE_VAL;

		if (!ebizzy_line(line, &total))
			continue;
		perl_split(line, &words);
		for (size_t i = 2; i < words.count; i++) {
			min = fmin(min, perl_value(words.word[i]));
			max = fmax(max, perl_value(words.word[i]));
		}
		if (words.count > 2)
			e = bench_put_value(file, "spread", (*file->count)++, max - min, err);
	}
	return e;
}

const struct bench_parser bench_ebizzy_total = { "ebizzy-total", parse_ebizzy_total };
const struct bench_parser bench_ebizzy_threads = { "ebizzy-threads", parse_ebizzy_threads };
const struct bench_parser bench_ebizzy_spread = { "ebizzy-spread", parse_ebizzy_spread };

/* ---- pgbench ---- */

enum { PGBENCH_2025_BATCH = 4, PGBENCH_2025_SKIP = 1 + 2 * PGBENCH_2025_BATCH };

struct tps {
	struct bench_file *file;
	enum err e;
	struct error *err;
};

/* "tps = 1234.5 (including connections establishing)", where nothing was told by the second */
static void take_tps(void *data, struct slice line)
{
	struct tps *tps = data;
	struct slice rest = line;

	if (tps->e == OK && slice_take(&rest, "tps = ") && slice_find(rest, " (including") < rest.n)
		tps->e = bench_put(tps->file, "", 0, slice_head(rest, slice_find_char(rest, ' ')),
				   tps->err);
}

static enum err pgbench_total(struct bench_file *file, struct error *err)
{
	struct tps tps = { .file = file, .err = err };
	struct slice name = arena_printf(file->arena, "pgbench-%.*s.log", SLICE_FMT(file->of.a));
	enum err e = file->beside(file, name.p, take_tps, &tps, err);

	return e != OK ? e : tps.e;
}

/* Means over four seconds each; 0 becomes 1. */
static enum err parse_pgbench_batches(struct bench_file *file, struct error *err)
{
	double first = 0, sum = 0, readings = 0;
	size_t lines = 0, in_batch = 0;
	struct perl_words words;
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		double time;

		perl_split(line, &words);
		time = perl_value(perl_word(&words, 0));
		first = first == 0 ? time : first;
		if (++lines <= PGBENCH_2025_SKIP)
			continue;
		sum += perl_value(perl_word(&words, 1));
		if (++in_batch < PGBENCH_2025_BATCH)
			continue;
		sum /= PGBENCH_2025_BATCH;
		e = bench_put_value(file, "", time - first, sum == 0 ? 1 : sum, err);
		sum = 0;
		in_batch = 0;
		readings++;
	}
	return e == OK && readings == 0 ? pgbench_total(file, err) : e;
}

const struct bench_parser bench_pgbench_batches = { "pgbench-batches", parse_pgbench_batches };

struct seconds {
	double time, count;
};

/* A stall: seconds with less than a quarter of the mean, until one with more. */
static enum err parse_pgbench_stalls(struct bench_file *file, struct error *err)
{
	struct seconds *seconds = NULL;
	size_t n = 0, capacity = 0;
	double sum = 0, start = 0, count = 0, min = 0, max = 0, total = 0;
	struct perl_words words;
	struct slice line;
	enum err e;

	while (input_line(file->input, &line)) {
		struct seconds second;

		perl_split(line, &words);
		second.time = perl_value(perl_word(&words, 0));
		second.count = perl_value(perl_word(&words, 1));
		sum += second.count;
		ARENA_PUSH(file->arena, seconds, n, capacity, second);
	}
	for (size_t i = 0; i < n; i++) {
		double stall = seconds[i].time - start;

		if (seconds[i].count < trunc(sum / (double)n / 4)) {
			start = start == 0 ? seconds[i].time : start;
		} else if (start != 0) {
			min = count == 0 ? stall : fmin(min, stall);
			max = count == 0 ? stall : fmax(max, stall);
			total += stall;
			count++;
			start = 0;
		}
	}
	e = bench_put_value(file, "NrStalls", 0, count, err);
	if (e == OK)
		e = bench_put_value(file, "MinStall", 0, min, err);
	if (e == OK)
		e = bench_put_value(file, "AvgStall", 0, count > 0 ? total / count : 0, err);
	if (e == OK)
		e = bench_put_value(file, "MaxStall", 0, max, err);
	return e == OK ? bench_put_value(file, "TotStall", 0, total, err) : e;
}

const struct bench_parser bench_pgbench_stalls = { "pgbench-stalls", parse_pgbench_stalls };

/* ---- redis ---- */

/* "GET (10 keys)" -> "GET-10"; other parentheses go */
static struct slice redis_name(struct bench_file *file, struct slice name)
{
	size_t at = slice_find(name, " (");
	struct slice inside = slice_skip(name, at + 2);
	size_t end = slice_find(inside, " keys)");
	double keys;

	while (slice_starts(name, "\"")) {
		name = slice_skip(name, 1);
		at--;
	}
	while (slice_ends(name, "\"") && at > name.n - 1)
		name.n--;
	if (end < inside.n && perl_number(slice_head(inside, end), &keys))
		return arena_printf(file->arena, "%.*s-%.*s", SLICE_FMT(slice_head(name, at)),
				    SLICE_FMT(slice_head(inside, end)));
	return bench_keep(file, slice_head(name, at));
}

static struct slice no_quotes(struct slice word)
{
	while (slice_starts(word, "\""))
		word = slice_skip(word, 1);
	while (slice_ends(word, "\""))
		word.n--;
	return word;
}

static enum err parse_redis_rates(struct bench_file *file, struct error *err)
{
	struct slice line, name, rate;
	enum err e = OK;

	++*file->count;
	while (e == OK && input_line(file->input, &line)) {
		struct bench_tuple tuple = { .metric = file->of.a, .number = *file->count };

		if (!slice_split(&line, ',', &name))
			continue;
		if (!slice_split(&line, ',', &rate))
			rate = SLICE("");
		tuple.a = redis_name(file, name);
		tuple.text = no_quotes(rate);
		if (file->as_peer || !slice_is(tuple.a, "test"))
			e = bench_put_tuple(file, &tuple, err);
	}
	return e;
}

const struct bench_parser bench_redis_rates = { "redis-rates", parse_redis_rates };

static enum err parse_memtier_rates(struct bench_file *file, struct error *err)
{
	static const char *const names[] = { "ops/sec", "hits/sec", "miss/sec" };
	struct slice line;
	enum err e = OK;

	++*file->count;
	while (e == OK && input_line(file->input, &line))
		for (int i = 0; e == OK && slice_starts(line, "Totals") && i < 3; i++)
			e = bench_put(file, names[i], *file->count, awk_word(line, i + 2), err);
	return e;
}

const struct bench_parser bench_memtier_rates = { "memtier-rates", parse_memtier_rates };

/* ---- stream: the mean over all files, in GB/s ---- */

enum {
	STREAM_COPY,
	STREAM_SCALE,
	STREAM_ADD,
	STREAM_TRIAD,
	STREAM_OPS,
	STREAM_FILES = STREAM_OPS,
	STREAM_THREADS
};

static void stream_line(struct bench_file *file, struct slice line)
{
	static const char *const ops[] = { "Copy:", "Scale:", "Add:", "Triad:" };
	struct slice threads = bench_behind(line, "Threads counted = ");

	if (threads.p != NULL)
		file->kept[STREAM_THREADS] = perl_value(threads);
	for (size_t i = 0; i < STREAM_OPS; i++)
		if (slice_starts(line, ops[i]))
			file->kept[i] += perl_value(awk_word(line, 2));
}

static enum err parse_stream_mean(struct bench_file *file, struct error *err)
{
	static const char *const names[] = { "copy", "scale", "add", "triad" };
	struct slice line, threads = SLICE("");
	enum err e = OK;

	while (input_line(file->input, &line))
		stream_line(file, line);
	file->kept[STREAM_FILES]++;
	if (!file->is_last)
		return OK;
	if (file->kept[STREAM_THREADS] > 0)
		threads = arena_printf(file->arena, "%.0f", file->kept[STREAM_THREADS]);
	for (size_t i = 0; e == OK && i < STREAM_OPS; i++)
		e = bench_put_tuple(
			file,
			&(struct bench_tuple){
				.metric = slice_str(names[i]),
				.a = threads,
				.value = file->kept[i] / 1024 / file->kept[STREAM_FILES],
			},
			err);
	return e;
}

const struct bench_parser bench_stream_mean = { "stream-mean", parse_stream_mean };

/* ---- fs_mark: rows below the line that begins with FSUse ---- */

static enum err fsmark_rows(struct bench_file *file, const char *metric, size_t word, bool skips,
			    struct error *err)
{
	struct perl_words words;
	struct slice line;
	bool is_below = false;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		if (!is_below) {
			is_below = slice_starts(line, "FSUse");
			continue;
		}
		if (skips && (slice_find(line, "Insufficient free space") < line.n ||
			      slice_find(line, "No space") < line.n))
			continue;
		perl_split(line, &words);
		file->kept[0]++;
		e = bench_put(file, metric, file->kept[0] + 1, perl_word(&words, word), err);
	}
	return e;
}

static enum err parse_fsmark_rates(struct bench_file *file, struct error *err)
{
	return fsmark_rows(file, "files/sec", 4, true, err);
}

static enum err parse_fsmark_overhead(struct bench_file *file, struct error *err)
{
	return fsmark_rows(file, "overhead", 5, false, err);
}

const struct bench_parser bench_fsmark_rates = { "fsmark-rates", parse_fsmark_rates };
const struct bench_parser bench_fsmark_overhead = { "fsmark-overhead", parse_fsmark_overhead };

/* ---- reaim: comma-separated, a row for each number of tasks; JPM is jobs a minute ---- */

static enum err parse_reaim(struct bench_file *file, struct error *err)
{
	struct slice line, part;
	size_t column = 0;
	enum err e = OK;

	if (!input_line(file->input, &line))
		return OK;
	/* without JPM the peer takes the last column */
	while (slice_split(&line, ',', &part) && !slice_is(part, "JPM"))
		column++;
	if (line.n == 0 && !slice_is(part, "JPM") && column > 0)
		column--;
	while (e == OK && input_line(file->input, &line)) {
		struct bench_tuple tuple = { .metric = file->of.a, .number = 1 };

		tuple.text = SLICE("");
		for (size_t i = 0; slice_split(&line, ',', &part); i++) {
			if (i == 0)
				tuple.a = bench_keep(file, part);
			if (i == column)
				tuple.text = part;
		}
		e = bench_put_tuple(file, &tuple, err);
	}
	return e;
}

const struct bench_parser bench_reaim = { "reaim", parse_reaim };

/* ---- unixbench: "Pipe Throughput   1234567.8 lps ... ", then in the summary three numbers ---- */

static const char *const unixbench_rows[] = {
	"Dhrystone 2 using register variables ",
	"Pipe Throughput ",
	"System Call Overhead ",
	"Execl Throughput ",
	"Process Creation ",
};

/* The second of three numbers at the end of a summary's row. */
static bool unixbench_value(struct slice line, struct slice *out)
{
	struct slice rest = SLICE_NONE, first, second, third;
	double value;

	for (size_t i = 0; i < ARRAY_SIZE(unixbench_rows) && rest.p == NULL; i++)
		if (slice_starts(line, unixbench_rows[i]))
			rest = slice_skip(line, slice_str(unixbench_rows[i]).n);
	if (slice_starts(line, "File "))
		rest = bench_behind(line, "maxblocks ");
	if (rest.p == NULL)
		return false;
	first = slice_field(&rest);
	second = slice_field(&rest);
	third = slice_field(&rest);
	if (!perl_number(first, &value) || !perl_number(second, &value) || perl_value(third) <= 0)
		return false;
	*out = second;
	return true;
}

static enum err parse_unixbench(struct bench_file *file, struct error *err)
{
	struct slice line, value;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line))
		if (unixbench_value(line, &value))
			e = bench_put(file, "unixbench", ++*file->count, value, err);
	return e;
}

const struct bench_parser bench_unixbench = { "unixbench-old", parse_unixbench };
