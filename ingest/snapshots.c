/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/snapshots.h"

#include <math.h>

#include "lib/buf.h"
#include "lib/kernel_files.h"

struct reading {
	double value, time_s;
	struct slice file;
};

void snapshots_init(struct snapshots *snapshots, struct arena *arena)
{
	*snapshots = (struct snapshots){ .arena = arena };
	dict_init(&snapshots->keys, arena);
}

/* "memory.stat.pgfault" is the field pgfault of memory.stat. */
static bool is_changing(struct slice metric, bool *counts)
{
	size_t dot = slice_rfind_char(metric, '.');
	struct slice file = slice_head(metric, dot), field = slice_skip(metric, dot + 1);

	if (dot == metric.n || kernel_file(file) == KERNEL_FILE_NONE)
		return false;
	*counts = kernel_is_counter(file, field);
	return *counts || (slice_is(file, "slabinfo") &&
			   (slice_ends(field, "_objs") || slice_ends(field, "_slabs")));
}

/* The place of the counter, new or known; DICT_NONE when there are too many. */
static size_t key_index(struct snapshots *snapshots, const struct record *r)
{
	struct buf buf;
	size_t i;

	buf_init(&buf);
	buf_addf(&buf, "%.*s\n%.*s", SLICE_FMT(r->run), SLICE_FMT(r->metric));
	for (size_t k = 0; k < r->label_count; k++)
		buf_addf(&buf, "\n%.*s=%.*s", SLICE_FMT(r->labels[k].key),
			 SLICE_FMT(r->labels[k].value));
	i = dict_find(&snapshots->keys, buf_slice(&buf));
	if (i == DICT_NONE && snapshots->count < SNAPSHOTS_MAX)
		i = dict_add(&snapshots->keys, arena_slice(snapshots->arena, buf_slice(&buf)));
	buf_release(&buf);
	return i;
}

static enum err emit(const struct record *like, const char *what, double value, const char *per,
		     struct sink *sink, struct error *err)
{
	struct record r = *like;
	struct buf name, unit;
	enum err e;

	buf_init(&name);
	buf_init(&unit);
	buf_addf(&name, "%.*s.%s", SLICE_FMT(like->metric), what);
	buf_addf(&unit, "%.*s%s", SLICE_FMT(like->unit), per);
	r.metric = buf_slice(&name);
	r.unit = buf_slice(&unit);
	r.value = value;
	e = sink_emit(sink, &r, err);
	buf_release(&name);
	buf_release(&unit);
	return e;
}

static enum err emit_between(const struct reading *before, const struct record *r, bool counts,
			     struct sink *sink, struct error *err)
{
	double difference = r->value - before->value, seconds = r->time_s - before->time_s;
	enum err e;

	if (counts && difference < 0) {
		if (slice_eq(before->file, r->file))
			return OK; /* it was reset between */
		difference = -difference;
		seconds = -seconds;
	}
	e = emit(r, "difference", difference, "", sink, err);
	if (e == OK && seconds > 0)
		e = emit(r, "rate", difference / seconds, "/s", sink, err);
	return e;
}

enum err snapshots_take(struct snapshots *snapshots, const struct record *record, struct sink *sink,
			struct error *err)
{
	struct reading now = { record->value, record->time_s, SLICE_NONE };
	struct reading *before;
	bool counts;
	size_t i;
	enum err e = OK;

	if (record->kind != RECORD_SAMPLE || isnan(record->value) || record->statistic.n > 0 ||
	    !slice_is(record->source, "cgroup-files") || !is_changing(record->metric, &counts))
		return OK;
	i = key_index(snapshots, record);
	if (i == DICT_NONE)
		return OK;
	if (i < snapshots->count && slice_eq(snapshots->readings[i].file, record->file))
		now.file = snapshots->readings[i].file;
	else
		now.file = arena_slice(snapshots->arena, record->file);
	if (i == snapshots->count) {
		ARENA_PUSH(snapshots->arena, snapshots->readings, snapshots->count,
			   snapshots->capacity, now);
		return OK;
	}
	before = &snapshots->readings[i];
	e = emit_between(before, record, counts, sink, err);
	*before = now;
	return e;
}
