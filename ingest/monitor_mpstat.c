/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mpstat at intervals: how busy the processors of a node are, in percent of one of them.
 * The peer finds the node once, in the first file of the table. In all files behind it, it prints
 * what that node had in the last, unfinished interval of the first.
 */
#include <string.h>

#include "ingest/monitor.h"

/* A processor of the node; the three name what it shares with others. */
struct cpu {
	struct slice number, socket, cache, core;
	double busy; /* percent */
};

/* One for all runs of a table. */
struct node {
	struct slice number; /* "0" of "node-0" */
	struct cpu *cpus;
	size_t count, capacity;
	bool is_fixed;
	double last;
	bool has_words;
	size_t words;     /* of the first processor's line; all others must have as many */
	double first_cpu; /* its number */
};

struct mpstat {
	struct node *node;
	enum { SEEKING, BANNER, BLANK, FIRST, BETWEEN, INSIDE, OVER } part;
	double expected_cpu;
	bool is_first_line;
};

static enum err topology_line(struct monitor_reading *reading, void *data, struct slice line,
			      struct error *err)
{
	struct node *node = data;
	struct perl_words words;
	struct cpu cpu;

	(void)err;
	perl_split(line, &words);
	if (!slice_eq(perl_word(&words, 1), node->number))
		return OK;
	cpu = (struct cpu){ .number = arena_slice(reading->arena, perl_word(&words, 9)),
			    .socket = arena_slice(reading->arena, perl_word(&words, 3)),
			    .cache = arena_slice(reading->arena, perl_word(&words, 11)),
			    .core = arena_slice(reading->arena, perl_word(&words, 5)) };
	ARENA_PUSH(reading->arena, node->cpus, node->count, node->capacity, cpu);
	return OK;
}

/* Cores are summed before caches, these before sockets: the order decides the last digit. */
static double node_busy(const struct node *node)
{
	double total = 0, socket = 0, cache = 0, core = 0;

	if (node->count < 2)
		return 0; /* such a node and its processor are apart for the peer */
	for (size_t i = 0; i < node->count; i++) {
		const struct cpu *cpu = &node->cpus[i], *next = cpu + 1;
		bool ends_socket = i + 1 == node->count || !slice_eq(next->socket, cpu->socket);
		bool ends_cache = ends_socket || !slice_eq(next->cache, cpu->cache);

		core += cpu->busy;
		if (!ends_cache && slice_eq(next->core, cpu->core))
			continue;
		cache += core;
		core = 0;
		if (!ends_cache)
			continue;
		socket += cache;
		cache = 0;
		if (!ends_socket)
			continue;
		total += socket;
		socket = 0;
	}
	return total;
}

/* "04:30:09 AM  3 ..." without the half of the day. */
static void split_line(struct slice line, struct perl_words *words)
{
	struct slice second;

	perl_split(line, words);
	second = perl_word(words, 1);
	if (!slice_is(second, "AM") && !slice_is(second, "PM"))
		return;
	words->count--;
	memmove(&words->word[1], &words->word[2], (words->count - 1) * sizeof(words->word[0]));
}

static bool is_clock(struct slice word)
{
	return word.n > 2 && word.p[0] >= '0' && word.p[0] <= '9' && word.p[1] >= '0' &&
	       word.p[1] <= '9' && word.p[2] == ':';
}

/* Numbers come in order; what is out of it is not counted until the next interval. */
static bool is_in_order(struct mpstat *mpstat, double cpu)
{
	if (mpstat->is_first_line)
		mpstat->expected_cpu = mpstat->node->first_cpu - 1;
	mpstat->is_first_line = false;
	mpstat->expected_cpu++;
	if (cpu == mpstat->expected_cpu)
		return true;
	if (cpu == mpstat->node->first_cpu)
		mpstat->expected_cpu = mpstat->node->first_cpu - 1;
	return false;
}

static void take_cpu(struct mpstat *mpstat, struct slice line)
{
	struct node *node = mpstat->node;
	struct perl_words words;
	double cpu;

	split_line(line, &words);
	cpu = perl_value(perl_word(&words, 1));
	if (!node->has_words) {
		node->has_words = true;
		node->words = words.count;
		node->first_cpu = cpu;
	}
	if (!is_in_order(mpstat, cpu) || words.count != node->words ||
	    !is_clock(perl_word(&words, 0)) || node->is_fixed)
		return;
	for (size_t i = 0; i < node->count; i++)
		if (slice_eq(node->cpus[i].number, perl_word(&words, 1)))
			node->cpus[i].busy = 100 - perl_value(perl_last(&words, 0));
}

/* An interval counts once another line follows it. */
static void begin_interval(struct monitor_reading *reading, struct mpstat *mpstat, bool is_first,
			   struct slice line)
{
	struct node *node = mpstat->node;

	if (!is_first)
		monitor_add_value(reading, reading->heading,
				  node->is_fixed ? node->last : node_busy(node));
	mpstat->part = slice_starts(line, "time: ") ? INSIDE : OVER;
	mpstat->is_first_line = true;
	for (size_t i = 0; i < node->count && mpstat->part == INSIDE; i++)
		node->cpus[i].busy = 0;
}

static bool contains(struct slice line, const char *text)
{
	return slice_find(line, text) < line.n;
}

static enum err mpstat_line(struct monitor_reading *reading, void *data, struct slice line,
			    struct error *err)
{
	struct mpstat *mpstat = data;

	switch (mpstat->part) {
	case SEEKING:
		mpstat->part = slice_starts(line, "time:") ? BANNER : SEEKING;
		break;
	case BANNER:
		if (!slice_starts(line, "Linux"))
			return error_set(err, ERR_INPUT, "mpstat's banner is missing");
		mpstat->part = BLANK;
		break;
	case BLANK:
		if (line.n > 0)
			return error_set(err, ERR_INPUT, "no empty line follows mpstat's banner");
		mpstat->part = FIRST;
		break;
	case FIRST:
	case BETWEEN:
		begin_interval(reading, mpstat, mpstat->part == FIRST, line);
		break;
	case INSIDE:
		if (line.n == 0)
			mpstat->part = BETWEEN;
		else if (!contains(line, "%idle") && !contains(line, "all") &&
			 !slice_starts(line, "Linux"))
			take_cpu(mpstat, line);
		break;
	case OVER:
		break;
	}
	return OK;
}

/* The processors of node-N. */
static enum err read_node(struct monitor_reading *reading, struct node **out, struct error *err)
{
	struct node *node = ARENA_NEW(reading->arena, struct node);
	struct slice number = reading->heading;
	enum err e;

	if (!slice_take(&number, "node-"))
		return error_set(err, ERR_INPUT, "mpstat wants --sub-heading node-N");
	node->number = number;
	e = monitor_lines(reading, "cpu-topology-mmtests.txt", false, topology_line, node, err);
	if (e == OK && node->count == 0)
		e = error_set(err, ERR_INPUT, "cpu-topology-mmtests.txt has no node '%.*s'",
			      SLICE_FMT(slice_head(number, 64)));
	if (e == OK)
		*out = node;
	return e;
}

enum err monitor_read_mpstat(struct monitor_reading *reading, struct error *err)
{
	struct mpstat mpstat = { .node = *reading->shared };
	enum err e = OK;

	if (mpstat.node == NULL)
		e = read_node(reading, &mpstat.node, err);
	if (e != OK)
		return e;
	*reading->shared = mpstat.node;
	e = monitor_lines(reading, "mpstat", true, mpstat_line, &mpstat, err);
	if (e == OK && !mpstat.node->is_fixed)
		mpstat.node->last = node_busy(mpstat.node);
	mpstat.node->is_fixed = true;
	return e;
}
