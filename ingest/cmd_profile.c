/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/cmd_profiles.h"

enum { OPTION_STYLE = 1, OPTION_ALL, OPTION_FUNCTION };

struct asked {
	struct cmd_profiles profiles;
	struct report_options report;
	struct slice function; /* --function: its instructions; "" = no */
	bool all;              /* --all: not only memcg's functions */
};

static void print_json(struct buf *buf, json_t *json)
{
	json_print(buf, json);
	buf_addc(buf, '\n');
	json_decref(json);
}

static void print_one(const struct asked *asked, const struct cmd_one_profile *one, bool first,
		      struct buf *buf)
{
	if (asked->report.style == REPORT_JSON) {
		print_json(buf,
			   report_profile_json(&one->report, asked->all, REPORT_PROFILE_ROWS_MAX));
		return;
	}
	if (!first)
		buf_addc(buf, '\n');
	report_profile(buf, &one->report, &asked->report);
}

/* memcg's share in each profile of the event of the first. */
static double *shares_of(struct arena *arena, const struct cmd_one_profile *list, size_t count,
			 size_t *out)
{
	double *shares = ARENA_ARRAY(arena, count + 1, double);

	*out = 0;
	for (size_t i = 0; i < count; i++)
		if (list[i].sum.whole > 0 && slice_eq(list[i].profile.event, list[0].profile.event))
			shares[(*out)++] = list[i].sum.strict / list[i].sum.whole;
	return shares;
}

static struct profile_replicates replicates(struct arena *arena, const struct cmd_one_profile *a,
					    size_t count_a, const struct cmd_one_profile *b,
					    size_t count_b)
{
	size_t n_a, n_b;
	double *shares_a = shares_of(arena, a, count_a, &n_a);
	double *shares_b = shares_of(arena, b, count_b, &n_b);

	return profile_replicates_of(arena, shares_a, n_a, shares_b, n_b);
}

/*
 * What changed from the first profile of --before to the first of path; the others are their
 * replicates.
 */
static enum err print_change(struct asked *asked, const struct cmd_one_profile *after,
			     size_t after_count, struct buf *buf, struct error *err)
{
	struct cmd_one_profile *before;
	struct profile_diff diff;
	size_t count;
	enum err e =
		cmd_profiles_read(&asked->profiles, asked->profiles.before, &before, &count, err);

	if (e != OK)
		return error_prefix(err, "%s: ", asked->profiles.before);
	profile_compare(&asked->profiles.arena, &before->sum, &after->sum, &diff);
	diff.replicates = replicates(&asked->profiles.arena, before, count, after, after_count);
	if (asked->report.style == REPORT_JSON)
		print_json(buf, report_profile_diff_json(&before->report, &after->report, &diff,
							 asked->all, REPORT_PROFILE_ROWS_MAX));
	else
		report_profile_diff(buf, &before->report, &after->report, &diff, asked->all,
				    &asked->report);
	return OK;
}

static bool is_of(const struct batch_instruction *instruction, const struct asked *asked)
{
	return slice_eq(memcg_symbol_base(instruction->symbol), memcg_symbol_base(asked->function));
}

static enum err print_function(struct asked *asked, const struct batch *batch, struct buf *buf,
			       struct error *err)
{
	struct report_instruction *list = ARENA_ARRAY(
		&asked->profiles.arena, batch->instruction_count, struct report_instruction);
	size_t count = 0;

	for (size_t i = 0; i < batch->instruction_count; i++) {
		const struct batch_instruction *from = &batch->instructions[i];

		if (is_of(from, asked))
			list[count++] = (struct report_instruction){
				from->address, from->assembly, batch->profiles[from->profile].event,
				from->labels,  from->percent,  from->samples,
			};
	}
	if (count == 0)
		return error_set(err, ERR_NOT_FOUND, "no instructions of '%.*s' in it",
				 SLICE_FMT(asked->function));
	report_annotate(buf, batch->runs[0].name, asked->function, list, count, &asked->report);
	return OK;
}

static enum err print_path(struct asked *asked, const char *path, struct buf *buf,
			   struct error *err)
{
	struct cmd_one_profile *list;
	size_t count;
	enum err e = cmd_profiles_read(&asked->profiles, path, &list, &count, err);

	if (e != OK)
		return e;
	if (asked->function.n > 0)
		return print_function(asked, list->batch, buf, err);
	if (asked->profiles.before != NULL)
		return print_change(asked, list, count, buf, err);
	for (size_t i = 0; i < count; i++)
		print_one(asked, &list[i], buf->n == 0, buf);
	return OK;
}

static enum err take_option(struct asked *asked, int option, struct error *err)
{
	switch (option) {
	case OPTION_STYLE:
		return cmd_style(optarg, &asked->report.style, err);
	case OPTION_ALL:
		asked->all = true;
		return OK;
	case OPTION_FUNCTION:
		asked->function = slice_str(optarg);
		return OK;
	default:
		return cmd_profiles_option(&asked->profiles, option, err);
	}
}

/* Returns the exit status; 0 = go on. */
static int take_options(struct asked *asked, int argc, char **argv)
{
	static const struct option options[] = {
		{ "style", required_argument, NULL, OPTION_STYLE },
		{ "all", no_argument, NULL, OPTION_ALL },
		{ "function", required_argument, NULL, OPTION_FUNCTION },
		CMD_PROFILES_OPTIONS,
		{ 0 },
	};
	struct error err;
	int option;

	while ((option = cmd_option(argc, argv, options)) != -1) {
		if (option == '?')
			return CMD_STATUS_USAGE;
		if (take_option(asked, option, &err) != OK)
			return cmd_usage(argv[0], "%s", err.text);
	}
	if (optind == argc)
		return cmd_usage(argv[0], "name a profile, or '-'");
	if (asked->function.n > 0 && asked->report.style == REPORT_JSON)
		return cmd_usage(argv[0], "--function has no json: 'memcgperf parse' prints it");
	return 0;
}

static int print_all(struct asked *asked, int argc, char **argv)
{
	struct error err;
	struct buf buf;
	int status = 0;

	buf_init(&buf);
	for (int i = optind; i < argc && status == 0; i++)
		if (print_path(asked, argv[i], &buf, &err) != OK)
			status = cmd_fail(argv[i], &err);
	if (status == 0 && cmd_print(&buf, &err) != OK)
		status = cmd_fail(NULL, &err);
	buf_release(&buf);
	return status == 0 ? cmd_profiles_status(&asked->profiles) : status;
}

static int profile_run(int argc, char **argv)
{
	struct asked asked = { 0 };
	int status;

	cmd_profiles_init(&asked.profiles);
	status = take_options(&asked, argc, argv);
	if (status == 0)
		status = print_all(&asked, argc, argv);
	cmd_profiles_release(&asked.profiles);
	return status;
}

const struct command cmd_profile = {
	.name = "profile",
	.summary = "print memcg's share of a profile, its phases and functions",
	.arguments = "[OPTION]... PATH...",
	.help = "Reads profiles (perf report, script and annotate, folded stacks, stacks of BPF\n"
		"tools, profiles of mmtests) and prints how much of each is memcg: its own "
		"functions,\n"
		"with what they call, by phases, and who calls them. No database is needed.\n"
		"\n" CMD_PROFILES_HELP
		"  --all               of two profiles: moves of all functions, not only memcg's\n"
		"  --function NAME     the instructions of one function, the hottest first\n"
		"  --style STYLE       " REPORT_STYLES " (text)\n"
		"\n" CMD_INPUT_HELP "\n"
		"Exit status: 0; 1 when there is no profile or an input breaks off; 2 for a wrong\n"
		"option; 3 when PATH, or a profile of that event or run, is not there.\n"
		"\n"
		"Examples:\n"
		"  perf script | memcgperf profile -\n"
		"  memcgperf profile --before base.script patched.script\n"
		"  perf annotate --stdio -s try_charge_memcg | memcgperf profile --function "
		"try_charge_memcg -\n",
	.run = profile_run,
};
