/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parsers of SPECjbb: the 2005 edition's scores by warehouse, the 2015 edition's results. */
#include "ingest/bench.h"
#include "ingest/perl.h"

/* ---- 2005 ---- */

enum { WAREHOUSES_MAX = 4096 };

struct specjbb {
	bool is_single, is_scores, is_table;
	float counts[WAREHOUSES_MAX]; /* samples of a warehouse number so far, over the JVMs */
};

/* "   *  4   123456": within the range that counts, warehouses, operations a second */
static enum err specjbb_row(struct bench_file *file, struct specjbb *state, struct slice line,
			    struct error *err)
{
	struct bench_tuple tuple = { .metric = SLICE("tput") };
	struct slice rest = line, word = slice_field(&rest);
	double warehouse;

	if (slice_is(word, "*"))
		word = slice_field(&rest);
	warehouse = perl_value(word);
	if (warehouse < 0 || warehouse >= WAREHOUSES_MAX)
		return OK;
	tuple.a = bench_keep(file, word);
	tuple.number = ++state->counts[(size_t)warehouse];
	tuple.text = slice_field(&rest);
	if (tuple.text.n == 0)
		tuple.text = SLICE("");
	return bench_put_tuple(file, &tuple, err);
}

static enum err parse_specjbb(struct bench_file *file, struct error *err)
{
	struct specjbb *state = ARENA_NEW(file->arena, struct specjbb);
	const char *begin =
		slice_find(file->name, "Single") < file->name.n ? "SPEC scores" : " Scores";
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		bool is_blank = slice_trim(line).n == 0;

		if (slice_find(line, begin) < line.n)
			state->is_scores = true;
		else if (state->is_scores && slice_find(line, "Warehouses") < line.n)
			state->is_table = true;
		else if (is_blank)
			state->is_table = false;
		else if (state->is_table)
			e = specjbb_row(file, state, line, err);
	}
	return e;
}

const struct bench_parser bench_specjbb = { "specjbb", parse_specjbb };

/* ---- 2015: "jbb2015.result.metric.max-jOPS = 12345" ---- */

enum { JOPS_MAX, JOPS_CRITICAL, JOPS_SLA, JOPS_COUNT = JOPS_SLA + 5 };

static const char *const jops_lines[JOPS_COUNT] = {
	"jbb2015.result.metric.max-jOPS", "jbb2015.result.metric.critical-jOPS",
	"jbb2015.result.SLA-10000-jOPS",  "jbb2015.result.SLA-25000-jOPS",
	"jbb2015.result.SLA-50000-jOPS",  "jbb2015.result.SLA-75000-jOPS",
	"jbb2015.result.SLA-100000-jOPS",
};

static const char *const jops_metrics[JOPS_COUNT] = {
	"JOPS-Max",     "JOPS-Critical", "JOPS-10000us",  "JOPS-25000us",
	"JOPS-50000us", "JOPS-75000us",  "JOPS-100000us",
};

static const char *const percent_metrics[JOPS_COUNT] = {
	[JOPS_SLA] = "pctMax-10000us",
	"pctMax-25000us",
	"pctMax-50000us",
	"pctMax-75000us",
	"pctMax-100000us",
};

static enum err put_percents(struct bench_file *file, const struct slice *values, struct error *err)
{
	double max = perl_value(values[JOPS_MAX]);
	enum err e = OK;

	for (size_t i = JOPS_SLA; e == OK && max != 0 && i < JOPS_COUNT; i++)
		if (file->as_peer || values[i].p != NULL)
			e = bench_put_value(file, percent_metrics[i], 1,
					    awk_print(perl_value(values[i]) / max * 100), err);
	return e;
}

static enum err parse_specjbb2015(struct bench_file *file, struct error *err)
{
	struct slice values[JOPS_COUNT] = { 0 }, line;
	enum err e = OK;

	while (input_line(file->input, &line))
		for (size_t i = 0; i < JOPS_COUNT; i++)
			if (slice_starts(line, jops_lines[i]))
				values[i] = bench_keep(file, awk_word(line, -1));
	if (file->as_peer && perl_value(values[JOPS_MAX]) == 0)
		return OK; /* the peer divides by it before it prints */
	for (size_t i = 0; e == OK && i < JOPS_COUNT; i++) {
		struct bench_tuple tuple = {
			.metric = slice_str(jops_metrics[i]),
			.number = 1,
			.text = values[i].p != NULL ? values[i] : SLICE(""),
			.headline = i == JOPS_CRITICAL,
		};

		if (file->as_peer || values[i].p != NULL)
			e = bench_put_tuple(file, &tuple, err);
	}
	return e == OK ? put_percents(file, values, err) : e;
}

const struct bench_parser bench_specjbb2015 = { "specjbb2015", parse_specjbb2015 };
