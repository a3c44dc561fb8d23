/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Records as short lines, one each, so that a test can show all that came out of an input:
 *	LINE METRIC[key=value,...] STATISTIC=VALUE UNIT BETTER @RUN #PRINT (BENCHMARK)
 *	LINE METRIC[...] LO:HI=COUNT ... UNIT #PRINT for a histogram
 *	LINE METRIC[...] COMM a;b;leaf COUNT #PRINT for a stack
 * with what is absent left out. Symbols, facts and diagnostics have their own shapes.
 */
#ifndef TESTS_UNIT_INGEST_TOLD_H
#define TESTS_UNIT_INGEST_TOLD_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ingest/prose.h"
#include "ingest/text.h"
#include "lib/buf.h"
#include "lib/error.h"
#include "lib/num.h"
#include "lib/record.h"
#include "tests/unit/check.h"

struct told {
	struct sink sink;
	struct buf buf;
	size_t count;
};

static inline void told_text(struct buf *buf, const char *before, struct slice s)
{
	if (s.n > 0)
		buf_addf(buf, "%s%.*s", before, SLICE_FMT(s));
}

static inline void told_value(struct buf *buf, const struct record *r)
{
	buf_addf(buf, " %.*s=", SLICE_FMT(r->statistic));
	if (isnan(r->value))
		told_text(buf, "'", r->status.n > 0 ? r->status : r->text);
	else
		num_print(buf, r->value);
}

/* LO:HI=COUNT of each bucket */
static inline void told_buckets(struct buf *buf, const struct record *r)
{
	for (size_t i = 0; i < r->bucket_count; i++) {
		buf_addc(buf, ' ');
		if (isfinite(r->buckets[i].lo))
			num_print(buf, r->buckets[i].lo);
		buf_addc(buf, ':');
		if (isfinite(r->buckets[i].hi))
			num_print(buf, r->buckets[i].hi);
		buf_addf(buf, "=%lld", (long long)r->buckets[i].count);
	}
}

/* COMM a;b;leaf COUNT */
static inline void told_frames(struct buf *buf, const struct record *r)
{
	told_text(buf, " ", r->comm);
	for (size_t i = 0; i < r->frame_count; i++)
		buf_addf(buf, "%s%.*s", i == 0 ? " " : ";", SLICE_FMT(r->frames[i]));
	buf_addf(buf, " %lld", (long long)r->count);
}

static inline void told_sample(struct buf *buf, const struct record *r)
{
	told_text(buf, " ", r->metric);
	for (size_t i = 0; i < r->label_count; i++)
		buf_addf(buf, "%s%.*s=%.*s%s", i == 0 ? "[" : ",", SLICE_FMT(r->labels[i].key),
			 SLICE_FMT(r->labels[i].value), i + 1 == r->label_count ? "]" : "");
	if (r->kind == RECORD_HISTOGRAM)
		told_buckets(buf, r);
	else if (r->kind == RECORD_STACK)
		told_frames(buf, r);
	else
		told_value(buf, r);
	told_text(buf, " ", r->unit);
	told_text(buf, " ", slice_str(better_name(r->better)));
	told_text(buf, " @", r->run);
	if (r->print != RECORD_NO_COUNT)
		buf_addf(buf, " #%lld", (long long)r->print);
	if (!isnan(r->time_s))
		buf_addf(buf, " at %.0f", r->time_s);
	if (r->benchmark.n > 0)
		buf_addf(buf, " (%.*s)", SLICE_FMT(r->benchmark));
}

static inline enum err told_emit(struct sink *sink, const struct record *r, struct error *err)
{
	struct told *told = CONTAINER_OF(sink, struct told, sink);
	struct buf *buf = &told->buf;

	told->count++;
	buf_addf(buf, "%zu", r->line);
	if (record_check(r, err) != OK) {
		buf_addf(buf, " !! %s", err->text);
	} else if (r->kind == RECORD_SAMPLE || r->kind == RECORD_HISTOGRAM ||
		   r->kind == RECORD_STACK) {
		told_sample(buf, r);
	} else if (r->kind == RECORD_SYMBOL) {
		buf_addf(buf, " %.*s:%.*s %g%% %lld", SLICE_FMT(r->source_file),
			 SLICE_FMT(r->symbol), r->percent, (long long)r->samples);
		told_text(buf, " @", r->run);
	} else if (r->kind == RECORD_META) {
		buf_addf(buf, " %.*s=%.*s", SLICE_FMT(r->key), SLICE_FMT(r->value_text));
	} else {
		told_text(buf, " ! ", r->message);
	}
	buf_addc(buf, '\n');
	return OK;
}

static inline void told_init(struct told *told)
{
	*told = (struct told){ .sink = { told_emit } };
	buf_init(&told->buf);
}

/* What the format makes of the prose; NULL = every format. "" when it is not recognised. */
static inline struct slice told_prose(struct arena *arena, const char *format, struct slice bytes)
{
	struct told told;
	struct text text;
	struct error err;
	struct slice out;
	bool recognised;

	told_init(&told);
	assert_int_equal(text_from_bytes(arena, bytes, &text, &err), OK);
	assert_int_equal(prose_parse(arena, &text, format, &told.sink, &recognised, &err), OK);
	out = arena_slice(arena, buf_slice(&told.buf));
	assert_true(recognised || out.n == 0);
	buf_release(&told.buf);
	return out;
}

/*
 * What a format of whole files makes of bytes; an error is the last line, "LINE !! text". NULL
 * options: the default ones.
 */
static inline struct slice told_whole(struct arena *arena, const struct format *format,
				      const struct format_options *options, struct slice bytes)
{
	struct memory_stream stream;
	struct input input;
	struct told told;
	struct error err;
	struct slice out;

	told_init(&told);
	memory_stream_init(&stream, bytes);
	input_init(&input, &stream.stream);
	err.line = 0;
	if (format->parse(arena, &input, options != NULL ? options : &format_options_default,
			  &told.sink, &err) != OK)
		buf_addf(&told.buf, "%zu !! %s\n", err.line, err.text);
	input_release(&input);
	out = arena_slice(arena, buf_slice(&told.buf));
	buf_release(&told.buf);
	return out;
}

/* Input that hostile people write: nothing but a crash or a hang can fail here. */
static inline void told_survives(struct arena *arena, const char *format, const char *row)
{
	struct slice line = slice_str(row);
	struct buf buf;

	buf_init(&buf);
	for (size_t n = 0; n <= line.n; n++) {
		buf_add(&buf, slice_head(line, n));
		buf_addc(&buf, '\n');
		buf_fill(&buf, '>', n % 7);
		buf_add(&buf, slice_skip(line, n));
		buf_adds(&buf, "\xff\xa0\n");
	}
	buf_fill(&buf, '>', 10000);
	buf_add(&buf, line);
	buf_addc(&buf, '\n');
	while (buf.n < 300 * KiB)
		buf_add(&buf, line);
	(void)told_prose(arena, format, buf_slice(&buf));
	(void)told_prose(arena, format, SLICE_NONE);
	buf_release(&buf);
}

/* A test that has an arena in *state. */
static inline int told_set_up(void **state)
{
	struct arena *arena = malloc(sizeof(*arena));

	arena_init(arena);
	*state = arena;
	return 0;
}

static inline int told_tear_down(void **state)
{
	arena_release(*state);
	free(*state);
	return 0;
}

#define TOLD_TEST(function) cmocka_unit_test_setup_teardown(function, told_set_up, told_tear_down)

#endif
