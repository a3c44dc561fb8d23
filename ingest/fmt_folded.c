/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Folded stacks: "comm;outermost;...;leaf N" a line, as the stackcollapse scripts, bcc's -f and we
 * print them. Two numbers are those of difffolded.pl: before and after. What the number is a line
 * above may tell, the command of bcc: "# ./offcputime -f 5".
 */
#include "ingest/format.h"

#include "lib/calltree.h"
#include "lib/num.h"

enum { SURE = 70 };

struct folded_line {
	struct slice stack;
	int64_t counts[2];
	size_t count_count;
};

/* Cuts a number off the end of *rest. */
static bool cut_number(struct slice *rest, int64_t *out)
{
	size_t blank = slice_rfind_char(*rest, ' ');

	if (blank == rest->n || !num_int(slice_skip(*rest, blank + 1), out) || *out < 0)
		return false;
	*rest = slice_head(*rest, blank);
	return true;
}

/* "# ./offcputime -K -f 5", "$ sudo profile-bpfcc -f": the tool of bcc that prints stacks. */
static struct slice read_command(struct slice line)
{
	static const char *const tools[] = { "offcputime", "offwaketime", "profile", "stackcount",
					     "wakeuptime" };
	struct slice word, name;

	if (!slice_take(&line, "# ") && !slice_take(&line, "$ "))
		return SLICE_NONE;
	word = slice_field(&line);
	if (slice_is(word, "sudo"))
		word = slice_field(&line);
	name = slice_basename(word);
	name = slice_head(name, slice_find(name, "-bpfcc"));
	name = slice_head(name, slice_find(name, ".py"));
	for (size_t i = 0; i < ARRAY_SIZE(tools); i++)
		if (slice_is(name, tools[i]))
			return name;
	return SLICE_NONE;
}

/* False for a line that is none. Frames may hold blanks, but none of them is empty at the front. */
static bool read_line(struct slice line, struct folded_line *out)
{
	int64_t before;

	*out = (struct folded_line){ .stack = slice_trim_end(line) };
	if (read_command(line).n > 0 || out->stack.n == 0 || out->stack.p[0] == ';' ||
	    slice_find_char(line, '\t') < line.n || !cut_number(&out->stack, &out->counts[0]))
		return false;
	out->count_count = 1;
	if (cut_number(&out->stack, &before)) {
		out->counts[1] = out->counts[0];
		out->counts[0] = before;
		out->count_count = 2;
	}
	return out->stack.n > 0;
}

/* What a beginning holds: lines that are no blank ones, stacks, those of several frames, pairs. */
struct look {
	size_t lines, stacks, joined, pairs;
	struct slice tool; /* of bcc, by the command line above */
};

static struct look look_at(struct slice head)
{
	struct look look = { 0 };
	struct folded_line folded;
	struct slice line;

	if (head.n == INPUT_HEAD_BYTES)
		head = slice_head(head, slice_rfind_char(head, '\n'));
	while (slice_line(&head, &line)) {
		struct slice tool = read_command(line);

		if (tool.n > 0)
			look.tool = tool;
		look.lines += slice_trim(line).n > 0 && tool.n == 0;
		if (!read_line(line, &folded))
			continue;
		look.stacks++;
		look.joined += slice_find_char(folded.stack, ';') < folded.stack.n;
		look.pairs += folded.count_count == 2;
	}
	return look;
}

static int folded_detect(struct slice head)
{
	struct look look = look_at(head);

	if (slice_find_char(head, '\0') < head.n)
		return 0;
	return look.joined > 0 && look.stacks * 10 >= look.lines * 9 ? SURE : 0;
}

struct reading {
	struct calltree tree;
	struct slice tool;
	bool has_pairs;
	size_t unknown_count, unknown_line;
	struct slice frames[CALLTREE_DEPTH_MAX];
};

/* Below its task and, where there are two numbers, its column. */
static enum err add_stack(struct reading *reading, struct slice comm, size_t n, size_t column,
			  const struct calltree_sample *sample, struct error *err)
{
	static const struct label columns[] = {
		{ { "column", 6 }, { "1", 1 } },
		{ { "column", 6 }, { "2", 1 } },
	};
	struct calltree_key key = calltree_key_init();
	uint32_t root = 0;
	enum err e;

	key.comm = comm;
	key.metric = reading->tool;
	key.labels = &columns[column];
	key.label_count = reading->has_pairs;
	e = calltree_root(&reading->tree, &key, &root, err);
	return e == OK ? calltree_add(&reading->tree, root, reading->frames, n, sample, err) : e;
}

static enum err take_stack(struct reading *reading, struct folded_line *folded, size_t line_no,
			   struct error *err)
{
	struct slice comm = SLICE_NONE;
	size_t n = 0;
	enum err e = OK;

	if (slice_find_char(folded->stack, ';') < folded->stack.n)
		(void)slice_split(&folded->stack, ';', &comm); /* there is one */
	while (n < CALLTREE_DEPTH_MAX && slice_split(&folded->stack, ';', &reading->frames[n]))
		n++;
	if (folded->stack.n > 0)
		return error_set_line(err, ERR_LIMIT, line_no, "a stack of more than %d frames",
				      CALLTREE_DEPTH_MAX);
	for (size_t i = 0; e == OK && i < folded->count_count; i++) {
		const struct calltree_sample sample = { folded->counts[i], RECORD_NO_COUNT,
							line_no };

		if (folded->counts[i] > 0 || folded->count_count == 1)
			e = add_stack(reading, comm, n, i, &sample, err);
	}
	return e;
}

/* Where lines have one number each, another before it is part of the leaf. */
static void join_number(struct folded_line *folded, struct slice line)
{
	folded->stack = slice_trim_end(line);
	folded->count_count = 1;
	(void)cut_number(&folded->stack, &folded->counts[0]); /* it was one before */
}

static enum err take_lines(struct reading *reading, struct input *input, struct error *err)
{
	struct folded_line folded;
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(input, &line)) {
		if (slice_trim(line).n == 0)
			continue;
		if (!read_line(line, &folded)) {
			bool is_command = read_command(line).n > 0;

			if (!is_command && reading->unknown_count++ == 0)
				reading->unknown_line = input->line_no;
			continue;
		}
		if (folded.count_count == 2 && !reading->has_pairs)
			join_number(&folded, line);
		e = take_stack(reading, &folded, input->line_no, err);
	}
	return e == OK ? input_status(input, err) : e;
}

static enum err folded_parse(struct arena *arena, struct input *input,
			     const struct format_options *options, struct sink *sink,
			     struct error *err)
{
	struct reading *reading = ARENA_NEW(arena, struct reading);
	struct look look = look_at(input_head(input));
	struct error why;
	enum err status, e;

	(void)options;
	calltree_init(&reading->tree, NULL);
	reading->has_pairs = look.pairs * 10 >= look.stacks * 9;
	reading->tool = arena_slice(arena, look.tool);
	status = take_lines(reading, input, &why);
	e = calltree_emit(&reading->tree, sink, err);
	if (e == OK && reading->unknown_count > 0)
		e = sink_diagnostic(sink, reading->unknown_line, err,
				    "%zu lines that are no stack with a number, this is the first",
				    reading->unknown_count);
	if (e == OK && status != OK) {
		*err = why;
		e = status;
	}
	calltree_release(&reading->tree);
	return e;
}

const struct format fmt_folded = {
	.name = "folded",
	.summary = "folded stacks: frames joined with ';', and a number",
	.tool = "stackcollapse scripts, bcc and libbpf-tools with -f, memcgperf fold",
	.detect = folded_detect,
	.parse = folded_parse,
};
