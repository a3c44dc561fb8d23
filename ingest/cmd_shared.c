/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/cmd.h"

#include <pwd.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/num.h"

enum { HOUR_S = 3600, DAY_S = 24 * HOUR_S, DURATION_DAYS_MAX = 36500 };

int cmd_status(enum err code)
{
	static const int statuses[] = {
		[OK] = 0,       [ERR_INPUT] = 1,    [ERR_LIMIT] = 1,  [ERR_NOT_FOUND] = 3,
		[ERR_GONE] = 3, [ERR_CONFLICT] = 4, [ERR_DENIED] = 5, [ERR_BUSY] = 6,
		[ERR_IO] = 7,   [ERR_FULL] = 7,     [ERR_BUG] = 8,
	};

	return (size_t)code < ARRAY_SIZE(statuses) ? statuses[code] : statuses[ERR_BUG];
}

int cmd_fail(const char *where, const struct error *err)
{
	(void)fprintf(stderr, "memcgperf: ");
	if (where != NULL)
		(void)fprintf(stderr, "%s: ", where);
	if (err->line > 0)
		(void)fprintf(stderr, "line %zu: ", err->line);
	(void)fprintf(stderr, "%s\n", err->text);
	return cmd_status(err->code);
}

int cmd_usage(const char *name, const char *fmt, ...)
{
	va_list ap;

	(void)fprintf(stderr, "memcgperf %s: ", name);
	va_start(ap, fmt);
	(void)vfprintf(stderr, fmt, ap);
	va_end(ap);
	(void)fprintf(stderr, " (see memcgperf help %s)\n", name);
	return CMD_STATUS_USAGE;
}

int cmd_option(int argc, char **argv, const struct option *options)
{
	int option;

	opterr = 0;
	option = getopt_long(argc, argv, ":", options, NULL);
	if (option == ':')
		(void)cmd_usage(argv[0], "option '%s' needs a value", argv[optind - 1]);
	else if (option == '?')
		(void)cmd_usage(argv[0], "unknown option '%s'", argv[optind - 1]);
	return option == ':' ? '?' : option;
}

/* "add, list or revoke" */
static void print_names(const struct subcommand *subs, size_t count, char *out, size_t size)
{
	size_t n = 0;

	for (size_t i = 0; i < count && n < size; i++)
		n += (size_t)snprintf(out + n, size - n, "%s%s",
				      i == 0          ? ""
				      : i + 1 < count ? ", "
						      : " or ",
				      subs[i].name);
}

int cmd_sub(const struct subcommand *subs, size_t count, int argc, char **argv)
{
	char names[256] = "";

	for (size_t i = 0; i < count && argc > 1; i++)
		if (strcmp(argv[1], subs[i].name) == 0) {
			argv[1] = argv[0];
			return subs[i].run(argc - 1, argv + 1);
		}
	print_names(subs, count, names, sizeof(names));
	return argc > 1 ? cmd_usage(argv[0], "no '%s': say %s", argv[1], names)
			: cmd_usage(argv[0], "say %s", names);
}

const char *cmd_db(void)
{
	const char *url = getenv("MEMCGPERF_DB");

	return url != NULL && url[0] != '\0' ? url : "memcgperf.db";
}

struct store_actor cmd_actor(struct arena *arena)
{
	const struct passwd *user = getpwuid(getuid());

	return (struct store_actor){
		.name = user != NULL ? arena_printf(arena, "cli:%s", user->pw_name)
				     : arena_printf(arena, "cli:%u", (unsigned)getuid()),
	};
}

enum err cmd_duration(const char *option, const char *text, int64_t *seconds, struct error *err)
{
	struct slice number = slice_str(text);
	uint64_t count, unit_s = 0;
	char unit = number.n > 0 ? number.p[number.n - 1] : '\0';

	if (unit == 'h')
		unit_s = HOUR_S;
	else if (unit == 'd')
		unit_s = DAY_S;
	else if (unit == 'w')
		unit_s = 7 * DAY_S;
	if (unit_s == 0 || !num_uint(slice_head(number, number.n - 1), &count) || count == 0)
		return error_set(err, ERR_INPUT, "%s is such as 12h, 90d or 8w, not '%s'", option,
				 text);
	if (count > (uint64_t)DURATION_DAYS_MAX * DAY_S / unit_s)
		return error_set(err, ERR_INPUT, "%s is at most %dd", option, DURATION_DAYS_MAX);
	*seconds = (int64_t)(count * unit_s);
	return OK;
}
