/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/record.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

struct record record_init(enum record_kind kind)
{
	return (struct record){
		.kind = kind,
		.time_s = RECORD_NO_NUMBER,
		.print = RECORD_NO_COUNT,
		.value = RECORD_NO_NUMBER,
		.n = RECORD_NO_COUNT,
		.total = RECORD_NO_NUMBER,
		.sem_percent = RECORD_NO_NUMBER,
		.running_percent = RECORD_NO_NUMBER,
		.count = RECORD_NO_COUNT,
		.period = RECORD_NO_COUNT,
		.percent = RECORD_NO_NUMBER,
		.children_percent = RECORD_NO_NUMBER,
		.baseline_percent = RECORD_NO_NUMBER,
		.delta_percent = RECORD_NO_NUMBER,
		.samples = RECORD_NO_COUNT,
	};
}

int64_t record_count(double value)
{
	if (value != value)
		return RECORD_NO_COUNT;
	if (value >= 0x1p63)
		return INT64_MAX;
	return value <= -0x1p63 ? INT64_MIN + 1 : (int64_t)value;
}

const char *record_kind_name(enum record_kind kind)
{
	static const char *const names[] = {
		[RECORD_META] = "meta",           [RECORD_SAMPLE] = "sample",
		[RECORD_HISTOGRAM] = "histogram", [RECORD_STACK] = "stack",
		[RECORD_SYMBOL] = "symbol",       [RECORD_INSTRUCTION] = "instruction",
		[RECORD_MAIL] = "mail",           [RECORD_DIAGNOSTIC] = "diagnostic",
	};

	return names[kind];
}

static const char *const better_names[] = {
	[BETTER_UNKNOWN] = "",
	[BETTER_HIGHER] = "higher",
	[BETTER_LOWER] = "lower",
	[BETTER_NONE] = "none",
};

const char *better_name(enum better better)
{
	return better_names[better];
}

enum better better_parse(struct slice name)
{
	for (size_t i = 1; i < ARRAY_SIZE(better_names); i++)
		if (slice_is(name, better_names[i]))
			return (enum better)i;
	return BETTER_UNKNOWN;
}

static enum err check_text(const struct record *record, const char *what, struct slice text,
			   struct error *err)
{
	if (text.n == 0)
		return OK;
	if (text.n > RECORD_TEXT_MAX)
		return error_set_line(err, ERR_LIMIT, record->line,
				      "%s of %zu bytes, the limit is %d", what, text.n,
				      RECORD_TEXT_MAX);
	if (!slice_is_utf8(text))
		return error_set_line(err, ERR_INPUT, record->line, "%s is not UTF-8", what);
	return OK;
}

/* The texts of a record, by their places in it. */
static const struct {
	const char *what;
	size_t offset;
} record_texts[] = {
	{ "file name", offsetof(struct record, file) },
	{ "run name", offsetof(struct record, run) },
	{ "benchmark", offsetof(struct record, benchmark) },
	{ "key", offsetof(struct record, key) },
	{ "value", offsetof(struct record, value_text) },
	{ "metric", offsetof(struct record, metric) },
	{ "unit", offsetof(struct record, unit) },
	{ "text", offsetof(struct record, text) },
	{ "statistic", offsetof(struct record, statistic) },
	{ "event", offsetof(struct record, event) },
	{ "command", offsetof(struct record, comm) },
	{ "dso", offsetof(struct record, dso) },
	{ "source file", offsetof(struct record, source_file) },
	{ "symbol", offsetof(struct record, symbol) },
	{ "address", offsetof(struct record, address) },
	{ "instruction", offsetof(struct record, assembly) },
	{ "Message-ID", offsetof(struct record, mail_id) },
	{ "subject", offsetof(struct record, subject) },
	{ "author", offsetof(struct record, author) },
	{ "message", offsetof(struct record, message) },
};

static enum err check_texts(const struct record *r, struct error *err)
{
	for (size_t i = 0; i < ARRAY_SIZE(record_texts); i++) {
		const void *at = (const char *)r + record_texts[i].offset;
		enum err e = check_text(r, record_texts[i].what, *(const struct slice *)at, err);

		if (e != OK)
			return e;
	}
	for (size_t i = 0; i < r->label_count; i++) {
		enum err e = check_text(r, "label", r->labels[i].key, err);

		if (e == OK)
			e = check_text(r, "label", r->labels[i].value, err);
		if (e != OK)
			return e;
	}
	for (size_t i = 0; i < r->frame_count; i++) {
		enum err e = check_text(r, "frame", r->frames[i], err);

		if (e != OK)
			return e;
	}
	return OK;
}

static bool number_ok(double value)
{
	return isnan(value) || isfinite(value);
}

static enum err check_numbers(const struct record *r, struct error *err)
{
	bool has_value = !isnan(r->value);

	if (!number_ok(r->value) || !number_ok(r->time_s) || !number_ok(r->total) ||
	    !number_ok(r->percent) || !number_ok(r->children_percent))
		return error_set_line(err, ERR_INPUT, r->line, "a number that is not finite");
	if (r->kind == RECORD_SAMPLE && has_value + (r->status.n > 0) + (r->text.n > 0) != 1)
		return error_set_line(err, ERR_INPUT, r->line, "sample '%.*s' has no value",
				      SLICE_FMT(r->metric));
	for (size_t i = 0; i < r->bucket_count; i++)
		if (!(r->buckets[i].lo < r->buckets[i].hi))
			return error_set_line(err, ERR_INPUT, r->line,
					      "histogram bucket %zu has no width", i + 1);
	return OK;
}

enum err record_check(const struct record *record, struct error *err)
{
	enum err e;

	if (record->label_count > RECORD_LABELS_MAX)
		return error_set_line(err, ERR_LIMIT, record->line, "%zu labels, the limit is %d",
				      record->label_count, RECORD_LABELS_MAX);
	e = check_texts(record, err);
	return e == OK ? check_numbers(record, err) : e;
}

enum err sink_diagnostic(struct sink *sink, size_t line, struct error *err, const char *fmt, ...)
{
	struct record r = record_init(RECORD_DIAGNOSTIC);
	char text[1024];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(text, sizeof(text), fmt, ap); /* cut is fine */
	va_end(ap);
	r.line = line;
	r.message = slice_str(text);
	return sink_emit(sink, &r, err);
}

enum err sink_meta(struct sink *sink, size_t line, const char *key, struct slice value,
		   struct error *err)
{
	struct record r = record_init(RECORD_META);

	r.line = line;
	r.key = slice_str(key);
	r.value_text = value;
	return sink_emit(sink, &r, err);
}
