/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/run_json.h"

#include "lib/mail_id.h"
#include "lib/report_json.h"

json_t *kernel_to_json(struct slice slug, struct slice name, struct slice release,
		       struct slice level)
{
	json_t *json = json_object();

	json_add_text(json, "slug", slug);
	json_add_text(json, "name", name);
	json_add_text(json, "release", release);
	json_add_text(json, "level", level);
	return json;
}

json_t *store_kernel_to_json(const void *element)
{
	const struct store_kernel *kernel = element;
	json_t *json = kernel_to_json(kernel->slug, kernel->name, kernel->release, kernel->level);
	json_t *names = json_array();

	for (size_t i = 0; i < kernel->name_count; i++)
		json_push(names, json_text(kernel->names[i]));
	json_add(json, "names", names);
	json_add_text(json, "order", kernel->order);
	json_add_count(json, "runs", kernel->runs);
	json_add_count(json, "discussed", kernel->mails);
	return json;
}

json_t *machine_to_json(struct slice slug, struct slice name)
{
	json_t *json = json_object();

	json_add_text(json, "slug", slug);
	json_add_text(json, "name", name);
	return json;
}

static void add_known(json_t *json, const char *key, int64_t value)
{
	if (value > 0)
		json_add_count(json, key, value);
}

json_t *store_machine_to_json(const struct store_machine *row)
{
	const struct machine *machine = &row->machine;
	json_t *json = machine_to_json(row->slug, machine->name);

	json_add_text(json, "cpu", machine->cpu);
	add_known(json, "sockets", machine->sockets);
	add_known(json, "cores", machine->cores);
	add_known(json, "threads", machine->threads);
	add_known(json, "nodes", machine->nodes);
	add_known(json, "memory", machine->memory_bytes);
	json_add_count(json, "runs", row->runs);
	return json;
}

json_t *mails_to_json(const struct store_mail *mails, size_t count)
{
	json_t *list = json_array();
	struct arena arena;

	arena_init(&arena);
	for (size_t i = 0; i < count; i++) {
		json_t *each = json_object();

		json_add_text(each, "id", mails[i].id);
		json_add_text(each, "subject", mails[i].subject);
		json_add_text(each, "author", mails[i].author);
		add_known(each, "date", mails[i].date_s);
		json_add_text(each, "link", mail_id_link(&arena, mails[i].id));
		json_push(list, each);
	}
	arena_release(&arena);
	return list;
}

static json_t *benchmarks_to_json(struct slice names)
{
	json_t *list = json_array();
	struct slice name;

	while (slice_split(&names, ',', &name))
		if (slice_trim(name).n > 0)
			json_push(list, json_text(slice_trim(name)));
	return list;
}

static void add_counts(json_t *json, const struct store_run *run)
{
	if (run->start_s != 0)
		json_add_count(json, "start", run->start_s);
	json_add_count(json, "stored", run->stored_s);
	json_add_count(json, "boots", run->boots);
	json_add_count(json, "iterations", run->iterations);
	json_add_bool(json, "transcribed", run->transcribed);
	json_add_text(json, "superseded_by", run->superseded_by);
	json_add_count(json, "samples", run->samples);
	json_add_count(json, "summaries", run->summaries);
	json_add_count(json, "metrics", run->metrics);
	json_add_count(json, "files", run->files);
}

json_t *run_to_json(const struct store_run *run)
{
	json_t *json = json_object();

	json_add_text(json, "id", run->id);
	json_add(json, "name", json_text(run->name));
	json_add(json, "kernel",
		 kernel_to_json(run->kernel_slug, run->kernel, run->kernel_release,
				run->kernel_level));
	json_add(json, "config", report_config_json(&run->config));
	json_add(json, "machine", machine_to_json(run->machine_slug, run->machine));
	add_counts(json, run);
	json_add_text(json, "note", run->note);
	json_add(json, "benchmarks", benchmarks_to_json(run->benchmarks));
	return json;
}

void slugs_add(json_t *list, const struct slice *slugs)
{
	size_t i;
	json_t *each;

	json_array_foreach(list, i, each) json_add_text(each, "slug", slugs[i]);
}
