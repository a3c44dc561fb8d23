/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What commands that put runs side by side share: which runs, from files or the database, which of
 * them is the baseline, and how they are printed. It is in ingest/cmd_compare.c.
 * Layer: top of memcgperf, beside cmd.h.
 */
#ifndef INGEST_CMD_COLUMNS_H
#define INGEST_CMD_COLUMNS_H

#include "ingest/cmd.h"

struct cmd_columns_view {
	/* Fills buf with what is printed of the columns; the first is the baseline. */
	enum err (*print)(struct arena *arena, const struct column *columns, size_t count,
			  const struct report_options *report, struct buf *buf, struct error *err);
	/* The page of the same: "compare?base=", what stands before its second run. */
	const char *page, *others;
	bool has_lkp; /* --style lkp */
	bool freezes; /* --freeze, with --db */
};

/* Runs the command with the options of CMD_COLUMNS_HELP. Returns the exit status. */
int cmd_columns_run(int argc, char **argv, const struct cmd_columns_view *view);

#define CMD_COLUMNS_HELP                                                                  \
	"  --baseline NAME     run, kernel or config that the others are compared with\n" \
	"                      (the first)\n"                                             \
	"  --run NAME          only this run of the inputs; may be repeated\n"            \
	"  --style STYLE       " REPORT_STYLES " (text)\n" CMD_WIDTH_HELP                 \
	"  --db URL            stored runs instead of files: sqlite:PATH\n"               \
	"  --public-url URL    server that the Link: line leads to ($MEMCGPERF_URL)\n"    \
	"\n" CMD_INPUT_HELP

#endif
