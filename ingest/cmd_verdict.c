/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/cmd_verdict_read.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lib/bisect.h"
#include "lib/metric_words.h"
#include "lib/num.h"

/* As git bisect run takes them. */
enum { STATUS_GOOD = 0, STATUS_BAD = 1, STATUS_SKIP = 125 };

enum {
	OPTION_GOOD = 1,
	OPTION_BAD,
	OPTION_DB,
	OPTION_METRIC,
	OPTION_RUN,
	OPTION_MAX,
	OPTION_ERROR,
	OPTION_CHANGE,
};

enum { MAX = 50, ERROR_PERCENT = 1 };

struct judging {
	struct arena arena;
	struct cmd_input input;
	const char *good, *bad, *db, *command; /* NULL = not given */
	struct slice words;                    /* --metric */
	struct bisect_options options;
	const struct column_cell *good_cell, *bad_cell; /* of the metric; bad_cell may be NULL */
	struct bisect rule;
	double *values; /* replicates of what is judged, as they came */
	size_t count, capacity;
	size_t iterations; /* of the command */
};

/* ------------------------------------------------------------------ references */

static const struct column_cell *find_cell(const struct column *column, const struct metric *metric)
{
	for (size_t i = 0; i < column->cell_count; i++)
		if (column->cells[i].statistic.n == 0 &&
		    metric_eq(&column->cells[i].metric, metric))
			return &column->cells[i];
	return NULL;
}

static enum err no_metric(struct judging *j, struct error *err)
{
	return error_set(err, ERR_INPUT, "no samples of '%.*s' in it",
			 SLICE_FMT(metric_words(&j->arena, &j->good_cell->metric)));
}

static enum err read_good(struct judging *j, struct error *err)
{
	struct column column;
	enum err e = verdict_read_reference(&j->arena, &j->input, j->db, j->good, &column, err);

	if (e == OK)
		e = metric_by_words(&j->arena, &column, j->words, &j->good_cell, err);
	return e == OK ? OK : error_prefix(err, "good: %s", j->good);
}

static enum err read_bad(struct judging *j, struct error *err)
{
	struct column column;
	enum err e;

	if (j->bad == NULL)
		return OK;
	e = verdict_read_reference(&j->arena, &j->input, j->db, j->bad, &column, err);
	if (e == OK) {
		j->bad_cell = find_cell(&column, &j->good_cell->metric);
		e = j->bad_cell == NULL ? no_metric(j, err) : OK;
	}
	return e == OK ? OK : error_prefix(err, "bad: %s", j->bad);
}

static struct verdict_side side_of(const struct column_cell *cell)
{
	return (struct verdict_side){ cell->values, cell->boots, cell->n };
}

static enum err begin(struct judging *j, struct error *err)
{
	struct verdict_side good, bad = { NULL };
	enum err e = read_good(j, err);

	if (e == OK)
		e = read_bad(j, err);
	if (e != OK)
		return e;
	good = side_of(j->good_cell);
	if (j->bad_cell != NULL)
		bad = side_of(j->bad_cell);
	j->options.better = j->good_cell->metric.better;
	if (j->options.better == BETTER_UNKNOWN)
		j->options.better = j->input.pipeline.reading.better;
	return bisect_begin(&j->arena, &good, j->bad_cell != NULL ? &bad : NULL, &j->options,
			    &j->rule, err);
}

/* ------------------------------------------------------------------ what is judged */

/* Samples, or the medians of boots, as the references have them. */
static enum err add_column(struct judging *j, const struct column *column, struct error *err)
{
	const struct column_cell *cell = find_cell(column, &j->good_cell->metric);

	if (cell == NULL)
		return no_metric(j, err);
	for (size_t i = 0, end; i < cell->n; i = end) {
		double value = cell->values[i];

		for (end = i + 1;
		     j->rule.by_boots && end < cell->n && cell->boots[end] == cell->boots[i]; end++)
			continue;
		if (j->rule.by_boots)
			value = stats_median(&j->arena, cell->values + i, end - i);
		ARENA_PUSH(&j->arena, j->values, j->count, j->capacity, value);
	}
	return OK;
}

static enum err add_path(struct judging *j, const char *path, struct error *err)
{
	struct column column;
	enum err e = verdict_read_path(&j->arena, &j->input, path, &column, err);

	if (e == OK)
		e = add_column(j, &column, err);
	return e == OK ? OK : error_prefix(err, "%s", path);
}

static enum err add_iteration(struct judging *j, struct error *err)
{
	struct column column;
	size_t number = ++j->iterations;
	enum err e = verdict_read_command(&j->arena, &j->input, j->command, number, &column, err);

	if (e == OK)
		e = add_column(j, &column, err);
	return e == OK ? OK : error_prefix(err, "iteration %zu", number);
}

/* ------------------------------------------------------------------ what is said */

/* "-5.10 %", or "-5.1 kB" of differences. */
static struct slice change_text(struct judging *j, double change)
{
	if (isnan(change))
		return SLICE("");
	if (j->rule.is_difference)
		return arena_printf(&j->arena, "%+.3g %.*s", change,
				    SLICE_FMT(j->good_cell->metric.unit));
	return arena_printf(&j->arena, "%+.*f %%", fabs(change) < 0.1 ? 2 : 1,
			    fabs(change) < 5e-5 ? 0 : 100 * change);
}

static const char *unit_of(const struct judging *j)
{
	return j->rule.by_boots ? "boots" : "samples";
}

/* n values, of the count that there are. */
static void print_side(struct judging *j, const char *name, const double *values, size_t n,
		       size_t count, double change)
{
	(void)printf("  %-4s %12.6g %9.*s  %zu ", name, stats_median(&j->arena, values, n),
		     SLICE_FMT(change_text(j, change)), n);
	if (n < count)
		(void)printf("of %zu ", count);
	(void)printf("%s\n", unit_of(j));
}

static void print_reference(struct judging *j, const char *name, const struct column_cell *cell,
			    double change)
{
	struct verdict_side side = side_of(cell);
	size_t n;
	double *values = verdict_replicates(&j->arena, &side, j->rule.by_boots, false, &n);

	print_side(j, name, values, n, n, change);
}

static void print_numbers(struct judging *j, const struct bisect_answer *answer)
{
	const struct metric *metric = &j->good_cell->metric;

	(void)printf("%.*s%s%.*s, %s is better\n", SLICE_FMT(metric_words(&j->arena, metric)),
		     metric->unit.n > 0 ? ", " : "", SLICE_FMT(metric->unit),
		     j->rule.sign > 0 ? "less" : "more");
	print_reference(j, "good", j->good_cell, NAN);
	if (j->bad_cell != NULL)
		print_reference(j, "bad", j->bad_cell, j->rule.change);
	else
		(void)printf("  bad  %22.*s  and more is looked for\n",
			     SLICE_FMT(change_text(j, j->rule.change)));
	print_side(j, "here", j->values, answer->n, j->count, answer->effect);
}

static void print_unsure(struct judging *j)
{
	size_t needed = bisect_needed(&j->arena, &j->rule, j->values, j->count);
	const char *unit = unit_of(j);

	if (needed == 0)
		(void)printf("unsure: more %s of it do not help: measure the reference again, "
			     "more often\n",
			     unit);
	else if (needed > j->rule.max)
		(void)printf("unsure: about %zu %s would tell: raise --max (%zu)\n", needed, unit,
			     j->rule.max);
	else
		(void)printf("unsure: about %zu %s in all would tell, %zu more\n", needed, unit,
			     needed - j->count);
}

static int say(struct judging *j, const struct bisect_answer *answer)
{
	static const int statuses[] = {
		[BISECT_UNSURE] = STATUS_SKIP,
		[BISECT_GOOD] = STATUS_GOOD,
		[BISECT_BAD] = STATUS_BAD,
	};

	print_numbers(j, answer);
	if (answer->word == BISECT_UNSURE)
		print_unsure(j);
	else
		(void)printf("%s: differs from %s (wrong at most %g in 100 times)\n",
			     bisect_name(answer->word),
			     bisect_name(answer->word == BISECT_BAD ? BISECT_GOOD : BISECT_BAD),
			     100 * j->rule.error);
	if (fflush(stdout) == 0)
		return statuses[answer->word];
	(void)fprintf(stderr, "memcgperf: cannot write to standard output\n");
	return CMD_STATUS_STOP;
}

static void show_iteration(struct judging *j, bool unsure)
{
	size_t needed = 0;

	if (unsure)
		needed = bisect_needed(&j->arena, &j->rule, j->values, j->count);
	(void)fprintf(stderr, "memcgperf: iteration %zu: %.6g", j->iterations,
		      j->values[j->count - 1]);
	if (needed > 0)
		(void)fprintf(stderr, "; about %zu more", needed - j->count);
	(void)fprintf(stderr, "\n");
}

/* ------------------------------------------------------------------ the whole */

/* An input that says nothing cannot be judged; all else that goes wrong would at every commit. */
static int fail(const struct error *err)
{
	(void)cmd_fail(NULL, err);
	return err->code == ERR_INPUT || err->code == ERR_NOT_FOUND ? STATUS_SKIP : CMD_STATUS_STOP;
}

static int judge(struct judging *j, char **paths, int count)
{
	struct bisect_answer answer;
	struct error err;

	if (begin(j, &err) != OK) {
		(void)cmd_fail(NULL, &err);
		return CMD_STATUS_STOP;
	}
	for (int i = 0; i < count; i++)
		if (add_path(j, paths[i], &err) != OK)
			return fail(&err);
	answer = bisect_look(&j->arena, &j->rule, j->values, j->count);
	while (j->command != NULL && answer.word == BISECT_UNSURE && j->count < j->rule.max) {
		if (add_iteration(j, &err) != OK)
			return fail(&err);
		answer = bisect_look(&j->arena, &j->rule, j->values, j->count);
		show_iteration(j, answer.word == BISECT_UNSURE);
	}
	return say(j, &answer);
}

static enum err take_percent(const char *name, double least, double most, double *out,
			     struct error *err)
{
	double percent;

	if (!num_double(slice_str(optarg), &percent) || percent < least || percent > most)
		return error_set(err, ERR_INPUT, "--%s is %g to %g, in percent", name, least, most);
	*out = percent / 100;
	return OK;
}

static enum err take_option(struct judging *j, int option, struct error *err)
{
	int64_t max;

	switch (option) {
	case OPTION_GOOD:
		j->good = optarg;
		return OK;
	case OPTION_BAD:
		j->bad = optarg;
		return OK;
	case OPTION_DB:
		j->db = optarg;
		return OK;
	case OPTION_METRIC:
		j->words = slice_str(optarg);
		return OK;
	case OPTION_RUN:
		j->command = optarg;
		return OK;
	case OPTION_MAX:
		if (!num_int(slice_str(optarg), &max) || max < BISECT_FIRST || max > BISECT_MOST)
			return error_set(err, ERR_INPUT, "--max is %d to %d", BISECT_FIRST,
					 BISECT_MOST);
		j->options.max = (size_t)max;
		return OK;
	case OPTION_ERROR:
		return take_percent("error", 0.01, 20, &j->options.error, err);
	case OPTION_CHANGE:
		return take_percent("change", 0.1, 90, &j->options.change, err);
	default:
		return cmd_input_option(&j->input, option, err);
	}
}

static int refuse(const char *name, const char *text)
{
	(void)cmd_usage(name, "%s", text);
	return CMD_STATUS_STOP;
}

/* Returns the exit status; 0 = go on. */
static int take_options(struct judging *j, int argc, char **argv)
{
	static const struct option options[] = {
		{ "good", required_argument, NULL, OPTION_GOOD },
		{ "bad", required_argument, NULL, OPTION_BAD },
		{ "db", required_argument, NULL, OPTION_DB },
		{ "metric", required_argument, NULL, OPTION_METRIC },
		{ "run", required_argument, NULL, OPTION_RUN },
		{ "max", required_argument, NULL, OPTION_MAX },
		{ "error", required_argument, NULL, OPTION_ERROR },
		{ "change", required_argument, NULL, OPTION_CHANGE },
		CMD_INPUT_OPTIONS,
		{ 0 },
	};
	struct error err;
	int option;

	while ((option = cmd_option(argc, argv, options)) != -1) {
		if (option == '?')
			return CMD_STATUS_STOP;
		if (take_option(j, option, &err) != OK)
			return refuse(argv[0], err.text);
	}
	if (j->good == NULL)
		return refuse(argv[0], "name a --good kernel or its results");
	if (j->bad != NULL && j->options.change > 0)
		return refuse(argv[0], "--bad tells the change: leave out --change");
	if (optind == argc && j->command == NULL)
		return refuse(argv[0], "name results, or a command with --run");
	return 0;
}

static int verdict_run(int argc, char **argv)
{
	struct judging j = {
		.db = cmd_db(),
		.options = { .error = ERROR_PERCENT / 100.0, .max = MAX },
	};
	int status;

	arena_init(&j.arena);
	cmd_input_init(&j.input);
	status = take_options(&j, argc, argv);
	if (status == 0)
		status = judge(&j, argv + optind, argc - optind);
	arena_release(&j.arena);
	return status;
}

const struct command cmd_verdict = {
	.name = "verdict",
	.summary = "say whether a kernel is good or bad, for git bisect run",
	.arguments = "--good GOOD [--bad BAD] [OPTION]... [PATH]...",
	.help = "Says whether results are as good as GOOD or as bad as BAD, and asks for more "
		"where\n"
		"that is not sure. GOOD and BAD are results (a file, folder or archive), or a\n"
		"kernel or run of the database; each should have 20 samples. PATHs are results of\n"
		"the kernel in question, one after the other ('-' is standard input).\n"
		"\n"
		"  --good GOOD         what good is\n"
		"  --bad BAD           what bad is; the border is half way between the two\n"
		"  --metric WORDS      metric: words of its benchmark, name, labels and unit\n"
		"  --run COMMAND       run COMMAND until it is sure, reading its standard output;\n"
		"                      $MEMCGPERF_ITERATION tells it how often\n"
		"  --max N             samples after which it gives up (50)\n"
		"  --error PERCENT     how often an answer may be wrong (1)\n"
		"  --change PERCENT    without --bad: worsening to look for. Else the least that\n"
		"                      GOOD's noise lets --max samples tell, from 2 to 5 %\n"
		"  --db URL            " CMD_DB_HELP "\n"
		"\n" CMD_INPUT_HELP "\n"
		"Exit status, as git bisect run takes it: 0 good; 1 bad; 125 it is not sure, or\n"
		"there is nothing to judge (the command failed, its output is not understood): "
		"git\n"
		"skips the commit; 128 git stops: wrong options, a GOOD or BAD that cannot be "
		"used,\n"
		"a COMMAND that cannot be run or is interrupted, trouble of the system.\n"
		"\n"
		"Examples:\n"
		"  memcgperf verdict --good v5.8 --metric 'pgbench tps' results/\n"
		"  git bisect run sh -c 'make -j8 bzImage || exit 125; memcgperf verdict \\\n"
		"      --good good.txt --bad bad.txt --metric \"pgbench tps\" --run ./in-vm.sh'\n",
	.run = verdict_run,
};
