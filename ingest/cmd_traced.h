/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the commands about BPF tools' numbers share: which runs, from files or the database, and
 * how they are printed.
 * Layer: top of memcgperf, beside cmd.h.
 */
#ifndef INGEST_CMD_TRACED_H
#define INGEST_CMD_TRACED_H

#include "ingest/cmd.h"
#include "lib/traced.h"

struct cmd_traced {
	struct arena arena;
	struct cmd_input input;
	struct report_options report;
	const char *db; /* NULL = what is named are files */
	struct traced *runs;
	size_t run_count, run_capacity;
	bool broken; /* some input broke off */
};

/* A command's own values stay below. */
enum cmd_traced_option_value {
	CMD_TRACED_DB = 500,
	CMD_TRACED_STYLE,
	CMD_TRACED_WIDTH,
};

#define CMD_TRACED_OPTIONS                                                   \
	CMD_INPUT_OPTIONS, { "db", required_argument, NULL, CMD_TRACED_DB }, \
		{ "style", required_argument, NULL, CMD_TRACED_STYLE },      \
	{                                                                    \
		"width", required_argument, NULL, CMD_TRACED_WIDTH           \
	}

#define CMD_TRACED_HELP                                                                  \
	"  --style STYLE       " REPORT_STYLES " (text)\n" CMD_WIDTH_HELP                \
	"  --db URL            stored runs instead of files: a run's id or name, or a\n" \
	"                      kernel with one run\n"                                    \
	"\n" CMD_INPUT_HELP

/* Fills the buffer with what the command prints of traced->runs. */
typedef enum err cmd_traced_print(struct cmd_traced *traced, void *asked, struct buf *buf,
				  struct error *err);

/*
 * Runs the command: take_option has the options that are not declared here. Returns the exit
 * status.
 */
int cmd_traced_run(int argc, char **argv, const struct option *options,
		   enum err (*take_option)(void *asked, int option, struct error *err), void *asked,
		   cmd_traced_print *print);

#endif
