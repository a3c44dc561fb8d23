/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a parser reads: lines from a bounded window over a stream (a file, a member of an archive,
 * a request body), never the whole of it.
 * Layer: ingest, above lib.
 */
#ifndef INGEST_INPUT_H
#define INGEST_INPUT_H

#include "lib/base.h"
#include "lib/error.h"
#include "lib/slice.h"

enum { INPUT_HEAD_BYTES = 64 * 1024, INPUT_LINE_MAX = 1024 * 1024 };

/* Bytes in order. read returns how many it put into p (0 at the end), or -1 with err set. */
struct stream {
	ptrdiff_t (*read)(struct stream *stream, char *p, size_t capacity, struct error *err);
};

struct input {
	struct slice path;      /* within its run's folder or archive, for messages and names */
	struct slice run;       /* run that the path tells; "" = none */
	struct slice benchmark; /* "" = none */
	int iteration;          /* from 1; 0 = none */
	size_t line_no;         /* of the line that input_line gave last, from 1 */
	/* private */
	struct stream *stream;
	char *window;
	size_t start, end, capacity;
	bool at_end;
	enum err failed;
	struct error error;
};

void input_init(struct input *input, struct stream *stream);
void input_release(struct input *input);

/* Up to the first 64 KiB, without consuming them. Only before the first input_line. */
struct slice input_head(struct input *input);

/* Bytes as they come, as stream->read gives them; what input_head has seen among them. */
ptrdiff_t input_read(struct input *input, char *p, size_t capacity, struct error *err);

/*
 * The next line, without its line end ("\n" or "\r\n"). It lives until the next call. False at
 * the end and on failure: a read error, or a line over INPUT_LINE_MAX (ERR_LIMIT).
 */
bool input_line(struct input *input, struct slice *line);

/*
 * As many whole lines at once as have been read, with their line ends; the last one of the input
 * may have none. line_no is the caller's to count. False as input_line.
 */
bool input_lines(struct input *input, struct slice *lines);

/* After input_line or input_lines said false: OK at the end of the input, else why it stopped. */
NODISCARD enum err input_status(const struct input *input, struct error *err);

/* A stream over bytes in memory, for tests and decoded text. */
struct memory_stream {
	struct stream stream;
	struct slice rest;
};
void memory_stream_init(struct memory_stream *stream, struct slice bytes);

#endif
