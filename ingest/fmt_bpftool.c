/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bpftool prog show and map dump: what loaded BPF programs cost, and what maps hold. JSON (-j, -p)
 * as a whole file, the text of prog show in any text. Checked with bpftool 7.1.
 */
#include "ingest/format.h"

#include <string.h>

#include "ingest/documents.h"
#include "lib/buf.h"
#include "lib/num.h"

enum { SURE = 80, WIDTH_MAX = 8, BYTES_MAX = 4096 };

/* What every record needs. */
struct reading {
	struct arena *arena;
	struct sink *sink;
	struct error *err;
	size_t line;
};

/* ---- programs ---- */

struct program {
	struct label labels[4]; /* id, type, name, tag: those that there are */
	size_t label_count;
	double time_ns, count; /* below 0: it has none */
	double missed;         /* calls while it ran already; below 0: none */
};

static struct program program_init(void)
{
	return (struct program){ .time_ns = -1, .count = -1, .missed = -1 };
}

static void add_label(struct program *program, const char *key, struct slice value)
{
	if (value.n > 0)
		program->labels[program->label_count++] = (struct label){ slice_str(key), value };
}

/* One that did not run while the counters were on has none: that is no zero. */
static enum err emit_program(struct reading *reading, const struct program *program)
{
	const struct {
		const char *metric, *unit;
		double value;
	} values[] = {
		{ "bpf_prog.run_time", "nsec", program->time_ns },
		{ "bpf_prog.run_cnt", "", program->count },
		{ "bpf_prog.recursion_misses", "", program->missed },
	};
	enum err e = OK;

	if (program->time_ns < 0 || program->count < 0)
		return OK;
	for (size_t i = 0; e == OK && i < ARRAY_SIZE(values); i++) {
		struct record r = record_init(RECORD_SAMPLE);

		if (values[i].value < 0)
			continue;
		r.line = reading->line;
		r.metric = slice_str(values[i].metric);
		r.unit = slice_str(values[i].unit);
		r.labels = program->labels;
		r.label_count = program->label_count;
		r.value = values[i].value;
		e = sink_emit(reading->sink, &r, reading->err);
	}
	return e;
}

static double number_of(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	return json_is_number(value) ? json_number_value(value) : -1;
}

static enum err take_program(struct reading *reading, const json_t *object)
{
	struct program program = {
		.time_ns = number_of(object, "run_time_ns"),
		.count = number_of(object, "run_cnt"),
		.missed = number_of(object, "recursion_misses"),
	};

	add_label(&program, "id", documents_text(reading->arena, json_object_get(object, "id")));
	add_label(&program, "type", json_get_text(object, "type"));
	add_label(&program, "name", json_get_text(object, "name"));
	add_label(&program, "tag", json_get_text(object, "tag"));
	return emit_program(reading, &program);
}

/* "1278: tracepoint  name x  tag 337e9eccbceeaf92  gpl run_time_ns 62743987 run_cnt 630525" */
static bool is_program(struct slice s, struct program *out)
{
	struct slice word = slice_field(&s);
	uint64_t id;

	*out = program_init();
	if (!slice_ends(word, ":") || !num_uint(slice_head(word, word.n - 1), &id))
		return false;
	add_label(out, "id", slice_head(word, word.n - 1));
	add_label(out, "type", slice_field(&s));
	word = slice_field(&s);
	if (slice_is(word, "name")) {
		add_label(out, "name", slice_field(&s));
		word = slice_field(&s);
	}
	if (!slice_is(word, "tag"))
		return false;
	word = slice_field(&s);
	add_label(out, "tag", word);
	while (word.n == 16 || slice_trim(s).n > 0) {
		struct slice key = slice_field(&s);
		double *number = slice_is(key, "run_time_ns")        ? &out->time_ns
				 : slice_is(key, "run_cnt")          ? &out->count
				 : slice_is(key, "recursion_misses") ? &out->missed
								     : NULL;

		if (key.n == 0)
			break;
		if (number != NULL && !num_double(slice_field(&s), number))
			return false;
	}
	return word.n == 16;
}

/* ---- maps ---- */

/* The bytes of ["0x43", ...]; false when it is no such list. */
static bool take_bytes(const json_t *list, unsigned char *bytes, size_t *count)
{
	size_t n = json_array_size(list);

	if (!json_is_array(list) || n == 0 || n > BYTES_MAX)
		return false;
	for (size_t i = 0; i < n; i++) {
		const char *text = json_string_value(json_array_get(list, i));
		unsigned value = 0;

		if (text == NULL || text[0] != '0' || text[1] != 'x' || strlen(text) > 4)
			return false;
		for (const char *p = text + 2; *p != '\0'; p++) {
			const char *digit = strchr("0123456789abcdef", *p);

			if (digit == NULL)
				return false;
			value = value * 16 + (unsigned)(digit - "0123456789abcdef");
		}
		bytes[i] = (unsigned char)value;
	}
	*count = n;
	return true;
}

static struct slice hex_of(struct arena *arena, const unsigned char *bytes, size_t count)
{
	char *out = arena_alloc(arena, 2 * count + 1);

	for (size_t i = 0; i < count; i++) {
		out[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
		out[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
	}
	return (struct slice){ out, 2 * count };
}

/* Little-endian, of 1, 2, 4 or 8 bytes. */
static bool integer_of(const unsigned char *bytes, size_t count, double *out)
{
	uint64_t value = 0;

	if (count == 0 || count > WIDTH_MAX || (count & (count - 1)) != 0)
		return false;
	for (size_t i = count; i-- > 0;)
		value = value << 8 | bytes[i];
	*out = (double)value;
	return true;
}

/* A decoded value, or bytes: a number, else a text. */
static void take_value(struct reading *reading, const json_t *value, struct record *r)
{
	unsigned char bytes[BYTES_MAX];
	size_t count;

	if (json_is_number(value)) {
		r->value = json_number_value(value);
	} else if (take_bytes(value, bytes, &count)) {
		if (!integer_of(bytes, count, &r->value))
			r->text = hex_of(reading->arena, bytes, count);
	} else {
		r->text = documents_text(reading->arena, value);
	}
}

static struct slice key_of(struct reading *reading, const json_t *key)
{
	unsigned char bytes[BYTES_MAX];
	size_t count;

	return take_bytes(key, bytes, &count) ? hex_of(reading->arena, bytes, count)
					      : documents_text(reading->arena, key);
}

/* [{"cpu": 0, "value": ...}, ...]: numbers are added up, other values stay as they are. */
static void take_cpus(struct reading *reading, const json_t *cpus, struct record *r)
{
	double sum = 0;

	for (size_t i = 0; i < json_array_size(cpus); i++) {
		struct record one = record_init(RECORD_SAMPLE);

		take_value(reading, json_object_get(json_array_get(cpus, i), "value"), &one);
		if (one.value != one.value) {
			r->text = documents_text(reading->arena, cpus);
			return;
		}
		sum += one.value;
	}
	r->value = sum;
}

/* With type information "formatted" has key and value decoded. */
static enum err take_entry(struct reading *reading, const json_t *object)
{
	const json_t *formatted = json_object_get(object, "formatted"), *values;
	const json_t *from = json_is_object(formatted) ? formatted : object;
	struct label key = { SLICE("key"), key_of(reading, json_object_get(from, "key")) };
	struct record r = record_init(RECORD_SAMPLE);

	r.line = reading->line;
	r.metric = SLICE("map");
	r.labels = &key;
	r.label_count = 1;
	values = json_object_get(from, "values");
	if (json_is_array(values))
		take_cpus(reading, values, &r);
	else
		take_value(reading, json_object_get(from, "value"), &r);
	if (r.value != r.value && r.text.n == 0)
		return OK; /* an error instead of a value */
	return sink_emit(reading->sink, &r, reading->err);
}

/* ---- files ---- */

/* The first key of the first object, and whether the head holds what tells programs from others. */
static int bpftool_detect(struct slice head)
{
	struct slice rest = documents_head(head), key;

	if (documents_take(&rest, '{')) /* bpftool prog show id N -j, or -p */
		return documents_take_text(&rest, &key) && slice_is(key, "id") &&
				       slice_find(head, "\"bytes_xlated\"") < head.n
			       ? SURE
			       : 0;
	if (!documents_take(&rest, '[') || !documents_take(&rest, '{') ||
	    !documents_take_text(&rest, &key))
		return 0;
	if (slice_is(key, "key"))
		return slice_find(head, "\"value") < head.n ? SURE : 0;
	if (!slice_is(key, "id"))
		return 0;
	return slice_find(head, "\"bytes_xlated\"") < head.n ||
			       (slice_find(head, "\"tag\"") < head.n &&
				slice_find(head, "\"type\"") < head.n)
		       ? SURE
		       : 0;
}

static enum err take_object(struct reading *reading, const json_t *object)
{
	if (json_object_get(object, "key") != NULL)
		return take_entry(reading, object);
	if (json_object_get(object, "tag") != NULL ||
	    json_object_get(object, "bytes_xlated") != NULL)
		return take_program(reading, object);
	return OK;
}

static enum err bpftool_parse(struct arena *arena, struct input *input,
			      const struct format_options *options, struct sink *sink,
			      struct error *err)
{
	struct reading reading = { .arena = arena, .sink = sink, .err = err };
	struct documents documents;
	json_t *document = NULL;
	enum err e;

	documents_init(&documents, input, options);
	while ((e = documents_next(&documents, &document, err)) == OK && document != NULL) {
		reading.line = documents.line;
		if (json_is_object(document))
			e = take_object(&reading, document);
		for (size_t i = 0; e == OK && i < json_array_size(document); i++)
			e = take_object(&reading, json_array_get(document, i));
		if (e != OK)
			break;
	}
	documents_release(&documents);
	return e;
}

/* ---- text ---- */

static bool is_hex(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

/* "key:" with bytes below it, or "key: 73 6f": what map dump prints without -j. */
static bool is_map_text(const struct text *text, size_t i)
{
	struct slice s = slice_trim(text->lines[i].s), byte;
	size_t next = text->lines[i].next;

	if (!slice_take(&s, "key:"))
		return false;
	if (slice_trim(s).n == 0 && next < text->count)
		s = text->lines[next].s;
	byte = slice_field(&s);
	return byte.n == 2 && is_hex(byte.p[0]) && is_hex(byte.p[1]);
}

static void take_map_text(struct text *text, size_t i)
{
	for (; i < text->count && slice_trim(text->lines[i].s).n > 0; i = text->lines[i].next)
		text->lines[i].taken = true;
}

static enum err bpftool_prose(struct arena *arena, struct text *text, struct sink *sink,
			      struct error *err)
{
	struct reading reading = { .arena = arena, .sink = sink, .err = err };
	bool told = false;
	enum err e = OK;

	for (size_t i = 0; e == OK && i < text->count; i++) {
		struct slice s = slice_trim(text->lines[i].s);
		struct program program;

		reading.line = text->lines[i].line_no;
		if (text->lines[i].taken || s.n == 0)
			continue;
		if (is_program(s, &program)) {
			text->lines[i].taken = true;
			e = emit_program(&reading, &program);
		} else if (!told && is_map_text(text, i)) {
			told = true;
			take_map_text(text, i);
			e = sink_diagnostic(sink, reading.line, err,
					    "bpftool map dump as text is not read: use -j");
		}
	}
	return e;
}

const struct format fmt_bpftool = {
	.name = "bpftool",
	.summary = "bpftool prog show and map dump: run times and counts, entries",
	.tool = "bpftool 7.1, with and without -j",
	.prose = bpftool_prose,
	.detect = bpftool_detect,
	.parse = bpftool_parse,
};
