/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parsers of the benchmarks of databases. */
#include "ingest/bench.h"
#include "ingest/perl.h"

/* ---- pgbench: a line a second, "epoch count sum_lat sum_lat2 min max" ---- */

enum { PGBENCH_BATCH = 4, PGBENCH_START = 2 * PGBENCH_BATCH };

struct pgbench {
	double line, first, batch_start, sum;
	int in_batch, batches;
};

/*
 * The first seconds warm up. Then four lines are a batch, and its rate is over the time since the
 * last line of the batch before; the first batch is left out.
 */
static enum err pgbench_line(struct bench_file *file, struct pgbench *state, struct slice line,
			     struct error *err)
{
	struct perl_words words;
	double time, rate;
	enum err e = OK;

	perl_split(line, &words);
	time = perl_value(perl_word(&words, 0));
	if (state->first == 0)
		state->first = time;
	if (state->batch_start == 0)
		state->batch_start = time;
	if (++state->line < PGBENCH_START)
		return OK;
	state->sum += perl_value(perl_word(&words, 1));
	if (++state->in_batch < PGBENCH_BATCH)
		return OK;
	if (time == state->batch_start) { /* the peer divides by 0 and dies */
		*file->is_over = true;
		return bench_odd(file, err, "expected lines a second apart");
	}
	rate = perl_print(state->sum / (time - state->batch_start));
	if (state->batches++ > 0)
		e = bench_put_value(file, "txn", time - state->first, rate, err);
	state->batch_start = time;
	state->in_batch = 0;
	state->sum = 0;
	return e;
}

static enum err parse_pgbench(struct bench_file *file, struct error *err)
{
	struct pgbench state = { 0 };
	struct slice line;
	enum err e = OK;

	while (e == OK && !*file->is_over && input_line(file->input, &line))
		e = pgbench_line(file, &state, line, err);
	return e;
}

const struct bench_parser bench_pgbench = { "pgbench", parse_pgbench };

/* ---- redis-benchmark --csv ---- */

enum { REDIS_FIELDS = 9 };

static const struct redis_column {
	const char *suffix;
	size_t field;
	bool is_rate; /* per second, in thousands; else milliseconds, in microseconds */
} redis_columns[] = {
	{ "-RPS", 1, true },    { "-latMin", 3, false }, { "-latAvg", 2, false },
	{ "-lat95", 5, false }, { "-lat99", 6, false },  { "-latMax", 7, false },
};

static struct slice unquoted(struct slice field)
{
	while (slice_starts(field, "\""))
		field = slice_skip(field, 1);
	while (slice_ends(field, "\""))
		field.n--;
	return field;
}

/* "GET","123456.78","0.123","0.040","0.119","0.207","0.295","1.503" */
static enum err redis_line(struct bench_file *file, struct slice line, struct error *err)
{
	struct slice fields[REDIS_FIELDS] = { 0 };
	struct slice name;
	enum err e = OK;

	for (size_t i = 0; i < REDIS_FIELDS && slice_split(&line, ',', &fields[i]); i++)
		fields[i] = unquoted(fields[i]);
	name = slice_head(fields[0], slice_find(fields[0], " ("));
	for (size_t i = 0; e == OK && i < ARRAY_SIZE(redis_columns); i++) {
		const struct redis_column *column = &redis_columns[i];
		double value = perl_value(fields[column->field]);
		struct bench_tuple tuple = {
			.metric = arena_printf(file->arena, "%.*s%s", SLICE_FMT(name),
					       column->suffix),
			.a = file->of.a,
			.number = file->number,
			.value = awk_print(column->is_rate ? value / 1000 : value * 1000),
			.headline = column->is_rate,
		};

		if (file->as_peer || fields[column->field].n > 0)
			e = bench_put_tuple(file, &tuple, err);
	}
	return e;
}

static enum err parse_redis(struct bench_file *file, struct error *err)
{
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line))
		if (slice_find(line, "test") == line.n && (file->as_peer || line.n > 0))
			e = redis_line(file, line, err);
	return e;
}

const struct bench_parser bench_redis = { "redis-csv", parse_redis };

/* ---- memtier: "Totals  98765.4  0.00  98765.4  1.234 ... 5678.9" ---- */

static const char *const memtier_metrics[] = { "ops/sec", "hits/sec", "misses/sec", "latency" };

static enum err memtier_line(struct bench_file *file, struct slice line, struct error *err)
{
	struct slice rest = line;
	enum err e = OK;

	(void)slice_field(&rest); /* "Totals" */
	for (size_t i = 0; e == OK && i < ARRAY_SIZE(memtier_metrics); i++) {
		struct bench_tuple tuple = {
			.metric = slice_str(memtier_metrics[i]),
			.a = file->of.a,
			.number = file->number,
			.text = slice_field(&rest),
			.headline = i == 0,
		};

		if (tuple.text.n == 0)
			tuple.text = SLICE("");
		e = bench_put_tuple(file, &tuple, err);
	}
	/* Newer ones print percentiles before the rate, and the peer takes all of it for a number.
	 */
	rest = slice_trim(rest);
	if (e == OK)
		e = bench_put(file, "kb/sec", file->number,
			      file->as_peer ? rest : awk_word(line, -1), err);
	return e;
}

static enum err parse_memtier(struct bench_file *file, struct error *err)
{
	struct slice line, totals = SLICE_NONE;

	while (input_line(file->input, &line))
		if (slice_starts(line, "Totals") && totals.p == NULL)
			totals = bench_keep(file, line);
	if (totals.p == NULL && !file->as_peer)
		return OK;
	return memtier_line(file, totals.p != NULL ? totals : SLICE(""), err);
}

const struct bench_parser bench_memtier = { "memtier", parse_memtier };

/* ---- sysbench: "    transactions:                        123456 (2057.58 per sec.)" ---- */

static enum err parse_sysbench(struct bench_file *file, struct error *err)
{
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		struct slice rest = bench_behind(line, "transactions:"), value;
		struct perl_words words;

		if (rest.p == NULL || slice_find(rest, "per sec") == rest.n)
			continue;
		perl_split(line, &words);
		value = perl_word(&words, 3);
		(void)slice_take(&value, "("); /* not before it in older ones */
		e = bench_put(file, file->row->metric, (*file->count)++, value, err);
	}
	return e;
}

const struct bench_parser bench_sysbench = { "sysbench", parse_sysbench };
