/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/cmd_traced.h"

#include <math.h>

#include "lib/num.h"
#include "lib/report_allocs.h"

enum { OPTION_MAP = 1, OPTION_KEYS, OPTION_OPS };

struct asked {
	struct allocs_ask allocs;
	double ops[TRACED_RUNS_MAX]; /* NaN = not told */
	size_t ops_count;
};

static enum err take_ops(struct asked *asked, struct slice list, struct error *err)
{
	struct slice text;

	while (slice_split(&list, ',', &text)) {
		double ops;

		if (asked->ops_count == TRACED_RUNS_MAX || !num_double(text, &ops) || !(ops > 0))
			return error_set(
				err, ERR_INPUT,
				"--ops is a number above 0 for each run, with ',' between");
		asked->ops[asked->ops_count++] = ops;
	}
	return OK;
}

static enum err take_option(void *out, int option, struct error *err)
{
	struct asked *asked = out;

	switch (option) {
	case OPTION_MAP:
		asked->allocs.map = slice_str(optarg);
		return OK;
	case OPTION_KEYS:
		asked->allocs.keys = slice_str(optarg);
		return OK;
	default:
		return take_ops(asked, slice_str(optarg), err);
	}
}

static enum err print(struct cmd_traced *traced, void *in, struct buf *buf, struct error *err)
{
	const struct asked *asked = in;
	struct allocs allocs;
	enum err e;

	if (asked->ops_count > 0 && asked->ops_count != traced->run_count)
		return error_set(err, ERR_INPUT, "--ops has %zu numbers for %zu runs",
				 asked->ops_count, traced->run_count);
	e = allocs_build(&traced->arena, traced->runs, traced->run_count, &asked->allocs, &allocs,
			 err);
	if (e == OK)
		report_allocs(buf, &allocs, asked->ops_count > 0 ? asked->ops : NULL,
			      &traced->report);
	return e;
}

static int allocs_run(int argc, char **argv)
{
	static const struct option options[] = {
		CMD_TRACED_OPTIONS,
		{ "map", required_argument, NULL, OPTION_MAP },
		{ "map-keys", required_argument, NULL, OPTION_KEYS },
		{ "ops", required_argument, NULL, OPTION_OPS },
		{ 0 },
	};
	struct asked asked = { .ops_count = 0 };

	return cmd_traced_run(argc, argv, options, take_option, &asked, print);
}

const struct command cmd_allocs = {
	.name = "allocs",
	.summary = "print maps of allocations of runs side by side",
	.arguments = "[OPTION]... WHAT...",
	.help = "Puts bpftrace's maps of allocations of up to 9 runs side by side: what was asked\n"
		"for, what the allocator took, what asks to be charged to a cgroup, with the "
		"flags\n"
		"as words of the run's kernel. WHAT is a file, folder, archive or mail.\n"
		"\n"
		"  --map NAME          the map (" ALLOCS_MAP ")\n"
		"  --map-keys NAMES    what the parts of its key are, in their order\n"
		"                      (" ALLOCS_KEYS "); a part with\n"
		"                      another name is passed over\n"
		"  --ops N,N...        operations of each run, to print counts per operation\n"
		"" CMD_TRACED_HELP "\n"
		"Examples:\n"
		"  bpftrace -e 't:kmem:kmem_cache_alloc { @alloc[comm, args->bytes_req,\n"
		"      args->bytes_alloc, args->gfp_flags] = count(); }' > 6.12.txt\n"
		"  memcgperf allocs --kernel 6.12 6.12.txt\n",
	.run = allocs_run,
};
