/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/cmd_columns.h"

#include "lib/report_syscalls.h"

static enum err print(struct arena *arena, const struct column *columns, size_t count,
		      const struct report_options *report, struct buf *buf, struct error *err)
{
	struct syscalls syscalls;
	enum err e = syscalls_build(arena, columns, count, &syscalls, err);

	if (e == OK)
		report_syscalls(buf, &syscalls, report);
	return e;
}

static int syscalls_run(int argc, char **argv)
{
	static const struct cmd_columns_view view = { print, "syscalls?runs=", "," };

	return cmd_columns_run(argc, argv, &view);
}

const struct command cmd_syscalls = {
	.name = "syscalls",
	.summary = "print system calls of runs side by side",
	.arguments = "[OPTION]... WHAT...",
	.help = "Puts the summaries of perf trace -s of up to 9 runs side by side: calls, total\n"
		"time and time a call of each system call, summed over threads, and how they\n"
		"changed against the first run. WHAT is a file, folder, archive or mail, and each\n"
		"run in it is a column. With --db it is a run's id or name, or a kernel with one\n"
		"run.\n"
		"\n" CMD_COLUMNS_HELP "\n"
		"Examples:\n"
		"  memcgperf syscalls mail.txt\n"
		"  memcgperf syscalls --style csv 5.8.txt 5.9.txt\n",
	.run = syscalls_run,
};
