/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/bench.h"

#include <stdarg.h>
#include <stdio.h>

enum err bench_put_tuple(struct bench_file *file, const struct bench_tuple *tuple,
			 struct error *err)
{
	return file->out->put(file->out, file, tuple, err);
}

static struct bench_tuple tuple_of(const struct bench_file *file, const char *metric, double number)
{
	bool a_first = (file->row->flags & ROW_A_FIRST) != 0;

	return (struct bench_tuple){
		.metric = a_first ? file->of.a : slice_str(metric),
		.a = a_first ? slice_str(metric) : file->of.a,
		.b = file->of.b,
		.number = number,
		.headline = (file->row->flags & ROW_HEADLINE) != 0,
	};
}

enum err bench_put(struct bench_file *file, const char *metric, double number, struct slice text,
		   struct error *err)
{
	struct bench_tuple tuple = tuple_of(file, metric, number);

	tuple.text = text.p != NULL ? text : SLICE("");
	return bench_put_tuple(file, &tuple, err);
}

enum err bench_put_value(struct bench_file *file, const char *metric, double number, double value,
			 struct error *err)
{
	struct bench_tuple tuple = tuple_of(file, metric, number);

	tuple.value = value;
	return bench_put_tuple(file, &tuple, err);
}

enum err bench_declare(struct bench_file *file, const char *metric, struct error *err)
{
	struct bench_tuple tuple = tuple_of(file, metric, 0);

	tuple.none = true;
	return bench_put_tuple(file, &tuple, err);
}

enum err bench_odd(struct bench_file *file, struct error *err, const char *fmt, ...)
{
	char text[256];
	va_list args;

	if (file->as_peer)
		return OK;
	va_start(args, fmt);
	(void)vsnprintf(text, sizeof(text), fmt, args); /* cut when it is too long */
	va_end(args);
	return file->out->odd(file->out, file, text, err);
}

struct slice bench_keep(struct bench_file *file, struct slice text)
{
	return arena_slice(file->arena, text);
}

bool bench_holds(struct slice line, const char *pattern)
{
	return pattern[0] == '^' ? slice_starts(line, pattern + 1)
				 : slice_find(line, pattern) < line.n;
}

struct slice bench_behind(struct slice line, const char *text)
{
	size_t at = slice_find(line, text);

	return at == line.n ? SLICE_NONE : slice_skip(line, at + slice_str(text).n);
}
