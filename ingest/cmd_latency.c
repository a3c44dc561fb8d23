/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/cmd_traced.h"

#include "lib/report_latency.h"

enum { OPTION_METRIC = 1, OPTION_MERGE };

struct asked {
	struct slice metric; /* "" = all */
	enum latency_prints prints;
};

static enum err take_option(void *out, int option, struct error *err)
{
	struct asked *asked = out;

	(void)err; /* any name may be one */
	if (option == OPTION_METRIC)
		asked->metric = slice_str(optarg);
	else
		asked->prints = LATENCY_ALL;
	return OK;
}

static enum err print(struct cmd_traced *traced, void *in, struct buf *buf, struct error *err)
{
	const struct asked *asked = in;
	struct latency latency;
	enum err e = latency_build(&traced->arena, traced->runs, traced->run_count, asked->metric,
				   asked->prints, &latency, err);

	if (e == OK)
		report_latency(buf, &latency, &traced->report);
	return e;
}

static int latency_run(int argc, char **argv)
{
	static const struct option options[] = {
		CMD_TRACED_OPTIONS,
		{ "metric", required_argument, NULL, OPTION_METRIC },
		{ "merge", no_argument, NULL, OPTION_MERGE },
		{ 0 },
	};
	struct asked asked = { .prints = LATENCY_LAST };

	return cmd_traced_run(argc, argv, options, take_option, &asked, print);
}

const struct command cmd_latency = {
	.name = "latency",
	.summary = "print histograms of runs side by side",
	.arguments = "[OPTION]... WHAT...",
	.help = "Puts the histograms of up to 9 runs side by side: bpftrace's hist() and lhist(),\n"
		"and those of bcc's tools. A percentile is a range, the bounds of the bucket that\n"
		"holds it. WHAT is a file, folder, archive or mail.\n"
		"\n"
		"  --metric NAME       only histograms of this name, such as @usecs\n"
		"  --merge             add up all printings of a histogram; else the last one\n"
		"                      stands, which holds all when a script clears nothing\n"
		"" CMD_TRACED_HELP "\n"
		"Examples:\n"
		"  memcgperf latency 6.11.txt 6.12.txt\n"
		"  memcgperf latency --db sqlite:results.db --metric @usecs 6.11 6.12\n",
	.run = latency_run,
};
