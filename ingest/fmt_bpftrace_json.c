/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bpftrace -f json: an object a line. Checked with 0.9.2 to 0.26, with what those print that is no
 * JSON. Files are read in pieces; of other text, the lines that begin as such objects.
 */
#include "ingest/format.h"

#include "ingest/bpf_json.h"
#include "ingest/bpf_scan.h"
#include "ingest/pieces.h"

enum { SURE = 95, PIECE_BYTES = 256 * 1024, WRAPPED_MAX = 64 };

static struct slice content(struct slice line)
{
	for (line = slice_trim(line); slice_take(&line, "^C");)
		line = slice_trim(line);
	return line;
}

static int json_detect(struct slice head)
{
	struct slice line;
	uint64_t lost;
	bool placed;

	while (slice_line(&head, &line)) {
		line = content(line);
		if (slice_starts(line, "{"))
			return bpf_json_is_message(line) ? SURE : 0;
		if (line.n > 0 && !bpf_is_error(line, &placed) && bpf_probes(line).n == 0 &&
		    !bpf_says_lost(line, &lost))
			return 0;
	}
	return 0;
}

static enum err emit_piece(struct bpf_json *json, struct slice bytes, size_t line_no,
			   struct sink *sink, struct error *err)
{
	struct slice rest = bytes, line;
	enum err e = OK;

	while (slice_line(&rest, &line))
		bpf_json_learn(json, line);
	for (rest = bytes; e == OK && slice_line(&rest, &line); line_no++)
		e = bpf_json_emit(json, line, line_no, sink, err);
	return e;
}

static enum err json_parse_file(struct arena *arena, struct input *input,
				const struct format_options *options, struct sink *sink,
				struct error *err)
{
	struct slice bytes = SLICE_NONE;
	struct bpf_json json;
	struct pieces pieces;
	struct error why;
	enum err e = OK, status;

	pieces_init(&pieces, input, PIECE_BYTES, options->document_bytes, '\0',
		    " (--max-document)");
	bpf_json_init(&json, arena, options);
	while ((status = pieces_next(&pieces, &bytes, &why)) == OK && bytes.n > 0 && e == OK)
		e = emit_piece(&json, bytes, pieces.line_no, sink, err);
	if (e == OK)
		e = bpf_json_finish(&json, sink, err);
	if (e == OK && status != OK)
		*err = why;
	bpf_json_release(&json);
	pieces_release(&pieces);
	return e == OK ? status : e;
}

/* ---- prose ---- */

/* A message and the text's line at which it begins. */
struct found {
	struct slice line;
	size_t line_no;
};

struct finds {
	struct found *list;
	size_t count, capacity;
	bool sure;
};

/* The object that begins on line i; lines that a mail wrapped are put together. */
static struct slice whole_line(struct arena *arena, struct text *text, size_t i, size_t *last)
{
	struct slice line = content(text->lines[i].s), out;
	struct buf buf;

	*last = i;
	if (bpf_json_is_whole(line))
		return line;
	buf_init(&buf);
	buf_add(&buf, line);
	for (int k = 0; k < WRAPPED_MAX; k++) {
		size_t next = text->lines[*last].next;
		struct slice more = next < text->count ? content(text->lines[next].s) : SLICE_NONE;

		if (more.n == 0 || bpf_json_is_message(more))
			break;
		buf_addc(&buf, ' ');
		buf_add(&buf, more);
		*last = next;
		if (slice_ends(more, "}") && bpf_json_is_whole(buf_slice(&buf)))
			break;
	}
	out = bpf_json_is_whole(buf_slice(&buf)) ? arena_slice(arena, buf_slice(&buf)) : line;
	buf_release(&buf);
	if (out.p == line.p)
		*last = i;
	return out;
}

static void find_messages(struct arena *arena, struct text *text, size_t first, struct finds *finds)
{
	for (size_t i = first; i < text->count; i = text->lines[i].next) {
		struct slice s = content(text->lines[i].s);
		struct found found = { .line_no = text->lines[i].line_no };
		size_t begin = i;

		if (text->lines[i].taken || !slice_starts(s, "{") || !bpf_json_is_message(s))
			continue;
		found.line = whole_line(arena, text, i, &i);
		finds->sure = finds->sure || bpf_json_is_sure(found.line);
		ARENA_PUSH(arena, finds->list, finds->count, finds->capacity, found);
		for (; finds->sure; begin = text->lines[begin].next) {
			text->lines[begin].taken = true;
			if (begin == i)
				break;
		}
	}
}

static enum err json_prose(struct arena *arena, struct text *text, struct sink *sink,
			   struct error *err)
{
	enum err e = OK;

	for (size_t first = 0; e == OK && first < text->count; first++) {
		struct finds finds = { .count = 0 };
		struct bpf_json json;

		if (text->lines[first].previous < text->count)
			continue; /* not the first line of its depth */
		find_messages(arena, text, first, &finds);
		if (!finds.sure)
			continue;
		bpf_json_init(&json, arena, text->options);
		for (size_t i = 0; i < finds.count; i++)
			bpf_json_learn(&json, finds.list[i].line);
		for (size_t i = 0; e == OK && i < finds.count; i++)
			e = bpf_json_emit(&json, finds.list[i].line, finds.list[i].line_no, sink,
					  err);
		if (e == OK)
			e = bpf_json_finish(&json, sink, err);
		bpf_json_release(&json);
	}
	return e;
}

const struct format fmt_bpftrace_json = {
	.name = "bpftrace-json",
	.summary = "what bpftrace -f json prints, an object a line",
	.tool = "bpftrace -f json, 0.9.2 to 0.26",
	.prose = json_prose,
	.detect = json_detect,
	.parse = json_parse_file,
};
