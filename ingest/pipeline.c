/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/pipeline.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "ingest/benchmarks.h"
#include "ingest/format.h"
#include "ingest/lkp_tree.h"
#include "ingest/mmtests.h"
#include "ingest/mmtests_missing.h"
#include "ingest/packed_twin.h"
#include "ingest/prose.h"
#include "ingest/snapshots.h"
#include "ingest/tee.h"
#include "ingest/text.h"

enum { UNREAD_MAX = 50 };

struct pipeline {
	struct unpack_visitor visitor;
	struct sink sink; /* what parsers emit to */
	const struct pipeline_options *options;
	struct sink *out;
	struct batch *batch; /* may be NULL */
	struct pipeline_result *result;
	struct arena arena;         /* of the current member */
	struct slice single, outer; /* name of a single file; run name of a tree without one */
	struct slice place;         /* of the input itself within a run's tree; "" = none */
	bool is_folder;
	struct slice real; /* its path from the root; "" = an archive has none */
	struct packed_twins twins;
	struct lkp_tree lkp_tree;
	struct lkp_file lkp; /* the current member, where in_lkp */
	bool in_lkp;
	struct arena names;              /* of the whole input */
	struct slice unread[UNREAD_MAX]; /* benchmarks without a parser */
	size_t unread_count;
	struct mmtests_missing missing;
	struct snapshots snapshots; /* what a batch gets besides what is read */
	bool recognised;
	struct error reason;   /* why the last member gave nothing */
	bool is_over;          /* no more may be read: end_ms or too many records */
	ZSTD_CCtx *compressor; /* for raw files; NULL = none is kept so far */
	/* of the current member */
	struct slice file;
	const char *source; /* its format; prose tells it with each record */
	struct mmtests_member member;
};

void pipeline_options_init(struct pipeline_options *options)
{
	*options = (struct pipeline_options){
		.limits = unpack_limits_default,
		.reading = format_options_default,
		.text_bytes = 64 * MiB,
	};
}

enum err pipeline_format(struct pipeline_options *options, struct slice name, struct error *err)
{
	const struct format *format = format_find(name);

	if (format == NULL)
		return error_set(err, ERR_INPUT, "no format '%.*s'; 'memcgperf formats' lists them",
				 SLICE_FMT(slice_head(name, 64)));
	options->format = format->name;
	return OK;
}

enum err pipeline_better(struct pipeline_options *options, struct slice name, struct error *err)
{
	enum better better = better_parse(name);

	if (better == BETTER_UNKNOWN)
		return error_set(err, ERR_INPUT, "'%.*s' is none of higher, lower and none",
				 SLICE_FMT(slice_head(name, 64)));
	options->reading.better = better;
	return OK;
}

int64_t pipeline_clock_ms(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC_COARSE, &now); /* cannot fail on Linux */
	return now.tv_sec * (int64_t)1000 + now.tv_nsec / 1000000;
}

static enum err check_time(struct pipeline *p, struct error *err)
{
	if (p->options->end_ms == 0 || pipeline_clock_ms() <= p->options->end_ms)
		return OK;
	p->is_over = true;
	return error_set(err, ERR_LIMIT, "it takes longer than allowed (--max-time)");
}

static enum err check_count(struct pipeline *p, struct error *err)
{
	if (p->options->records == 0 || p->result->records < p->options->records)
		return OK;
	p->is_over = true;
	return error_set(err, ERR_LIMIT, "it holds more than %llu records (--max-records)",
			 (unsigned long long)p->options->records);
}

/* A member's stream that ends with an error when it is time. */
struct timed_stream {
	struct stream stream, *inner;
	struct pipeline *p;
};

static ptrdiff_t timed_read(struct stream *stream, char *bytes, size_t capacity, struct error *err)
{
	struct timed_stream *timed = CONTAINER_OF(stream, struct timed_stream, stream);

	return check_time(timed->p, err) == OK
		       ? timed->inner->read(timed->inner, bytes, capacity, err)
		       : -1;
}

/* A message may have been cut within a character. */
static struct slice whole_characters(struct slice message)
{
	for (int i = 0; i < 4 && message.n > 0 && !slice_is_utf8(message); i++)
		message.n--;
	return slice_is_utf8(message) ? message : SLICE("a message that is no text");
}

static enum err pass_diagnostic(struct pipeline *p, const struct record *record,
				struct slice message, struct error *err)
{
	struct record r = record_init(RECORD_DIAGNOSTIC);

	r.source = record->source;
	r.file = record->file;
	r.line = record->line;
	r.message = whole_characters(message);
	p->result->diagnostics++;
	return sink_emit(p->out, &r, err);
}

/* Fills what the parser left open, holds the record against the rules, and passes it on. */
static enum err take_record(struct sink *sink, const struct record *record, struct error *err)
{
	struct pipeline *p = CONTAINER_OF(sink, struct pipeline, sink);
	struct record r = *record;
	struct error why;
	enum err e;

	if (r.source.n == 0)
		r.source = slice_str(p->source);
	if (r.file.n == 0)
		r.file = p->file;
	if (r.kind == RECORD_DIAGNOSTIC)
		return pass_diagnostic(p, &r, r.message, err);
	if (r.run.n == 0)
		r.run = p->member.run;
	if (r.benchmark.n == 0)
		r.benchmark = p->member.benchmark.n > 0 || r.kind == RECORD_META
				      ? p->member.benchmark
				      : p->options->benchmark;
	if (r.iteration == 0)
		r.iteration = p->member.iteration > 0 || r.kind == RECORD_META
				      ? p->member.iteration
				      : p->options->iteration;
	if (record_check(&r, &why) != OK)
		return pass_diagnostic(p, &r, slice_str(why.text), err);
	if (check_time(p, err) != OK || check_count(p, err) != OK)
		return ERR_LIMIT;
	p->result->records++;
	if (p->member.iteration > 0 && !p->in_lkp)
		missing_record(&p->missing, &r);
	e = sink_emit(p->out, &r, err);
	if (e == OK && p->batch != NULL)
		e = snapshots_take(&p->snapshots, &r, p->out, err);
	return e;
}

/* An input that breaks off: told as a diagnostic, and at the end by the exit status. */
static enum err break_off(struct pipeline *p, const struct error *why, struct error *err)
{
	struct record r = record_init(RECORD_DIAGNOSTIC);

	if (!p->result->broken)
		p->result->why = *why;
	p->result->broken = true;
	p->reason = *why;
	r.source = slice_str(p->source);
	r.line = why->line;
	r.file = p->file;
	return pass_diagnostic(p, &r, slice_str(why->text), err);
}

/* Reads a whole text into buf; ERR_LIMIT over --max-text, ERR_INPUT when it is none. */
static enum err read_text(struct pipeline *p, struct input *input, struct buf *buf,
			  struct error *err)
{
	char chunk[64 * 1024];
	ptrdiff_t got;

	while ((got = input_read(input, chunk, sizeof(chunk), err)) > 0) {
		struct slice bytes = { chunk, (size_t)got };

		if (slice_find_char(bytes, '\0') < bytes.n)
			return error_set(err, ERR_INPUT, "neither text nor an archive");
		if (buf->n + bytes.n > p->options->text_bytes)
			return error_set(err, ERR_LIMIT,
					 "more than %llu bytes of text (--max-text)",
					 (unsigned long long)p->options->text_bytes);
		buf_add(buf, bytes);
	}
	return got < 0 ? err->code : OK;
}

static void nothing_recognised(struct pipeline *p, struct error *err)
{
	struct buf tried;

	buf_init(&tried);
	for (size_t i = 0; formats[i] != NULL; i++)
		if (p->options->format == NULL || strcmp(p->options->format, formats[i]->name) == 0)
			buf_addf(&tried, "%s%s", i > 0 && tried.n > 0 ? ", " : "",
				 formats[i]->name);
	(void)error_set(err, ERR_INPUT, "nothing recognised; tried %s", buf_slice(&tried).p);
	buf_release(&tried);
}

static enum err read_prose(struct pipeline *p, struct input *input, struct error *err)
{
	struct text text;
	struct buf buf;
	bool recognised = false;
	struct error why = { 0 };
	enum err e, status;

	buf_init(&buf);
	status = read_text(p, input, &buf, &why);
	e = status == OK || buf.n > 0 ? text_from_bytes(&p->arena, buf_slice(&buf), &text, err)
				      : OK;
	text.path = p->member.path;
	text.options = &p->options->reading;
	if (e == OK && buf.n > 0)
		e = prose_parse(&p->arena, &text, p->options->format, &p->sink, &recognised, err);
	buf_release(&buf);
	p->recognised = p->recognised || recognised;
	if (e != OK)
		return e;
	if (status != OK)
		*err = why;
	else if (!recognised)
		nothing_recognised(p, &p->reason);
	return status;
}

/* What no path tells: one format's whole file, or prose. *is_whole is set before it is read. */
static enum err read_content(struct pipeline *p, struct stream *stream, bool *is_whole,
			     struct error *err)
{
	struct format_options reading = p->options->reading;
	const struct format *format = NULL;
	struct input input;
	enum err e;

	input_init(&input, stream);
	input.path = p->member.path;
	e = format_choose(formats, p->options->format, input_head(&input), &format, err);
	*is_whole = e != OK || format != NULL;
	if (p->batch != NULL && p->batch->options.kernel.n > 0)
		reading.kernel_known = true;
	if (e == OK && format == NULL) {
		e = read_prose(p, &input, err);
	} else if (e == OK) {
		p->source = format->name;
		e = format->parse(&p->arena, &input, &reading, &p->sink, err);
		p->recognised = p->recognised || e == OK;
	}
	input_release(&input);
	return e;
}

/* Once a benchmark. */
static enum err say_unread(struct pipeline *p, struct error *err)
{
	struct slice name = p->member.benchmark;

	for (size_t i = 0; i < p->unread_count && i < UNREAD_MAX; i++)
		if (slice_eq(p->unread[i], name))
			return OK;
	if (p->unread_count > UNREAD_MAX)
		return OK;
	if (p->unread_count++ == UNREAD_MAX)
		return sink_diagnostic(&p->sink, 0, err, "no parser for further benchmarks");
	p->unread[p->unread_count - 1] = arena_slice(&p->names, name);
	return sink_diagnostic(&p->sink, 0, err, "no parser for benchmark %.*s", SLICE_FMT(name));
}

static enum err read_tree_member(struct pipeline *p, struct stream *stream, struct error *err)
{
	size_t records = p->result->records;
	struct input input;
	bool is_result;
	enum err e;

	input_init(&input, stream);
	input.path = p->member.path;
	input.run = p->member.run;
	input.benchmark = p->member.benchmark;
	input.iteration = p->member.iteration;
	e = mmtests_parse(&p->arena, &p->member, &input, &p->sink, &is_result, err);
	input_release(&input);
	if (!is_result && mmtests_lacks_parser(&p->member))
		return say_unread(p, err);
	p->recognised = p->recognised || is_result;
	if (p->member.iteration > 0)
		missing_seen(&p->missing, p->member.run, p->member.iteration, p->member.benchmark,
			     p->result->records > records);
	return e;
}

static bool wants_tree(const struct pipeline *p)
{
	return p->options->format == NULL || strcmp(p->options->format, "mmtests") == 0;
}

/* Where a member stands in a run's tree; the input itself may lie in one. */
static bool find_in_tree(struct pipeline *p, struct slice path)
{
	bool is_single = p->file.n == 0;
	struct slice whole = path;

	if (p->place.n > 0 && is_single)
		whole = p->place;
	else if (p->place.n > 0 && p->is_folder)
		whole = arena_printf(&p->arena, "%.*s/%.*s", SLICE_FMT(p->place), SLICE_FMT(path));
	if (!wants_tree(p) || !mmtests_member(whole, p->outer, &p->member))
		return false;
	/* A single file is there because somebody wants it read. */
	return !is_single || mmtests_reads(&p->member) || mmtests_lacks_parser(&p->member);
}

/* Where a member stands in a result tree of lkp-tests, in which the input itself may lie. */
static bool find_in_lkp(struct pipeline *p, struct slice path)
{
	const char *format = p->options->format;
	bool is_single = p->file.n == 0;
	struct slice whole = path;

	if (p->real.n > 0 && is_single)
		whole = p->real;
	else if (p->real.n > 0 && p->is_folder)
		whole = arena_printf(&p->arena, "%.*s/%.*s", SLICE_FMT(p->real), SLICE_FMT(path));
	if ((format != NULL && !slice_starts(slice_str(format), "lkp-")) ||
	    !lkp_tree_file(whole, &p->lkp) || (is_single && p->lkp.kind == LKP_OTHER))
		return false;
	p->member = (struct mmtests_member){
		.run = lkp_tree_run(&p->arena, &p->lkp),
		.path = p->lkp.path,
		.benchmark = p->lkp.level[0],
		.iteration = p->lkp.iteration,
	};
	return true;
}

/* Logs and what is told twice are kept and not read. */
static enum err read_lkp(struct pipeline *p, struct stream *stream, bool *is_whole,
			 struct error *err)
{
	struct input input;
	enum err e;

	if (!lkp_tree_wants(&p->lkp_tree, &p->lkp))
		return OK;
	p->source = "lkp-stats";
	p->member.iteration = 0; /* the path tells of the whole group */
	e = lkp_tree_facts(&p->lkp_tree, &p->lkp, &p->sink, err);
	p->member.iteration = p->lkp.iteration;
	if (e != OK || p->lkp.kind != LKP_JOB)
		return e == OK ? read_content(p, stream, is_whole, err) : e;
	input_init(&input, stream);
	e = lkp_tree_job(&p->arena, &input, &p->sink, err);
	input_release(&input);
	return e;
}

static enum err read_member(struct pipeline *p, struct slice path, struct tee *tee,
			    struct error *err)
{
	bool in_tree = find_in_tree(p, path), by_content, is_whole = false;
	size_t records = p->result->records;
	enum err e;

	p->in_lkp = !in_tree && find_in_lkp(p, path);
	if (!in_tree && !p->in_lkp)
		p->member = (struct mmtests_member){ .path = path };
	by_content = !in_tree || mmtests_is_profile(&p->member);
	p->source = by_content ? "" : "mmtests";
	if (p->batch != NULL)
		batch_file_begin(p->batch, p->member.run, p->member.path);
	if (in_tree && p->member.benchmark.n > 0 && packed_twin(&p->twins, &p->arena, path))
		return OK;
	e = p->in_lkp    ? read_lkp(p, &tee->stream, &is_whole, err)
	    : by_content ? read_content(p, &tee->stream, &is_whole, err)
			 : read_tree_member(p, &tee->stream, err);
	if ((e != ERR_INPUT && e != ERR_LIMIT) || p->is_over)
		return e;
	if (by_content && tee->failed.code == OK && p->result->records == records &&
	    (p->file.n == 0 || (e == ERR_INPUT && !is_whole))) {
		/* the whole input, or a picture or program beside the results */
		p->reason = *err;
		return OK;
	}
	return break_off(p, err, err);
}

static enum err take_member(struct unpack_visitor *visitor, struct slice path,
			    struct stream *stream, struct error *err)
{
	struct pipeline *p = CONTAINER_OF(visitor, struct pipeline, visitor);
	struct timed_stream timed = { { timed_read }, stream, p };
	struct tee tee;
	enum err e;

	if (p->batch != NULL && p->options->keep_bytes && p->compressor == NULL)
		p->compressor = tee_compressor();
	tee_init(&tee, &timed.stream, p->compressor);
	p->file = !p->is_folder && slice_eq(path, p->single) ? SLICE_NONE : path;
	e = read_member(p, path, &tee, err);
	tee_finish(&tee);
	if (e == OK && p->batch != NULL)
		batch_file_end(p->batch, tee.bytes, tee.sha256, buf_slice(&tee.zstd));
	p->result->files++;
	p->result->bytes += tee.bytes;
	tee_release(&tee);
	arena_reset(&p->arena);
	if (p->options->progress != NULL)
		p->options->progress(p->options->progress_data, p->result->files, p->result->bytes);
	return e;
}

/* The name of a folder or archive without what tells how it is packed. */
static struct slice without_endings(struct slice name)
{
	static const char *const endings[] = {
		".gz", ".xz", ".zst", ".bz2", ".tgz", ".txz", ".tar", ".zip",
	};

	for (size_t round = 0; round < 2; round++)
		for (size_t i = 0; i < ARRAY_SIZE(endings); i++)
			if (name.n > slice_str(endings[i]).n && slice_ends(name, endings[i]))
				name.n -= slice_str(endings[i]).n;
	return name;
}

/* Where name leads to, so that "." and "log/" have a name too: what the folders around tell. */
static void look_around(struct pipeline *p, const char *name, const char *resolved)
{
	struct slice path = slice_str(resolved != NULL ? resolved : name);
	struct stat st;

	p->real = slice_str(resolved);
	p->is_folder = stat(name, &st) == 0 && S_ISDIR(st.st_mode);
	if (!mmtests_place(path, &p->outer, &p->place))
		p->outer = without_endings(slice_basename(path));
}

static enum err only_unread(const struct pipeline *p, struct error *err)
{
	struct buf names;

	buf_init(&names);
	for (size_t i = 0; i < p->unread_count && i < UNREAD_MAX; i++)
		buf_addf(&names, "%s%.*s", i > 0 ? ", " : "", SLICE_FMT(p->unread[i]));
	(void)error_set(err, ERR_INPUT, "nothing recognised: no parser for %s",
			buf_slice(&names).p);
	buf_release(&names);
	return ERR_INPUT;
}

static enum err finish(struct pipeline *p, struct error *err)
{
	if (p->recognised || p->result->records > 0)
		return OK;
	if (p->unread_count > 0)
		return only_unread(p, err);
	*err = p->reason;
	if (p->reason.code == OK || p->result->files > 1)
		nothing_recognised(p, err);
	return err->code;
}

/* Where bytes come from: a name, members, or a descriptor with a label. */
struct source {
	const char *name; /* NULL = members, or fd and label */
	struct pipeline_members *members;
	int fd;
	struct slice label;
};

static enum err take_members(struct pipeline_members *members, struct unpack_visitor *visitor,
			     struct error *err)
{
	enum err e = OK;

	visitor->broke_off.code = OK;
	for (size_t i = 0; i < members->count && e == OK; i++) {
		struct memory_stream stream;
		struct slice path, bytes;

		e = members->get(members, i, &path, &bytes, err);
		if (e != OK)
			break;
		memory_stream_init(&stream, bytes);
		e = visitor->member(visitor, path, &stream.stream, err);
	}
	return e;
}

static enum err walk(const struct source *source, struct pipeline *p, struct error *err)
{
	const struct unpack_limits *limits = &p->options->limits;

	if (source->members != NULL)
		return take_members(source->members, &p->visitor, err);
	return source->name != NULL
		       ? unpack_walk(source->name, limits, &p->visitor, err)
		       : unpack_fd(source->fd, source->label, limits, &p->visitor, err);
}

/* Nobody misses the rest where a part was asked for. */
static enum err tell_missing(struct pipeline *p, struct error *err)
{
	p->member = (struct mmtests_member){ 0 };
	p->source = "mmtests";
	return missing_tell(&p->missing, &p->sink, err);
}

static enum err read_source(const struct source *source, struct pipeline *p, struct error *err)
{
	enum err e;

	*p->result = (struct pipeline_result){ 0 };
	p->visitor.member = take_member;
	p->sink.emit = take_record;
	arena_init(&p->arena);
	arena_init(&p->names);
	missing_init(&p->missing, &p->names);
	snapshots_init(&p->snapshots, &p->names);
	p->twins.arena = p->lkp_tree.arena = &p->names;
	e = walk(source, p, err);
	p->file = SLICE_NONE;
	p->source = "";
	if (e == OK && p->visitor.broke_off.code != OK)
		e = break_off(p, &p->visitor.broke_off, err);
	if (e == OK)
		e = finish(p, err);
	if (e == OK && p->result->files > 1)
		e = tell_missing(p, err);
	(void)ZSTD_freeCCtx(p->compressor); /* NULL too */
	arena_release(&p->arena);
	arena_release(&p->names);
	return e;
}

enum err pipeline_read(const char *name, const struct pipeline_options *options, struct sink *sink,
		       struct batch *batch, struct pipeline_result *result, struct error *err)
{
	char *resolved = realpath(name, NULL);
	struct pipeline p = {
		.options = options,
		.out = sink,
		.batch = batch,
		.result = result,
		.single = slice_basename(slice_str(name)),
	};
	enum err e;

	look_around(&p, name, resolved);
	p.twins.folder = p.is_folder ? name : NULL;
	e = read_source(&(struct source){ .name = name }, &p, err);
	free(resolved);
	return e;
}

enum err pipeline_read_fd(int fd, struct slice label, const struct pipeline_options *options,
			  struct sink *sink, struct batch *batch, struct pipeline_result *result,
			  struct error *err)
{
	struct pipeline p = {
		.options = options,
		.out = sink,
		.batch = batch,
		.result = result,
		.single = slice_basename(label),
		.outer = without_endings(slice_basename(label)),
	};

	return read_source(&(struct source){ .fd = fd, .label = label }, &p, err);
}

enum err pipeline_read_members(struct pipeline_members *members,
			       const struct pipeline_options *options, struct sink *sink,
			       struct batch *batch, struct pipeline_result *result,
			       struct error *err)
{
	struct pipeline p = { .options = options, .out = sink, .batch = batch, .result = result };
	struct slice path, bytes;
	enum err e = members->count == 1 ? members->get(members, 0, &path, &bytes, err) : OK;

	if (e == OK && members->count == 1)
		p.single = path;
	return e == OK ? read_source(&(struct source){ .members = members }, &p, err) : e;
}

enum err pipeline_finish(const struct pipeline_result *result, struct batch *batch,
			 struct error *err)
{
	if (!result->broken)
		return batch_finish(batch, err);
	return error_set(err, result->why.code, "the input breaks off, nothing of it is stored: %s",
			 result->why.text);
}
