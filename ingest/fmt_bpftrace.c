/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bpftrace's text output: maps of numbers and texts, histograms, stats(), tseries(), stacks.
 * Checked with 0.8 to 0.24. A long file of nothing else is read in pieces of constant size.
 */
#include "ingest/format.h"

#include <stdlib.h>
#include <string.h>

#include "ingest/bpf_scan.h"

enum { SURE = 90, PIECE_BYTES = 1024 * 1024 };

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

/* Bytes of the input, cut where a piece may end. */
struct pieces {
	struct input *input;
	char *bytes; /* PIECE_BYTES and a line */
	size_t n, capacity;
	size_t line_no; /* of the first line */
	bool ended;
};

static enum err fill(struct pieces *pieces, struct error *err)
{
	while (!pieces->ended && pieces->n < pieces->capacity) {
		ptrdiff_t got = input_read(pieces->input, pieces->bytes + pieces->n,
					   pieces->capacity - pieces->n, err);

		if (got < 0)
			return err->code;
		pieces->ended = got == 0;
		pieces->n += (size_t)got;
	}
	return OK;
}

/* How many of the bytes are whole entries: up to the last line that begins with '@', else line. */
static size_t piece_end(const struct pieces *pieces)
{
	size_t end = pieces->n;

	if (pieces->ended)
		return end;
	while (end > PIECE_BYTES) {
		const char *line = memrchr(pieces->bytes, '\n', end - 1);

		if (line == NULL)
			break;
		end = (size_t)(line - pieces->bytes) + 1;
		if (end < pieces->n && pieces->bytes[end] == '@')
			return end;
	}
	for (end = pieces->n; end > 0 && pieces->bytes[end - 1] != '\n';)
		end--;
	return end;
}

static void piece_lines(struct arena *arena, struct slice bytes, struct pieces *pieces,
			struct text *text)
{
	size_t capacity = 0;
	struct slice line;

	*text = (struct text){ 0 };
	while (slice_line(&bytes, &line)) {
		struct text_line one = {
			.s = text_clean(arena, line),
			.line_no = (uint32_t)pieces->line_no++,
			.next = (uint32_t)text->count + 1,
			.previous = (uint32_t)text->count - 1,
		};

		ARENA_PUSH(arena, text->lines, text->count, capacity, one);
	}
}

/* Reads one piece. */
static enum err read_piece(struct pieces *pieces, struct bpf_scan *scan, struct arena *arena,
			   struct sink *sink, struct error *err)
{
	size_t end = piece_end(pieces);
	struct text text;
	enum err e;

	if (end == 0)
		return error_set_line(err, ERR_LIMIT, pieces->line_no,
				      "a line of more than %d bytes, the limit for a line",
				      INPUT_LINE_MAX);
	piece_lines(arena, (struct slice){ pieces->bytes, end }, pieces, &text);
	bpf_scan_lines(scan, arena, &text, 0);
	e = bpf_scan_emit(scan, sink, err);
	memmove(pieces->bytes, pieces->bytes + end, pieces->n - end);
	pieces->n -= end;
	return e;
}

static enum err read_pieces(struct pieces *pieces, struct bpf_scan *scan, struct sink *sink,
			    struct error *err)
{
	struct arena arena;
	struct error why;
	enum err e = OK, status = OK;

	arena_init(&arena);
	do {
		status = fill(pieces, &why);
		pieces->ended = pieces->ended || status != OK;
		if (pieces->n > 0)
			e = read_piece(pieces, scan, &arena, sink, err);
		arena_reset(&arena);
	} while (e == OK && !(pieces->ended && pieces->n == 0));
	arena_release(&arena);
	if (e == OK && status != OK)
		*err = why;
	return e == OK ? status : e;
}

static enum err bpftrace_parse(struct arena *arena, struct input *input,
			       const struct format_options *options, struct sink *sink,
			       struct error *err)
{
	struct pieces pieces = {
		.input = input,
		.capacity = PIECE_BYTES + INPUT_LINE_MAX,
		.line_no = 1,
	};
	struct bpf_scan scan;
	enum err e;

	pieces.bytes = malloc(pieces.capacity);
	if (pieces.bytes == NULL)
		abort();
	bpf_scan_init(&scan, arena, options);
	scan.attached = true;
	e = read_pieces(&pieces, &scan, sink, err);
	if (e == OK)
		e = bpf_scan_finish(&scan, sink, err);
	bpf_scan_release(&scan);
	free(pieces.bytes);
	return e;
}

const struct format fmt_bpftrace = {
	.name = "bpftrace",
	.summary = "maps, histograms, stats and stacks in bpftrace's text output",
	.tool = "bpftrace, 0.8 to 0.24",
	.prose = bpftrace_prose,
	.detect = bpftrace_detect,
	.parse = bpftrace_parse,
};
