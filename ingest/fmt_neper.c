/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * neper: lines "key=value", first options, then results; one block a program. What was run the
 * options tell: only rr has noburst, only TCP a congestion_control.
 */
#include "ingest/format.h"
#include "ingest/result_lines.h"
#include "lib/num.h"

struct block {
	struct results results;
	size_t first, last; /* lines of the text */
	struct slice unit;  /* of the throughput; "" = not told */
	int64_t transactions;
	bool is_server, is_whole, has_throughput, has_own;
};

/* Letters, digits and '_' up to a '='. */
static bool cut_pair(struct slice line, struct slice *key, struct slice *value)
{
	struct slice s = slice_trim(line);
	size_t n = 0;

	while (n < s.n && (s.p[n] == '_' || (s.p[n] >= '0' && s.p[n] <= '9') ||
			   ((s.p[n] | 0x20) >= 'a' && (s.p[n] | 0x20) <= 'z')))
		n++;
	if (n == 0 || n == s.n || s.p[n] != '=')
		return false;
	*key = slice_head(s, n);
	*value = slice_trim(slice_skip(s, n + 1));
	return true;
}

/* The value of a key within the block; NULL bytes when it is not there. */
static struct slice value_of(const struct text *text, const struct block *block, const char *key)
{
	struct slice name, value;

	for (size_t i = block->first;; i = text->lines[i].next) {
		if (cut_pair(text->lines[i].s, &name, &value) && slice_is(name, key))
			return value;
		if (i == block->last)
			return SLICE_NONE;
	}
}

/* ---- what the options tell ---- */

static const char *program_of(const struct text *text, const struct block *block)
{
	bool is_tcp = value_of(text, block, "congestion_control").p != NULL;

	if (!block->is_whole)
		return NULL;
	if (value_of(text, block, "noburst").p != NULL)
		return is_tcp ? "tcp_rr" : "udp_rr";
	if (value_of(text, block, "request_size").p != NULL)
		return is_tcp ? "tcp_crr" : NULL;
	if (value_of(text, block, "throughput_opt").p != NULL)
		return is_tcp ? "tcp_stream" : "udp_stream";
	return NULL;
}

static void read_options(const struct text *text, struct block *block)
{
	static const char *const labels[][2] = {
		{ "num_threads", "threads" },         { "num_flows", "flows" },
		{ "num_clients", "clients" },         { "request_size", "request_size" },
		{ "response_size", "response_size" },
	};
	const char *program = program_of(text, block);
	double count;

	if (program != NULL)
		results_label(&block->results, "test", slice_str(program));
	for (size_t i = 0; i < ARRAY_SIZE(labels); i++)
		results_label(&block->results, labels[i][1], value_of(text, block, labels[i][0]));
	block->is_server = slice_is(value_of(text, block, "client"), "0");
	if (block->is_server)
		results_label(&block->results, "side", SLICE("server"));
	if (num_double(value_of(text, block, "num_transactions"), &count))
		block->transactions = result_count(count);
	block->unit = value_of(text, block, "throughput_units");
	if (block->unit.n == 0 && value_of(text, block, "num_transactions").n > 0)
		block->unit = SLICE("transactions/s");
}

/* ---- results ---- */

/* "latency_mean", "latency_p99": the server measures none. */
static enum err take_latency(const struct block *block, struct slice key, double value,
			     struct error *err)
{
	const struct result_statistic latency = {
		.metric = "latency",
		.statistic = slice_skip(key, slice_str("latency_").n),
		.unit = "s",
		.better = BETTER_LOWER,
		.value = value,
		.n = block->transactions,
	};

	return block->is_server ? OK : result_statistic(&block->results, &latency, err);
}

static enum err take_pair(const struct block *block, struct slice key, struct slice value,
			  struct error *err)
{
	struct record r = results_sample(&block->results, SLICE("throughput"), "", BETTER_HIGHER);
	double number;

	if (!num_double(value, &number))
		return OK; /* an option */
	if (slice_starts(key, "latency_"))
		return take_latency(block, key, number, err);
	if (!slice_is(key, "throughput"))
		return OK;
	r.unit = block->unit;
	r.value = number;
	return sink_emit(block->results.sink, &r, err);
}

static enum err take_block(struct text *text, struct block *block, struct error *err)
{
	enum err e = OK;

	results_heading(&block->results, text, block->first);
	read_options(text, block);
	if (!block->has_throughput)
		e = sink_diagnostic(block->results.sink, text->lines[block->first].line_no, err,
				    "no throughput in it: it was cut, or the other side measured");
	for (size_t i = block->first; e == OK; i = text->lines[i].next) {
		struct slice key, value;

		block->results.line = text->lines[i].line_no;
		text->lines[i].taken = true;
		if (cut_pair(text->lines[i].s, &key, &value))
			e = take_pair(block, key, value, err);
		if (i == block->last)
			break;
	}
	return e;
}

/* Lines of pairs from line i on that stand together, up to the next program's first. */
static bool find_block(const struct text *text, size_t i, struct block *block)
{
	static const char *const own[] = { "num_transactions", "num_flows", "local_throughput",
					   "correlation_coefficient" };
	struct slice key, value;

	block->first = i;
	block->is_whole = cut_pair(text->lines[i].s, &key, &value) && slice_is(key, "VERSION");
	for (; i < text->count && !text->lines[i].taken; i = text->lines[i].next) {
		if (!cut_pair(text->lines[i].s, &key, &value) ||
		    (i != block->first && slice_is(key, "VERSION")))
			break;
		block->last = i;
		block->has_throughput = block->has_throughput || slice_is(key, "throughput");
		for (size_t k = 0; k < ARRAY_SIZE(own); k++)
			block->has_own = block->has_own || slice_is(key, own[k]);
	}
	return block->has_own && (block->has_throughput || block->is_whole);
}

/* A block begins with its first line, or with what each program prints first. */
static bool may_begin(const struct text *text, size_t i)
{
	size_t above = text->lines[i].previous;
	struct slice key, value;

	return cut_pair(text->lines[i].s, &key, &value) &&
	       (above >= text->count || slice_is(key, "VERSION") ||
		!cut_pair(text->lines[above].s, &key, &value));
}

static enum err neper_prose(struct arena *arena, struct text *text, struct sink *sink,
			    struct error *err)
{
	enum err e = OK;

	(void)arena;
	for (size_t i = 0; e == OK && i < text->count; i++) {
		struct block block = {
			.results = { .sink = sink, .benchmark = SLICE("neper") },
			.last = i,
		};

		if (!text->lines[i].taken && may_begin(text, i) && find_block(text, i, &block))
			e = take_block(text, &block, err);
	}
	return e;
}

const struct format fmt_neper = {
	.name = "neper",
	.summary = "throughput and latencies of neper's programs by threads and flows",
	.tool = "neper 1.1.0: tcp_rr, tcp_crr, tcp_stream",
	.prose = neper_prose,
};
