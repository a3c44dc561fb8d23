/* SPDX-License-Identifier: GPL-2.0-or-later */
/* More parsers of mmtests until 2025: networks, schedulers, programs that print a score. */
#include "ingest/bench.h"

#include <math.h>

#include "ingest/perl.h"

/* The number between two texts of a line; p NULL = it is not there. */
static struct slice between(struct slice line, const char *before, const char *behind)
{
	struct slice rest = bench_behind(line, before);
	size_t end = slice_find(rest, behind);
	double value;

	if (rest.p == NULL || end == rest.n || !perl_number(slice_head(rest, end), &value))
		return SLICE_NONE;
	return slice_head(rest, end);
}

/* ---- netperf ---- */

enum { NETPERF_LOSS }; /* kept: whether any file lost much, as all after it then tell theirs */

static bool is_numbers(struct slice line)
{
	for (size_t i = 0; i < line.n; i++)
		if ((line.p[i] | 0x20) >= 'a' && (line.p[i] | 0x20) <= 'z')
			return false;
	return line.n > 0;
}

static enum err netperf_udp_rates(struct bench_file *file, struct slice sent, struct slice received,
				  struct error *err)
{
	double loss = perl_value(sent) - perl_value(received);
	enum err e = bench_put(file, "send", ++*file->count, sent, err);

	if (e == OK)
		e = bench_put(file, "recv", ++*file->count, received, err);
	if (e == OK && (file->kept[NETPERF_LOSS] > 0 || loss > perl_value(sent) / 10)) {
		file->kept[NETPERF_LOSS]++;
		e = bench_put_value(file, "loss", ++*file->count, perl_print(loss), err);
	}
	return e;
}

static enum err parse_netperf_rates(struct bench_file *file, struct error *err)
{
	bool is_udp = slice_is(file->of.b, "UDP_STREAM");
	struct slice sent = SLICE("0"), received = SLICE("0"), line;
	struct perl_words words;

	file->of.b = SLICE("");
	while (input_line(file->input, &line)) {
		line = slice_trim(line);
		if (!is_numbers(line))
			continue;
		perl_split(line, &words);
		if (is_udp ? words.count == 6 : words.count > 4)
			sent = bench_keep(file, perl_last(&words, 0));
		else if (is_udp && words.count == 4)
			received = bench_keep(file, perl_last(&words, 0));
	}
	return is_udp ? netperf_udp_rates(file, sent, received, err)
		      : bench_put(file, "", ++*file->count, sent, err);
}

const struct bench_parser bench_netperf_rates = { "netperf-rates", parse_netperf_rates };

/* ---- sockperf ---- */

/* "sockperf: Summary: BandWidth is 123.4 MBps (987.2 Mbps)" */
static enum err parse_sockperf(struct bench_file *file, struct error *err)
{
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		struct slice rest = bench_behind(line, "Summary: BandWidth is"), value;

		value = between(rest, "(", " Mbps)");
		if (value.p != NULL)
			e = bench_put(file, "", ++*file->count, value, err);
	}
	return e;
}

const struct bench_parser bench_sockperf = { "sockperf", parse_sockperf };

static bool take_number(struct slice *rest, double *value)
{
	size_t end = slice_find(*rest, ", ");
	struct slice word = slice_head(*rest, end);

	*rest = slice_skip(*rest, end + 2);
	return perl_number(word, value);
}

/* "123, 1.234567890, 1.234599999": number, sent and received, in seconds; half of it in us */
static enum err parse_sockperf_load(struct bench_file *file, struct error *err)
{
	struct bench_tuple tuple = {
		.metric = SLICE("size"),
		.a = file->of.a,
		.b = arena_printf(file->arena, "rate-%.*s", SLICE_FMT(file->of.b)),
	};
	double number, sent, received, start = 0;
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		if (!take_number(&line, &number) || !take_number(&line, &sent))
			continue;
		received = perl_value(line);
		start = start == 0 ? sent : start;
		tuple.number = sent - start;
		tuple.value = (received - sent) * 1000000 / 2;
		e = bench_put_tuple(file, &tuple, err);
	}
	return e;
}

const struct bench_parser bench_sockperf_load = { "sockperf-load", parse_sockperf_load };

/* ---- schbench: the rows of an interval, told when the next begins; the last is left out ---- */

enum { OLD_SCHBENCH_ROWS = 64 };

struct schbench_rows {
	struct bench_tuple rows[OLD_SCHBENCH_ROWS];
	size_t count;
	double interval;
	bool is_reading;
	struct slice metric;
};

/* "Wakeup Latencies percentiles (usec) runtime 5 (s) (1234 total samples)" */
static enum err schbench_heading(struct bench_file *file, struct schbench_rows *state,
				 struct slice line, struct error *err)
{
	struct slice metric = slice_head(line, slice_find(line, " Latencies percentiles"));
	struct slice rest = bench_behind(line, " Latencies percentiles"), samples = SLICE_NONE;
	enum err e = OK;

	while ((rest = bench_behind(rest, "(")).p != NULL)
		if (slice_find(rest, " total samples") < rest.n)
			samples = rest;
	state->metric = bench_keep(file, metric);
	state->is_reading = perl_value(samples) > 0;
	if (!slice_is(metric, "Wakeup"))
		return OK;
	state->interval++;
	for (size_t i = 0; e == OK && i < state->count; i++)
		e = bench_put_tuple(file, &state->rows[i], err);
	state->count = 0;
	return e;
}

static void add_row(struct bench_file *file, struct schbench_rows *state, struct slice name,
		    struct slice value, bool headline)
{
	if (state->count == OLD_SCHBENCH_ROWS)
		return;
	state->rows[state->count++] = (struct bench_tuple){
		.metric = state->metric,
		.a = bench_keep(file, name),
		.b = file->of.a,
		.number = state->interval,
		.text = bench_keep(file, value),
		.headline = headline,
	};
}

/* "  50.0th: 6          (43 samples)", "* 99.0th: ...", "  min=1, max=23" */
static void schbench_percentile(struct bench_file *file, struct schbench_rows *state,
				struct slice line)
{
	struct slice rest = line, name = slice_field(&rest), value, samples, max;
	bool is_rate = slice_is(state->metric, "RPS");

	if (slice_is(name, "*"))
		name = slice_field(&rest);
	value = slice_field(&rest);
	samples = between(rest, "(", " samples");
	if (slice_ends(name, "th:") && samples.p != NULL && slice_find_char(name, '.') < name.n) {
		name.n -= 3;
		while (slice_ends(name, "0") && slice_find_char(name, '.') < name.n)
			name.n--;
		if (slice_ends(name, "."))
			name.n--;
		if (perl_value(samples) > 0)
			add_row(file, state, arena_printf(file->arena, "%.*sth", SLICE_FMT(name)),
				value, slice_is(name, is_rate ? "50" : "99"));
	}
	max = bench_behind(line, "max=");
	if (max.p != NULL)
		add_row(file, state, SLICE("max"), max, false);
}

static enum err parse_schbench_old(struct bench_file *file, struct error *err)
{
	struct schbench_rows state = { 0 };
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		if (slice_find(line, " Latencies percentiles") < line.n &&
		    slice_find(line, " total samples") < line.n)
			e = schbench_heading(file, &state, line, err);
		else if (slice_starts(line, "RPS percentiles"))
			state.metric = SLICE("RPS");
		else if (state.is_reading)
			schbench_percentile(file, &state, line);
	}
	return e;
}

const struct bench_parser bench_schbench_old = { "schbench-old", parse_schbench_old };

/* ---- stutter: milliseconds ---- */

static enum err parse_stutter_ms(struct bench_file *file, struct error *err)
{
	enum { SAMPLES_MAX = 4 * 1000 * 1000 };
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		double count = perl_value(slice_field(&line));
		double latency = perl_value(slice_field(&line)) / 1000000;

		if (*file->count + count > SAMPLES_MAX)
			return error_set(err, ERR_LIMIT, "more than %d samples in a file",
					 SAMPLES_MAX);
		for (; e == OK && count > 0; count--)
			e = bench_put_value(file, "mmap", (*file->count)++, latency, err);
	}
	return e;
}

const struct bench_parser bench_stutter_ms = { "stutter-ms", parse_stutter_ms };

/* ---- scores ---- */

/* "CoreMark 1.0 : 123456.789 / GCC10 -O2 ... / Heap / 4:PThreads": threads of the first file */
static enum err parse_coremark_old(struct bench_file *file, struct error *err)
{
	struct perl_words words;
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		size_t end = slice_find(line, ":PThreads"), start = end;
		struct bench_tuple tuple = { .metric = SLICE("Score") };

		if (!slice_starts(line, "CoreMark 1"))
			continue;
		while (start > 0 && line.p[start - 1] >= '0' && line.p[start - 1] <= '9')
			start--;
		if (file->kept[0] == 0)
			file->kept[0] = end == line.n ? -1 : perl_value(slice_skip(line, start));
		perl_split(line, &words);
		tuple.a = arena_printf(file->arena, "%.0f", file->kept[0]);
		tuple.number = ++file->kept[1];
		tuple.text = perl_word(&words, 3);
		e = bench_put_tuple(file, &tuple, err);
	}
	return e;
}

const struct bench_parser bench_coremark_old = { "coremark-old", parse_coremark_old };

/* "Final score for writes:          53" */
static enum err parse_blogbench_old(struct bench_file *file, struct error *err)
{
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		if (!slice_starts(line, "Final score"))
			continue;
		if (slice_find(line, "reads") < line.n)
			e = bench_put(file, "ReadScore", 1, awk_word(line, -1), err);
		if (e == OK && slice_find(line, "writes") < line.n)
			e = bench_put(file, "WriteScore", 1, awk_word(line, -1), err);
	}
	return e;
}

const struct bench_parser bench_blogbench_old = { "blogbench-old", parse_blogbench_old };

/* "IOPS=1.23M, ..." at the start of a line, in thousands */
static enum err parse_io_uring_old(struct bench_file *file, struct error *err)
{
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		struct slice rest = line;
		size_t end;

		if (!slice_take(&rest, "IOPS="))
			continue;
		for (end = 0; end < rest.n &&
			      ((rest.p[end] >= '0' && rest.p[end] <= '9') || rest.p[end] == '.');)
			end++;
		if (end > 0 && end < rest.n && (rest.p[end] == 'K' || rest.p[end] == 'M'))
			e = bench_put_value(file, "kIOPS", 1,
					    perl_value(rest) * (rest.p[end] == 'M' ? 1000 : 1),
					    err);
	}
	return e;
}

const struct bench_parser bench_io_uring_old = { "t/io_uring-old", parse_io_uring_old };

/* "4i 5o throughput: 12.34 jobs/hour/core": of all threads, by the minute of an hour */
static enum err parse_pedsort_old(struct bench_file *file, struct error *err)
{
	struct slice line, value;
	double number = 0;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		value = between(line, "throughput: ", " jobs/hour/core");
		if (value.p != NULL)
			e = bench_put_value(file, "", ++number,
					    perl_value(value) * perl_value(file->of.a) * 60, err);
	}
	return e;
}

const struct bench_parser bench_pedsort_old = { "pedsort-old", parse_pedsort_old };

/* "warmup 1 ...", then "execute 12 ... 1234.5": a number and transactions a second */
static enum err parse_sqlite_old(struct bench_file *file, struct error *err)
{
	struct perl_words words;
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		perl_split(line, &words);
		if (!slice_is(perl_word(&words, 0), "warmup"))
			e = bench_put(file, "Trans", perl_value(perl_word(&words, 1)),
				      perl_word(&words, 3), err);
	}
	return e;
}

const struct bench_parser bench_sqlite_old = { "sqlite-old", parse_sqlite_old };

/* "info nodes 123456789 time 60000" */
static enum err parse_stockfish_nodes(struct bench_file *file, struct error *err)
{
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		struct slice nodes = between(line, "info nodes ", " time ");
		double time = perl_value(bench_behind(line, " time "));

		if (slice_starts(line, "info nodes ") && nodes.p != NULL && time > 0)
			e = bench_put_value(file, "totalnps", ++*file->count,
					    perl_value(nodes) / time, err);
	}
	return e;
}

const struct bench_parser bench_stockfish_nodes = { "stockfish", parse_stockfish_nodes };

/* ---- parallelio: what memcachetest managed while others copied so much ---- */

enum { IO_STEPS_MAX = 64 };

struct io_sizes {
	double mib[IO_STEPS_MAX];
};

/* "1 107374182 12 34.5": a step and the bytes that were copied in it */
static void take_io_size(void *data, struct slice line)
{
	struct io_sizes *sizes = data;
	struct slice rest = line;
	double step = perl_value(slice_field(&rest));

	if (step >= 0 && step < IO_STEPS_MAX)
		sizes->mib[(size_t)step] = trunc(trunc(perl_value(slice_field(&rest))) / 1048576);
}

/* "ops/sec: 12345": the last one */
static enum err parse_parallelio(struct bench_file *file, struct error *err)
{
	struct io_sizes *sizes = ARENA_NEW(file->arena, struct io_sizes);
	double step = perl_value(file->of.a);
	struct slice line, ops = SLICE("");
	enum err e = file->beside(file, "io-durations.log", take_io_size, sizes, err);

	while (e == OK && input_line(file->input, &line)) {
		struct slice rest = bench_behind(line, "ops/sec: ");

		if (rest.n > 0)
			ops = arena_printf(file->arena, "%.0f", perl_value(rest));
	}
	if (e != OK || (ops.n == 0 && !file->as_peer))
		return e;
	return bench_put_tuple(
		file,
		&(struct bench_tuple){
			.metric = SLICE("memcachetest"),
			.a = file->as_peer && step >= 0 && step < IO_STEPS_MAX
				     ? arena_printf(file->arena, "%.0fM", sizes->mib[(size_t)step])
				     : file->of.a,
			.number = ++*file->count,
			.text = ops,
		},
		err);
}

const struct bench_parser bench_parallelio = { "parallelio", parse_parallelio };

static enum err parse_parallelio_io(struct bench_file *file, struct error *err)
{
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		double size = trunc(trunc(perl_value(awk_word(line, 2))) / 1048576);
		struct bench_tuple tuple = {
			.metric = SLICE("io-duration"),
			.a = arena_printf(file->arena, "%.0fM", size),
			.number = perl_value(awk_word(line, 3)),
			.text = awk_word(line, 4).n > 0 ? awk_word(line, 4) : SLICE(""),
		};

		e = bench_put_tuple(file, &tuple, err);
	}
	return e;
}

const struct bench_parser bench_parallelio_io = { "parallelio-io", parse_parallelio_io };

struct swapping {
	double in, all, minor, major;
	double sign;
};

static void add_counter(struct swapping *sums, struct slice line)
{
	struct slice name = slice_field(&line);
	double value = sums->sign * perl_value(slice_field(&line));

	if (slice_is(name, "pswpin")) {
		sums->in += value;
		sums->all += value;
	} else if (slice_is(name, "pswpout")) {
		sums->all += value;
	} else if (slice_is(name, "pgmajfault")) {
		sums->major += value;
		sums->minor -= value;
	} else if (slice_is(name, "pgfault")) {
		sums->minor += value;
	}
}

/* /proc/vmstat behind "start:" and behind "end:" */
static enum err parse_parallelio_swap(struct bench_file *file, struct error *err)
{
	struct io_sizes *sizes = ARENA_NEW(file->arena, struct io_sizes);
	struct swapping sums = { .sign = 1 };
	double step = perl_value(file->of.a), number = ++*file->count;
	struct slice line;
	enum err e = file->beside(file, "io-durations.log", take_io_size, sizes, err);

	while (e == OK && input_line(file->input, &line)) {
		if (slice_starts(line, "start:"))
			sums.sign = -1;
		else if (slice_starts(line, "end:"))
			sums.sign = 1;
		else
			add_counter(&sums, line);
	}
	if (file->as_peer && step >= 0 && step < IO_STEPS_MAX)
		file->of.a = arena_printf(file->arena, "%.0fM", sizes->mib[(size_t)step]);
	if (e == OK)
		e = bench_put_value(file, "swaptotal", number, sums.all, err);
	if (e == OK)
		e = bench_put_value(file, "swapin", number, sums.in, err);
	if (e == OK)
		e = bench_put_value(file, "minorfaults", number, sums.minor, err);
	return e == OK ? bench_put_value(file, "majorfaults", number, sums.major, err) : e;
}

const struct bench_parser bench_parallelio_swap = { "parallelio-swap", parse_parallelio_swap };

/* ---- thp: where the pages of faults were ---- */

enum { THP_SIZE_WORD = 2, THP_LOCAL_WORD = 5 };

static enum err parse_thp_places(struct bench_file *file, struct error *err)
{
	static const char *const names[2][2] = {
		{ "local-base", "remote-base" },
		{ "local-huge", "remote-huge" },
	};
	double faults[2] = { 0 }, places[2][2] = { { 0 } }, uncertain = 0;
	struct perl_words words;
	struct slice line;
	enum err e = OK;

	while (input_line(file->input, &line)) {
		double place;
		size_t size;

		if (!slice_starts(line, "fault"))
			continue;
		perl_split(line, &words);
		size = !slice_is(perl_word(&words, THP_SIZE_WORD), "base");
		place = perl_value(perl_word(&words, THP_LOCAL_WORD));
		faults[size]++;
		if (place == 0 || place == 1)
			places[size][place == 0]++;
		else
			uncertain++;
	}
	if (faults[0] + faults[1] == 0)
		return file->as_peer ? bench_put_value(file, "local-none", 0, -1, err) : OK;
	for (size_t place = 0; place < 2; place++)
		for (size_t size = 0; e == OK && size < 2; size++)
			e = bench_put_value(
				file, names[size][place], 0,
				faults[size] == 0 ? 0 : places[size][place] * 100 / faults[size],
				err);
	if (e == OK)
		e = bench_put_value(file, "uncertain", 0, uncertain * 100 / (faults[0] + faults[1]),
				    err);
	return e;
}

const struct bench_parser bench_thp_places = { "thp-places", parse_thp_places };
