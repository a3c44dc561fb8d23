/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/script.h"

#include <stdlib.h>

#include "lib/memory.h"
#include "lib/num.h"

void script_init(struct script *script, const struct script_style *style, struct calltree *tree)
{
	*script = (struct script){ .style = style, .tree = tree };
	script->names = memory_must(malloc(CALLTREE_DEPTH_MAX * sizeof(*script->names)));
}

void script_release(struct script *script)
{
	script_memo_release(&script->memo);
	free(script->names);
}

static uint32_t *names_of(struct script *script)
{
	return script->names + CALLTREE_DEPTH_MAX - script->depth;
}

static enum err too_deep(const struct script *script, struct error *err)
{
	return error_set_line(err, ERR_LIMIT, script->line_no,
			      "a call chain of more than %d frames", CALLTREE_DEPTH_MAX);
}

enum err script_name(struct script *script, struct slice name, struct error *err)
{
	enum err e;

	if (script->depth == CALLTREE_DEPTH_MAX)
		return too_deep(script, err);
	script->depth++;
	e = calltree_name(script->tree, name, names_of(script), err);
	if (e != OK && err != NULL)
		err->line = script->line_no;
	return e;
}

/* ---- samples ---- */

/* Adds the sample, whose chain has this number and these names. */
static enum err add_sample(struct script *script, uint32_t chain, const uint32_t *names,
			   size_t count, struct error *err)
{
	uint32_t *leaf = script_memo_leaf(&script->memo, script->root, chain);
	enum err e;

	if (*leaf != CALLTREE_NONE) {
		calltree_add_again(script->tree, *leaf, &script->sample);
		return OK;
	}
	e = calltree_add_names(script->tree, script->root, names, count, &script->sample, leaf,
			       err);
	if (e != OK && err != NULL)
		err->line = script->line_no;
	return e;
}

static enum err end_sample(struct script *script, struct error *err)
{
	const uint32_t *names = names_of(script);

	if (!script->in_sample)
		return OK;
	script->in_sample = false;
	if (script->is_dropped)
		return OK;
	script->chain = script_memo_chain(&script->memo, names, script->depth);
	return add_sample(script, script->chain, names, script->depth, err);
}

static enum err begin_sample(struct script *script, const struct script_header *header,
			     struct error *err)
{
	script->samples++;
	script->in_sample = true;
	script->is_dropped = false;
	script->depth = 0;
	script->sample = (struct calltree_sample){
		.count = 1,
		.period = RECORD_NO_COUNT,
		.line = script->line_no,
	};
	return script->style->begin(script, header, err);
}

static enum err take_header(struct script *script, const struct script_header *header,
			    struct error *err)
{
	enum err e = end_sample(script, err);

	if (e == OK)
		e = begin_sample(script, header, err);
	if (e != OK || header->frame.n == 0)
		return e;
	if (!script->is_dropped)
		e = script->style->frame(script, header->frame, err);
	return e == OK ? end_sample(script, err) : e;
}

static enum err take_frame(struct script *script, struct slice line, struct error *err)
{
	return script->is_dropped ? OK : script->style->frame(script, line, err);
}

/* ---- lines that are no part of a sample ---- */

/* "PERF_RECORD_LOST lost 12", "LOST 12 events!", "Processed 9 events and lost 2 chunks!" */
static bool take_notice(struct script *script, struct slice line)
{
	static const char *const words[] = { "PERF_RECORD_LOST lost ", "LOST " };
	uint64_t lost;

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		struct slice rest = slice_skip(line, slice_find(line, words[i]));

		if (!slice_take(&rest, words[i]) || !num_uint(slice_field(&rest), &lost))
			continue;
		script->lost += lost;
		if (script->lost_line == 0)
			script->lost_line = script->line_no;
		return true;
	}
	return slice_find(line, "PERF_RECORD_") < line.n || slice_starts(line, "Processed ") ||
	       slice_starts(line, "Check IO/CPU overload");
}

static void is_unknown(struct script *script, size_t line_no)
{
	if (script->unknown_count++ == 0)
		script->unknown_line = line_no;
}

static void forget_lone(struct script *script)
{
	if (script->lone_n > 0)
		is_unknown(script, script->lone_line);
	script->lone_n = 0;
}

static void keep_lone(struct script *script, struct slice line)
{
	line = slice_head(slice_trim_end(line), sizeof(script->lone));
	forget_lone(script);
	memcpy(script->lone, line.p, line.n);
	script->lone_n = line.n;
	script->lone_line = script->line_no;
}

/*
 * A frame outside of a sample, with perf's tab: the line before it was the header, if it could be
 * one. With -F but addresses and symbols it is an empty line.
 */
static enum err take_first_frame(struct script *script, struct slice line, struct error *err)
{
	const struct slice lone = { script->lone, script->lone_n };
	struct script_header header;
	enum err e;

	if (line.p[0] != '\t' ||
	    (lone.n == 0 && (script->last_empty == 0 || script->last_empty + 1 != script->line_no)))
		return OK; /* of a sample whose begin is cut off */
	script->lone_n = 0;
	script_header_short(lone, &header);
	script->line_no--;
	e = begin_sample(script, &header, err);
	script->line_no++;
	return e == OK ? take_frame(script, line, err) : e;
}

/* Begins with a blank: a frame, a header of the one-line form, or what srcline prints. */
static enum err take_indented(struct script *script, struct slice line, struct error *err)
{
	struct script_header header;
	struct script_frame frame;
	bool is_frame = script_frame(line, &frame);

	if (script->in_sample && is_frame)
		return take_frame(script, line, err);
	if (script_header(line, &header))
		return take_header(script, &header, err);
	if (is_frame)
		return take_first_frame(script, line, err);
	script->passed_over++;
	return OK;
}

static enum err take_unindented(struct script *script, struct slice line, struct error *err)
{
	struct script_header header;
	struct script_frame frame;

	if (line.p[0] == '#')
		return script->style->comment != NULL ? script->style->comment(script, line, err)
						      : OK;
	if (script_header(line, &header)) {
		forget_lone(script);
		return take_header(script, &header, err);
	}
	if (script_frame(line, &frame) && frame.symbol.n + frame.dso.n > 0 &&
	    (script->in_sample || script->lone_n > 0))
		return script->in_sample ? take_frame(script, line, err)
					 : take_first_frame(script, line, err);
	if (take_notice(script, line))
		return OK;
	if (script->in_sample)
		is_unknown(script, script->line_no);
	else
		keep_lone(script, line);
	return OK;
}

enum err script_line(struct script *script, struct slice line, struct error *err)
{
	if (line.n > 0 && line.p[line.n - 1] == '\r')
		line.n--;
	if (line.n > 0 && line.p[0] != ' ' && line.p[0] != '\t')
		return take_unindented(script, line, err);
	if (slice_trim(line).n > 0)
		return take_indented(script, line, err);
	script->last_empty = script->line_no;
	return end_sample(script, err);
}

/* ---- the inner loop ---- */

/* A frame line that is known: its names. */
static enum err take_known(struct script *script, const struct script_memo_line *known,
			   struct error *err)
{
	if (script->is_dropped)
		return OK;
	if (script->depth + known->count > CALLTREE_DEPTH_MAX)
		return too_deep(script, err);
	script->depth += known->count;
	if (known->count == 1)
		*names_of(script) = known->name;
	else
		memcpy(names_of(script), script->memo.names + known->name,
		       known->count * sizeof(*script->names));
	return OK;
}

/*
 * The line at the head of lines, n bytes with its line end, when it is not known. Of those within a
 * sample frames are kept and what is printed below them, not what must be counted.
 */
static enum err take_new(struct script *script, struct slice lines, size_t n, struct error *err)
{
	bool is_whole = lines.p[n - 1] == '\n';
	bool was_in_sample = script->in_sample && !script->is_dropped;
	size_t depth = script->depth, samples = script->samples;
	enum err e = script_line(script, slice_head(lines, n - is_whole), err);

	if (e == OK && is_whole && was_in_sample && script->in_sample &&
	    script->samples == samples &&
	    (script->depth > depth || lines.p[0] == ' ' || lines.p[0] == '\t'))
		script_memo_add(&script->memo, lines, n, script->variant, names_of(script),
				script->depth - depth);
	return e;
}

/* A whole chain that is known ends the sample. */
static enum err take_block(struct script *script, const struct script_memo_block *block,
			   struct error *err)
{
	script->line_no += block->lines - 1;
	script->last_empty = script->line_no;
	script->in_sample = false;
	return add_sample(script, block->chain, script_memo_names(&script->memo, block->chain),
			  block->count, err);
}

/* Behind an empty line: keeps the chain before it when all of its lines were known. */
static void keep_block(struct script *script, const char *end)
{
	const struct script_memo_block block = {
		.lines = (uint32_t)(script->line_no - script->block_line + 1),
		.chain = script->chain,
		.count = (uint32_t)script->depth,
		.variant = script->variant,
	};
	struct slice text = { script->block.p, (size_t)(end - script->block.p) };

	script_memo_add_block(&script->memo, script->block_first, text, &block);
	script->block.p = NULL;
}

/* A line that is known, at the head of lines, or the whole chain that it begins: its bytes. */
static enum err take_from_memo(struct script *script, struct script_memo_line *known,
			       struct slice lines, size_t *n, struct error *err)
{
	const struct script_memo_block *block = NULL;

	*n = known->n;
	if (script->depth > 0 || script->is_dropped)
		return take_known(script, known, err);
	block = script_memo_find_block(&script->memo, known, lines, script->variant);
	if (block != NULL) {
		*n = block->n;
		return take_block(script, block, err);
	}
	script->block = lines;
	script->block_first = known;
	script->block_line = script->line_no;
	return take_known(script, known, err);
}

enum err script_lines(struct script *script, struct slice lines, struct error *err)
{
	struct script_memo_line *last = NULL;
	enum err e = OK;

	script->block.p = NULL; /* a chain that is cut by the window is not kept */
	while (e == OK && lines.n > 0) {
		bool is_empty = lines.p[0] == '\n';
		struct script_memo_line *known = NULL;
		size_t n;

		script->line_no++;
		if (script->in_sample && !is_empty)
			known = script_memo_find(&script->memo, last, lines, script->variant);
		if (known != NULL) {
			e = take_from_memo(script, known, lines, &n, err);
		} else {
			n = is_empty ? 1 : slice_find_char(lines, '\n') + 1;
			e = take_new(script, lines, n < lines.n ? n : lines.n, err);
			if (e == OK && is_empty && script->block.p != NULL)
				keep_block(script, lines.p + 1);
			script->block.p = NULL;
		}
		last = known;
		lines = slice_skip(lines, n);
	}
	return e;
}

enum err script_end(struct script *script, struct error *err)
{
	forget_lone(script);
	return end_sample(script, err);
}

enum err script_read(struct script *script, struct input *input, struct error *err)
{
	struct slice lines;
	enum err e = OK;

	while (e == OK && input_lines(input, &lines))
		e = script_lines(script, lines, err);
	if (e == OK)
		e = script_end(script, err);
	return e == OK ? input_status(input, err) : e;
}
