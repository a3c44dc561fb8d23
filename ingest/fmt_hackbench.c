/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hackbench: "Running in ..." tells the parameters, "Time:" the result. The first hackbench of
 * 2008 wrote "Running with 10*40 (== 400) tasks." A line "Time: 0.126" alone counts only where
 * the text names hackbench right above it.
 */
#include "ingest/format.h"
#include "ingest/results.h"
#include "ingest/run_heading.h"
#include "lib/num.h"

enum { STRANGE_LINES_MAX = 5, NAMED_ABOVE = 2 };

/* Cuts NUMBER and what must stand behind it off *s. */
static bool take_count(struct slice *s, const char *behind, struct slice *number)
{
	uint64_t value;

	*number = slice_field(s);
	*s = slice_trim(*s);
	return num_uint(*number, &value) && slice_take(s, behind);
}

/* "Running in process mode with 2 groups using 40 file descriptors each (== 80 tasks)" */
static bool read_modern(struct results *r, struct slice s)
{
	struct slice mode, groups, fds;

	if (!slice_take(&s, "Running in "))
		return false;
	mode = slice_field(&s);
	s = slice_trim(s);
	if (!slice_take(&s, "mode with ") || !take_count(&s, "groups using ", &groups) ||
	    !take_count(&s, "file descriptors each", &fds))
		return false;
	results_label(r, "mode", mode);
	results_label(r, "groups", groups);
	results_label(r, "fds", fds);
	return true;
}

/* "Running with 10*40 (== 400) tasks." */
static bool read_old(struct results *r, struct slice s)
{
	struct slice groups;
	uint64_t value;

	if (!slice_take(&s, "Running with ") || !slice_split(&s, '*', &groups) ||
	    !num_uint(groups, &value) || slice_find(s, " tasks") == s.n)
		return false;
	results_label(r, "groups", groups);
	return true;
}

/* "Each sender will pass 200 messages of 100 bytes" */
static bool read_messages(struct results *r, struct slice s)
{
	struct slice messages, bytes;

	if (!slice_take(&s, "Each sender will pass ") && !slice_take(&s, "Each sender passed "))
		return false;
	if (!take_count(&s, "messages of ", &messages) || !take_count(&s, "bytes", &bytes))
		return false;
	results_label(r, "messages", messages);
	results_label(r, "size", bytes);
	return true;
}

/* "Time: 0.126", always to the millisecond. */
static bool read_time(struct slice s, double *seconds)
{
	if (!slice_take(&s, "Time: "))
		return false;
	s = slice_trim(s);
	return num_decimals(s) == 3 && num_double(s, seconds);
}

/* LKP's counters stand above the block. */
static void read_counters(struct results *r, struct text *text, size_t i)
{
	size_t above[STRANGE_LINES_MAX], n = 0;

	while (n < STRANGE_LINES_MAX && (i = run_line_above(text, i)) < text->count &&
	       !text->lines[i].taken)
		above[n++] = i;
	while (n-- > 0)
		if (results_lkp_line(r, text->lines[above[n]].s))
			text->lines[above[n]].taken = true;
}

static void forget_parameters(struct results *r)
{
	static const char *const keys[] = { "mode", "groups", "fds", "messages", "size" };

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		results_label(r, keys[i], SLICE_NONE);
}

/* The line that begins a run; a mail may have broken it. */
static bool read_running(struct results *r, struct arena *arena, struct text *text, size_t i)
{
	size_t last;
	struct slice s;

	if (!slice_starts(slice_trim(text->lines[i].s), "Running "))
		return false;
	s = results_line(arena, text, i, "tasks", &last);
	forget_parameters(r);
	if (!read_modern(r, s) && !read_old(r, s))
		return false;
	if (r->sink != NULL)
		results_take(text, i, last);
	return true;
}

static enum err read_line(struct results *r, struct arena *arena, struct text *text, size_t i,
			  bool *is_ours, struct error *err)
{
	struct slice s = slice_trim(text->lines[i].s);
	double seconds;

	r->line = text->lines[i].line_no;
	*is_ours = true;
	if (read_running(r, arena, text, i))
		return OK;
	if (read_time(s, &seconds)) {
		text->lines[i].taken = true;
		return results_emit(r, "time", seconds, "s", BETTER_LOWER, err);
	}
	*is_ours = read_messages(r, s) || results_lkp_line(r, s);
	text->lines[i].taken = *is_ours;
	return OK;
}

static enum err read_block(struct arena *arena, struct text *text, size_t i, struct sink *sink,
			   struct error *err)
{
	struct results r = { .sink = sink, .benchmark = SLICE("hackbench") };
	bool is_ours = false;
	int strange = 0;
	enum err e = OK;

	results_heading(&r, text, i);
	read_counters(&r, text, i);
	for (; e == OK && i < text->count && strange <= STRANGE_LINES_MAX;
	     i = text->lines[i].next) {
		if (slice_trim(text->lines[i].s).n == 0)
			continue;
		if (strange > 0)
			results_heading(&r, text, i);
		if (!text->lines[i].taken)
			e = read_line(&r, arena, text, i, &is_ours, err);
		strange = is_ours ? 0 : strange + 1;
		is_ours = false;
	}
	return e;
}

static bool begins(struct arena *arena, struct text *text, size_t i)
{
	struct results scratch = { 0 };
	double seconds;

	return read_running(&scratch, arena, text, i) ||
	       (read_time(slice_trim(text->lines[i].s), &seconds) &&
		(text->chosen || results_word_above(text, i, "hackbench", NAMED_ABOVE)));
}

static enum err hackbench_prose(struct arena *arena, struct text *text, struct sink *sink,
				struct error *err)
{
	enum err e = OK;

	for (size_t i = 0; e == OK && i < text->count; i++)
		if (!text->lines[i].taken && begins(arena, text, i))
			e = read_block(arena, text, i, sink, err);
	return e;
}

const struct format fmt_hackbench = {
	.name = "hackbench",
	.summary = "times of hackbench by groups",
	.tool = "hackbench of rt-tests 2.4, and as LKP runs it",
	.prose = hackbench_prose,
};
