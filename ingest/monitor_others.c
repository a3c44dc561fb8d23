/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Monitors with a few lines each: latencies of single operations, top, memory of NUMA nodes. */
#include "ingest/monitor.h"

/* <second> <milliseconds>, a line each. */
static enum err latency_line(struct monitor_reading *reading, void *data, struct slice line,
			     struct error *err)
{
	struct perl_words words;

	(void)data;
	(void)err;
	perl_split(line, &words);
	monitor_add(reading, SLICE("latency"), perl_word(&words, 1));
	return OK;
}

enum err monitor_read_latency(struct monitor_reading *reading, struct error *err)
{
	return monitor_lines(reading, reading->monitor->file, true, latency_line, NULL, err);
}

/* ---- top: the sum of a column over the tasks of a name, at each "time:" ---- */

struct top {
	struct slice label, task; /* "kswapd~CPU", "kswapd" */
	size_t column;
	bool is_clock; /* MINUTES:SECONDS */
	bool begun, matched, in_table;
	double sum; /* -1 = no block so far */
};

static const char *const top_columns[] = { "PID", "USER", "PR",  "NI",  "VIRT", "RES",
					   "SHR", "S",    "CPU", "MEM", "TIME" };

static double top_value(const struct top *top, struct slice word)
{
	size_t colon = slice_find_char(word, ':');

	if (!top->is_clock)
		return perl_value(word);
	return perl_value(slice_head(word, colon)) * 60 + perl_value(slice_skip(word, colon + 1));
}

static void top_block(struct monitor_reading *reading, struct top *top, struct slice format)
{
	bool is_short = slice_is(format, "short");

	if (top->begun && (top->matched || is_short))
		monitor_add_value(reading, top->label, is_short && top->sum == -1 ? 0 : top->sum);
	top->begun = true;
	top->matched = top->in_table = false;
	top->sum = 0;
}

static enum err top_line(struct monitor_reading *reading, void *data, struct slice line,
			 struct error *err)
{
	struct top *top = data;
	struct perl_words words;

	(void)err;
	if (slice_starts(line, "time: ")) {
		perl_split(line, &words);
		top_block(reading, top, perl_word(&words, 2));
	} else if (!top->in_table) {
		top->in_table = slice_find(line, "COMMAND") < line.n;
	} else {
		struct slice command;

		perl_split(slice_trim(line), &words);
		command = words.count > 0 ? perl_word(&words, words.count - 1) : SLICE_NONE;
		if (command.n == 0 || slice_find(command, top->task.p) == command.n)
			return OK;
		top->matched = true;
		top->sum += top_value(top, perl_word(&words, top->column));
	}
	return OK;
}

enum err monitor_read_top(struct monitor_reading *reading, struct error *err)
{
	struct slice heading = reading->heading.n > 0 ? reading->heading : SLICE("kswapd~CPU");
	size_t tilde = slice_find_char(heading, '~');
	struct slice column = slice_skip(heading, tilde + 1);
	struct top top = {
		.label = heading,
		.task = arena_slice(reading->arena, slice_head(heading, tilde)),
		.is_clock = slice_is(column, "TIME"),
		.sum = -1,
	};

	while (top.column < ARRAY_SIZE(top_columns) && !slice_is(column, top_columns[top.column]))
		top.column++;
	if (top.column == ARRAY_SIZE(top_columns))
		return error_set(err, ERR_INPUT, "top has no column '%.*s'",
				 SLICE_FMT(slice_head(column, 64)));
	return monitor_lines(reading, "top", true, top_line, &top, err);
}

/* ---- numa-meminfo: "Node 0 MemUsed:   1234 kB" ---- */

static enum err node_line(struct monitor_reading *reading, void *data, struct slice line,
			  struct error *err)
{
	struct slice rest = line, node;

	(void)data;
	(void)err;
	if (!slice_take(&rest, "Node "))
		return OK;
	node = slice_field(&rest);
	if (slice_is(slice_field(&rest), "MemUsed:"))
		monitor_add_value(reading,
				  arena_printf(reading->arena, "Node%.*s", SLICE_FMT(node)),
				  perl_value(slice_field(&rest)) * 1024);
	return OK;
}

enum err monitor_read_nodes(struct monitor_reading *reading, struct error *err)
{
	return monitor_lines(reading, "numa-meminfo", true, node_line, NULL, err);
}
