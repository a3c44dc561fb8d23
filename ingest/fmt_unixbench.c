/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * UnixBench: a row a test, "Pipe Throughput  1231992.3 lps   (10.0 s, 7 samples)", below a line
 * with the number of copies that ran. The table of indices behind them says the same again; only
 * the score below it is new.
 */
#include "ingest/format.h"
#include "ingest/result_lines.h"
#include "lib/num.h"

/* ---- rows ---- */

/* "(10.0 s, 7 samples)" */
static bool read_extent(struct slice s, int64_t *samples)
{
	struct slice rest;
	double seconds, count;

	if (!result_line(s, "(", &seconds, &rest) || !result_line(rest, "s,", &count, &rest) ||
	    !slice_is(rest, "samples)"))
		return false;
	*samples = result_count(count);
	return *samples > 0;
}

/* Cuts the last word off *s. */
static struct slice take_last(struct slice *s)
{
	size_t at = slice_rfind_char(*s, ' ');
	struct slice word = at < s->n ? slice_skip(*s, at + 1) : *s;

	*s = slice_trim_end(slice_head(*s, at < s->n ? at : 0));
	return word;
}

static bool read_row(struct slice line, struct record *r)
{
	struct slice s = slice_trim(line);
	size_t at = slice_rfind_char(s, '(');
	int64_t samples;

	if (at == s.n || !read_extent(slice_skip(s, at), &samples))
		return false;
	s = slice_trim_end(slice_head(s, at));
	r->unit = take_last(&s);
	if (!num_double(take_last(&s), &r->value) || s.n == 0)
		return false;
	r->metric = s;
	r->n = samples;
	return true;
}

/* "System Benchmarks Index Score (Partial Only)   484.4": of which index. */
static bool read_score(struct arena *arena, struct slice line, struct slice *index, double *score)
{
	struct slice s = slice_trim(line), part;
	size_t at = slice_find(s, " Index Score");

	if (at == s.n || at == 0)
		return false;
	part = slice_trim(slice_skip(s, at + slice_str(" Index Score").n));
	*index = slice_head(s, at);
	if (slice_take(&part, "(Partial Only)"))
		*index = arena_printf(arena, "%.*s, partial", SLICE_FMT(*index));
	return num_double(slice_trim(part), score);
}

/* ---- what stands above ---- */

/* "2 CPUs in system; running 4 parallel copies of tests" */
static bool read_copies(struct results *r, struct slice s)
{
	size_t at = slice_find(s, "; running ");
	struct slice copies, rest = slice_skip(s, at + slice_str("; running ").n);
	uint64_t value;

	copies = slice_field(&rest);
	if (at == s.n || !num_uint(copies, &value) ||
	    !slice_starts(slice_trim(rest), "parallel cop"))
		return false;
	results_label(r, "copies", copies);
	return true;
}

/* "OS: GNU/Linux -- 6.7.0 -- #1 SMP Mon Jan  8 12:20:54 CST 2024" */
static enum err take_system(const struct results *r, struct slice s, bool *is_known,
			    struct error *err)
{
	size_t first, second;
	enum err e;

	if (slice_take(&s, "BYTE UNIX Benchmarks (Version ") && slice_ends(s, ")")) {
		*is_known = true;
		return sink_meta(r->sink, r->line, "tool.version", slice_head(s, s.n - 1), err);
	}
	first = slice_find(s, " -- ");
	if (!slice_starts(s, "OS: ") || first == s.n)
		return OK;
	*is_known = true;
	s = slice_skip(s, first + 4);
	second = slice_find(s, " -- ");
	e = sink_meta(r->sink, r->line, "kernel.release", slice_head(s, second), err);
	if (e == OK && second < s.n)
		e = sink_meta(r->sink, r->line, "kernel.version", slice_skip(s, second + 4), err);
	return e;
}

static enum err take_line(struct results *r, struct arena *arena, struct slice line, bool *is_known,
			  struct error *err)
{
	struct record row = results_sample(r, SLICE(""), "", BETTER_HIGHER);
	struct slice s = slice_trim(line), index;
	struct results of_index = *r;
	double score;

	*is_known = true;
	if (read_copies(r, s))
		return OK;
	if (read_row(s, &row))
		return sink_emit(r->sink, &row, err);
	if (read_score(arena, s, &index, &score)) {
		results_label(&of_index, "index", index);
		return results_emit(&of_index, "index score", score, "", BETTER_HIGHER, err);
	}
	*is_known = false;
	return take_system(r, s, is_known, err);
}

static enum err unixbench_prose(struct arena *arena, struct text *text, struct sink *sink,
				struct error *err)
{
	struct results r = { .sink = sink, .benchmark = SLICE("unixbench") };
	enum err e = OK;

	for (size_t i = 0; e == OK && i < text->count; i++) {
		bool is_known = false;

		if (text->lines[i].taken)
			continue;
		r.line = text->lines[i].line_no;
		if (slice_find(text->lines[i].s, "; running ") < text->lines[i].s.n)
			results_heading(&r, text, i);
		e = take_line(&r, arena, text->lines[i].s, &is_known, err);
		text->lines[i].taken = is_known;
	}
	return e;
}

const struct format fmt_unixbench = {
	.name = "unixbench",
	.summary = "rates and scores of UnixBench by parallel copies",
	.tool = "UnixBench 5.1.3 and 6.0.0",
	.prose = unixbench_prose,
};
