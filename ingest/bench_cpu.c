/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parsers of the benchmarks of threads, locks and wakeups. */
#include "ingest/bench.h"
#include "ingest/perl.h"

/* ---- aim9: "     1 page_test    0.45     20        44.26597     75252.16 System ..." ---- */

/* The peer's grep: "_test" anywhere. Rates stand in word 6. */
static enum err parse_aim9(struct bench_file *file, struct error *err)
{
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		struct bench_tuple tuple = { .number = file->number };

		if (slice_find(line, "_test") == line.n)
			continue;
		tuple.metric = bench_keep(file, awk_word(line, 2));
		tuple.text = awk_word(line, 6).n > 0 ? awk_word(line, 6) : SLICE("");
		e = bench_put_tuple(file, &tuple, err);
	}
	return e;
}

const struct bench_parser bench_aim9 = { "aim9", parse_aim9 };

/* ---- ebizzy: "16810 records/s 4203 4199 4205 4203", then times ---- */

static enum err parse_ebizzy(struct bench_file *file, struct error *err)
{
	struct slice line, rest, word;
	enum err e;

	if (!input_line(file->input, &line))
		line = SLICE("");
	if (!file->as_peer && slice_find(line, " records/s") == line.n)
		return bench_odd(file, err, "expected records a second");
	e = bench_put(file, "total_rsec", file->number, awk_word(line, 1), err);
	rest = bench_behind(line, " records/s ");
	if (rest.p == NULL)
		rest = file->as_peer ? line : SLICE_NONE;
	while (e == OK && (word = slice_field(&rest)).n > 0)
		e = bench_put(file, "thread_rsec", ++*file->count, word, err);
	return e;
}

const struct bench_parser bench_ebizzy = { "ebizzy", parse_ebizzy };

/* ---- easywave: the last line with "elapsed:" ---- */

static enum err parse_easywave(struct bench_file *file, struct error *err)
{
	struct slice line, value = SLICE_NONE;

	while (input_line(file->input, &line))
		if (slice_find(line, "elapsed:") < line.n)
			value = bench_keep(file, awk_word(line, 6));
	if (value.p == NULL && !file->as_peer)
		return OK;
	return bench_put(file, "exectime", file->number, value, err);
}

const struct bench_parser bench_easywave = { "easywave", parse_easywave };

/* ---- schbench ---- */

enum { SCHBENCH_ROWS = 64 };

/* The rows since the last "current rps": what ends without one is the summary of the whole run. */
struct schbench {
	double interval;
	struct slice metric; /* kept */
	struct bench_tuple rows[SCHBENCH_ROWS];
	size_t count;
};

static bool is_percentile(struct slice word)
{
	static const char *const wanted[] = { "20.0th:", "50.0th:", "90.0th:", "99.0th:",
					      "99.9th:" };

	for (size_t i = 0; i < ARRAY_SIZE(wanted); i++)
		if (slice_is(word, wanted[i]))
			return true;
	return false;
}

/* "  50.0th: 6          (43 samples)" or "* 99.0th: 12         (5 samples)" */
static void schbench_row(struct bench_file *file, struct schbench *state, struct slice line)
{
	struct slice rest = line, name = slice_field(&rest), value;

	size_t at = (size_t)(name.p - line.p);

	if (slice_is(name, "*"))
		name = slice_field(&rest);
	else if (at < 2 || line.p[at - 1] != ' ' || line.p[at - 2] != ' ')
		return;
	value = slice_field(&rest);
	if (!is_percentile(name) || state->count == SCHBENCH_ROWS)
		return;
	name.n--;
	state->rows[state->count++] = (struct bench_tuple){
		.metric = state->metric,
		.a = bench_keep(file, name),
		.b = file->of.a,
		.number = state->interval,
		.text = bench_keep(file, value),
	};
}

static enum err schbench_line(struct bench_file *file, struct schbench *state, struct slice line,
			      struct error *err)
{
	enum err e = OK;

	if (slice_find(line, "percentile") < line.n)
		state->metric = bench_keep(file, awk_word(line, 1));
	if (bench_behind(bench_behind(line, "Wakeup Latencies"), "runtime").p != NULL)
		state->interval = perl_value(awk_word(line, 6));
	if (slice_find(line, "current rps") < line.n) {
		for (size_t i = 0; e == OK && i < state->count; i++)
			e = bench_put_tuple(file, &state->rows[i], err);
		state->count = 0;
	}
	schbench_row(file, state, line);
	return e;
}

static enum err parse_schbench(struct bench_file *file, struct error *err)
{
	struct schbench state = { .interval = 1 };
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line))
		e = schbench_line(file, &state, line, err);
	return e;
}

const struct bench_parser bench_schbench = { "schbench", parse_schbench };

/* ---- stress-ng: rows below the heading with "(secs)" ---- */

/* Behind the last "] ": "stress-ng: metrc: [123] vm  4567 60.00 0.5 0.1 76.1 ..." */
static struct slice behind_brackets(struct slice line)
{
	struct slice rest;

	while ((rest = bench_behind(line, "] ")).p != NULL)
		line = rest;
	return line;
}

/* The closing "successful run completed" looks like a row to the peer. */
static enum err parse_stress_ng(struct bench_file *file, struct error *err)
{
	struct slice line;
	bool is_below = false;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		struct bench_tuple tuple = { .a = file->of.a, .number = file->number };
		struct perl_words words;
		double value;

		if (slice_find(line, "(secs)") < line.n) {
			is_below = true;
			continue;
		}
		if (!is_below)
			continue;
		perl_split(behind_brackets(line), &words);
		tuple.text = words.count > 5 ? words.word[5] : SLICE("");
		if (!file->as_peer && !perl_number(tuple.text, &value))
			continue;
		tuple.metric = arena_printf(file->arena, "%s%.*s", file->row->metric,
					    SLICE_FMT(perl_word(&words, 0)));
		e = bench_put_tuple(file, &tuple, err);
	}
	return e;
}

const struct bench_parser bench_stress_ng = { "stress-ng", parse_stress_ng };

/* ---- perf bench futex ---- */

/* "[Run 1]: Wokeup 4 of 4 threads in 0.0353 ms" */
static enum err parse_perf_futex_wake(struct bench_file *file, struct error *err)
{
	struct slice line, rest;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		if (slice_find(line, ": Wokeup") == line.n)
			continue;
		while ((rest = bench_behind(line, "threads in")).p != NULL)
			line = rest;
		e = bench_put_value(file, "wake-latency", file->number,
				    awk_print(perl_value(awk_word(line, 1)) * 1000), err);
	}
	return e;
}

const struct bench_parser bench_perf_futex_wake = { "futex-wake", parse_perf_futex_wake };

static const struct futex_line {
	const char *text, *before, *unit; /* in order; the number stands before unit */
	double factor;
} futex_lines[] = {
	{ "futexes:", " [ ", " ops/sec", 1 }, { "futex:", " [ ", " ops/sec", 1 },
	{ ": Requeued", " in ", " ms", 1 },   { ": Awoke and Requeued", " in ", " ms", 1 },
	{ ": Wokeup", " in ", " ms", 1 },     { ": Avg per-thread latency", " in ", " ms", 1000 },
};

/* The number of a line: what stands between `before` and `unit`, the last such. */
static bool futex_value(struct slice line, double *out)
{
	for (size_t i = 0; i < ARRAY_SIZE(futex_lines); i++) {
		const struct futex_line *kind = &futex_lines[i];
		struct slice rest = bench_behind(line, kind->text), found = SLICE_NONE;

		while ((rest = bench_behind(rest, kind->before)).p != NULL) {
			struct slice number = slice_head(rest, slice_find(rest, kind->unit));
			double value;

			if (number.n < rest.n && perl_number(number, &value))
				found = number;
		}
		if (found.p != NULL) {
			*out = perl_print(perl_value(found) * kind->factor);
			return true;
		}
	}
	return false;
}

static enum err parse_futexbench(struct bench_file *file, struct error *err)
{
	struct bench_tuple tuple = {
		.metric = file->of.a,
		.a = SLICE("private"),
		.b = file->of.number,
	};
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		if (slice_find(line, "shared") < line.n)
			tuple.a = SLICE("shared");
		if (!futex_value(line, &tuple.value))
			continue;
		tuple.number++;
		e = bench_put_tuple(file, &tuple, err);
	}
	return e;
}

const struct bench_parser bench_futexbench = { "futex", parse_futexbench };

/* ---- rt-tests ---- */

static struct slice without_zeros(struct slice word)
{
	while (slice_starts(word, "0"))
		word = slice_skip(word, 1);
	return word;
}

/* The peer loses the last CPU, and leading zeros even where all are. */
static enum err cyclictest_values(struct bench_file *file, const char *metric, struct slice list,
				  struct error *err)
{
	struct bench_tuple tuple = { .metric = slice_str(metric) };
	struct slice word;
	enum err e = OK;

	for (unsigned cpu = 0; e == OK && slice_split(&list, ' ', &word); cpu++) {
		if (list.n == 0 && file->as_peer)
			break;
		tuple.a = arena_printf(file->arena, "%u", cpu);
		tuple.text = file->as_peer ? without_zeros(word) : word;
		e = bench_put_tuple(file, &tuple, err);
	}
	return e;
}

/* "# Min Latencies: 00002 00003" and the like, below the histogram */
static enum err parse_cyclictest(struct bench_file *file, struct error *err)
{
	static const struct {
		const char *begin, *metric;
	} kinds[] = {
		{ "# Min Latencies: ", "MinLat" },
		{ "# Avg Latencies: ", "AvgLat" },
		{ "# Max Latencies: ", "MaxLat" },
		{ "# Histogram Overflows: ", "Overflow" },
	};
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line))
		for (size_t i = 0; e == OK && i < ARRAY_SIZE(kinds); i++)
			if (slice_take(&line, kinds[i].begin))
				e = cyclictest_values(file, kinds[i].metric, line, err);
	return e;
}

const struct bench_parser bench_cyclictest = { "cyclictest", parse_cyclictest };

/* Cuts the digits behind text off *rest. */
static bool take_number_behind(struct slice *rest, const char *text, struct slice *number)
{
	struct slice found = bench_behind(*rest, text);
	size_t n = 0;

	if (found.p == NULL)
		return false;
	while (slice_starts(found, " "))
		found = slice_skip(found, 1);
	while (n < found.n && found.p[n] >= '0' && found.p[n] <= '9')
		n++;
	*number = slice_head(found, n);
	*rest = slice_skip(found, n);
	return n > 0;
}

/* "#1 -> #0, Min    1, Cur    2, Avg    2, Max   23" */
static enum err parse_pmqtest(struct bench_file *file, struct error *err)
{
	struct slice line, from, to, min, cur, avg, max;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		const struct {
			const char *name;
			struct slice *value;
		} columns[] = { { "Min", &min }, { "Avg", &avg }, { "Max", &max } };

		if (!take_number_behind(&line, "#", &from) ||
		    !take_number_behind(&line, "#", &to) ||
		    !take_number_behind(&line, "Min", &min) ||
		    !take_number_behind(&line, "Cur", &cur) ||
		    !take_number_behind(&line, "Avg", &avg) ||
		    !take_number_behind(&line, "Max", &max))
			continue;
		for (size_t i = 0; e == OK && i < ARRAY_SIZE(columns); i++) {
			struct bench_tuple tuple = {
				.metric =
					arena_printf(file->arena, "%s-%.*s->%.*s", columns[i].name,
						     SLICE_FMT(from), SLICE_FMT(to)),
				.number = 1,
				.text = *columns[i].value,
			};

			e = bench_put_tuple(file, &tuple, err);
		}
	}
	return e;
}

const struct bench_parser bench_pmqtest = { "pmqtest", parse_pmqtest };

/* ---- rt-migrate-test: rows of a sample for each task; priorities are told at the end ---- */

struct migration {
	size_t tasks;
	bool is_reading;
	struct perl_words *rows; /* without the first word */
	size_t count, capacity;
	struct slice priorities[PERL_WORDS_MAX];
};

static bool is_migration_row(struct slice line)
{
	struct slice rest = slice_trim(line), word = slice_field(&rest);
	double value;

	return slice_starts(line, " ") && slice_ends(word, ":") &&
	       perl_number(slice_head(word, word.n - 1), &value);
}

static void migration_line(struct bench_file *file, struct migration *state, struct slice line)
{
	struct slice rest = line, task, priority;

	if (slice_starts(line, "Iter:")) {
		struct perl_words words;

		perl_split(line, &words);
		state->tasks = words.count - 1;
		state->is_reading = true;
	} else if (state->is_reading && is_migration_row(line)) {
		struct perl_words words;

		perl_split(bench_keep(file, slice_trim(line)), &words);
		ARENA_PUSH(file->arena, state->rows, state->count, state->capacity, words);
	} else if (slice_starts(line, "Parent pid:")) {
		state->is_reading = false;
	} else if (!state->is_reading && slice_starts(line, " Task ") &&
		   take_number_behind(&rest, "Task", &task) &&
		   take_number_behind(&rest, "(prio", &priority) &&
		   perl_value(task) < PERL_WORDS_MAX) {
		state->priorities[(size_t)perl_value(task)] = bench_keep(file, priority);
	}
}

static enum err parse_rtmigration(struct bench_file *file, struct error *err)
{
	struct migration state = { 0 };
	struct slice line;
	enum err e = OK;

	while (input_line(file->input, &line))
		migration_line(file, &state, line);
	for (size_t task = 0; e == OK && task < state.tasks && task < PERL_WORDS_MAX; task++) {
		struct bench_tuple tuple = {
			.metric = arena_printf(file->arena, "task-%zu-p%.*s", task,
					       SLICE_FMT(state.priorities[task])),
		};

		for (size_t i = 0; e == OK && i < state.count; i++) {
			tuple.number++;
			tuple.text = perl_word(&state.rows[i], task + 1);
			if (tuple.text.p == NULL)
				tuple.text = SLICE("");
			e = bench_put_tuple(file, &tuple, err);
		}
	}
	return e;
}

const struct bench_parser bench_rtmigration = { "rt-migrate", parse_rtmigration };
