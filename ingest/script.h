/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads perf script's output and sums its samples into a call tree. What a sample's root is and
 * how frames are called is told by a style: stack records are one, `memcgperf fold` is another.
 * Layer: ingest, above input, script_line and script_memo.
 *
 * A sample ends at an empty line, at the next header and at the end of the input.
 */
#ifndef INGEST_SCRIPT_H
#define INGEST_SCRIPT_H

#include "ingest/input.h"
#include "ingest/script_line.h"
#include "ingest/script_memo.h"
#include "lib/calltree.h"

struct script;

struct script_style {
	/*
	 * A sample begins: sets root and sample (also variant), or is_dropped. header lives
	 * until it returns.
	 */
	enum err (*begin)(struct script *script, const struct script_header *header,
			  struct error *err);
	/*
	 * A frame line of it: calls script_name for each frame that it stands for, the innermost
	 * first. What it calls may depend on the line and on variant only.
	 */
	enum err (*frame)(struct script *script, struct slice line, struct error *err);
	/* A line that begins with '#'; NULL = of no interest. */
	enum err (*comment)(struct script *script, struct slice line, struct error *err);
};

struct script {
	const struct script_style *style;
	struct calltree *tree;
	size_t line_no; /* of the line that is being read */
	/* of the current sample, set by begin */
	uint32_t root, variant;
	struct calltree_sample sample;
	bool is_dropped;
	/* what was seen */
	uint64_t samples;                   /* dropped ones among them */
	uint64_t lost;                      /* events, by perf's own notices */
	size_t lost_line;                   /* 0 = no notice */
	size_t unknown_count, unknown_line; /* lines that are nothing, and the first of them */
	size_t passed_over; /* indented ones that are no frame: source lines and the like */
	/* private */
	struct script_memo memo;
	bool in_sample;
	uint32_t *names; /* CALLTREE_DEPTH_MAX; filled from its end, outermost first */
	size_t depth;
	uint32_t chain; /* number of the last sample's */
	/* where the text of its chain began, if all of its lines were known; p NULL = not */
	struct slice block;
	struct script_memo_line *block_first;
	size_t block_line;
	size_t last_empty; /* line */
	char lone[128];    /* a line that is a short header if a frame follows; n 0 = none */
	size_t lone_n, lone_line;
};

void script_init(struct script *script, const struct script_style *style, struct calltree *tree);
void script_release(struct script *script);

/* The next frame towards the caller. */
NODISCARD enum err script_name(struct script *script, struct slice name, struct error *err);

/* Reads whole lines as input_lines gives them, line_no being that of the line before. */
NODISCARD enum err script_lines(struct script *script, struct slice lines, struct error *err);
/* One line without its line end; line_no is the caller's to set. */
NODISCARD enum err script_line(struct script *script, struct slice line, struct error *err);
/* The last sample ends with the input. */
NODISCARD enum err script_end(struct script *script, struct error *err);

/* The whole of an input. */
NODISCARD enum err script_read(struct script *script, struct input *input, struct error *err);

#endif
