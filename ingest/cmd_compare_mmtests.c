/* SPDX-License-Identifier: GPL-2.0-or-later */
/* compare --style mmtests: the tables of mmtests' own compare-mmtests.pl, from the same words. */
#include "ingest/cmd_compare_mmtests.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "ingest/benchmarks.h"
#include "ingest/mmtests_archive.h"
#include "ingest/mmtests_folder.h"
#include "ingest/mmtests_read.h"
#include "ingest/mmtests_report.h"
#include "ingest/monitor.h"
#include "ingest/peer_json.h"

/* What the tables are made from, beside what a table itself is asked with. */
struct comparing {
	struct arena arena; /* of the whole command */
	struct peer_options options;
	struct mmtests_report report;
	const char *at_fault; /* the file that an error is about; NULL = none */
};

/* One benchmark's table. */
struct table {
	struct arena arena;
	struct peer_report report;
	struct peer_run *runs;
	size_t run_count, run_capacity;
};

static void warn(struct buf *warnings, struct slice run, const struct error *err)
{
	buf_addf(warnings, "%.*s: %s\n", SLICE_FMT(run), err->text);
}

/* In 2015 "-b pfttime" was the report "time" of pft. */
static void split_name(struct mmtests_table *asked)
{
	const struct benchmark *row;

	if (benchmark_report(PEER_2015, asked->benchmark, asked->alt) != NULL)
		return;
	for (size_t i = 0; (row = benchmark_at(i)) != NULL; i++) {
		struct slice rest = asked->benchmark;

		if ((row->eras & ERA_2015) != 0 && row->alt != NULL &&
		    slice_take(&rest, row->name) && slice_is(rest, row->alt)) {
			asked->benchmark = slice_str(row->name);
			asked->alt = rest;
			return;
		}
	}
}

static enum err find_style(const struct comparing *c, const struct mmtests_table *asked,
			   struct table *table, struct error *err)
{
	static const char *const dates[] = {
		[PEER_HEAD] = "2026-06", [PEER_2025] = "2025-11", [PEER_2015] = "2015-03"
	};
	const struct benchmark *row =
		benchmark_report(c->options.revision, asked->benchmark, asked->alt);

	if (row == NULL)
		return error_set(err, ERR_NOT_FOUND, "mmtests of %s has no report '%.*s%s%.*s'",
				 dates[c->options.revision], SLICE_FMT(asked->benchmark),
				 asked->alt.n > 0 ? " -a " : "", SLICE_FMT(asked->alt));
	table->report.style = benchmark_style(row, asked->heading);
	return OK;
}

/* A run that is not there has no results, as for the peer; one that is damaged has no column. */
static void read_run(const struct comparing *c, const struct mmtests_table *asked,
		     struct slice name, struct table *table, struct buf *warnings)
{
	struct peer_run run;
	struct mmtests_tree *tree = NULL;
	struct mmtests_reading reading = {
		.benchmark = asked->benchmark,
		.alt = asked->alt,
		.revision = c->options.revision,
		.run = &run,
	};
	struct error err;
	enum err e = mmtests_tree_open(c->options.directory, name, &tree, &err);

	peer_run_init(&run, &table->arena, name);
	reading.tree = tree;
	if (e == OK)
		e = mmtests_read(&reading, &err);
	if (tree != NULL)
		mmtests_tree_close(tree);
	if (e != OK)
		warn(warnings, name, &err);
	if (e == OK || e == ERR_NOT_FOUND)
		ARENA_PUSH(&table->arena, table->runs, table->run_count, table->run_capacity, run);
}

static enum err print_runs(const struct comparing *c, const struct mmtests_table *asked,
			   struct table *table, struct buf *out, struct buf *warnings,
			   struct error *err)
{
	struct peer_report *report = &table->report;

	report->revision = c->options.revision;
	report->runs = table->runs;
	report->run_count = table->run_count;
	report->benchmark = asked->benchmark;
	report->heading = asked->heading;
	report->significance = asked->significance;
	report->format = asked->format;
	report->compare = !c->options.no_compare;
	report->ratio = c->options.ratio;
	return peer_report_print(out, warnings, &table->arena, report, err);
}

static enum err print_table(const struct mmtests_report *report, const struct mmtests_table *asked,
			    struct buf *out, struct buf *warnings, struct error *err)
{
	const struct comparing *c = report->data;
	struct table table = { 0 };
	enum err e = find_style(c, asked, &table, err);

	if (e != OK)
		return e;
	arena_init(&table.arena);
	for (size_t i = 0; i < report->run_count; i++)
		read_run(c, asked, report->runs[i], &table, warnings);
	e = print_runs(c, asked, &table, out, warnings, err);
	if (e == OK && c->options.json_export)
		e = peer_json_export(c->options.directory, &table.report, err);
	arena_release(&table.arena);
	return e;
}

static enum err print_json(struct comparing *c, struct mmtests_table *asked, struct buf *out,
			   struct buf *warnings, struct error *err)
{
	struct table table = { 0 };
	struct peer_json json;
	enum err e;

	arena_init(&table.arena);
	e = peer_json_read(&table.arena, c->options.from_json, &json, err);
	if (e != OK) {
		c->at_fault = c->options.from_json;
		goto out_release;
	}
	table.runs = json.runs;
	table.run_count = json.run_count;
	if (asked->benchmark.n == 0)
		asked->benchmark = json.module;
	e = find_style(c, asked, &table, err);
	if (e == OK)
		e = print_runs(c, asked, &table, out, warnings, err);
out_release:
	arena_release(&table.arena);
	return e;
}

static enum err find_monitor(const char *name, const struct monitor **out, struct error *err)
{
	if (name == NULL)
		return OK;
	*out = monitor_find(slice_str(name));
	return *out != NULL ? OK : error_set(err, ERR_NOT_FOUND, "no monitor '%s'", name);
}

static bool is_listed(struct slice list, struct slice name)
{
	struct slice part;

	while (slice_split(&list, ',', &part))
		if (slice_eq(part, name))
			return true;
	return false;
}

/* Runs that are asked for in the order in which they are: --names, or --baseline and --compare. */
static size_t named_runs(struct comparing *c, struct slice **out)
{
	struct slice rest = slice_str(c->options.names), name, *runs = NULL;
	size_t count = 0, capacity = 0;

	while (slice_split(&rest, ',', &name))
		if (name.n > 0)
			ARENA_PUSH(&c->arena, runs, count, capacity, name);
	if (c->options.names == NULL && c->options.compared_count > 0)
		ARENA_PUSH(&c->arena, runs, count, capacity, slice_str(c->options.baseline));
	for (size_t i = 0; c->options.names == NULL && i < c->options.compared_count; i++)
		ARENA_PUSH(&c->arena, runs, count, capacity, slice_str(c->options.compared[i]));
	*out = runs;
	return count;
}

/* The baseline first, those left out away. */
static size_t pick_runs(const struct comparing *c, struct slice *runs, size_t count)
{
	struct slice baseline = slice_str(c->options.baseline);
	size_t kept = 0;

	for (size_t i = 0; i < count; i++)
		if (!is_listed(slice_str(c->options.exclude), runs[i]))
			runs[kept++] = runs[i];
	for (size_t i = 1; i < kept; i++)
		if (slice_eq(runs[i], baseline)) {
			for (size_t k = i; k > 0; k--)
				runs[k] = runs[k - 1];
			runs[0] = baseline;
		}
	return kept;
}

/* What is asked for, else the runs that are there in the order of their begin. */
static enum err find_runs(struct comparing *c, struct error *err)
{
	struct slice *runs;
	size_t count = named_runs(c, &runs);
	enum err e = OK;

	if (count == 0 && c->options.names == NULL)
		e = mmtests_report_runs(&c->arena, c->options.directory, &unpack_limits_default,
					&runs, &count, err);
	if (e != OK)
		return e;
	if (c->options.sort_version)
		mmtests_report_sort(runs, count);
	c->report.run_count = pick_runs(c, runs, count);
	c->report.runs = runs;
	if (c->report.run_count == 0 && c->options.names == NULL)
		return error_set(err, ERR_NOT_FOUND, "no run is left to compare");
	return OK;
}

static enum err print_tree(struct comparing *c, const struct mmtests_table *asked, struct buf *out,
			   struct buf *warnings, struct error *err)
{
	enum err e = find_runs(c, err);

	c->report.arena = &c->arena;
	c->report.directory = c->options.directory;
	c->report.revision = c->options.revision;
	c->report.significance = c->options.significance;
	c->report.html = c->options.format == PEER_HTML;
	c->report.title = slice_str(c->options.title);
	c->report.limits = &unpack_limits_default;
	c->report.table = print_table;
	c->report.data = c;
	if (e != OK)
		return e;
	if (asked->benchmark.n == 0)
		return mmtests_report_print(&c->report, out, warnings, err);
	if (asked->monitor != NULL)
		return mmtests_monitor_print(&c->report, asked, out, warnings, err);
	return print_table(&c->report, asked, out, warnings, err);
}

static void print_warnings(const struct buf *warnings)
{
	struct slice rest = buf_slice(warnings), line;

	while (slice_line(&rest, &line))
		(void)fprintf(stderr, "memcgperf: warning: %.*s\n", SLICE_FMT(line));
}

/* --output-file in --output-dir, which is made. */
static enum err write_file(struct comparing *c, const struct buf *out, struct error *err)
{
	const char *directory = c->options.output_directory;
	struct slice name = slice_basename(slice_str(c->options.output_file));
	struct slice path = arena_printf(&c->arena, "%s/%.*s", directory != NULL ? directory : ".",
					 SLICE_FMT(name));
	FILE *file;
	bool good;

	if (directory != NULL && mkdir(directory, 0777) != 0 && errno != EEXIST)
		return error_set(err, ERR_IO, "%s: %s", directory, strerror(errno));
	file = fopen(path.p, "we");
	if (file == NULL)
		return error_set(err, ERR_IO, "%s: %s", path.p, strerror(errno));
	good = out->n == 0 || fwrite(out->data, 1, out->n, file) == out->n;
	good = fclose(file) == 0 && good;
	return good ? OK : error_set(err, ERR_IO, "%s: %s", path.p, strerror(errno));
}

static enum err compare(struct comparing *c, struct error *err)
{
	struct mmtests_table asked = {
		.benchmark = slice_str(c->options.benchmark),
		.alt = slice_str(c->options.alternative),
		.heading = slice_str(c->options.heading),
		.significance = c->options.significance,
		.format = c->options.format,
	};
	struct buf out, warnings;
	enum err e = find_monitor(c->options.monitor, &asked.monitor, err);

	if (c->options.revision == PEER_2015)
		split_name(&asked);
	buf_init(&out);
	buf_init(&warnings);
	if (e == OK)
		e = c->options.from_json != NULL ? print_json(c, &asked, &out, &warnings, err)
						 : print_tree(c, &asked, &out, &warnings, err);
	print_warnings(&warnings);
	if (e == OK)
		e = c->options.output_file != NULL ? write_file(c, &out, err)
						   : cmd_print(&out, err);
	buf_release(&warnings);
	buf_release(&out);
	return e;
}

static bool is_folder(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool is_file(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* A folder that holds iterations, or results in the layout before 2019, is a run by itself. */
static bool is_run(struct arena *arena, const char *path)
{
	struct slice *iterations;
	struct error err;
	size_t count;

	return mmtests_folder_list(arena, path, "iter-", &iterations, &count, &err) == OK &&
	       count > 0;
}

/* Words are runs of one folder, the baseline first, or are that folder. */
static enum err take_words(struct comparing *c, struct error *err)
{
	struct peer_options *options = &c->options;
	struct slice names = SLICE_NONE, parent = SLICE_NONE;

	if (options->word_count == 1 && !is_run(&c->arena, options->words[0])) {
		options->directory = options->words[0];
		return OK;
	}
	for (size_t i = 0; i < options->word_count; i++) {
		struct slice word = slice_str(options->words[i]), folder;

		while (word.n > 1 && slice_ends(word, "/"))
			word.n--;
		folder = slice_dirname(word);
		if (i > 0 && !slice_eq(folder, parent))
			return error_set(err, ERR_INPUT, "%s is not in the same folder as %s",
					 options->words[i], options->words[0]);
		parent = folder;
		names = arena_printf(&c->arena, "%.*s%s%.*s", SLICE_FMT(names), i > 0 ? "," : "",
				     SLICE_FMT(slice_basename(word)));
	}
	options->directory = parent.n > 0 ? arena_cstr(&c->arena, parent) : ".";
	options->names = names.p;
	return OK;
}

/* compare-kernels.sh looks where it is called. */
static void default_directory(struct peer_options *options)
{
	if (options->directory == NULL && options->benchmark == NULL && options->from_json == NULL)
		options->directory = ".";
}

/* Returns the exit status; 0 = go on. */
static int check_options(const char *command, const struct peer_options *options)
{
	struct error err;

	if (options->from_json != NULL)
		return 0;
	if (options->directory == NULL)
		return cmd_usage(command, "name the folder of runs with -d: work/log");
	if (options->monitor != NULL && options->benchmark == NULL)
		return cmd_usage(command, "name the benchmark of --print-monitor with -b");
	if (options->compared_count > 0 && options->baseline == NULL)
		return cmd_usage(command, "--compare needs a --baseline");
	if (is_folder(options->directory))
		return 0;
	if (options->json_export)
		return cmd_usage(command,
				 "--json-export writes into the folder of runs: unpack it");
	if (is_file(options->directory))
		return 0;
	(void)error_set(&err, ERR_NOT_FOUND, "no such folder or archive");
	return cmd_fail(options->directory, &err);
}

/* An archive of runs stands for their folder. */
static enum err compare_unpacked(struct comparing *c, struct error *err)
{
	const char *path = c->options.directory;
	struct mmtests_archive archive;
	enum err e;

	if (path == NULL || !is_file(path))
		return compare(c, err);
	c->at_fault = path;
	e = mmtests_archive_open(&c->arena, path, &unpack_limits_default, &archive, err);
	if (e != OK)
		return e;
	c->at_fault = NULL;
	c->options.directory = archive.runs;
	e = compare(c, err);
	mmtests_archive_close(&archive);
	return e;
}

int cmd_compare_mmtests(int argc, char **argv)
{
	struct comparing c = { 0 };
	struct error err;
	int status;

	if (peer_options_parse(argc, argv, &c.options, &err) != OK)
		return cmd_usage(argv[0], "%s", err.text);
	if (c.options.help) {
		(void)fputs(PEER_OPTIONS_HELP, stdout);
		return 0;
	}
	arena_init(&c.arena);
	if (c.options.word_count > 0 && take_words(&c, &err) != OK) {
		status = cmd_usage(argv[0], "%s", err.text);
	} else {
		default_directory(&c.options);
		status = check_options(argv[0], &c.options);
		if (status == 0 && compare_unpacked(&c, &err) != OK)
			status = cmd_fail(c.at_fault, &err);
	}
	arena_release(&c.arena);
	return status;
}
