/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/pieces.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

void pieces_init(struct pieces *pieces, struct input *input, size_t piece_bytes, size_t line_max,
		 char begin, const char *limit)
{
	*pieces = (struct pieces){
		.line_no = 1,
		.input = input,
		.begin = begin,
		.piece_bytes = piece_bytes,
		.line_max = line_max,
		.limit = limit,
	};
}

void pieces_release(struct pieces *pieces)
{
	free(pieces->bytes);
	pieces->bytes = NULL;
}

static void make_room(struct pieces *pieces)
{
	if (pieces->n < pieces->capacity)
		return;
	pieces->capacity = pieces->capacity == 0 ? 2 * pieces->piece_bytes : 2 * pieces->capacity;
	pieces->bytes = memory_must(realloc(pieces->bytes, pieces->capacity));
}

/* Reads until there are a piece's bytes and a line end among them. */
static void fill(struct pieces *pieces)
{
	bool has_line = memrchr(pieces->bytes, '\n', pieces->n) != NULL;

	while (!pieces->ended && (pieces->n < 2 * pieces->piece_bytes || !has_line) &&
	       pieces->n <= pieces->line_max + pieces->piece_bytes) {
		ptrdiff_t got;

		make_room(pieces);
		got = input_read(pieces->input, pieces->bytes + pieces->n,
				 pieces->capacity - pieces->n, &pieces->why);
		pieces->ended = got <= 0;
		if (got <= 0)
			return;
		has_line = has_line || memchr(pieces->bytes + pieces->n, '\n', (size_t)got) != NULL;
		pieces->n += (size_t)got;
	}
}

/* Where to cut: before a line that begins as wanted, else behind the last line end. 0 = nowhere. */
static size_t piece_end(const struct pieces *pieces)
{
	size_t end = pieces->n;

	if (pieces->ended)
		return end;
	while (pieces->begin != '\0' && end > pieces->piece_bytes) {
		const char *line = memrchr(pieces->bytes, '\n', end - 1);

		if (line == NULL)
			break;
		end = (size_t)(line - pieces->bytes) + 1;
		if (end < pieces->n && pieces->bytes[end] == pieces->begin)
			return end;
	}
	for (end = pieces->n; end > 0 && pieces->bytes[end - 1] != '\n';)
		end--;
	return end;
}

static void drop_given(struct pieces *pieces)
{
	const char *p = pieces->bytes, *end;

	if (pieces->given == 0)
		return;
	end = pieces->bytes + pieces->given;
	while (p < end && (p = memchr(p, '\n', (size_t)(end - p))) != NULL) {
		pieces->line_no++;
		p++;
	}
	memmove(pieces->bytes, pieces->bytes + pieces->given, pieces->n - pieces->given);
	pieces->n -= pieces->given;
	pieces->given = 0;
}

enum err pieces_next(struct pieces *pieces, struct slice *out, struct error *err)
{
	drop_given(pieces);
	*out = SLICE_NONE;
	make_room(pieces);
	fill(pieces);
	if (pieces->n == 0) {
		enum err e = input_status(pieces->input, &pieces->why);

		if (e != OK)
			*err = pieces->why;
		return e;
	}
	pieces->given = piece_end(pieces);
	if (pieces->given == 0)
		return error_set_line(err, ERR_LIMIT, pieces->line_no,
				      "a line of more than %zu bytes%s", pieces->line_max,
				      pieces->limit);
	*out = (struct slice){ pieces->bytes, pieces->given };
	return OK;
}
