/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bpftrace's text output: maps of numbers and texts, histograms, stats(), tseries(), stacks.
 * Checked with 0.8 to 0.24. A long file of nothing else is read in pieces of constant size.
 */
#include "ingest/format.h"

#include "ingest/bpf_scan.h"
#include "ingest/pieces.h"

enum { SURE = 90, PIECE_BYTES = 128 * 1024 };

static enum err bpftrace_prose(struct arena *arena, struct text *text, struct sink *sink,
			       struct error *err)
{
	enum err e = OK;

	for (size_t first = 0; e == OK && first < text->count; first++) {
		struct bpf_scan scan;

		if (text->lines[first].previous < text->count)
			continue; /* not the first line of its depth */
		bpf_scan_init(&scan, arena, text->options);
		bpf_scan_lines(&scan, arena, text, first);
		e = bpf_scan_emit(&scan, sink, err);
		if (e == OK)
			e = bpf_scan_finish(&scan, sink, err);
		bpf_scan_release(&scan);
	}
	return e;
}

/* Only output of bpftrace that is long: what is short may hold other things too. */
static int bpftrace_detect(struct slice head)
{
	struct slice line;
	bool placed;

	if (head.n < INPUT_HEAD_BYTES)
		return 0;
	while (slice_line(&head, &line)) {
		line = slice_trim(line);
		if (bpf_probes(line).n > 0)
			return SURE;
		if (bpf_name_length(line) > 0)
			return bpf_key_closes(line) || line.p[bpf_name_length(line)] == ':' ? SURE
											    : 0;
		if (line.n > 0 && !bpf_is_error(line, &placed))
			return 0;
	}
	return 0;
}

static void piece_lines(struct arena *arena, struct slice bytes, size_t line_no, struct text *text)
{
	size_t capacity = 0;
	struct slice line;

	*text = (struct text){ 0 };
	while (slice_line(&bytes, &line)) {
		struct text_line one = {
			.s = text_clean(arena, line),
			.line_no = (uint32_t)line_no++,
			.next = (uint32_t)text->count + 1,
			.previous = (uint32_t)text->count - 1,
		};

		ARENA_PUSH(arena, text->lines, text->count, capacity, one);
	}
}

static enum err read_pieces(struct pieces *pieces, struct bpf_scan *scan, struct sink *sink,
			    struct error *err)
{
	struct slice bytes = SLICE_NONE;
	struct arena arena;
	enum err e;

	arena_init(&arena);
	while ((e = pieces_next(pieces, &bytes, err)) == OK && bytes.n > 0) {
		struct text text;

		piece_lines(&arena, bytes, pieces->line_no, &text);
		bpf_scan_lines(scan, &arena, &text, 0);
		e = bpf_scan_emit(scan, sink, err);
		arena_reset(&arena);
		if (e != OK)
			break;
	}
	arena_release(&arena);
	return e;
}

static enum err bpftrace_parse(struct arena *arena, struct input *input,
			       const struct format_options *options, struct sink *sink,
			       struct error *err)
{
	struct error why;
	struct pieces pieces;
	struct bpf_scan scan;
	enum err e, status;

	pieces_init(&pieces, input, PIECE_BYTES, INPUT_LINE_MAX, '@', "");
	bpf_scan_init(&scan, arena, options);
	scan.attached = true;
	status = read_pieces(&pieces, &scan, sink, &why);
	e = bpf_scan_finish(&scan, sink, err);
	if (e == OK && status != OK)
		*err = why;
	bpf_scan_release(&scan);
	pieces_release(&pieces);
	return e == OK ? status : e;
}

const struct format fmt_bpftrace = {
	.name = "bpftrace",
	.summary = "maps, histograms, stats and stacks in bpftrace's text output",
	.tool = "bpftrace, 0.8 to 0.24",
	.prose = bpftrace_prose,
	.detect = bpftrace_detect,
	.parse = bpftrace_parse,
};
