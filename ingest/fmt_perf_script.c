/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf script: one sample after the other, with or without call chains, any set of fields. Samples
 * are summed as they are read, so that memory follows the distinct stacks.
 */
#include "ingest/format.h"

#include "ingest/perf_header.h"
#include "ingest/run_heading.h"
#include "ingest/script.h"

enum { SURE = 80, LIKELY = 60 };

struct reading {
	struct script script;
	struct calltree tree;
	struct sink *sink;
};

static enum err begin(struct script *script, const struct script_header *header, struct error *err)
{
	struct calltree_key key = calltree_key_init();

	key.event = header->event;
	key.comm = header->comm;
	if (header->has_period)
		script->sample.period =
			header->period < INT64_MAX ? (int64_t)header->period : INT64_MAX;
	return calltree_root(script->tree, &key, &script->root, err);
}

static enum err frame(struct script *script, struct slice line, struct error *err)
{
	struct script_frame f;

	return script_frame(line, &f) ? script_name(script, script_frame_name(&f), err) : OK;
}

static enum err comment(struct script *script, struct slice line, struct error *err)
{
	struct reading *reading = CONTAINER_OF(script, struct reading, script);

	return perf_header_emit(line, script->line_no, SLICE_NONE, reading->sink, err);
}

static const struct script_style records_style = { begin, frame, comment };

/* ---- is it one? ---- */

/* What the beginning of a file holds. */
struct look {
	struct script script;
	struct calltree tree;
	size_t with_frames, frames, with_time;
	size_t not_ours; /* names that no task has, and bars */
	uint64_t last;   /* sample that had a frame */
	bool has_cmdline;
};

static enum err look_at_header(struct script *script, const struct script_header *header,
			       struct error *err)
{
	struct look *look = CONTAINER_OF(script, struct look, script);

	(void)err;
	look->with_time += header->has_time;
	look->not_ours += header->comm.n > SCRIPT_COMM_MAX;
	script->root = CALLTREE_NONE;
	script->variant = (uint32_t)script->samples; /* so that no line is one seen before */
	return OK;
}

static enum err look_at_frame(struct script *script, struct slice line, struct error *err)
{
	struct look *look = CONTAINER_OF(script, struct look, script);

	(void)err;
	look->frames++;
	look->not_ours += slice_ends(slice_trim_end(line), "|");
	look->with_frames += look->last != script->samples;
	look->last = script->samples;
	return OK;
}

static enum err look_at_comment(struct script *script, struct slice line, struct error *err)
{
	struct look *look = CONTAINER_OF(script, struct look, script);

	(void)err;
	look->has_cmdline |= slice_starts(line, "# cmdline : ");
	return OK;
}

static int score(const struct look *look)
{
	const struct script *script = &look->script;
	size_t strange = script->unknown_count;

	if (script->passed_over > look->frames + script->samples)
		strange += script->passed_over;
	if (strange * 10 > script->line_no || look->not_ours * 2 > script->samples)
		return 0;
	if (look->with_frames >= 2 || (script->samples == 1 && look->with_frames == 1) ||
	    (look->with_time >= 1 && look->has_cmdline))
		return SURE;
	/* "NAME 12 what: 3.5 s" of any text looks like a task and an event; a time does not. */
	return script->samples >= 2 && look->frames == 0 && look->with_time == script->samples
		       ? LIKELY
		       : 0;
}

/* perf stat below "before:" and "after:" has the shape of samples with one name and no time. */
static bool is_perf_stat(struct slice head)
{
	return slice_find(head, "Performance counter stats for ") < head.n ||
	       slice_find(head, " seconds time elapsed") < head.n;
}

static int script_detect(struct slice head)
{
	static const struct script_style style = { look_at_header, look_at_frame, look_at_comment };
	struct look look = { .frames = 0 };
	struct error err;
	int result = 0;

	if (is_perf_stat(head) || slice_find_char(head, '\0') < head.n)
		return 0;
	if (head.n == INPUT_HEAD_BYTES)
		head.n = slice_rfind_char(head, '\n') < head.n ? slice_rfind_char(head, '\n') : 0;
	calltree_init(&look.tree, NULL);
	script_init(&look.script, &style, &look.tree);
	if (script_lines(&look.script, head, &err) == OK && script_end(&look.script, &err) == OK)
		result = score(&look);
	script_release(&look.script);
	calltree_release(&look.tree);
	return result;
}

/* ---- records ---- */

static enum err emit_notes(struct reading *reading, struct error *err)
{
	const struct script *script = &reading->script;
	char text[24];
	int n = snprintf(text, sizeof(text), "%llu", (unsigned long long)script->lost);
	enum err e = OK;

	if (script->lost_line > 0)
		e = sink_meta(reading->sink, script->lost_line, "tool.lost_events",
			      (struct slice){ text, (size_t)n }, err);
	if (e == OK && script->unknown_count > 0)
		e = sink_diagnostic(reading->sink, script->unknown_line, err,
				    "%zu lines that are no sample and no frame, this is the first",
				    script->unknown_count);
	return e;
}

static enum err script_parse(struct arena *arena, struct input *input,
			     const struct format_options *options, struct sink *sink,
			     struct error *err)
{
	struct reading reading = { .sink = sink };
	struct error why;
	enum err status, e;

	(void)arena;
	(void)options;
	calltree_init(&reading.tree, NULL);
	script_init(&reading.script, &records_style, &reading.tree);
	status = script_read(&reading.script, input, &why);
	e = emit_notes(&reading, err);
	if (e == OK)
		e = calltree_emit(&reading.tree, sink, err);
	if (e == OK && status != OK) {
		*err = why;
		e = status;
	}
	script_release(&reading.script);
	calltree_release(&reading.tree);
	return e;
}

/* ---- samples in a mail ---- */

/* Passes stacks on with the run that a heading names. */
struct run_sink {
	struct sink sink, *inner;
	struct slice run;
};

static enum err emit_with_run(struct sink *sink, const struct record *record, struct error *err)
{
	struct run_sink *out = CONTAINER_OF(sink, struct run_sink, sink);
	struct record r = *record;

	r.run = out->run;
	return sink_emit(out->inner, &r, err);
}

static bool is_frame(const struct text *text, size_t i, bool needs_dso)
{
	struct script_frame f;

	if (i >= text->count || text->lines[i].taken || !script_frame(text->lines[i].s, &f))
		return false;
	return f.dso.n > 0 || (!needs_dso && f.symbol.n > 0);
}

/* A header with a frame in it or below it; of two that could be prose the frame has its object. */
static bool is_sample(const struct text *text, size_t i)
{
	struct script_header header;

	return !text->lines[i].taken && script_header(text->lines[i].s, &header) &&
	       (header.frame.n > 0 || is_frame(text, text->lines[i].next, !header.has_time));
}

/* Reads samples from line i on; *i becomes the first line that is none of theirs. */
static enum err read_samples(struct script *script, struct text *text, size_t *i, struct error *err)
{
	bool in_sample = false;
	enum err e = OK;

	for (; e == OK && *i < text->count; *i = text->lines[*i].next) {
		struct text_line *line = &text->lines[*i];
		bool is_blank = slice_trim(line->s).n == 0;

		if (!is_blank && !is_sample(text, *i) && !(in_sample && is_frame(text, *i, false)))
			break;
		in_sample = !is_blank;
		line->taken |= in_sample;
		script->line_no = line->line_no;
		e = script_line(script, line->s, err);
	}
	return e == OK ? script_end(script, err) : e;
}

static enum err take_block(struct text *text, size_t *i, struct sink *sink, struct error *err)
{
	struct run_sink out = { { emit_with_run }, sink, run_heading(text, *i) };
	struct reading reading = { .sink = sink };
	enum err e;

	calltree_init(&reading.tree, NULL);
	script_init(&reading.script, &records_style, &reading.tree);
	e = read_samples(&reading.script, text, i, err);
	if (e == OK)
		e = calltree_emit(&reading.tree, &out.sink, err);
	script_release(&reading.script);
	calltree_release(&reading.tree);
	return e;
}

static enum err script_prose(struct arena *arena, struct text *text, struct sink *sink,
			     struct error *err)
{
	enum err e = OK;

	(void)arena;
	for (size_t i = 0; e == OK && i < text->count; i++) {
		size_t at = i;

		if (is_sample(text, i))
			e = take_block(text, &at, sink, err);
	}
	return e;
}

const struct format fmt_perf_script = {
	.name = "perf-script",
	.summary = "samples with their call chains, summed by stack",
	.tool = "perf script, checked with 3.x, 4.x, 5.10, 6.1, 6.12 and 7.2",
	.detect = script_detect,
	.parse = script_parse,
	.prose = script_prose,
};
