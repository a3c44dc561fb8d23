/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/bpf_json.h"

#include <math.h>
#include <string.h>

#include "ingest/bpf_block.h"
#include "ingest/bpf_scan.h"
#include "lib/num.h"

enum { MEMBERS_MAX = 64 }; /* of a struct */

/* What an object of the output is. */
enum type { MAP, HIST, STATS, SERIES, PROBES, LOST, TEXT, PROBLEM, OTHER, UNKNOWN };

static const struct {
	const char *name;
	enum type type;
} types[] = {
	{ "map", MAP },
	{ "hist", HIST },
	{ "stats", STATS },
	{ "tseries", SERIES },
	{ "attached_probes", PROBES },
	{ "lost_events", LOST },
	{ "printf", TEXT },
	{ "time", TEXT },
	{ "cat", OTHER },
	{ "join", OTHER },
	{ "syscall", OTHER },
	{ "value", OTHER },
	{ "helper_error", PROBLEM },
	{ "runtime_error", PROBLEM },
	{ "errorf", PROBLEM },
	{ "warnf", PROBLEM },
	{ "benchmark_results", OTHER },
	{ "benchmark_result", OTHER },
	{ "test_result", OTHER },
};

static enum type type_of(struct slice name)
{
	for (size_t i = 0; i < ARRAY_SIZE(types); i++)
		if (slice_is(name, types[i].name))
			return types[i].type;
	return UNKNOWN;
}

void bpf_json_init(struct bpf_json *json, struct arena *arena, const struct format_options *options)
{
	*json = (struct bpf_json){ .time_s = RECORD_NO_NUMBER };
	bpf_maps_init(&json->maps, arena, options);
	arena_init(&json->scratch);
}

void bpf_json_release(struct bpf_json *json)
{
	bpf_maps_release(&json->maps);
	arena_release(&json->scratch);
}

/* ---- what a line is ---- */

/* {"type": "X" at the start of the line. */
static bool take_type(struct json_cursor *c, enum type *out)
{
	struct slice key, name;

	if (!json_take(c, '{') || !json_raw_text(c, &key) || !slice_is(key, "type") ||
	    !json_take(c, ':') || !json_raw_text(c, &name))
		return false;
	*out = type_of(name);
	return true;
}

bool bpf_json_is_message(struct slice line)
{
	static const char *const keys[] = { "data", "msg", "probes", "events", "count", "helper" };
	struct json_cursor c = json_cursor(line);
	struct slice key;
	enum type type;

	if (!take_type(&c, &type) || type == UNKNOWN || !json_take(&c, ',') ||
	    !json_raw_text(&c, &key))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (slice_is(key, keys[i]))
			return true;
	return false;
}

bool bpf_json_is_sure(struct slice line)
{
	struct json_cursor c = json_cursor(line);
	struct slice key;
	enum type type;

	if (!take_type(&c, &type))
		return false;
	if (type == PROBES)
		return true;
	return type <= SERIES && json_take(&c, ',') && json_raw_text(&c, &key) &&
	       json_take(&c, ':') && json_take(&c, '{') && json_raw_text(&c, &key) &&
	       slice_starts(key, "@");
}

bool bpf_json_is_whole(struct slice line)
{
	struct json_cursor c = json_cursor(line);
	struct slice all;

	return json_skip(&c, &all);
}

/* ---- values ---- */

/* A text of a script may be any bytes. */
static struct slice as_utf8(struct bpf_json *json, struct slice s)
{
	return slice_is_utf8(s) ? s : text_clean(&json->scratch, s);
}

/* A member's number, which may stand in quotes when a double cannot hold it. */
static bool take_number(struct json_cursor *c, double *out)
{
	struct slice s;

	if (json_kind(c) == JSON_KIND_TEXT)
		return json_raw_text(c, &s) && bpf_number(s, out);
	return json_kind(c) == JSON_KIND_NUMBER && json_skip(c, &s) && bpf_number(s, out);
}

/* {"min": a, "max": b, "count": n}: both bounds belong to it. */
static bool take_bucket(struct bpf_json *json, struct json_cursor *c, struct bucket *out)
{
	bool first = true;
	struct slice key;
	double count = NAN;

	if (json_kind(c) != JSON_KIND_OBJECT)
		return false;
	*out = (struct bucket){ .lo = -INFINITY, .hi = INFINITY };
	while (json_member(c, &json->scratch, &first, &key)) {
		double value;

		if (!take_number(c, &value))
			return false;
		if (slice_is(key, "min"))
			out->lo = value;
		else if (slice_is(key, "max"))
			out->hi = value + 1;
		else if (slice_is(key, "count"))
			count = value;
	}
	if (c->p[-1] != '}' || !(fabs(count) < 0x1p63))
		return false;
	out->count = (int64_t)count;
	return true;
}

/* Bounds that overflowed (up to 0.19) come from their neighbours. How many it were. */
static size_t repair(struct bucket *buckets, size_t count)
{
	size_t repaired = 0;

	for (size_t i = 0; i < count; i++) {
		struct bucket *b = &buckets[i];
		double before = i > 0 ? buckets[i - 1].hi : b->lo;

		if (b->lo < b->hi && b->lo == before && !(b->lo == -0x1p31 && b->hi == 1))
			continue;
		if (i > 0)
			b->lo = before;
		else
			b->lo = 0x1p31;
		b->hi = b->lo > 0 ? b->lo * 2 : b->lo + 1;
		repaired++;
	}
	return repaired;
}

static bool take_buckets(struct bpf_json *json, struct json_cursor *c, struct bpf_row *row)
{
	bool first = true;

	row->count = 0;
	while (json_element(c, &first)) {
		struct bucket bucket;

		if (!take_bucket(json, c, &bucket))
			return false;
		ARENA_PUSH(json->maps.arena, json->buckets, row->count, json->bucket_capacity,
			   bucket);
	}
	row->buckets = json->buckets;
	return true;
}

/* The time of day of 2026-11-30T20:17:15.000000000, which 0.24 does not quote. */
static bool take_moment(struct json_cursor *c, double *out)
{
	struct slice s;
	size_t at;

	if (json_kind(c) == JSON_KIND_TEXT ? !json_raw_text(c, &s) : !json_skip(c, &s))
		return false;
	at = slice_find_char(s, 'T');
	return bpf_clock(slice_skip(s, at < s.n ? at + 1 : 0), out);
}

static bool take_point(struct bpf_json *json, struct json_cursor *c, struct bpf_point *out)
{
	bool first = true;
	struct slice key, rest;

	if (json_kind(c) != JSON_KIND_OBJECT)
		return false;
	*out = (struct bpf_point){ NAN, NAN };
	while (json_member(c, &json->scratch, &first, &key)) {
		if (slice_is(key, "interval_start") ? !take_moment(c, &out->time_s)
		    : slice_is(key, "value")        ? !take_number(c, &out->value)
						    : !json_skip(c, &rest))
			return false;
	}
	return c->p[-1] == '}';
}

static bool take_points(struct bpf_json *json, struct json_cursor *c, struct bpf_row *row)
{
	bool first = true;

	row->count = 0;
	while (json_element(c, &first)) {
		struct bpf_point point;

		if (!take_point(json, c, &point))
			return false;
		if (!isnan(point.value))
			ARENA_PUSH(json->maps.arena, json->points, row->count, json->point_capacity,
				   point);
	}
	row->points = json->points;
	return true;
}

/* A value as JSON has it. */
static bool take_plain(struct bpf_json *json, struct json_cursor *c, struct bpf_row *row)
{
	enum json_kind kind = json_kind(c);
	struct slice value;

	if (kind == JSON_KIND_TEXT ? !json_text_of(c, &json->scratch, &value)
				   : !json_skip(c, &value))
		return false;
	/* a word that is none of JSON's is a text without its quotes, up to 0.23 */
	if (kind == JSON_KIND_WORD && !slice_is(value, "true") && !slice_is(value, "false"))
		return false;
	value = as_utf8(json, value);
	bpf_row_value(row, value);
	if (kind == JSON_KIND_TEXT && slice_starts(value, "\n") && slice_ends(value, "\n"))
		row->kind = BPF_KIND_STACK;
	return true;
}

/* {"count": n, "average": a, "total": t}, or of an avg() a number. */
static bool take_stats(struct bpf_json *json, struct json_cursor *c, struct bpf_row *row)
{
	bool first = true;
	struct slice key;

	if (json_kind(c) != JSON_KIND_OBJECT)
		return take_plain(json, c, row);
	row->stats = (struct bpf_stats){ NAN, NAN, NAN };
	while (json_member(c, &json->scratch, &first, &key)) {
		double value;

		if (!take_number(c, &value))
			return false;
		if (slice_is(key, "count"))
			row->stats.count = value;
		else if (slice_is(key, "average"))
			row->stats.average = value;
		else if (slice_is(key, "total"))
			row->stats.total = value;
	}
	return c->p[-1] == '}' && !isnan(row->stats.average);
}

static bool take_value(struct bpf_json *json, enum type type, struct json_cursor *c,
		       struct bpf_row *row)
{
	static const enum bpf_kind kinds[] = {
		[MAP] = BPF_KIND_VALUE,
		[HIST] = BPF_KIND_HIST,
		[STATS] = BPF_KIND_STATS,
		[SERIES] = BPF_KIND_SERIES,
	};

	row->kind = kinds[type];
	switch (type) {
	case HIST:
		return take_buckets(json, c, row);
	case STATS:
		return take_stats(json, c, row);
	case SERIES:
		return take_points(json, c, row);
	default:
		return take_plain(json, c, row);
	}
}

/* ---- keyed or not ---- */

/* What is between quotes is a number that a double cannot hold. */
static bool is_wide_number(struct json_cursor c)
{
	struct slice s;
	double value;

	return json_raw_text(&c, &s) && bpf_number(s, &value);
}

/* Whether an object is a struct: its values differ in kind, which those of a map never do. */
static bool is_struct(struct bpf_json *json, struct json_cursor c)
{
	enum json_kind kind = JSON_KIND_NONE;
	bool first = true;
	struct slice key, value;

	for (int i = 0; i < MEMBERS_MAX && json_member(&c, &json->scratch, &first, &key); i++) {
		enum json_kind next = json_kind(&c);
		bool wide = next == JSON_KIND_TEXT && is_wide_number(c);

		if (!json_skip(&c, &value))
			return false;
		if (wide)
			continue;
		if (kind != JSON_KIND_NONE && kind != next)
			return true;
		kind = next;
	}
	return false;
}

/* Whether the object is the value of a map without keys. */
static bool is_one_value(struct bpf_json *json, enum type type, struct json_cursor c)
{
	bool first = true;
	struct slice key;

	if (type == MAP)
		return is_struct(json, c);
	return type == STATS && json_member(&c, &json->scratch, &first, &key) &&
	       slice_is(key, "count");
}

/* ---- one map ---- */

/* How often learning and emitting differ: the sink is NULL when learning. */
struct pass {
	struct bpf_json *json;
	struct sink *sink;
	struct error *err;
	size_t line;
	enum err e;
	size_t repaired;
};

/* One row; false when it is no value that the map can have. */
static bool take_row(struct pass *pass, enum type type, struct json_cursor *c, struct bpf_row *row)
{
	struct slice value;

	if (pass->sink == NULL) {
		bpf_row_learn(&pass->json->maps, row);
		return json_skip(c, &value);
	}
	if (!take_value(pass->json, type, c, row))
		return false;
	if (row->kind == BPF_KIND_HIST)
		pass->repaired += repair(pass->json->buckets, row->count);
	pass->e = bpf_row_emit(&pass->json->maps, row, pass->sink, pass->err);
	return pass->e == OK;
}

static bool take_keyed(struct pass *pass, enum type type, struct json_cursor *c,
		       struct bpf_row *row)
{
	struct bpf_json *json = pass->json;
	bool first = true, sums, ok = true;

	row->is_keyed = true;
	sums = pass->sink != NULL && json->maps.maps[row->map].shape.stacks != 0;
	if (sums)
		bpf_sum_begin(&json->maps);
	while (ok && json_member(c, &json->scratch, &first, &row->key)) {
		row->key = as_utf8(json, row->key);
		ok = take_row(pass, type, c, row);
		arena_reset(&json->scratch);
	}
	if (sums) {
		enum err e = bpf_sum_end(&json->maps, pass->sink, pass->err);

		pass->e = pass->e == OK ? e : pass->e;
	}
	return ok;
}

static bool take_map(struct pass *pass, enum type type, struct slice name, struct json_cursor *c)
{
	struct bpf_maps *maps = &pass->json->maps;
	struct bpf_row row = {
		.map = bpf_map_index(maps, name),
		.style = BPF_STYLE_JSON,
		.line = pass->line,
		.time_s = pass->json->time_s,
	};
	struct slice value;

	if (json_kind(c) == JSON_KIND_OBJECT && !is_one_value(pass->json, type, *c)) {
		struct json_cursor inner = *c;

		if (json_take(&inner, '{') && json_take(&inner, '}'))
			return json_skip(c, &value); /* an empty map: older versions print none */
		if (pass->sink != NULL)
			row.print = ++maps->maps[row.map].print;
		return take_keyed(pass, type, c, &row);
	}
	if (pass->sink == NULL)
		return json_skip(c, &value);
	row.print = ++maps->maps[row.map].print;
	return take_row(pass, type, c, &row);
}

/* ---- one line ---- */

/* Members of a message that mean something. */
struct message {
	enum type type;
	struct slice name, text, helper;
	struct json_cursor data; /* p NULL = none */
	double number, retcode;  /* probes or events, outside of data (0.9.2) */
};

/* Of maps no further than to their data, which may be long. */
static bool take_message(struct bpf_json *json, struct slice line, struct message *out)
{
	struct json_cursor c = json_cursor(line);
	bool first = true;
	struct slice key, value;

	*out = (struct message){ .type = UNKNOWN, .number = NAN, .retcode = NAN };
	while (json_member(&c, &json->scratch, &first, &key)) {
		struct json_cursor at = c;

		if (slice_is(key, "data") && out->type <= SERIES) {
			out->data = c;
			return true;
		}
		if (!json_skip(&c, &value))
			return false;
		if (slice_is(key, "type") && json_raw_text(&at, &out->name))
			out->type = type_of(out->name);
		else if (slice_is(key, "data"))
			out->data = at;
		else if (slice_is(key, "msg"))
			(void)json_text_of(&at, &json->scratch, &out->text);
		else if (slice_is(key, "helper"))
			(void)json_text_of(&at, &json->scratch, &out->helper);
		else if (slice_is(key, "retcode"))
			(void)take_number(&at, &out->retcode);
		else if (slice_is(key, "probes") || slice_is(key, "events"))
			(void)take_number(&at, &out->number);
	}
	return json_at_end(&c) && line.p[line.n - 1] == '}';
}

static bool take_maps(struct pass *pass, const struct message *message)
{
	struct json_cursor c = message->data;
	bool first = true, ok = true;
	struct slice name;

	if (c.p == NULL)
		return false;
	while (ok && json_member(&c, &pass->json->scratch, &first, &name)) {
		name = arena_slice(&pass->json->maps.scratch, name);
		ok = take_map(pass, message->type, name, &c);
	}
	return ok && c.p[-1] == '}' && (json_take(&c, '}') || json_take(&c, ','));
}

static enum err tell(struct bpf_json *json, size_t line, const char *what, struct slice detail,
		     struct sink *sink, struct error *err)
{
	if (json->told == BPF_NOTES_MAX) {
		json->untold += 1;
		json->untold_line = line;
		return OK;
	}
	json->told++;
	detail = as_utf8(json, slice_head(detail, 512));
	return sink_diagnostic(sink, line, err, "%s%.*s", what, SLICE_FMT(detail));
}

/* "probes" or "events": a member of data, or of the message. */
static bool number_of(struct bpf_json *json, const struct message *message, const char *key,
		      double *out)
{
	struct json_cursor c = message->data;
	bool first = true;
	struct slice name;

	*out = message->number;
	while (c.p != NULL && json_member(&c, &json->scratch, &first, &name)) {
		double number;

		if (!take_number(&c, &number))
			break;
		if (slice_is(name, key))
			*out = number;
	}
	return *out >= 0 && *out < 0x1p53;
}

static enum err emit_number(struct bpf_json *json, size_t line, const char *key, double number,
			    struct sink *sink, struct error *err)
{
	return sink_meta(sink, line, key, arena_printf(&json->scratch, "%.0f", number), err);
}

static enum err take_problem(struct bpf_json *json, const struct message *message, size_t line,
			     struct sink *sink, struct error *err)
{
	struct slice what = message->text.n > 0 ? message->text : message->helper;

	if (bpf_says_full(what) ||
	    (slice_is(message->helper, "map_update_elem") && message->retcode == -7)) {
		json->full_maps++;
		json->full_line = line;
	}
	what = arena_printf(&json->scratch, "%.*s: %.*s", SLICE_FMT(message->name),
			    SLICE_FMT(slice_trim(what)));
	return tell(json, line, "", what, sink, err);
}

/* The time that a text begins with is that of what follows. */
static void take_time(struct bpf_json *json, const struct message *message)
{
	struct json_cursor c = message->data;
	struct slice text = message->text;

	if (c.p != NULL)
		(void)json_text_of(&c, &json->scratch, &text);
	(void)bpf_clock(slice_trim(text), &json->time_s); /* or it is another text */
}

/* What was damaged, but read. */
static enum err tell_repairs(struct pass *pass, const struct message *message, struct slice line)
{
	if (pass->repaired > 0)
		return tell(pass->json, pass->line, "",
			    SLICE("bounds of a histogram overflowed: taken from their neighbours"),
			    pass->sink, pass->err);
	if (message->type == SERIES && slice_find(line, "}{") < line.n)
		return tell(pass->json, pass->line, "",
			    SLICE("no JSON: commas lack between the points of a tseries"),
			    pass->sink, pass->err);
	return OK;
}

static enum err emit_maps(struct bpf_json *json, const struct message *message, struct slice line,
			  size_t line_no, struct sink *sink, struct error *err)
{
	struct pass pass = { .json = json, .sink = sink, .err = err, .line = line_no };

	if (!take_maps(&pass, message) && pass.e == OK)
		return tell(json, line_no, "no JSON that bpftrace means: ", line, sink, err);
	return pass.e == OK ? tell_repairs(&pass, message, line) : pass.e;
}

static enum err emit_message(struct bpf_json *json, const struct message *message,
			     struct slice line, size_t line_no, struct sink *sink,
			     struct error *err)
{
	double number;

	switch (message->type) {
	case MAP:
	case HIST:
	case STATS:
	case SERIES:
		return emit_maps(json, message, line, line_no, sink, err);
	case PROBES:
		return number_of(json, message, "probes", &number)
			       ? emit_number(json, line_no, "tool.probes", number, sink, err)
			       : OK;
	case LOST:
		if (number_of(json, message, "events", &number)) {
			json->lost += (uint64_t)number;
			json->lost_line = line_no;
		}
		return OK;
	case TEXT:
		take_time(json, message);
		return OK;
	case PROBLEM:
		return take_problem(json, message, line_no, sink, err);
	case OTHER:
		return OK;
	case UNKNOWN:
		break;
	}
	return tell(json, line_no, "an unknown type: ", message->name, sink, err);
}

/* Without the terminal's echo of ^C. */
static struct slice content(struct slice line)
{
	for (line = slice_trim(line); slice_take(&line, "^C");)
		line = slice_trim(line);
	return line;
}

void bpf_json_learn(struct bpf_json *json, struct slice line)
{
	struct pass pass = { .json = json };
	struct message message;

	line = content(line);
	if (slice_starts(line, "{") && take_message(json, line, &message) && message.type <= SERIES)
		(void)take_maps(&pass, &message); /* what is wrong is told when emitting */
	arena_reset(&json->scratch);
}

/* A line that is no message: bpftrace's own, or damage. */
static enum err emit_plain(struct bpf_json *json, struct slice line, size_t line_no,
			   struct sink *sink, struct error *err)
{
	bool placed;
	uint64_t lost;

	if (line.n == 0 || bpf_probes(line).n > 0)
		return OK;
	if (bpf_says_lost(line, &lost)) {
		json->lost += lost;
		json->lost_line = line_no;
		return OK;
	}
	if (bpf_says_full(line)) {
		json->full_maps++;
		json->full_line = line_no;
	}
	return tell(json, line_no, bpf_is_error(line, &placed) ? "" : "no JSON: ", line, sink, err);
}

enum err bpf_json_emit(struct bpf_json *json, struct slice line, size_t line_no, struct sink *sink,
		       struct error *err)
{
	struct message message;
	enum err e;

	line = content(line);
	if (slice_starts(line, "{") && take_message(json, line, &message))
		e = emit_message(json, &message, line, line_no, sink, err);
	else
		e = emit_plain(json, line, line_no, sink, err);
	arena_reset(&json->scratch);
	return e;
}

enum err bpf_json_finish(struct bpf_json *json, struct sink *sink, struct error *err)
{
	enum err e = OK;

	if (json->lost > 0)
		e = emit_number(json, json->lost_line, "tool.lost_events", (double)json->lost, sink,
				err);
	if (e == OK && json->full_maps > 0)
		e = emit_number(json, json->full_line, "tool.full_maps", (double)json->full_maps,
				sink, err);
	if (e == OK && json->untold > 0)
		e = sink_diagnostic(sink, json->untold_line, err,
				    "%zu more lines that are no JSON, errors or warnings",
				    json->untold);
	return e;
}
