/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/cmd.h"

#include <stdio.h>
#include <string.h>

#include "ingest/fold_frame.h"
#include "ingest/format.h"
#include "ingest/script.h"
#include "lib/folded.h"

extern const struct format fmt_perf_script;

/* What is summed: perf script's text by the rules of fold_frame.h, or the stacks of any format. */
struct fold {
	struct unpack_visitor visitor;
	struct sink sink;
	struct calltree tree;
	size_t scripts; /* members that are perf script's */
	/* of perf script's */
	struct script script;
	struct fold_taker taker;
	struct buf scratch, event; /* event: of the first header, the one that counts */
	bool event_known;
};

static uint64_t weight_of(const struct script_header *header)
{
	return header->period > 0 ? header->period : 1;
}

/* Stacks are told apart by their task alone; blanks in it become '_'. */
static enum err find_root(struct fold *fold, struct slice comm, uint32_t *root, struct error *err)
{
	struct calltree_key key = calltree_key_init();

	key.comm = comm;
	if (slice_find_char(comm, ' ') < comm.n) {
		buf_clear(&fold->scratch);
		buf_add(&fold->scratch, comm);
		for (size_t i = 0; i < fold->scratch.n; i++)
			if (fold->scratch.data[i] == ' ')
				fold->scratch.data[i] = '_';
		key.comm = buf_slice(&fold->scratch);
	}
	return calltree_root(&fold->tree, &key, root, err);
}

/* Events are not mixed. Which one counts is told by the first header with a time. */
static bool is_other_event(struct fold *fold, const struct script_header *header)
{
	bool has_choice = header->has_time && (header->payload.n == 0 || header->frame.n > 0);

	if (!has_choice)
		return false;
	if (!fold->event_known)
		buf_add(&fold->event, header->event);
	fold->event_known = true;
	return !slice_eq(buf_slice(&fold->event), header->event);
}

static enum err fold_begin(struct script *script, const struct script_header *header,
			   struct error *err)
{
	struct fold *fold = CONTAINER_OF(script, struct fold, script);

	script->is_dropped = is_other_event(fold, header);
	script->sample.count = (int64_t)weight_of(header);
	script->variant = slice_starts(header->comm, "java");
	return script->is_dropped ? OK : find_root(fold, header->comm, &script->root, err);
}

static enum err take_name(struct fold_taker *taker, struct slice name, struct error *err)
{
	struct fold *fold = CONTAINER_OF(taker, struct fold, taker);

	return script_name(&fold->script, name, err);
}

static enum err fold_line(struct script *script, struct slice line, struct error *err)
{
	struct fold *fold = CONTAINER_OF(script, struct fold, script);

	return fold_frame(line, script->variant == 1, &fold->scratch, &fold->taker, err);
}

static const struct script_style fold_style = { .begin = fold_begin, .frame = fold_line };

static enum err read_script(struct fold *fold, struct input *input, struct error *err)
{
	enum err e;

	script_init(&fold->script, &fold_style, &fold->tree);
	fold->event_known = false;
	buf_clear(&fold->event);
	e = script_read(&fold->script, input, err);
	if (fold->script.unknown_count > 0)
		(void)fprintf(stderr, "memcgperf fold: %zu lines not understood, from line %zu\n",
			      fold->script.unknown_count, fold->script.unknown_line);
	script_release(&fold->script);
	return e;
}

static enum err take_member(struct unpack_visitor *visitor, struct slice path,
			    struct stream *stream, struct error *err)
{
	struct fold *fold = CONTAINER_OF(visitor, struct fold, visitor);
	struct input input;
	enum err e = OK;

	(void)path;
	input_init(&input, stream);
	if (fmt_perf_script.detect(input_head(&input)) > 0) {
		fold->scripts++;
		e = read_script(fold, &input, err);
	}
	input_release(&input);
	return e;
}

/* ---- stacks of other formats ---- */

static enum err take_stack(struct sink *sink, const struct record *record, struct error *err)
{
	struct fold *fold = CONTAINER_OF(sink, struct fold, sink);
	const struct calltree_sample sample = { .count = record->count, .period = RECORD_NO_COUNT };
	const struct slice *frames = record->frames;
	size_t n = record->frame_count;
	struct slice comm = record->comm;
	uint32_t root = 0;
	enum err e;

	if (record->kind != RECORD_STACK || (comm.n == 0 && n == 0))
		return OK;
	if (comm.n == 0) {
		comm = *frames++;
		n--;
	}
	e = find_root(fold, comm, &root, err);
	return e == OK ? calltree_add(&fold->tree, root, frames, n, &sample, err) : e;
}

static enum err read_other(struct fold *fold, const char *name,
			   const struct pipeline_options *options, struct error *err)
{
	struct pipeline_result result;
	size_t stacks = fold->tree.stack_count;
	enum err e;

	if (strcmp(name, "-") == 0)
		return error_set(err, ERR_INPUT, "no output of perf script; name a file of it");
	e = pipeline_read(name, options, &fold->sink, NULL, &result, err);
	if (e == OK && fold->tree.stack_count == stacks)
		return error_set(err, ERR_INPUT, "it holds no stacks");
	if (e == OK && result.broken)
		*err = result.why;
	return e == OK && result.broken ? result.why.code : e;
}

/* ---- the command ---- */

static enum err write_lines(struct folded_writer *writer, struct slice lines, struct error *err)
{
	(void)writer;
	if (fwrite(lines.p, 1, lines.n, stdout) != lines.n)
		return error_set(err, ERR_IO, "cannot write to standard output");
	return OK;
}

static enum err fold_one(struct fold *fold, const char *name,
			 const struct pipeline_options *options, struct error *err)
{
	enum err e;

	fold->scripts = 0;
	e = unpack_walk(name, &options->limits, &fold->visitor, err);
	if (e == OK && fold->visitor.broke_off.code != OK) {
		*err = fold->visitor.broke_off;
		e = err->code;
	}
	return e == OK && fold->scripts == 0 ? read_other(fold, name, options, err) : e;
}

static void fold_init(struct fold *fold)
{
	*fold = (struct fold){
		.visitor = { .member = take_member },
		.sink = { take_stack },
		.taker = { take_name },
	};
	buf_init(&fold->scratch);
	buf_init(&fold->event);
	calltree_init(&fold->tree, NULL);
}

static void fold_release(struct fold *fold)
{
	buf_release(&fold->scratch);
	buf_release(&fold->event);
	calltree_release(&fold->tree);
}

static int fold_run(int argc, char **argv)
{
	static const struct option options[] = { { 0 } };
	struct folded_writer out = { write_lines };
	struct pipeline_options pipeline;
	struct fold fold;
	struct error err;
	const char *name;
	enum err e, printed;

	if (cmd_option(argc, argv, options) != -1)
		return CMD_STATUS_USAGE;
	if (argc - optind > 1)
		return cmd_usage(argv[0], "'%s' is one argument too many", argv[optind + 1]);
	name = optind < argc ? argv[optind] : "-";
	pipeline_options_init(&pipeline);
	pipeline.limits.total_bytes = UINT64_MAX; /* memory does not follow them */
	pipeline.limits.file_bytes = UINT64_MAX;
	fold_init(&fold);
	e = fold_one(&fold, name, &pipeline, &err);
	printed = folded_print(&fold.tree, &out, e == OK ? &err : NULL);
	e = e == OK ? printed : e;
	fold_release(&fold);
	return e == OK ? 0 : cmd_fail(name, &err);
}

const struct command cmd_fold = {
	.name = "fold",
	.summary = "print the stacks of a profile as folded text",
	.arguments = "[PATH]",
	.help = "Reads what perf script prints (or any other format with stacks: bpftrace, bcc,\n"
		"folded text) and prints one line for each different stack, 'comm;outer;...;leaf "
		"N',\n"
		"the input of flame graph scripts. PATH is a file, compressed or not, a folder, "
		"an\n"
		"archive, or '-' for standard input, which is also what is read without PATH.\n"
		"\n"
		"perf script's output is folded as stackcollapse-perf.pl does without options: N "
		"is\n"
		"the sum of periods where they are printed, else of samples; of several events "
		"the\n"
		"first counts. Memory follows the number of different stacks, not the file's "
		"size.\n"
		"\n"
		"Examples:\n"
		"  perf script | memcgperf fold > out.folded\n"
		"  memcgperf fold perf.script.gz | flamegraph.pl > out.svg\n",
	.run = fold_run,
};
