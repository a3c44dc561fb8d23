/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/manifest.h"

#include "lib/json.h"
#include "lib/mail_id.h"
#include "lib/when.h"

/* A member that is a text, and the slice of the struct that it fills. */
struct text_key {
	const char *key;
	size_t offset;
};

static const struct text_key upload_texts[] = {
	{ "path", offsetof(struct manifest_upload, path) },
	{ "origin", offsetof(struct manifest_upload, origin) },
	{ "name", offsetof(struct manifest_upload, options.name) },
	{ "kernel", offsetof(struct manifest_upload, options.kernel) },
	{ "machine", offsetof(struct manifest_upload, options.machine) },
	{ "benchmark", offsetof(struct manifest_upload, options.benchmark) },
};

static const struct text_key run_texts[] = {
	{ "name", offsetof(struct batch_rename, name) },
	{ "kernel", offsetof(struct batch_rename, kernel) },
	{ "machine", offsetof(struct batch_rename, machine) },
};

static enum err text_of(struct arena *arena, const char *key, const json_t *value,
			struct slice *out, struct error *err)
{
	if (!json_is_string(value))
		return error_set(err, ERR_INPUT, "'%s' is no text", key);
	*out = arena_slice(arena,
			   (struct slice){ json_string_value(value), json_string_length(value) });
	return OK;
}

static enum err object_only(const char *key, const json_t *value, struct error *err)
{
	return json_is_object(value) ? OK : error_set(err, ERR_INPUT, "'%s' is no object", key);
}

/* Fills the slice of `into` that the key belongs to. */
static enum err fill_text(struct arena *arena, const struct text_key *keys, size_t count,
			  const char *key, const json_t *value, void *into, struct error *err)
{
	for (size_t i = 0; i < count; i++)
		if (slice_is(slice_str(keys[i].key), key))
			return text_of(arena, key, value,
				       (struct slice *)(void *)((char *)into + keys[i].offset),
				       err);
	return error_set(err, ERR_INPUT, "unknown key '%s'", key);
}

static enum err read_config(struct arena *arena, const json_t *config, const struct label **out,
			    size_t *count, struct error *err)
{
	void *iter = json_object_iter((json_t *)config);
	enum err e = object_only("config", config, err);
	struct label *labels;
	size_t n = 0;

	if (e != OK)
		return e;
	labels = ARENA_ARRAY(arena, json_object_size(config), struct label);
	for (; iter != NULL && e == OK; iter = json_object_iter_next((json_t *)config, iter)) {
		const char *key = json_object_iter_key(iter);

		labels[n].key = arena_slice(arena, slice_str(key));
		e = text_of(arena, key, json_object_iter_value(iter), &labels[n++].value, err);
	}
	*out = labels;
	*count = n;
	return e;
}

static enum err read_run(struct arena *arena, const char *name, const json_t *run,
			 struct batch_rename *out, struct error *err)
{
	void *iter = json_object_iter((json_t *)run);
	enum err e = object_only(name, run, err);

	*out = (struct batch_rename){ .run = arena_slice(arena, slice_str(name)) };
	for (; iter != NULL && e == OK; iter = json_object_iter_next((json_t *)run, iter)) {
		const char *key = json_object_iter_key(iter);
		const json_t *value = json_object_iter_value(iter);

		if (slice_is(slice_str(key), "config"))
			e = read_config(arena, value, &out->config, &out->config_count, err);
		else
			e = fill_text(arena, run_texts, ARRAY_SIZE(run_texts), key, value, out,
				      err);
	}
	return e == OK ? OK : error_prefix(err, "run '%s'", name);
}

static enum err read_runs(struct arena *arena, const json_t *runs, struct batch_options *out,
			  struct error *err)
{
	void *iter = json_object_iter((json_t *)runs);
	enum err e = object_only("runs", runs, err);
	struct batch_rename *renames;

	if (e != OK)
		return e;
	renames = ARENA_ARRAY(arena, json_object_size(runs), struct batch_rename);
	out->renames = renames;
	for (; iter != NULL && e == OK; iter = json_object_iter_next((json_t *)runs, iter))
		e = read_run(arena, json_object_iter_key(iter), json_object_iter_value(iter),
			     &renames[out->rename_count++], err);
	return e;
}

/* {"id": Message-ID, "subject", "author": a name, "date": as mails have it}. */
static enum err read_mail(struct arena *arena, const json_t *mail, struct batch_mail *out,
			  struct error *err)
{
	struct slice id = json_get_text(mail, "id"), date = json_get_text(mail, "date");

	if (!json_is_object(mail) || !mail_id_parse(id, &out->id))
		return error_set(err, ERR_INPUT, "no Message-ID as 'id'");
	if (date.n > 0 && !when_parse_mail(date, &out->date_s))
		return error_set(err, ERR_INPUT, "'date' is no date of a mail");
	out->id = arena_slice(arena, out->id);
	out->subject = arena_slice(arena, json_get_text(mail, "subject"));
	out->author = arena_slice(arena, json_get_text(mail, "author"));
	return OK;
}

static enum err read_mails(struct arena *arena, const json_t *list, struct batch_options *out,
			   struct error *err)
{
	struct batch_mail *mails;

	if (!json_is_array(list))
		return error_set(err, ERR_INPUT, "'mails' is no list");
	mails = ARENA_ARRAY(arena, json_array_size(list), struct batch_mail);
	for (size_t i = 0; i < json_array_size(list); i++)
		if (read_mail(arena, json_array_get(list, i), &mails[i], err) != OK)
			return error_prefix(err, "mail %zu", i + 1);
	out->mails = mails;
	out->mail_count = json_array_size(list);
	return OK;
}

enum err manifest_read_upload(struct arena *arena, const json_t *upload,
			      struct manifest_upload *out, struct error *err)
{
	struct batch_options *options = &out->options;
	void *iter = json_object_iter((json_t *)upload);
	enum err e = object_only("uploads", upload, err);

	for (; iter != NULL && e == OK; iter = json_object_iter_next((json_t *)upload, iter)) {
		const char *key = json_object_iter_key(iter);
		const json_t *value = json_object_iter_value(iter);

		if (slice_is(slice_str(key), "config"))
			e = read_config(arena, value, &options->config, &options->config_count,
					err);
		else if (slice_is(slice_str(key), "runs"))
			e = read_runs(arena, value, options, err);
		else if (slice_is(slice_str(key), "mails"))
			e = read_mails(arena, value, options, err);
		else
			e = fill_text(arena, upload_texts, ARRAY_SIZE(upload_texts), key, value,
				      out, err);
	}
	return e;
}

static enum err read_listed(struct arena *arena, const json_t *upload, struct manifest_upload *out,
			    struct error *err)
{
	enum err e = manifest_read_upload(arena, upload, out, err);

	return e == OK && out->path.n == 0 ? error_set(err, ERR_INPUT, "no 'path'") : e;
}

static enum err read_uploads(struct arena *arena, const json_t *root, struct manifest *out,
			     struct error *err)
{
	const json_t *list = json_object_get(root, "uploads"), *upload;
	struct manifest manifest = { .count = json_array_size(list) };
	size_t i;

	if (!json_is_array(list) || json_object_size(root) != 1)
		return error_set(err, ERR_INPUT, "wanted one object with the list 'uploads'");
	manifest.uploads = ARENA_ARRAY(arena, manifest.count, struct manifest_upload);
	json_array_foreach(list, i,
			   upload) if (read_listed(arena, upload, &manifest.uploads[i], err) !=
				       OK) return error_prefix(err, "upload %zu", i + 1);
	*out = manifest;
	return OK;
}

enum err manifest_read(struct arena *arena, struct slice text, struct manifest *out,
		       struct error *err)
{
	json_t *root;
	enum err e = json_parse(text, &root, err);

	if (e != OK)
		return e;
	e = read_uploads(arena, root, out, err);
	json_decref(root);
	return e;
}
