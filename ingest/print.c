/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/print.h"

#include <math.h>

#include "lib/json_write.h"

/* A member's name as it stands behind others. */
#define KEY(name) SLICE(",\"" name "\":")

/* As in JSON everywhere: what is absent is left out. */
static void add_text(struct buf *buf, struct slice key, struct slice text)
{
	if (text.n == 0)
		return;
	buf_add(buf, key);
	json_write_text(buf, text);
}

static void add_number(struct buf *buf, struct slice key, double value)
{
	if (!isfinite(value))
		return;
	buf_add(buf, key);
	json_write_number(buf, value);
}

static void add_count(struct buf *buf, struct slice key, int64_t value)
{
	if (value == RECORD_NO_COUNT)
		return;
	buf_add(buf, key);
	json_write_integer(buf, value);
}

/* A label that comes twice counts as it came last, as it does in an object. */
static bool comes_again(const struct record *r, size_t i)
{
	for (size_t k = i + 1; k < r->label_count; k++)
		if (slice_eq(r->labels[i].key, r->labels[k].key))
			return true;
	return false;
}

static void add_labels(struct buf *buf, const struct record *r)
{
	if (r->label_count == 0)
		return;
	buf_add(buf, KEY("labels"));
	buf_addc(buf, '{');
	for (size_t i = 0, n = 0; i < r->label_count; i++) {
		if (comes_again(r, i))
			continue;
		if (n++ > 0)
			buf_addc(buf, ',');
		json_write_text(buf, r->labels[i].key);
		buf_addc(buf, ':');
		json_write_text(buf, r->labels[i].value);
	}
	buf_addc(buf, '}');
}

static void add_buckets(struct buf *buf, const struct record *r)
{
	buf_add(buf, KEY("buckets"));
	buf_addc(buf, '[');
	for (size_t i = 0; i < r->bucket_count; i++) {
		buf_adds(buf, i > 0 ? ",[" : "[");
		json_write_number(buf, r->buckets[i].lo);
		buf_addc(buf, ',');
		json_write_number(buf, r->buckets[i].hi);
		buf_addc(buf, ',');
		json_write_integer(buf, r->buckets[i].count);
		buf_addc(buf, ']');
	}
	buf_addc(buf, ']');
}

static void add_frames(struct buf *buf, const struct record *r)
{
	buf_add(buf, KEY("frames"));
	buf_addc(buf, '[');
	for (size_t i = 0; i < r->frame_count; i++) {
		if (i > 0)
			buf_addc(buf, ',');
		json_write_text(buf, r->frames[i]);
	}
	buf_addc(buf, ']');
}

/* Where it comes from. A symbol's file is the source file; the input's is then its path. */
static void add_origin(struct buf *buf, const struct record *r)
{
	bool source_file = r->kind == RECORD_SYMBOL && r->source_file.n > 0;

	buf_adds(buf, "{\"type\":");
	json_write_text(buf, slice_str(record_kind_name(r->kind)));
	add_text(buf, KEY("source"), r->source);
	add_text(buf, source_file ? KEY("path") : KEY("file"), r->file);
	if (r->line > 0)
		add_count(buf, KEY("line"), (int64_t)r->line);
	add_text(buf, KEY("run"), r->run);
	add_text(buf, KEY("benchmark"), r->benchmark);
	if (r->iteration > 0)
		add_count(buf, KEY("iteration"), r->iteration);
}

static void add_measurement(struct buf *buf, const struct record *r)
{
	add_text(buf, KEY("metric"), r->metric);
	add_labels(buf, r);
	add_number(buf, KEY("value"), r->value);
	add_text(buf, KEY("status"), r->status);
	if (r->kind == RECORD_SAMPLE)
		add_text(buf, KEY("text"), r->text);
	add_text(buf, KEY("unit"), r->unit);
	add_text(buf, KEY("better"), slice_str(better_name(r->better)));
	add_text(buf, KEY("statistic"), r->statistic);
	add_count(buf, KEY("n"), r->n);
	add_number(buf, KEY("total"), r->total);
	add_number(buf, KEY("sem_percent"), r->sem_percent);
	add_number(buf, KEY("running_percent"), r->running_percent);
	add_number(buf, KEY("time"), r->time_s);
	add_count(buf, KEY("print"), r->print);
}

static void add_profile(struct buf *buf, const struct record *r)
{
	add_text(buf, KEY("event"), r->event);
	add_text(buf, KEY("comm"), r->comm);
	add_text(buf, KEY("dso"), r->dso);
	add_text(buf, KEY("file"), r->kind == RECORD_SYMBOL ? r->source_file : SLICE_NONE);
	add_text(buf, KEY("symbol"), r->symbol);
	add_text(buf, KEY("address"), r->address);
	add_text(buf, KEY("text"), r->assembly);
	add_number(buf, KEY("percent"), r->percent);
	add_number(buf, KEY("children_percent"), r->children_percent);
	add_number(buf, KEY("baseline_percent"), r->baseline_percent);
	add_number(buf, KEY("delta_percent"), r->delta_percent);
	add_count(buf, KEY("samples"), r->samples);
	add_count(buf, KEY("count"), r->count);
	add_count(buf, KEY("period"), r->period);
}

static void add_mail(struct buf *buf, const struct record *r)
{
	add_text(buf, KEY("message_id"), r->mail_id);
	add_text(buf, KEY("subject"), r->subject);
	add_text(buf, KEY("author"), r->author);
	if (r->date_s != 0)
		add_count(buf, KEY("date"), r->date_s);
}

void print_record(struct buf *buf, const struct record *r)
{
	add_origin(buf, r);
	add_text(buf, KEY("key"), r->key);
	if (r->kind == RECORD_META) {
		buf_add(buf, KEY("value"));
		json_write_text(buf, r->value_text);
	}
	add_measurement(buf, r);
	add_profile(buf, r);
	if (r->kind == RECORD_STACK)
		add_frames(buf, r);
	if (r->kind == RECORD_HISTOGRAM)
		add_buckets(buf, r);
	add_mail(buf, r);
	add_text(buf, KEY("message"), r->message);
	buf_adds(buf, "}\n");
}
