/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A command of the command line is one row: its name, what help says of it, and how it is run.
 * THE table is in ingest/main.c; each command is a file ingest/cmd_NAME.c.
 * Layer: top of memcgperf, above ingest and db. These files alone print and choose exit statuses.
 */
#ifndef INGEST_CMD_H
#define INGEST_CMD_H

#include <getopt.h>

#include "db/store.h"
#include "ingest/pipeline.h"
#include "lib/base.h"
#include "lib/batch.h"
#include "lib/error.h"
#include "lib/report.h"
#include "lib/slice.h"

struct command {
	const char *name;
	const char *summary;   /* one line */
	const char *arguments; /* "[OPTION]... PATH..." */
	const char *help;      /* what it does, options, examples; whole lines */
	/* argv[0] is the command's name. Returns the exit status. */
	int (*run)(int argc, char **argv);
};

extern const struct command cmd_allocs;
extern const struct command cmd_changes;
extern const struct command cmd_noise;
extern const struct command cmd_compare;
extern const struct command cmd_database;
extern const struct command cmd_flame;
extern const struct command cmd_fold;
extern const struct command cmd_formats;
extern const struct command cmd_ingest;
extern const struct command cmd_latency;
extern const struct command cmd_overhead;
extern const struct command cmd_parse;
extern const struct command cmd_profile;
extern const struct command cmd_push;
extern const struct command cmd_syscalls;
extern const struct command cmd_token;
extern const struct command cmd_verdict;

/* Prints "memcgperf: WHERE: line N: text" and returns the exit status. where may be NULL. */
int cmd_fail(const char *where, const struct error *err);
/* Prints "memcgperf NAME: text" with a hint at its help, and returns the status of wrong usage. */
int cmd_usage(const char *name, const char *fmt, ...) PRINTF(2, 3);
/* THE table of exit statuses, by what went wrong. */
int cmd_status(enum err code);

/*
 * The next option as getopt_long gives it: its val, -1 at the end. For a wrong option the error
 * is printed and '?' returned; the command then returns CMD_STATUS_USAGE.
 */
enum { CMD_STATUS_USAGE = 2 };
/* What git bisect run stops at; it takes less, but for 0 and 125, for a bad kernel. */
enum { CMD_STATUS_STOP = 128 };
int cmd_option(int argc, char **argv, const struct option *options);

/* A command that is several: what follows its name says which. */
struct subcommand {
	const char *name;
	int (*run)(int argc, char **argv); /* argv[0] is the command's name, for cmd_usage */
};
int cmd_sub(const struct subcommand *subs, size_t count, int argc, char **argv);

/* The database that is meant where no --db names one, and what help says of it. */
const char *cmd_db(void);
#define CMD_DB_HELP "sqlite:PATH or PATH; else $MEMCGPERF_DB, else memcgperf.db"
/* Who uses the command line, for the log: "cli:USER". */
struct store_actor cmd_actor(struct arena *arena);

/* Hours, days or weeks, "12h", "90d", "8w", at most 36500 days; ERR_INPUT names the option. */
NODISCARD enum err cmd_duration(const char *option, const char *text, int64_t *seconds,
				struct error *err);

/* A --style; ERR_INPUT lists those that there are. */
NODISCARD enum err cmd_style(const char *name, enum report_style *out, struct error *err);
/* A --width of the text style, and what help says of it. */
NODISCARD enum err cmd_width(const char *text, int *out, struct error *err);
#define CMD_WIDTH_HELP "  --width N           columns of the text style (72)\n"
/* A number from 1 to max. */
NODISCARD enum err cmd_count(struct slice text, uint64_t max, uint64_t *out, struct error *err);
/* Aligned columns below their heads; an empty cell is "-", control characters are '?'. */
void cmd_table(struct buf *buf, const char *const *heads, size_t columns, const struct slice *cells,
	       size_t rows);
/* To standard output. */
NODISCARD enum err cmd_print(const struct buf *buf, struct error *err);

/*
 * The options that every command which reads results has: what is known of them, and limits.
 *
 *	static const struct option options[] = { CMD_INPUT_OPTIONS, { "out", ... }, { 0 } };
 *	while ((option = cmd_option(argc, argv, options)) != -1)
 *		switch (option) { case OUT: ...; default: e = cmd_input_option(&in, option, &err); }
 */
enum { CMD_CONFIG_MAX = 64 };
struct cmd_input {
	struct pipeline_options pipeline;
	struct batch_options batch; /* config points into config */
	struct label config[CMD_CONFIG_MAX];
};

/* Values from here up are the shared options'; a command's own stay below. */
enum cmd_input_option_value {
	CMD_INPUT_FIRST = 1000,
	CMD_INPUT_FORMAT = CMD_INPUT_FIRST,
	CMD_INPUT_KERNEL,
	CMD_INPUT_MACHINE,
	CMD_INPUT_CONFIG,
	CMD_INPUT_BENCHMARK,
	CMD_INPUT_ITERATION,
	CMD_INPUT_BETTER,
	CMD_INPUT_KEYS,
	CMD_INPUT_MAX_TEXT,
	CMD_INPUT_MAX_DOCUMENT,
	CMD_INPUT_MAX_VALUES,
	CMD_INPUT_MAX_RUNS,
	CMD_INPUT_MAX_METRICS,
	CMD_INPUT_MAX_SAMPLES,
	CMD_INPUT_MAX_TOTAL,
	CMD_INPUT_MAX_FILE,
	CMD_INPUT_MAX_ENTRIES,
	CMD_INPUT_MAX_RATIO,
};

#define CMD_INPUT_OPTIONS                                                            \
	{ "format", required_argument, NULL, CMD_INPUT_FORMAT },                     \
		{ "kernel", required_argument, NULL, CMD_INPUT_KERNEL },             \
		{ "machine", required_argument, NULL, CMD_INPUT_MACHINE },           \
		{ "config", required_argument, NULL, CMD_INPUT_CONFIG },             \
		{ "benchmark", required_argument, NULL, CMD_INPUT_BENCHMARK },       \
		{ "iteration", required_argument, NULL, CMD_INPUT_ITERATION },       \
		{ "better", required_argument, NULL, CMD_INPUT_BETTER },             \
		{ "keys", required_argument, NULL, CMD_INPUT_KEYS },                 \
		{ "max-text", required_argument, NULL, CMD_INPUT_MAX_TEXT },         \
		{ "max-document", required_argument, NULL, CMD_INPUT_MAX_DOCUMENT }, \
		{ "max-values", required_argument, NULL, CMD_INPUT_MAX_VALUES },     \
		{ "max-runs", required_argument, NULL, CMD_INPUT_MAX_RUNS },         \
		{ "max-metrics", required_argument, NULL, CMD_INPUT_MAX_METRICS },   \
		{ "max-samples", required_argument, NULL, CMD_INPUT_MAX_SAMPLES },   \
		{ "max-total", required_argument, NULL, CMD_INPUT_MAX_TOTAL },       \
		{ "max-file", required_argument, NULL, CMD_INPUT_MAX_FILE },         \
		{ "max-entries", required_argument, NULL, CMD_INPUT_MAX_ENTRIES },   \
	{                                                                            \
		"max-ratio", required_argument, NULL, CMD_INPUT_MAX_RATIO            \
	}

#define CMD_INPUT_HELP                                                                     \
	"What is known of the results (wins over what they say themselves):\n"             \
	"  --kernel NAME       kernel release, or any name for it\n"                       \
	"  --machine NAME      name of the machine\n"                                      \
	"  --config KEY=VALUE  mode, placement, variant, or a build option or boot word\n" \
	"  --benchmark NAME    for numbers that name no benchmark\n"                       \
	"  --iteration N       for numbers that name no iteration, from 1\n"               \
	"  --better WHICH      higher, lower or none: for numbers that do not say it\n"    \
	"  --keys [@MAP=]A,B,..  what the parts of a bpftrace map's keys are called\n"     \
	"  --format NAME       read only this format ('memcgperf formats' lists them)\n"   \
	"\n"                                                                               \
	"Limits (K, M and G are powers of 1024):\n"                                        \
	"  --max-text SIZE     one mail or other prose (64M)\n"                            \
	"  --max-document SIZE one JSON document (64M)\n"                                  \
	"  --max-values N      values in it; a list or object counts as 8 (5000000)\n"     \
	"  --max-runs N        runs in one JSON or CSV file (1000)\n"                      \
	"  --max-metrics N     metrics of one of these runs (10000)\n"                     \
	"  --max-samples N     samples of one of these metrics (1000000)\n"                \
	"  --max-total SIZE    all members unpacked (4G)\n"                                \
	"  --max-file SIZE     one member unpacked (1G)\n"                                 \
	"  --max-entries N     members of a folder or archive (200000)\n"                  \
	"  --max-ratio N       unpacked over packed size (1000)\n"

void cmd_input_init(struct cmd_input *in);
/* Takes an option that CMD_INPUT_OPTIONS declares, with optarg. ERR_INPUT says what is wrong. */
NODISCARD enum err cmd_input_option(struct cmd_input *in, int option, struct error *err);

#endif
