/* SPDX-License-Identifier: GPL-2.0-or-later */
/* AIM 9: a table with a row a test, of which the rate in operations a second is the result. */
#include "ingest/format.h"
#include "ingest/result_lines.h"
#include "lib/num.h"

enum { NUMBERS = 4 }; /* behind the name: seconds, loops, loops a second, operations a second */

static bool is_heading(struct slice s)
{
	return slice_starts(s, "Number ") && slice_find(s, "Rate (loops/sec)") < s.n &&
	       slice_ends(s, "Rate (ops/sec)");
}

/* "1 tcp_test  300.00  58982 196.60667  17694.60 TCP/IP Messages/second" */
static bool read_row(struct slice s, struct slice *name, double *rate)
{
	uint64_t number;

	if (!num_uint(slice_field(&s), &number))
		return false;
	*name = slice_field(&s);
	for (int i = 0; i < NUMBERS; i++)
		if (!num_double(slice_field(&s), rate))
			return false;
	return slice_trim(s).n > 0; /* what is counted */
}

static bool is_rule(struct slice s)
{
	return slice_starts(s, "-----");
}

static enum err read_table(struct text *text, size_t i, struct sink *sink, struct error *err)
{
	struct results r = { .sink = sink, .benchmark = SLICE("aim9") };
	enum err e = OK;

	results_heading(&r, text, i);
	text->lines[i].taken = true;
	for (i = text->lines[i].next; e == OK && i < text->count && !text->lines[i].taken;
	     i = text->lines[i].next) {
		struct slice s = slice_trim(text->lines[i].s), name;
		struct record row;
		double rate;

		r.line = text->lines[i].line_no;
		if (read_row(s, &name, &rate)) {
			row = results_sample(&r, name, "ops/sec", BETTER_HIGHER);
			row.value = rate;
			e = sink_emit(sink, &row, err);
		} else if (s.n > 0 && !is_rule(s)) {
			break;
		}
		text->lines[i].taken = true;
	}
	return e;
}

static enum err aim9_prose(struct arena *arena, struct text *text, struct sink *sink,
			   struct error *err)
{
	enum err e = OK;

	(void)arena;
	for (size_t i = 0; e == OK && i < text->count; i++)
		if (!text->lines[i].taken && is_heading(slice_trim(text->lines[i].s)))
			e = read_table(text, i, sink, err);
	return e;
}

const struct format fmt_aim9 = {
	.name = "aim9",
	.summary = "the table of AIM 9, operations a second by test",
	.tool = "AIM Independent Resource Benchmark, Suite IX 1.1",
	.prose = aim9_prose,
};
