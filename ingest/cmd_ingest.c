/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/cmd.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ingest/manifest.h"
#include "ingest/said.h"
#include "lib/buf.h"

enum { OPTION_DB = 1, OPTION_NAME, OPTION_MANIFEST };
enum { MANIFEST_BYTES_MAX = 16 * 1024 * 1024, DIAGNOSTICS_SHOWN = 3 };

struct ingest {
	struct cmd_input in;
	const char *db;
	const char *manifest; /* NULL = none */
	struct store *store;
	struct arena arena; /* of one upload */
	int status;
};

static void show_progress(void *data, size_t files, uint64_t bytes)
{
	(void)data;
	(void)fprintf(stderr, "\r%zu files, %llu MiB", files, (unsigned long long)(bytes / MiB));
}

static void end_progress(const struct ingest *ingest)
{
	if (ingest->in.pipeline.progress != NULL)
		(void)fputs("\r\033[K", stderr);
}

static void failed(struct ingest *ingest, const char *where, const struct error *err)
{
	ingest->status = cmd_fail(where, err);
}

/* What the batch holds of one run, as ", N things" for each kind that there is. */
static void print_counts(const struct batch *batch, size_t run)
{
	size_t samples = 0, summaries = 0, notes = 0, symbols = 0, profiles = 0, histograms = 0;

	for (size_t i = 0; i < batch->sample_count; i++)
		samples += batch->samples[i].run == run;
	for (size_t i = 0; i < batch->summary_count; i++)
		summaries += batch->summaries[i].run == run;
	for (size_t i = 0; i < batch->note_count; i++)
		notes += batch->notes[i].run == run;
	for (size_t i = 0; i < batch->symbol_count; i++)
		symbols += batch->symbols[i].run == run;
	for (size_t i = 0; i < batch->profile_count; i++)
		profiles += batch->profiles[i].run == run;
	for (size_t i = 0; i < batch->histogram_count; i++)
		histograms += batch->histograms[i].run == run;
	const struct {
		const char *one, *more;
		size_t count;
	} kinds[] = {
		{ "sample", "samples", samples },
		{ "summary", "summaries", summaries },
		{ "other value", "other values", notes },
		{ "profile", "profiles", profiles },
		{ "profile row", "profile rows", symbols },
		{ "histogram", "histograms", histograms },
	};
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (kinds[i].count > 0)
			(void)printf(", %zu %s", kinds[i].count,
				     kinds[i].count == 1 ? kinds[i].one : kinds[i].more);
}

static const char *outcome(const struct store_saved *saved)
{
	if (saved->is_new)
		return "new";
	return saved->withdrawn_s == 0 ? "known" : "withdrawn before, not stored again";
}

static void print_saved(const struct batch *batch, const struct store_saved *saved)
{
	for (size_t i = 0; i < batch->run_count; i++) {
		(void)printf("%.*s  %.*s: %s", SLICE_FMT(saved[i].run), SLICE_FMT(saved[i].name),
			     outcome(&saved[i]));
		print_counts(batch, i);
		(void)printf("\n");
	}
}

static void print_diagnostics(const char *path, const struct batch *batch)
{
	size_t count = batch->diagnostic_count;

	if (count == 0)
		return;
	(void)fprintf(stderr, "memcgperf: %s: not understood (%zu):\n", path, count);
	for (size_t i = 0; i < count && i < DIAGNOSTICS_SHOWN; i++) {
		const struct batch_diagnostic *diagnostic = &batch->diagnostics[i];

		(void)fprintf(stderr, "  %.*s:%u: %.*s\n",
			      SLICE_FMT(batch->files[diagnostic->file].path), diagnostic->line,
			      SLICE_FMT(diagnostic->message));
	}
	if (count > DIAGNOSTICS_SHOWN)
		(void)fprintf(stderr,
			      "  ... all with: memcgperf parse %s | grep '\"diagnostic\"'\n", path);
}

static enum err read_input(struct ingest *ingest, const char *path,
			   const struct pipeline_options *pipeline, struct batch *batch,
			   struct error *err)
{
	struct pipeline_result result;
	enum err e = pipeline_read(path, pipeline, batch_sink(batch), batch, &result, err);

	end_progress(ingest);
	return e == OK ? pipeline_finish(&result, batch, err) : e;
}

/* One upload. Says false when the database refuses, so that going on is of no use. */
static bool ingest_path(struct ingest *ingest, const char *path,
			const struct batch_options *options)
{
	struct pipeline_options pipeline = ingest->in.pipeline;
	struct batch_options said = *options;
	struct store_saved *saved = NULL;
	struct store_actor actor;
	struct batch batch;
	struct error err;

	arena_reset(&ingest->arena);
	pipeline.benchmark = options->benchmark;
	pipeline.iteration = options->iteration;
	said.said = said_write(&ingest->arena, &pipeline, options);
	batch_init(&batch, &ingest->arena, &said);
	if (read_input(ingest, path, &pipeline, &batch, &err) != OK) {
		failed(ingest, path, &err);
		return true;
	}
	actor = cmd_actor(&ingest->arena);
	if (store_save(ingest->store, &ingest->arena, &batch, options->name, &actor, &saved,
		       &err) != OK) {
		failed(ingest, NULL, &err);
		return false;
	}
	print_saved(&batch, saved);
	print_diagnostics(path, &batch);
	return true;
}

/* What the command line says wins over what the manifest says. */
static struct batch_options both(struct arena *arena, const struct batch_options *manifest,
				 const struct batch_options *line)
{
	struct batch_options out = *manifest;
	size_t count = manifest->config_count + line->config_count;
	struct label *config = ARENA_ARRAY(arena, count + 1, struct label);

	for (size_t i = 0; i < count; i++)
		config[i] = i < manifest->config_count ? manifest->config[i]
						       : line->config[i - manifest->config_count];
	out.config = config;
	out.config_count = count;
	if (line->kernel.n > 0)
		out.kernel = line->kernel;
	if (line->machine.n > 0)
		out.machine = line->machine;
	if (line->benchmark.n > 0)
		out.benchmark = line->benchmark;
	if (line->iteration > 0)
		out.iteration = line->iteration;
	return out;
}

static enum err read_file(const char *path, struct buf *out, struct error *err)
{
	char chunk[64 * 1024];
	FILE *file = fopen(path, "rb");
	size_t n;
	bool bad;

	if (file == NULL)
		return error_set(err, errno == ENOENT ? ERR_NOT_FOUND : ERR_IO, "%s",
				 strerror(errno));
	while ((n = fread(chunk, 1, sizeof(chunk), file)) > 0 && !out->failed)
		buf_add(out, (struct slice){ chunk, n });
	bad = ferror(file) != 0;
	(void)fclose(file); /* only read */
	if (bad)
		return error_set(err, ERR_IO, "%s", strerror(errno));
	if (out->failed)
		return error_set(err, ERR_LIMIT, "a manifest has at most %d bytes",
				 MANIFEST_BYTES_MAX);
	return OK;
}

static enum err read_manifest(const char *path, struct arena *arena, struct manifest *out,
			      struct error *err)
{
	struct buf text;
	enum err e;

	buf_init(&text);
	text.limit = MANIFEST_BYTES_MAX;
	e = read_file(path, &text, err);
	if (e == OK)
		e = manifest_read(arena, buf_slice(&text), out, err);
	buf_release(&text);
	return e;
}

static struct slice name_of(const char *path)
{
	return strcmp(path, "-") == 0 ? SLICE("standard input") : slice_basename(slice_str(path));
}

static bool ingest_manifest(struct ingest *ingest)
{
	struct slice folder = slice_dirname(slice_str(ingest->manifest));
	struct manifest manifest = { NULL };
	struct arena arena;
	struct error err;
	bool going_on = true;

	arena_init(&arena);
	if (read_manifest(ingest->manifest, &arena, &manifest, &err) != OK)
		failed(ingest, ingest->manifest, &err);
	for (size_t i = 0; i < manifest.count && going_on; i++) {
		const struct manifest_upload *upload = &manifest.uploads[i];
		struct batch_options options = both(&arena, &upload->options, &ingest->in.batch);
		struct slice path = arena_printf(&arena, "%.*s%s%.*s", SLICE_FMT(folder),
						 folder.n > 0 ? "/" : "", SLICE_FMT(upload->path));

		if (options.name.n == 0)
			options.name = name_of(path.p);
		going_on = ingest_path(ingest, path.p, &options);
	}
	arena_release(&arena);
	return going_on;
}

static void ingest_all(struct ingest *ingest, char **paths, int count)
{
	bool going_on = ingest->manifest == NULL || ingest_manifest(ingest);

	for (int i = 0; i < count && going_on; i++) {
		struct batch_options options = ingest->in.batch;

		if (options.name.n == 0)
			options.name = name_of(paths[i]);
		going_on = ingest_path(ingest, paths[i], &options);
	}
}

/* 0, or the status of wrong usage. */
static int take_options(struct ingest *ingest, int argc, char **argv)
{
	static const struct option options[] = {
		CMD_INPUT_OPTIONS,
		{ "db", required_argument, NULL, OPTION_DB },
		{ "name", required_argument, NULL, OPTION_NAME },
		{ "manifest", required_argument, NULL, OPTION_MANIFEST },
		{ 0 },
	};
	struct error err;
	int option;

	while ((option = cmd_option(argc, argv, options)) != -1) {
		if (option == '?')
			return CMD_STATUS_USAGE;
		if (option == OPTION_DB)
			ingest->db = optarg;
		else if (option == OPTION_NAME)
			ingest->in.batch.name = slice_str(optarg);
		else if (option == OPTION_MANIFEST)
			ingest->manifest = optarg;
		else if (cmd_input_option(&ingest->in, option, &err) != OK)
			return cmd_usage(argv[0], "%s", err.text);
	}
	if (optind == argc && ingest->manifest == NULL)
		return cmd_usage(argv[0], "name a file, a folder, an archive, or '-'");
	return 0;
}

static int ingest_run(int argc, char **argv)
{
	struct ingest ingest = { .db = cmd_db() };
	struct error err;
	int status;

	cmd_input_init(&ingest.in);
	status = take_options(&ingest, argc, argv);
	if (status != 0)
		return status;
	ingest.in.pipeline.keep_bytes = true;
	if (isatty(STDERR_FILENO))
		ingest.in.pipeline.progress = show_progress;
	if (store_open(ingest.db, STORE_WRITE, &ingest.store, &err) != OK)
		return cmd_fail(NULL, &err);
	arena_init(&ingest.arena);
	ingest_all(&ingest, argv + optind, argc - optind);
	arena_release(&ingest.arena);
	store_close(ingest.store);
	return ingest.status;
}

const struct command cmd_ingest = {
	.name = "ingest",
	.summary = "keep results in a database",
	.arguments = "[OPTION]... PATH...",
	.help = "Reads results and stores them: each PATH is one upload, stored whole or not at "
		"all.\n"
		"What is there already is not stored twice. PATH is a file, a folder, an archive\n"
		"(tar or zip, compressed or not) or '-' for standard input. Prints one line a "
		"run:\n"
		"its id, its name, whether it is new, and what it holds. memcgperfd shows it as\n"
		"/run/ID.\n"
		"\n"
		"  --db URL            " CMD_DB_HELP "\n"
		"  --name NAME         of results that name no run themselves\n"
		"  --manifest FILE     a JSON file of uploads and what is known of them\n"
		"\n"
		"Exit status: 0 when all is stored or known; 1 when nothing was recognised or an\n"
		"input breaks off (nothing of it is stored then); 2 for a wrong option; 3 when "
		"PATH\n"
		"is not there; 6 when the database is locked; 7 when it cannot be written.\n"
		"\n" CMD_INPUT_HELP "\n"
		"Examples:\n"
		"  memcgperf ingest work/log                        all runs of a folder\n"
		"  memcgperf ingest --db lab.db results.tar.xz      an archive of them\n"
		"  memcgperf ingest --machine host1 --kernel 6.18 mail.txt\n",
	.run = ingest_run,
};
