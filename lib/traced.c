/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/traced.h"

static void add_histograms(struct arena *arena, const struct batch *batch, size_t run,
			   struct traced *out)
{
	size_t capacity = 0;

	for (size_t i = 0; i < batch->histogram_count; i++) {
		const struct batch_histogram *from = &batch->histograms[i];
		struct traced_histogram histogram = {
			.metric = batch->metrics[from->metric],
			.print = from->print,
			.buckets = from->buckets,
			.bucket_count = from->bucket_count,
		};

		if (from->run == run)
			ARENA_PUSH(arena, out->histograms, out->histogram_count, capacity,
				   histogram);
	}
}

static void add_rows(struct arena *arena, const struct batch *batch, size_t run, struct traced *out)
{
	size_t capacity = 0;

	for (size_t i = 0; i < batch->sample_count; i++) {
		const struct batch_sample *from = &batch->samples[i];
		bool last = i + 1 == batch->sample_count || from[1].run != run ||
			    from[1].metric != from->metric;
		struct traced_row row = { batch->metrics[from->metric], from->print, from->value };

		if (from->run == run && last && row.metric.name.n > 0 &&
		    row.metric.name.p[0] == TRACED_MAP)
			ARENA_PUSH(arena, out->rows, out->row_count, capacity, row);
	}
}

void traced_fact(struct traced *run, struct slice key, struct slice value)
{
	if (slice_is(key, "tool.version"))
		run->tool = value;
	else
		tracing_fact(&run->tracing, key, value);
}

void traced_of_batch(struct arena *arena, const struct batch *batch, size_t run, struct traced *out)
{
	const struct batch_run *from = &batch->runs[run];

	*out = (struct traced){
		.name = from->name,
		.kernel = from->kernel_level.n > 0 ? from->kernel_level : from->kernel,
		.level = from->kernel_level,
		.label = from->config.label,
		.tracing = tracing_init(),
	};
	add_histograms(arena, batch, run, out);
	add_rows(arena, batch, run, out);
	for (size_t i = 0; i < batch->fact_count; i++)
		if (batch->facts[i].run == run)
			traced_fact(out, batch->facts[i].key, batch->facts[i].value);
}
