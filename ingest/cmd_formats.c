/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/cmd.h"

#include <stdio.h>

#include "ingest/format.h"

static int formats_run(int argc, char **argv)
{
	static const struct option options[] = { { 0 } };

	if (cmd_option(argc, argv, options) != -1)
		return CMD_STATUS_USAGE;
	if (optind < argc)
		return cmd_usage(argv[0], "'%s' is one argument too many", argv[optind]);
	for (size_t i = 0; formats[i] != NULL; i++)
		(void)printf("%-20s %s\n%-20s   from %s\n", formats[i]->name, formats[i]->summary,
			     "", formats[i]->tool);
	return 0;
}

const struct command cmd_formats = {
	.name = "formats",
	.summary = "list the formats that are read",
	.arguments = "",
	.help = "Lists the input formats: the name that --format takes and records carry as\n"
		"'source', what it holds, and which tool writes it.\n",
	.run = formats_run,
};
