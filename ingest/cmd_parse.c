/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/cmd.h"

#include <stdio.h>
#include <string.h>

#include "ingest/print.h"

/* Prints every record at once, so that a pipe sees them as they come. */
struct printer {
	struct sink sink;
	struct buf line;
};

static enum err print_line(struct sink *sink, const struct record *record, struct error *err)
{
	struct printer *printer = CONTAINER_OF(sink, struct printer, sink);

	buf_clear(&printer->line);
	print_record(&printer->line, record);
	if (fwrite(printer->line.data, 1, printer->line.n, stdout) != printer->line.n)
		return error_set(err, ERR_IO, "cannot write to standard output");
	return OK;
}

static enum err print_fact(struct sink *sink, const char *key, struct slice value,
			   struct error *err)
{
	return value.n > 0 ? sink_meta(sink, 0, key, value, err) : OK;
}

/* What the command line tells of the results, before what they tell themselves. */
static enum err print_facts(const struct batch_options *options, struct sink *sink,
			    struct error *err)
{
	enum err e = print_fact(sink, "kernel.release", options->kernel, err);

	if (e == OK)
		e = print_fact(sink, "machine.name", options->machine, err);
	for (size_t i = 0; e == OK && i < options->config_count; i++) {
		struct record r = record_init(RECORD_META);

		r.key = options->config[i].key;
		r.value_text = options->config[i].value;
		e = sink_emit(sink, &r, err);
	}
	return e;
}

static int parse_one(const char *name, const struct cmd_input *in, struct printer *printer)
{
	struct pipeline_result result;
	struct error err;

	if (pipeline_read(name, &in->pipeline, &printer->sink, NULL, &result, &err) != OK)
		return cmd_fail(name, &err);
	if (!result.broken)
		return 0;
	(void)error_set(&err, ERR_INPUT, "breaks off: the records before are printed");
	return cmd_fail(name, &err);
}

static int parse_run(int argc, char **argv)
{
	static const struct option options[] = { CMD_INPUT_OPTIONS, { 0 } };
	struct printer printer = { .sink = { print_line } };
	struct cmd_input in;
	struct error err;
	int option, status = 0;

	cmd_input_init(&in);
	while ((option = cmd_option(argc, argv, options)) != -1) {
		if (option == '?')
			return CMD_STATUS_USAGE;
		if (cmd_input_option(&in, option, &err) != OK)
			return cmd_usage(argv[0], "%s", err.text);
	}
	if (optind == argc)
		return cmd_usage(argv[0], "name a file, a folder, an archive, or '-'");
	buf_init(&printer.line);
	if (print_facts(&in.batch, &printer.sink, &err) != OK)
		status = cmd_fail(NULL, &err);
	for (int i = optind; i < argc; i++) {
		int one = parse_one(argv[i], &in, &printer);

		status = one != 0 ? one : status;
	}
	buf_release(&printer.line);
	return status;
}

const struct command cmd_parse = {
	.name = "parse",
	.summary = "print what is read from results, one JSON record a line",
	.arguments = "[OPTION]... PATH...",
	.help = "Reads mmtests trees, mails and tool output and prints what it understood, one "
		"JSON\n"
		"object a line. PATH is a file, a folder, an archive (tar or zip, compressed or "
		"not)\n"
		"or '-' for standard input. Nothing is stored.\n"
		"\n"
		"Exit status: 0; 1 when nothing was recognised or the input breaks off (the "
		"records\n"
		"before that are printed); 2 for a wrong option; 3 when PATH is not there.\n"
		"\n" CMD_INPUT_HELP "\n"
		"Examples:\n"
		"  memcgperf parse mail.txt                     the numbers of a mail\n"
		"  memcgperf parse work/log/6.11-vanilla        an mmtests tree\n"
		"  memcgperf parse results.tar.xz | grep -c '\"sample\"'\n"
		"  perf trace -s -- ls 2>&1 | memcgperf parse -\n",
	.run = parse_run,
};
