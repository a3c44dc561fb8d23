/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/batch.h"
#include "lib/batch_state.h"
#include "lib/buf.h"
#include "lib/kver.h"
#include "lib/num.h"

enum { ID_CHARS = 12, BOOT_SLACK_S = 5 };

/* An iteration from which on a run was in this boot. */
struct boot {
	int32_t iteration, boot;
	double time_s;
};

/* What is being derived for one run. */
struct derivation {
	struct batch *batch;
	struct batch_run *run;
	struct batch_rename said; /* of the run from outside */
	struct slice spelled;     /* kernel in another spelling of its name */
	const struct batch_fact *facts;
	size_t fact_count;
	struct batch_sample *samples;
	size_t sample_count;
	struct boot *boots; /* by iteration */
	size_t boot_count, boot_capacity;
};

/* ------------------------------------------------------------------ kernel, config, machine */

static struct slice fact(const struct derivation *d, const char *key)
{
	for (size_t i = d->fact_count; i > 0; i--)
		if (slice_is(d->facts[i - 1].key, key))
			return d->facts[i - 1].value;
	return SLICE_NONE;
}

static struct slice first_of(struct slice a, struct slice b)
{
	return a.n > 0 ? a : b;
}

static void append(struct arena *arena, struct batch_rename *to, const struct batch_rename *from)
{
	struct label *all = ARENA_ARRAY(arena, to->config_count + from->config_count, struct label);

	for (size_t i = 0; i < to->config_count; i++)
		all[i] = to->config[i];
	for (size_t i = 0; i < from->config_count; i++)
		all[to->config_count + i] = from->config[i];
	to->config = all;
	to->config_count += from->config_count;
}

/* What options say, and what the manifest says of the run under any of its spellings. */
static void hear(struct derivation *d)
{
	const struct batch_options *options = &d->batch->options;

	d->said = (struct batch_rename){
		.config = options->config,
		.config_count = options->config_count,
	};
	for (size_t i = 0; i < options->rename_count; i++) {
		const struct batch_rename *rename = &options->renames[i];
		struct slice kernel, variant;

		if (!slice_eq(batch_rename_target(rename), d->run->name))
			continue;
		kver_split(rename->run, &kernel, &variant);
		if (!slice_eq(rename->run, d->run->name))
			d->spelled = first_of(d->spelled, kernel);
		d->said.kernel = first_of(d->said.kernel, rename->kernel);
		d->said.machine = first_of(d->said.machine, rename->machine);
		append(d->batch->arena, &d->said, rename);
	}
	d->said.kernel = first_of(d->said.kernel, options->kernel);
	d->said.machine = first_of(d->said.machine, options->machine);
}

/* The further name: the release where another name was given, else what the run is called after. */
static struct slice alias_of(const struct derivation *d, struct slice release, struct slice named)
{
	const struct slice candidates[] = { release, named, d->spelled };

	for (size_t i = 0; i < ARRAY_SIZE(candidates); i++)
		if (candidates[i].n > 0 && !slice_eq(candidates[i], d->run->kernel))
			return candidates[i];
	return SLICE_NONE;
}

/* A format with room for all that counts: its run's name means nothing, and nobody typed it. */
static bool tells_all(const struct derivation *d)
{
	return fact(d, "run.format").n > 0;
}

/* Sets the kernel, and *variant to what the run's name tells besides. */
static void derive_kernel(struct derivation *d, struct slice *variant)
{
	struct slice release = fact(d, "kernel.release"), named = SLICE_NONE;
	struct slice built = first_of(fact(d, "kernel.describe"), fact(d, "kernel.commit"));
	struct batch_run *run = d->run;

	if (tells_all(d))
		*variant = fact(d, "run.variant");
	else
		kver_split(run->name, &named, variant);
	run->kernel = first_of(first_of(d->said.kernel, release), first_of(built, named));
	if (run->kernel.n == 0) {
		run->kernel = run->name;
		*variant = SLICE_NONE;
	}
	run->kernel_level = kver_level(first_of(release, run->kernel), fact(d, "kernel.version"));
	run->kernel_alias = alias_of(d, release, named);
}

static struct label *labels_of_facts(const struct derivation *d)
{
	struct label *labels = ARENA_ARRAY(d->batch->arena, d->fact_count, struct label);

	for (size_t i = 0; i < d->fact_count; i++)
		labels[i] = (struct label){ d->facts[i].key, d->facts[i].value };
	return labels;
}

static void derive_config(struct derivation *d, struct slice variant)
{
	struct label *labels = labels_of_facts(d);

	config_derive(d->batch->arena, labels, d->fact_count, d->said.config, d->said.config_count,
		      variant, &d->run->config);
	machine_derive(d->batch->arena, labels, d->fact_count, d->said.machine, &d->run->machine);
}

/* ------------------------------------------------------------------ time */

static void derive_start(struct derivation *d)
{
	for (size_t i = 0; i < d->fact_count; i++) {
		double start_s;

		if (!slice_is(d->facts[i].key, "run.start") ||
		    !num_double(d->facts[i].value, &start_s) || start_s < 1 || start_s > 1e12)
			continue;
		if (d->run->start_s == 0 || start_s < (double)d->run->start_s)
			d->run->start_s = (int64_t)start_s;
	}
}

/* Facts are in order of iterations; one whose boot time differs from the last starts a boot. */
static void derive_boots(struct derivation *d)
{
	const struct boot *last = NULL;

	for (size_t i = 0; i < d->fact_count; i++) {
		const struct batch_fact *told = &d->facts[i];
		struct boot boot = { .iteration = told->iteration, .boot = 1 };

		if (!slice_is(told->key, "boot.time") || !num_double(told->value, &boot.time_s) ||
		    (last != NULL && last->iteration == boot.iteration))
			continue;
		if (last != NULL)
			boot.boot = last->boot + (fabs(boot.time_s - last->time_s) > BOOT_SLACK_S);
		d->run->boots = boot.boot;
		ARENA_PUSH(d->batch->arena, d->boots, d->boot_count, d->boot_capacity, boot);
		last = &d->boots[d->boot_count - 1];
	}
}

/* An iteration that tells no boot was in that of the one before. */
static int32_t boot_of(const struct derivation *d, int32_t iteration)
{
	size_t low = 0, high = d->boot_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (d->boots[middle].iteration <= iteration)
			low = middle + 1;
		else
			high = middle;
	}
	return low == 0 ? 1 : d->boots[low - 1].boot;
}

static int iteration_cmp(const void *a, const void *b)
{
	int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

	return (x > y) - (x < y);
}

/* Iterations that the run's facts or samples come from. */
static int32_t count_iterations(const struct derivation *d)
{
	size_t n = d->fact_count + d->sample_count;
	int32_t *seen = ARENA_ARRAY(d->batch->arena, n, int32_t), count = 0;

	for (size_t i = 0; i < n; i++)
		seen[i] = i < d->fact_count ? d->facts[i].iteration
					    : d->samples[i - d->fact_count].iteration;
	qsort(seen, n, sizeof(*seen), iteration_cmp);
	for (size_t i = 0; i < n; i++)
		count += seen[i] > 0 && (i == 0 || seen[i] != seen[i - 1]);
	return count;
}

/* Cuts the facts and samples of the run off what d holds of the runs before. */
static void next_run(struct derivation *d, uint32_t run)
{
	const struct batch *batch = d->batch;
	size_t fact = d->facts != NULL ? (size_t)(d->facts - batch->facts) + d->fact_count : 0;
	size_t sample =
		d->samples != NULL ? (size_t)(d->samples - batch->samples) + d->sample_count : 0;

	*d = (struct derivation){
		.batch = d->batch,
		.run = &batch->runs[run],
		.facts = batch->facts + fact,
		.samples = batch->samples + sample,
	};
	while (fact + d->fact_count < batch->fact_count && d->facts[d->fact_count].run == run)
		d->fact_count++;
	while (sample + d->sample_count < batch->sample_count &&
	       d->samples[d->sample_count].run == run)
		d->sample_count++;
}

/* ------------------------------------------------------------------ identity */

/* With its length, so that no text can stand for another. */
static void add_field(struct buf *buf, const char *name, struct slice value)
{
	if (value.n > 0)
		buf_addf(buf, "%s %zu:%.*s\n", name, value.n, SLICE_FMT(value));
}

static void add_metadata(struct buf *buf, const struct derivation *d)
{
	const struct batch_options *options = &d->batch->options;

	add_field(buf, "run", d->run->name);
	add_field(buf, "kernel", d->said.kernel);
	add_field(buf, "machine", d->said.machine);
	add_field(buf, "benchmark", options->benchmark);
	if (options->iteration > 0)
		buf_addf(buf, "iteration %d\n", options->iteration);
	add_field(buf, "config",
		  metric_labels(d->batch->arena, d->said.config, d->said.config_count));
}

static int slice_order(const void *a, const void *b)
{
	return slice_cmp(*(const struct slice *)a, *(const struct slice *)b);
}

/*
 * Files of the run's tree count with their paths. The name of a text is an accident (a pipe has
 * none), so its content counts alone; files that the run only keeps do not count.
 */
static struct slice file_line(struct arena *arena, const struct batch_file *file, bool in_tree)
{
	char hex[SHA256_HEX_SIZE];

	sha256_hex(file->sha256, hex);
	return in_tree ? arena_printf(arena, "file %s %.*s", hex, SLICE_FMT(file->path))
		       : arena_printf(arena, "text %s", hex);
}

/* Cuts the run's files off *file, and adds a line for each, in order. */
static void add_files(struct buf *buf, struct batch *batch, uint32_t run, size_t *file)
{
	size_t first = *file, count = 0;
	struct slice *lines;

	while (*file < batch->file_count && batch->files[*file].run == run)
		(*file)++;
	lines = ARENA_ARRAY(batch->arena, *file - first, struct slice);
	for (size_t i = first; i < *file; i++) {
		const struct batch_file_state *state = &batch->state->files[i];

		if (state->in_tree || state->read)
			lines[count++] = file_line(batch->arena, &batch->files[i], state->in_tree);
	}
	if (count > 1)
		qsort(lines, count, sizeof(*lines), slice_order);
	for (size_t i = 0; i < count; i++)
		add_field(buf, "file", lines[i]);
}

static void identify(struct derivation *d, uint32_t run, size_t *file)
{
	struct slice id = fact(d, "run.id");
	struct buf buf, files;

	buf_init(&buf);
	buf_init(&files);
	add_metadata(&buf, d);
	add_field(&buf, "id", id);
	/* with an id the files are passed over, and do not count */
	add_files(id.n == 0 ? &buf : &files, d->batch, run, file);
	sha256(buf_slice(&buf), d->run->hash);
	id_from_hash(d->run->hash, ID_CHARS, d->run->id);
	buf_release(&buf);
	buf_release(&files);
}

void batch_derive(struct batch *batch)
{
	struct derivation d = { .batch = batch };
	size_t file = 0;

	for (size_t i = 0; i < batch->run_count; i++) {
		struct slice variant;

		next_run(&d, (uint32_t)i);
		hear(&d);
		derive_kernel(&d, &variant);
		derive_config(&d, variant);
		derive_start(&d);
		derive_boots(&d);
		for (size_t j = 0; j < d.sample_count; j++)
			d.samples[j].boot = boot_of(&d, d.samples[j].iteration);
		d.run->iterations = count_iterations(&d);
		d.run->transcribed = !batch->state->runs[i].has_tree && !tells_all(&d);
		identify(&d, (uint32_t)i, &file);
		if (d.run->name.n == 0)
			d.run->name = batch->options.name;
	}
}
