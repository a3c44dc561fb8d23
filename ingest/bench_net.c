/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parsers of the benchmarks of networks and of web servers. */
#include "ingest/bench.h"
#include "ingest/perl.h"

static bool has_letter(struct slice line)
{
	for (size_t i = 0; i < line.n; i++)
		if (((line.p[i] | 0x20) >= 'a' && (line.p[i] | 0x20) <= 'z'))
			return true;
	return false;
}

/* ---- netperf: rows of numbers below headings ---- */

struct netperf {
	struct slice sent, received; /* kept; p NULL = not seen */
};

static void netperf_line(struct bench_file *file, bool is_udp, struct slice line,
			 struct netperf *seen)
{
	struct perl_words words;

	line = slice_trim(line);
	if (line.n == 0 || has_letter(line))
		return;
	perl_split(line, &words);
	if (is_udp ? words.count == 6 : words.count > 4)
		seen->sent = bench_keep(file, perl_last(&words, 0));
	else if (is_udp && words.count == 4)
		seen->received = bench_keep(file, perl_last(&words, 0));
}

/* "TCP_STREAM" -> "tcpstream" */
static struct slice pretty_protocol(struct bench_file *file, struct slice protocol)
{
	char *out = arena_alloc(file->arena, protocol.n + 1);
	size_t n = 0;

	for (size_t i = 0; i < protocol.n; i++)
		if (protocol.p[i] != '_')
			out[n++] = protocol.p[i] >= 'A' && protocol.p[i] <= 'Z'
					   ? (char)(protocol.p[i] | 0x20)
					   : protocol.p[i];
	return (struct slice){ out, n };
}

static enum err netperf_put(struct bench_file *file, struct slice metric, const char *what,
			    struct slice value, struct error *err)
{
	return bench_put_tuple(file,
			       &(struct bench_tuple){
				       .metric = metric,
				       .a = slice_str(what),
				       .b = file->of.a,
				       .number = *file->count,
				       .text = value.p != NULL ? value : SLICE("0"),
			       },
			       err);
}

/* The peer prints what was sent for what was received, and dies of a loss over 10 %. */
static enum err netperf_udp_peer(struct bench_file *file, const struct netperf *seen,
				 struct error *err)
{
	double sent = perl_value(seen->sent), received = perl_value(seen->received);
	struct slice metric = SLICE("udpstream");
	enum err e = netperf_put(file, metric, "send", seen->sent, err);

	if (e == OK)
		e = netperf_put(file, metric, "recv", seen->sent, err);
	if (e == OK && sent - received > sent / 10) {
		e = netperf_put(file, metric, "loss", seen->sent, err);
		*file->is_over = true;
	}
	return e;
}

static enum err netperf_udp(struct bench_file *file, const struct netperf *seen, struct error *err)
{
	enum err e = OK;

	if (seen->sent.p != NULL)
		e = netperf_put(file, SLICE("udpstream"), "send", seen->sent, err);
	if (e == OK && seen->received.p != NULL)
		e = netperf_put(file, SLICE("udpstream"), "recv", seen->received, err);
	return e;
}

static enum err parse_netperf(struct bench_file *file, struct error *err)
{
	bool is_udp = slice_is(file->of.b, "UDP_STREAM");
	struct netperf seen = { 0 };
	struct slice line;

	while (input_line(file->input, &line))
		netperf_line(file, is_udp, line, &seen);
	++*file->count;
	if (is_udp)
		return file->as_peer ? netperf_udp_peer(file, &seen, err)
				     : netperf_udp(file, &seen, err);
	if (seen.sent.p == NULL && !file->as_peer)
		return OK;
	return netperf_put(file, pretty_protocol(file, file->of.b), "send", seen.sent, err);
}

const struct bench_parser bench_netperf = { "netperf", parse_netperf };

/* ---- iperf3: the summary's lines of each stream ---- */

/* Cuts "[  5] " off a line. */
static bool take_stream_id(struct slice *line)
{
	struct slice rest = *line;

	if (!slice_take(&rest, "["))
		return false;
	while (slice_starts(rest, " "))
		rest = slice_skip(rest, 1);
	if (rest.n == 0 || rest.p[0] < '0' || rest.p[0] > '9')
		return false;
	while (rest.n > 0 && rest.p[0] >= '0' && rest.p[0] <= '9')
		rest = slice_skip(rest, 1);
	if (!slice_take(&rest, "] "))
		return false;
	while (slice_starts(rest, " "))
		rest = slice_skip(rest, 1);
	*line = rest;
	return true;
}

struct iperf {
	double left; /* lines of the summary to come */
	double sent, received;
};

static void iperf_line(struct iperf *sum, double streams, struct slice line)
{
	struct perl_words words;

	if (slice_find(line, "Summary Results:") < line.n)
		sum->left = 2 * streams;
	if (sum->left <= 0 || !take_stream_id(&line))
		return;
	perl_split(line, &words);
	if (slice_find(line, "sender") < line.n)
		sum->sent += perl_value(perl_word(&words, 4));
	else if (slice_find(line, "receiver") < line.n)
		sum->received += perl_value(perl_word(&words, 4));
	else
		return;
	sum->left--;
}

static enum err parse_iperf3(struct bench_file *file, struct error *err)
{
	size_t dash = slice_rfind_char(file->of.b, '-');
	double streams = perl_value(slice_skip(file->of.b, dash + 1));
	struct iperf sum = { 0 };
	struct slice line;
	enum err e;

	while (input_line(file->input, &line))
		iperf_line(&sum, streams, line);
	++*file->count;
	e = bench_put_value(file, "send", *file->count, perl_print(sum.sent), err);
	if (e == OK)
		e = bench_put_value(file, "recv", *file->count, perl_print(sum.received), err);
	return e;
}

const struct bench_parser bench_iperf3 = { "iperf3", parse_iperf3 };

/* ---- web servers ---- */

/* "Time per request:       12.345 [ms] (mean)": the first of two such lines */
static enum err parse_apachebench(struct bench_file *file, struct error *err)
{
	struct slice line;

	while (input_line(file->input, &line))
		if (slice_find(line, "Time per request") < line.n)
			return bench_put(file, "mean-request", file->number, awk_word(line, 4),
					 err);
	return OK;
}

const struct bench_parser bench_apachebench = { "ab", parse_apachebench };

/* "Transaction rate:	     2345.67 trans/sec" */
static enum err parse_siege(struct bench_file *file, struct error *err)
{
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		struct perl_words words;

		if (slice_find(line, "Transaction rate:") == line.n)
			continue;
		perl_split(line, &words);
		e = bench_put(file, "txn/sec", ++*file->count, perl_last(&words, 1), err);
	}
	return e;
}

const struct bench_parser bench_siege = { "siege", parse_siege };
