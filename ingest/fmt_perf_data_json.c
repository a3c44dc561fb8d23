/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf data convert --to-json: one object with "headers" and a list of "samples". The file is ten
 * times larger than perf's own, so that it is read value by value, and a sample is dropped once
 * its stack is summed. It names no event, and a weight only where it has a "period".
 */
#include "ingest/documents.h"
#include "lib/calltree.h"

enum { CHUNK_BYTES = 64 * 1024, VALUE_MAX_BYTES = 4 * 1024 * 1024, SURE = 100 };

static const char byte_order_mark[] = "\xef\xbb\xbf";
static const char version_key[] = "linux-perf-json-version";

/* Bytes of the input one after another. */
struct reader {
	struct input *input;
	char chunk[CHUNK_BYTES];
	size_t at, n, line;
	bool ended;
	enum err failed;
	struct error why;
};

/* The next byte without taking it; '\0' at the end. */
static char peek(struct reader *r)
{
	if (r->at == r->n && !r->ended) {
		ptrdiff_t got = input_read(r->input, r->chunk, sizeof(r->chunk), &r->why);

		r->at = 0;
		r->n = got > 0 ? (size_t)got : 0;
		r->ended = got <= 0;
		r->failed = got < 0 ? r->why.code : OK;
	}
	return r->at < r->n ? r->chunk[r->at] : '\0';
}

static char take(struct reader *r)
{
	char c = peek(r);

	if (r->at < r->n) {
		r->at++;
		r->line += c == '\n';
	}
	return c;
}

static char skip_blanks(struct reader *r)
{
	char c;

	while ((c = peek(r)) == ' ' || c == '\t' || c == '\r' || c == '\n')
		(void)take(r);
	return c;
}

static enum err broken(struct reader *r, const char *what, struct error *err)
{
	if (r->failed != OK) {
		*err = r->why;
		return r->failed;
	}
	return error_set_line(err, ERR_INPUT, r->line, r->ended ? "it breaks off" : "no JSON: %s",
			      what);
}

static enum err expect(struct reader *r, char c, struct error *err)
{
	const char what[] = { c, ' ', 'e', 'x', 'p', 'e', 'c', 't', 'e', 'd', '\0' };

	if (skip_blanks(r) != c)
		return broken(r, what, err);
	(void)take(r);
	return OK;
}

/* ---- values ---- */

/* Appends a text with its quotes; escapes stay. */
static enum err capture_text(struct reader *r, struct buf *out, struct error *err)
{
	char c = take(r);

	buf_addc(out, c);
	while ((c = take(r)) != '"') {
		if (c == '\0')
			return broken(r, "a text without end", err);
		buf_addc(out, c);
		if (c == '\\')
			buf_addc(out, take(r));
		if (out->n > VALUE_MAX_BYTES)
			break;
	}
	buf_addc(out, c);
	return OK;
}

/* A whole value's bytes in out. Whether they are JSON is found when they are parsed. */
static enum err capture(struct reader *r, struct buf *out, struct error *err)
{
	unsigned depth = 0;
	enum err e = OK;
	char c;

	buf_clear(out);
	while (e == OK) {
		c = skip_blanks(r);
		if (depth == 0 && out->n > 0 && (c == ',' || c == '}' || c == ']'))
			return OK;
		if (c == '\0')
			return broken(r, "a value without end", err);
		if (c == '"')
			e = capture_text(r, out, err);
		else
			buf_addc(out, take(r));
		depth += c == '{' || c == '[';
		if ((c == '}' || c == ']') && (depth == 0 || --depth == 0))
			return OK;
		if (depth > DOCUMENT_DEPTH_MAX || out->n > VALUE_MAX_BYTES)
			return error_set_line(err, ERR_LIMIT, r->line,
					      "a value of more than %d bytes or %d levels",
					      VALUE_MAX_BYTES, DOCUMENT_DEPTH_MAX);
	}
	return e;
}

static enum err parse_value(struct reader *r, const struct buf *text, json_t **out,
			    struct error *err)
{
	size_t line = r->line;
	enum err e = json_parse(buf_slice(text), out, err);

	err->line = e != OK ? line : err->line;
	return e;
}

/* ---- headers ---- */

static enum err emit_fact(const char *key, struct slice value, struct sink *sink, struct error *err)
{
	return value.n > 0 ? sink_meta(sink, 1, key, value, err) : OK;
}

/* The list of arguments with blanks between. */
static enum err emit_cmdline(const json_t *list, struct sink *sink, struct error *err)
{
	struct buf text;
	size_t i;
	json_t *argument;
	enum err e;

	buf_init(&text);
	json_array_foreach((json_t *)(uintptr_t)list, i, argument)
	{
		if (i > 0)
			buf_addc(&text, ' ');
		if (json_is_string(argument))
			buf_adds(&text, json_string_value(argument));
	}
	e = emit_fact("tool.cmdline", slice_head(buf_slice(&text), RECORD_TEXT_MAX / 2), sink, err);
	buf_release(&text);
	return e;
}

/* The keys are those of the same facts above perf script and perf report. */
static enum err emit_headers(struct arena *arena, const json_t *headers, struct sink *sink,
			     struct error *err)
{
	static const char *const facts[][2] = {
		{ "hostname", "machine.hostname" },     { "os-release", "kernel.release" },
		{ "perf-version", "tool.version" },     { "arch", "kernel.arch" },
		{ "nrcpus-online", "machine.threads" }, { "cpu-desc", "machine.cpu" },
	};
	enum err e = OK;

	for (size_t i = 0; e == OK && i < ARRAY_SIZE(facts); i++) {
		const json_t *value = json_object_get(headers, facts[i][0]);

		if (value != NULL)
			e = emit_fact(facts[i][1], documents_text(arena, value), sink, err);
	}
	return e == OK ? emit_cmdline(json_object_get(headers, "cmdline"), sink, err) : e;
}

/* ---- samples ---- */

/* "symbol" of a frame; perf leaves it out where it found none. */
static struct slice frame_name(const json_t *frame)
{
	struct slice symbol = json_get_text(frame, "symbol");

	return symbol.n > 0 ? symbol : SLICE("[unknown]");
}

/* The call chain has the leaf first. */
static enum err add_sample(struct calltree *tree, const json_t *sample, size_t line,
			   struct error *err)
{
	static const size_t most = CALLTREE_DEPTH_MAX;
	const json_t *chain = json_object_get(sample, "callchain");
	const json_t *period = json_object_get(sample, "period");
	struct calltree_sample one = { .count = 1, .period = RECORD_NO_COUNT, .line = line };
	struct calltree_key key = calltree_key_init();
	struct slice frames[CALLTREE_DEPTH_MAX];
	size_t n = json_array_size(chain);
	uint32_t root;
	enum err e;

	if (n > most)
		return error_set_line(err, ERR_LIMIT, line, "a stack of more than %zu frames",
				      most);
	for (size_t i = 0; i < n; i++)
		frames[n - 1 - i] = frame_name(json_array_get(chain, i));
	if (json_is_integer(period))
		one.period = json_integer_value(period);
	key.comm = json_get_text(sample, "comm");
	key.event = json_get_text(sample, "event");
	e = calltree_root(tree, &key, &root, err);
	return e == OK ? calltree_add(tree, root, frames, n, &one, err) : e;
}

static enum err read_samples(struct reader *r, struct calltree *tree, struct buf *text,
			     struct error *err)
{
	enum err e = expect(r, '[', err);

	while (e == OK && skip_blanks(r) != ']') {
		size_t line = r->line;
		json_t *sample = NULL;

		e = capture(r, text, err);
		if (e == OK)
			e = parse_value(r, text, &sample, err);
		if (e == OK)
			e = add_sample(tree, sample, line, err);
		json_decref(sample);
		if (e == OK && skip_blanks(r) == ',')
			(void)take(r);
		else if (e == OK && skip_blanks(r) != ']')
			e = broken(r, "',' or ']' expected", err);
	}
	(void)take(r);
	return e;
}

/* ---- the file ---- */

static enum err read_member(struct arena *arena, struct reader *r, struct calltree *tree,
			    struct buf *text, struct sink *sink, struct error *err)
{
	struct slice key;
	json_t *value = NULL;
	enum err e;

	if (skip_blanks(r) != '"')
		return broken(r, "a key expected", err);
	buf_clear(text);
	e = capture_text(r, text, err);
	if (e == OK)
		e = expect(r, ':', err);
	if (e != OK)
		return e;
	key = arena_slice(arena, buf_slice(text));
	if (slice_is(key, "\"samples\""))
		return read_samples(r, tree, text, err);
	(void)skip_blanks(r);
	e = capture(r, text, err);
	if (e != OK || !slice_is(key, "\"headers\""))
		return e;
	e = parse_value(r, text, &value, err);
	if (e == OK)
		e = emit_headers(arena, value, sink, err);
	json_decref(value);
	return e;
}

static enum err read_file(struct arena *arena, struct reader *r, struct calltree *tree,
			  struct sink *sink, struct error *err)
{
	struct buf text;
	enum err e = expect(r, '{', err);

	buf_init(&text);
	while (e == OK && skip_blanks(r) != '}') {
		e = read_member(arena, r, tree, &text, sink, err);
		if (e == OK && skip_blanks(r) == ',')
			(void)take(r);
		else if (e == OK && skip_blanks(r) != '}')
			e = broken(r, "',' or '}' expected", err);
	}
	buf_release(&text);
	return e;
}

static enum err data_json_parse(struct arena *arena, struct input *input,
				const struct format_options *options, struct sink *sink,
				struct error *err)
{
	struct reader *r = ARENA_NEW(arena, struct reader);
	struct calltree tree;
	struct error why;
	enum err status, e;

	(void)options;
	*r = (struct reader){ .input = input, .line = 1 };
	calltree_init(&tree, NULL);
	while (peek(r) == byte_order_mark[r->at] && r->at + 1 < sizeof(byte_order_mark))
		(void)take(r);
	status = read_file(arena, r, &tree, sink, &why);
	/* what came before a break counts */
	e = calltree_emit(&tree, sink, err);
	if (e == OK && status != OK) {
		*err = why;
		e = status;
	}
	calltree_release(&tree);
	return e;
}

static int data_json_detect(struct slice head)
{
	struct slice rest = documents_head(head), key;

	return documents_take(&rest, '{') && documents_take_text(&rest, &key) &&
			       slice_is(key, version_key)
		       ? SURE
		       : 0;
}

const struct format fmt_perf_data_json = {
	.name = "perf-data-json",
	.summary = "samples with their call chains, summed by stack",
	.tool = "perf data convert --to-json, checked with 6.1",
	.detect = data_json_detect,
	.parse = data_json_parse,
};
