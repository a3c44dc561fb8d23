/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/tracing.h"

#include <inttypes.h>
#include <math.h>

#include "lib/buf.h"
#include "lib/num.h"

struct tracing tracing_init(void)
{
	return (struct tracing){ .time_ns = NAN, .events = NAN, .elapsed_s = NAN };
}

void tracing_fact(struct tracing *tracing, struct slice key, struct slice value)
{
	const struct {
		const char *key;
		double *number;
		int64_t *count;
	} facts[] = {
		{ TRACING_TIME, &tracing->time_ns, NULL },
		{ TRACING_EVENTS, &tracing->events, NULL },
		{ TRACING_ELAPSED, &tracing->elapsed_s, NULL },
		{ TRACING_LOST, NULL, &tracing->lost },
		{ TRACING_MISSED, NULL, &tracing->lost },
		{ TRACING_FULL, NULL, &tracing->full_maps },
	};
	double number;
	int64_t count;

	for (size_t i = 0; i < ARRAY_SIZE(facts); i++) {
		if (!slice_is(key, facts[i].key))
			continue;
		if (facts[i].number != NULL && num_double(value, &number))
			*facts[i].number = number;
		else if (facts[i].count != NULL && num_int(value, &count))
			*facts[i].count += count;
	}
}

struct tracing tracing_of_facts(const struct label *facts, size_t count)
{
	struct tracing tracing = tracing_init();

	for (size_t i = 0; i < count; i++)
		tracing_fact(&tracing, facts[i].key, facts[i].value);
	return tracing;
}

bool tracing_is_probe(struct arena *arena, const struct metric *metric)
{
	static const char *const types[] = { "kprobe",     "tracepoint",
					     "perf_event", "raw_tracepoint",
					     "tracing",    "raw_tracepoint_writable" };
	struct slice type;

	if (!metric_label(arena, metric, SLICE("type"), &type))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(types); i++)
		if (slice_is(type, types[i]))
			return true;
	return false;
}

/* With 3 significant digits, in the unit that fits. */
static void add_time(struct buf *buf, double ns)
{
	static const struct {
		double ns;
		const char *unit;
	} units[] = { { 1e9, " s" }, { 1e6, " ms" }, { 1e3, " us" }, { 0, " ns" } };
	size_t i = 0;

	while (ns < units[i].ns)
		i++;
	num_print_digits(buf, units[i].ns > 0 ? ns / units[i].ns : ns, 3);
	buf_adds(buf, units[i].unit);
}

struct slice tracing_cost(struct arena *arena, const struct tracing *tracing)
{
	struct slice out;
	struct buf buf;

	if (isnan(tracing->time_ns) || !(tracing->events > 0))
		return SLICE_NONE;
	buf_init(&buf);
	add_time(&buf, tracing->time_ns / tracing->events);
	buf_addf(&buf, " an event, %.0f events, ", tracing->events);
	add_time(&buf, tracing->time_ns);
	buf_adds(&buf, " in all");
	if (tracing->elapsed_s > 0) {
		buf_addf(&buf, ", %.2f %% of one CPU for ",
			 tracing->time_ns / tracing->elapsed_s / 1e7);
		add_time(&buf, tracing->elapsed_s * 1e9);
	}
	out = arena_slice(arena, buf_slice(&buf));
	buf_release(&buf);
	return out;
}

struct slice tracing_losses(struct arena *arena, const struct tracing *tracing)
{
	if (tracing->lost == 0)
		return tracing->full_maps > 0 ? SLICE("not told, as a map was full") : SLICE_NONE;
	return arena_printf(arena, "%" PRId64 " or more%s", tracing->lost,
			    tracing->full_maps > 0 ? ", and a map was full" : "");
}

void tracing_add_json(json_t *json, const struct tracing *tracing)
{
	if (tracing->lost > 0)
		json_add_count(json, "lost_events", tracing->lost);
	if (tracing->full_maps > 0)
		json_add_count(json, "full_maps", tracing->full_maps);
	if (!isnan(tracing->time_ns) && !isnan(tracing->events)) {
		json_t *cost = json_object();

		json_add_number(cost, "time_ns", tracing->time_ns);
		json_add_number(cost, "events", tracing->events);
		json_add_number(cost, "elapsed_s", tracing->elapsed_s);
		json_add(json, "tracing", cost);
	}
}
