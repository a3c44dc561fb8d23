/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>

#include "ingest/monitor.h"

#include "lib/num.h"

/* ---- the table ---- */

enum { LATENCY_BINS = 15 };

#define MEAN_AND_MAX                                        \
	{                                                   \
		.kind = PEER_MONITOR, .exact_heading = true \
	}

const struct monitor monitors[] = {
	{ "duration",
	  "tests-timestamp",
	  "CPU and wall time of the benchmark",
	  monitor_read_duration,
	  { .kind = PEER_SINGLEOPS, .label = "Duration" },
	  NULL },
	{ "mmtests-vmstat",
	  "tests-sysstate",
	  "what /proc/vmstat counted meanwhile",
	  monitor_read_vmstat_ops,
	  { .kind = PEER_SINGLEOPS, .width = 15 },
	  NULL },
	{ "mmtests-schedstat",
	  "tests-sysstate",
	  "wake-ups, and the search for idle processors",
	  monitor_read_schedstat,
	  { .kind = PEER_SINGLEOPS, .width = 15 },
	  NULL },
	{ "proc-vmstat", "proc-vmstat", "a counter of /proc/vmstat over time",
	  monitor_read_proc_vmstat, MEAN_AND_MAX, NULL },
	{ "vmstat", "vmstat", "a column of vmstat(8)", monitor_read_vmstat, MEAN_AND_MAX, NULL },
	{ "perf-time-stat", "perf-time-stat", "events of perf stat", monitor_read_perf_stat,
	  MEAN_AND_MAX, NULL },
	{ "iostat",
	  "iostat",
	  "queues and waits of disks",
	  monitor_read_iostat,
	  { .kind = PEER_MONITOR, .exact_heading = true, .width = 12 },
	  NULL },
	{ "turbostat", "turbostat", "idle states, frequency and power", monitor_read_turbostat,
	  MEAN_AND_MAX, NULL },
	{ "kcacheslabs",
	  "kcache-slabs",
	  "allocations and frees of slabs",
	  monitor_read_slabs,
	  { .kind = PEER_MULTIOPS, .higher = true, .width = 24 },
	  NULL },
};

const size_t monitor_count = ARRAY_SIZE(monitors);

/* Takes the next character that is no dash off *s; 0 at the end. */
static char next_letter(struct slice *s)
{
	char c = 0;

	while (s->n > 0 && c == 0) {
		c = s->p[0] == '-' ? 0 : s->p[0];
		*s = slice_skip(*s, 1);
	}
	return c;
}

static bool is_same_name(struct slice a, struct slice b)
{
	char c;

	do
		c = next_letter(&a);
	while (c == next_letter(&b) && c != 0);
	return c == 0 && a.n == 0 && b.n == 0;
}

const struct monitor *monitor_find(struct slice name)
{
	for (size_t i = 0; i < monitor_count; i++)
		if (is_same_name(name, slice_str(monitors[i].name)))
			return &monitors[i];
	return NULL;
}

struct peer_style monitor_style(struct arena *arena, const struct monitor *monitor,
				enum peer_revision revision, struct slice heading)
{
	struct peer_style style = monitor->style;

	(void)arena;
	(void)heading;
	if (revision == PEER_2015) {
		style.kind = PEER_ROWS;
		style.width = style.header_width = 12;
	}
	return style;
}

/* ---- Perl's view of text ---- */

static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

void monitor_split(struct slice line, struct monitor_words *words)
{
	*words = (struct monitor_words){ 0 };
	if (line.n > 0 && is_blank(line.p[0]))
		words->count = 1;
	while (words->count < MONITOR_WORDS_MAX) {
		struct slice word = slice_field(&line);

		if (word.n == 0)
			break;
		words->word[words->count++] = word;
	}
}

double monitor_number(struct slice text)
{
	size_t n = 0;
	double value;

	while (n < text.n && text.p[n] != '\0' &&
	       slice_find_char(SLICE("0123456789+-.eE"), text.p[n]) < 15)
		n++;
	for (; n > 0; n--)
		if (num_double(slice_head(text, n), &value))
			return value;
	return 0;
}

void monitor_add_value(struct monitor_reading *reading, struct slice label, double value)
{
	struct peer_operation *operation = peer_run_operation(reading->run, label);

	if (!isnan(value))
		peer_operation_add(reading->run, operation, 0, value);
}

void monitor_add(struct monitor_reading *reading, struct slice label, struct slice value)
{
	double number;

	monitor_add_value(reading, label, num_double(value, &number) ? number : NAN);
}

/* ---- files ---- */

struct lines {
	struct monitor_take take;
	struct monitor_reading *reading;
	monitor_line_fn *line;
	void *data;
};

static enum err take_lines(struct monitor_take *take, struct input *input, struct error *err)
{
	struct lines *lines = CONTAINER_OF(take, struct lines, take);
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(input, &line))
		e = lines->line(lines->reading, lines->data, line, err);
	return e != OK ? e : input_status(input, err);
}

enum err monitor_lines(struct monitor_reading *reading, const char *name, bool of_benchmark,
		       monitor_line_fn *take, void *data, struct error *err)
{
	struct lines lines = { { take_lines }, reading, take, data };

	return reading->files->read(reading->files, name, of_benchmark, &lines.take, err);
}
