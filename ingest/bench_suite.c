/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parsers of suites: those of standards bodies, tests that pass or fail, collections. */
#include "ingest/bench.h"
#include "ingest/perl.h"

/* ---- coremark: "Parallel PThreads : 4", "CoreMark 1.0 : 123456.78 / GCC ..." ---- */

static enum err parse_coremark(struct bench_file *file, struct error *err)
{
	struct bench_tuple tuple = { .metric = SLICE("score"), .number = file->number };
	struct slice line;

	while (input_line(file->input, &line)) {
		if (slice_find(line, "Parallel PThreads") < line.n)
			tuple.a = bench_keep(file, awk_word(line, -1));
		if (slice_find(line, "CoreMark 1") < line.n)
			tuple.text = bench_keep(file, awk_word(line, 4));
	}
	if (tuple.text.p == NULL && !file->as_peer)
		return OK;
	if (tuple.text.p == NULL)
		tuple.text = SLICE("");
	return bench_put_tuple(file, &tuple, err);
}

const struct bench_parser bench_coremark = { "coremark", parse_coremark };

/* ---- libmicro: "#  mean of 95%        0.12345" ---- */

static enum err parse_libmicro(struct bench_file *file, struct error *err)
{
	struct slice line, value = SLICE_NONE;

	while (input_line(file->input, &line))
		if (slice_find(line, "mean of 95%") < line.n)
			value = bench_keep(file, awk_word(line, -1));
	if (value.p == NULL && !file->as_peer)
		return OK;
	return bench_put(file, "mean95", 1, value, err);
}

const struct bench_parser bench_libmicro = { "libmicro", parse_libmicro };

/* ---- ltp: a line for each test of runltp, else a summary ---- */

struct ltp {
	struct bench_file *file;
	bool has_tests;
	enum err e;
	struct error *err;
};

/* "tag=abort01 stime=1796068486 dur=0 exit=exited stat=0 core=no cu=0 cs=0" */
static void ltp_test(void *data, struct slice line)
{
	struct ltp *ltp = data;
	struct bench_file *file = ltp->file;
	struct bench_tuple tuple = { .number = 1 };
	struct slice tag, exit, stat;
	struct perl_words words;

	ltp->has_tests = true;
	perl_split(line, &words);
	tag = perl_word(&words, 0);
	exit = perl_word(&words, 3);
	stat = perl_word(&words, 4);
	if (ltp->e != OK || !slice_take(&tag, "tag="))
		return;
	(void)slice_take(&stat, "stat=");
	tuple.metric =
		arena_printf(file->arena, "%.*s-%.*s", SLICE_FMT(file->of.a), SLICE_FMT(tag));
	/* 32: the test does not fit this system */
	tuple.value = perl_value(stat);
	if (slice_is(exit, "exit=exited") && tuple.value == 32)
		tuple.value = 0;
	ltp->e = bench_put_tuple(file, &tuple, ltp->err);
}

static bool counts_as_failure(struct slice line)
{
	return !slice_starts(line, "passed") && !slice_starts(line, "skipped") &&
	       !slice_starts(line, "broken");
}

static enum err parse_ltp(struct bench_file *file, struct error *err)
{
	struct ltp ltp = { .file = file, .err = err };
	struct slice name = arena_printf(file->arena, "runltp-%.*s", SLICE_FMT(file->of.a)), line;
	bool is_summary = false;
	double failures = 0;
	enum err e = file->beside(file, name.p, ltp_test, &ltp, err);

	if (e != OK || ltp.e != OK || ltp.has_tests)
		return e != OK ? e : ltp.e;
	while (input_line(file->input, &line)) {
		if (is_summary && counts_as_failure(line)) {
			struct perl_words words;

			perl_split(line, &words);
			failures += perl_value(perl_word(&words, 1));
		}
		is_summary = is_summary || slice_starts(line, "Summary:");
	}
	if (!is_summary && !file->as_peer)
		return OK;
	return bench_put_tuple(file,
			       &(struct bench_tuple){
				       .metric = file->of.a,
				       .number = 1,
				       .value = is_summary ? failures : -1,
			       },
			       err);
}

const struct bench_parser bench_ltp = { "ltp", parse_ltp };

static enum err parse_runltp(struct bench_file *file, struct error *err)
{
	struct ltp ltp = { .file = file, .err = err };
	struct slice line;

	while (ltp.e == OK && input_line(file->input, &line))
		ltp_test(&ltp, line);
	return ltp.e;
}

const struct bench_parser bench_runltp = { "runltp", parse_runltp };

/* ---- pi_stress: a file with the exit status beside each log ---- */

struct pistress {
	struct bench_file *file;
	bool found;
	enum err e;
	struct error *err;
};

static void pistress_line(void *data, struct slice line)
{
	struct pistress *state = data;

	state->found = true;
	if (state->e == OK)
		state->e = bench_put(state->file, "failures", ++state->file->kept[0], line,
				     state->err);
}

/* No status: it failed. */
static enum err parse_pistress(struct bench_file *file, struct error *err)
{
	struct pistress state = { .file = file, .err = err };
	struct slice name =
		arena_printf(file->arena, "pistress-%.*s.status", SLICE_FMT(file->of.a));
	enum err e = file->beside(file, name.p, pistress_line, &state, err);

	if (e != OK || state.e != OK || state.found)
		return e != OK ? e : state.e;
	return bench_put_value(file, "failures", ++file->kept[0], 1, err);
}

const struct bench_parser bench_pistress = { "pi_stress", parse_pistress };

static enum err parse_pistress_status(struct bench_file *file, struct error *err)
{
	struct pistress state = { .file = file, .err = err };
	struct slice line;

	while (state.e == OK && input_line(file->input, &line))
		pistress_line(&state, line);
	return state.e;
}

const struct bench_parser bench_pistress_status = { "pi_status", parse_pistress_status };

/* ---- xfstests: "generic/001 12s ... [expunged] ..." ---- */

static bool is_word_of(struct slice word, const char *characters)
{
	for (size_t i = 0; i < word.n; i++)
		if (slice_find_char(slice_str(characters), word.p[i]) == slice_str(characters).n)
			return false;
	return word.n > 0;
}

static bool is_test_name(struct slice word)
{
	size_t slash = slice_find_char(word, '/');

	return is_word_of(slice_head(word, slash), "abcdefghijklmnopqrstuvwxyz") &&
	       is_word_of(slice_skip(word, slash + 1), "abcdefghijklmnopqrstuvwxyz0123456789");
}

/* What stands between brackets: "[20:00:01] [20:00:02] [failed, exit status 1]" -> the third. */
static struct slice bracketed(struct slice results, size_t n)
{
	struct slice part = SLICE_NONE;

	for (size_t i = 0; i <= n; i++) {
		size_t open = slice_find_char(results, '['), close = slice_find_char(results, ']');
		size_t at = open < close ? open : close;

		part = slice_head(results, at);
		results = slice_skip(results, at + 1);
	}
	return part;
}

/* The last digit behind "failed", as the peer takes it; 0 = it passed. */
static double failed_with(struct slice state)
{
	struct slice rest = bench_behind(state, "failed");

	for (size_t i = rest.n; i > 0; i--)
		if (rest.p != NULL && rest.p[i - 1] >= '0' && rest.p[i - 1] <= '9')
			return rest.p[i - 1] - '0';
	return 0;
}

static enum err parse_xfstests(struct bench_file *file, struct error *err)
{
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		size_t end = slice_find_char(line, ' ');
		struct bench_tuple tuple = { .number = 1 };
		struct slice results;

		if (slice_find_char(line, '\t') < end)
			end = slice_find_char(line, '\t');
		if (end == line.n || !is_test_name(slice_head(line, end)))
			continue;
		results = slice_skip(line, end + 1);
		/* "[" before what the times left over */
		results = slice_skip(results, slice_find_char(results, '['));
		if (slice_is(bracketed(results, 5), "not run"))
			continue;
		tuple.metric = bench_keep(file, slice_head(line, end));
		tuple.value = failed_with(bracketed(results, 3));
		e = bench_put_tuple(file, &tuple, err);
	}
	return e;
}

const struct bench_parser bench_xfstests = { "xfstests", parse_xfstests };

/* ---- unixbenchd: "COUNT|12345|1|lps"; what ran is told by commands.log ---- */

struct unixbench {
	struct bench_file *file;
	struct slice command;
};

static void take_command(void *data, struct slice line)
{
	struct unixbench *state = data;

	if (slice_find(line, "pgms") < line.n)
		state->command = bench_keep(state->file, slice_basename(awk_word(line, 1)));
}

static enum err parse_unixbenchd(struct bench_file *file, struct error *err)
{
	struct unixbench state = { .file = file, .command = SLICE("") };
	struct slice line, value;
	enum err e = file->beside(file, "commands.log", take_command, &state, err);

	while (e == OK && input_line(file->input, &line)) {
		struct bench_tuple tuple = {
			.metric = file->as_peer ? state.command : SLICE("count"),
		};

		if (slice_find(line, "COUNT") == line.n || !slice_split(&line, '|', &value))
			continue;
		if (!slice_split(&line, '|', &value) || value.n == 0)
			continue;
		tuple.text = value;
		e = bench_put_tuple(file, &tuple, err);
	}
	return e;
}

const struct bench_parser bench_unixbenchd = { "unixbench", parse_unixbenchd };

/* ---- simoop ---- */

static const char *const simoop_ops[] = { "Read", "Write", "Allocation" };

static const struct simoop_percentile {
	const char *begin, *metric;
} simoop_percentiles[] = {
	{ "(p50: ", "p50" },
	{ "(p95: ", "p95" },
	{ "(p99: ", "p99" },
	{ "(max: ", "max" },
};

struct simoop {
	double time;
	bool is_warm;
	struct bench_tuple rows[ARRAY_SIZE(simoop_percentiles)]; /* the last report is dropped */
	size_t count;
};

static struct slice without_commas(struct bench_file *file, struct slice word)
{
	char *out = arena_alloc(file->arena, word.n + 1);
	size_t n = 0;

	for (size_t i = 0; i < word.n; i++)
		if (word.p[i] != ',')
			out[n++] = word.p[i];
	return (struct slice){ out, n };
}

/* "Read latency usec: (p50: 1,234) (p95: 5,678) (p99: 9,999) (max: 12,345)" */
static enum err simoop_latency(struct bench_file *file, struct simoop *state, struct slice line,
			       struct error *err)
{
	struct slice rest = bench_behind(line, " latency usec: ");
	struct slice op = slice_head(line, slice_find(line, " latency usec: "));
	bool known = false;
	enum err e = OK;

	while (slice_find_char(op, ' ') < op.n)
		op = slice_skip(op, slice_find_char(op, ' ') + 1);
	for (size_t i = 0; i < ARRAY_SIZE(simoop_ops); i++)
		known = known || slice_is(op, simoop_ops[i]);
	if (rest.p == NULL || !known)
		return OK;
	for (size_t i = 0; e == OK && i < state->count; i++)
		e = bench_put_tuple(file, &state->rows[i], err);
	state->count = 0;
	for (size_t i = 0; e == OK && i < ARRAY_SIZE(simoop_percentiles); i++) {
		rest = bench_behind(rest, simoop_percentiles[i].begin);
		state->rows[state->count++] = (struct bench_tuple){
			.metric = arena_printf(file->arena, "%s-%.*s", simoop_percentiles[i].metric,
					       SLICE_FMT(op)),
			.number = state->time,
			.text = without_commas(file, slice_head(rest, slice_find(rest, ")"))),
			.headline = i == 1,
		};
	}
	return e;
}

/* "Run time: 60 seconds" */
static bool take_run_time(struct slice line, double *time)
{
	struct slice rest = bench_behind(line, "Run time: ");

	if (rest.p == NULL || slice_find(rest, " seconds") == rest.n)
		return false;
	*time = perl_value(rest);
	return true;
}

static enum err parse_simoop(struct bench_file *file, struct error *err)
{
	struct simoop state = { 0 };
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		if (slice_starts(line, "Warmup complete"))
			state.is_warm = true;
		if (slice_starts(line, "Final stats"))
			state.is_warm = false;
		if (!state.is_warm || take_run_time(line, &state.time))
			continue;
		e = simoop_latency(file, &state, line, err);
	}
	return e;
}

const struct bench_parser bench_simoop = { "simoop", parse_simoop };

/* "work rate = 12.34/sec (avg 12.30/sec) (p50: ..." */
static enum err simoop_rate(struct bench_file *file, double time, struct slice line,
			    struct error *err)
{
	size_t at = slice_find(line, " rate = ");
	struct slice name = slice_head(line, at), value = slice_skip(line, at + 8);
	struct bench_tuple tuple = { .number = time };
	size_t stall = slice_find(name, "alloc stall");

	value = slice_head(value, slice_find(value, "/sec"));
	if (at == line.n || !perl_number(value, &tuple.value) || tuple.value <= 0)
		return OK;
	tuple.metric = stall < name.n ? arena_printf(file->arena, "%.*s%.*s",
						     SLICE_FMT(slice_head(name, stall)),
						     SLICE_FMT(slice_skip(name, stall + 6)))
				      : bench_keep(file, name);
	return bench_put_tuple(file, &tuple, err);
}

static enum err parse_simoop_rates(struct bench_file *file, struct error *err)
{
	struct slice line;
	bool is_warm = false;
	double time = 0;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		is_warm = is_warm || slice_starts(line, "Warmup complete");
		if (is_warm && !take_run_time(line, &time))
			e = simoop_rate(file, time, line, err);
	}
	return e;
}

const struct bench_parser bench_simoop_rates = { "simoop-rates", parse_simoop_rates };
