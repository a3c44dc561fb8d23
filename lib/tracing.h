/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What tracing did to the numbers of a run: what its BPF programs cost, as bpftool prog show tells
 * where kernel.bpf_stats_enabled is 1, and what was not counted. It comes from facts of the run.
 * Layer: lib, above metric and json.
 */
#ifndef LIB_TRACING_H
#define LIB_TRACING_H

#include "lib/arena.h"
#include "lib/json.h"
#include "lib/metric.h"

/* Facts that batch_finish derives from bpftool's samples and from times of the run. */
#define TRACING_TIME    "tracing.time_ns"
#define TRACING_EVENTS  "tracing.events"
#define TRACING_ELAPSED "tracing.elapsed_s"
#define TRACING_MISSED  "tracing.missed_events"
/* Facts of tools, which batch_finish adds up. */
#define TRACING_LOST "tool.lost_events"
#define TRACING_FULL "tool.full_maps"

/* Samples of bpftool prog show. */
#define TRACING_PROG_TIME   "bpf_prog.run_time"
#define TRACING_PROG_EVENTS "bpf_prog.run_cnt"
#define TRACING_PROG_MISSED "bpf_prog.recursion_misses"

/* NaN = not told. */
struct tracing {
	double time_ns;    /* in all tracing programs, on all CPUs */
	double events;     /* how often these ran */
	double elapsed_s;  /* of the measured work, by the clock on the wall */
	int64_t lost;      /* events that were lost or hit within a probe: a lower bound */
	int64_t full_maps; /* times that it said a map was full: what came then is not counted */
};

/* Nothing is told. */
struct tracing tracing_init(void);
/* Takes one of the facts above; others are passed over. */
void tracing_fact(struct tracing *tracing, struct slice key, struct slice value);

/* All that facts tell. */
struct tracing tracing_of_facts(const struct label *facts, size_t count);

/* Whether a program of bpf_prog.* is one that traces, by its type: not one of the network's. */
bool tracing_is_probe(struct arena *arena, const struct metric *metric);

/*
 * "99.5 ns an event, 630525 events, 62.7 ms in all, 0.10 % of one CPU for 60 s"; "" when the cost
 * is not told.
 */
struct slice tracing_cost(struct arena *arena, const struct tracing *tracing);
/* "12 or more, and a map was full"; "" when the tool told of no loss. */
struct slice tracing_losses(struct arena *arena, const struct tracing *tracing);

/* Adds lost_events, full_maps and tracing: {time_ns, events, elapsed_s}: those that are told. */
void tracing_add_json(json_t *json, const struct tracing *tracing);

#endif
