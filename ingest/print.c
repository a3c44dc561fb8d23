/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/print.h"

#include <math.h>

#include "lib/json.h"

static json_t *labels_json(const struct record *r)
{
	json_t *object = json_object();

	for (size_t i = 0; i < r->label_count; i++) {
		char key[RECORD_TEXT_MAX + 1];
		struct slice name = slice_head(r->labels[i].key, RECORD_TEXT_MAX);

		memcpy(key, name.p, name.n);
		key[name.n] = '\0';
		json_add(object, key, json_text(r->labels[i].value));
	}
	return object;
}

static json_t *bound_json(double bound)
{
	return isfinite(bound) ? json_number(bound) : json_null();
}

static json_t *buckets_json(const struct record *r)
{
	json_t *list = json_array();

	for (size_t i = 0; i < r->bucket_count; i++) {
		json_t *bucket = json_array();

		json_push(bucket, bound_json(r->buckets[i].lo));
		json_push(bucket, bound_json(r->buckets[i].hi));
		json_push(bucket, json_integer(r->buckets[i].count));
		json_push(list, bucket);
	}
	return list;
}

static json_t *frames_json(const struct record *r)
{
	json_t *list = json_array();

	for (size_t i = 0; i < r->frame_count; i++)
		json_push(list, json_text(r->frames[i]));
	return list;
}

/* Where it comes from. A symbol's file is the source file; the input's is then its path. */
static void add_origin(json_t *object, const struct record *r)
{
	bool source_file = r->kind == RECORD_SYMBOL && r->source_file.n > 0;

	json_add_text(object, "type", slice_str(record_kind_name(r->kind)));
	json_add_text(object, "source", r->source);
	json_add_text(object, source_file ? "path" : "file", r->file);
	if (r->line > 0)
		json_add_count(object, "line", (int64_t)r->line);
	json_add_text(object, "run", r->run);
	json_add_text(object, "benchmark", r->benchmark);
	if (r->iteration > 0)
		json_add_count(object, "iteration", r->iteration);
}

static void add_measurement(json_t *object, const struct record *r)
{
	json_add_text(object, "metric", r->metric);
	if (r->label_count > 0)
		json_add(object, "labels", labels_json(r));
	json_add_number(object, "value", r->value);
	json_add_text(object, "status", r->status);
	if (r->kind == RECORD_SAMPLE)
		json_add_text(object, "text", r->text);
	json_add_text(object, "unit", r->unit);
	json_add_text(object, "better", slice_str(better_name(r->better)));
	json_add_text(object, "statistic", r->statistic);
	json_add_count(object, "n", r->n);
	json_add_number(object, "total", r->total);
	json_add_number(object, "sem_percent", r->sem_percent);
	json_add_number(object, "running_percent", r->running_percent);
	json_add_number(object, "time", r->time_s);
	json_add_count(object, "print", r->print);
}

static void add_profile(json_t *object, const struct record *r)
{
	json_add_text(object, "event", r->event);
	json_add_text(object, "comm", r->comm);
	json_add_text(object, "dso", r->dso);
	json_add_text(object, "file", r->kind == RECORD_SYMBOL ? r->source_file : SLICE_NONE);
	json_add_text(object, "symbol", r->symbol);
	json_add_text(object, "address", r->address);
	json_add_text(object, "text", r->assembly);
	json_add_number(object, "percent", r->percent);
	json_add_number(object, "children_percent", r->children_percent);
	json_add_number(object, "baseline_percent", r->baseline_percent);
	json_add_number(object, "delta_percent", r->delta_percent);
	json_add_count(object, "samples", r->samples);
	json_add_count(object, "count", r->count);
	json_add_count(object, "period", r->period);
}

void print_record(struct buf *buf, const struct record *r)
{
	json_t *object = json_object();

	add_origin(object, r);
	json_add_text(object, "key", r->key);
	if (r->kind == RECORD_META)
		json_add(object, "value", json_text(r->value_text));
	add_measurement(object, r);
	add_profile(object, r);
	if (r->kind == RECORD_STACK)
		json_add(object, "frames", frames_json(r));
	if (r->kind == RECORD_HISTOGRAM)
		json_add(object, "buckets", buckets_json(r));
	json_add_text(object, "message", r->message);
	json_print(buf, object);
	buf_addc(buf, '\n');
	json_decref(object);
}
