/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf bench: all suites. A block begins with "# Running 'sched/pipe' benchmark:", or with a line
 * that nothing else prints when its head was cut off; lines with '#' tell the parameters.
 * --format=simple prints bare numbers, which count only when the user names this format.
 */
#include "ingest/format.h"
#include "ingest/run_heading.h"
#include "lib/num.h"

enum { LABELS_MAX = 8, STRANGE_LINES_MAX = 3 };

struct bench {
	struct sink *sink;
	size_t line;
	struct slice run, benchmark, function;
	struct label labels[LABELS_MAX]; /* parameters */
	size_t label_count;
	int64_t n; /* threads or runs since the last summary */
	bool is_simple;
};

static void set_label(struct bench *b, const char *key, struct slice value)
{
	size_t i = 0;

	while (i < b->label_count && !slice_is(b->labels[i].key, key))
		i++;
	if (i == LABELS_MAX || value.n == 0)
		return;
	b->labels[i] = (struct label){ slice_str(key), value };
	b->label_count += i == b->label_count;
}

/* A sample with the parameters as labels, and one more when key is not NULL. */
struct measure {
	const char *metric;
	struct slice metric_text, unit; /* metric_text: instead of metric */
	enum better better;
	double value, sem_percent;
	const char *key;
	struct slice key_value;
	int64_t iteration;
	bool is_mean;
};

static enum err emit(struct bench *b, const struct measure *m, struct error *err)
{
	struct record r = record_init(RECORD_SAMPLE);
	struct label labels[LABELS_MAX + 1];
	size_t n = b->label_count;

	for (size_t i = 0; i < n; i++)
		labels[i] = b->labels[i];
	if (m->key != NULL)
		labels[n++] = (struct label){ slice_str(m->key), m->key_value };
	r.line = b->line;
	r.run = b->run;
	r.benchmark = b->benchmark;
	r.metric = m->metric != NULL ? slice_str(m->metric) : m->metric_text;
	r.labels = labels;
	r.label_count = n;
	r.unit = m->unit;
	r.better = m->better;
	r.value = m->value;
	r.sem_percent = m->sem_percent;
	r.iteration = (int)m->iteration;
	if (m->is_mean) {
		r.statistic = SLICE("mean");
		r.n = b->n > 0 ? b->n : RECORD_NO_COUNT;
	}
	return sink_emit(b->sink, &r, err);
}

static struct measure measure_init(const char *metric, struct slice unit, enum better better)
{
	return (struct measure){
		.metric = metric, .unit = unit, .better = better, .sem_percent = RECORD_NO_NUMBER
	};
}

/* ---- heads and parameters ---- */

/* "# Running 'sched/pipe' benchmark:", "# Running syscall/basic benchmark...": the name. */
static struct slice running(struct slice s)
{
	struct slice name;

	if (!slice_take(&s, "# Running "))
		return SLICE_NONE;
	name = slice_field(&s);
	if (!slice_starts(s, " benchmark") && !slice_starts(s, "benchmark"))
		return SLICE_NONE;
	if (slice_take(&name, "'") && slice_ends(name, "'"))
		name.n--;
	return slice_find_char(name, '/') < name.n ? name : SLICE_NONE;
}

/* The word before the first of these words in s: "4" of "# 4 groups == 160 processes run". */
static struct slice number_before(struct slice s, const char *noun)
{
	struct slice before = slice_head(s, slice_find(s, noun)), number;
	uint64_t value;

	if (before.n == s.n)
		return SLICE_NONE;
	before = slice_trim_end(before);
	number = slice_skip(before, slice_rfind_char(before, ' ') + 1);
	return num_uint(number, &value) ? number : SLICE_NONE;
}

static void read_parameters(struct bench *b, struct slice s)
{
	static const char *const nouns[][2] = {
		{ " sender and receiver ", "per_group" },
		{ " groups == ", "groups" },
		{ " processes run", "processes" },
		{ " threads run", "threads" },
		{ " threads ", "threads" },
		{ " threads,", "threads" },
		{ " threads\t", "threads" },
		{ " secs.", "secs" },
	};
	struct slice rest = s;

	for (size_t i = 0; i < ARRAY_SIZE(nouns); i++)
		set_label(b, nouns[i][1], number_before(s, nouns[i][0]));
	if (slice_take(&rest, "# Executed "))
		set_label(b, "executed", slice_field(&rest));
	if (slice_take(&rest, "# Copying "))
		set_label(b, "size", slice_field(&rest));
	if (slice_take(&rest, "# function '")) {
		b->function = slice_head(rest, slice_find_char(rest, '\''));
		set_label(b, "function", b->function);
	}
}

/* ---- rows ---- */

struct simple_row {
	const char *end, *metric, *unit;
	enum better better;
};

/* NUMBER and what stands behind it. */
static const struct simple_row rows[] = {
	{ "usecs/op", "usecs/op", "usec", BETTER_LOWER },
	{ "usecs/op/cpu", "usecs/op/cpu", "usec", BETTER_LOWER },
	{ "nsecs/op", "nsecs/op", "nsec", BETTER_LOWER },
	{ "ops/sec", "ops/sec", "ops/sec", BETTER_HIGHER },
	{ "GB/sec", "throughput", "GB/sec", BETTER_HIGHER },
	{ "MB/sec", "throughput", "MB/sec", BETTER_HIGHER },
	{ "KB/sec", "throughput", "KB/sec", BETTER_HIGHER },
	{ "bytes/sec", "throughput", "bytes/sec", BETTER_HIGHER },
	{ "B/sec", "throughput", "B/sec", BETTER_HIGHER },
	{ "cycles/byte", "throughput", "cycles/byte", BETTER_LOWER },
};

static bool parse_simple(struct slice s, struct measure *out)
{
	struct slice number = slice_field(&s), unit = slice_trim(s);

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		if (!slice_is(unit, rows[i].end))
			continue;
		/* "1.5d KB/sec" of perf 6.1 */
		if (slice_ends(number, "d"))
			number.n--;
		*out = measure_init(rows[i].metric, slice_str(rows[i].unit), rows[i].better);
		return num_double(number, &out->value);
	}
	return false;
}

/* "Total time: 0.245 [sec]" */
static bool parse_total(struct slice s, struct measure *out)
{
	*out = measure_init("total time", SLICE("s"), BETTER_LOWER);
	return slice_take(&s, "Total time:") && num_double(slice_field(&s), &out->value) &&
	       slice_is(slice_trim(s), "[sec]");
}

/* The percent of "(+- 0.19%)" or "(+-3.12%)"; NaN when there is none. */
static double spread(struct slice s)
{
	size_t at = slice_find(s, "(+-");
	struct slice number = slice_trim(slice_skip(s, at + 3));
	double value;

	number = slice_head(number, slice_find_char(number, '%'));
	return at < s.n && num_double(number, &value) ? value : RECORD_NO_NUMBER;
}

/* "Averaged 1234 operations/sec (+- 1.5%), ...", "Averaged 1234 ADD operations (+- 1.5%)" */
static bool parse_averaged(struct slice s, struct measure *out)
{
	static const char *const kinds[][2] = { { "operations/sec", "ops/sec" },
						{ "ADD operations", "add operations" },
						{ "MOD operations", "mod operations" },
						{ "DEL operations", "del operations" } };
	struct slice number;

	if (!slice_take(&s, "Averaged "))
		return false;
	number = slice_field(&s);
	s = slice_trim(s);
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (!slice_starts(s, kinds[i][0]))
			continue;
		*out = measure_init(kinds[i][1], i == 0 ? SLICE("ops/sec") : SLICE_NONE,
				    BETTER_HIGHER);
		out->is_mean = true;
		out->sem_percent = spread(s);
		return num_double(number, &out->value);
	}
	return false;
}

/* "[Run 1]: Wokeup 4 of 4 threads in 0.1580 ms", and the same without "[Run 1]: " as the mean. */
static bool parse_latency(struct slice s, struct measure *out)
{
	size_t at;
	struct slice number;

	*out = measure_init("latency", SLICE("msec"), BETTER_LOWER);
	out->sem_percent = spread(s);
	if (slice_take(&s, "[Run ")) {
		struct slice run = slice_head(s, slice_find_char(s, ']'));

		if (!num_int(run, &out->iteration) || out->iteration < 1 ||
		    out->iteration > 1 << 20)
			return false;
	} else if (slice_starts(s, "Wokeup ") || slice_starts(s, "Requeued ") ||
		   slice_starts(s, "Avg per-thread latency ")) {
		out->is_mean = true;
	} else {
		return false;
	}
	at = slice_find(s, " in ");
	s = slice_skip(s, at + 4);
	number = slice_field(&s);
	return num_double(number, &out->value) && slice_is(slice_field(&s), "ms");
}

/* " main,  6.801, secs,  runtime-max/thread" */
static bool parse_numa(struct slice s, struct measure *out)
{
	struct slice parts[4];

	for (size_t i = 0; i < 4; i++) {
		struct slice part;

		if (!slice_split(&s, ',', &part))
			return false;
		parts[i] = slice_trim(part);
	}
	*out = measure_init(NULL, parts[2], BETTER_NONE);
	out->metric_text = parts[3];
	if (slice_is(parts[2], "secs") || slice_is(parts[2], "nsecs"))
		out->better = BETTER_LOWER;
	else if (slice_is(parts[2], "GB/sec"))
		out->better = BETTER_HIGHER;
	if (!slice_is(parts[0], "main")) {
		out->key = "name";
		out->key_value = parts[0];
	}
	return s.n == 0 && parts[0].n > 0 && parts[2].n > 0 && parts[3].n > 0 &&
	       slice_find_char(parts[3], ' ') == parts[3].n && num_double(parts[1], &out->value);
}

/* "Average X took: 1.234 usec (+- 0.010 usec)": the spread is absolute. */
static bool parse_average(struct slice s, struct measure *out)
{
	size_t colon = slice_find_char(s, ':'), plus = slice_find(s, "(+-");
	struct slice number, rest = slice_skip(s, plus + 3), left;
	double sem;

	if (!slice_starts(s, "Average ") || colon == s.n)
		return false;
	*out = measure_init(NULL, SLICE_NONE, BETTER_LOWER);
	out->metric_text = slice_head(s, colon);
	out->is_mean = true;
	left = slice_skip(slice_head(s, plus), colon + 1);
	number = slice_field(&left);
	out->unit = slice_field(&left);
	if (slice_is(out->unit, "ms"))
		out->unit = SLICE("msec");
	if (slice_find(out->metric_text, "num.") < out->metric_text.n)
		out->better = BETTER_NONE;
	if (!num_double(number, &out->value) || slice_field(&left).n > 0)
		return false;
	number = slice_field(&rest);
	number.n -= slice_ends(number, ")");
	if (plus < s.n && num_double(number, &sem) && out->value != 0)
		out->sem_percent = 100 * sem / out->value;
	return true;
}

/* The number behind a word: 244864 of "[ add: 244864 ops; mod: ...". */
static bool number_behind(struct slice s, const char *word, double *out)
{
	size_t at = slice_find(s, word);
	struct slice rest = slice_skip(s, at + slice_str(word).n);

	return at < s.n && num_double(slice_field(&rest), out);
}

/* "[thread  0] futexes: 0x1 ... 0x2 [ 490919 ops/sec ]", "[ add: 1 ops; mod: 2 ops; del: 3 ops ]"
 */
static enum err emit_thread(struct bench *b, struct slice s, bool *is_row, struct error *err)
{
	static const char *const kinds[][2] = { { "add: ", "add operations" },
						{ "mod: ", "mod operations" },
						{ "del: ", "del operations" } };
	struct slice rest = s, thread;
	struct measure m = measure_init("ops/sec", SLICE("ops/sec"), BETTER_HIGHER);
	uint64_t number;
	enum err e = OK;

	*is_row = false;
	if (!slice_take(&rest, "[thread"))
		return OK;
	thread = slice_trim(slice_head(rest, slice_find_char(rest, ']')));
	if (!num_uint(thread, &number))
		return OK;
	m.key = "thread";
	m.key_value = thread;
	rest = slice_skip(rest, slice_rfind_char(rest, '['));
	if (slice_ends(rest, " ops/sec ]") && number_behind(rest, "[", &m.value)) {
		*is_row = true;
		e = emit(b, &m, err);
	}
	for (size_t i = 0; e == OK && i < ARRAY_SIZE(kinds); i++) {
		if (!number_behind(rest, kinds[i][0], &m.value))
			continue;
		*is_row = true;
		m.metric = kinds[i][1];
		m.unit = SLICE_NONE;
		e = emit(b, &m, err);
	}
	b->n += *is_row;
	return e;
}

/* ---- blocks ---- */

/* A bare number: with --format=simple, and below "# function" where it is bytes a second. */
static bool parse_bare(const struct bench *b, struct slice s, struct measure *out)
{
	bool is_memory = b->function.n > 0;

	*out = is_memory ? measure_init("throughput", SLICE("bytes/sec"), BETTER_HIGHER)
			 : measure_init("total time", SLICE("s"), BETTER_LOWER);
	return (is_memory || b->is_simple) && num_double(s, &out->value);
}

static enum err take_row(struct bench *b, struct slice s, bool *is_row, struct error *err)
{
	struct measure m;
	enum err e = emit_thread(b, s, is_row, err);

	if (e != OK || *is_row)
		return e;
	*is_row = parse_total(s, &m) || parse_simple(s, &m) || parse_averaged(s, &m) ||
		  parse_latency(s, &m) || parse_average(s, &m) || parse_numa(s, &m) ||
		  parse_bare(b, s, &m);
	if (!*is_row)
		return OK;
	b->n += m.iteration > 0;
	e = emit(b, &m, err);
	/* the averages of one benchmark have one n */
	if (m.is_mean && !slice_starts(s, "Averaged"))
		b->n = 0;
	return e;
}

/* Lines that a block may begin with. */
static bool begins(const struct text *text, struct slice s)
{
	struct measure m;
	struct slice rest = s;

	if (running(s).n > 0 || parse_total(s, &m))
		return true;
	if (slice_starts(s, "# Executed ") || slice_starts(s, "# function '"))
		return true;
	if (parse_averaged(s, &m) || (slice_starts(s, "[Run ") && parse_latency(s, &m)))
		return true;
	if (slice_take(&rest, "[thread") && slice_ends(rest, "]"))
		return slice_ends(rest, " ops/sec ]") || slice_ends(rest, " ops ]");
	return text->chosen && num_double(s, &m.value);
}

static void begin_benchmark(struct bench *b, const struct text *text, size_t i, struct slice name)
{
	struct slice run = run_heading(text, i);

	b->benchmark = name;
	b->function = SLICE_NONE;
	b->label_count = 0;
	b->n = 0;
	if (run.n > 0)
		b->run = run;
}

static enum err read_block(struct text *text, size_t i, struct sink *sink, struct error *err)
{
	struct bench b = { .sink = sink, .is_simple = text->chosen };
	int strange = 0;
	enum err e = OK;

	b.run = run_heading(text, i);
	for (; e == OK && i < text->count && !text->lines[i].taken; i = text->lines[i].next) {
		struct slice s = slice_trim(text->lines[i].s), name = running(s);
		bool is_row = false;

		if (s.n == 0)
			continue;
		b.line = text->lines[i].line_no;
		if (name.n > 0)
			begin_benchmark(&b, text, i, name);
		else if (slice_starts(s, "#") || slice_starts(s, "Run summary ["))
			read_parameters(&b, s);
		else
			e = take_row(&b, s, &is_row, err);
		if (is_row || slice_starts(s, "#") || slice_starts(s, "Run summary [")) {
			text->lines[i].taken = true;
			strange = 0;
		} else if (++strange > STRANGE_LINES_MAX) {
			break;
		}
	}
	return e;
}

static enum err perf_bench_prose(struct arena *arena, struct text *text, struct sink *sink,
				 struct error *err)
{
	enum err e = OK;

	(void)arena;
	for (size_t i = 0; e == OK && i < text->count; i++)
		if (!text->lines[i].taken && begins(text, slice_trim(text->lines[i].s)))
			e = read_block(text, i, sink, err);
	return e;
}

const struct format fmt_perf_bench = {
	.name = "perf-bench",
	.summary = "results of perf's own benchmarks",
	.tool = "perf bench, checked with 5.10, 6.1 and 7.2",
	.prose = perf_bench_prose,
};
