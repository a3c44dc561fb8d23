/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf c2c report: its two first sections, "NAME : COUNT" lines of the trace's events and of shared
 * cache lines. The tables behind them are not read.
 */
#include "ingest/format.h"
#include "ingest/run_heading.h"
#include "lib/num.h"

/* "Trace Event Information", also centred between lines of '='. */
static bool is_title(struct slice s)
{
	return slice_is(s, "Trace Event Information") ||
	       slice_is(s, "Global Shared Cache Line Event Information");
}

static bool parse_row(struct slice s, struct record *out)
{
	size_t colon = slice_rfind_char(s, ':');
	struct slice value = slice_trim(slice_skip(s, colon + 1));

	out->metric = slice_trim(slice_head(s, colon));
	if (slice_ends(value, "%")) {
		value.n--;
		out->unit = SLICE("%");
	}
	out->better = slice_find(out->metric, "HITM") < out->metric.n ? BETTER_LOWER : BETTER_NONE;
	return colon < s.n && out->metric.n > 0 && num_double(value, &out->value);
}

static enum err read_section(struct text *text, size_t i, struct slice run, struct sink *sink,
			     struct error *err)
{
	enum err e = OK;

	text->lines[i].taken = true;
	for (i = text->lines[i].next; e == OK && i < text->count && !text->lines[i].taken;
	     i = text->lines[i].next) {
		struct record r = record_init(RECORD_SAMPLE);
		struct slice s = slice_trim(text->lines[i].s);
		bool is_ruler = slice_starts(s, "=====");

		r.line = text->lines[i].line_no;
		r.run = run;
		if (!is_ruler && !parse_row(s, &r))
			break;
		text->lines[i].taken = true;
		if (!is_ruler)
			e = sink_emit(sink, &r, err);
	}
	return e;
}

static enum err perf_c2c_prose(struct arena *arena, struct text *text, struct sink *sink,
			       struct error *err)
{
	struct slice run = SLICE_NONE;
	enum err e = OK;

	(void)arena;
	for (size_t i = 0; e == OK && i < text->count; i++) {
		struct slice s = slice_trim(text->lines[i].s);

		if (text->lines[i].taken || !is_title(s))
			continue;
		if (slice_starts(s, "Trace"))
			run = run_heading(text, i);
		e = read_section(text, i, run, sink, err);
	}
	return e;
}

const struct format fmt_perf_c2c = {
	.name = "perf-c2c",
	.summary = "cache lines that CPUs fight for: loads, stores, HITM",
	.tool = "perf c2c report, its summary sections, checked with 6.x",
	.prose = perf_c2c_prose,
};
