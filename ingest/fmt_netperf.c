/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * netperf: rows of numbers, below a title and headings or alone, as people paste them. What a row
 * is, its own shape tells: socket sizes are whole numbers, times and rates have two decimals.
 * Without headings the unit is netperf's default, and a diagnostic says so.
 */
#include "ingest/format.h"
#include "ingest/results.h"
#include "ingest/run_heading.h"
#include "lib/num.h"

enum { FIELDS_MAX = 12, STRANGE_LINES_MAX = 3, HEAD_LINES_MAX = 6, SOCKET_BYTES_MIN = 1024 };

enum shape { SHAPE_NONE, SHAPE_STREAM, SHAPE_RR, SHAPE_UDP_SENT, SHAPE_UDP_RECEIVED };

struct row {
	enum shape shape;
	struct slice fields[FIELDS_MAX];
	double values[FIELDS_MAX];
	size_t count;
};

struct reading {
	struct results results;
	struct arena *arena;
	enum shape last;   /* what the line before was */
	struct slice unit; /* of a stream, as the headings say; "" = not told */
	bool in_table;     /* headings were seen */
	bool unit_assumed; /* and it was said */
};

/* ---- rows ---- */

static bool is_whole(const struct row *row, size_t i)
{
	return i < row->count && slice_find_char(row->fields[i], '.') == row->fields[i].n;
}

static bool has_point(const struct row *row, size_t i)
{
	return i < row->count && !is_whole(row, i);
}

/* Whole numbers in the first n places, then one with a point. */
static bool begins_whole(const struct row *row, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!is_whole(row, i))
			return false;
	return has_point(row, n);
}

static enum shape shape_of(const struct row *row)
{
	if (row->count < 4 || !is_whole(row, 0) || row->values[0] < SOCKET_BYTES_MIN)
		return SHAPE_NONE;
	if (begins_whole(row, 4) && has_point(row, 5) && (row->count == 6 || row->count == 10))
		return SHAPE_RR;
	if (begins_whole(row, 3) && has_point(row, 4) && (row->count == 5 || row->count == 9) &&
	    row->values[1] >= SOCKET_BYTES_MIN)
		return SHAPE_STREAM;
	if (begins_whole(row, 2) && is_whole(row, 3) && is_whole(row, 4) && has_point(row, 5) &&
	    (row->count == 6 || row->count == 8))
		return SHAPE_UDP_SENT;
	if (begins_whole(row, 1) && is_whole(row, 2) && has_point(row, 3) &&
	    (row->count == 4 || row->count == 6))
		return SHAPE_UDP_RECEIVED;
	return SHAPE_NONE;
}

static enum shape read_row(struct slice s, struct row *row)
{
	*row = (struct row){ .shape = SHAPE_NONE };
	while (row->count < FIELDS_MAX) {
		struct slice field = slice_field(&s);

		if (field.n == 0)
			break;
		if (!num_double(field, &row->values[row->count]))
			return SHAPE_NONE;
		row->fields[row->count++] = field;
	}
	if (slice_trim(s).n == 0)
		row->shape = shape_of(row);
	return row->shape;
}

/* The second row of a request/response test: the remote side's socket sizes. */
static bool is_remote_sizes(struct slice s)
{
	uint64_t sent, received;

	return num_uint(slice_field(&s), &sent) && num_uint(slice_field(&s), &received) &&
	       slice_trim(s).n == 0;
}

/* ---- headings ---- */

/* "MIGRATED TCP REQUEST/RESPONSE TEST from ...": "TCP_RR", as -t calls it. */
static bool read_title(struct arena *arena, struct slice s, struct slice *test)
{
	static const char *const kinds[][2] = {
		{ "Connect/Request/Response", "CRR" },
		{ "REQUEST/RESPONSE", "RR" },
	};
	size_t end = slice_find(s, " TEST from ");
	struct slice name, word, rest;
	size_t length = 0;
	char *out;

	if (end == s.n)
		return false;
	rest = slice_head(s, end);
	(void)slice_take(&rest, "MIGRATED ");
	out = arena_alloc(arena, rest.n + 1);
	while ((word = slice_field(&rest)).n > 0) {
		name = word;
		for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
			if (slice_is(word, kinds[i][0]))
				name = slice_str(kinds[i][1]);
		if (length > 0)
			out[length++] = '_';
		for (size_t i = 0; i < name.n; i++)
			out[length++] = name.p[i];
	}
	*test = (struct slice){ out, length };
	return length > 0;
}

/* The lines above the numbers, each of which says what it is. */
static bool is_heading(struct slice s)
{
	static const char *const starts[] = { "Recv   Send",     "Socket Size",   "Socket Socket",
					      "Socket  Message", "Size    Size",  "Size   Size",
					      "Send   Recv",     "Local /Remote", "bytes  bytes",
					      "bytes   bytes",   "bytes  Bytes" };

	for (size_t i = 0; i < ARRAY_SIZE(starts); i++)
		if (slice_starts(s, starts[i]))
			return true;
	return false;
}

/* "10^6bits/sec" of the last heading, with the "/s" that it has where it is short of room. */
static struct slice unit_of(struct arena *arena, struct slice s)
{
	struct slice word;

	while ((word = slice_field(&s)).n > 0) {
		size_t at = slice_find(word, "/s");

		if (at < word.n && slice_find(word, "us/") == word.n &&
		    (slice_ends(slice_head(word, at), "bits") ||
		     slice_ends(slice_head(word, at), "ytes")))
			return arena_printf(arena, "%.*s/s", SLICE_FMT(slice_head(word, at)));
	}
	return SLICE_NONE;
}

/* "netperf -4 -H 127.0.0.1 -t TCP_STREAM -l 60": TCP_STREAM */
static struct slice test_of_command(struct slice s)
{
	size_t at = slice_find(s, "netperf ");
	struct slice word;

	if (at == s.n)
		return SLICE_NONE;
	s = slice_skip(s, at);
	while ((word = slice_field(&s)).n > 0)
		if (slice_is(word, "-t"))
			return slice_field(&s);
	return SLICE_NONE;
}

/* ---- out ---- */

/* What -c and -C add: of the local and the remote side CPU, then its cost of the work. */
static enum err emit_cpu(const struct results *r, const double *values, bool is_rr,
			 struct error *err)
{
	static const char *const metrics[] = { "local cpu", "remote cpu", "local service demand",
					       "remote service demand" };
	enum err e = OK;

	for (size_t i = 0; e == OK && i < ARRAY_SIZE(metrics); i++)
		if (values[i] >= 0) /* -1: not measured */
			e = results_emit(r, metrics[i], values[i],
					 i < 2   ? "%"
					 : is_rr ? "us/Tr"
						 : "us/KB",
					 BETTER_LOWER, err);
	return e;
}

static enum err assume_unit(struct reading *reading, struct error *err)
{
	if (reading->in_table || reading->unit_assumed)
		return OK;
	reading->unit_assumed = true;
	return sink_diagnostic(
		reading->results.sink, reading->results.line, err,
		"rows without headings: the unit is assumed to be netperf's default");
}

static enum err emit_stream(struct reading *reading, const char *metric, double value,
			    struct error *err)
{
	struct record r =
		results_sample(&reading->results, slice_str(metric), "10^6bits/s", BETTER_HIGHER);

	if (reading->unit.n > 0)
		r.unit = reading->unit;
	r.value = value;
	return sink_emit(reading->results.sink, &r, err);
}

static enum err take_row(struct reading *reading, const struct row *row, struct error *err)
{
	struct results *r = &reading->results;
	enum err e = assume_unit(reading, err);

	if (e != OK)
		return e;
	results_label(r, "request", SLICE_NONE);
	results_label(r, "response", SLICE_NONE);
	if (row->shape != SHAPE_UDP_RECEIVED) /* it is of the message above */
		results_label(r, "size", SLICE_NONE);
	switch (row->shape) {
	case SHAPE_STREAM:
		results_label(r, "size", row->fields[2]);
		e = emit_stream(reading, "throughput", row->values[4], err);
		return e == OK && row->count == 9 ? emit_cpu(r, &row->values[5], false, err) : e;
	case SHAPE_RR:
		results_label(r, "request", row->fields[2]);
		results_label(r, "response", row->fields[3]);
		e = results_emit(r, "transactions", row->values[5], "trans/s", BETTER_HIGHER, err);
		return e == OK && row->count == 10 ? emit_cpu(r, &row->values[6], true, err) : e;
	case SHAPE_UDP_SENT:
		results_label(r, "size", row->fields[1]);
		return emit_stream(reading, "sent throughput", row->values[5], err);
	case SHAPE_UDP_RECEIVED:
		return emit_stream(reading, "received throughput", row->values[3], err);
	case SHAPE_NONE:
		break;
	}
	return OK;
}

/* ---- blocks ---- */

/* A title, a heading, what LKP writes, or a result on the way: no number to keep. */
static bool take_words(struct reading *reading, struct slice s)
{
	struct slice test, unit;

	if (read_title(reading->arena, s, &test)) {
		reading->results.label_count = 0;
		results_label(&reading->results, "test", test);
		reading->unit = SLICE_NONE;
		reading->in_table = false;
		return true;
	}
	if (is_heading(s)) {
		unit = unit_of(reading->arena, s);
		if (unit.n > 0)
			reading->unit = unit;
		reading->in_table = true;
		return true;
	}
	return slice_starts(s, "Interim result:") || slice_starts(s, "!!! ") ||
	       results_lkp_line(&reading->results, s);
}

static enum err take_line(struct reading *reading, struct text_line *line, bool *is_ours,
			  struct error *err)
{
	struct slice s = slice_trim(line->s);
	struct row row = { .shape = SHAPE_NONE };
	enum err e = OK;

	reading->results.line = line->line_no;
	*is_ours = take_words(reading, s) || (reading->last == SHAPE_RR && is_remote_sizes(s));
	if (!*is_ours && read_row(s, &row) != SHAPE_NONE) {
		*is_ours = true;
		e = take_row(reading, &row, err);
	}
	reading->last = row.shape;
	line->taken = *is_ours;
	return e;
}

static enum err read_block(struct arena *arena, struct text *text, size_t i, struct sink *sink,
			   struct error *err)
{
	struct reading reading = { .arena = arena };
	struct results *r = &reading.results;
	size_t above = run_line_above(text, i);
	int strange = 0;
	enum err e = OK;

	r->sink = sink;
	r->benchmark = SLICE("netperf");
	results_heading(r, text, i);
	if (above < text->count) {
		results_label(r, "test", test_of_command(text->lines[above].s));
		(void)results_lkp_line(r, text->lines[above].s); /* it may be another line */
	}
	for (; e == OK && i < text->count && strange <= STRANGE_LINES_MAX;
	     i = text->lines[i].next) {
		bool is_ours = false;

		if (slice_trim(text->lines[i].s).n == 0)
			continue;
		if (strange > 0)
			results_heading(r, text, i);
		if (!text->lines[i].taken)
			e = take_line(&reading, &text->lines[i], &is_ours, err);
		strange = is_ours ? 0 : strange + 1;
	}
	return e;
}

/* A title, a heading, or a row: one alone only where the text names netperf above it. */
static bool begins(struct arena *arena, const struct text *text, size_t i)
{
	struct slice s = slice_trim(text->lines[i].s), test;
	size_t below = text->lines[i].next;
	struct row row, next;

	if (s.n == 0)
		return false;
	if (s.p[0] < '0' || s.p[0] > '9')
		return read_title(arena, s, &test) || slice_starts(s, "Recv   Send    Send") ||
		       slice_starts(s, "Local /Remote") ||
		       slice_starts(s, "Socket  Message  Elapsed");
	if (read_row(s, &row) == SHAPE_NONE)
		return false;
	if (text->chosen || results_word_above(text, i, "etperf", HEAD_LINES_MAX))
		return true;
	if (below < text->count && row.shape == SHAPE_RR &&
	    is_remote_sizes(slice_trim(text->lines[below].s)))
		return true;
	return below < text->count &&
	       read_row(slice_trim(text->lines[below].s), &next) != SHAPE_NONE;
}

static enum err netperf_prose(struct arena *arena, struct text *text, struct sink *sink,
			      struct error *err)
{
	enum err e = OK;

	for (size_t i = 0; e == OK && i < text->count; i++)
		if (!text->lines[i].taken && begins(arena, text, i))
			e = read_block(arena, text, i, sink, err);
	return e;
}

const struct format fmt_netperf = {
	.name = "netperf",
	.summary = "throughput and transactions of netperf, also its rows alone",
	.tool = "netperf 2.7: TCP, UDP and SCTP, streams and request/response",
	.prose = netperf_prose,
};
