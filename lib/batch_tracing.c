/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What tracing did to the numbers of each run, of a batch in order, as facts of the run. */
#include <math.h>

#include "lib/batch_state.h"
#include "lib/num.h"
#include "lib/tracing.h"

/* ------------------------------------------------------------------ losses */

/*
 * BPF tools tell what they lost in one output. perf tells the losses of one recording in each
 * text that it prints of it.
 */
static bool is_part(const struct batch_fact *fact)
{
	return slice_starts(fact->source, "bpftrace");
}

/* Of the run whose facts begin here: parts are added up, of the others the largest counts. */
static int64_t losses_of(const struct batch_fact *facts, size_t count, const char *key)
{
	int64_t sum = 0, most = 0, number;

	for (size_t i = 0; i < count && facts[i].run == facts->run; i++) {
		const struct batch_fact *fact = &facts[i];

		if (!slice_is(fact->key, key) || !num_int(fact->value, &number) || number < 0)
			continue;
		if (is_part(fact) && number <= INT64_MAX - sum)
			sum += number;
		else if (!is_part(fact) && number > most)
			most = number;
	}
	return most <= INT64_MAX - sum ? sum + most : INT64_MAX;
}

/* All facts of the key in a run become one, of the whole run, in the place of the first. */
static void join_losses(struct batch *batch, const char *key)
{
	bool *joined = ARENA_ARRAY(batch->arena, batch->run_count, bool);
	size_t kept = 0;

	for (size_t i = 0; i < batch->fact_count; i++) {
		struct batch_fact fact = batch->facts[i];

		if (slice_is(fact.key, key)) {
			if (joined[fact.run])
				continue;
			joined[fact.run] = true;
			fact.iteration = 0;
			fact.value = arena_printf(
				batch->arena, "%lld",
				(long long)losses_of(&batch->facts[i], batch->fact_count - i, key));
		}
		batch->facts[kept++] = fact;
	}
	batch->fact_count = kept;
}

/* ------------------------------------------------------------------ cost */

/* What is summed of one run. */
struct sums {
	double time_ns, events, missed;
	double duration_s, elapsed_s;     /* of mmtests' tests; of perf stat */
	const struct batch_sample *first; /* of bpftool; NULL = none */
};

/*
 * What samples[0..n) of one metric and boot grew by: programs count from their loading on, and two
 * readings of one program have what came before in both.
 */
static double growth(const struct batch_sample *samples, size_t n)
{
	double least = samples[0].value, most = samples[0].value;

	for (size_t i = 1; i < n; i++) {
		least = fmin(least, samples[i].value);
		most = fmax(most, samples[i].value);
	}
	return n > 1 ? most - least : most;
}

static double sum_of(const struct batch_sample *samples, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += samples[i].value;
	return sum;
}

/* Takes samples[0..n) of one metric and boot. */
static void add_samples(const struct batch *batch, const struct batch_sample *samples, size_t n,
			struct sums *sums)
{
	const struct metric *metric = &batch->metrics[samples->metric];
	double *sum = slice_is(metric->name, TRACING_PROG_TIME)     ? &sums->time_ns
		      : slice_is(metric->name, TRACING_PROG_EVENTS) ? &sums->events
		      : slice_is(metric->name, TRACING_PROG_MISSED) ? &sums->missed
								    : NULL;

	if (sum != NULL) {
		if (!tracing_is_probe(batch->arena, metric))
			return;
		*sum += growth(samples, n);
		sums->first = sums->first == NULL ? samples : sums->first;
	} else if (slice_is(metric->name, "Duration Elapsed")) {
		sums->duration_s += sum_of(samples, n);
	} else if (slice_is(metric->name, "time elapsed")) {
		sums->elapsed_s += sum_of(samples, n);
	}
}

static void add_fact(struct batch *batch, const struct sums *sums, const char *key, double value)
{
	struct batch_fact fact = {
		.run = sums->first->run,
		.file = sums->first->file,
		.line = sums->first->line,
		.key = slice_str(key),
	};
	struct buf buf;

	buf_init(&buf);
	num_print(&buf, value);
	fact.value = arena_slice(batch->arena, buf_slice(&buf));
	buf_release(&buf);
	ARENA_PUSH(batch->arena, batch->facts, batch->fact_count, batch->state->capacity.facts,
		   fact);
}

static void add_cost(struct batch *batch, const struct sums *sums)
{
	double elapsed_s = sums->duration_s > 0 ? sums->duration_s : sums->elapsed_s;

	if (sums->first == NULL || !(sums->events > 0))
		return;
	add_fact(batch, sums, TRACING_TIME, sums->time_ns);
	add_fact(batch, sums, TRACING_EVENTS, sums->events);
	if (sums->missed > 0)
		add_fact(batch, sums, TRACING_MISSED, sums->missed);
	if (elapsed_s > 0)
		add_fact(batch, sums, TRACING_ELAPSED, elapsed_s);
}

void batch_trace(struct batch *batch)
{
	struct sums sums = { 0 };

	batch->state->capacity.facts = batch->fact_count; /* they were put in order since */
	join_losses(batch, TRACING_LOST);
	join_losses(batch, TRACING_FULL);
	for (size_t i = 0, end; i < batch->sample_count; i = end) {
		const struct batch_sample *samples = &batch->samples[i];

		for (end = i + 1; end < batch->sample_count; end++)
			if (batch->samples[end].run != samples->run ||
			    batch->samples[end].metric != samples->metric ||
			    batch->samples[end].boot != samples->boot)
				break;
		add_samples(batch, samples, end - i, &sums);
		if (end < batch->sample_count && batch->samples[end].run == samples->run)
			continue;
		add_cost(batch, &sums);
		sums = (struct sums){ 0 };
	}
}
