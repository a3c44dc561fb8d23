/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the commands over profiles share: which profiles of their inputs are meant, and the table
 * of memcg's functions.
 * Layer: top of memcgperf, within cmd_profile.c and cmd_flame.c.
 */
#ifndef INGEST_CMD_PROFILES_H
#define INGEST_CMD_PROFILES_H

#include "ingest/cmd.h"
#include "lib/report_profile.h"

struct cmd_profiles {
	struct arena arena;
	struct cmd_input input;
	struct memcg_symbols *table;
	struct slice event, run; /* --event, --run; "" = any */
	const char *before;      /* --before: what the input is compared with; NULL = nothing */
	const char *symbols;     /* --symbols */
	bool broken;             /* an input broke off */
};

/* One of an input that is meant, with its batch. */
struct cmd_one_profile {
	const struct batch *batch;
	size_t index;
	struct profile profile;
	struct profile_sum sum;
	struct report_profile report;
};

enum cmd_profiles_option_value {
	CMD_PROFILES_EVENT = 500,
	CMD_PROFILES_RUN,
	CMD_PROFILES_BEFORE,
	CMD_PROFILES_SYMBOLS,
};

#define CMD_PROFILES_OPTIONS                                                \
	{ "event", required_argument, NULL, CMD_PROFILES_EVENT },           \
		{ "run", required_argument, NULL, CMD_PROFILES_RUN },       \
		{ "before", required_argument, NULL, CMD_PROFILES_BEFORE }, \
		{ "symbols", required_argument, NULL, CMD_PROFILES_SYMBOLS }, CMD_INPUT_OPTIONS

#define CMD_PROFILES_HELP                                                                   \
	"  --event NAME        only profiles of this event, or of this map\n"               \
	"  --run NAME          only those of this run of the input\n"                       \
	"  --before PATH       what changed since the first profile of PATH; with 3 or\n"   \
	"                      more on each side, memcg's share by all of them\n"           \
	"  --symbols FILE      more functions of memcg: SYMBOL, tab, phase, a line each;\n" \
	"                      '-' as phase takes one away\n"

void cmd_profiles_init(struct cmd_profiles *profiles);
void cmd_profiles_release(struct cmd_profiles *profiles);
NODISCARD enum err cmd_profiles_option(struct cmd_profiles *profiles, int option,
				       struct error *err);

/* The profiles of path that are meant. ERR_NOT_FOUND names those that there are. */
NODISCARD enum err cmd_profiles_read(struct cmd_profiles *profiles, const char *path,
				     struct cmd_one_profile **out, size_t *count,
				     struct error *err);

/* The exit status at the end: of an input that broke off, after what stood before it. */
int cmd_profiles_status(const struct cmd_profiles *profiles);

#endif
