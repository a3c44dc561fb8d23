/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Stacks of bcc and libbpf-tools in blocks, leaf first: offcputime, profile, wakeuptime,
 * stackcount, memleak. Checked with bcc since 2016 and libbpf-tools 0.26. Folded ones are the
 * format "folded".
 */
#include "ingest/format.h"

#include "ingest/bcc_context.h"
#include "lib/calltree.h"
#include "lib/num.h"

/* One depth of a text. */
struct scan {
	struct text *text;
	struct sink *sink;
	struct error *err;
	struct bcc_context context;
	struct calltree tree;
	struct slice frames[CALLTREE_DEPTH_MAX]; /* leaf first */
	size_t count;
	int64_t print; /* of memleak: how many heads so far */
	size_t block;  /* line at which the block that is being read began */
};

/* Who a stack belongs to. */
struct owner {
	struct slice comm;
	struct label labels[2];
	size_t label_count;
};

static bool is_indented(struct slice line)
{
	return line.n > 0 && (line.p[0] == ' ' || line.p[0] == '\t');
}

/* A number alone on an indented line. */
static bool is_weight(struct slice line, int64_t *out)
{
	return is_indented(line) && num_int(slice_trim(line), out) && *out >= 0;
}

/* "comm (pid)" or "comm [pid]": cuts the number off. */
static bool cut_pid(struct slice *s, char open, char close, struct slice *pid)
{
	size_t at = slice_rfind_char(*s, open);
	uint64_t number;

	if (at == s->n || at == 0 || s->p[s->n - 1] != close)
		return false;
	*pid = (struct slice){ s->p + at + 1, s->n - at - 2 };
	if (!num_uint(*pid, &number))
		return false;
	*s = slice_trim(slice_head(*s, at));
	return true;
}

static void add_label(struct owner *owner, struct slice key, struct slice value)
{
	if (owner->label_count < ARRAY_SIZE(owner->labels))
		owner->labels[owner->label_count++] = (struct label){ key, value };
}

/* "-                pingpong (18097)" */
static bool is_who(struct slice line, struct owner *owner)
{
	struct slice s = slice_trim(line), pid;

	if (!slice_take(&s, "- "))
		return false;
	s = slice_trim(s);
	if (!cut_pid(&s, '(', ')', &pid))
		return false;
	owner->comm = s;
	add_label(owner, SLICE("pid"), pid);
	return true;
}

/* "waker:  comm" and "target:  comm" of wakeuptime. */
static bool is_party(struct slice s, struct owner *owner)
{
	static const char *const names[] = { "waker", "target" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		struct slice rest = s;

		if (slice_take(&rest, names[i]) && slice_take(&rest, ":")) {
			add_label(owner, slice_str(names[i]), slice_trim(rest));
			return true;
		}
	}
	return false;
}

static bool is_message(struct slice s)
{
	struct slice rest = s;

	while (slice_take(&rest, "-") || slice_take(&rest, " "))
		;
	return rest.n == 0 || slice_is(s, "[Missed User Stack]") ||
	       slice_is(s, "[Missed Kernel Stack]") || slice_starts(s, "failed to get syms");
}

/* "ffffffff810df082 hrtimer_wakeup": without the address. */
static struct slice frame_name(struct slice s)
{
	struct slice rest = s, word = slice_field(&rest);

	if (word.n != 16 || slice_trim(rest).n == 0)
		return s;
	for (size_t i = 0; i < word.n; i++)
		if (!((word.p[i] >= '0' && word.p[i] <= '9') ||
		      (word.p[i] >= 'a' && word.p[i] <= 'f')))
			return s;
	return slice_trim(rest);
}

static enum err add_stack(struct scan *scan, struct slice metric, const struct owner *owner,
			  int64_t weight, size_t line)
{
	struct calltree_key key = calltree_key_init();
	struct calltree_sample sample = { weight, RECORD_NO_COUNT, line };
	struct slice reversed[CALLTREE_DEPTH_MAX];
	uint32_t root;
	enum err e;

	for (size_t i = 0; i < scan->count; i++)
		reversed[i] = scan->frames[scan->count - 1 - i];
	key.comm = owner->comm;
	key.metric = metric;
	key.labels = owner->labels;
	key.label_count = owner->label_count;
	key.time_s = scan->context.time_s;
	if (scan->print > 0 && slice_starts(metric, "memleak."))
		key.print = scan->print;
	e = calltree_root(&scan->tree, &key, &root, scan->err);
	return e == OK ? calltree_add(&scan->tree, root, reversed, scan->count, &sample, scan->err)
		       : e;
}

static void take_lines(struct text *text, size_t first, size_t last)
{
	for (size_t i = first; i < text->count; i = text->lines[i].next) {
		text->lines[i].taken = true;
		if (i == last)
			break;
	}
}

/* ---- blocks of frames with a number at the end ---- */

/* The last line of an old block is a task's name when the tool counts by tasks. */
static bool names_task(const struct scan *scan)
{
	static const char *const names[] = { "offcputime", "offwaketime", "profile" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (slice_is(scan->context.tool, names[i]))
			return true;
	return false;
}

/* Reads the lines from first to the one before `end` as frames. */
static bool take_frames(struct scan *scan, size_t first, size_t end, struct owner *owner, bool *who)
{
	const struct text *text = scan->text;

	scan->count = 0;
	*who = false;
	for (size_t i = first; i != end; i = text->lines[i].next) {
		struct slice s = slice_trim(text->lines[i].s);

		if (*who || scan->count == CALLTREE_DEPTH_MAX)
			return false; /* nothing but the number may follow it */
		if (is_who(s, owner))
			*who = true;
		else if (!is_message(s) && !is_party(s, owner))
			scan->frames[scan->count++] = frame_name(s);
	}
	return true;
}

/* Whose a block is that has no line for it; false when nothing tells. */
static bool find_owner(struct scan *scan, struct owner *owner)
{
	struct slice *last = &scan->frames[scan->count - 1], pid;

	if (scan->count == 0 || owner->label_count > 0)
		return owner->label_count > 0;
	if (names_task(scan)) {
		owner->comm = *last;
		scan->count--;
		return true;
	}
	if (!scan->context.functions && !slice_is(scan->context.tool, "stackcount"))
		return false;
	if (cut_pid(last, '[', ']', &pid)) {
		owner->comm = *last;
		add_label(owner, SLICE("pid"), pid);
		scan->count--;
	}
	return true;
}

/* The block that began before line i, which holds its number. */
static enum err take_block(struct scan *scan, size_t i, int64_t weight)
{
	struct owner owner = { .label_count = 0 };
	struct slice metric = scan->context.tool;
	bool who;

	if (!take_frames(scan, scan->block, i, &owner, &who) || (!who && !find_owner(scan, &owner)))
		return OK;
	if (metric.n == 0 && scan->context.functions)
		metric = SLICE("stackcount");
	take_lines(scan->text, scan->block, i);
	return add_stack(scan, metric, &owner, weight, scan->text->lines[scan->block].line_no);
}

/* ---- memleak ---- */

/* "248 bytes in 4 allocations from stack" */
static bool is_leak(struct slice s, int64_t *bytes, int64_t *allocations)
{
	struct slice rest = s;

	if (!num_int(slice_field(&rest), bytes) || !slice_take(&rest, " bytes in ") ||
	    !num_int(slice_field(&rest), allocations))
		return false;
	return slice_starts(rest, " allocations from stack");
}

static size_t indent_of(struct slice line)
{
	size_t n = 0;

	for (; is_indented(line); line = slice_skip(line, 1))
		n += line.p[0] == '\t' ? 8 : 1;
	return n;
}

/* libbpf's "0 [<ffffffff81000000>] name+0x1": without the number and the address. */
static struct slice leak_frame(struct slice s)
{
	struct slice rest = s, word = slice_field(&rest);
	uint64_t number;

	if (!num_uint(word, &number))
		return s;
	rest = slice_trim(rest);
	if (!slice_starts(rest, "[<") || slice_find(rest, ">] ") == rest.n)
		return s;
	return slice_trim(slice_skip(rest, slice_find(rest, ">] ") + 3));
}

/* Frames stand deeper than the head, up to a blank line. */
static enum err take_leak(struct scan *scan, size_t i, int64_t bytes, int64_t allocations,
			  size_t *last)
{
	const struct text *text = scan->text;
	size_t indent = indent_of(text->lines[i].s), line = text->lines[i].line_no;
	struct owner owner = { .label_count = 0 };
	enum err e;

	scan->count = 0;
	for (size_t n = text->lines[i].next; n < text->count; n = text->lines[n].next) {
		struct slice s = slice_trim(text->lines[n].s);

		if (s.n == 0 || indent_of(text->lines[n].s) <= indent ||
		    scan->count == CALLTREE_DEPTH_MAX)
			break;
		if (!slice_starts(s, "addr = "))
			scan->frames[scan->count++] = leak_frame(s);
		*last = n;
	}
	take_lines(scan->text, i, *last);
	e = add_stack(scan, SLICE("memleak.bytes"), &owner, bytes, line);
	return e == OK ? add_stack(scan, SLICE("memleak.allocations"), &owner, allocations, line)
		       : e;
}

/* ---- lines ---- */

static enum err scan_line(struct scan *scan, size_t i, size_t *last)
{
	struct slice line = scan->text->lines[i].s, s = bcc_content(scan->text, i);
	int64_t weight, allocations;
	bool begins = scan->block == scan->text->count;

	*last = i;
	if (is_leak(s, &weight, &allocations)) {
		scan->block = scan->text->count;
		return take_leak(scan, i, weight, allocations, last);
	}
	if (!begins && is_weight(line, &weight)) {
		enum err e = take_block(scan, i, weight);

		scan->block = scan->text->count;
		return e;
	}
	if (s.n == 0 || !is_indented(line)) {
		scan->block = scan->text->count;
		scan->print += slice_find(s, "stacks with outstanding allocations") < s.n;
		(void)bcc_context_line(&scan->context, s); /* most lines tell nothing */
	} else if (begins) {
		scan->block = i;
		(void)bcc_context_line(&scan->context, s);
	}
	return OK;
}

static enum err stack_prose(struct arena *arena, struct text *text, struct sink *sink,
			    struct error *err)
{
	struct scan *scan = ARENA_NEW(arena, struct scan);
	enum err e = OK;

	for (size_t first = 0; e == OK && first < text->count; first++) {
		if (text->lines[first].previous < text->count)
			continue; /* not the first line of its depth */
		scan->text = text;
		scan->sink = sink;
		scan->err = err;
		scan->context = bcc_context_init();
		scan->block = text->count;
		scan->print = 0;
		calltree_init(&scan->tree, NULL);
		for (size_t i = first; e == OK && i < text->count; i = text->lines[i].next)
			if (!text->lines[i].taken)
				e = scan_line(scan, i, &i);
		if (e == OK)
			e = calltree_emit(&scan->tree, sink, err);
		calltree_release(&scan->tree);
	}
	return e;
}

const struct format fmt_bcc_stack = {
	.name = "bcc-stack",
	.summary = "stacks of offcputime, profile, stackcount, memleak",
	.tool = "bcc since 2016, libbpf-tools 0.26",
	.prose = stack_prose,
};
