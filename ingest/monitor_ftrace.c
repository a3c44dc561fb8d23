/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Stalls in a kernel trace: the time between two events of a task, or the delay that one event
 * tells. "  kswapd0-97    [001] d..1   123.456789: mm_vmscan_direct_reclaim_begin: order=0 ..."
 */
#include "ingest/monitor.h"
#include "ingest/monitor_stalls.h"

#include <stdlib.h>

#include "lib/num.h"

/* A task that waits. */
struct task {
	double since_ms; /* 0 = it does not */
	uint64_t hash;   /* of "PID-NAME"; 0 = free */
};

enum { TASKS_MAX = 4096, NAMES_MAX = 4096, NAME_BYTES = 16 };

/* Names of tasks by their number: a trace may leave them out later on. */
struct task_name {
	uint64_t pid; /* + 1; 0 = free */
	char name[NAME_BYTES];
};

struct trace {
	const struct monitor_stall *stall;
	struct task tasks[TASKS_MAX];
	struct task_name names[NAMES_MAX];
};

struct event {
	struct slice process, pid, name, details;
	double at_ms;
};

static bool is_in(char c, const char *extra)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       slice_find_char(slice_str(extra), c) < slice_str(extra).n;
}

static struct slice take_run(struct slice *rest, const char *extra)
{
	struct slice run = *rest;
	size_t n = 0;

	while (n < rest->n && is_in(rest->p[n], extra))
		n++;
	run.n = n;
	*rest = slice_skip(*rest, n);
	return run;
}

static void skip_blanks(struct slice *rest)
{
	while (rest->n > 0 && (rest->p[0] == ' ' || rest->p[0] == '\t'))
		*rest = slice_skip(*rest, 1);
}

/* "[001]" somewhere in the line: what stands before and behind it. */
static bool find_processor(struct slice line, struct slice *before, struct slice *behind)
{
	for (size_t i = 0; i < line.n; i++) {
		size_t k = i + 1;

		if (line.p[i] != '[')
			continue;
		while (k < line.n && line.p[k] >= '0' && line.p[k] <= '9')
			k++;
		if (k < line.n && line.p[k] == ']') {
			*before = slice_head(line, i);
			*behind = slice_skip(line, k + 1);
			return true;
		}
	}
	return false;
}

/* "NAME-PID": what the last such characters before the processor are. */
static void take_task(struct slice before, struct event *event)
{
	size_t start, dash;

	before = slice_trim_end(before);
	start = before.n;
	while (start > 0 && is_in(before.p[start - 1], "-"))
		start--;
	before = slice_skip(before, start);
	dash = slice_rfind_char(before, '-');
	event->process = dash < before.n ? slice_head(before, dash) : SLICE_NONE;
	event->pid = slice_skip(before, dash < before.n ? dash + 1 : before.n);
}

/* Seconds and microseconds; each counts as a number of its own, as the peer reads them. */
static double milliseconds(struct slice stamp)
{
	size_t point = slice_find_char(stamp, '.');

	return perl_value(slice_head(stamp, point)) * 1000 +
	       perl_value(slice_skip(stamp, point + 1)) / 1000;
}

static bool take_event(struct slice line, struct event *event)
{
	struct slice before, rest, stamp;

	if (!find_processor(line, &before, &rest))
		return false;
	take_task(before, event);
	skip_blanks(&rest);
	(void)take_run(&rest, ".");
	skip_blanks(&rest);
	stamp = take_run(&rest, ".");
	if (rest.n == 0 || rest.p[0] != ':')
		return false;
	rest = slice_skip(rest, 1);
	skip_blanks(&rest);
	event->at_ms = milliseconds(stamp);
	event->name = take_run(&rest, "_");
	if (rest.n == 0 || rest.p[0] != ':')
		return false;
	event->details = slice_trim(slice_skip(rest, 1));
	return true;
}

/* The name of a task, from here or from where it was told before. */
static struct slice name_of(struct trace *trace, const struct event *event)
{
	struct task_name *entry;
	uint64_t pid;

	if (!num_uint(event->pid, &pid))
		return event->process;
	entry = &trace->names[pid % NAMES_MAX];
	if (event->process.n > 0) {
		struct slice name = slice_head(event->process, NAME_BYTES - 1);

		*entry = (struct task_name){ .pid = pid + 1 };
		for (size_t i = 0; i < name.n; i++)
			entry->name[i] = name.p[i];
	}
	return entry->pid == pid + 1 ? slice_str(entry->name) : SLICE("UNKNOWN");
}

static struct task *task_of(struct trace *trace, uint64_t hash)
{
	size_t at = hash % TASKS_MAX;

	for (size_t i = 0; i < TASKS_MAX; i++, at = (at + 1) % TASKS_MAX) {
		if (trace->tasks[at].hash == hash)
			return &trace->tasks[at];
		if (trace->tasks[at].hash == 0) {
			trace->tasks[at].hash = hash;
			return &trace->tasks[at];
		}
	}
	return NULL; /* more tasks than that: their waits are not seen */
}

static void take_pair(struct monitor_reading *reading, struct trace *trace,
		      const struct event *event, uint64_t hash)
{
	struct task *task = task_of(trace, hash);

	if (task == NULL)
		return;
	if (slice_is(event->name, trace->stall->begin)) {
		task->since_ms = event->at_ms;
	} else if (slice_is(event->name, trace->stall->end)) {
		if (task->since_ms != 0)
			monitor_add_value(reading, SLICE("delay"), event->at_ms - task->since_ms);
		task->since_ms = 0;
	}
}

/* "pause=12" as the field that tells a delay. */
static void take_single(struct monitor_reading *reading, const struct monitor_stall *stall,
			struct slice details)
{
	struct slice word = SLICE_NONE;
	size_t equals;
	double delay;

	for (unsigned i = 0; i < stall->field; i++)
		word = slice_field(&details);
	equals = slice_rfind_char(word, '=');
	if (equals < word.n)
		word = slice_skip(word, equals + 1);
	delay = perl_value(word) * stall->factor;
	if (delay > 0)
		monitor_add_value(reading, SLICE("latency"), delay);
}

static enum err trace_line(struct monitor_reading *reading, void *data, struct slice line,
			   struct error *err)
{
	struct trace *trace = data;
	struct event event;
	struct slice key;

	(void)err;
	if (!take_event(line, &event))
		return OK;
	event.process = name_of(trace, &event);
	if (trace->stall->end == NULL) {
		if (slice_is(event.name, trace->stall->begin))
			take_single(reading, trace->stall, event.details);
		return OK;
	}
	if (!slice_is(event.name, trace->stall->begin) && !slice_is(event.name, trace->stall->end))
		return OK;
	key = arena_printf(reading->arena, "%.*s-%.*s", SLICE_FMT(event.pid),
			   SLICE_FMT(event.process));
	take_pair(reading, trace, &event, slice_hash(key) | 1);
	return OK;
}

enum err monitor_read_stalls(struct monitor_reading *reading, struct error *err)
{
	struct trace *trace = reading->state;

	if (trace == NULL)
		trace = reading->state = ARENA_NEW(reading->arena, struct trace);
	for (size_t i = 0; i < TASKS_MAX; i++)
		trace->tasks[i] = (struct task){ 0 };
	trace->stall = reading->monitor->data;
	return monitor_lines(reading, "ftrace", true, trace_line, trace, err);
}
