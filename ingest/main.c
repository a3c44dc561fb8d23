/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "ingest/cmd.h"
#include "version.h"

/* clang-format off */
static const struct command *const commands[] = {
	&cmd_parse,
	&cmd_ingest,
	&cmd_push,
	&cmd_syscalls,
	&cmd_compare,
	&cmd_verdict,
	&cmd_overhead,
	&cmd_changes,
	&cmd_noise,
	&cmd_latency,
	&cmd_allocs,
	&cmd_profile,
	&cmd_flame,
	&cmd_fold,
	&cmd_token,
	&cmd_database,
	&cmd_formats,
};
/* clang-format on */

static const char intro[] = "memcgperf tells what the Linux memory controller (memcg) costs, on "
			    "which kernel, in which\n"
			    "configuration, and how sure that is.\n"
			    "\n"
			    "usage: memcgperf COMMAND [OPTION]... [ARGUMENT]...\n"
			    "       memcgperf help COMMAND\n"
			    "       memcgperf --version\n"
			    "\n"
			    "Commands:\n";

static void print_intro(FILE *out)
{
	(void)fputs(intro, out);
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		(void)fprintf(out, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
}

static const struct command *find_command(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		if (strcmp(commands[i]->name, name) == 0)
			return commands[i];
	return NULL;
}

enum { NAME_MAX_CHARS = 16 };

/* Letters to insert, delete or replace to make b of a (Levenshtein). */
static size_t edit_distance(const char *a, const char *b)
{
	size_t row[NAME_MAX_CHARS + 1];
	size_t n = strlen(b);

	if (n > NAME_MAX_CHARS)
		return SIZE_MAX;
	for (size_t j = 0; j <= n; j++)
		row[j] = j;
	for (size_t i = 1; a[i - 1] != '\0'; i++) {
		size_t corner = row[0];

		row[0] = i;
		for (size_t j = 1; j <= n; j++) {
			size_t best = corner + (a[i - 1] != b[j - 1]);

			corner = row[j];
			if (row[j] + 1 < best)
				best = row[j] + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			row[j] = best;
		}
	}
	return row[n];
}

static int unknown_command(const char *name)
{
	const struct command *nearest = NULL;
	size_t distance = 3;

	for (size_t i = 0; i < ARRAY_SIZE(commands); i++) {
		size_t d = edit_distance(name, commands[i]->name);

		if (d < distance) {
			distance = d;
			nearest = commands[i];
		}
	}
	(void)fprintf(stderr, "memcgperf: no command '%s'", name);
	if (nearest != NULL)
		(void)fprintf(stderr, "; did you mean '%s'?\n", nearest->name);
	else
		(void)fprintf(stderr, "; 'memcgperf help' lists them\n");
	return CMD_STATUS_USAGE;
}

static int print_help(const char *name)
{
	const struct command *command;

	if (name == NULL) {
		print_intro(stdout);
		return 0;
	}
	command = find_command(name);
	if (command == NULL)
		return unknown_command(name);
	(void)printf("usage: memcgperf %s %s\n\n%s", command->name, command->arguments,
		     command->help);
	return 0;
}

static bool wants_help(int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (strcmp(argv[i], "--help") == 0)
			return true;
	return false;
}

static int run(int argc, char **argv)
{
	const struct command *command;

	if (argc < 2) {
		print_intro(stderr);
		return CMD_STATUS_USAGE;
	}
	if (strcmp(argv[1], "--version") == 0) {
		(void)printf("memcgperf %s\n", MEMCGPERF_VERSION);
		return 0;
	}
	if (strcmp(argv[1], "help") == 0 || strcmp(argv[1], "--help") == 0)
		return print_help(argv[2]);
	command = find_command(argv[1]);
	if (command == NULL)
		return unknown_command(argv[1]);
	if (wants_help(argc - 1, argv + 1))
		return print_help(command->name);
	return command->run(argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
	int status = run(argc, argv);

	if (fflush(stdout) != 0 || ferror(stdout) != 0) {
		(void)fprintf(stderr, "memcgperf: standard output: %s\n", strerror(errno));
		return status == CMD_STATUS_STOP ? status : cmd_status(ERR_IO);
	}
	return status;
}
